package record

import (
	"cmp"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// mostHeld bounds what a transaction holds of a table.
const mostHeld = 1000

// held are the records of a table that a transaction made or changed: nobody else can
// change them before it ends, so that it need not read them again. All are forgotten when
// it changes the table by other statements than those of plans.
type held struct {
	table   string
	plan    *plan           // by which rows are stored; nil before there are any
	rows    map[int64][]any // by id: the stored values, as the database takes them
	heads   map[int64]bool  // heads of which all lines are held: they are new
	written int             // to the table, when the last of them was
}

type heldKey struct{ table string }

// heldOf is what a transaction holds of a table; nil for nothing.
func heldOf(tx *store.Tx, table string) *held {
	h, ok := store.Recall[*held](tx, heldKey{table})
	if !ok || h.written != tx.WrittenTo(table) {
		return nil
	}
	return h
}

// holdingOf is heldOf for who is about to write: it begins anew where nothing is held, or
// too much.
func holdingOf(tx *store.Tx, table string) *held {
	h := heldOf(tx, table)
	if h == nil || len(h.rows) >= mostHeld {
		h = &held{table: table, rows: map[int64][]any{}, heads: map[int64]bool{}, written: tx.WrittenTo(table)}
		store.Keep(tx, heldKey{table}, h)
	}
	return h
}

// held is what a transaction holds of the plan's table; nil for nothing, and for what
// another release wrote.
func (p *plan) held(tx *store.Tx) *held {
	h := heldOf(tx, p.table.Key)
	if h == nil || h.plan != nil && h.plan != p {
		return nil
	}
	return h
}

// hold holds a record that is about to be written as it will be.
func (h *held) hold(p *plan, id int64, values []any) {
	if h.plan != nil && h.plan != p { // another release has other columns
		clear(h.rows)
		clear(h.heads)
	}
	h.plan, h.rows[id] = p, values
}

// made notes that a new record has no lines yet.
func made(tx *store.Tx, table *catalog.Table, id int64) {
	for _, set := range table.Sets {
		holdingOf(tx, set.Table.Key).heads[id] = true
	}
}

// wrote notes that the statements up to now are known.
func (h *held) wrote(tx *store.Tx) { h.written = tx.WrittenTo(h.table) }

// row is a record that is held, decoded; nil if it is not.
func (h *held) row(id int64) (Row, error) {
	values, known := h.rows[id]
	if !known {
		return nil, nil
	}
	return h.plan.all.decode(values)
}

// heldByIDs takes the records that are held out of a list of ids, where all may be seen,
// and gives the ids of the rest.
func (p *plan) heldByIDs(tx *store.Tx, ids []int64, where *access.Predicate, found map[int64]Row) ([]int64, error) {
	h := p.held(tx)
	if h == nil || where != nil && !where.All() {
		return ids, nil
	}
	var rest []int64
	for _, id := range ids {
		row, err := h.row(id)
		if err != nil {
			return nil, err
		}
		if row == nil {
			rest = append(rest, id)
		} else {
			found[id] = row
		}
	}
	return rest, nil
}

// heldLines takes the lines of heads that are held with all of them, and gives the other
// heads.
func (p *plan) heldLines(tx *store.Tx, set *catalog.LineSet, heads []int64, found map[int64][]Row) ([]int64, error) {
	h := p.held(tx)
	if h == nil || !slices.ContainsFunc(heads, func(id int64) bool { return h.heads[id] }) {
		return heads, nil
	}
	column := slices.Index(p.stored, set.Field)
	for _, id := range slices.Sorted(maps.Keys(h.rows)) {
		head, _ := h.rows[id][column].(int64)
		if !h.heads[head] || !slices.Contains(heads, head) {
			continue
		}
		row, err := h.row(id)
		if err != nil {
			return nil, err
		}
		found[head] = append(found[head], row)
	}
	for _, lines := range found {
		slices.SortStableFunc(lines, func(a, b Row) int { return cmp.Compare(Int(a, lineNo), Int(b, lineNo)) })
	}
	return slices.DeleteFunc(slices.Clone(heads), func(id int64) bool { return h.heads[id] }), nil
}
