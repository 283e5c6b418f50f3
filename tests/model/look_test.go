package model

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
)

// row is goods at a spot as tables keep them.
type row struct {
	ID       int64  `db:"id"`
	House    int64  `db:"warehouse_id"`
	Position int64  `db:"position_id"`
	Lpn      int64  `db:"lpn_id"`
	Owner    int64  `db:"consignor_id"`
	Product  int64  `db:"product_id"`
	Lot      int64  `db:"lot_id"`
	Quality  string `db:"quality"`
	Qty      int64  `db:"qty"`
	Reserved int64  `db:"reserved"`
	Held     bool   `db:"held"`
	Doc      string `db:"doc"`
}

const place7 = `warehouse_id, position_id, COALESCE(lpn_id, 0) AS lpn_id, consignor_id, product_id, COALESCE(lot_id, 0) AS lot_id, quality`

// look holds the whole stock of the product against the model: what lies where and what
// is on hold, what is reserved for whom, and what the ledger adds up to.
func (p *player) look() {
	p.Helper()
	lies, reserved, held, kept := map[pile]int64{}, map[pile]int64{}, map[pile]bool{}, map[claim]int64{}
	p.read(func(ctx context.Context, tx *store.Tx) error {
		err := p.each(ctx, tx, func(q pile, r row) {
			lies[q], reserved[q] = r.Qty, r.Reserved
			if r.Held {
				held[q] = true
			}
		}, `SELECT id, `+place7+`, on_hand AS qty, reserved, held_at IS NOT NULL AS held, '' AS doc FROM quant WHERE on_hand <> 0 OR reserved <> 0 OR held_at IS NOT NULL`)
		if err != nil {
			return err
		}
		err = p.each(ctx, tx, func(q pile, r row) { add(kept, claim{r.Doc, q}, r.Qty) },
			`SELECT r.id, q.warehouse_id, q.position_id, COALESCE(q.lpn_id, 0) AS lpn_id, q.consignor_id, q.product_id, COALESCE(q.lot_id, 0) AS lot_id, q.quality,
			r.qty - r.consumed AS qty, 0 AS reserved, false AS held, r.doc_type || ' ' || r.doc_id AS doc FROM reservation r JOIN quant q ON q.id = r.quant_id WHERE r.status = 'active'`)
		if err != nil {
			return err
		}
		return p.each(ctx, tx, func(q pile, r row) { p.seen, p.ledger[q] = r.ID, p.ledger[q]+r.Qty },
			`SELECT id, `+place7+`, qty, 0 AS reserved, false AS held, '' AS doc FROM stock_move WHERE id > ? ORDER BY id`, p.seen)
	})
	maps.DeleteFunc(p.ledger, func(_ pile, n int64) bool { return n == 0 })
	inside, sums := map[pile]int64{}, map[pile]int64{}
	for q, n := range p.stock.lies {
		if !q.outside() {
			inside[q], sums[q] = n, p.stock.reserved(q)
		}
	}
	for q := range held { // a held pile may be empty
		inside[q], sums[q] = p.stock.lies[q], p.stock.reserved(q)
	}
	differ(p, "on hand", lies, inside)
	differ(p, "reserved", reserved, sums)
	differ(p, "on hold", held, p.stock.held)
	differ(p, "kept for", kept, p.stock.kept)
	differ(p, "ledger", p.ledger, p.stock.lies)
}

// each reads rows and names what they are of.
func (p *player) each(ctx context.Context, tx *store.Tx, take func(pile, row), question string, args ...any) error {
	var rows []row
	if err := tx.Select(ctx, &rows, question, args...); err != nil {
		return err
	}
	for _, r := range rows {
		q, err := p.pileOf(ctx, tx, r)
		if err != nil {
			return err
		}
		take(q, r)
	}
	return nil
}

// pileOf names a pile.
func (p *player) pileOf(ctx context.Context, tx *store.Tx, r row) (q pile, err error) {
	for _, n := range []struct {
		to           *string
		table, field string
		id           int64
	}{
		{&q.house, "warehouse", "code", r.House},
		{&q.position, "position", "code", r.Position},
		{&q.tote, "lpn", "barcode", r.Lpn},
		{&q.sku, "product", "sku", r.Product},
		{&q.lot, "lot", "lot_no", r.Lot},
	} {
		if *n.to, err = p.name(ctx, tx, n.table, n.field, n.id); err != nil {
			return q, err
		}
	}
	q.quality = r.Quality
	if owner, err := p.name(ctx, tx, "consignor", "code", r.Owner); err != nil || owner != products[q.sku].owner {
		return q, fmt.Errorf("%s lies there as of %s: %w", q.sku, owner, err)
	}
	return q, nil
}

// differ ends the play where the product and the model do not say the same.
func differ[K comparable, V comparable](p *player, what string, got, want map[K]V) {
	p.Helper()
	if maps.Equal(got, want) {
		return
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
	p.diverge("%s:\n%s", what, strings.Join(said, "\n"))
}
