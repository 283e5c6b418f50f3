package inventory

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// reservation is stock of one quant kept for a document line.
type reservation struct {
	ID       int64        `db:"id"`
	LineID   int64        `db:"line_id"`
	QuantID  int64        `db:"quant_id"`
	Qty      contract.Qty `db:"qty"`
	Consumed contract.Qty `db:"consumed"`
	Status   string       `db:"status"`

	changed bool
}

const reservationColumns = "id, line_id, quant_id, qty, consumed, status"

// left is what is still kept.
func (r *reservation) left() contract.Qty {
	if r.Status != "active" {
		return 0
	}
	return r.Qty - r.Consumed
}

// consume takes a quantity out; what is empty is consumed.
func (r *reservation) consume(qty contract.Qty) {
	r.Consumed += qty
	r.changed = true
	if r.Consumed == r.Qty {
		r.Status = "consumed"
	}
}

// lockReservations locks reservations by id.
func lockReservations(ctx context.Context, tx plugin.Tx, ids *set) (map[int64]*reservation, error) {
	if len(ids.list) == 0 {
		return map[int64]*reservation{}, nil
	}
	return selectReservations(ctx, tx, `id IN ?`, ids.sort().list)
}

func selectReservations(ctx context.Context, tx plugin.Tx, where string, args ...any) (map[int64]*reservation, error) {
	var rows []reservation
	err := tx.Select(ctx, &rows, `SELECT `+reservationColumns+` FROM reservation WHERE `+where+` ORDER BY id`+tx.ForUpdate(), args...)
	if err != nil {
		return nil, fmt.Errorf("lock reservations: %w", err)
	}
	found := make(map[int64]*reservation, len(rows))
	for i := range rows {
		found[rows[i].ID] = &rows[i]
	}
	return found, nil
}

