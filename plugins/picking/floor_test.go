package picking_test

import (
	"context"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// house is the building with two pickers and two products of the first owner.
type house struct {
	*testing.T
	*world.World
	pickers []auth.Actor
	product map[string]int64
}

// eachHouse runs a test in a building on either database. When it ends, every
// invariant is checked.
func eachHouse(t *testing.T, run func(h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &house{T: t, World: world.Start(t, dsn), product: map[string]int64{}}
		for _, name := range []string{"ann", "bob"} {
			h.pickers = append(h.pickers, h.picker(name))
		}
		h.add("P1", nil)
		h.add("P2", nil)
		run(h)
	})
}

func (h *house) picker(name string) auth.Actor {
	actor := auth.System("test")
	actor.Account, actor.Language = name, "en"
	h.do(func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "user", plugin.Row{"account": name, "true_name": name, "user_type": "user"})
		actor.UserID = plugin.ID(row)
		actor.Values["id"] = actor.UserID
		return err
	})
	return actor
}

func (h *house) do(fn func(ctx context.Context, data plugin.Data) error) {
	h.Helper()
	h.Do(h.T, fn)
}

func (h *house) add(sku string, more plugin.Row) {
	h.product[sku] = h.Product(h.T, h.Owners[0], sku, more)
}

// goods are good-quality goods of a product of the first owner.
func (h *house) goods(sku string) contract.Goods { return world.Goods(h.Owners[0], h.product[sku]) }

// stock puts goods at a place.
func (h *house) stock(sku, place string, qty int64) { h.Receive(h.T, h.goods(sku), place, qty) }

// line is a line of an order to be.
type line struct {
	sku string
	qty int64
}

// order makes an allocated order.
func (h *house) order(lines ...line) (id int64) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) (err error) {
		id, err = h.place(ctx, data, nil, lines...)
		return err
	})
	if status := h.status("sale_order", id); status != "allocated" {
		h.Fatalf("order is %s, want allocated", status)
	}
	return id
}

// place saves an order and takes it as far as allocation does.
func (h *house) place(ctx context.Context, data plugin.Data, more plugin.Row, lines ...line) (int64, error) {
	row := plugin.Row{"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "receiver": "R", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1"}
	for key, value := range more {
		row[key] = value
	}
	var list []any
	for _, l := range lines {
		list = append(list, plugin.Row{"product_id": h.product[l.sku], "qty": l.qty})
	}
	row["lines"] = list
	saved, err := data.Save(ctx, "sale_order", row)
	for _, action := range []string{"audit", "allocate"} {
		if err == nil {
			_, err = data.Act(ctx, "sale_order", action, plugin.ID(saved), nil)
		}
	}
	return plugin.ID(saved), err
}

// wave puts orders into one released wave and gives its id.
func (h *house) wave(params plugin.Row, orders ...int64) int64 {
	h.Helper()
	result, err := h.Wave(h.Context(), params, orders...)
	if err != nil {
		h.Fatal(err)
	}
	for _, left := range result.Left {
		h.Fatalf("order %d is left out: %v", left.ID, left.Err)
	}
	return result.Created[0].ID
}

// act takes an action that must be possible.
func (h *house) act(table, action string, id int64, params plugin.Row) {
	h.Helper()
	if err := h.try(table, action, id, params); err != nil {
		h.Fatalf("%s %s: %v", action, table, err)
	}
}

func (h *house) try(table, action string, id int64, params plugin.Row) error {
	return h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, table, action, id, params)
		return err
	})
}

func (h *house) status(table string, id int64) (status string) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) error {
		row, err := data.Get(ctx, table, id)
		status = plugin.Text(row, "status")
		return err
	})
	return status
}

func (h *house) want(table string, id int64, status string) {
	h.Helper()
	if got := h.status(table, id); got != status {
		h.Errorf("%s %d is %s, want %s", table, id, got, status)
	}
}

// number is one figure of the database.
func (h *house) number(question string, args ...any) (n int64) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) error {
		return data.SQL().QueryRow(ctx, question, args...).Scan(&n)
	})
	return n
}

