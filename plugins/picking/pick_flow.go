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

// Steps of the station pick.
const (
	stepTask     = "task"
	stepCart     = "cart"
	stepPosition = "position"
	stepItem     = "item"
	stepSerial   = "serial"
	stepQty      = "qty"
	stepReason   = "short_reason"
)

// shortReasons are why a picker finds less than the task says.
var shortReasons = []string{notFound, damaged, less}

// pickState is what the station remembers.
type pickState struct {
	BillID  int64    `json:"bill,omitempty"`
	TaskID  int64    `json:"task,omitempty"`
	LpnID   int64    `json:"lpn,omitempty"`
	Skipped []int64  `json:"skipped,omitempty"`
	Serials []string `json:"serials,omitempty"`
}

// pickFlow leads a picker along the walk of a pick bill.
type pickFlow struct{ floor }

// Start begins without a bill.
func (f pickFlow) Start(_ context.Context, s *plugin.Session) error {
	s.GoTo(stepTask)
	return s.Store(pickState{})
}

// Input does what the step takes.
func (f pickFlow) Input(ctx context.Context, s *plugin.Session, in plugin.Input) (plugin.Reply, error) {
	var st pickState
	if err := s.Load(&st); err != nil {
		return plugin.Reply{}, err
	}
	handle := f.atTask
	switch s.Step() {
	case stepTask:
		handle = f.takeBill
	case stepCart:
		handle = f.takeCart
	}
	reply, err := handle(ctx, s, &st, in)
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

// takeBill claims a pick bill: the scanned one, one of the scanned wave, or the next.
func (f pickFlow) takeBill(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	id, err := f.findBill(ctx, s, in)
	if err != nil {
		return plugin.Reply{}, err
	}
	if id == 0 {
		return plugin.Reply{}, fault.New(fault.Invalid, "picking.nothing_to_pick")
	}
	if err := claim(ctx, s, id); err != nil {
		return plugin.Reply{}, err
	}
	st.BillID = id
	s.GoTo(stepCart)
	return plugin.Reply{Undo: change{Take: id}}, nil
}

func (f pickFlow) findBill(ctx context.Context, s *plugin.Session, in plugin.Input) (int64, error) {
	if in.Kind == plugin.KindButton {
		if in.Text() != "next" {
			return 0, badButton(in)
		}
		return nextBill(ctx, s.Data.SQL(), warehouseOf(s), 0)
	}
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), scopeOf(s), "pick_bill", "wave")
	if err != nil {
		return 0, err
	}
	if found[0].Kind == "wave" {
		return nextBill(ctx, s.Data.SQL(), warehouseOf(s), found[0].ID)
	}
	return found[0].ID, nil
}

func badButton(in plugin.Input) error {
	return fault.New(fault.Invalid, "station.bad_button", "code", in.Text())
}

// takeCart names the tote or cart that the goods go into.
func (f pickFlow) takeCart(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindButton {
		if in.Text() != "no_cart" {
			return plugin.Reply{}, badButton(in)
		}
		return f.begin(ctx, s, st)
	}
	bill, err := readHolder(ctx, s.Data.SQL(), st.BillID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if st.LpnID, err = f.tote(ctx, s, bill.Warehouse, in.Text()); err != nil {
		return plugin.Reply{}, err
	}
	return f.begin(ctx, s, st)
}

// begin begins the walk; what may no longer be shipped is not walked to.
func (f pickFlow) begin(ctx context.Context, s *plugin.Session, st *pickState) (plugin.Reply, error) {
	if err := f.leaveStale(ctx, s, st.BillID); err != nil {
		return plugin.Reply{}, err
	}
	return f.next(ctx, s, st)
}

// tote finds the tote with a code. One that is scanned for the first time is known
// from then on; a code that means something else is refused.
func (f pickFlow) tote(ctx context.Context, s *plugin.Session, warehouse int64, code string) (int64, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"warehouse_id": warehouse}, "lpn", "position", "product", "sku", "pick_bill", "wave", "order")
	if fault.IsKey(err, "station.code_unknown") {
		row, err := s.Data.Save(ctx, "lpn", plugin.Row{"warehouse_id": warehouse, "barcode": code, "lpn_type": "tote", "status": "in_use"})
		return plugin.ID(row), err
	}
	if err != nil {
		return 0, err
	}
	if kind := found[0].Detail; found[0].Kind != "lpn" || kind != "tote" && kind != "cart" {
		return 0, fault.New(fault.Invalid, "picking.not_a_tote", "code", code)
	}
	return found[0].ID, nil
}

