package packing

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

// Steps of the station verify_by_order.
const (
	stepOrder  = "order"
	stepItem   = "item"
	stepChoose = "choose"
	stepQty    = "qty"
	stepSerial = "serial"
	stepBox    = "box"
	stepWeight = "weight"
)

// verifyState is what the station remembers: what was scanned of each line.
type verifyState struct {
	OrderID   int64              `json:"order,omitempty"`
	PackageID int64              `json:"package,omitempty"` // the order's open one
	Scanned   map[int64]int64    `json:"scanned,omitempty"` // thousandths by line
	Serials   map[int64][]string `json:"serials,omitempty"` // by product
	Code      string             `json:"code,omitempty"`    // scanned, while it means several things
	Meanings  []meaning          `json:"choices,omitempty"` // of the code
	ProductID int64              `json:"product,omitempty"` // scanned last
	Box       string             `json:"box,omitempty"`
	Packed    int64              `json:"packed,omitempty"` // package of the order before

	items []item // picked, once they are read
}

// meaning is one thing that a code may mean: an order, or a product of the order.
type meaning struct {
	ID     int64           `json:"id"`
	Label  string          `json:"label"`
	Detail string          `json:"detail"`
	Pack   decimal.Decimal `json:"pack"`
}

// undoVerify says what an input did beyond the state: the package that it made or
// packed.
type undoVerify struct {
	Claimed int64 `json:"claimed,omitempty"`
	Packed  int64 `json:"packed,omitempty"`
}

// picked are the picked items of the order.
func (st *verifyState) picked(ctx context.Context, tx plugin.Tx) ([]item, error) {
	if st.items != nil {
		return st.items, nil
	}
	items, err := pickedItems(ctx, tx, st.OrderID)
	st.items = items
	return items, err
}

// verifyFlow checks a picked order item by item and packs it.
type verifyFlow struct{ bench }

var _ plugin.Undoer = verifyFlow{}

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
	back := in.Kind == plugin.KindButton && in.Text() == "back"
	if st.PackageID != 0 && !back {
		if err := mustHold(ctx, s, st.PackageID); err != nil {
			return plugin.Reply{}, err
		}
	}
	var reply plugin.Reply
	var err error
	switch {
	case back:
		err = f.back(ctx, s, &st)
	case in.Kind == plugin.KindButton:
		reply, err = f.button(ctx, s, &st, in.Text())
	default:
		reply, err = f.step(ctx, s, &st, in)
	}
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

func (f verifyFlow) step(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	handle, ok := map[string]func(context.Context, *plugin.Session, *verifyState, plugin.Input) (plugin.Reply, error){
		stepOrder: f.order, stepItem: f.item, stepChoose: f.chosen, stepQty: f.qty, stepSerial: f.serial, stepBox: f.box, stepWeight: f.weigh,
	}[s.Step()]
	if !ok {
		return plugin.Reply{}, fmt.Errorf("station verify_by_order has no step %s", s.Step())
	}
	return handle(ctx, s, st, in)
}

// button takes reset, skip, and the wish to type a quantity.
func (f verifyFlow) button(ctx context.Context, s *plugin.Session, st *verifyState, code string) (plugin.Reply, error) {
	switch step := s.Step(); {
	case code == "reset" && step == stepItem:
		*st = verifyState{OrderID: st.OrderID, PackageID: st.PackageID}
		return plugin.Reply{Key: "packing.reset"}, nil
	case code == "qty" && step == stepItem:
		return plugin.Reply{}, f.askQty(ctx, s, st)
	case code == "skip" && step == stepBox:
		s.GoTo(stepWeight)
		return plugin.Reply{}, nil
	case code == "skip" && step == stepWeight:
		return f.close(ctx, s, st, decimal.Zero)
	default:
		return plugin.Reply{}, fault.New(fault.Invalid, "station.bad_button", "code", code)
	}
}

// above names the step that back leads to while an order is at hand.
var above = map[string]string{stepWeight: stepBox, stepBox: stepItem, stepQty: stepItem, stepSerial: stepItem, stepChoose: stepItem}

// back goes one step up; from the items the order is given up, so that another
// station may have it.
func (f verifyFlow) back(ctx context.Context, s *plugin.Session, st *verifyState) error {
	up, inside := above[s.Step()]
	if inside && st.OrderID != 0 {
		st.Code, st.Meanings = "", nil
		s.GoTo(up)
		return nil
	}
	if s.Step() == stepOrder {
		return fault.New(fault.Invalid, "station.bad_button", "code", "back")
	}
	id := st.PackageID
	*st = verifyState{}
	s.GoTo(stepOrder)
	return giveUp(ctx, s, id)
}

