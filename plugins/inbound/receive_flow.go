package inbound

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

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
	stepAcknowledge = "acknowledge"
)

// receiveState is what the station remembers.
type receiveState struct {
	NoticeID  int64           `json:"notice,omitempty"`
	StagingID int64           `json:"staging,omitempty"`
	LineID    int64           `json:"line,omitempty"`
	Pack      decimal.Decimal `json:"pack"` // what the scanned code holds
	Qty       decimal.Decimal `json:"qty"`
	LotNo     string          `json:"lot,omitempty"`
	ExpDate   string          `json:"exp,omitempty"`
	Serials   []string        `json:"serials,omitempty"`
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
	switch s.Step() {
	case stepOrder:
		return f.order(ctx, s, st, in.Text())
	case stepStaging:
		return f.staging(ctx, s, st, in.Text())
	case stepAcknowledge:
		return f.finish(ctx, s, st, true)
	case stepItem:
		return f.item(ctx, s, st, in)
	case stepQty:
		qty, err := readQty(in.Text())
		if err != nil {
			return plugin.Reply{}, err
		}
		st.Qty = qty
	case stepLot:
		st.LotNo = in.Text()
	case stepExpiry:
		if !isDate.MatchString(in.Text()) {
			return plugin.Reply{}, fault.New(fault.Invalid, "inbound.bad_date", "value", in.Text())
		}
		st.ExpDate = in.Text()
	case stepSerial:
		st.Serials = append(st.Serials, in.Text())
		st.Qty = decimal.NewFromInt(int64(len(st.Serials)))
	default:
		return plugin.Reply{}, fault.New(fault.Conflict, "inbound.notice_done")
	}
	return f.advance(ctx, s, st)
}