// next goes to the next stop, or to the end.
func (f pickFlow) next(ctx context.Context, s *plugin.Session, st *pickState) (plugin.Reply, error) {
	tasks, err := openTasks(ctx, s.Data.SQL(), st.BillID, st.Skipped)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.TaskID, st.Serials = 0, nil
	if len(tasks) == 0 {
		s.GoTo(plugin.StepDone)
		return plugin.Reply{Key: "picking.bill_finished", Sound: plugin.SoundDone}, nil
	}
	st.TaskID = tasks[0].ID
	s.GoTo(stepPosition)
	return plugin.Reply{}, nil
}

// atTask takes an input at a stop. A stop that is no longer to be picked, because
// its order was cancelled meanwhile, is left for the next.
func (f pickFlow) atTask(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	t, err := f.current(ctx, s.Data.SQL(), st)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := t.mustBeOf(s.Actor.UserID); err != nil {
		return plugin.Reply{}, err
	}
	if !t.open() {
		reply, err := f.next(ctx, s, st)
		reply.Key, reply.Params, reply.Sound = "picking.task_gone", fault.Params{"sku": t.SKU, "position": t.Position}, soundError
		return reply, err
	}
	if why := t.stale(s.Data.SQL().Now()); why != "" && (in.Kind != plugin.KindButton || in.Text() != "pause") {
		return f.refuseStale(ctx, s, st, t, why)
	}
	if in.Kind == plugin.KindButton && s.Step() != stepReason {
		return f.button(ctx, s, st, t, in)
	}
	handle, ok := map[string]func(context.Context, *plugin.Session, *pickState, *task, plugin.Input) (plugin.Reply, error){
		stepPosition: f.atPosition, stepItem: f.scanItem, stepSerial: f.scanSerial, stepQty: f.enterQty, stepReason: f.giveUp,
	}[s.Step()]
	if !ok {
		return plugin.Reply{}, fmt.Errorf("station pick has no step %s", s.Step())
	}
	return handle(ctx, s, st, t, in)
}

// current is the task of the station, locked; the one that took its place when it
// ended.
func (f pickFlow) current(ctx context.Context, tx plugin.Tx, st *pickState) (*task, error) {
	t, err := lockTask(ctx, tx, st.TaskID)
	if err != nil || t.open() {
		return t, err
	}
	id, err := heir(ctx, tx, t)
	if err != nil || id == 0 {
		return t, err
	}
	st.TaskID = id
	return lockTask(ctx, tx, id)
}

// oneInput is a confirmed pick in one input, as fast devices send it.
type oneInput struct {
	Position string      `json:"position"`
	Item     string      `json:"item"`
	Qty      json.Number `json:"qty"`
	Serials  []string    `json:"serials"`
}

func readOne(in plugin.Input) (one oneInput, qty decimal.Decimal, err error) {
	if err := json.Unmarshal(in.Value, &one); err != nil {
		return one, qty, fault.New(fault.Invalid, "picking.bad_form").Because(err)
	}
	qty, err = plugin.ReadQuantity(one.Qty.String(), digits)
	return one, qty, err
}

// atPosition takes the scan of the position, or a whole pick.
func (f pickFlow) atPosition(ctx context.Context, s *plugin.Session, st *pickState, t *task, in plugin.Input) (plugin.Reply, error) {
	if in.Kind != plugin.KindForm {
		s.GoTo(stepItem)
		return plugin.Reply{}, f.checkPosition(ctx, s, t, in.Text())
	}
	one, qty, err := readOne(in)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := f.checkPosition(ctx, s, t, one.Position); err != nil {
		return plugin.Reply{}, err
	}
	if err := f.checkItem(ctx, s, t, one.Item); err != nil {
		return plugin.Reply{}, err
	}
	st.Serials = one.Serials
	return f.confirm(ctx, s, st, t, qty)
}

func (f pickFlow) checkPosition(ctx context.Context, s *plugin.Session, t *task, code string) error {
	at, err := f.place(ctx, s, code, t.WarehouseID)
	if err != nil {
		return err
	}
	if at.ID != t.PositionID {
		return fault.New(fault.Invalid, "picking.wrong_position", "got", at.Label, "want", t.Position)
	}
	return nil
}

// checkItem refuses goods other than the task's, and a label that names another lot.
func (f pickFlow) checkItem(ctx context.Context, s *plugin.Session, t *task, code string) error {
	found, err := f.products(ctx, s, code, plugin.Scope{"consignor_id": t.ConsignorID})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found, func(c plugin.Candidate) bool { return c.ID == t.ProductID }) {
		return fault.New(fault.Invalid, "picking.wrong_item", "got", found[0].Label, "want", t.SKU)
	}
	if t.LotNo == "" {
		return nil
	}
	lots, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"product_id": t.ProductID}, "lot")
	if fault.IsKey(err, "station.code_unknown") {
		return nil // the label says nothing about the lot
	}
	if err == nil && lots[0].ID != t.LotID.Int64 {
		return fault.New(fault.Invalid, "picking.wrong_lot", "got", lots[0].Label, "want", t.LotNo)
	}
	return err
}

