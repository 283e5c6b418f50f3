package picking

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the stations pick and put_back.
const (
	stepTask     = "task"
	stepCart     = "cart"
	stepSource   = "source"
	stepPosition = "position"
	stepItem     = "item"
	stepSerial   = "serial"
	stepQty      = "qty"
	stepReason   = "short_reason"
)

// shortReasons are why a picker finds less than the task says.
var shortReasons = []string{notFound, damaged, less}

// pick is the task of a picker who is led along the walk of a pick bill.
type pick struct {
	floor
	plugin.Turn `json:"-"`
	BillID      int64    `json:"bill,omitempty"`
	TaskID      int64    `json:"task,omitempty"`
	LpnID       int64    `json:"lpn,omitempty"`
	Skipped     []int64  `json:"skipped,omitempty"`
	Serials     []string `json:"serials,omitempty"`
	Done        int      `json:"done,omitempty"` // stops of the bill
	Left        int      `json:"left,omitempty"`

	stop *task // at hand, locked
}

// picks is the flow of the station pick.
func (f floor) picks() plugin.Machine[*pick] {
	on := []string{stepPosition, plugin.StepDone} // to the next stop, or to the end
	buttons := []plugin.Press[*pick]{
		{Code: "skip", Do: (*pick).skip, To: on},
		{Code: "short", Do: plugin.GoTo[*pick](stepReason), To: []string{stepReason}},
		{Code: "other_position", Do: (*pick).otherPosition, To: on},
		{Code: "other_lot", Do: (*pick).otherLot, To: on},
		{Code: "enough", Do: (*pick).enough, To: on},
		{Code: "pause", Do: (*pick).pause, To: []string{stepTask}},
	}
	return plugin.Machine[*pick]{
		New: func() *pick { return &pick{floor: f} },
		Steps: []plugin.Step[*pick]{{
			Key: stepTask, Kind: "scan", Accept: []string{"pick_bill", "wave"}, Take: (*pick).scanBill, To: []string{stepCart},
			Buttons: []plugin.Press[*pick]{{Code: "next", Do: (*pick).takeNext, To: []string{stepCart}}},
		}, {
			Key: stepCart, Kind: "scan", Accept: []string{"lpn"}, Take: (*pick).takeCart, To: on,
			Buttons: []plugin.Press[*pick]{{Code: "no_cart", Do: (*pick).begin, To: on}},
		}, {
			Key: stepPosition, Kind: "scan", Accept: []string{"position"}, Ready: (*pick).atStop, Take: plugin.TakeText((*pick).scanPosition),
			Form: plugin.TakeForm("picking.bad_form", (*pick).pickAtOnce), To: append(on, stepItem), Buttons: buttons,
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Ready: (*pick).atStop, Take: plugin.TakeText((*pick).scanItem),
			To: append(on, stepSerial, stepQty), Buttons: buttons,
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*pick).atStop, Take: (*pick).scanSerial, To: on, Buttons: buttons,
		}, {
			Key: stepQty, Kind: "qty", Ready: (*pick).atStop, Take: (*pick).enterQty, To: on, Buttons: buttons,
		}, {
			Key: stepReason, Kind: "choice", Ready: (*pick).atStop, Take: plugin.TakeReason(shortReasons, "picking.no_reason", (*pick).giveUp), To: on, Pressed: true,
			Buttons: []plugin.Press[*pick]{{Code: "back", Do: plugin.GoTo[*pick](stepPosition), To: []string{stepPosition}}},
		}},
		Show: (*pick).show, TakeBack: plugin.Undoing((*pick).takeBack), HandOver: (*pick).handOver,
	}
}

// takeNext claims the bill that waits longest.
func (t *pick) takeNext(ctx context.Context) error {
	id, err := nextBill(ctx, t.Session, 0)
	if err == nil && id == 0 {
		err = t.nothingWaits(ctx)
	}
	if err != nil {
		return err
	}
	return t.takeBill(ctx, id)
}

// takeOf claims the next bill of a wave.
func (t *pick) takeOf(ctx context.Context, wave int64) error {
	id, err := nextBill(ctx, t.Session, wave)
	if err != nil {
		return err
	}
	return t.takeBill(ctx, id)
}

