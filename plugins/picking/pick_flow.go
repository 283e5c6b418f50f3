package picking

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
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
var shortReasons = []string{"not_found", "damaged", "less"}

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

var _ plugin.Undoer = pickFlow{}

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
	handle, ok := map[string]func(context.Context, *plugin.Session, *pickState, plugin.Input) (plugin.Reply, error){
		stepTask: f.takeBill, stepCart: f.takeCart, stepPosition: f.atPosition, stepItem: f.scanItem,
		stepSerial: f.scanSerial, stepQty: f.enterQty, stepReason: f.giveUp,
	}[s.Step()]
	if !ok {
		return plugin.Reply{}, fault.New(fault.Conflict, "picking.bill_done")
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
	return plugin.Reply{}, nil
}

func (f pickFlow) findBill(ctx context.Context, s *plugin.Session, in plugin.Input) (int64, error) {
	warehouse := plugin.Int(s.Params, "warehouse_id")
	if in.Kind == plugin.KindButton {
		return nextBill(ctx, s.Data.SQL(), warehouse, 0)
	}
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), nil, "pick_bill", "wave")
	if err != nil {
		return 0, err
	}
	if found[0].Kind == "wave" {
		return nextBill(ctx, s.Data.SQL(), warehouse, found[0].ID)
	}
	return found[0].ID, nil
}

// claim takes a ready bill for the picker, or goes on with his own.
func claim(ctx context.Context, s *plugin.Session, bill int64) error {
	var now struct {
		Status string `db:"status"`
		Picker int64  `db:"picker"`
		Wave   int64  `db:"wave_id"`
	}
	err := s.Data.SQL().Get(ctx, &now, `SELECT status, COALESCE(picker_id, 0) AS picker, wave_id FROM pick_bill WHERE id = ?`, bill)
	if err != nil {
		return fmt.Errorf("read pick bill %d: %w", bill, err)
	}
	if now.Status == "picking" && now.Picker == s.Actor.UserID {
		return nil
	}
	if now.Status != "ready" {
		return fault.New(fault.Conflict, "picking.bill_taken")
	}
	if _, err := s.Data.Act(ctx, "pick_bill", "take", bill, nil); err != nil {
		return err
	}
	_, err = s.Data.SQL().Exec(ctx, `UPDATE pick_bill SET picker_id = ?, taken_at = ? WHERE id = ?`, s.Actor.UserID, nowMillis(), bill)
	if err != nil {
		return fmt.Errorf("take pick bill %d: %w", bill, err)
	}
	return actIn(ctx, s.Data, "wave", now.Wave, "released", "start")
}

// takeCart names the tote that the goods go into. A tote is known from its first
// scan; a code that means something else is refused.
func (f pickFlow) takeCart(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind != plugin.KindButton {
		lpn, err := f.tote(ctx, s, st.BillID, in.Text())
		if err != nil {
			return plugin.Reply{}, err
		}
		st.LpnID = lpn
	}
	return f.next(ctx, s, st)
}

func (f pickFlow) tote(ctx context.Context, s *plugin.Session, bill int64, code string) (int64, error) {
	var warehouse int64
	if err := s.Data.SQL().Get(ctx, &warehouse, `SELECT warehouse_id FROM pick_bill WHERE id = ?`, bill); err != nil {
		return 0, fmt.Errorf("read warehouse of pick bill %d: %w", bill, err)
	}
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"warehouse_id": warehouse}, "lpn", "position", "product", "pick_bill")
	if err == nil {
		if found[0].Kind != "lpn" {
			return 0, fault.New(fault.Invalid, "picking.not_a_tote", "code", code)
		}
		return found[0].ID, nil
	}
	if !fault.IsKey(err, "station.code_unknown") {
		return 0, err
	}
	row, err := s.Data.Save(ctx, "lpn", plugin.Row{"warehouse_id": warehouse, "barcode": code, "lpn_type": "tote", "status": "in_use"})
	return plugin.ID(row), err
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

// oneInput is a confirmed pick in one input, as fast devices send it.
type oneInput struct {
	Position string          `json:"position"`
	Item     string          `json:"item"`
	Qty      decimal.Decimal `json:"qty"`
	Serials  []string        `json:"serials"`
}

// atPosition takes the scan of the position, a whole pick, or a button.
func (f pickFlow) atPosition(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	switch {
	case in.Kind == plugin.KindButton:
		return f.button(ctx, s, st, in.Text())
	case in.Kind == plugin.KindForm:
		return f.pickAtOnce(ctx, s, st, in)
	}
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := f.checkPosition(ctx, s, t, in.Text()); err != nil {
		return plugin.Reply{}, err
	}
	s.GoTo(stepItem)
	return plugin.Reply{}, nil
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

func (f pickFlow) checkItem(ctx context.Context, s *plugin.Session, t *task, code string) error {
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"consignor_id": t.ConsignorID}, "product", "sku", "serial")
	if err != nil {
		return err
	}
	for _, c := range found {
		if c.ID == t.ProductID {
			return nil
		}
	}
	return fault.New(fault.Invalid, "picking.wrong_item", "got", found[0].Label, "want", t.SKU)
}