// button takes the buttons of a stop.
func (f pickFlow) button(ctx context.Context, s *plugin.Session, st *pickState, t *task, in plugin.Input) (plugin.Reply, error) {
	switch code := in.Text(); {
	case code == "skip":
		st.Skipped = append(st.Skipped, t.ID)
		return f.next(ctx, s, st)
	case code == "short":
		s.GoTo(stepReason)
		return plugin.Reply{}, nil
	case code == "other_position":
		return f.goElsewhere(ctx, s, st, t, otherPosition)
	case code == "other_lot":
		return f.goElsewhere(ctx, s, st, t, otherLot)
	case code == "enough" && len(st.Serials) > 0:
		return f.confirm(ctx, s, st, t, decimal.NewFromInt(int64(len(st.Serials))))
	case code == "pause":
		bill := st.BillID
		*st = pickState{}
		s.GoTo(stepTask)
		return plugin.Reply{Key: "picking.put_down", Undo: change{PutDown: bill}}, putDown(ctx, s, bill)
	}
	return plugin.Reply{}, badButton(in)
}

func (f pickFlow) goElsewhere(ctx context.Context, s *plugin.Session, st *pickState, t *task, by search) (plugin.Reply, error) {
	m, err := f.elsewhere(ctx, s.Data, t, by)
	if err != nil {
		return plugin.Reply{}, err
	}
	reply, err := f.goOn(ctx, s, st, t)
	reply.Key, reply.Undo = "picking.moved", change{Moved: m}
	return reply, err
}

// scanItem takes the scan of the goods.
func (f pickFlow) scanItem(ctx context.Context, s *plugin.Session, _ *pickState, t *task, in plugin.Input) (plugin.Reply, error) {
	s.GoTo(t.afterItem())
	return plugin.Reply{}, f.checkItem(ctx, s, t, in.Text())
}

// afterItem is the step that follows the scan of the goods.
func (t *task) afterItem() string {
	if t.SerialCtl {
		return stepSerial
	}
	return stepQty
}

// scanSerial collects serial numbers until the task has all of them.
func (f pickFlow) scanSerial(ctx context.Context, s *plugin.Session, st *pickState, t *task, in plugin.Input) (plugin.Reply, error) {
	list, err := f.addSerial(ctx, s, st.Serials, t.ProductID, t.place(), in.Text())
	if err != nil {
		return plugin.Reply{}, err
	}
	st.Serials = list
	if int64(len(list))*1000 < t.left() {
		return plugin.Reply{}, nil
	}
	return f.confirm(ctx, s, st, t, quantity(t.left()))
}

// enterQty takes the quantity; less than the task says leaves the rest to do.
func (f pickFlow) enterQty(ctx context.Context, s *plugin.Session, st *pickState, t *task, in plugin.Input) (plugin.Reply, error) {
	qty, err := contract.ReadPieces(ctx, f.codes, s.Data, in, t.ProductID, digits)
	if err != nil {
		return plugin.Reply{}, err
	}
	return f.confirm(ctx, s, st, t, qty)
}

// confirm picks and goes on.
func (f pickFlow) confirm(ctx context.Context, s *plugin.Session, st *pickState, t *task, qty decimal.Decimal) (plugin.Reply, error) {
	if err := atMost(qty, t.left()); err != nil {
		return plugin.Reply{}, err
	}
	if t.SerialCtl && !qty.IsInteger() {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_qty", "value", qty.String())
	}
	did, err := f.pick(ctx, s.Data, t, st.LpnID, qty, st.Serials)
	if err != nil {
		return plugin.Reply{}, err
	}
	reply, err := f.next(ctx, s, st)
	reply.Undo = change{Picked: did}
	if reply.Key == "" {
		reply.Key, reply.Params = "picking.picked", fault.Params{"sku": t.SKU, "qty": qty.String()}
	}
	if err != nil {
		return reply, err
	}
	return reply, sayStopped(ctx, s.Data.SQL(), t, &reply)
}

// giveUp takes the reason of a shortage.
func (f pickFlow) giveUp(ctx context.Context, s *plugin.Session, st *pickState, t *task, in plugin.Input) (plugin.Reply, error) {
	reason := in.Text()
	if in.Kind == plugin.KindButton && reason == "back" {
		s.GoTo(stepPosition)
		return plugin.Reply{}, nil
	}
	if !slices.Contains(shortReasons, reason) {
		return plugin.Reply{}, fault.New(fault.Invalid, "picking.no_reason")
	}
	reply, moved, err := f.leave(ctx, s, st, t, reason)
	if moved && reply.Key != keyStopped {
		reply.Key = "picking.moved"
	}
	return reply, err
}
