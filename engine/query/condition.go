package query

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// condition is a resolved filter, free of any statement: the total and the page
// write it with joins of their own.
type condition struct {
	parts []*condition
	join  string // " AND " or " OR " between parts; "NOT" of the one part
	leaf  *leaf
}

// leaf compares one field.
type leaf struct {
	to       target
	op       Operator
	operands []operand
	led      *leading // what leads on to the field's value; nil: the value itself is compared
}

// operand is one value of a leaf and the arguments that it becomes.
type operand struct {
	field *catalog.Field
	kind  valueKind
	first int       // number of its first argument among the request's values
	keys  []operand // byKey: the parts of the key, in the order of their names
}

// valueKind is what a value looks like, which decides on the SQL around it.
type valueKind byte

const (
	plainValue valueKind = 'v'
	nullValue  valueKind = 'n'
	dayValue   valueKind = 'd' // a day for an instant: two arguments, start and end
	foldValue  valueKind = 'f' // a text to be searched folded
	textValue  valueKind = 't' // a text to be searched as it is
	prefix     valueKind = 'p' // of a plain text: two arguments, lowest and highest
	foldPrefix valueKind = 'q' // of a folded text: the same
	byKey      valueKind = 'k' // a record by a unique key of its table
)

// width is how many arguments the operand becomes.
func (o operand) width() int {
	switch o.kind {
	case nullValue:
		return 0
	case dayValue, prefix, foldPrefix:
		return 2
	case byKey:
		n := 0
		for _, key := range o.keys {
			n += key.width()
		}
		return n
	default:
		return 1
	}
}

// resolver turns the filter of a request into a condition over a table.
type resolver struct {
	ctx    context.Context
	table  *catalog.Table
	rights *access.Rights
	leaves []*leaf // in the order in which a request's filter is walked
	width  int     // arguments so far
}

// condition resolves a filter; nil for none.
func (r *resolver) condition(f *Filter) (*condition, error) {
	switch {
	case f == nil:
		return nil, nil
	case f.isLeaf():
		return r.leaf(f)
	case f.Not != nil:
		part, err := r.condition(f.Not)
		return &condition{parts: []*condition{part}, join: "NOT"}, err
	case f.isOr || len(f.Or) > 0:
		return r.parts(f.Or, " OR ")
	}
	return r.parts(f.And, " AND ")
}

func (r *resolver) parts(filters []*Filter, join string) (*condition, error) {
	c := &condition{join: join}
	for _, f := range filters {
		part, err := r.condition(f)
		if err != nil {
			return nil, err
		}
		c.parts = append(c.parts, part)
	}
	return c, nil
}

// leaf resolves a comparison and numbers its arguments.
func (r *resolver) leaf(f *Filter) (*condition, error) {
	to, ok := pathOf(r.table, f.Field)
	if !ok {
		return nil, unknownField(f.Field).On(f.place("field"))
	}
	if !to.field().InSQL() {
		return nil, invalid("computed_field", "field", f.Field).On(f.place("field"))
	}
	if !allowed(f.Op, to.field()) {
		return nil, invalid("bad_operator", "op", string(f.Op), "field", f.Field).On(f.place("op"))
	}
	values, err := f.values()
	if err != nil {
		return nil, err
	}
	l, compared := &leaf{to: to, op: f.Op}, to.field()
	if f.led != nil {
		compared = f.led.Field
		if l.led, err = r.leading(f.led); err != nil {
			return nil, err
		}
	}
	if compared.Item != nil {
		compared = compared.Item
	}
	for _, v := range values {
		o, err := r.operand(f, compared, v, 0)
		if err != nil {
			return nil, err
		}
		l.operands = append(l.operands, o)
	}
	r.leaves = append(r.leaves, l)
	return &condition{leaf: l}, nil
}

// values are what a leaf compares with: a list for in, nin and between.
func (f *Filter) values() ([]any, error) {
	switch f.Op {
	case Null, NotNull:
		return nil, nil
	case In, Nin, Every, Between:
	default:
		return []any{f.Value}, nil
	}
	values, ok := anyList(f.Value)
	switch {
	case !ok:
		return nil, invalid("needs_list", "op", string(f.Op)).On(f.place("value"))
	case f.Op == Between && len(values) != 2:
		return nil, invalid("needs_two").On(f.place("value"))
	case len(values) > MaxValues:
		return nil, invalid("too_many_values", "max", MaxValues).On(f.place("value"))
	}
	return values, nil
}