// scanBill claims the scanned bill, or one of the scanned wave.
func (t *pick) scanBill(ctx context.Context) error {
	found, err := t.codes.Resolve(ctx, t.Data, t.In.Text(), scopeOf(t.Session), "pick_bill", "wave")
	if err != nil {
		return err
	}
	if found[0].Kind == "wave" {
		return t.takeOf(ctx, found[0].ID)
	}
	return t.takeBill(ctx, found[0].ID)
}

func (t *pick) takeBill(ctx context.Context, id int64) error {
	if id == 0 {
		return nothingToPick()
	}
	t.BillID = id
	t.Reply.Undo = change{Take: id}
	t.GoTo(stepCart)
	if err := claim(ctx, t.Session, id); err != nil {
		return err
	}
	return t.recount(ctx)
}

// nothingWaits tells the person of the bill that he left open, if there is one.
func (t *pick) nothingWaits(ctx context.Context) error {
	var open []string
	own := `SELECT doc_no FROM pick_bill WHERE status = 'picking' AND picker_id = ? ORDER BY id LIMIT 1`
	if err := t.Data.SQL().Select(ctx, &open, own, t.Actor.UserID); err != nil {
		return fmt.Errorf("look for an open pick bill: %w", err)
	}
	if len(open) > 0 {
		return fault.New(fault.Invalid, "picking.own_is_open", "bill", open[0])
	}
	return nothingToPick()
}

func nothingToPick() error { return fault.New(fault.Invalid, "picking.nothing_to_pick") }

// takeCart names the tote or cart that the goods go into.
func (t *pick) takeCart(ctx context.Context) error {
	bill, err := readHolder(ctx, t.Data.SQL(), t.BillID)
	if err != nil {
		return err
	}
	if t.LpnID, err = t.tote(ctx, t.Session, bill.Warehouse, t.In.Text()); err != nil {
		return err
	}
	return t.begin(ctx)
}

// begin begins the walk; what may no longer be shipped is not walked to.
func (t *pick) begin(ctx context.Context) error {
	if err := t.leaveStale(ctx); err != nil {
		return err
	}
	return t.next(ctx)
}

// next goes to the next stop, or to the end, after more than the stop at hand changed.
func (t *pick) next(ctx context.Context) error {
	if err := t.recount(ctx); err != nil {
		return err
	}
	return t.walkOn(ctx)
}

// recount counts the stops of the bill; a pick only counts itself.
func (t *pick) recount(ctx context.Context) error {
	err := t.Data.SQL().QueryRow(ctx, `SELECT COALESCE(SUM(CASE WHEN status IN ('picked', 'short') THEN 1 ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN status IN ('ready', 'taken') THEN 1 ELSE 0 END), 0) FROM pick_task WHERE pick_bill_id = ?`, t.BillID).Scan(&t.Done, &t.Left)
	if err != nil {
		return fmt.Errorf("count stops of pick bill %d: %w", t.BillID, err)
	}
	return nil
}

// walkOn goes to the next stop, or to the end.
func (t *pick) walkOn(ctx context.Context) error {
	ids, err := nextTasks(ctx, t.Data.SQL(), t.BillID, t.Skipped, 1)
	if err != nil {
		return err
	}
	t.TaskID, t.Serials = 0, nil
	if len(ids) == 0 {
		return t.finish(ctx)
	}
	t.TaskID = ids[0]
	t.GoTo(stepPosition)
	return nil
}

// finish ends the bill and says where its goods are taken.
func (t *pick) finish(ctx context.Context) error {
	t.GoTo(plugin.StepDone)
	t.Reply.Key, t.Reply.Sound = "picking.bill_finished", plugin.SoundDone
	if t.LpnID == 0 {
		return nil
	}
	var tote string
	if err := t.Data.SQL().Get(ctx, &tote, `SELECT barcode FROM lpn WHERE id = ?`, t.LpnID); err != nil {
		return fmt.Errorf("read tote %d: %w", t.LpnID, err)
	}
	t.Reply.Key, t.Reply.Params = "picking.bill_in_tote", fault.Params{"tote": tote}
	return nil
}

