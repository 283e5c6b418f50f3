package picking

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

// Steps of the station put_back besides item, serial, qty and position.
const (
	stepSource = "source"
	stepChoose = "choose"
)

// putBackState is what the station remembers.
type putBackState struct {
	source
	Key     string          `json:"key,omitempty"` // of the goods at hand
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
	Code    string          `json:"code,omitempty"`    // that means several things
	Asked   string          `json:"asked,omitempty"`   // step at which it was scanned
	Choices []plugin.Choice `json:"choices,omitempty"` // what it may mean
}

// putBackFlow returns picked goods of cancelled orders to positions.
type putBackFlow struct{ floor }

// Start asks for the order or tote.
func (f putBackFlow) Start(_ context.Context, s *plugin.Session) error {
	s.GoTo(stepSource)
	return s.Store(putBackState{})
}

// Input does what the step takes.
func (f putBackFlow) Input(ctx context.Context, s *plugin.Session, in plugin.Input) (plugin.Reply, error) {
	var st putBackState
	if err := s.Load(&st); err != nil {
		return plugin.Reply{}, err
	}
	handle, ok := map[string]func(context.Context, *plugin.Session, *putBackState, plugin.Input) (plugin.Reply, error){
		stepSource: f.scanSource, stepChoose: f.chosen, stepItem: f.scanItem, stepQty: f.enterQty, stepSerial: f.scanSerial, stepPosition: f.scanPosition,
	}[s.Step()]
	if !ok {
		return plugin.Reply{}, fmt.Errorf("station put_back has no step %s", s.Step())
	}
	if in.Kind == plugin.KindButton && s.Step() != stepChoose {
		handle = f.back
	}
	reply, err := handle(ctx, s, &st, in)
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

// back goes back to the choice of goods.
func (f putBackFlow) back(_ context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	if in.Text() != "back" || s.Step() == stepSource {
		return plugin.Reply{}, badButton(in)
	}
	st.Key, st.Serials = "", nil
	s.GoTo(stepItem)
	return plugin.Reply{}, nil
}

// scanSource takes the cancelled order or the tote. Where a number means several,
// only those with something to put back count.
func (f putBackFlow) scanSource(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), scopeOf(s), "order", "lpn")
	if err != nil {
		return plugin.Reply{}, err
	}
	*st = putBackState{}
	for _, c := range found {
		list, err := sourceOf(c.Kind, c.ID).left(ctx, s.Data.SQL())
		if err != nil {
			return plugin.Reply{}, err
		}
		if len(list) > 0 {
			st.Choices = append(st.Choices, plugin.Choice{Code: c.Kind + " " + strconv.FormatInt(c.ID, 10), Label: c.Label, Detail: c.Detail, State: "open"})
		}
	}
	if len(st.Choices) == 0 {
		return plugin.Reply{}, fault.New(fault.Invalid, "picking.nothing_to_put_back", "code", in.Text())
	}
	return plugin.Reply{}, f.ask(ctx, s, st, in.Text())
}

func sourceOf(kind string, id int64) source {
	if kind == "lpn" {
		return source{LpnID: id}
	}
	return source{OrderID: id}
}

// ask has the person choose when there are several choices.
func (f putBackFlow) ask(ctx context.Context, s *plugin.Session, st *putBackState, code string) error {
	st.Asked, st.Code = s.Step(), code
	if len(st.Choices) == 1 {
		return f.settle(ctx, s, st, st.Choices[0].Code)
	}
	s.GoTo(stepChoose)
	return nil
}

// chosen takes one of the things that a code means.
func (f putBackFlow) chosen(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	code := in.Text()
	if in.Kind == plugin.KindButton && code == "back" {
		s.GoTo(st.Asked)
		return plugin.Reply{}, nil
	}
	if !slices.ContainsFunc(st.Choices, func(c plugin.Choice) bool { return c.Code == code }) {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.choose", "code", st.Code)
	}
	return plugin.Reply{}, f.settle(ctx, s, st, code)
}

// settle goes on with a choice: a source, or goods of it.
func (f putBackFlow) settle(ctx context.Context, s *plugin.Session, st *putBackState, code string) error {
	st.Choices, st.Code = nil, ""
	if st.Asked == stepSource {
		var kind string
		var id int64
		if _, err := fmt.Sscan(code, &kind, &id); err != nil {
			return fmt.Errorf("read choice %q: %w", code, err)
		}
		st.source = sourceOf(kind, id)
		s.GoTo(stepItem)
		return nil
	}
	st.Key, st.Serials = code, nil
	p, err := f.atHand(ctx, s, st)
	if err != nil {
		return err
	}
	s.GoTo(stepQty)
	if p.SerialCtl {
		s.GoTo(stepSerial)
	}
	return nil
}

// atHand is what is left of the chosen goods.
func (f putBackFlow) atHand(ctx context.Context, s *plugin.Session, st *putBackState) (*lying, error) {
	list, err := st.left(ctx, s.Data.SQL())
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(p lying) bool { return p.key() == st.Key })
	if i < 0 {
		return nil, fault.New(fault.Conflict, "picking.put_back_by_other")
	}
	return &list[i], nil
}

