package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
)

// at is where goods lie and what they are, as tables keep them.
type at struct {
	house, position, lpn, owner, product, lot int64
	quality                                   string
}

// row is what a table says of goods at a spot.
type row struct {
	says          string // of what
	id            int64
	qty, reserved int64
	held          bool
	doc           string
}

// What is asked of piles: what lies there, what is reserved of them for whom, and what the
// ledger has put there since a movement. All have the same columns, so that one statement asks.
// PostgreSQL takes movements after one for a third of all, and those between two for few.
const (
	at7     = `warehouse_id, position_id, COALESCE(lpn_id, 0) AS lpn_id, consignor_id, product_id, COALESCE(lot_id, 0) AS lot_id, quality`
	ofQuant = `q.warehouse_id, q.position_id, COALESCE(q.lpn_id, 0) AS lpn_id, q.consignor_id, q.product_id, COALESCE(q.lot_id, 0) AS lot_id, q.quality`
	lying   = `SELECT 'lies' AS says, id, ` + at7 + `, on_hand AS qty, reserved, held_at IS NOT NULL AS held, '' AS doc FROM quant WHERE on_hand <> 0 OR reserved <> 0 OR held_at IS NOT NULL`
	keeping = `SELECT 'kept' AS says, r.id, ` + ofQuant + `, r.qty - r.consumed AS qty, 0 AS reserved, false AS held, r.doc_type || ' ' || r.doc_id AS doc
		FROM reservation r JOIN quant q ON q.id = r.quant_id WHERE r.status = 'active'`
	moving = `SELECT 'moved' AS says, id, ` + at7 + `, qty, 0 AS reserved, false AS held, '' AS doc FROM stock_move WHERE id > ? AND id < ?`
)

// shown is what is said of a pile in the building, by so many rows.
type shown struct {
	rows, lies, reserved int64
	held                 bool
}

// look holds the whole stock of the product against the model: what lies where and what
// is on hold, what is reserved for whom, and what the ledger adds up to.
func (p *player) look() {
	p.Helper()
	said := ""
	p.read(func(ctx context.Context, tx *store.Tx) (err error) {
		if said, err = p.compared(ctx, tx); said != "" { // ids come in blocks: a newer move may have a smaller one
			p.seen, p.ledger = 0, map[pile]int64{}
			said, err = p.compared(ctx, tx)
		}
		return err
	})
	if said != "" {
		p.diverge("%s", said)
	}
}

// compared says where the product and the model differ; "" where they do not.
func (p *player) compared(ctx context.Context, tx *store.Tx) (said string, err error) {
	lies, kept := map[pile]shown{}, map[claim]int64{}
	newest := p.seen
	err = p.each(ctx, tx, func(q pile, r row) {
		switch r.says {
		case "lies":
			lies[q] = shown{lies[q].rows + 1, r.qty, r.reserved, r.held}
		case "kept":
			add(kept, claim{r.doc, q}, r.qty)
		case "moved":
			newest = max(newest, r.id)
			add(p.ledger, q, r.qty)
		}
	}, lying+" UNION ALL "+keeping+" UNION ALL "+moving, p.seen, int64(math.MaxInt64))
	p.seen = newest
	return differing("what lies there", lies, p.stock.shown()) + differing("kept for", kept, p.stock.kept) + differing("ledger", p.ledger, p.stock.lies), err
}

// shown is what the model says of the piles in the building; one on hold may be empty.
func (s *stock) shown() map[pile]shown {
	all := make(map[pile]shown, len(s.lies))
	for q, n := range s.lies {
		if !q.outside() {
			all[q] = shown{rows: 1, lies: n}
		}
	}
	for c, n := range s.kept {
		one := all[c.pile]
		one.rows, one.reserved = 1, one.reserved+n
		all[c.pile] = one
	}
	for q := range s.held {
		one := all[q]
		one.rows, one.held = 1, true
		all[q] = one
	}
	return all
}

// each reads rows and names what they are of.
func (p *player) each(ctx context.Context, tx *store.Tx, take func(pile, row), question string, args ...any) error {
	rows, err := tx.Query(ctx, question, args...)
	if err != nil {
		return err
	}
	type read struct {
		at
		row
	}
	var all []read
	for rows.Next() {
		var r read
		err := rows.Scan(&r.says, &r.id, &r.house, &r.position, &r.lpn, &r.owner, &r.product, &r.lot, &r.quality, &r.qty, &r.reserved, &r.held, &r.doc)
		if err != nil {
			return errors.Join(err, rows.Close())
		}
		all = append(all, r)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, r := range all {
		q, known := p.piled[r.at]
		if !known {
			if q, err = p.pileOf(ctx, tx, r.at); err != nil {
				return err
			}
			p.piled[r.at] = q
		}
		take(q, r.row)
	}
	return nil
}

// pileOf names a pile.
func (p *player) pileOf(ctx context.Context, tx *store.Tx, r at) (q pile, err error) {
	for _, n := range []struct {
		to           *string
		table, field string
		id           int64
	}{
		{&q.house, "warehouse", "code", r.house},
		{&q.position, "position", "code", r.position},
		{&q.tote, "lpn", "barcode", r.lpn},
		{&q.sku, "product", "sku", r.product},
		{&q.lot, "lot", "lot_no", r.lot},
	} {
		if *n.to, err = p.name(ctx, tx, n.table, n.field, n.id); err != nil {
			return q, err
		}
	}
	q.quality = r.quality
	if owner, err := p.name(ctx, tx, "consignor", "code", r.owner); err != nil || owner != products[q.sku].owner {
		return q, fmt.Errorf("%s lies there as of %s: %w", q.sku, owner, err)
	}
	return q, nil
}

// differ ends the play where the product and the model do not say the same.
func differ[K comparable, V comparable](p *player, what string, got, want map[K]V) {
	p.Helper()
	if said := differing(what, got, want); said != "" {
		p.diverge("%s", said)
	}
}

// differing says in what two say something else of one thing; "" where they say the same.
func differing[K comparable, V comparable](what string, got, want map[K]V) string {
	if maps.Equal(got, want) {
		return ""
	}
	var said []string
	for key, n := range got {
		if w, ok := want[key]; !ok || n != w {
			said = append(said, fmt.Sprintf("%+v is %v, the model says %v", key, n, w))
		}
	}
	for key, w := range want {
		if _, ok := got[key]; !ok {
			said = append(said, fmt.Sprintf("%+v is nothing, the model says %v", key, w))
		}
	}
	slices.Sort(said)
	return what + ":\n" + strings.Join(said, "\n") + "\n"
}