// atStop locks the stop at hand, the one that took its place when it ended. A stop
// that is no longer to be picked, because its order was cancelled meanwhile, is left
// for the next.
func (t *pick) atStop(ctx context.Context) (err error) {
	if t.stop, err = lockTask(ctx, t.Data.SQL(), t.TaskID); err != nil {
		return err
	}
	if !t.stop.open() {
		id, err := heir(ctx, t.Data.SQL(), t.stop)
		if err != nil {
			return err
		}
		if id != 0 {
			t.TaskID = id
			if t.stop, err = lockTask(ctx, t.Data.SQL(), id); err != nil {
				return err
			}
		}
	}
	if err := t.stop.mustBeOf(t.Actor.UserID); err != nil {
		return err
	}
	if !t.stop.open() {
		err := t.next(ctx)
		t.Reply = plugin.Reply{Key: "picking.task_gone", Params: fault.Params{"sku": t.stop.SKU, "position": t.stop.Position}, Sound: soundError}
		return err
	}
	if why := t.stop.stale(t.Data.SQL().Now()); why != "" && (t.In.Kind != plugin.KindButton || t.In.Text() != "pause") {
		return t.refuseStale(ctx, why)
	}
	return nil
}

// oneInput is a confirmed pick in one input, as fast devices send it.
type oneInput struct {
	Position string      `json:"position"`
	Item     string      `json:"item"`
	Qty      json.Number `json:"qty"`
	Serials  []string    `json:"serials"`
}

// pickAtOnce takes a whole pick.
func (t *pick) pickAtOnce(ctx context.Context, one oneInput) error {
	qty, err := plugin.ReadQuantity(one.Qty.String(), contract.QtyDigits)
	if err != nil {
		return err
	}
	if err := t.scanPosition(ctx, one.Position); err != nil {
		return err
	}
	if err := t.scanItem(ctx, one.Item); err != nil {
		return err
	}
	t.Serials = one.Serials
	return t.confirm(ctx, qty)
}

// scanPosition refuses a position other than that of the stop.
func (t *pick) scanPosition(ctx context.Context, code string) error {
	at, err := t.place(ctx, t.Session, code, t.stop.WarehouseID)
	if err != nil {
		return err
	}
	if at.ID != t.stop.PositionID {
		return fault.New(fault.Invalid, "picking.wrong_position", "got", at.Label, "want", t.stop.Position)
	}
	t.GoTo(stepItem)
	t.Kept("", "")
	return nil
}

// scanItem refuses goods other than the stop's, and a label that names another lot.
func (t *pick) scanItem(ctx context.Context, code string) error {
	stop := t.stop
	found, err := t.products(ctx, t.Session, code, plugin.Scope{"consignor_id": stop.ConsignorID})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found, func(c plugin.Candidate) bool { return c.ID == stop.ProductID }) {
		return fault.New(fault.Invalid, "picking.wrong_item", "got", found[0].Label, "want", stop.SKU)
	}
	t.GoTo(stepQty)
	t.Kept("", "")
	if stop.SerialCtl {
		t.GoTo(stepSerial)
	}
	if stop.LotNo == "" {
		return nil
	}
	lots, err := t.codes.Resolve(ctx, t.Data, code, plugin.Scope{"product_id": stop.ProductID}, "lot")
	if fault.IsKey(err, "station.code_unknown") {
		return nil // the label says nothing about the lot
	}
	if err == nil && lots[0].ID != stop.LotID.Int64 {
		return fault.New(fault.Invalid, "picking.wrong_lot", "got", lots[0].Label, "want", stop.LotNo)
	}
	return err
}

func (t *pick) skip(ctx context.Context) error {
	t.Skipped = append(t.Skipped, t.stop.ID)
	return t.next(ctx)
}

// pause puts the bill down for others.
func (t *pick) pause(ctx context.Context) error {
	bill := t.BillID
	t.BillID, t.TaskID, t.LpnID, t.Skipped, t.Serials = 0, 0, 0, nil, nil
	t.GoTo(stepTask)
	t.Reply.Key, t.Reply.Undo = "picking.put_down", change{PutDown: bill}
	return putDown(ctx, t.Session, bill)
}

