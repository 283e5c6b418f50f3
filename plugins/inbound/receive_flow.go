package inbound

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the station receive_by_order.
const (
	stepOrder       = "order"
	stepStaging     = "staging"
	stepItem        = "item"
	stepChoose      = "choose"
	stepQty         = "qty"
	stepLot         = "lot"
	stepExpiry      = "expiry"
	stepSerial      = "serial"
	stepQuality     = "quality"
	stepAcknowledge = "acknowledge"
)

// receiveState is what the station remembers.
type receiveState struct {
	NoticeID  int64 `json:"notice,omitempty"`
	StagingID int64 `json:"staging,omitempty"`
	item
}

// undoReceive says what an input did beyond the state.
type undoReceive struct {
	Received []received `json:"received,omitempty"`
	Finished bool       `json:"finished,omitempty"`
	NoticeID int64      `json:"notice"`
}

// receiveFlow receives the goods of a notice.
type receiveFlow struct{ dock }

var _ plugin.Undoer = receiveFlow{}

// Start asks for a notice.
func (f receiveFlow) Start(_ context.Context, s *plugin.Session) error {
	s.GoTo(stepOrder)
	return s.Store(receiveState{})
}

// Input does what the step takes.
func (f receiveFlow) Input(ctx context.Context, s *plugin.Session, in plugin.Input) (plugin.Reply, error) {
	var st receiveState
	if err := s.Load(&st); err != nil {
		return plugin.Reply{}, err
	}
	st.Leave = st.Leave || s.Allows(overReceipt)
	var reply plugin.Reply
	var err error
	if in.Kind == plugin.KindButton {
		reply, err = f.button(ctx, s, &st, in.Text())
	} else {
		reply, err = f.step(ctx, s, &st, in)
	}
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

func (f receiveFlow) step(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) (plugin.Reply, error) {
	handle, ok := map[string]func(context.Context, *plugin.Session, *receiveState, plugin.Input) error{
		stepOrder: f.order, stepStaging: f.staging, stepQty: f.qty, stepLot: f.lot, stepExpiry: f.expiry, stepSerial: f.serial, stepQuality: f.quality,
	}[s.Step()]
	switch {
	case s.Step() == stepItem:
		return f.item(ctx, s, st, in)
	case s.Step() == stepChoose:
		return f.chosen(ctx, s, st, in.Text())
	case s.Step() == stepAcknowledge && in.Kind == plugin.KindForm: // a confirm step's own button
		return f.finish(ctx, s, st, true)
	case !ok:
		return plugin.Reply{}, fault.New(fault.Invalid, "inbound.press_button")
	}
	if err := handle(ctx, s, st, in); err != nil {
		return plugin.Reply{}, err
	}
	return f.advance(ctx, s, st)
}

// button takes back, finish, and the wish to say the quality.
func (f receiveFlow) button(ctx context.Context, s *plugin.Session, st *receiveState, code string) (plugin.Reply, error) {
	switch step := s.Step(); {
	case code == "finish" && step == stepItem:
		return f.finish(ctx, s, st, false)
	case code == "quality" && step == stepQty:
		st.Asked = true
		s.GoTo(stepQuality)
		return plugin.Reply{}, nil
	case code == "back" && step != stepOrder:
		st.back(s)
		return plugin.Reply{}, nil
	default:
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_button", "code", code)
	}
}

// back goes to the item from what is asked about it, else one step up.
func (st *receiveState) back(s *plugin.Session) {
	st.item = item{}
	switch {
	case s.Step() == stepStaging || st.NoticeID == 0:
		*st = receiveState{}
		s.GoTo(stepOrder)
	case s.Step() == stepItem:
		s.GoTo(stepStaging)
	default:
		s.GoTo(stepItem)
	}
}

// order takes a notice that is being unloaded.
func (f receiveFlow) order(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) error {
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), scopeOf(s), "asn")
	if err != nil {
		return err
	}
	if len(found) == 1 {
		return f.take(ctx, s, st, found[0].ID)
	}
	st.item = item{Code: in.Text()}
	for _, c := range found {
		st.Meanings = append(st.Meanings, meaning{ID: c.ID})
	}
	s.GoTo(stepChoose)
	return nil
}

func (f receiveFlow) take(ctx context.Context, s *plugin.Session, st *receiveState, notice int64) error {
	n, err := readNotice(ctx, s.Data.SQL(), notice)
	if err != nil {
		return err
	}
	*st = receiveState{NoticeID: n.ID}
	s.GoTo(stepStaging)
	return n.mustBeUnloading()
}

