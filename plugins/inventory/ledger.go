package inventory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Ledger is the stock ledger. Its zero value is ready, and tells nobody of stock
// that became free, or of reservations that went with their goods.
type Ledger struct {
	Freed  contract.Freed
	Follow []contract.Follow
}

var _ contract.Stock = Ledger{}

// posting is one call of Post at work.
type posting struct {
	tx       plugin.Tx
	data     plugin.Data
	moves    []contract.Move
	places   map[int64]*place
	goods    map[int64]*goods
	types    typeTree
	quants   *quants
	reserved map[int64]*reservation
	along    map[quantKey][]*reservation // what may go with its goods
	followed []contract.Followed
	now      time.Time
	legs     []leg
	posted   []contract.Posted
}

// Post writes movements, in order; see contract.Stock.
func (l Ledger) Post(ctx context.Context, data plugin.Data, moves []contract.Move) ([]contract.Posted, error) {
	if len(moves) == 0 {
		return nil, nil
	}
	p := &posting{tx: data.SQL(), data: data, moves: moves, now: data.SQL().Now()}
	// The order of a posting: what it touches is read and checked, the quants are
	// locked in key order, the moves are applied in memory, and everything is
	// written at once.
	steps := []func(context.Context) error{
		p.read, p.check, p.checkDates, p.lock, p.apply, p.checkPlaces, p.moveSerials, p.write,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	l.tellFreed(data, p.brought()...)
	return p.posted, l.tellFollowed(ctx, data, p.followed)
}

// tellFollowed tells those who wait for them which reservations went with their goods.
func (l Ledger) tellFollowed(ctx context.Context, data plugin.Data, list []contract.Followed) error {
	if len(list) == 0 {
		return nil
	}
	for _, follow := range l.Follow {
		if err := follow(ctx, data, list); err != nil {
			return err
		}
	}
	return nil
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
	if p.types, err = loadTypes(ctx, p.tx, slices.Collect(maps.Values(p.places))); err != nil {
		return err
	}
	ids := newSet()
	for _, m := range p.moves {
		ids.add(m.ReservationID)
	}
	if p.reserved, err = lockReservations(ctx, p.tx, ids); err != nil {
		return err
	}
	return p.readAlong(ctx)
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
	if !contract.IsQty(m.Qty) || m.Qty.Sign() <= 0 {
		return fault.New(fault.Invalid, "stock.bad_qty", "qty", m.Qty.String(), "product", g.SKU)
	}
	if g.ConsignorID != m.Goods.ConsignorID {
		return fault.New(fault.Invalid, "stock.not_the_owner", "product", g.SKU)
	}
	if g.LotCtl && m.Goods.LotID == 0 {
		return fault.New(fault.Invalid, "stock.lot_needed", "product", g.SKU)
	}
	if n := p.numbered(m); n != nil && !m.Qty.Equal(decimal.NewFromInt(int64(len(m.Serials)))) {
		return fault.New(fault.Invalid, "stock.serial_needed", "product", n.SKU, "qty", m.Qty.String(), "given", len(m.Serials))
	}
	from, to := p.places[m.From.PositionID], p.places[m.To.PositionID]
	if from.WarehouseID != to.WarehouseID && m.Code != contract.TransferOut && m.Code != contract.TransferIn {
		return fault.New(fault.Invalid, "stock.other_warehouse", "from", from.Code, "to", to.Code)
	}
	if err := to.mustSuit(into(m)); err != nil || m.ReverseOf != 0 { // what was moved may be taken back though a place is closed since
		return err
	}
	if err := from.mustGive(); err != nil {
		return err
	}
	if err := to.mustKeep(p.goods[into(m).ProductID], p.types); err != nil {
		return err
	}
	return to.mustTake()
}

// numbered is the product of a movement whose pieces have numbers, what it is or what it
// becomes; nil where neither has.
func (p *posting) numbered(m *contract.Move) *goods {
	for _, id := range []int64{m.Goods.ProductID, into(m).ProductID} {
		if p.goods[id].SerialCtl {
			return p.goods[id]
		}
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
			keys = append(keys, keyOf(at, end.at, end.g))
		}
	}
	var err error
	p.quants, err = lockQuants(ctx, p.tx, keys)
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
		qty := contract.QtyOf(m.Qty)
		from, inDate, err := p.take(ctx, m, qty)
		if err != nil {
			return err
		}
		to, back, err := p.give(ctx, m, inDate, qty)
		if err != nil {
			return err
		}
		if err := p.follow(m, from, to); err != nil {
			return err
		}
		p.addLegs(m, moveNo, qty, inDate, from, to)
		p.legs[len(p.legs)-1].back = back
		p.posted = append(p.posted, contract.Posted{MoveNo: moveNo, FromQuant: idOf(from), ToQuant: idOf(to)})
	}
	return nil
}

