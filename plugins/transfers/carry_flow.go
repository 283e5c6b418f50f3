package transfers

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/transfers/contract"
)

// Steps of the stations at which goods are carried.
const (
	stepOrder  = "order"
	stepSource = "source"
	stepItem   = "item"
	stepQty    = "qty"
	stepSerial = "serial"
	stepTarget = "target"
	stepCart   = "cart"
	stepReason = "short_reason"
)

// shortReasons are why less is carried than a line asks for.
var shortReasons = []string{"not_found", "less", "damaged"}

// carry is the task of a person who carries goods from place to place.
type carry struct {
	hand        `json:"-"`
	plugin.Turn `json:"-"`
	DocID       int64 `json:"doc,omitempty"`  // that is worked on; none for loose goods
	CartID      int64 `json:"cart,omitempty"` // that the person pushes
	source
	Docs    map[int64]int64 `json:"docs,omitempty"` // of loose goods, by owner
	Skipped []int64         `json:"skipped,omitempty"`
	Moves   int             `json:"moves,omitempty"`
	held

	line  plugin.Row // at hand, locked
	goods *goods
}

// held is the goods at hand.
type held struct {
	plugin.Choosing
	QuantID int64           `json:"quant,omitempty"`
	LineID  int64           `json:"line,omitempty"`  // that they belong to
	Drop    bool            `json:"drop,omitempty"`  // they come from the cart
	Whole   bool            `json:"whole,omitempty"` // all that lies at the source
	Else    bool            `json:"else,omitempty"`  // they may go elsewhere than the line says
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
	Bin     stock.Spot      `json:"bin,omitzero"` // proposed
}

// Carrying carries goods; see contract.Carrier.
type Carrying struct {
	Stock stock.Stock
}

var _ contract.Carrier = Carrying{}

// Flow is the flow of a station at which people carry goods by a plan; see
// contract.Carrier.
func (c Carrying) Flow(codes *plugin.Codes, p contract.Plan) plugin.Flow {
	h := hand{desk: desk{stock: c.Stock, codes: codes}, plan: plan{p}}
	on := []string{stepSource, stepItem, stepTarget, plugin.StepDone}
	led := []plugin.Press[*carry]{
		{Code: "skip", Do: (*carry).skip, To: on},
		{Code: "short", Do: (*carry).short, To: []string{stepReason}},
	}
	finish := plugin.Press[*carry]{Code: "finish", Do: (*carry).finish, To: []string{plugin.StepDone}}
	steps := []plugin.Step[*carry]{{
		Key: stepSource, Kind: "scan", Accept: []string{"position", "lpn"}, Ready: (*carry).ready, Take: plugin.TakeText((*carry).scanSource), To: append(on, stepQty),
		Form: plugin.TakeForm("transfers.bad_form", (*carry).moveAtOnce), Buttons: append(slices.Clone(led), finish, plugin.Press[*carry]{Code: "unload", Do: (*carry).unload, To: on}),
	}, {
		Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Ready: (*carry).ready, Take: plugin.TakeText((*carry).scanItem), To: append(on, plugin.StepChoose, stepQty),
		Form:    plugin.TakeForm("transfers.bad_form", (*carry).moveAtOnce),
		Buttons: led, Back: []string{stepSource},
	}, {
		Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*carry).takeUp), To: []string{stepQty}, Back: []string{stepItem},
	}, {
		Key: stepQty, Kind: "qty", Ready: (*carry).ready, Take: (*carry).enterQty, To: append(on, stepSerial), Buttons: led, Back: []string{stepItem},
	}, {
		Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*carry).ready, Take: plugin.TakeText((*carry).scanSerial), To: on, Back: []string{stepItem},
	}, {
		Key: stepTarget, Kind: "scan", Accept: []string{"position", "lpn"}, Ready: (*carry).ready, Take: plugin.TakeText((*carry).scanTarget), To: on,
		Buttons: []plugin.Press[*carry]{
			{Code: "to_cart", Do: (*carry).toCart, To: append(on, stepCart)},
			{Code: "elsewhere", Do: (*carry).elsewhere},
			{Code: "later", Do: (*carry).skip, To: on},
		}, Back: []string{stepItem, stepSource},
	}, {
		Key: stepCart, Kind: "scan", Accept: []string{"lpn"}, Ready: (*carry).ready, Take: plugin.TakeText((*carry).scanCart), To: on, Back: []string{stepTarget},
	}, {
		Key: stepReason, Kind: "choice", Ready: (*carry).ready, Take: plugin.TakeReason(shortReasons, "transfers.no_reason", (*carry).giveUp), To: on, Pressed: true,
		Back: []string{stepSource},
	}}
	if p.Loose {
		steps[0].Accept = append(steps[0].Accept, p.Document)
		steps[1].Buttons = append(slices.Clone(led), plugin.Press[*carry]{Code: "whole", Do: (*carry).takeWhole, To: []string{stepTarget}}, finish)
	} else {
		first := plugin.Step[*carry]{
			Key: stepOrder, Kind: "scan", Accept: []string{p.Document}, Take: plugin.TakeText((*carry).scanOrder), To: on,
			Buttons: []plugin.Press[*carry]{{Code: "next", Do: (*carry).takeNext, To: on}},
		}
		steps = append([]plugin.Step[*carry]{first}, steps...)
	}
	return plugin.Machine[*carry]{
		New: func() *carry { return &carry{hand: h} }, Steps: steps, Back: (*carry).back, Show: (*carry).show,
		TakeBack: plugin.Undoing((*carry).undo),
	}
}