// staging takes the position where the goods are put first.
func (f receiveFlow) staging(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) error {
	n, err := readNotice(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return err
	}
	st.StagingID, _, err = f.position(ctx, s.Data, in.Text(), plugin.Scope{"warehouse_id": n.WarehouseID}, contract.UseStagingIn)
	s.GoTo(stepItem)
	return err
}

// itemForm is an item with all that is asked, in one input.
type itemForm struct {
	Item    string      `json:"item"`
	Qty     json.Number `json:"qty"`
	Lot     string      `json:"lot"`
	Expiry  string      `json:"expiry"`
	Quality string      `json:"quality"`
	Serials []string    `json:"serials"`
}

// item takes the scan of goods, or all about them in one input.
func (f receiveFlow) item(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindForm {
		return f.form(ctx, s, st, in)
	}
	meanings, err := f.meanings(ctx, s, st, in.Text(), "")
	if err != nil {
		return plugin.Reply{}, err
	}
	if len(meanings) > 1 {
		st.item = item{Code: in.Text(), Meanings: meanings}
		s.GoTo(stepChoose)
		return plugin.Reply{}, nil
	}
	st.item = meanings[0].take()
	return f.advance(ctx, s, st)
}

// form takes all about an item at once; what is missing is refused by name.
func (f receiveFlow) form(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) (plugin.Reply, error) {
	var one itemForm
	if err := readForm(in, &one); err != nil {
		return plugin.Reply{}, err
	}
	meanings, err := f.meanings(ctx, s, st, one.Item, one.Lot)
	if err != nil {
		return plugin.Reply{}, err
	}
	if len(meanings) > 1 {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.choose", "code", one.Item)
	}
	qty, err := readQty(one.Qty.String(), false)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.item = item{LineID: meanings[0].ID, Qty: qty, LotNo: one.Lot, ExpDate: one.Expiry, Quality: one.Quality, Serials: one.Serials, Leave: st.Leave}
	return f.post(ctx, s, st)
}

// chosen takes one of the things that a code may mean.
func (f receiveFlow) chosen(ctx context.Context, s *plugin.Session, st *receiveState, code string) (plugin.Reply, error) {
	at := slices.IndexFunc(st.Meanings, func(m meaning) bool { return strconv.FormatInt(m.ID, 10) == code })
	if at < 0 {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.choose", "code", st.Code)
	}
	one := st.Meanings[at]
	if st.NoticeID == 0 {
		return plugin.Reply{}, f.take(ctx, s, st, one.ID)
	}
	st.item = one.take()
	return f.advance(ctx, s, st)
}

// wanted is what the notice wants of the goods at hand.
func (f receiveFlow) wanted(ctx context.Context, s *plugin.Session, st *receiveState) (wanted, error) {
	return readWanted(ctx, s.Data.SQL(), st.NoticeID, st.LineID)
}

// mayCome refuses a quantity beyond the tolerance, before it is posted.
func (f receiveFlow) mayCome(ctx context.Context, s *plugin.Session, st *receiveState, qty decimal.Decimal) error {
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return err
	}
	n, err := readNotice(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return err
	}
	tolerance, err := toleranceOf(ctx, s.Data, n, st.Leave)
	if err != nil {
		return err
	}
	return mayCome(w, tolerance, qty)
}

// qty takes a typed quantity, or one more scan of the item.
func (f receiveFlow) qty(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) error {
	if in.Kind == plugin.KindScan {
		more, err := f.oneMore(ctx, s, st, in.Text())
		if err != nil {
			return err
		}
		if more.Sign() > 0 {
			st.Offer, st.Counting = st.Offer.Add(more), true
			return f.mayCome(ctx, s, st, st.Offer)
		}
	}
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return err
	}
	if st.Qty, err = readQty(in.Text(), w[0].SerialCtl); err != nil {
		return err
	}
	return f.mayCome(ctx, s, st, st.Qty)
}

// oneMore is what another scan adds: nothing when the text is no code of goods but
// a number, which fast fingers type like a scanner.
func (f receiveFlow) oneMore(ctx context.Context, s *plugin.Session, st *receiveState, code string) (decimal.Decimal, error) {
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return decimal.Zero, err
	}
	found, err := f.products(ctx, s.Data, code, nil)
	if fault.IsKey(err, "station.code_unknown") {
		return decimal.Zero, nil
	}
	if err != nil {
		return decimal.Zero, err
	}
	at := slices.IndexFunc(found, func(c plugin.Candidate) bool { return c.ID == w[0].ProductID })
	if at < 0 {
		return decimal.Zero, fault.New(fault.Invalid, "inbound.qty_first", "sku", w[0].SKU)
	}
	return contract.PackOf(found[at]), nil
}

