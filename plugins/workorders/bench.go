package workorders

import (
	"context"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the station.
const (
	stepOrder = "order"
	stepBring = "bring"
	stepLot   = "lot"
	stepQty   = "qty"
	stepUsed  = "used"
	stepMade  = "made"
)

// bench is the task of a person who works on an order. Time runs from when he has its goods,
// and from his report before.
type bench struct {
	codes       *plugin.Codes
	plugin.Turn `json:"-"`
	plugin.Choosing
	OrderID int64           `json:"order,omitempty"`
	Mine    bool            `json:"mine,omitempty"`  // the order was given to the person
	Since   int64           `json:"since,omitempty"` // unix milliseconds
	Brought []goods         `json:"goods,omitempty"` // that were scanned
	ItemID  int64           `json:"item,omitempty"`  // product whose lot is asked for
	Qty     decimal.Decimal `json:"qty"`
	Used    []string        `json:"used,omitempty"` // serial numbers
	Made    []string        `json:"made,omitempty"`
	Reports int             `json:"reports,omitempty"`

	head  plugin.Row // of the order at hand
	lines []plugin.Row
}

// benchFlow is the flow of the station work_bench.
func benchFlow(codes *plugin.Codes) plugin.Machine[*bench] {
	begun, ended := []string{stepBring, stepQty}, []string{stepOrder}
	reported := []string{stepUsed, stepMade, plugin.StepDone}
	return plugin.Machine[*bench]{
		New: func() *bench { return &bench{codes: codes} },
		Steps: []plugin.Step[*bench]{{
			Key: stepOrder, Kind: "scan", Accept: []string{order}, Take: plugin.TakeText((*bench).scanOrder), To: []string{stepBring, stepQty, plugin.StepChoose},
			Buttons: []plugin.Press[*bench]{{Code: "next", Do: (*bench).takeNext, To: begun}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*bench).take), To: begun, Back: ended,
		}, {
			Key: stepBring, Kind: "scan", Accept: []string{"product", "sku"}, Ready: (*bench).ready, Take: plugin.TakeText((*bench).bring), To: []string{stepLot, stepQty}, Back: ended,
		}, {
			Key: stepLot, Kind: "text", Accept: []string{"lot"}, Ready: (*bench).ready, Take: plugin.TakeText((*bench).bringLot), To: begun, Back: []string{stepBring},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*bench).ready, Take: plugin.TakeQuantity(stock.QtyDigits, (*bench).count), To: reported, Back: ended,
			Buttons: []plugin.Press[*bench]{{Code: "finish", Do: (*bench).leave, To: []string{plugin.StepDone}}},
		}, {
			Key: stepUsed, Kind: "scan", Accept: []string{"serial"}, Ready: (*bench).ready, Take: plugin.TakeText((*bench).used), To: []string{stepMade, stepQty, plugin.StepDone}, Back: []string{stepQty},
		}, {
			Key: stepMade, Kind: "scan", Accept: []string{"serial"}, Ready: (*bench).ready, Take: plugin.TakeText((*bench).made), To: []string{stepQty, plugin.StepDone}, Back: []string{stepQty},
		}},
		Back: (*bench).back, Show: (*bench).show, TakeBack: plugin.Undoing((*bench).takeBack),
	}
}

// back leaves what was counted, and before it the order.
func (t *bench) back(ctx context.Context, _ string) error {
	t.Used, t.Made, t.Qty, t.ItemID = nil, nil, decimal.Zero, 0
	if t.Step() != stepOrder {
		return nil
	}
	err := t.letGo(ctx)
	t.OrderID, t.Mine, t.Brought, t.Reports = 0, false, nil, 0
	return err
}

func (t *bench) scanOrder(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), order)
	if err != nil {
		return err
	}
	return plugin.Choose(ctx, t, code, plugin.MeaningsOf(found), (*bench).take)
}

