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
	origin
	Orders map[int64]int64 `json:"orders,omitempty"` // shelving order by owner
	Puts   int             `json:"puts,omitempty"`
	load
}

// load is the staged goods at hand.
type load struct {
	Code    string          `json:"code,omitempty"`    // scanned, while it means several goods
	Choices []int64         `json:"choices,omitempty"` // quants that it may mean
	QuantID int64           `json:"quant,omitempty"`
	Bin     bin             `json:"bin,omitzero"` // suggested
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
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
	reply, err := f.step(ctx, s, &st, in)
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

func (f shelveFlow) step(ctx context.Context, s *plugin.Session, st *shelveState, in plugin.Input) (reply plugin.Reply, err error) {
	switch {
	case in.Kind == plugin.KindButton:
		return f.button(ctx, s, st, in.Text())
	case s.Step() == stepItem && in.Kind == plugin.KindForm:
		return f.form(ctx, s, st, in)
	case s.Step() == stepPosition:
		return f.put(ctx, s, st, in.Text())
	case s.Step() == stepSource:
		err = f.source(ctx, s, st, in.Text())
	case s.Step() == stepItem:
		err = f.item(ctx, s, st, in.Text())
	case s.Step() == stepChoose:
		err = f.chosen(ctx, s, st, in.Text())
	case s.Step() == stepQty:
		err = f.qty(ctx, s, st, in)
	case s.Step() == stepSerial:
		err = f.serial(ctx, s, st, in.Text())
	}
	return reply, err
}

// button takes finish and back.
func (f shelveFlow) button(ctx context.Context, s *plugin.Session, st *shelveState, code string) (plugin.Reply, error) {
	switch {
	case code == "finish" && s.Step() == stepItem:
		return f.finish(ctx, s, st)
	case code == "back" && s.Step() == stepItem:
		*st = shelveState{Orders: st.Orders, Puts: st.Puts}
		s.GoTo(stepSource)
	case code == "back" && s.Step() != stepSource:
		s.GoTo(stepItem)
		return plugin.Reply{}, f.drop(ctx, s, st)
	default:
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_button", "code", code)
	}
	return plugin.Reply{}, nil
}

// finish ends the shelving orders of the session.
func (f shelveFlow) finish(ctx context.Context, s *plugin.Session, st *shelveState) (plugin.Reply, error) {
	var orders []int64
	for _, id := range st.Orders {
		orders = append(orders, id)
	}
	slices.Sort(orders)
	for _, id := range orders {
		if err := actIn(ctx, s.Data, "shelve_order", id, "shelving", "finish"); err != nil {
			return plugin.Reply{}, err
		}
	}
	s.GoTo(plugin.StepDone)
	return plugin.Reply{Key: "inbound.shelving_finished", Sound: plugin.SoundDone}, nil
}

// source takes the staging position, a container that stands at one, or the notice
// whose goods lie there.
func (f shelveFlow) source(ctx context.Context, s *plugin.Session, st *shelveState, code string) error {
	found, err := f.codes.Resolve(ctx, s.Data, code, scopeOf(s), "position", "lpn", "asn")
	if err != nil {
		return err
	}
	if len(found) > 1 {
		return fault.New(fault.Invalid, "inbound.many_positions", "code", code)
	}
	switch found[0].Kind {
	case "lpn":
		st.LpnID = found[0].ID
	case "asn":
		st.PositionID, err = stagedFrom(ctx, s.Data.SQL(), found[0])
	default:
		st.PositionID, _, err = f.position(ctx, s.Data, code, scopeOf(s), contract.UseStagingIn)
	}
	if err != nil {
		return err
	}
	empty, err := st.empty(ctx, s.Data.SQL())
	if err == nil && empty {
		err = fault.New(fault.Invalid, "inbound.empty_source", "code", found[0].Label)
	}
	s.GoTo(stepItem)
	return err
}

// putForm is a put in one input.
type putForm struct {
	Item     string      `json:"item"`
	Lot      string      `json:"lot"`
	Qty      json.Number `json:"qty"`
	Position string      `json:"position"`
	Serials  []string    `json:"serials"`
}

// form takes a whole put at once; goods that it does not tell apart are refused.
func (f shelveFlow) form(ctx context.Context, s *plugin.Session, st *shelveState, in plugin.Input) (plugin.Reply, error) {
	var one putForm
	if err := readForm(in, &one); err != nil {
		return plugin.Reply{}, err
	}
	matches, err := f.matches(ctx, s, st, one.Item, one.Lot)
	if err != nil {
		return plugin.Reply{}, err
	}
	if len(matches) > 1 {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.choose", "code", one.Item)
	}
	qty, err := readQty(one.Qty.String(), false)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.load = load{QuantID: matches[0].QuantID, Qty: qty, Serials: one.Serials} // no bin was suggested to anybody
	return f.put(ctx, s, st, one.Position)
}

// item takes the scan of goods. A code that means several goods here is for the
// person to choose.
func (f shelveFlow) item(ctx context.Context, s *plugin.Session, st *shelveState, code string) error {
	matches, err := f.matches(ctx, s, st, code, "")
	if err != nil {
		return err
	}
	if len(matches) == 1 {
		return f.takeUp(ctx, s, st, &matches[0])
	}
	st.load = load{Code: code}
	for _, g := range matches {
		st.Choices = append(st.Choices, g.QuantID)
	}
	s.GoTo(stepChoose)
	return nil
}

// matches are the staged goods that a code may mean; a lot narrows them.
func (f shelveFlow) matches(ctx context.Context, s *plugin.Session, st *shelveState, code, lot string) ([]staged, error) {
	products, err := f.products(ctx, s.Data, code, nil)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(products))
	for i, c := range products {
		ids[i] = c.ID
	}
	matches, err := st.ofProducts(ctx, s.Data.SQL(), ids)
	if err != nil {
		return nil, err
	}
	if lot != "" {
		matches = slices.DeleteFunc(matches, func(g staged) bool { return g.LotNo != lot })
	}
	if len(matches) == 0 {
		return nil, fault.New(fault.Invalid, "inbound.not_staged", "sku", products[0].Label)
	}
	return matches, nil
}