func (f receiveFlow) lot(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) error {
	if st.LotNo = in.Text(); st.LotNo != "" {
		return nil
	}
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return err
	}
	return fault.New(fault.Invalid, "stock.lot_needed", "product", w[0].SKU)
}

func (f receiveFlow) expiry(_ context.Context, _ *plugin.Session, st *receiveState, in plugin.Input) error {
	st.ExpDate = in.Text()
	return mustBeDate(st.ExpDate)
}

// serial takes one number; one that is in stock is refused at once, so that the
// person still holds the piece.
func (f receiveFlow) serial(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) error {
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return err
	}
	var known int64
	err = s.Data.SQL().Get(ctx, &known, `SELECT COUNT(*) FROM serial WHERE product_id = ? AND serial_no = ? AND status = 'in_stock'`, w[0].ProductID, in.Text())
	if err != nil {
		return fmt.Errorf("look for serial %s: %w", in.Text(), err)
	}
	if known > 0 {
		return fault.New(fault.Conflict, "stock.serial_duplicate", "serial", in.Text(), "product", w[0].SKU)
	}
	st.Serials, err = addSerial(st.Serials, in.Text())
	return err
}

func (f receiveFlow) quality(_ context.Context, s *plugin.Session, st *receiveState, in plugin.Input) error {
	st.Quality = in.Text()
	if !slices.ContainsFunc(qualities(s), func(c plugin.Choice) bool { return c.Code == st.Quality }) {
		return fault.New(fault.Invalid, "station.choose", "code", st.Quality)
	}
	return nil
}

// advance goes to the next thing that must be asked, and posts when all is known.
func (f receiveFlow) advance(ctx context.Context, s *plugin.Session, st *receiveState) (plugin.Reply, error) {
	if st.LineID == 0 {
		return plugin.Reply{}, nil // no goods at hand yet
	}
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	switch line := &w[0]; {
	case st.Qty.IsZero():
		s.GoTo(stepQty)
	case line.LotCtl && st.LotNo == "" && !line.LotNo.Valid:
		s.GoTo(stepLot)
	case line.ExpiryCtl && st.ExpDate == "" && !line.ExpDate.Valid:
		s.GoTo(stepExpiry)
	case line.SerialCtl && decimal.NewFromInt(int64(len(st.Serials))).LessThan(st.Qty):
		s.GoTo(stepSerial)
	case st.Quality == "" && (st.Asked || line.Quality != good):
		s.GoTo(stepQuality)
	default:
		return f.post(ctx, s, st)
	}
	return plugin.Reply{}, nil
}

// post receives what is at hand.
func (f receiveFlow) post(ctx context.Context, s *plugin.Session, st *receiveState) (plugin.Reply, error) {
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	a, err := st.arrival(w)
	if err != nil {
		return plugin.Reply{}, err
	}
	lines, err := f.receive(ctx, s.Data, st.NoticeID, st.StagingID, a)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.item = item{}
	s.GoTo(stepItem)
	return plugin.Reply{
		Key: "inbound.received", Params: fault.Params{"sku": w[0].SKU, "qty": a.qty.String()},
		Undo: undoReceive{Received: lines, NoticeID: st.NoticeID},
	}, nil
}

// finish ends the receiving; differences must be acknowledged.
func (f receiveFlow) finish(ctx context.Context, s *plugin.Session, st *receiveState, acknowledged bool) (plugin.Reply, error) {
	lines, err := readExpected(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return plugin.Reply{}, err
	}
	differs := slices.ContainsFunc(lines, func(l expected) bool { return l.Received != l.Qty })
	if differs && !acknowledged {
		s.GoTo(stepAcknowledge)
		return plugin.Reply{}, nil
	}
	_, err = s.Data.Act(ctx, "asn", "finish", st.NoticeID, plugin.Row{"differences_acknowledged": acknowledged})
	s.GoTo(plugin.StepDone)
	return plugin.Reply{Key: "inbound.finished", Sound: plugin.SoundDone, Undo: undoReceive{Finished: true, NoticeID: st.NoticeID}}, err
}

// Undo takes a scan or the finish back.
func (f receiveFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var did undoReceive
	if err := json.Unmarshal(token, &did); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	if did.Finished {
		_, err := s.Data.Act(ctx, "asn", "cancel_finish", did.NoticeID, nil)
		return err
	}
	return f.undoScan(ctx, s.Data, did.NoticeID, did.Received)
}
