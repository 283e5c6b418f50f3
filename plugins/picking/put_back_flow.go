package picking

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the station put_back besides item, serial, qty and position.
const stepSource = "source"

// picked is what lies picked for an order line. Quantities are thousandths.
type picked struct {
	OrderID     int64         `db:"doc_id"`
	LineID      int64         `db:"line_id"`
	WarehouseID int64         `db:"warehouse_id"`
	PositionID  int64         `db:"position_id"`
	LpnID       sql.NullInt64 `db:"lpn_id"`
	ConsignorID int64         `db:"consignor_id"`
	ProductID   int64         `db:"product_id"`
	SKU         string        `db:"sku"`
	SerialCtl   bool          `db:"serial_ctl"`
	LotID       sql.NullInt64 `db:"lot_id"`
	Quality     string        `db:"quality"`
	Qty         int64         `db:"qty"`
}

// pickedQuestion sums the ledger: what came to the picked places for cancelled
// orders and did not leave them.
const pickedQuestion = `SELECT m.doc_id, m.line_id, m.warehouse_id, m.position_id, m.lpn_id, m.consignor_id, m.product_id, g.sku,
	COALESCE(g.serial_ctl, ?) AS serial_ctl, m.lot_id, m.quality, SUM(m.qty) AS qty
	FROM stock_move m JOIN position p ON p.id = m.position_id JOIN product g ON g.id = m.product_id JOIN sale_order o ON o.id = m.doc_id
	WHERE m.doc_type = 'sale_order' AND p.position_use = 'tote' AND o.status = 'cancelled' AND %s
	GROUP BY m.doc_id, m.line_id, m.warehouse_id, m.position_id, m.lpn_id, m.consignor_id, m.product_id, g.sku, g.serial_ctl, m.lot_id, m.quality
	HAVING SUM(m.qty) > 0 ORDER BY m.doc_id, m.line_id`

// putBackState is what the station remembers.
type putBackState struct {
	OrderID int64           `json:"order,omitempty"`
	LpnID   int64           `json:"lpn,omitempty"`
	LineID  int64           `json:"line,omitempty"`
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
}

// putBackFlow returns picked goods of cancelled orders to positions.
type putBackFlow struct{ floor }

var _ plugin.Undoer = putBackFlow{}

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
	if in.Kind == plugin.KindButton {
		st.LineID, st.Serials = 0, nil
		s.GoTo(stepItem)
		return plugin.Reply{}, s.Store(st)
	}
	handle, ok := map[string]func(context.Context, *plugin.Session, *putBackState, plugin.Input) (plugin.Reply, error){
		stepSource: f.source, stepItem: f.item, stepQty: f.qty, stepSerial: f.serial, stepPosition: f.position,
	}[s.Step()]
	if !ok {
		return plugin.Reply{}, fault.New(fault.Conflict, "picking.all_put_back")
	}
	reply, err := handle(ctx, s, &st, in)
	if err != nil {
		return plugin.Reply{}, err
	}
	return reply, s.Store(st)
}

// source takes the cancelled order or the tote.
func (f putBackFlow) source(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), nil, "order", "lpn")
	if err != nil {
		return plugin.Reply{}, err
	}
	*st = putBackState{}
	if found[0].Kind == "order" {
		st.OrderID = found[0].ID
	} else {
		st.LpnID = found[0].ID
	}
	list, err := st.left(ctx, s.Data.SQL())
	if err != nil {
		return plugin.Reply{}, err
	}
	if len(list) == 0 {
		return plugin.Reply{}, fault.New(fault.Invalid, "picking.nothing_to_put_back", "code", in.Text())
	}
	s.GoTo(stepItem)
	return plugin.Reply{}, nil
}

