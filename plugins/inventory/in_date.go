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

// dateRest dates what is left of a quant after goods were taken out. Where its oldest
// goods were put there by mistake, that is the oldest of the others.
func (p *posting) dateRest(ctx context.Context, m *contract.Move, q *quant) error {
	if q.OnHand == 0 {
		q.InDate = sql.NullString{}
		return nil
	}
	if m.ReverseOf == 0 || m.InDate != q.InDate.String {
		return nil
	}
	oldest, _, err := p.oldest(ctx, m, q)
	if oldest.Valid {
		q.InDate = oldest
	}
	return err
}

// dateArrival dates a quant that goods come to, and reports whether they only come back.
// Those were among others when they left, and had the date of the oldest: it is that of
// what came to the quant, and not theirs, that counts.
func (p *posting) dateArrival(ctx context.Context, m *contract.Move, q *quant, inDate string) (back bool, err error) {
	var oldest sql.NullString
	if m.ReverseOf != 0 {
		oldest, back, err = p.oldest(ctx, m, q)
	}
	if back && oldest.Valid {
		q.InDate = oldest
	} else {
		q.merge(inDate)
	}
	return back, err
}

// oldest is the oldest date of what came to a quant since it was empty, and whether what a
// reversal takes back happened since then; no date where there is none that is known.
func (p *posting) oldest(ctx context.Context, m *contract.Move, q *quant) (oldest sql.NullString, since bool, err error) {
	oldest, emptied := p.oldestHere(q)
	if emptied {
		return oldest, false, nil
	}
	before, err := p.oldestBefore(ctx, m, q)
	return older(before.Oldest, oldest), before.Since, err
}

// oldestHere is the oldest date that this posting brought to a quant, since it
// emptied the quant if it did.
func (p *posting) oldestHere(q *quant) (oldest sql.NullString, emptied bool) {
	for _, g := range p.legs {
		switch {
		case g.quantID != q.ID:
		case g.balance == 0:
			oldest, emptied = sql.NullString{}, true
		case g.qty > 0 && !g.back:
			oldest = older(oldest, sql.NullString{String: g.inDate, Valid: true})
		}
	}
	return oldest, emptied
}

// before is what the ledger tells of a quant since it was last empty.
type before struct {
	Oldest sql.NullString `db:"oldest"` // that came; none where the ledger does not know
	Since  bool           `db:"since"`  // the movement that is taken back is of then
}

// oldestBefore reads what the ledger tells of a quant since it was last empty, without
// what is taken back: neither did that bring goods, nor was the quant empty while goods
// were away that came back, nor is it an arrival when goods come back that left since then.
func (p *posting) oldestBefore(ctx context.Context, m *contract.Move, q *quant) (b before, err error) {
	undone := newSet()
	for _, m := range p.moves {
		undone.add(m.ReverseOf)
	}
	err = p.tx.Get(ctx, &b, `WITH emptied AS (SELECT COALESCE((SELECT e.quant_seq FROM stock_move e WHERE e.quant_id = ? AND e.balance = 0
			AND NOT EXISTS (SELECT 1 FROM stock_move o WHERE o.quant_id = e.quant_id AND o.move_no IN ? AND o.qty < 0 AND o.quant_seq <= e.quant_seq)
			AND NOT EXISTS (SELECT 1 FROM stock_move r JOIN stock_move o ON o.move_no = r.reverse_of AND o.quant_id = r.quant_id
				WHERE r.quant_id = e.quant_id AND r.quant_seq > e.quant_seq AND o.qty < 0 AND o.quant_seq <= e.quant_seq)
			ORDER BY e.quant_seq DESC LIMIT 1), 0) AS seq)
		SELECT CASE WHEN COUNT(*) = COUNT(i.in_date) THEN MIN(i.in_date) END AS oldest,
			(SELECT COUNT(*) > 0 FROM stock_move o, emptied WHERE o.quant_id = ? AND o.move_no = ? AND o.quant_seq > emptied.seq) AS since
		FROM stock_move i, emptied WHERE i.quant_id = ? AND i.qty > 0 AND i.quant_seq > emptied.seq AND i.move_no NOT IN ?
		AND NOT EXISTS (SELECT 1 FROM stock_move r WHERE r.reverse_of = i.move_no)
		AND NOT EXISTS (SELECT 1 FROM stock_move o WHERE o.move_no = i.reverse_of AND o.quant_id = i.quant_id AND o.quant_seq > emptied.seq)`,
		q.ID, undone.list, q.ID, m.ReverseOf, q.ID, undone.list)
	if err != nil {
		return b, fmt.Errorf("read dates of quant %d: %w", q.ID, err)
	}
	return b, nil
}

func older(a, b sql.NullString) sql.NullString {
	if !a.Valid || b.Valid && b.String < a.String {
		return b
	}
	return a
}