// back leaves the goods at hand where they are, and from the items the source.
func (t *carry) back(ctx context.Context, from string) error {
	line, drop := t.LineID, t.Drop
	switch {
	case from == stepCart:
		return nil
	case t.DocID != 0 || drop: // the line stays at hand
		t.held = held{LineID: line}
		t.source = source{}
		t.GoTo(stepSource)
		if drop {
			t.LineID = 0
			return t.next(ctx)
		}
		return nil
	case t.Step() == stepSource:
		t.source = source{}
	}
	return t.letGo(ctx)
}

// letGo ends the work on the goods at hand.
func (t *carry) letGo(ctx context.Context) error {
	t.held = held{}
	return t.stock.Forget(ctx, t.Data, t.ID)
}

// ready reads the goods at hand, their line under the lock of its document. A line that
// another has done meanwhile is left for the next.
func (t *carry) ready(ctx context.Context) error {
	t.data = t.Data
	if t.LineID == 0 {
		if t.QuantID == 0 {
			return nil
		}
		return t.look(ctx)
	}
	line, err := t.Data.Get(ctx, t.plan.line(), t.LineID)
	if err != nil {
		return err
	}
	head, err := t.lock(ctx, t.Data, plugin.Int(line, t.head()))
	if err != nil {
		return err
	}
	if t.line, err = t.Data.Get(ctx, t.plan.line(), t.LineID); err != nil {
		return err
	}
	if t.Drop && carried(t.line).Sign() > 0 || !t.Drop && mustWork(head) == nil && open(t.line).Sign() > 0 {
		return t.look(ctx)
	}
	t.held = held{}
	err = t.next(ctx)
	t.Reply = plugin.Reply{Key: "transfers.line_gone", Sound: soundError}
	return err
}

// soundError goes with an input that was taken but did not do what it was meant for.
const soundError = "error"

// look reads the goods at hand: what of them the line still asks for, or what is free.
func (t *carry) look(ctx context.Context) error {
	list, err := t.atHand(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 || list[0].most <= 0 {
		return fault.New(fault.Conflict, "transfers.gone_from_source")
	}
	t.goods = list[0]
	return nil
}

func (t *carry) atHand(ctx context.Context) ([]*goods, error) {
	switch {
	case t.Drop:
		return t.onHisCart(ctx, t.line)
	case t.LineID != 0:
		return t.planned(ctx, t.line)
	}
	list, err := readGoods(ctx, t.Data.SQL(), `q.id = ?`, t.QuantID)
	return free(list), err
}

// takeNext takes the document that is next.
func (t *carry) takeNext(ctx context.Context) error {
	id, err := t.Next(ctx, t.Data, plugin.Int(t.Params, "warehouse_id"))
	if err == nil && id == 0 {
		err = fault.New(fault.Invalid, "transfers.nothing_to_do")
	}
	if err != nil {
		return err
	}
	return t.takeDoc(ctx, id)
}

// scanOrder takes a document that was scanned.
func (t *carry) scanOrder(ctx context.Context, code string) error {
	found, err := t.one(ctx, t.Data, code, scopeOf(t.Session), t.Document)
	if err != nil {
		return err
	}
	return t.takeDoc(ctx, found.ID)
}

func (t *carry) takeDoc(ctx context.Context, id int64) error {
	head, err := t.Data.Get(ctx, t.Document, id)
	if err != nil {
		return err
	}
	if err := mustWork(head); err != nil {
		return err
	}
	t.DocID, t.Skipped, t.source = id, nil, source{}
	return t.next(ctx)
}

// next goes to the next line that is to be lifted, then to those on the cart, then to
// the end.
func (t *carry) next(ctx context.Context) error {
	if err := t.letGo(ctx); err != nil {
		return err
	}
	t.GoTo(stepSource)
	if t.DocID == 0 {
		return t.nextOnCart(ctx, nil)
	}
	lines, err := t.walk(ctx)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if open(line).Sign() > 0 {
			t.LineID, t.source = plugin.ID(line), source{}
			return nil
		}
	}
	return t.nextOnCart(ctx, lines)
}