// operand says how one value is written and bound.
func (r *resolver) operand(f *Filter, field *catalog.Field, v any, depth int) (operand, error) {
	o := operand{field: field, kind: kindOf(f.Op, field, v), first: r.width}
	if o.kind == nullValue && f.Op != Eq && f.Op != Ne {
		return o, invalid("no_null", "op", string(f.Op)).On(f.place("value"))
	}
	if o.kind != byKey {
		r.width += o.width()
		return o, nil
	}
	parts := v.(map[string]any)
	if depth == MaxHops || !isKey(field.To, parts) {
		return o, invalid("unknown_key", "table", field.To.Meta.Title).On(f.place("value"))
	}
	for _, name := range keyNames(parts) {
		part, _ := field.To.Field(name)
		key, err := r.operand(f, part, parts[name], depth+1)
		if err != nil {
			return o, err
		}
		o.keys = append(o.keys, key)
	}
	return o, nil
}

// isKey reports whether the names belong to one unique key of the table.
func isKey(table *catalog.Table, parts map[string]any) bool {
	return len(parts) > 0 && slices.ContainsFunc(table.Uniques, func(u *catalog.Unique) bool {
		for name := range parts {
			if !slices.ContainsFunc(u.Fields, func(f *catalog.Field) bool { return f.Key == name && !f.Meta.Secret }) {
				return false
			}
		}
		return true
	})
}

