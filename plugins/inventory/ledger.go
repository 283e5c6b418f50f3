package inventory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Ledger is the stock ledger. Its zero value is ready.
type Ledger struct{}

var _ contract.Stock = Ledger{}

func nowMillis() int64 { return time.Now().UnixMilli() }

// posting is one call of Post at work.
type posting struct {
	tx       plugin.Tx
	data     plugin.Data
	moves    []contract.Move
	places   map[int64]*place
	goods    map[int64]*goods
	quants   *quants
	reserved map[int64]*reservation
	now      time.Time
	legs     []leg
	posted   []contract.Posted
}

// Post writes movements, in order; see contract.Stock.
func (l Ledger) Post(ctx context.Context, data plugin.Data, moves []contract.Move) ([]contract.Posted, error) {
	if len(moves) == 0 {
		return nil, nil
	}
	p := &posting{tx: data.SQL(), data: data, moves: moves, now: time.Now()}
	// The order of a posting: what it touches is read and checked, the quants are
	// locked in key order, the moves are applied in memory, and everything is
	// written at once.
	steps := []func(context.Context) error{
		p.read, p.check, p.lock, p.apply, p.checkPlaces, p.moveSerials, p.write,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return p.posted, nil
}

// read reads positions, products and reservations.
func (p *posting) read(ctx context.Context) error {
	var err error
	if p.places, err = loadPlaces(ctx, p.tx, p.moves); err != nil {
		return err
	}
	if p.goods, err = loadGoods(ctx, p.tx, p.moves); err != nil {
		return err
	}
	ids := newSet()
	for _, m := range p.moves {
		ids.add(m.ReservationID)
	}
	p.reserved, err = lockReservations(ctx, p.tx, ids)
	return err
}

// check refuses movements that make no sense, before anything is locked.
func (p *posting) check(context.Context) error {
	for i := range p.moves {
		if err := p.checkMove(&p.moves[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *posting) checkMove(m *contract.Move) error {
	g := p.goods[m.Goods.ProductID]
	if _, exact := thousandths(m.Qty); !exact || m.Qty.Sign() <= 0 {
		return fault.New(fault.Invalid, "stock.bad_qty", "qty", m.Qty.String(), "product", g.SKU)
	}
	if g.ConsignorID != m.Goods.ConsignorID {
		return fault.New(fault.Invalid, "stock.not_the_owner", "product", g.SKU)
	}
	if g.LotCtl && m.Goods.LotID == 0 {
		return fault.New(fault.Invalid, "stock.lot_needed", "product", g.SKU)
	}
	if g.SerialCtl && int64(len(m.Serials)) != m.Qty.IntPart() {
		return fault.New(fault.Invalid, "stock.serial_needed", "product", g.SKU, "qty", m.Qty.String(), "given", len(m.Serials))
	}
	if err := p.places[m.From.PositionID].mustGive(); err != nil && m.ReverseOf == 0 {
		return err
	}
	if err := p.places[m.To.PositionID].mustTake(into(m)); err != nil && m.ReverseOf == 0 {
		return err
	}
	return nil
}

// into is what the goods are at the end of the movement.
func into(m *contract.Move) contract.Goods {
	if m.Into != nil {
		return *m.Into
	}
	return m.Goods
}

// lock locks the quants at both ends of all movements.
func (p *posting) lock(ctx context.Context) error {
	var keys []quantKey
	dates := map[quantKey]string{}
	for i := range p.moves {
		m := &p.moves[i]
		for _, end := range []struct {
			at contract.Place
			g  contract.Goods
		}{{m.From, m.Goods}, {m.To, into(m)}} {
			at := p.places[end.at.PositionID]
			if at.virtual() {
				continue
			}
			key := keyOf(at, end.at, end.g)
			dates[key] = at.today(p.now)
			keys = append(keys, key)
		}
	}
	var err error
	p.quants, err = lockQuants(ctx, p.tx, keys, func(k quantKey) string { return dates[k] })
	return err
}

// apply works the movements out on the locked quants.
func (p *posting) apply(ctx context.Context) error {
	first, err := p.tx.NextIDs(ctx, len(p.moves))
	if err != nil {
		return err
	}
	for i := range p.moves {
		m := &p.moves[i]
		moveNo := first + int64(i)
		qty, _ := thousandths(m.Qty)
		from, err := p.take(m, qty)
		if err != nil {
			return err
		}
		to := p.give(m, from, qty)
		p.addLegs(m, moveNo, qty, from, to)
		p.posted = append(p.posted, contract.Posted{MoveNo: moveNo, FromQuant: idOf(from), ToQuant: idOf(to)})
	}
	return nil
}

// take takes the quantity out of its place: what is reserved for the movement, or
// else what is free.
func (p *posting) take(m *contract.Move, qty int64) (*quant, error) {
	at := p.places[m.From.PositionID]
	if at.virtual() {
		return nil, nil //nolint:nilnil // goods come from outside
	}
	q := p.quants.byKey[keyOf(at, m.From, m.Goods)]
	sku := p.goods[m.Goods.ProductID].SKU
	if q.OnHand < qty {
		return nil, fault.New(fault.Conflict, "stock.not_enough", "product", sku, "position", at.Code, "on_hand", quantity(q.OnHand).String(), "qty", m.Qty.String())
	}
	if m.ReservationID != 0 {
		if err := p.consume(m, q, qty); err != nil {
			return nil, err
		}
	} else if q.free() < qty {
		return nil, fault.New(fault.Conflict, "stock.reserved", "product", sku, "position", at.Code, "free", quantity(q.free()).String(), "qty", m.Qty.String())
	}
	q.OnHand -= qty
	q.Seq++
	q.changed = true
	return q, nil
}

// consume takes the quantity out of the movement's reservation.
func (p *posting) consume(m *contract.Move, q *quant, qty int64) error {
	r := p.reserved[m.ReservationID]
	if r == nil || r.QuantID != q.ID || r.left() < qty {
		return fault.New(fault.Conflict, "stock.reservation_gone", "product", p.goods[m.Goods.ProductID].SKU)
	}
	r.consume(qty)
	q.Reserved -= qty
	return nil
}

// give puts the quantity into its place. Goods that move keep the older date.
func (p *posting) give(m *contract.Move, from *quant, qty int64) *quant {
	at := p.places[m.To.PositionID]
	if at.virtual() {
		return nil
	}
	q := p.quants.byKey[keyOf(at, m.To, into(m))]
	if from != nil && (q.OnHand == 0 || from.InDate < q.InDate) {
		q.InDate = from.InDate
	}
	q.OnHand += qty
	q.Seq++
	q.changed = true
	return q
}

func idOf(q *quant) int64 {
	if q == nil {
		return 0
	}
	return q.ID
}

// leg is one side of a movement, as it stands in the ledger.
type leg struct {
	move    *contract.Move
	moveNo  int64
	no      int64
	at      contract.Place
	place   *place
	goods   contract.Goods
	qty     int64
	quantID int64
	seq     int64
	balance int64
}

func (p *posting) addLegs(m *contract.Move, moveNo, qty int64, from, to *quant) {
	out := leg{move: m, moveNo: moveNo, no: 1, at: m.From, place: p.places[m.From.PositionID], goods: m.Goods, qty: -qty}
	in := leg{move: m, moveNo: moveNo, no: 2, at: m.To, place: p.places[m.To.PositionID], goods: into(m), qty: qty}
	// The version and balance of the from side are those before the to side moved
	// the same quant; that happens when goods are put back where they lay.
	if from != nil {
		out.quantID, out.seq, out.balance = from.ID, from.Seq, from.OnHand
		if from == to {
			out.seq, out.balance = from.Seq-1, from.OnHand-qty
		}
	}
	if to != nil {
		in.quantID, in.seq, in.balance = to.ID, to.Seq, to.OnHand
	}
	p.legs = append(p.legs, out, in)
}

// write writes quants, reservations and the ledger.
func (p *posting) write(ctx context.Context) error {
	if err := p.quants.save(ctx, p.tx); err != nil {
		return err
	}
	if err := saveReservations(ctx, p.tx, p.reserved); err != nil {
		return err
	}
	first, err := p.tx.NextIDs(ctx, len(p.legs))
	if err != nil {
		return err
	}
	for part := range slices.Chunk(p.legs, batch) {
		if err := p.insertLegs(ctx, first, part); err != nil {
			return err
		}
		first += int64(len(part))
	}
	return nil
}

const legColumns = `id, version, created_at, created_by, updated_at, updated_by, move_no, leg, code, doc_type, doc_id, line_id,
	warehouse_id, position_id, lpn_id, consignor_id, product_id, lot_id, quality, qty, balance, quant_id, quant_seq, reason, at, reverse_of`

func (p *posting) insertLegs(ctx context.Context, first int64, legs []leg) error {
	now, user := p.now.UnixMilli(), null(p.data.Actor().UserID)
	row := "(" + marks(26) + ")"
	args := make([]any, 0, 26*len(legs))
	for i, g := range legs {
		m := g.move
		args = append(args, first+int64(i), 1, now, user, now, user, g.moveNo, g.no, m.Code, empty(m.Doc.Type), null(m.Doc.ID), null(m.Doc.LineID),
			g.place.WarehouseID, g.at.PositionID, null(g.at.LpnID), g.goods.ConsignorID, g.goods.ProductID, null(g.goods.LotID), g.goods.Quality,
			g.qty, balanceOf(g), null(g.quantID), seqOf(g), empty(m.Reason), now, null(m.ReverseOf))
	}
	_, err := p.tx.Exec(ctx, `INSERT INTO stock_move (`+legColumns+`) VALUES `+strings.TrimSuffix(strings.Repeat(row+", ", len(legs)), ", "), args...)
	if err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

func balanceOf(g leg) any {
	if g.quantID == 0 {
		return nil
	}
	return g.balance
}

func seqOf(g leg) any {
	if g.quantID == 0 {
		return nil
	}
	return g.seq
}

// empty is nil for "".
func empty(text string) any {
	if text == "" {
		return nil
	}
	return text
}