// walk are the lines of the document as they are walked; those that were skipped come
// last.
func (t *carry) walk(ctx context.Context) ([]plugin.Row, error) {
	lines, err := t.lines(ctx, t.Data, t.DocID)
	if err != nil {
		return nil, err
	}
	if t.Order != nil {
		err = t.Order(ctx, t.Data, lines)
	}
	slices.SortStableFunc(lines, func(a, b plugin.Row) int {
		return slices.Index(t.Skipped, plugin.ID(a)) - slices.Index(t.Skipped, plugin.ID(b))
	})
	return lines, err
}

// nextOnCart takes up what is on the cart; with nothing there a document has ended.
func (t *carry) nextOnCart(ctx context.Context, lines []plugin.Row) error {
	if t.DocID == 0 && !t.unloading() {
		return nil
	}
	if lines == nil {
		var err error
		if lines, err = t.onCart(ctx, t.Data, t.CartID); err != nil {
			return err
		}
	}
	for _, line := range lines {
		if carried(line).Sign() > 0 && t.brings(line) {
			return t.takeOff(ctx, line)
		}
	}
	t.source = source{}
	if t.DocID == 0 {
		return nil
	}
	t.GoTo(plugin.StepDone)
	t.Reply.Key, t.Reply.Sound = "transfers.finished", plugin.SoundDone
	return nil
}

// brings reports whether the goods of a line on a cart are for this person to put down:
// on his own, or, while he has moved nothing yet, on one that somebody left.
func (t *carry) brings(line plugin.Row) bool {
	return plugin.Int(line, "lpn_id") == t.CartID || t.CartID == 0 && t.Moves == 0
}

// unloading reports whether the person puts down what is on his cart.
func (t *carry) unloading() bool { return t.CartID != 0 && t.LpnID == t.CartID }

// takeOff makes the goods of a line on the cart those at hand.
func (t *carry) takeOff(ctx context.Context, line plugin.Row) error {
	t.held = held{LineID: plugin.ID(line), Drop: true, Qty: carried(line)}
	t.CartID, t.source = plugin.Int(line, "lpn_id"), source{LpnID: plugin.Int(line, "lpn_id")}
	t.line = line
	t.Serials = append(t.Serials, listOf(line["serials"])...)
	if err := t.look(ctx); err != nil {
		return err
	}
	t.QuantID = t.goods.QuantID
	t.GoTo(stepTarget)
	if plugin.Int(line, "to_position_id") != 0 {
		return nil
	}
	return t.propose(ctx)
}

// listOf are the texts of a list of a record.
func listOf(value any) []string {
	text, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	var list []string
	if json.Unmarshal(text, &list) != nil {
		return nil
	}
	return list
}

// propose names a bin for the goods at hand and keeps room there.
func (t *carry) propose(ctx context.Context) (err error) {
	t.Bin, err = t.stock.Propose(ctx, t.Data, stock.Wish{WarehouseID: t.goods.WarehouseID, Goods: t.goods.of(), Qty: t.Qty, For: t.ID})
	return err
}

// unload begins to put down what is on the cart.
func (t *carry) unload(ctx context.Context) error {
	lines, err := t.onCart(ctx, t.Data, t.CartID)
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		return fault.New(fault.Invalid, "transfers.cart_empty")
	}
	return t.takeOff(ctx, lines[0])
}

// skip leaves the line at hand for later.
func (t *carry) skip(ctx context.Context) error {
	if t.LineID == 0 {
		return fault.New(fault.Invalid, "station.bad_button", "code", t.In.Text())
	}
	t.Skipped = append(slices.DeleteFunc(t.Skipped, func(id int64) bool { return id == t.LineID }), t.LineID)
	return t.next(ctx)
}

// short asks why less is there than the line says.
func (t *carry) short(context.Context) error {
	if t.LineID == 0 || t.Drop {
		return fault.New(fault.Invalid, "station.bad_button", "code", t.In.Text())
	}
	t.GoTo(stepReason)
	return nil
}

// finish ends the work on loose goods. What is on the cart is put down first.
func (t *carry) finish(ctx context.Context) error {
	t.data = t.Data
	left, err := t.onCart(ctx, t.Data, t.CartID)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		return fault.New(fault.Conflict, "transfers.cart_loaded", "lines", len(left))
	}
	if err := t.endLoose(ctx); err != nil {
		return err
	}
	t.GoTo(plugin.StepDone)
	t.Reply.Key, t.Reply.Sound = "transfers.finished", plugin.SoundDone
	return nil
}

// endLoose ends the documents that were written for loose goods.
func (t *carry) endLoose(ctx context.Context) error {
	for _, id := range slices.Sorted(maps.Values(t.Docs)) {
		if err := actIn(ctx, t.Data, t.Document, id, "working", "finish"); err != nil {
			return err
		}
	}
	return nil
}

func (t *carry) undo(ctx context.Context, d did) error {
	t.data = t.Data
	return t.takeBack(ctx, d)
}
