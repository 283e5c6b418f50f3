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
}

// goAlong writes that way; nil where no index leads along the first key.
func (p *planner) goAlong(made *plan, chosen *selection, source *source, where piece) (*along, error) {
	var statement squirrel.SelectBuilder
	switch records := p.leader(source, made.keys[0]); {
	case p.use != aPage:
		return nil, nil // not this way
	case records != nil:
		statement = selecting(chosen.columns).From(records.table.From() + " AS " + records.alias).
			JoinClause("CROSS JOIN " + source.root.table.From() + " AS " + source.root.alias)
		statement = source.joinBut(records, statement).Where(every(records.on, where))
	case p.leadsItself(source, made.keys[0]):
		held, err := p.behind(source.hold(), made.keys)
		if err != nil {
			return nil, err
		}
		statement = source.read(chosen.columns, held)
	default:
		return nil, nil
	}
	page, err := written(statement.OrderByClause(orderBy(made.keys)))
	if err != nil {
		return nil, err
	}
	count, err := p.total(CappedTotal)
	return &along{page, count}, err
}

// leadsItself reports whether rows of a source with conditions on other tables can be read in
// the order of a key of their own. PostgreSQL, which keeps figures, sees for itself when to.
func (p *planner) leadsItself(source *source, key orderKey) bool {
	return p.dialect == store.SQLite && len(source.joins) > 0 && len(key.to.path) == 1 && key.to.via == nil &&
		(key.isID() || leads(p.table, key.to.field()))
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
// go.
func (l *listing) chooseWay(ctx context.Context, tx *store.Tx) error {
	if l.way == nil {
		return nil
	}
	return tx.QueryRow(ctx, l.way.count.text, l.way.count.args(l.values)...).Scan(&l.found)
}
