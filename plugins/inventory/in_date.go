package inventory

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// The date of receipt: goods from outside are received today, goods that move take
// their date along, what lies together has the oldest date, and an empty quant has
// none. A movement that is taken back leaves no trace in the dates.

// arrival is the date of goods that come from outside: today where they arrive,
// but their own where they come back by a reversal.
func (p *posting) arrival(m *contract.Move) string {
	if m.InDate != "" {
		return m.InDate
	}
	return p.places[m.To.PositionID].today(p.now)
}

// dateRest dates what is left of a quant after goods were taken out.
func (p *posting) dateRest(ctx context.Context, m *contract.Move, q *quant) error {
	if q.OnHand == 0 {
		q.InDate = sql.NullString{}
		return nil
	}
	if m.ReverseOf == 0 || m.InDate != q.InDate.String {
		return nil
	}
	return p.dateWithout(ctx, q)
}

// dateWithout dates a quant whose oldest goods were put there by mistake: by the
// oldest of the others that came since it was last empty.
func (p *posting) dateWithout(ctx context.Context, q *quant) error {
	oldest, emptied := p.oldestHere(q)
	if !emptied {
		before, err := p.oldestBefore(ctx, q)
		if err != nil {
			return err
		}
		oldest = older(before, oldest)
	}
	if oldest.Valid {
		q.InDate = oldest
	}
	return nil
}

// oldestHere is the oldest date that this posting brought to a quant, since it
// emptied the quant if it did.
func (p *posting) oldestHere(q *quant) (oldest sql.NullString, emptied bool) {
	for _, g := range p.legs {
		switch {
		case g.quantID != q.ID:
		case g.balance == 0:
			oldest, emptied = sql.NullString{}, true
		case g.qty > 0:
			oldest = older(oldest, sql.NullString{String: g.inDate, Valid: true})
		}
	}
	return oldest, emptied
}

// oldestBefore is the oldest date that the ledger brought to a quant since it was
// last empty, without what is taken back; none where the ledger does not know.
func (p *posting) oldestBefore(ctx context.Context, q *quant) (sql.NullString, error) {
	undone := newSet()
	for _, m := range p.moves {
		undone.add(m.ReverseOf)
	}
	var oldest sql.NullString
	err := p.tx.Get(ctx, &oldest, `SELECT CASE WHEN COUNT(*) = COUNT(m.in_date) THEN MIN(m.in_date) END FROM stock_move m
		WHERE m.quant_id = ? AND m.qty > 0 AND m.move_no NOT IN ?
		AND m.quant_seq > COALESCE((SELECT MAX(e.quant_seq) FROM stock_move e WHERE e.quant_id = m.quant_id AND e.balance = 0), 0)
		AND NOT EXISTS (SELECT 1 FROM stock_move r WHERE r.reverse_of = m.move_no)`, q.ID, undone.list)
	if err != nil {
		return oldest, fmt.Errorf("read dates of quant %d: %w", q.ID, err)
	}
	return oldest, nil
}

func older(a, b sql.NullString) sql.NullString {
	if !a.Valid || b.Valid && b.String < a.String {
		return b
	}
	return a
}