// left is what is still to be put back of the source.
func (st *putBackState) left(ctx context.Context, tx plugin.Tx) ([]picked, error) {
	where, id := `m.doc_id = ?`, st.OrderID
	if st.LpnID != 0 {
		where, id = `m.lpn_id = ?`, st.LpnID
	}
	var list []picked
	if err := tx.Select(ctx, &list, fmt.Sprintf(pickedQuestion, where), false, id); err != nil {
		return nil, fmt.Errorf("read what is picked: %w", err)
	}
	return list, nil
}

// line is what is left of the chosen line.
func (st *putBackState) line(ctx context.Context, tx plugin.Tx) (*picked, error) {
	list, err := st.left(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].LineID == st.LineID {
			return &list[i], nil
		}
	}
	return nil, fault.New(fault.Conflict, "picking.nothing_to_put_back", "code", "")
}

// item takes the goods, or the whole step in one input {item, qty, position}.
func (f putBackFlow) item(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	one := oneInput{Item: in.Text()}
	if in.Kind == plugin.KindForm {
		if err := json.Unmarshal(in.Value, &one); err != nil {
			return plugin.Reply{}, fault.New(fault.Invalid, "picking.bad_form").Because(err)
		}
	}
	p, err := f.choose(ctx, s, st, one.Item)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.LineID, st.Serials = p.LineID, one.Serials
	if in.Kind == plugin.KindForm {
		st.Qty = one.Qty
		return f.put(ctx, s, st, p, one.Position)
	}
	s.GoTo(stepQty)
	if p.SerialCtl {
		s.GoTo(stepSerial)
	}
	return plugin.Reply{}, nil
}

func (f putBackFlow) choose(ctx context.Context, s *plugin.Session, st *putBackState, code string) (*picked, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, nil, "product", "sku")
	if err != nil {
		return nil, err
	}
	list, err := st.left(ctx, s.Data.SQL())
	if err != nil {
		return nil, err
	}
	for _, c := range found {
		for i := range list {
			if list[i].ProductID == c.ID {
				return &list[i], nil
			}
		}
	}
	return nil, fault.New(fault.Invalid, "picking.not_picked_here", "sku", found[0].Label)
}

func (f putBackFlow) qty(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	p, err := st.line(ctx, s.Data.SQL())
	if err != nil {
		return plugin.Reply{}, err
	}
	st.Qty, err = readQty(in, quantity(p.Qty))
	s.GoTo(stepPosition)
	return plugin.Reply{}, err
}

func (f putBackFlow) serial(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	p, err := st.line(ctx, s.Data.SQL())
	if err != nil {
		return plugin.Reply{}, err
	}
	st.Serials = append(st.Serials, in.Text())
	if int64(len(st.Serials))*1000 >= p.Qty {
		st.Qty = quantity(p.Qty)
		s.GoTo(stepPosition)
	}
	return plugin.Reply{}, nil
}

func (f putBackFlow) position(ctx context.Context, s *plugin.Session, st *putBackState, in plugin.Input) (plugin.Reply, error) {
	p, err := st.line(ctx, s.Data.SQL())
	if err != nil {
		return plugin.Reply{}, err
	}
	return f.put(ctx, s, st, p, in.Text())
}