// order takes a picked order, by its number, the tote it lies in or its wave.
func (f verifyFlow) order(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), s.Scope("warehouse_id"), "order", "lpn", "wave")
	if err != nil {
		return plugin.Reply{}, err
	}
	*st = verifyState{Code: in.Text()}
	for _, c := range found {
		orders, err := ordersOf(ctx, s.Data.SQL(), c)
		if err != nil {
			return plugin.Reply{}, err
		}
		st.Meanings = append(st.Meanings, orders...)
	}
	switch len(st.Meanings) {
	case 0:
		return plugin.Reply{}, nothingIn(found[0])
	case 1:
		return f.take(ctx, s, st, st.Meanings[0].ID)
	}
	s.GoTo(stepChoose)
	return plugin.Reply{}, nil
}

// nothingIn refuses a tote or a wave that holds no order to pack.
func nothingIn(c plugin.Candidate) error {
	if c.Kind == "wave" {
		return fault.New(fault.Invalid, "packing.wave_empty", "wave", c.Label)
	}
	return fault.New(fault.Invalid, "packing.tote_empty", "tote", c.Label)
}

// ordersOf are the orders that a scanned code stands for.
func ordersOf(ctx context.Context, tx plugin.Tx, c plugin.Candidate) ([]meaning, error) {
	switch c.Kind {
	case "lpn":
		return ordersIn(ctx, tx, c.ID)
	case "wave":
		return ordersWaved(ctx, tx, c.ID)
	}
	return []meaning{{ID: c.ID, Label: c.Label, Detail: c.Detail}}, nil
}

// ordersWaved are the picked orders of a wave.
func ordersWaved(ctx context.Context, tx plugin.Tx, wave int64) ([]meaning, error) {
	var list []meaning
	err := tx.Select(ctx, &list, `SELECT id, doc_no AS label, COALESCE(receiver, '') AS detail FROM sale_order
		WHERE wave_id = ? AND status IN ('picked', 'checked') ORDER BY id`, wave)
	if err != nil {
		return nil, fmt.Errorf("read orders of wave %d: %w", wave, err)
	}
	return list, nil
}

// ordersIn are the picked orders whose goods lie in a tote.
func ordersIn(ctx context.Context, tx plugin.Tx, lpn int64) ([]meaning, error) {
	var rows []struct {
		ID    int64  `db:"id"`
		DocNo string `db:"doc_no"`
		Name  string `db:"receiver"`
	}
	err := tx.Select(ctx, &rows, `SELECT o.id, o.doc_no, o.receiver FROM stock_move m JOIN sale_order o ON o.id = m.doc_id
		WHERE m.doc_type = 'sale_order' AND m.lpn_id = ? AND o.status IN ('picked', 'checked') GROUP BY o.id, o.doc_no, o.receiver
		HAVING SUM(m.qty) > 0 ORDER BY o.id`, lpn)
	if err != nil {
		return nil, fmt.Errorf("read orders in tote %d: %w", lpn, err)
	}
	var list []meaning
	for _, r := range rows {
		list = append(list, meaning{ID: r.ID, Label: r.DocNo, Detail: r.Name})
	}
	return list, nil
}

// take begins to verify an order and keeps other stations off it.
func (f verifyFlow) take(ctx context.Context, s *plugin.Session, st *verifyState, id int64) (plugin.Reply, error) {
	if err := lock(ctx, s.Data.SQL(), "sale_order", id); err != nil {
		return plugin.Reply{}, err
	}
	o, err := readOrder(ctx, s.Data.SQL(), id)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := o.mustBePicked(); err != nil {
		return plugin.Reply{}, err
	}
	items, err := pickedItems(ctx, s.Data.SQL(), id)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := mustBeShippable(ctx, s.Data.SQL(), o.WarehouseID, o.DocNo, lotsOf(items)); err != nil {
		return plugin.Reply{}, err
	}
	claimed, err := openPackage(ctx, s, o)
	if err != nil {
		return plugin.Reply{}, err
	}
	*st = verifyState{OrderID: id, PackageID: claimed}
	s.GoTo(stepItem)
	return plugin.Reply{Undo: undoVerify{Claimed: claimed}}, nil
}

// chosen takes one of the things that a code may mean.
func (f verifyFlow) chosen(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	at := slices.IndexFunc(st.Meanings, func(m meaning) bool { return strconv.FormatInt(m.ID, 10) == in.Text() })
	if at < 0 {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.choose", "code", st.Code)
	}
	one := st.Meanings[at]
	st.Code, st.Meanings = "", nil
	if st.OrderID == 0 {
		return f.take(ctx, s, st, one.ID)
	}
	return f.scanned(ctx, s, st, one)
}

// form is a scanned item with its quantity in one input.
type form struct {
	Item    string      `json:"item"`
	Qty     json.Number `json:"qty"`
	Serials []string    `json:"serials"`
}