var isDate = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`)

// button takes back, finish and confirm.
func (f receiveFlow) button(ctx context.Context, s *plugin.Session, st *receiveState, code string) (plugin.Reply, error) {
	switch {
	case code == "back" && s.Step() == stepStaging:
		*st = receiveState{}
		s.GoTo(stepOrder)
	case code == "back" && s.Step() == stepItem:
		s.GoTo(stepStaging)
	case code == "back":
		st.clear()
		s.GoTo(stepItem)
	case code == "finish" && s.Step() == stepItem:
		return f.finish(ctx, s, st, false)
	default:
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_button", "code", code)
	}
	return plugin.Reply{}, nil
}

// clear forgets the item at hand.
func (st *receiveState) clear() {
	*st = receiveState{NoticeID: st.NoticeID, StagingID: st.StagingID}
}

// order takes a notice that is being unloaded.
func (f receiveFlow) order(ctx context.Context, s *plugin.Session, st *receiveState, code string) (plugin.Reply, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, nil, "asn")
	if err != nil {
		return plugin.Reply{}, err
	}
	if len(found) > 1 {
		return plugin.Reply{}, fault.New(fault.Invalid, "inbound.many_notices", "code", code)
	}
	n, err := readNotice(ctx, s.Data.SQL(), found[0].ID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if n.Status != "unloading" && n.Status != "counting" {
		return plugin.Reply{}, fault.New(fault.Conflict, "inbound.not_unloading", "notice", n.DocNo)
	}
	st.NoticeID = n.ID
	s.GoTo(stepStaging)
	return plugin.Reply{}, nil
}

// staging takes the position where the goods are put first.
func (f receiveFlow) staging(ctx context.Context, s *plugin.Session, st *receiveState, code string) (plugin.Reply, error) {
	n, err := readNotice(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.StagingID, _, err = f.position(ctx, s.Data, code, plugin.Scope{"warehouse_id": n.WarehouseID}, contract.UseStagingIn)
	s.GoTo(stepItem)
	return plugin.Reply{}, err
}

// itemForm is an item with all that is asked, in one input.
type itemForm struct {
	Item    string          `json:"item"`
	Qty     decimal.Decimal `json:"qty"`
	Lot     string          `json:"lot"`
	Expiry  string          `json:"expiry"`
	Quality string          `json:"quality"`
	Serials []string        `json:"serials"`
}

// item takes the scan of goods, or all about them in one input.
func (f receiveFlow) item(ctx context.Context, s *plugin.Session, st *receiveState, in plugin.Input) (plugin.Reply, error) {
	one := itemForm{Item: in.Text()}
	if in.Kind == plugin.KindForm {
		if err := json.Unmarshal(in.Value, &one); err != nil {
			return plugin.Reply{}, fault.New(fault.Invalid, "inbound.bad_form").Because(err)
		}
	}
	st.clear()
	line, pack, err := f.choose(ctx, s, st, one.Item)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.LineID, st.Pack = line.LineID, pack
	if in.Kind == plugin.KindForm {
		st.Qty, st.LotNo, st.ExpDate, st.Serials = one.Qty, one.Lot, one.Expiry, one.Serials
		return f.post(ctx, s, st, line, one.Quality)
	}
	return f.advance(ctx, s, st)
}

// choose finds the line that a scanned code counts for: the first that wants more.
func (f receiveFlow) choose(ctx context.Context, s *plugin.Session, st *receiveState, code string) (*expected, decimal.Decimal, error) {
	n, err := readNotice(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return nil, decimal.Zero, err
	}
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"consignor_id": n.ConsignorID}, "product", "sku")
	if err != nil {
		return nil, decimal.Zero, err
	}
	lines, err := readExpected(ctx, s.Data.SQL(), n.ID)
	if err != nil {
		return nil, decimal.Zero, err
	}
	pack, _ := found[0].Values["pack_qty"].(decimal.Decimal)
	var last *expected
	for i := range lines {
		if lines[i].ProductID != found[0].ID {
			continue
		}
		last = &lines[i]
		if last.Received < last.Qty {
			break
		}
	}
	if last == nil {
		return nil, pack, fault.New(fault.Invalid, "inbound.not_announced", "sku", found[0].Label, "notice", n.DocNo)
	}
	return last, pack, nil
}

// advance goes to the next thing that must be asked, and posts when all is known.
func (f receiveFlow) advance(ctx context.Context, s *plugin.Session, st *receiveState) (plugin.Reply, error) {
	line, err := f.line(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	switch {
	case line.SerialCtl && len(st.Serials) == 0:
		s.GoTo(stepSerial)
	case !line.SerialCtl && st.Qty.IsZero():
		s.GoTo(stepQty)
	case line.LotCtl && st.LotNo == "" && !line.LotNo.Valid:
		s.GoTo(stepLot)
	case line.ExpiryCtl && st.ExpDate == "" && !line.ExpDate.Valid:
		s.GoTo(stepExpiry)
	default:
		return f.post(ctx, s, st, line, "")
	}
	return plugin.Reply{}, nil
}

func (f receiveFlow) line(ctx context.Context, s *plugin.Session, st *receiveState) (*expected, error) {
	lines, err := readExpected(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		if lines[i].LineID == st.LineID {
			return &lines[i], nil
		}
	}
	return nil, fmt.Errorf("notice %d has no line %d", st.NoticeID, st.LineID)
}

// post receives what is at hand.
func (f receiveFlow) post(ctx context.Context, s *plugin.Session, st *receiveState, line *expected, quality string) (plugin.Reply, error) {
	n, err := readNotice(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if st.Qty.Sign() <= 0 {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_qty", "value", st.Qty.String())
	}
	if err := mayReceive(ctx, s.Data, n, line, thousandths(st.Qty)); err != nil {
		return plugin.Reply{}, err
	}
	a := arrival{line: line, qty: st.Qty, lotNo: st.LotNo, expDate: st.ExpDate, quality: quality, serials: st.Serials}
	if a.lotNo == "" {
		a.lotNo = line.LotNo.String
	}
	if a.expDate == "" {
		a.expDate = line.ExpDate.String
	}
	if a.quality == "" {
		a.quality = line.Quality
	}
	did, err := f.receive(ctx, s.Data, n, st.StagingID, a)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.clear()
	s.GoTo(stepItem)
	return plugin.Reply{Key: "inbound.received", Params: fault.Params{"sku": line.SKU, "qty": a.qty.String()}, Undo: did}, nil
}

// finish ends the receiving; differences must be acknowledged.
func (f receiveFlow) finish(ctx context.Context, s *plugin.Session, st *receiveState, acknowledged bool) (plugin.Reply, error) {
	lines, err := readExpected(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return plugin.Reply{}, err
	}
	for _, l := range lines {
		if l.Received != l.Qty && !acknowledged {
			s.GoTo(stepAcknowledge)
			return plugin.Reply{}, nil
		}
	}
	_, err = s.Data.Act(ctx, "asn", "finish", st.NoticeID, plugin.Row{"differences_acknowledged": acknowledged})
	s.GoTo(plugin.StepDone)
	return plugin.Reply{Key: "inbound.finished", Sound: plugin.SoundDone}, err
}

// Undo takes a scan back.
func (f receiveFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var d received
	if err := json.Unmarshal(token, &d); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	return f.unreceive(ctx, s.Data, d)
}

// View shows what is still to come.
func (f receiveFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st receiveState
	if err := s.Load(&st); err != nil || st.NoticeID == 0 {
		return plugin.View{}, err
	}
	lines, err := readExpected(ctx, s.Data.SQL(), st.NoticeID)
	var view plugin.View
	for _, l := range lines {
		state := "open"
		if l.Received >= l.Qty {
			state = "done"
		}
		view.Done += int(l.Received / 1000)
		view.Left += int(max(l.Qty-l.Received, 0) / 1000)
		view.List = append(view.List, plugin.Choice{Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: quantity(l.Received).String() + " / " + quantity(l.Qty).String(), State: state})
		if l.LineID == st.LineID {
			left := quantity(max(l.Qty-l.Received, 0)).String()
			view.Prompt = fault.Params{"sku": l.SKU, "max": left, "left": left}
			view.Target = []plugin.Target{{Label: "inbound.item", Value: l.SKU + " " + l.Name, Size: plugin.SizeLarge, Field: "item"}, {Label: "inbound.to_come", Value: left, Size: plugin.SizeHuge, Field: "qty"}}
			view.Default = st.Pack.String()
		}
	}
	return view, err
}
