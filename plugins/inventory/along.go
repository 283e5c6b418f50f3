package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Reserved goods move only with their reservations, and those only with all that lies
// there: a part of a reservation would leave its task with two places.

// readAlong locks the reservations that may go with their goods, before any quant is
// locked, as all do who take of them.
func (p *posting) readAlong(ctx context.Context) error {
	p.along = map[quantKey][]*reservation{}
	for i := range p.moves {
		m := &p.moves[i]
		at := p.places[m.From.PositionID]
		if !m.Along || at.virtual() {
			continue
		}
		k := keyOf(at, m.From, m.Goods)
		var ids []int64
		err := p.tx.Select(ctx, &ids, `SELECT r.id FROM reservation r JOIN quant q ON q.id = r.quant_id WHERE r.status = 'active' AND q.warehouse_id = ? AND q.product_id = ?
			AND q.position_id = ? AND COALESCE(q.lot_id, 0) = ? AND COALESCE(q.lpn_id, 0) = ? AND q.consignor_id = ? AND q.quality = ? ORDER BY r.id`,
			k.WarehouseID, k.ProductID, k.PositionID, k.LotID, k.LpnID, k.ConsignorID, k.Quality)
		if err != nil {
			return fmt.Errorf("read reservations of goods that move: %w", err)
		}
		list, err := lockReservations(ctx, p.tx, newSet(ids...))
		if err != nil {
			return err
		}
		for _, id := range ids {
			if list[id].left() > 0 {
				p.along[k] = append(p.along[k], list[id])
				p.reserved[id] = list[id]
			}
		}
	}
	return nil
}

// takesAll reports whether a movement takes all of a quant, and all that is reserved of
// it is known to go along.
func (p *posting) takesAll(m *contract.Move, q *quant, qty contract.Qty) bool {
	kept := contract.Qty(0)
	for _, r := range p.along[q.key()] {
		kept += r.left()
	}
	return m.Along && qty == q.OnHand && kept == q.Reserved
}

// follow makes the reservations of a quant of which nothing is left those of the stock
// that its goods became. That must be where it may be picked.
func (p *posting) follow(m *contract.Move, from, to *quant) error {
	if !m.Along || from == nil || from.Reserved == 0 || from.OnHand > 0 {
		return nil
	}
	at := p.places[m.To.PositionID]
	if to == nil || m.Into != nil || to.HeldAt.Valid || at.Use != contract.UseBin || !at.AreaPicks.Bool || at.mustGive() != nil {
		return fault.New(fault.Conflict, "stock.along", "product", p.goods[m.Goods.ProductID].SKU, "position", at.Code)
	}
	for _, r := range p.along[from.key()] {
		n := r.left()
		r.QuantID, r.changed = to.ID, true
		from.Reserved -= n
		to.Reserved += n
		p.followed = append(p.followed, contract.Followed{ReservationID: r.ID, QuantID: to.ID, PositionID: at.ID})
	}
	return nil
}
