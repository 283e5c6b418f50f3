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

// Steps of the station shelve_no_order besides item, choose, qty and serial.
const (
	stepSource   = "source"
	stepPosition = "position"
)

// shelveState is what the station remembers.
type shelveState struct {
	PositionID int64           `json:"position,omitempty"`
	LpnID      int64           `json:"lpn,omitempty"`
	OrderID    int64           `json:"order,omitempty"`
	QuantID    int64           `json:"quant,omitempty"`
	Choices    []int64         `json:"choices,omitempty"` // quants that the scanned code may mean
	Qty        decimal.Decimal `json:"qty"`
	Serials    []string        `json:"serials,omitempty"`
}

func (st *shelveState) clear() {
	*st = shelveState{PositionID: st.PositionID, LpnID: st.LpnID, OrderID: st.OrderID}
}

// shelveFlow takes staged goods to bins.
type shelveFlow struct{ dock }

var _ plugin.Undoer = shelveFlow{}

// Start asks for the staging position or container.
func (f shelveFlow) Start(_ context.Context, s *plugin.Session) error {
	s.GoTo(stepSource)
	return s.Store(shelveState{})
}

// Input does what the step takes.
func (f shelveFlow) Input(ctx context.Context, s *plugin.Session, in plugin.Input) (plugin.Reply, error) {
	var st shelveState
	if err := s.Load(&st); err != nil {
		return plugin.Reply{}, err
	}
	var reply plugin.Reply
	var err error
	switch {
	case in.Kind == plugin.KindButton:
		reply, err = f.button(ctx, s, &st, in.Text())
	case s.Step() == stepSource:
		err = f.source(ctx, s, &st, in.Text())
	case s.Step() == stepItem:
		reply, err = f.item(ctx, s, &st, in)
	case s.Step() == stepChoose:
		err = f.chosen(ctx, s, &st, in.Text())
	case s.Step() == stepQty:
		err = f.qty(ctx, s, &st, in.Text())
	case s.Step() == stepSerial:
		err = f.serial(ctx, s, &st, in.Text())
	case s.Step() == stepPosition:
		reply, err = f.put(ctx, s, &st, in.Text())
	default:
		err = fault.New(fault.Conflict, "inbound.nothing_staged")
	}
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

// button takes finish and back.
func (f shelveFlow) button(ctx context.Context, s *plugin.Session, st *shelveState, code string) (plugin.Reply, error) {
	if code == "finish" && s.Step() == stepItem {
		return f.finish(ctx, s, st)
	}
	if code != "back" {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_button", "code", code)
	}
	if s.Step() == stepItem {
		*st = shelveState{OrderID: st.OrderID}
		s.GoTo(stepSource)
		return plugin.Reply{}, nil
	}
	st.clear()
	s.GoTo(stepItem)
	return plugin.Reply{}, nil
}

// finish ends the shelving order.
func (f shelveFlow) finish(ctx context.Context, s *plugin.Session, st *shelveState) (plugin.Reply, error) {
	s.GoTo(plugin.StepDone)
	if st.OrderID != 0 {
		if _, err := s.Data.Act(ctx, "shelve_order", "finish", st.OrderID, nil); err != nil {
			return plugin.Reply{}, err
		}
	}
	return plugin.Reply{Key: "inbound.shelving_finished", Sound: plugin.SoundDone}, nil
}

// source takes the staging position or container.
func (f shelveFlow) source(ctx context.Context, s *plugin.Session, st *shelveState, code string) error {
	scope := plugin.Scope{}
	if id := plugin.Int(s.Params, "warehouse_id"); id != 0 {
		scope["warehouse_id"] = id
	}
	found, err := f.codes.Resolve(ctx, s.Data, code, scope, "position", "lpn")
	if err != nil {
		return err
	}
	if found[0].Kind == "lpn" {
		st.LpnID = found[0].ID
	} else if st.PositionID, _, err = f.position(ctx, s.Data, code, scope, contract.UseStagingIn, contract.UseReturns, contract.UseBin); err != nil {
		return err
	}
	list, err := readStaged(ctx, s.Data.SQL(), st.PositionID, st.LpnID)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fault.New(fault.Invalid, "inbound.empty_source", "code", found[0].Label)
	}
	s.GoTo(stepItem)
	return nil
}

// putForm is a put in one input.
type putForm struct {
	Item     string          `json:"item"`
	Qty      decimal.Decimal `json:"qty"`
	Position string          `json:"position"`
	Serials  []string        `json:"serials"`
}

// item takes the scan of goods, or the whole put in one input. A code that means
// several goods here is for the person to choose.
func (f shelveFlow) item(ctx context.Context, s *plugin.Session, st *shelveState, in plugin.Input) (plugin.Reply, error) {
	one := putForm{Item: in.Text()}
	if in.Kind == plugin.KindForm {
		if err := json.Unmarshal(in.Value, &one); err != nil {
			return plugin.Reply{}, fault.New(fault.Invalid, "inbound.bad_form").Because(err)
		}
	}
	st.clear()
	matches, err := f.matches(ctx, s, st, one.Item)
	if err != nil {
		return plugin.Reply{}, err
	}
	if len(matches) > 1 && in.Kind != plugin.KindForm {
		for _, g := range matches {
			st.Choices = append(st.Choices, g.QuantID)
		}
		s.GoTo(stepChoose)
		return plugin.Reply{}, nil
	}
	if in.Kind != plugin.KindForm {
		return plugin.Reply{}, f.take(s, st, &matches[0])
	}
	st.QuantID, st.Qty, st.Serials = matches[0].QuantID, one.Qty, one.Serials
	return f.put(ctx, s, st, one.Position)
}