// saveReservations writes the reservations that changed.
func saveReservations(ctx context.Context, tx plugin.Tx, list map[int64]*reservation) error {
	tx.Changed("reservation")
	for _, r := range list {
		if !r.changed {
			continue
		}
		err := tx.Put(ctx, failing("write reservations"), `UPDATE reservation SET quant_id = ?, qty = ?, consumed = ?, status = ?, version = version + 1, updated_at = ? WHERE id = ?`,
			r.QuantID, r.Qty, r.Consumed, r.Status, tx.Now().UnixMilli(), r.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

// Reserve keeps stock for lines; see contract.Stock.
func (l Ledger) Reserve(ctx context.Context, data plugin.Data, claims []contract.Claim) ([]int64, error) {
	tx := data.SQL()
	ids := newSet()
	for _, c := range claims {
		ids.add(c.QuantID)
	}
	byID, err := lockQuantIDs(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	for _, c := range claims {
		if err := keep(byID[c.QuantID], c); err != nil {
			return nil, err
		}
	}
	if err := byID.save(ctx, tx); err != nil {
		return nil, err
	}
	return insertReservations(ctx, data, claims, byID)
}

// quantsByID are locked quants by id.
type quantsByID map[int64]*quant

// lockQuantIDs locks quants in the order of their keys.
func lockQuantIDs(ctx context.Context, tx plugin.Tx, ids *set) (quantsByID, error) {
	found := quantsByID{}
	for part := range slices.Chunk(ids.sort().list, batch) {
		var rows []quant
		err := tx.Select(ctx, &rows, `SELECT `+quantColumns+` FROM quant WHERE id IN ?
			ORDER BY warehouse_id, product_id, position_id, id`+tx.ForUpdate(), part)
		if err != nil {
			return nil, fmt.Errorf("lock quants: %w", err)
		}
		for i := range rows {
			found[rows[i].ID] = &rows[i]
		}
	}
	return found, nil
}

func (s quantsByID) save(ctx context.Context, tx plugin.Tx) error {
	return (&quants{byID: s}).save(ctx, tx)
}

// keep reserves a claim on its quant.
func keep(q *quant, c contract.Claim) error {
	qty := contract.QtyOf(c.Qty)
	if q == nil || !contract.IsQty(c.Qty) || qty <= 0 || q.HeldAt.Valid || q.free() < qty {
		return fault.New(fault.Conflict, "stock.claim_failed", "qty", c.Qty.String())
	}
	q.Reserved += qty
	q.changed = true
	return nil
}

func insertReservations(ctx context.Context, data plugin.Data, claims []contract.Claim, byID quantsByID) ([]int64, error) {
	tx := data.SQL()
	first, err := tx.NextIDs(ctx, max(len(claims), 1))
	if err != nil {
		return nil, err
	}
	now, user := data.SQL().Now().UnixMilli(), null(data.Actor().UserID)
	row := "(" + marks(16) + ")"
	var ids []int64
	tx.Changed("reservation")
	for part := range slices.Chunk(claims, batch) {
		var args []any
		for _, c := range part {
			id, q := first+int64(len(ids)), byID[c.QuantID]
			ids = append(ids, id)
			args = append(args, id, 1, now, user, now, c.Doc.Type, c.Doc.ID, c.Doc.LineID, c.QuantID, q.WarehouseID, q.ConsignorID, q.ProductID, contract.QtyOf(c.Qty), 0, "active", c.Priority)
		}
		err := tx.Put(ctx, failing("write reservations"), `INSERT INTO reservation (id, version, created_at, created_by, updated_at, doc_type, doc_id, line_id, quant_id,
			warehouse_id, consignor_id, product_id, qty, consumed, status, priority) VALUES `+strings.TrimSuffix(strings.Repeat(row+", ", len(part)), ", "), args...)
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// Release frees what is left of a document's reservations; see contract.Stock.
func (l Ledger) Release(ctx context.Context, data plugin.Data, doc contract.Doc, lineIDs ...int64) (map[int64]decimal.Decimal, error) {
	where, args := "doc_type = ? AND doc_id = ? AND status = 'active'", []any{doc.Type, doc.ID}
	if len(lineIDs) > 0 {
		where, args = where+" AND line_id IN ?", append(args, lineIDs)
	}
	list, err := selectReservations(ctx, data.SQL(), where, args...)
	if err != nil {
		return nil, err
	}
	freed := map[int64]decimal.Decimal{}
	for _, r := range list {
		freed[r.LineID] = freed[r.LineID].Add(r.left().Decimal())
	}
	return freed, l.free(ctx, data, list, (*reservation).left)
}

// ReleaseSome frees a part of one reservation; see contract.Stock.
func (l Ledger) ReleaseSome(ctx context.Context, data plugin.Data, reservationID int64, qty decimal.Decimal) error {
	list, err := lockReservations(ctx, data.SQL(), newSet(reservationID))
	if err != nil {
		return err
	}
	r, n := list[reservationID], contract.QtyOf(qty)
	if r == nil || n <= 0 || r.left() < n {
		return fault.New(fault.Conflict, "stock.reservation_gone", "product", "")
	}
	return l.free(ctx, data, list, func(*reservation) contract.Qty { return n })
}

// Restore gives a reservation back what a reversed movement consumed; see
// contract.Stock.
func (l Ledger) Restore(ctx context.Context, data plugin.Data, reservationID int64, qty decimal.Decimal) error {
	tx := data.SQL()
	list, err := lockReservations(ctx, tx, newSet(reservationID))
	if err != nil {
		return err
	}
	r, n := list[reservationID], contract.QtyOf(qty)
	if r == nil || n <= 0 || r.Consumed < n {
		return fault.New(fault.Conflict, "stock.reservation_gone", "product", "")
	}
	byID, err := lockQuantIDs(ctx, tx, newSet(r.QuantID))
	if err != nil {
		return err
	}
	if err := keep(byID[r.QuantID], contract.Claim{QuantID: r.QuantID, Qty: qty}); err != nil {
		return err
	}
	r.Consumed, r.Status, r.changed = r.Consumed-n, "active", true
	if err := byID.save(ctx, tx); err != nil {
		return err
	}
	return saveReservations(ctx, tx, list)
}

// Return takes off reservations what came back; see contract.Stock.
func (l Ledger) Return(ctx context.Context, data plugin.Data, doc contract.Doc, lotID int64, qty decimal.Decimal) error {
	list, err := selectReservations(ctx, data.SQL(), `doc_type = ? AND doc_id = ? AND line_id = ? AND consumed > 0
		AND quant_id IN (SELECT id FROM quant WHERE COALESCE(lot_id, 0) = ?)`, doc.Type, doc.ID, doc.LineID, lotID)
	if err != nil {
		return err
	}
	left := contract.QtyOf(qty)
	for _, id := range slices.Sorted(maps.Keys(list)) {
		left -= list[id].takeBack(left)
	}
	if left > 0 {
		return fault.New(fault.Conflict, "stock.reservation_gone", "product", "")
	}
	return saveReservations(ctx, data.SQL(), list)
}

// takeBack takes up to n off what is consumed, and gives how much.
func (r *reservation) takeBack(n contract.Qty) contract.Qty {
	n = min(n, r.Consumed)
	if n == 0 {
		return 0
	}
	r.changed = true
	r.Consumed -= n
	if r.Consumed == 0 && n == r.Qty {
		r.Status = "released" // the figure stays, so that history can be read
		return n
	}
	r.Qty -= n
	return n
}

// free gives parts of reservations back to their quants.
func (l Ledger) free(ctx context.Context, data plugin.Data, list map[int64]*reservation, part func(*reservation) contract.Qty) error {
	tx, ids := data.SQL(), newSet()
	for _, r := range list {
		ids.add(r.QuantID)
	}
	if len(ids.list) == 0 {
		return nil
	}
	byID, err := lockQuantIDs(ctx, tx, ids)
	if err != nil {
		return err
	}
	for _, r := range list {
		n := part(r)
		q := byID[r.QuantID]
		q.Reserved -= n
		q.changed = true
		r.give(n)
	}
	if err := byID.save(ctx, tx); err != nil {
		return err
	}
	l.tellFreed(data, ownersOf(byID)...)
	return saveReservations(ctx, tx, list)
}

// give gives a part back: the reservation shrinks, and ends when nothing is left.
func (r *reservation) give(n contract.Qty) {
	r.changed = true
	if r.Consumed == 0 && n == r.Qty {
		r.Status = "released" // the figure stays, so that history can be read
		return
	}
	r.Qty -= n
	if r.Qty == r.Consumed {
		r.Status = "consumed"
	}
}