// item takes a scan: it counts as many as its code says.
func (f verifyFlow) item(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	one := form{Item: in.Text()}
	if in.Kind == plugin.KindForm {
		if err := json.Unmarshal(in.Value, &one); err != nil {
			return plugin.Reply{}, fault.New(fault.Invalid, "packing.bad_form").Because(err)
		}
	}
	meanings, err := f.meanings(ctx, s, st, one.Item)
	switch {
	case err != nil:
		return plugin.Reply{}, err
	case len(meanings) > 1 && in.Kind == plugin.KindForm:
		return plugin.Reply{}, fault.New(fault.Invalid, "station.choose", "code", one.Item)
	case len(meanings) > 1:
		st.Code, st.Meanings = one.Item, meanings
		s.GoTo(stepChoose)
		return plugin.Reply{}, nil
	case in.Kind == plugin.KindForm:
		return f.whole(ctx, s, st, meanings[0].ID, one)
	}
	return f.scanned(ctx, s, st, meanings[0])
}

// whole counts an item that came with its quantity.
func (f verifyFlow) whole(ctx context.Context, s *plugin.Session, st *verifyState, product int64, one form) (plugin.Reply, error) {
	qty, err := plugin.ReadQuantity(one.Qty.String(), digits)
	if err != nil {
		return plugin.Reply{}, err
	}
	return f.count(ctx, s, st, product, qty, one.Serials)
}

// overScanned is the refusal of a piece too many.
const overScanned = "packing.over"

// meanings are the products of the order that a code may mean, those of which
// something is missing before others.
func (f verifyFlow) meanings(ctx context.Context, s *plugin.Session, st *verifyState, code string) ([]meaning, error) {
	o, err := readOrder(ctx, s.Data.SQL(), st.OrderID)
	if err != nil {
		return nil, err
	}
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"consignor_id": o.ConsignorID}, "product", "sku")
	if err != nil {
		return nil, err
	}
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return nil, err
	}
	var open []meaning
	full := false
	for _, c := range found {
		left, known := leftOf(list, c.ID)
		full = full || known
		if left > 0 && !slices.ContainsFunc(open, func(m meaning) bool { return m.ID == c.ID }) {
			open = append(open, meaning{c.ID, c.Label, c.Detail, contract.PackOf(c)})
		}
	}
	if len(open) > 0 {
		return open, nil
	}
	if err := mustNotBeMissing(ctx, s.Data.SQL(), o, found); err != nil {
		return nil, err
	}
	switch {
	case full:
		return nil, fault.New(fault.Invalid, overScanned, "sku", found[0].Label)
	default:
		return nil, fault.New(fault.Invalid, "packing.wrong_item", "sku", found[0].Label, "order", o.DocNo)
	}
}

// scanned counts a scanned product; pieces with numbers of their own are scanned
// by number.
func (f verifyFlow) scanned(ctx context.Context, s *plugin.Session, st *verifyState, m meaning) (plugin.Reply, error) {
	st.ProductID = m.ID
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	if slices.ContainsFunc(list, func(l line) bool { return l.ProductID == m.ID && l.SerialCtl }) {
		s.GoTo(stepSerial)
		return plugin.Reply{}, nil
	}
	return f.count(ctx, s, st, m.ID, m.Pack, nil)
}

// askQty asks how many more of the product that was scanned last there are.
func (f verifyFlow) askQty(ctx context.Context, s *plugin.Session, st *verifyState) error {
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return err
	}
	if left, _ := leftOf(list, st.ProductID); left == 0 {
		return fault.New(fault.Invalid, "packing.scan_first")
	}
	s.GoTo(stepQty)
	return nil
}

// qty takes a typed quantity of the product that was scanned last.
func (f verifyFlow) qty(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	qty, err := contract.ReadPieces(ctx, f.codes, s.Data, in, st.ProductID, digits)
	if err != nil {
		return plugin.Reply{}, err
	}
	return f.count(ctx, s, st, st.ProductID, qty, nil)
}

// serial takes the number of one piece.
func (f verifyFlow) serial(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	return f.count(ctx, s, st, st.ProductID, decimal.NewFromInt(1), []string{in.Text()})
}

// count counts pieces of a product on its lines and goes on when nothing is left.
func (f verifyFlow) count(ctx context.Context, s *plugin.Session, st *verifyState, product int64, qty decimal.Decimal, serials []string) (plugin.Reply, error) {
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := mustFit(list, product, qty, serials); err != nil {
		return plugin.Reply{}, err
	}
	if err := f.addSerials(ctx, s, st, product, serials); err != nil {
		return plugin.Reply{}, err
	}
	if st.Scanned == nil {
		st.Scanned = map[int64]int64{}
	}
	missing, n := int64(0), qty.Shift(3).IntPart()
	for _, l := range list {
		if l.ProductID == product {
			part := min(n, l.left)
			st.Scanned[l.LineID] += part
			l.left, n = l.left-part, n-part
		}
		missing += l.left
	}
	st.ProductID = product
	s.GoTo(stepItem)
	if missing > 0 {
		return plugin.Reply{}, nil
	}
	s.GoTo(stepBox)
	return plugin.Reply{Key: "packing.all_scanned"}, nil
}

