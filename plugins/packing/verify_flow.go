package packing

import (
	"context"
	"encoding/json"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// Steps of the station verify_by_order.
const (
	stepOrder  = "order"
	stepItem   = "item"
	stepQty    = "qty"
	stepSerial = "serial"
	stepBox    = "box"
	stepWeight = "weight"
)

// verifyState is what the station remembers: what was scanned of each line.
type verifyState struct {
	OrderID int64              `json:"order,omitempty"`
	Scanned map[int64]int64    `json:"scanned,omitempty"` // thousandths by line
	Serials map[int64][]string `json:"serials,omitempty"` // by line
	LineID  int64              `json:"line,omitempty"`    // the line at hand
	Box     string             `json:"box,omitempty"`
}

// verifyFlow checks a picked order item by item and packs it.
type verifyFlow struct{ bench }

// Start asks for an order.
func (f verifyFlow) Start(_ context.Context, s *plugin.Session) error {
	s.GoTo(stepOrder)
	return s.Store(verifyState{})
}

// Input does what the step takes.
func (f verifyFlow) Input(ctx context.Context, s *plugin.Session, in plugin.Input) (plugin.Reply, error) {
	st := verifyState{Scanned: map[int64]int64{}, Serials: map[int64][]string{}}
	if err := s.Load(&st); err != nil {
		return plugin.Reply{}, err
	}
	handle, ok := map[string]func(context.Context, *plugin.Session, *verifyState, plugin.Input) (plugin.Reply, error){
		stepOrder: f.order, stepItem: f.item, stepQty: f.qty, stepSerial: f.serial, stepBox: f.box, stepWeight: f.weight,
	}[s.Step()]
	if !ok {
		s.GoTo(stepOrder)
		handle = f.order
	}
	reply, err := handle(ctx, s, &st, in)
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

// order takes a picked order, by its number or the tote it lies in.
func (f verifyFlow) order(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), nil, "order", "lpn")
	if err != nil {
		return plugin.Reply{}, err
	}
	id := found[0].ID
	if found[0].Kind == "lpn" {
		if id, err = orderIn(ctx, s.Data.SQL(), id); err != nil {
			return plugin.Reply{}, err
		}
	}
	o, err := readOrder(ctx, s.Data.SQL(), id)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := o.mustGoOn(); err != nil {
		return plugin.Reply{}, err
	}
	if o.Status != "picked" {
		return plugin.Reply{}, fault.New(fault.Conflict, "packing.not_picked", "order", o.DocNo)
	}
	*st = verifyState{OrderID: id, Scanned: map[int64]int64{}, Serials: map[int64][]string{}}
	s.GoTo(stepItem)
	return plugin.Reply{}, nil
}

// orderIn is the picked order whose goods lie in a tote.
func orderIn(ctx context.Context, tx plugin.Tx, lpn int64) (int64, error) {
	var ids []int64
	err := tx.Select(ctx, &ids, `SELECT m.doc_id FROM stock_move m JOIN sale_order o ON o.id = m.doc_id
		WHERE m.doc_type = 'sale_order' AND m.lpn_id = ? AND o.status = 'picked' GROUP BY m.doc_id HAVING SUM(m.qty) > 0 ORDER BY m.doc_id`, lpn)
	if err != nil {
		return 0, err
	}
	if len(ids) != 1 {
		return 0, fault.New(fault.Invalid, "packing.tote_of_many", "count", len(ids))
	}
	return ids[0], nil
}

// line is what a line of the order has picked and what is still to be scanned.
type line struct {
	item
	left int64 // thousandths
}

// lines sums the picked items per line.
func (f verifyFlow) lines(ctx context.Context, s *plugin.Session, st *verifyState) ([]line, error) {
	items, err := pickedItems(ctx, s.Data.SQL(), st.OrderID)
	var list []line
	for _, it := range items {
		if n := len(list); n > 0 && list[n-1].LineID == it.LineID {
			list[n-1].Qty += it.Qty
			list[n-1].left += it.Qty
			continue
		}
		list = append(list, line{it, it.Qty - st.Scanned[it.LineID]})
	}
	return list, err
}

// form is a scanned item with its quantity in one input.
type form struct {
	Item    string          `json:"item"`
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials"`
}

// item takes a scan: it counts as many as its code says.
func (f verifyFlow) item(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindButton { // reset
		st.Scanned, st.Serials = map[int64]int64{}, map[int64][]string{}
		return plugin.Reply{Key: "packing.reset"}, nil
	}
	one := form{Item: in.Text()}
	if in.Kind == plugin.KindForm {
		if err := json.Unmarshal(in.Value, &one); err != nil {
			return plugin.Reply{}, fault.New(fault.Invalid, "packing.bad_form").Because(err)
		}
	}
	l, pack, err := f.choose(ctx, s, st, one.Item)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.LineID = l.LineID
	switch {
	case in.Kind == plugin.KindForm:
		st.Serials[l.LineID] = append(st.Serials[l.LineID], one.Serials...)
		return f.add(ctx, s, st, l, one.Qty)
	case l.SerialCtl:
		s.GoTo(stepSerial)
		return plugin.Reply{}, nil
	default:
		return f.add(ctx, s, st, l, pack)
	}
}