// take takes the quantity out of its place, what is reserved for the movement or
// else what is free, and tells since when the goods are in the building.
func (p *posting) take(ctx context.Context, m *contract.Move, qty contract.Qty) (*quant, string, error) {
	at := p.places[m.From.PositionID]
	if at.virtual() {
		return nil, p.arrival(m), nil
	}
	q := p.quants.byKey[keyOf(at, m.From, m.Goods)]
	if err := p.mustHave(m, q, qty); err != nil {
		return nil, "", err
	}
	inDate := cmp.Or(m.InDate, q.InDate.String)
	q.OnHand -= qty
	q.Seq++
	q.changed = true
	return q, inDate, p.dateRest(ctx, m, q)
}

// mustHave refuses to take more than a quant has for the movement.
func (p *posting) mustHave(m *contract.Move, q *quant, qty contract.Qty) error {
	at := p.places[m.From.PositionID]
	sku := p.goods[m.Goods.ProductID].SKU
	if q.OnHand < qty {
		return fault.New(fault.Conflict, "stock.not_enough", "product", sku, "position", at.Code, "on_hand", q.OnHand.Text(), "qty", m.Qty.String())
	}
	if q.HeldAt.Valid && !mayTakeHeld(m) {
		return fault.New(fault.Conflict, "stock.held", "product", sku, "position", at.Code)
	}
	if m.ReservationID != 0 {
		return p.consume(m, q, qty)
	}
	if q.free() < qty && !p.takesAll(m, q, qty) {
		return fault.New(fault.Conflict, "stock.reserved", "product", sku, "position", at.Code, "free", q.free().Text(), "qty", m.Qty.String())
	}
	return nil
}

// mayTakeHeld reports whether a movement may take what is on hold: it says what really
// lies there, or takes back what never should have come.
func mayTakeHeld(m *contract.Move) bool {
	return m.Code == contract.CountDiff || m.Code == contract.Adjust || m.ReverseOf != 0
}

// consume takes the quantity out of the movement's reservation.
func (p *posting) consume(m *contract.Move, q *quant, qty contract.Qty) error {
	r := p.reserved[m.ReservationID]
	if r == nil || r.QuantID != q.ID || r.left() < qty {
		return fault.New(fault.Conflict, "stock.reservation_gone", "product", p.goods[m.Goods.ProductID].SKU)
	}
	r.consume(qty)
	q.Reserved -= qty
	return nil
}

// give puts the quantity into its place, and reports whether it only comes back there.
func (p *posting) give(ctx context.Context, m *contract.Move, inDate string, qty contract.Qty) (*quant, bool, error) {
	at := p.places[m.To.PositionID]
	if at.virtual() {
		return nil, false, nil
	}
	q := p.quants.byKey[keyOf(at, m.To, into(m))]
	back, err := p.dateArrival(ctx, m, q, inDate)
	q.OnHand += qty
	q.Seq++
	q.changed = true
	return q, back, err
}

func idOf(q *quant) int64 {
	if q == nil {
		return 0
	}
	return q.ID
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