func (f pickFlow) pickAtOnce(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	var one oneInput
	if err := json.Unmarshal(in.Value, &one); err != nil {
		return plugin.Reply{}, fault.New(fault.Invalid, "picking.bad_form").Because(err)
	}
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := f.checkPosition(ctx, s, t, one.Position); err != nil {
		return plugin.Reply{}, err
	}
	if err := f.checkItem(ctx, s, t, one.Item); err != nil {
		return plugin.Reply{}, err
	}
	if left := quantity(t.left()); one.Qty.Sign() <= 0 || one.Qty.GreaterThan(left) {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.over", "max", left.String(), "value", one.Qty.String())
	}
	st.Serials = one.Serials
	return f.confirm(ctx, s, st, t, one.Qty)
}

// button takes the buttons of the steps position and item.
func (f pickFlow) button(ctx context.Context, s *plugin.Session, st *pickState, code string) (plugin.Reply, error) {
	switch code {
	case "skip":
		st.Skipped = append(st.Skipped, st.TaskID)
		return f.next(ctx, s, st)
	case "short":
		s.GoTo(stepReason)
		return plugin.Reply{}, nil
	case "back":
		s.GoTo(stepPosition)
		return plugin.Reply{}, nil
	case "pause":
		if _, err := s.Data.Act(ctx, "pick_bill", "put_down", st.BillID, nil); err != nil {
			return plugin.Reply{}, err
		}
		*st = pickState{}
		s.GoTo(stepTask)
		return plugin.Reply{Key: "picking.put_down"}, nil
	case "other_position", "other_lot":
		return f.elsewhere(ctx, s, st)
	default:
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_button", "code", code)
	}
}

// scanItem takes the scan of the goods.
func (f pickFlow) scanItem(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindButton {
		return f.button(ctx, s, st, in.Text())
	}
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := f.checkItem(ctx, s, t, in.Text()); err != nil {
		return plugin.Reply{}, err
	}
	s.GoTo(stepQty)
	if t.SerialCtl {
		s.GoTo(stepSerial)
	}
	return plugin.Reply{}, nil
}

// scanSerial collects serial numbers until the task has all of them.
func (f pickFlow) scanSerial(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return plugin.Reply{}, err
	}
	for _, known := range st.Serials {
		if known == in.Text() {
			return plugin.Reply{}, fault.New(fault.Invalid, "picking.serial_twice", "serial", known)
		}
	}
	st.Serials = append(st.Serials, in.Text())
	if int64(len(st.Serials))*1000 < t.left() {
		return plugin.Reply{}, nil
	}
	return f.confirm(ctx, s, st, t, quantity(t.left()))
}

// enterQty takes the quantity; less than the task says leaves the rest to do.
func (f pickFlow) enterQty(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindButton {
		return f.button(ctx, s, st, in.Text())
	}
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return plugin.Reply{}, err
	}
	qty, err := readQty(in, quantity(t.left()))
	if err != nil {
		return plugin.Reply{}, err
	}
	return f.confirm(ctx, s, st, t, qty)
}

// confirm picks and goes on.
func (f pickFlow) confirm(ctx context.Context, s *plugin.Session, st *pickState, t *task, qty decimal.Decimal) (plugin.Reply, error) {
	did, err := f.pick(ctx, s.Data, t, st.LpnID, qty, st.Serials)
	if err != nil {
		return plugin.Reply{}, err
	}
	reply, err := f.next(ctx, s, st)
	reply.Undo = did
	if reply.Key == "" {
		reply.Key, reply.Params = "picking.picked", fault.Params{"sku": t.SKU, "qty": qty.String()}
	}
	return reply, err
}

// giveUp takes the reason of a shortage.
func (f pickFlow) giveUp(ctx context.Context, s *plugin.Session, st *pickState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindButton && in.Text() == "back" {
		s.GoTo(stepPosition)
		return plugin.Reply{}, nil
	}
	reason := in.Text()
	known := false
	for _, r := range shortReasons {
		known = known || r == reason
	}
	if !known {
		return plugin.Reply{}, fault.New(fault.Invalid, "picking.no_reason")
	}
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := f.short(ctx, s.Data, t, reason); err != nil {
		return plugin.Reply{}, err
	}
	return f.next(ctx, s, st)
}

// Undo takes a pick back; other inputs changed nothing but the state.
func (f pickFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var d done
	if err := json.Unmarshal(token, &d); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	return f.unpick(ctx, s.Data, d)
}
