package query

import (
	"context"
	"slices"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// along is a way to a page along its first key, until the page is full. Where the key is a
// field of a record that every row refers to, as stock by the number of its product, the
// records are read in the order of the field, and of each the rows that refer to it; where it
// is the row's own and conditions are on other records, as lines of the orders of a warehouse,
// the rows are read in its order and not found by those conditions. It is for many rows, of
// which no few are to be found: to sort millions takes seconds, and to go through all for a
// few takes as long.
type along struct {
	page  piece // up to its LIMIT
	count piece // of the rows, up to more than cappedTotal
	near  piece // of the rows among the next that the key leads to, up to its LIMIT; "": they are near
}

// lookAhead is how many rows in the order of their own key are looked through for a page: of
// many that meet its condition, all may lie far from here.
const lookAhead = 20_000

// goAlong writes that way; nil where no index leads along the first key.
func (p *planner) goAlong(made *plan, chosen *selection, source *source, where piece) (*along, error) {
	if p.use != aPage {
		return nil, nil // not this way
	}
	if records := p.leader(source, made.keys[0]); records != nil {
		statement := selecting(chosen.columns).From(records.table.From() + " AS " + records.alias).
			JoinClause("CROSS JOIN " + source.root.table.From() + " AS " + source.root.alias)
		return p.alongBy(made, source.joinBut(records, statement).Where(every(records.on, where)), piece{})
	}
	if !p.leadsItself(source, made.keys) {
		return nil, nil
	}
	held, err := p.behind(source.hold(), made.keys)
	if err != nil {
		return nil, err
	}
	near, err := p.near(made, source, held)
	if err != nil {
		return nil, err
	}
	return p.alongBy(made, source.read(chosen.columns, held), near)
}

func (p *planner) alongBy(made *plan, rows squirrel.SelectBuilder, near piece) (*along, error) {
	page, err := written(rows.OrderByClause(orderBy(made.keys)))
	if err != nil {
		return nil, err
	}
	count, err := p.total(CappedTotal)
	return &along{page, count, near}, err
}

// near counts rows that meet a condition among the next in order.
func (p *planner) near(made *plan, source *source, held piece) (piece, error) {
	next := selecting([]piece{raw(access.Alias + ".*")}).From(source.root.table.From() + " AS " + source.root.alias)
	if p.after != nil {
		behind, err := p.after.after(made.keys, p.cursorAt)
		if err != nil {
			return piece{}, err
		}
		next = next.Where(behind)
	}
	next = next.OrderByClause(orderBy(made.keys)).Limit(lookAhead)
	meeting, err := written(source.joinTo(selecting([]piece{raw("1")}).FromSelect(next, access.Alias)).Where(held))
	return glue("SELECT count(*) FROM (", meeting), err
}

// leadsItself reports whether rows of a source with conditions on other tables can be read in
// the order of keys of their own. PostgreSQL, which keeps figures, sees for itself when to.
func (p *planner) leadsItself(source *source, keys []orderKey) bool {
	for _, key := range keys {
		if len(key.to.path) != 1 || key.to.via != nil || !source.fieldOf(source.root, key.to.field()).whole() {
			return false
		}
	}
	return p.dialect == store.SQLite && len(source.joins) > 0 && (keys[0].isID() || leads(p.table, keys[0].to.field()))
}

// leader is the table that a key leads through; nil for none, and where rights leave out some.
func (p *planner) leader(source *source, key orderKey) *joined {
	if len(key.to.path) != 2 || key.to.via != nil {
		return nil
	}
	reference, field := key.to.path[0], key.to.path[1]
	records := source.root.next[reference]
	whole := records != nil && reference.Required() && field.Required() &&
		source.fieldOf(source.root, reference).whole() && source.fieldOf(records, field).whole() &&
		source.rights.RowsAs(reference.To, access.Named, records.alias).All()
	if !whole || !leads(p.table, reference) || !leads(reference.To, field) {
		return nil
	}
	return records
}

// leads reports whether an index begins with a field.
func leads(table *catalog.Table, field *catalog.Field) bool {
	return slices.ContainsFunc(table.Indexes, func(x *catalog.Index) bool { return x.Where == nil && x.Fields[0] == field })
}

// whole reports whether the actor may read the column on every row.
func (c columnRef) whole() bool { return !c.never && c.guard.text == "" && c.field.Rollup == nil }

// chooseWay counts rows where there is a way along the first key, which more than are counted
// go, if they are near.
func (l *listing) chooseWay(ctx context.Context, tx *store.Tx) error {
	if l.way == nil {
		return nil
	}
	if err := tx.QueryRow(ctx, l.way.count.text, l.way.count.args(l.values)...).Scan(&l.found); err != nil {
		return err
	}
	l.along = l.found > cappedTotal
	if !l.along || l.way.near.text == "" {
		return nil
	}
	near := 0
	text, args := l.cut(l.way.near, tx.Dialect(), l.limit+1, l.offset)
	err := tx.QueryRow(ctx, text+") n", args...).Scan(&near)
	l.along = near > l.limit
	return err
}