// put moves the goods back and goes on with the next.
func (f putBackFlow) put(ctx context.Context, s *plugin.Session, st *putBackState, p *picked, code string) (plugin.Reply, error) {
	if st.Qty.Sign() <= 0 || st.Qty.GreaterThan(quantity(p.Qty)) {
		return plugin.Reply{}, fault.New(fault.Invalid, "station.over", "max", quantity(p.Qty).String(), "value", st.Qty.String())
	}
	at, err := f.place(ctx, s, code, p.WarehouseID)
	if err != nil {
		return plugin.Reply{}, err
	}
	posted, err := f.stock.Post(ctx, s.Data, []contract.Move{{
		Code: contract.PutBack, Doc: contract.Doc{Type: "sale_order", ID: p.OrderID, LineID: p.LineID}, Qty: st.Qty, Serials: st.Serials,
		Goods: contract.Goods{ConsignorID: p.ConsignorID, ProductID: p.ProductID, LotID: p.LotID.Int64, Quality: p.Quality},
		From:  contract.Place{PositionID: p.PositionID, LpnID: p.LpnID.Int64}, To: contract.Place{PositionID: at.ID},
	}})
	if err != nil {
		return plugin.Reply{}, err
	}
	n := thousandths(st.Qty)
	if err := pickedInto(ctx, s.Data.SQL(), p.LineID, -n); err != nil {
		return plugin.Reply{}, err
	}
	reply := plugin.Reply{
		Key: "picking.put", Params: fault.Params{"sku": p.SKU, "qty": st.Qty.String(), "position": at.Label},
		Undo: putBack{MoveNo: posted[0].MoveNo, LineID: p.LineID, Qty: n},
	}
	st.LineID, st.Serials = 0, nil
	left, err := st.left(ctx, s.Data.SQL())
	s.GoTo(stepItem)
	if len(left) == 0 {
		s.GoTo(plugin.StepDone)
		reply.Sound = plugin.SoundDone
	}
	return reply, err
}

// putBack is what a put did, for taking it back.
type putBack struct {
	MoveNo int64 `json:"move"`
	LineID int64 `json:"line"`
	Qty    int64 `json:"qty"` // thousandths
}

// Undo takes the goods out of the position again.
func (f putBackFlow) Undo(ctx context.Context, s *plugin.Session, token json.RawMessage) error {
	var d putBack
	if err := json.Unmarshal(token, &d); err != nil {
		return fmt.Errorf("read what to undo: %w", err)
	}
	if _, err := f.stock.Reverse(ctx, s.Data, []int64{d.MoveNo}, "undo"); err != nil {
		return err
	}
	return pickedInto(ctx, s.Data.SQL(), d.LineID, d.Qty)
}

// View shows what is still to be put back.
func (f putBackFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st putBackState
	if err := s.Load(&st); err != nil || st.OrderID == 0 && st.LpnID == 0 {
		return plugin.View{}, err
	}
	list, err := st.left(ctx, s.Data.SQL())
	view := plugin.View{Left: len(list)}
	for _, p := range list {
		view.List = append(view.List, plugin.Choice{Code: p.SKU, Label: p.SKU, Detail: "× " + quantity(p.Qty).String(), State: "open"})
		if p.LineID == st.LineID {
			if err := f.showLine(ctx, s, &view, &p, &st); err != nil {
				return view, err
			}
		}
	}
	return view, err
}

func (f putBackFlow) showLine(ctx context.Context, s *plugin.Session, view *plugin.View, p *picked, st *putBackState) error {
	suggested, err := cameFrom(ctx, s.Data.SQL(), p)
	left := quantity(p.Qty).String()
	view.Default, view.Max = left, left
	view.Prompt = fault.Params{"sku": p.SKU, "max": left, "qty": st.Qty.String(), "position": suggested, "left": quantity(p.Qty - int64(len(st.Serials))*1000).String()}
	view.Target = []plugin.Target{
		{Label: "picking.item", Value: p.SKU, Size: plugin.SizeLarge, Field: "item"},
		{Label: "picking.qty", Value: left, Size: plugin.SizeHuge, Field: "qty"},
		{Label: "picking.suggested", Value: suggested, Size: plugin.SizeMedium, Field: "position"},
	}
	return err
}

// cameFrom is the position that the goods were picked from.
func cameFrom(ctx context.Context, tx plugin.Tx, p *picked) (string, error) {
	var code string
	err := tx.Get(ctx, &code, `SELECT p.code FROM stock_move m JOIN position p ON p.id = m.position_id
		WHERE m.doc_type = 'sale_order' AND m.doc_id = ? AND m.line_id = ? AND m.code = 'PCK' AND m.leg = 1 ORDER BY m.id DESC LIMIT 1`, p.OrderID, p.LineID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return code, err
}
