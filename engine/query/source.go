package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
)

// source is the FROM of one statement: the table and the joins that its columns
// need, each path once.
type source struct {
	rights *access.Rights
	root   *joined
	joins  []*joined
	rolls  bool // something of it is rolled up
	moves  bool // and changes with the time
}

// joined is a table in a source.
type joined struct {
	table *catalog.Table
	alias string
	on    piece // "" for the root
	next  map[*catalog.Field]*joined
	held  bool // no condition on its columns finds rows by an index
}

func newSource(rights *access.Rights, table *catalog.Table) *source {
	return &source{rights: rights, root: &joined{table: table, alias: access.Alias}}
}

// columnRef is a field in a statement.
type columnRef struct {
	field  *catalog.Field
	in     *joined
	never  bool  // may not be read on any row
	guard  piece // where it may be read; "" everywhere
	masked bool  // a row names it where it may not be read
	rolled piece // what is read in place of a column; "" for most
}

// column finds a field behind references, joining what is on the way.
func (s *source) column(to target) columnRef {
	in, last := s.root, len(to.path)-1
	var via columnRef
	for i, field := range to.path {
		if to.via != nil && i == to.depth {
			via = s.fieldOf(in, to.via)
		}
		if i < last {
			in = s.join(in, field)
		}
	}
	ref := s.fieldOf(in, to.path[last])
	if to.via != nil {
		ref.never, ref.masked = ref.never || via.never, ref.masked || via.masked
		ref.guard = both(via.guard, ref.guard)
	}
	return ref
}

// both joins two guards; "" is everywhere.
func both(a, b piece) piece {
	if a.text == "" || b.text == "" {
		return glue(a, b)
	}
	return every(a, b)
}

func (s *source) fieldOf(in *joined, field *catalog.Field) columnRef {
	grant := s.rights.FieldReadAs(in.table, field, in.alias)
	ref := columnRef{field: field, in: in, never: grant.Never(), masked: grant.Masked}
	if !grant.All() && !grant.Never() {
		ref.guard = predicate(grant.Predicate)
	}
	if field.Rollup != nil {
		s.roll(&ref)
	}
	return ref
}

// roll reads what the records make together that refer to the row, as far as the actor
// sees them.
func (s *source) roll(ref *columnRef) {
	s.rolls, s.moves = true, s.moves || access.Moves(ref.field.Rollup)
	rolled, err := access.Rolled(s.rights, ref.field, ref.in.alias)
	ref.never = ref.never || err != nil
	ref.rolled = fixed(rolled.SQL, rolled.Args)
}

// join follows a reference: to the rows only that the actor may see named, and from
// those only on which he may read the reference.
func (s *source) join(from *joined, field *catalog.Field) *joined {
	if known, ok := from.next[field]; ok {
		return known
	}
	next := &joined{table: field.To, alias: "t" + strconv.Itoa(len(s.joins)+1)}
	rows := s.rights.RowsAs(field.To, access.Named, next.alias)
	next.on = every(glue(column(next.alias, "id"), " = ", s.fieldOf(from, field).value()), predicate(rows))
	if from.next == nil {
		from.next = map[*catalog.Field]*joined{}
	}
	from.next[field] = next
	s.joins = append(s.joins, next)
	return next
}

// hold keeps SQLite from beginning at another table than the root: a plus before a column
// hides it from its indexes.
func (s *source) hold() *source {
	for _, j := range s.joins {
		j.held = true
	}
	return s
}

// column is a column of the table in the statement.
func (j *joined) column(name string) string {
	if j.held {
		return "+" + column(j.alias, name)
	}
	return column(j.alias, name)
}

// plain is the column itself, whoever may read it.
func (c columnRef) plain() piece {
	if c.field.Rollup != nil {
		return c.rolled
	}
	return raw(c.in.column(c.field.Key))
}

// folded is the column that a text search looks at.
func (c columnRef) folded() string { return c.in.column(c.field.FoldColumn()) }

// value is the column where the actor may read it and null elsewhere.
func (c columnRef) value() piece {
	switch {
	case c.never && c.field.Rollup != nil && c.field.Family().AsNumber():
		return raw("CAST(NULL AS bigint)")
	case c.never && c.field.Rollup != nil:
		return raw("CAST(NULL AS text)")
	case c.never:
		return glue("CASE WHEN FALSE THEN ", c.plain(), " END") // null, but of the column's type
	case c.guard.text != "":
		return glue("CASE WHEN ", c.guard, " THEN ", c.plain(), " END")
	}
	return c.plain()
}

// guarded confines a condition on the column to the rows on which the actor may
// read it.
func (c columnRef) guarded(condition piece) piece {
	if c.never {
		return raw("FALSE")
	}
	return every(c.guard, condition)
}

// rows confines the statement to what the actor may see.
func (s *source) rows() piece {
	return predicate(s.rights.RowsAs(s.root.table, access.Read, s.root.alias))
}

// target is where a name of a request leads. A virtual field that only follows a
// reference is replaced by what it follows; via keeps it, since its own grant
// counts as well.
type target struct {
	path  catalog.Path
	via   *catalog.Field
	depth int // hops to the table of via
}

// field is what the target's values are.
func (t target) field() *catalog.Field { return t.path.Last() }

// pathOf resolves a name of a request.
func pathOf(table *catalog.Table, name string) (target, bool) {
	path, ok := table.Path(name)
	if !ok || slices.ContainsFunc(path, func(f *catalog.Field) bool { return f.Meta.Secret }) {
		return target{}, false
	}
	for _, field := range path[:len(path)-1] {
		table = field.To
	}
	last := path.Last()
	rest, ok := followed(table, last)
	if !ok || len(path)+len(rest)-2 > MaxHops {
		return target{path: path}, true
	}
	return target{path: append(path[:len(path)-1:len(path)-1], rest...), via: last, depth: len(path) - 1}, true
}

// followed gives the path that a virtual field's expression is, if it is one.
func followed(table *catalog.Table, field *catalog.Field) (catalog.Path, bool) {
	if !field.Virtual || field.Computed == nil {
		return nil, false
	}
	source := strings.TrimSpace(field.Computed.Source())
	name, ok := cutRow(source)
	if refs := field.Computed.Refs(); !ok || len(refs) != 1 || refs[0] != source {
		return nil, false
	}
	path, ok := table.Path(name)
	return path, ok && path.Last().InSQL()
}