// chosen takes one of the goods that a code means.
func (f shelveFlow) chosen(ctx context.Context, s *plugin.Session, st *shelveState, code string) error {
	id, err := strconv.ParseInt(code, 10, 64)
	if err != nil || !slices.Contains(st.Choices, id) {
		return fault.New(fault.Invalid, "station.choose", "code", st.Code)
	}
	st.load = load{QuantID: id}
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return err
	}
	return f.takeUp(ctx, s, st, g)
}

// takeUp makes goods those at hand, with the bin that is best for them.
func (f shelveFlow) takeUp(ctx context.Context, s *plugin.Session, st *shelveState, g *staged) (err error) {
	st.load = load{QuantID: g.QuantID}
	st.Bin, err = f.propose(ctx, s, g, quantity(g.Free))
	s.GoTo(stepQty)
	return err
}

// drop ends the walk with the goods at hand: they are put, or left where they were.
func (f shelveFlow) drop(ctx context.Context, s *plugin.Session, st *shelveState) error {
	st.load = load{}
	return f.stock.Forget(ctx, s.Data, s.ID)
}

// goods are the staged goods at hand.
func (f shelveFlow) goods(ctx context.Context, s *plugin.Session, st *shelveState) (*staged, error) {
	list, err := st.ofQuants(ctx, s.Data.SQL(), st.QuantID)
	if err == nil && len(list) == 0 {
		err = fault.New(fault.Conflict, "inbound.gone_from_source")
	}
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

func (f shelveFlow) qty(ctx context.Context, s *plugin.Session, st *shelveState, in plugin.Input) error {
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return err
	}
	if st.Qty, err = contract.ReadPieces(ctx, f.codes, s.Data, in, g.ProductID, digitsOf(g.SerialCtl)); err != nil {
		return err
	}
	s.GoTo(stepPosition)
	if g.SerialCtl {
		s.GoTo(stepSerial)
	}
	if err := g.mustFit(st.Qty); err != nil {
		return err
	}
	st.Bin, err = f.propose(ctx, s, g, st.Qty)
	return err
}

// serial takes the number of one piece until the quantity is reached.
func (f shelveFlow) serial(ctx context.Context, s *plugin.Session, st *shelveState, no string) error {
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return err
	}
	if err := g.mustHold(ctx, s.Data.SQL(), no); err != nil {
		return err
	}
	if st.Serials, err = addSerial(st.Serials, no); err != nil {
		return err
	}
	if int64(len(st.Serials)) == st.Qty.IntPart() {
		s.GoTo(stepPosition)
	}
	return nil
}

// put moves the goods at hand into the scanned bin. When nothing is left the task
// is done.
func (f shelveFlow) put(ctx context.Context, s *plugin.Session, st *shelveState, code string) (plugin.Reply, error) {
	g, err := f.goods(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	to, label, err := f.position(ctx, s.Data, code, plugin.Scope{"warehouse_id": g.WarehouseID}, contract.UseBin)
	if err != nil {
		return plugin.Reply{}, err
	}
	did, err := f.putInto(ctx, s.Data, st, g, to)
	if err != nil {
		return plugin.Reply{}, err
	}
	reply := plugin.Reply{Key: "inbound.shelved", Params: fault.Params{"sku": g.SKU, "qty": st.Qty.String(), "position": label}, Undo: did}
	if err := f.drop(ctx, s, st); err != nil {
		return plugin.Reply{}, err
	}
	st.Puts++
	s.GoTo(stepItem)
	empty, err := st.empty(ctx, s.Data.SQL())
	if err == nil && empty {
		reply.Sound = plugin.SoundDone
		_, err = f.finish(ctx, s, st)
	}
	return reply, err
}

// putInto shelves the goods at hand on the owner's order.
func (f shelveFlow) putInto(ctx context.Context, data plugin.Data, st *shelveState, g *staged, to int64) (shelved, error) {
	if err := g.mustFit(st.Qty); err != nil {
		return shelved{}, err
	}
	order, err := openOrder(ctx, data, st.Orders[g.ConsignorID], g)
	if err != nil {
		return shelved{}, err
	}
	if st.Orders == nil {
		st.Orders = map[int64]int64{}
	}
	st.Orders[g.ConsignorID] = order
	return f.shelve(ctx, data, order, put{g, st.Qty, to, st.Bin.ID, st.Serials})
}

// Undo takes a put back.
func (f shelveFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var did shelved
	if err := json.Unmarshal(token, &did); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	return f.undoPut(ctx, s.Data, did)
}