// take begins with an order: with its goods where work has not started, else with the count.
func (t *bench) take(ctx context.Context, m plugin.Meaning) error {
	t.OrderID, t.Brought, t.Since = m.ID, nil, t.Data.SQL().Now().UnixMilli()
	if err := t.look(ctx); err != nil {
		return err
	}
	if err := t.claim(ctx); err != nil {
		return err
	}
	switch plugin.Text(t.head, "status") {
	case "released":
		t.GoTo(stepBring)
	case "working":
		t.GoTo(stepQty)
	default:
		return fault.New(fault.Conflict, "workorders.not_open", "doc", plugin.Text(t.head, "doc_no"))
	}
	return nil
}

// look reads the order at hand.
func (t *bench) look(ctx context.Context) (err error) {
	if t.head, err = t.Data.Get(ctx, order, t.OrderID); err == nil {
		t.lines, err = linesOf(ctx, t.Data, t.OrderID)
	}
	return err
}

// left is how many pieces are not done.
func (t *bench) left() decimal.Decimal {
	return plugin.Decimal(t.head, "qty").Sub(plugin.Decimal(t.head, "done_qty"))
}

// count takes how many are done, and asks for the numbers of their pieces.
func (t *bench) count(ctx context.Context, qty decimal.Decimal) error {
	if qty.GreaterThan(t.left()) {
		return fault.New(fault.Invalid, "workorders.too_many", "most", t.left().String())
	}
	t.Qty, t.Used, t.Made = qty, nil, nil
	return t.goOn(ctx)
}

// goOn asks for the numbers that are missing, and reports when there are none.
func (t *bench) goOn(ctx context.Context) error {
	for _, ask := range []struct{ side, step string }{{taken, stepUsed}, {made, stepMade}} {
		n, err := t.wanted(ctx, ask.side)
		if err != nil {
			return err
		}
		if n > 0 {
			t.GoTo(ask.step)
			return nil
		}
	}
	return t.report(ctx)
}

// report reports the work, with the minutes since the person began or reported last.
func (t *bench) report(ctx context.Context) error {
	now := t.Data.SQL().Now()
	minutes := int64((now.Sub(time.UnixMilli(t.Since)) + time.Minute - 1) / time.Minute)
	_, err := t.Data.Act(ctx, order, "make", t.OrderID, plugin.Row{
		"qty": t.Qty, "minutes": minutes, "worker_id": t.Actor.UserID, usedNumbers: strings.Join(t.Used, "\n"), madeNumbers: strings.Join(t.Made, "\n"),
	})
	if err != nil {
		return err
	}
	records, err := t.Data.Find(ctx, record, plugin.Where{Match: plugin.Row{"work_order_id": t.OrderID}, Sort: []string{"-id"}, Limit: 1})
	if err != nil {
		return err
	}
	sku, err := skuOf(ctx, t.Data, plugin.Int(t.head, "product_id"))
	if err != nil {
		return err
	}
	t.Reply = plugin.Reply{
		Key: "workorders.did", Params: fault.Params{"sku": sku, "qty": t.Qty.String(), "minutes": minutes}, Undo: reported{plugin.ID(records[0])},
	}
	if t.Qty.Equal(t.left()) {
		t.Reply.Sound = plugin.SoundDone
		t.GoTo(plugin.StepDone)
	} else {
		t.GoTo(stepQty)
	}
	t.Reports, t.Since, t.Qty, t.Used, t.Made = t.Reports+1, now.UnixMilli(), decimal.Zero, nil, nil
	return nil
}

// reported is what a report wrote.
type reported struct {
	ID int64 `json:"id"`
}

// takeBack undoes a report.
func (t *bench) takeBack(ctx context.Context, did reported) error {
	_, err := t.Data.Act(ctx, record, "undo", did.ID, plugin.Row{"reason": "undo"})
	return err
}

// leave leaves the order for later, or for others.
func (t *bench) leave(ctx context.Context) error {
	if err := t.letGo(ctx); err != nil {
		return err
	}
	t.Reply = plugin.Reply{Key: "workorders.left", Sound: plugin.SoundDone}
	t.GoTo(plugin.StepDone)
	return nil
}