func (t *pick) otherPosition(ctx context.Context) error { return t.goElsewhere(ctx, otherPosition) }
func (t *pick) otherLot(ctx context.Context) error      { return t.goElsewhere(ctx, otherLot) }

func (t *pick) goElsewhere(ctx context.Context, by search) error {
	m, err := t.elsewhere(ctx, t.Data, t.stop, by)
	if err != nil {
		return err
	}
	err = t.goOn(ctx)
	t.Reply.Key, t.Reply.Undo = "picking.moved", change{Moved: m}
	return err
}

// scanSerial collects serial numbers until the stop has all of them.
func (t *pick) scanSerial(ctx context.Context) (err error) {
	t.Serials, err = t.addSerial(ctx, t.Session, t.Serials, t.stop.ProductID, t.stop.place(), t.In.Text())
	if err != nil || contract.Pieces(len(t.Serials)) < t.stop.left() {
		return err
	}
	return t.confirm(ctx, t.stop.left().Decimal())
}

// enough picks the pieces that were scanned.
func (t *pick) enough(ctx context.Context) error {
	if len(t.Serials) == 0 {
		return fault.New(fault.Invalid, "station.bad_button", "code", t.In.Text())
	}
	return t.confirm(ctx, decimal.NewFromInt(int64(len(t.Serials))))
}

// enterQty takes the quantity; less than the stop says leaves the rest to do.
func (t *pick) enterQty(ctx context.Context) error {
	qty, err := contract.ReadPieces(ctx, t.codes, t.Data, t.In, t.stop.ProductID, contract.QtyDigits)
	if err != nil {
		return err
	}
	return t.confirm(ctx, qty)
}

// confirm picks and goes on.
func (t *pick) confirm(ctx context.Context, qty decimal.Decimal) error {
	if err := contract.AtMost(qty, t.stop.left()); err != nil {
		return err
	}
	if t.stop.SerialCtl && !qty.IsInteger() {
		return fault.New(fault.Invalid, "station.bad_qty", "value", qty.String())
	}
	did, err := t.pick(ctx, t.Data, t.stop, t.LpnID, qty, t.Serials)
	if err != nil {
		return err
	}
	if err := t.after(ctx, contract.QtyOf(qty)); err != nil {
		return err
	}
	t.Reply.Undo = change{Picked: did}
	if t.Reply.Key == "" {
		t.Reply.Key, t.Reply.Params = "picking.picked", fault.Params{"sku": t.stop.SKU, "qty": qty.String()}
	}
	return sayStopped(ctx, t.Data.SQL(), t.stop, &t.Reply)
}

// after goes on from a stop of which a quantity was picked: nothing else of the bill
// changed, so that the device knows the rest.
func (t *pick) after(ctx context.Context, qty contract.Qty) error {
	left := t.stop.left() - qty
	t.Kept(pool(t.stop), left.Text())
	if left == 0 {
		t.Done, t.Left = t.Done+1, t.Left-1
	}
	return t.walkOn(ctx)
}

// giveUp takes the reason of a shortage.
func (t *pick) giveUp(ctx context.Context, reason string) error {
	moved, err := t.leave(ctx, reason)
	if moved && t.Reply.Key != keyStopped {
		t.Reply.Key = "picking.moved"
	}
	return err
}

// change is what an input did beyond the task; one of the members is set.
type change struct {
	Take    int64   `json:"take,omitempty"`     // pick bill taken
	PutDown int64   `json:"put_down,omitempty"` // pick bill put down
	Picked  *picked `json:"picked,omitempty"`
	Moved   *moved  `json:"moved,omitempty"`
}

func (t *pick) takeBack(ctx context.Context, did change) error {
	switch {
	case did.Take != 0:
		return putDown(ctx, t.Session, did.Take)
	case did.PutDown != 0:
		return claim(ctx, t.Session, did.PutDown)
	case did.Picked != nil:
		return t.unpick(ctx, t.Data, did.Picked)
	case did.Moved != nil:
		return t.moveBack(ctx, t.Data, did.Moved)
	}
	return nil
}