// mustFit refuses what is no quantity, or more than is missing.
func mustFit(list []line, product int64, qty decimal.Decimal, serials []string) error {
	left, _ := leftOf(list, product)
	at := slices.IndexFunc(list, func(l line) bool { return l.ProductID == product })
	switch {
	case at < 0:
		return fault.New(fault.Conflict, "packing.line_gone")
	case qty.GreaterThan(quantity(left)):
		return fault.New(fault.Invalid, "station.over", "max", quantity(left).String(), "value", qty.String())
	case list[at].SerialCtl && !qty.Equal(decimal.NewFromInt(int64(len(serials)))):
		return fault.New(fault.Invalid, "stock.serial_needed", "product", list[at].SKU, "qty", qty.String(), "given", len(serials))
	}
	return nil
}

// addSerials adds scanned numbers; each must lie among what was picked, and is
// scanned once.
func (f verifyFlow) addSerials(ctx context.Context, s *plugin.Session, st *verifyState, product int64, serials []string) error {
	if len(serials) == 0 {
		return nil
	}
	items, err := st.picked(ctx, s.Data.SQL())
	if err != nil {
		return err
	}
	if st.Serials == nil {
		st.Serials = map[int64][]string{}
	}
	for _, no := range serials {
		if slices.Contains(st.Serials[product], no) {
			return fault.New(fault.Invalid, "packing.serial_twice", "serial", no)
		}
		st.Serials[product] = append(st.Serials[product], no)
	}
	_, err = assign(ctx, s.Data.SQL(), items, product, st.Serials[product])
	return err
}

// box takes the box that the goods went into. A piece too many is none.
func (f verifyFlow) box(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	_, err := f.meanings(ctx, s, st, in.Text())
	if refusal, ok := fault.As(err); err != nil && (!ok || refusal.Key == overScanned) {
		return plugin.Reply{}, err
	}
	st.Box = in.Text()
	s.GoTo(stepWeight)
	return plugin.Reply{}, nil
}

// weigh takes the weight and packs.
func (f verifyFlow) weigh(ctx context.Context, s *plugin.Session, st *verifyState, in plugin.Input) (plugin.Reply, error) {
	weight, err := plugin.ReadQuantity(in.Text(), digits)
	if err != nil {
		return plugin.Reply{}, fault.New(fault.Invalid, "packing.bad_weight", "value", in.Text())
	}
	return f.close(ctx, s, st, weight)
}

// close packs the order and asks for the next.
func (f verifyFlow) close(ctx context.Context, s *plugin.Session, st *verifyState, weight decimal.Decimal) (plugin.Reply, error) {
	if err := lock(ctx, s.Data.SQL(), "sale_order", st.OrderID); err != nil {
		return plugin.Reply{}, err
	}
	o, err := readOrder(ctx, s.Data.SQL(), st.OrderID)
	if err != nil {
		return plugin.Reply{}, err
	}
	if err := o.mustBePicked(); err != nil {
		return plugin.Reply{}, err
	}
	if err := f.mustBeScanned(ctx, s, st); err != nil {
		return plugin.Reply{}, err
	}
	made, err := f.pack(ctx, s.Data, o, parcelled{id: st.PackageID, serials: st.Serials, box: st.Box, weight: weight})
	if err != nil {
		return plugin.Reply{}, err
	}
	*st = verifyState{Packed: plugin.ID(made)}
	s.GoTo(stepOrder)
	no := plugin.Text(made, "package_no")
	return plugin.Reply{
		Key: "packing.packed", Params: fault.Params{"order": o.DocNo, "package": no},
		Sound: plugin.SoundDone, Code: no, Undo: undoVerify{Packed: plugin.ID(made)},
	}, nil
}

// mustBeScanned refuses to pack when more was picked since the last scan.
func (f verifyFlow) mustBeScanned(ctx context.Context, s *plugin.Session, st *verifyState) error {
	list, err := f.lines(ctx, s, st)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(list, func(l line) bool { return l.left != 0 }) {
		return fault.New(fault.Conflict, "packing.line_gone")
	}
	return nil
}

// Undo gives an order up that was taken, or reopens the package that was packed.
func (f verifyFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var did undoVerify
	if err := json.Unmarshal(token, &did); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	if did.Packed == 0 {
		return giveUp(ctx, s, did.Claimed)
	}
	if _, err := s.Data.Act(ctx, "package", "reopen", did.Packed, nil); err != nil {
		return err
	}
	return giveTo(ctx, s.Data, did.Packed, s.ID)
}