// wantLine wants what a line has, in pieces.
func (h *house) wantLine(order int64, sku string, allocated, picked int64) {
	h.Helper()
	const where = ` FROM sale_order_line WHERE sale_order_id = ? AND product_id = ?`
	a, p := h.number(`SELECT allocated_qty`+where, order, h.product[sku]), h.number(`SELECT picked_qty`+where, order, h.product[sku])
	if a != allocated*1000 || p != picked*1000 {
		h.Errorf("line %s: allocated %d, picked %d thousandths, want %d and %d pieces", sku, a, p, allocated, picked)
	}
}

// wantAt wants the pieces of a product that lie at a place, and how many of them
// are reserved.
func (h *house) wantAt(sku, place string, onHand, reserved int64) {
	h.Helper()
	const where = ` FROM quant WHERE product_id = ? AND position_id = ?`
	n := h.number(`SELECT COALESCE(SUM(on_hand), 0)`+where, h.product[sku], h.Places[place])
	r := h.number(`SELECT COALESCE(SUM(reserved), 0)`+where, h.product[sku], h.Places[place])
	if n != onHand*1000 || r != reserved*1000 {
		h.Errorf("%s at %s: %d, reserved %d thousandths, want %d and %d pieces", sku, place, n, r, onHand, reserved)
	}
}

// desk is a person's task at a station.
type desk struct {
	*house
	actor   auth.Actor
	session int64
	seq     int64
	screen  station.Screen
}

func (h *house) start(key string, actor auth.Actor) *desk {
	h.Helper()
	var answer *station.Answer
	rights, err := h.Rights(h.Context(), actor)
	if err == nil {
		answer, err = h.Stations.Start(h.Context(), station.Caller{Rights: rights}, key, station.Opening{
			Params: map[string]any{"warehouse_id": json.Number(strconv.FormatInt(h.Warehouse, 10))},
		})
	}
	if err != nil {
		h.Fatalf("start %s: %v", key, err)
	}
	return &desk{house: h, actor: actor, session: answer.Session, screen: answer.Screen}
}

// input sends one input and gives its result.
func (d *desk) input(kind string, value any) station.Result {
	d.Helper()
	result, err := d.send(d.Context(), kind, value)
	if err != nil {
		d.Fatalf("%s %v: %v", kind, value, err)
	}
	return result
}

func (d *desk) send(ctx context.Context, kind string, value any) (station.Result, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return station.Result{}, err
	}
	d.seq++
	rights, err := d.Rights(d.Context(), d.actor)
	if err != nil {
		return station.Result{}, err
	}
	answer, err := d.Stations.Input(ctx, station.Caller{Rights: rights, Knows: true}, d.session, []station.Input{{Seq: d.seq, Kind: kind, Value: text}})
	if err != nil {
		return station.Result{}, err
	}
	d.screen = answer.Screen
	return answer.Results[0], nil
}

// must sends an input that is taken and wants the step that follows.
func (d *desk) must(kind string, value any, next string) {
	d.Helper()
	result := d.input(kind, value)
	if !result.OK {
		d.Fatalf("%s %v is refused: %s %s", kind, value, result.Code, result.Message)
	}
	if d.screen.Step != next {
		d.Fatalf("step %s after %v, want %s", d.screen.Step, value, next)
	}
}

// refused sends an input that is refused for a reason that a person can read.
func (d *desk) refused(kind string, value any, code string) {
	d.Helper()
	result := d.input(kind, value)
	if result.OK || result.Code != code {
		d.Errorf("%s %v: %+v, want refusal %s", kind, value, result, code)
	}
	if result.Message == "" || result.Message == code {
		d.Errorf("refusal %s says %q", code, result.Message)
	}
}

// undo takes the last input back and wants the step it was meant for.
func (d *desk) undo(step string) {
	d.Helper()
	d.must("undo", map[string]int64{"seq": d.seq}, step)
}

// pick starts picking the next bill without a tote.
func (h *house) pick(actor auth.Actor) *desk {
	h.Helper()
	d := h.start("pick", actor)
	d.must("button", "next", "cart")
	d.must("button", "no_cart", "position")
	return d
}

// fact is a fact of the screen.
func (d *desk) fact(field string) string {
	for _, target := range d.screen.Target {
		if target.Field == field {
			return target.Value
		}
	}
	return ""
}

// one is a whole pick or put in one input.
func one(position, item string, qty any) map[string]any {
	return map[string]any{"position": position, "item": item, "qty": qty}
}