func keyNames(parts map[string]any) []string {
	names := make([]string, 0, len(parts))
	for name := range parts {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// kindOf tells how a value is written for an operator.
func kindOf(op Operator, field *catalog.Field, v any) valueKind {
	text, isText := v.(string)
	_, isObject := v.(map[string]any)
	switch {
	case v == nil:
		return nullValue
	case op == Like && field.Folded:
		return foldValue
	case op == Like:
		return textValue
	case op == Starts && field.Folded:
		return foldPrefix
	case op == Starts:
		return prefix
	case isObject && field.To != nil && (op == Eq || op == Ne || op == In || op == Nin || op == Every):
		return byKey
	case isText && field.Family() == meta.FamilyMoment && isDay(text):
		return dayValue
	}
	return plainValue
}

// isDay reports the form of a plain day.
func isDay(text string) bool { return len(text) == 10 && text[4] == '-' && text[7] == '-' }

// allowed reports whether an operator makes sense for a field.
func allowed(op Operator, field *catalog.Field) bool {
	switch op {
	case Null, NotNull:
		return true
	case Eq, Ne, In, Nin:
		return !field.Structured() || field.Item != nil
	case Every:
		return field.Item != nil
	case Lt, Le, Gt, Ge, Between:
		return field.Family().Ordered()
	case Like, Starts:
		_, enum := field.ExpressionType().(expression.Enum)
		return enum || field.ExpressionType() == expression.Text
	}
	return false
}

// write gives the condition as SQL over a source; nil holds for every row.
func (c *condition) write(s *source, dialect store.Dialect) piece {
	switch {
	case c == nil:
		return raw("TRUE")
	case c.leaf != nil:
		return c.leaf.write(s, dialect)
	case c.join == "NOT":
		return glue("(", c.parts[0].write(s, dialect), ") IS NOT TRUE")
	case len(c.parts) == 0 && c.join == " OR ":
		return raw("FALSE")
	case len(c.parts) == 0:
		return raw("TRUE")
	}
	parts := make([]piece, len(c.parts))
	for i, part := range c.parts {
		parts[i] = glue("(", part.write(s, dialect), ")")
	}
	return list(c.join, parts)
}

func (l *leaf) write(s *source, dialect store.Dialect) piece {
	ref := s.column(l.to)
	if l.led != nil {
		return ref.guarded(glue(ref.plain(), " IN (", l.leads(s, dialect), ")"))
	}
	return ref.guarded(l.compare(s, ref, dialect))
}

// compare writes the comparison itself.
func (l *leaf) compare(s *source, ref columnRef, dialect store.Dialect) piece {
	name := ref.plain()
	switch {
	case l.op == Null:
		return glue(name, " IS NULL")
	case l.op == NotNull:
		return glue(name, " IS NOT NULL")
	case ref.field.Item != nil:
		return l.compareSet(s, ref)
	}
	switch l.op {
	case Like:
		return contains(ref, l.operands[0], dialect)
	case Starts:
		return starts(ref, l.operands[0])
	case Between:
		return every(l.operands[0].compare(s, name, Ge), l.operands[1].compare(s, name, Le))
	case In:
		return inList(s, name, l.operands)
	case Nin:
		return every(glue(name, " IS NOT NULL"), glue("(", inList(s, name, l.operands), ") IS NOT TRUE"))
	default:
		return l.operands[0].compare(s, name, l.op)
	}
}

// contains looks for a text anywhere in a column, without a pattern in which
// characters of the request could mean something.
func contains(ref columnRef, o operand, dialect store.Dialect) piece {
	name := ref.plain()
	if o.kind == foldValue {
		name = raw(ref.folded())
	}
	find := "instr("
	if dialect == store.Postgres {
		find = "strpos("
	}
	return glue(find, name, ", ", placeholder(o.first), ") > 0")
}

// starts looks for a prefix as a range, which an index serves.
func starts(ref columnRef, o operand) piece {
	name := ref.plain()
	if o.kind == foldPrefix {
		name = raw(ref.folded())
	}
	return glue(name, " >= ", placeholder(o.first), " AND ", name, " <= ", placeholder(o.first+1))
}

// inList writes plain values as one IN and the others as comparisons.
func inList(s *source, name piece, operands []operand) piece {
	var plain, parts []piece
	for _, o := range operands {
		if o.kind == plainValue {
			plain = append(plain, placeholder(o.first))
		} else {
			parts = append(parts, glue("(", o.compare(s, name, Eq), ")"))
		}
	}
	if len(plain) > 0 {
		parts = append(parts, glue(name, " IN (", list(", ", plain), ")"))
	}
	if len(parts) == 0 {
		return raw("FALSE")
	}
	return list(" OR ", parts)
}

// signs spells the operators that compare with one value.
var signs = map[Operator]string{Eq: " = ", Ne: " <> ", Lt: " < ", Le: " <= ", Gt: " > ", Ge: " >= "}

// compare writes a comparison of a column with the operand.
func (o operand) compare(s *source, name piece, op Operator) piece {
	switch {
	case o.kind == nullValue && op == Eq:
		return glue(name, " IS NULL")
	case o.kind == nullValue:
		return glue(name, " IS NOT NULL")
	case o.kind == dayValue:
		return o.compareDay(name, op)
	case o.kind == byKey && op == Ne:
		return every(glue(name, " IS NOT NULL"), glue(name, " NOT IN (", o.subquery(s), ")"))
	case o.kind == byKey:
		return glue(name, " IN (", o.subquery(s), ")")
	}
	return glue(name, signs[op], placeholder(o.first))
}

// compareDay compares an instant with a whole day: from its start to before its
// end.
func (o operand) compareDay(name piece, op Operator) piece {
	start, end := placeholder(o.first), placeholder(o.first+1)
	switch op {
	case Eq:
		return glue(name, " >= ", start, " AND ", name, " < ", end)
	case Ne:
		return glue(name, " < ", start, " OR ", name, " >= ", end)
	case Lt, Ge:
		return glue(name, signs[op], start)
	case Le:
		return glue(name, " < ", end)
	default:
		return glue(name, " >= ", end)
	}
}

// subquery finds the records with a key, among those the actor may look up.
func (o operand) subquery(s *source) piece {
	table := o.field.To
	inner := &source{rights: s.rights, root: &joined{table: table, alias: "k" + o.field.Key}}
	where := []piece{predicate(s.rights.RowsAs(table, access.Lookup, inner.root.alias))}
	for _, key := range o.keys {
		ref := inner.fieldOf(inner.root, key.field)
		where = append(where, ref.guarded(key.compare(inner, ref.plain(), Eq)))
	}
	return glue("SELECT "+column(inner.root.alias, "id")+" FROM "+table.From()+" AS "+inner.root.alias+" WHERE ", every(where...))
}

func unknownField(name string) *fault.Fault { return invalid("unknown_field", "field", clip(name)) }

// invalid makes the fault of a request that cannot be answered.
func invalid(key string, pairs ...any) *fault.Fault {
	return fault.New(fault.Invalid, "query."+key, pairs...).Breaking(key)
}

// clip shortens a text of the request for a message.
func clip(text string) string {
	const longest = 80
	if runes := []rune(strings.ToValidUTF8(text, "")); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return strings.ToValidUTF8(text, "")
}
