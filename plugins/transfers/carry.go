package transfers

import (
	"context"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/transfers/contract"
)

// did is what an input did to goods and lines, for taking it back.
type did struct {
	Docs  []int64  `json:"docs,omitempty"`
	Moves []int64  `json:"moves,omitempty"`
	Lines []change `json:"lines,omitempty"` // the oldest first
	Made  []int64  `json:"made,omitempty"`  // lines
	Kept  []kept   `json:"kept,omitempty"`
	Puts  []int64  `json:"puts,omitempty"`
	Lpns  []stand  `json:"lpns,omitempty"`
}

// change is how the figures of a line changed.
type change struct {
	ID  int64   `json:"id"`
	Was figures `json:"was"`
	Is  figures `json:"is"`
}

// kept is how much a movement took of a reservation, or a shortage gave up of it.
type kept struct {
	ID  int64           `json:"id"`
	Qty decimal.Decimal `json:"qty"`
}

// stand is where a container stood.
type stand struct {
	ID  int64 `json:"id"`
	Was int64 `json:"was,omitempty"`
}

// hand is one input at work on goods.
type hand struct {
	desk
	plan
	data plugin.Data
	did  did
}

// load is goods of a line in a hand.
type load struct {
	line    plugin.Row
	goods   *goods
	qty     decimal.Decimal
	serials []string
	along   bool // its reservations go with it
}

// post moves goods of a line.
func (h *hand) post(ctx context.Context, l load, to stock.Place, reservation int64) (moveNo int64, err error) {
	posted, err := h.stock.Post(ctx, h.data, []stock.Move{{
		Code: stock.Transfer, Doc: stock.Doc{Type: h.Document, ID: plugin.Int(l.line, h.head()), LineID: plugin.ID(l.line)},
		Goods: l.goods.of(), Qty: l.qty, From: l.goods.place(), To: to, Serials: l.serials, ReservationID: reservation, Along: l.along,
	}})
	if err != nil {
		return 0, err
	}
	h.did.Moves = append(h.did.Moves, posted[0].MoveNo)
	if reservation != 0 {
		h.did.Kept = append(h.did.Kept, kept{reservation, l.qty})
	}
	return posted[0].MoveNo, nil
}

// change gives a line other figures and notes what they were.
func (h *hand) change(ctx context.Context, line plugin.Row, to func(*figures)) error {
	was := figuresOf(line)
	is := was
	to(&is)
	h.did.Lines = append(h.did.Lines, change{plugin.ID(line), was, is})
	return h.write(ctx, h.data, plugin.ID(line), is)
}

// make writes a line for goods that no line asked for.
func (h *hand) make(ctx context.Context, doc int64, g *goods, qty decimal.Decimal) (plugin.Row, error) {
	row, err := h.data.Save(ctx, h.line(), plugin.Row{
		h.head(): doc, "product_id": g.ProductID, "qty": qty, "lot_id": null(g.LotID), "quality": g.Quality, "from_position_id": g.PositionID,
		"lifted_qty": decimal.Zero, "moved_qty": decimal.Zero,
	})
	if err == nil {
		h.did.Made = append(h.did.Made, plugin.ID(row))
	}
	return row, err
}

// split takes a part of a line out as a line of its own, with what of it is on the cart.
func (h *hand) split(ctx context.Context, line plugin.Row, qty decimal.Decimal, serials []string) (plugin.Row, error) {
	lifted := decimal.Min(qty, carried(line))
	err := h.change(ctx, line, func(f *figures) {
		f.Qty, f.Lifted, f.Serials = f.Qty.Sub(qty), f.Lifted.Sub(lifted), without(f.Serials, serials)
	})
	if err != nil {
		return nil, err
	}
	part := plugin.Row{"qty": qty, "lifted_qty": lifted, "moved_qty": decimal.Zero}
	for _, field := range append([]string{h.head(), "product_id", "lot_no", "lot_id", "quality", "from_position_id", "to_position_id", "lpn_id", "reservation_id"}, h.Along...) {
		part[field] = line[field]
	}
	if len(serials) > 0 {
		part["serials"] = serials
	}
	row, err := h.data.Save(ctx, h.line(), part)
	if err != nil {
		return nil, fmt.Errorf("split line %d of %s: %w", plugin.ID(line), h.Document, err)
	}
	h.did.Made = append(h.did.Made, plugin.ID(row))
	return row, nil
}

// without are serial numbers of a line less some of them.
func without(all any, some []string) any {
	list, ok := all.([]any)
	if !ok || len(some) == 0 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(list), func(no any) bool { return slices.Contains(some, fmt.Sprint(no)) })
}

// lift puts goods of a line on a cart.
func (h *hand) lift(ctx context.Context, l load, cart int64) (err error) {
	if l.qty.LessThan(open(l.line)) {
		if l.line, err = h.split(ctx, l.line, l.qty, nil); err != nil {
			return err
		}
	}
	at, err := cartPlace(ctx, h.data.SQL(), l.goods.WarehouseID)
	if err != nil {
		return err
	}
	if _, err := h.post(ctx, l, stock.Place{PositionID: at, LpnID: cart}, plugin.Int(l.line, "reservation_id")); err != nil {
		return err
	}
	return h.change(ctx, l.line, func(f *figures) {
		f.Lifted, f.Cart = f.Lifted.Add(l.qty), cart
		if len(l.serials) > 0 {
			f.Serials = l.serials
		}
	})
}

