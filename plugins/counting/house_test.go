package counting_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// house is the building with people who count, one of whom leads, and two products.
type house struct {
	*testing.T
	*world.World
	lead, ann, bob *apptest.Session
	product        map[string]int64
}

// eachHouse runs a test in a building on either database. When it ends, every
// invariant is checked.
func eachHouse(t *testing.T, run func(h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &house{T: t, World: world.StartWith(t, dsn), product: map[string]int64{}}
		for _, name := range []string{"ann", "bob"} {
			if err := h.AddAccount(h.Context(), app.Account{UserType: "user", Name: name, Password: apptest.Password, Role: "lead"}); err != nil {
				t.Fatal(err)
			}
		}
		h.lead, h.ann, h.bob = h.Login(t, "user", world.Administrator), h.Login(t, "user", "ann"), h.Login(t, "user", "bob")
		h.product["P1"] = h.Product(t, h.Owners[0], "P1", plugin.Row{"abc": "A"})
		h.product["P2"] = h.Product(t, h.Owners[1], "P2", nil)
		run(h)
	})
}

// owner is the owner of a product.
func (h *house) owner(sku string) int64 {
	if strings.HasPrefix(sku, "P2") {
		return h.Owners[1]
	}
	return h.Owners[0]
}

func (h *house) goods(sku string) contract.Goods { return world.Goods(h.owner(sku), h.product[sku]) }

func (h *house) stock(sku, place string, qty int64) { h.Receive(h.T, h.goods(sku), place, qty) }

// move takes pieces from one place to another, as a picker would.
func (h *house) move(sku, from, to string, qty int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		_, err := h.Stock.Post(ctx, data, []contract.Move{{
			Code: contract.Transfer, Goods: h.goods(sku), Qty: decimal.NewFromInt(qty),
			From: contract.Place{PositionID: h.Places[from]}, To: contract.Place{PositionID: h.Places[to]},
		}})
		return err
	})
}

// at is how many pieces of a product lie at a place.
func (h *house) at(sku, place string) int64 {
	h.Helper()
	return h.number(`SELECT COALESCE(SUM(on_hand), 0) FROM quant WHERE product_id = ? AND position_id = ?`, h.product[sku], h.Places[place]) / 1000
}

func (h *house) number(question string, args ...any) (n int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().QueryRow(ctx, question, args...).Scan(&n)
	})
	return n
}

// object is a record as the API answers it.
type object = map[string]any

// create saves a count that is drawn up as the fields say.
func (h *house) create(fields object) (id int64) {
	h.Helper()
	row := object{"warehouse_id": h.Warehouse, "count_type": "full"}
	for key, value := range fields {
		row[key] = value
	}
	var saved struct{ ID int64 }
	h.Ask(h.T, h.lead, "/api/data/stock_count/save", row, &saved)
	return saved.ID
}

// released is a count that people may begin with.
func (h *house) released(fields object) int64 {
	h.Helper()
	id := h.create(fields)
	h.act("stock_count", "release", id, nil)
	return id
}

// outcome is what became of an action on one record.
type outcome struct {
	Result bool
	Msg    string
	Record object
}

func (h *house) try(as *apptest.Session, table, action string, id int64, params object) outcome {
	h.Helper()
	body, err := json.Marshal(object{"name": action, "id": id, "params": params})
	if err != nil {
		h.Fatal(err)
	}
	answer := h.Server.Do(h.T, apptest.Call{Path: "/api/data/" + table + "/act", Body: string(body), As: as})
	if !answer.Result {
		return outcome{Msg: answer.Msg}
	}
	var one outcome
	answer.Into(h.T, &one)
	return one
}

// act takes an action that must be possible.
func (h *house) act(table, action string, id int64, params object) {
	h.Helper()
	if o := h.try(h.lead, table, action, id, params); !o.Result {
		h.Fatalf("%s %s: %s", action, table, o.Msg)
	}
}

// refused wants an action to be refused with words that name something.
func (h *house) refused(table, action string, id int64, params object, names string) {
	h.Helper()
	if o := h.try(h.lead, table, action, id, params); o.Result || !strings.Contains(o.Msg, names) {
		h.Errorf("%s %s: %v %q, want a refusal that names %q", action, table, o.Result, o.Msg, names)
	}
}

// get reads a record through the API.
func (h *house) get(table string, id int64) (row object) {
	h.Helper()
	h.Ask(h.T, h.lead, "/api/data/"+table+"/get", object{"id": id}, &row)
	return row
}

func (h *house) want(table string, id int64, status string) {
	h.Helper()
	if got := h.get(table, id)["status"]; got != status {
		h.Errorf("%s %d is %v, want %s", table, id, got, status)
	}
}

// results are the results of a count.
func (h *house) results(count int64) (ids []int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Select(ctx, &ids, `SELECT id FROM count_result WHERE stock_count_id = ? ORDER BY id`, count)
	})
	return ids
}

// number of a document.
func (h *house) docNo(id int64) string { return h.get("stock_count", id)["doc_no"].(string) }

// counter begins a task at the station with a count.
func (h *house) counter(as *apptest.Session, count int64) *apptest.Scanner {
	h.Helper()
	s := h.Scanner(h.T, as, "count_scan", object{"warehouse_id": h.Warehouse})
	s.Want(h.T, "scan", h.docNo(count), "position", "")
	return s
}

// tally counts a position: pairs of SKU and quantity.
func (h *house) tally(s *apptest.Scanner, position string, next string, pairs ...any) {
	h.Helper()
	s.Want(h.T, "scan", position, "item", "")
	for i := 0; i < len(pairs); i += 2 {
		s.Want(h.T, "scan", pairs[i], "qty", "")
		s.Want(h.T, "key", pairs[i+1], "item", "")
	}
	s.Want(h.T, "button", "done", next, "")
}