// choose finds the line that a scanned code counts for.
func (f verifyFlow) choose(ctx context.Context, s *plugin.Session, st *verifyState, code string) (*line, decimal.Decimal, error) {
	o, err := readOrder(ctx, s.Data.SQL(), st.OrderID)
	if err != nil {
		return nil, decimal.Zero, err
	}
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"consignor_id": o.ConsignorID}, "product", "sku")
	if err != nil {
		return nil, decimal.Zero, err
	}
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return nil, decimal.Zero, err
	}
	full := false
	for i := range list {
		if list[i].ProductID != found[0].ID {
			continue
		}
		if list[i].left > 0 {
			pack, _ := found[0].Values["pack_qty"].(decimal.Decimal)
			return &list[i], pack, nil
		}
		full = true
	}
	if full {
		return nil, decimal.Zero, fault.New(fault.Invalid, "packing.over", "sku", found[0].Label)
	}
	return nil, decimal.Zero, fault.New(fault.Invalid, "packing.wrong_item", "sku", found[0].Label, "order", o.DocNo)
}

// add counts a quantity and goes on when nothing is left.
func (f verifyFlow) add(ctx context.Context, s *plugin.Session, st *verifyState, l *line, qty decimal.Decimal) (plugin.Reply, error) {
	n := qty.Shift(3).IntPart()
	if n <= 0 {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_qty", "value", qty.String())
	}
	if n > l.left {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.over", "max", quantity(l.left).String(), "value", qty.String())
	}
	st.Scanned[l.LineID] += n
	s.GoTo(stepItem)
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	for _, l := range list {
		if l.left > 0 {
			return plugin.Reply{}, nil
		}
	}
	s.GoTo(stepBox)
	return plugin.Reply{Key: "packing.all_scanned"}, nil
}

// qty takes a typed quantity of the line at hand.
func (f verifyFlow) qty(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	l, err := f.current(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	qty, err := decimal.NewFromString(in.Text())
	if err != nil {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_qty", "value", in.Text())
	}
	return f.add(ctx, s, st, l, qty)
}

func (f verifyFlow) serial(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind == plugin.KindButton {
		s.GoTo(stepItem)
		return plugin.Reply{}, nil
	}
	l, err := f.current(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.Serials[l.LineID] = append(st.Serials[l.LineID], in.Text())
	return f.add(ctx, s, st, l, decimal.NewFromInt(1))
}

func (f verifyFlow) current(ctx context.Context, s *plugin.Session, st *verifyState) (*line, error) {
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].LineID == st.LineID {
			return &list[i], nil
		}
	}
	return nil, fault.New(fault.Conflict, "packing.line_gone")
}

// box takes the box that the goods went into.
func (f verifyFlow) box(_ context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	if in.Kind != plugin.KindButton {
		st.Box = in.Text()
	}
	s.GoTo(stepWeight)
	return plugin.Reply{}, nil
}

// weight takes the weight and packs.
func (f verifyFlow) weight(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	weight := decimal.Zero
	if in.Kind != plugin.KindButton {
		var err error
		if weight, err = decimal.NewFromString(in.Text()); err != nil || weight.Sign() <= 0 {
			return plugin.Reply{}, fault.New(fault.Invalid, "packing.bad_weight", "value", in.Text())
		}
	}
	o, err := readOrder(ctx, s.Data.SQL(), st.OrderID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := o.mustGoOn(); err != nil {
		return plugin.Reply{}, err
	}
	if o.Status != "picked" {
		return plugin.Reply{}, fault.New(fault.Conflict, "packing.not_picked", "order", o.DocNo)
	}
	made, err := f.pack(ctx, s.Data, o, st.Serials, st.Box, weight.Round(3))
	if err != nil {
		return plugin.Reply{}, err
	}
	*st = verifyState{}
	s.GoTo(stepOrder)
	return plugin.Reply{
		Key: "packing.packed", Params: fault.Params{"order": o.DocNo, "package": plugin.Text(made, "package_no")},
		Sound: plugin.SoundDone, Code: plugin.Text(made, "package_no"),
	}, nil
}

// View shows what is still to be scanned.
func (f verifyFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st verifyState
	if err := s.Load(&st); err != nil || st.OrderID == 0 {
		return plugin.View{}, err
	}
	list, err := f.lines(ctx, s, &st)
	var view plugin.View
	view.Expect = &plugin.Expect{Codes: map[string]string{}}
	for _, l := range list {
		state := "open"
		if l.left == 0 {
			state = "done"
		} else {
			view.Expect.Codes[l.SKU] = stepItem
		}
		view.Left += int(l.left / 1000)
		view.Done += int((l.Qty - l.left) / 1000)
		view.List = append(view.List, plugin.Choice{Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: quantity(l.Qty-l.left).String() + " / " + quantity(l.Qty).String(), State: state})
		if l.LineID == st.LineID {
			left := quantity(l.left).String()
			view.Prompt = fault.Params{"sku": l.SKU, "max": left, "left": left}
			view.Max = left
		}
	}
	view.Target = []plugin.Target{{Label: "packing.to_scan", Value: quantity(int64(view.Left) * 1000).String(), Size: plugin.SizeHuge, Field: "left"}}
	return view, err
}