// put takes goods of a line straight to a place.
func (h *hand) put(ctx context.Context, l load, to stock.Place) error {
	moveNo, err := h.post(ctx, l, to, plugin.Int(l.line, "reservation_id"))
	if err != nil {
		return err
	}
	err = h.change(ctx, l.line, func(f *figures) {
		f.Lifted, f.Moved, f.To = f.Lifted.Add(l.qty), f.Moved.Add(l.qty), to.PositionID
	})
	if err != nil {
		return err
	}
	return h.tell(ctx, contract.Put{Line: l.line, Qty: l.qty, To: to.PositionID, MoveNo: moveNo})
}

// drop takes goods of a line from its cart to a place.
func (h *hand) drop(ctx context.Context, l load, to stock.Place) (err error) {
	if l.qty.LessThan(carried(l.line)) {
		if l.line, err = h.split(ctx, l.line, l.qty, l.serials); err != nil {
			return err
		}
	}
	moveNo, err := h.post(ctx, l, to, 0)
	if err != nil {
		return err
	}
	cart := plugin.Int(l.line, "lpn_id")
	err = h.change(ctx, l.line, func(f *figures) { f.Moved, f.To = f.Moved.Add(l.qty), to.PositionID })
	if err != nil {
		return err
	}
	return h.tell(ctx, contract.Put{Line: l.line, Qty: l.qty, To: to.PositionID, MoveNo: moveNo, Cart: cart})
}

func (h *hand) tell(ctx context.Context, p contract.Put) error {
	if h.Put == nil {
		return nil
	}
	id, err := h.Put(ctx, h.data, p)
	h.did.Puts = append(h.did.Puts, id)
	return err
}

// settle moves a document on to where its lines are.
func (h *hand) settle(ctx context.Context, doc int64, ends bool) error {
	if !slices.Contains(h.did.Docs, doc) {
		h.did.Docs = append(h.did.Docs, doc)
	}
	if err := actIn(ctx, h.data, h.Document, doc, "released", "start"); err != nil || !ends {
		return err
	}
	lines, err := h.lines(ctx, h.data, doc)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(lines, func(line plugin.Row) bool { return open(line).Sign() > 0 || carried(line).Sign() > 0 }) {
		return nil
	}
	return actIn(ctx, h.data, h.Document, doc, "working", "finish")
}

// takeBack takes back what an input did. What went on since refuses it.
func (h *hand) takeBack(ctx context.Context, d did) error {
	for _, doc := range d.Docs {
		if _, err := h.lock(ctx, h.data, doc); err != nil {
			return err
		}
		if err := actIn(ctx, h.data, h.Document, doc, "done", "resume"); err != nil {
			return err
		}
	}
	for _, id := range d.Puts {
		if err := h.PutBack(ctx, h.data, id); err != nil {
			return err
		}
	}
	if err := h.moveBack(ctx, d); err != nil {
		return err
	}
	for i := len(d.Lines) - 1; i >= 0; i-- {
		if err := h.changeBack(ctx, d.Lines[i]); err != nil {
			return err
		}
	}
	if err := h.data.Delete(ctx, h.line(), d.Made); err != nil {
		return err
	}
	for _, doc := range d.Docs {
		if err := h.dropEmpty(ctx, doc); err != nil {
			return err
		}
	}
	return nil
}

// moveBack takes the movements back, gives the reservations what they had, and says
// where the containers stand again.
func (h *hand) moveBack(ctx context.Context, d did) error {
	if _, err := h.stock.Reverse(ctx, h.data, d.Moves, "undo"); err != nil {
		return err
	}
	for _, k := range d.Kept {
		if err := h.stock.Restore(ctx, h.data, k.ID, k.Qty); err != nil {
			return err
		}
	}
	var rows []plugin.Row
	for _, l := range d.Lpns {
		rows = append(rows, plugin.Row{"id": l.ID, "position_id": null(l.Was)})
	}
	return h.data.Set(ctx, "lpn", rows)
}

// changeBack gives a line the figures that it had, unless somebody went on with it.
func (h *hand) changeBack(ctx context.Context, c change) error {
	line, err := h.data.Get(ctx, h.line(), c.ID)
	if err != nil {
		return err
	}
	if !figuresOf(line).same(c.Is) {
		return fault.New(fault.Conflict, "transfers.went_on")
	}
	return h.write(ctx, h.data, c.ID, c.Was)
}

// dropEmpty cancels a document of which no line is left.
func (h *hand) dropEmpty(ctx context.Context, doc int64) error {
	lines, err := h.lines(ctx, h.data, doc)
	if err != nil || len(lines) > 0 {
		return err
	}
	return actIn(ctx, h.data, h.Document, doc, "working", "drop")
}