// scanItem takes the goods, or all about them in one input {item, qty, position}.
func (f putBackFlow) scanItem(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindForm {
		return f.putAtOnce(ctx, s, st, in)
	}
	list, err := f.matches(ctx, s, st, in.Text())
	if err != nil {
		return plugin.Reply{}, err
	}
	st.Choices = nil
	for _, p := range list {
		st.Choices = append(st.Choices, plugin.Choice{Code: p.key(), Label: p.SKU, Detail: p.detail(), State: "open"})
	}
	return plugin.Reply{}, f.ask(ctx, s, st, in.Text())
}

func (f putBackFlow) putAtOnce(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	one, qty, err := readOne(in)
	if err != nil {
		return plugin.Reply{}, err
	}
	list, err := f.matches(ctx, s, st, one.Item)
	if err != nil {
		return plugin.Reply{}, err
	}
	if len(list) > 1 {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.choose", "code", one.Item)
	}
	st.Qty, st.Serials = qty, one.Serials
	return f.put(ctx, s, st, &list[0], one.Position)
}

// matches are the goods that a code may mean. Goods of the same kind at the same
// place are as good for one line as for another: the first counts.
func (f putBackFlow) matches(ctx context.Context, s *plugin.Session, st *putBackState, code string) ([]lying, error) {
	found, err := f.products(ctx, s, code, nil)
	if err != nil {
		return nil, err
	}
	list, err := st.left(ctx, s.Data.SQL())
	if err != nil {
		return nil, err
	}
	var each []lying
	for _, p := range list {
		isIt := slices.ContainsFunc(found, func(c plugin.Candidate) bool { return c.ID == p.ProductID })
		if isIt && !slices.ContainsFunc(each, func(q lying) bool { return q.goods() == p.goods() && q.place() == p.place() }) {
			each = append(each, p)
		}
	}
	if len(each) == 0 {
		return nil, fault.New(fault.Invalid, "picking.not_picked_here", "sku", found[0].Label)
	}
	return each, nil
}

func (f putBackFlow) enterQty(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	p, err := f.atHand(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	if st.Qty, err = contract.ReadPieces(ctx, f.codes, s.Data, in, p.ProductID, digits); err != nil {
		return plugin.Reply{}, err
	}
	s.GoTo(stepPosition)
	return plugin.Reply{}, atMost(st.Qty, p.Qty)
}

func (f putBackFlow) scanSerial(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	p, err := f.atHand(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	if st.Serials, err = f.addSerial(ctx, s, st.Serials, p.ProductID, p.place(), in.Text()); err != nil {
		return plugin.Reply{}, err
	}
	if int64(len(st.Serials))*1000 >= p.Qty {
		st.Qty = quantity(p.Qty)
		s.GoTo(stepPosition)
	}
	return plugin.Reply{}, nil
}

func (f putBackFlow) scanPosition(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	p, err := f.atHand(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	return f.put(ctx, s, st, p, in.Text())
}

// put moves the goods back and goes on with the next.
func (f putBackFlow) put(ctx context.Context, s *plugin.Session, st *putBackState, p *lying, code string) (plugin.Reply, error) {
	if err := atMost(st.Qty, p.Qty); err != nil {
		return plugin.Reply{}, err
	}
	at, err := f.bin(ctx, s, code, p.WarehouseID)
	if err != nil {
		return plugin.Reply{}, err
	}
	posted, err := f.stock.Post(ctx, s.Data, []contract.Move{{
		Code: contract.PutBack, Doc: p.doc(), Goods: p.goods(), Qty: st.Qty, Serials: st.Serials, From: p.place(), To: contract.Place{PositionID: at.ID},
	}})
	if err != nil {
		return plugin.Reply{}, err
	}
	n := thousandths(st.Qty)
	if err := addPicked(ctx, s.Data.SQL(), p.LineID, -n); err != nil {
		return plugin.Reply{}, err
	}
	reply := plugin.Reply{
		Key: "picking.put", Params: fault.Params{"sku": p.SKU, "qty": st.Qty.String(), "position": at.Label},
		Undo: putBack{MoveNo: posted[0].MoveNo, LineID: p.LineID, Qty: n},
	}
	st.Key, st.Serials = "", nil
	left, err := st.left(ctx, s.Data.SQL())
	s.GoTo(stepItem)
	if len(left) == 0 {
		s.GoTo(plugin.StepDone)
		reply.Sound = plugin.SoundDone
	}
	return reply, err
}

// bin is a scanned position where goods are kept.
func (f putBackFlow) bin(ctx context.Context, s *plugin.Session, code string, warehouse int64) (plugin.Candidate, error) {
	at, err := f.place(ctx, s, code, warehouse)
	if err != nil {
		return at, err
	}
	var use string
	if err := s.Data.SQL().Get(ctx, &use, `SELECT position_use FROM position WHERE id = ?`, at.ID); err != nil {
		return at, fmt.Errorf("read position %d: %w", at.ID, err)
	}
	if use != contract.UseBin {
		return at, fault.New(fault.Invalid, "picking.not_a_bin", "position", at.Label)
	}
	return at, nil
}

// putBack is what a put did, for taking it back.
type putBack struct {
	MoveNo int64 `json:"move"`
	LineID int64 `json:"line"`
	Qty    int64 `json:"qty"` // thousandths
}

var _ plugin.Undoer = putBackFlow{}

// Undo takes the goods out of the position again.
func (f putBackFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var d putBack
	if err := json.Unmarshal(token, &d); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	if _, err := f.stock.Reverse(ctx, s.Data, []int64{d.MoveNo}, "undo"); err != nil {
		return err
	}
	return addPicked(ctx, s.Data.SQL(), d.LineID, d.Qty)
}