// matches are the staged goods that a code may mean.
func (f shelveFlow) matches(ctx context.Context, s *plugin.Session, st *shelveState, code string) ([]staged, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, nil, "product", "sku")
	if err != nil {
		return nil, err
	}
	list, err := readStaged(ctx, s.Data.SQL(), st.PositionID, st.LpnID)
	if err != nil {
		return nil, err
	}
	var matches []staged
	for _, g := range list {
		for _, c := range found {
			if g.ProductID == c.ID {
				matches = append(matches, g)
				break
			}
		}
	}
	if len(matches) == 0 {
		return nil, fault.New(fault.Invalid, "inbound.not_staged", "sku", found[0].Label)
	}
	return matches, nil
}

// take goes on with one kind of staged goods.
func (f shelveFlow) take(s *plugin.Session, st *shelveState, g *staged) error {
	st.QuantID, st.Choices = g.QuantID, nil
	s.GoTo(stepQty)
	if g.SerialCtl {
		s.GoTo(stepSerial)
	}
	return nil
}

func (f shelveFlow) chosen(ctx context.Context, s *plugin.Session, st *shelveState, code string) error {
	id, err := strconv.ParseInt(code, 10, 64)
	if err != nil {
		return fault.New(fault.Invalid, "station.code_unknown", "code", code)
	}
	st.QuantID = id
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return err
	}
	return f.take(s, st, g)
}

// goods are the staged goods at hand.
func (f shelveFlow) goods(ctx context.Context, s *plugin.Session, st *shelveState) (*staged, error) {
	list, err := readStaged(ctx, s.Data.SQL(), st.PositionID, st.LpnID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].QuantID == st.QuantID {
			return &list[i], nil
		}
	}
	return nil, fault.New(fault.Conflict, "inbound.gone_from_source")
}

func (f shelveFlow) qty(ctx context.Context, s *plugin.Session, st *shelveState, text string) error {
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return err
	}
	if st.Qty, err = readQty(text); err != nil {
		return err
	}
	s.GoTo(stepPosition)
	return mustFit(g, st.Qty)
}

// serial collects serial numbers; a scanned position ends them at the next step.
func (f shelveFlow) serial(ctx context.Context, s *plugin.Session, st *shelveState, code string) error {
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return err
	}
	st.Serials = append(st.Serials, code)
	st.Qty = decimal.NewFromInt(int64(len(st.Serials)))
	if thousandths(st.Qty) >= g.Free {
		s.GoTo(stepPosition)
	}
	return mustFit(g, st.Qty)
}

// put moves the goods at hand into the scanned bin.
func (f shelveFlow) put(ctx context.Context, s *plugin.Session, st *shelveState, code string) (plugin.Reply, error) {
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := mustFit(g, st.Qty); err != nil {
		return plugin.Reply{}, err
	}
	to, label, err := f.position(ctx, s.Data, code, plugin.Scope{"warehouse_id": g.WarehouseID}, contract.UseBin)
	if err != nil {
		return plugin.Reply{}, err
	}
	did, err := f.shelve(ctx, s.Data, &st.OrderID, g, st.Qty, to, st.Serials)
	if err != nil {
		return plugin.Reply{}, err
	}
	reply := plugin.Reply{Key: "inbound.shelved", Params: fault.Params{"sku": g.SKU, "qty": st.Qty.String(), "position": label}, Undo: did}
	st.clear()
	s.GoTo(stepItem)
	left, err := readStaged(ctx, s.Data.SQL(), st.PositionID, st.LpnID)
	if err == nil && len(left) == 0 {
		_, err = f.finish(ctx, s, st)
		reply.Sound = plugin.SoundDone
	}
	return reply, err
}

// Undo takes a put back.
func (f shelveFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var d shelved
	if err := json.Unmarshal(token, &d); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	return f.unshelve(ctx, s.Data, d)
}

// View shows what is staged and where it may go.
func (f shelveFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st shelveState
	if err := s.Load(&st); err != nil || st.PositionID == 0 && st.LpnID == 0 {
		return plugin.View{}, err
	}
	list, err := readStaged(ctx, s.Data.SQL(), st.PositionID, st.LpnID)
	if err != nil {
		return plugin.View{}, err
	}
	view := plugin.View{Left: len(list)}
	for i := range list {
		g := &list[i]
		if s.Step() == stepChoose && !slices.Contains(st.Choices, g.QuantID) {
			continue
		}
		view.List = append(view.List, choiceOf(g, s.Step() == stepChoose))
		if g.QuantID == st.QuantID {
			if err := show(ctx, s, &view, g, &st); err != nil {
				return view, err
			}
		}
	}
	return view, nil
}

func choiceOf(g *staged, choosing bool) plugin.Choice {
	code := g.SKU
	if choosing {
		code = strconv.FormatInt(g.QuantID, 10)
	}
	return plugin.Choice{Code: code, Label: g.SKU + " " + g.Name, Detail: g.Owner + " " + g.LotNo + " × " + quantity(g.Free).String(), State: "open"}
}

func show(ctx context.Context, s *plugin.Session, view *plugin.View, g *staged, st *shelveState) error {
	_, bin, err := suggest(ctx, s.Data.SQL(), g)
	left := quantity(g.Free).String()
	view.Default, view.Max = left, left
	view.Prompt = fault.Params{"sku": g.SKU, "max": left, "qty": st.Qty.String(), "left": quantity(g.Free - int64(len(st.Serials))*1000).String()}
	view.Target = []plugin.Target{
		{Label: "inbound.item", Value: g.SKU + " " + g.Name, Size: plugin.SizeMedium, Field: "item"},
		{Label: "inbound.suggested", Value: bin, Size: plugin.SizeLarge, Field: "position"},
		{Label: "inbound.staged", Value: left, Size: plugin.SizeHuge, Field: "qty"},
	}
	return err
}
