package query

import (
	"encoding/json"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Fn is a figure of a group.
type Fn string

// The figures. Count without a field counts records, with one those that have a
// value; CountDistinct counts different values.
const (
	Count         Fn = "count"
	CountDistinct Fn = "count_distinct"
	Sum           Fn = "sum"
	Avg           Fn = "avg"
	Min           Fn = "min"
	Max           Fn = "max"
	Hours         Fn = "hours" // between two moments, added up
)

// hourScale is how many decimals hours have, hour is one in the steps of moments.
const hourScale = 2

var hour = decimal.NewFromInt(time.Hour.Milliseconds())

// averageScale is how many decimals an average keeps beyond the field's own.
const averageScale = 4

// Measure asks for a figure of every group. A sum may take off another field of the
// same scale; where either is not to be read nothing is counted.
type Measure struct {
	Field string `json:"field"`
	Less  string `json:"less"`
	Fn    Fn     `json:"fn"`
	As    string `json:"as"`

	Filter json.RawMessage `json:"-"` // records that count; nil: all
}

// MeasureOf asks for a figure that metadata names.
func MeasureOf(m *meta.Measure) Measure {
	return Measure{Field: m.Field, Less: m.Less, Fn: Fn(m.Fn), As: m.Key}
}

// figure is a measure in a statement.
type figure struct {
	Measure
	field *catalog.Field // nil for a count of records
	only  *piece         // holds for the records that count; nil: all do
	value piece          // as it is compared and sorted
	at    int
	count int // column of an average's count
	order int // column of value
}

// figures writes the measures into the select list.
func (g *grouping) figures(p *planner, measures []Measure) error {
	p.resolver.width += p.words // what the measures compare with comes after the words
	for i, m := range measures {
		f := figure{Measure: m}
		if m.As == "" || !store.IsIdentifier(m.As) || g.taken(m.As) {
			return on(invalid("bad_measure", "name", clip(m.As)), "measures", i)
		}
		if err := g.only(p, &f); err != nil {
			return err
		}
		if m.Fn == Count && m.Field == "" {
			f.value = f.counted()
			f.at = g.chosen.add(f.value)
			f.order = f.at
			g.measures = append(g.measures, f)
			continue
		}
		to, ok := pathOf(g.table, m.Field)
		if !ok || !to.field().InSQL() {
			return on(unknownField(m.Field), "measures", i)
		}
		f.field = to.field()
		value, bad := g.rest(&f, g.source.column(to).value())
		if bad != nil {
			return on(bad, "measures", i)
		}
		if !g.figure(&f, f.within(value)) {
			return on(invalid("bad_function", "fn", clip(string(m.Fn)), "field", clip(m.Field)), "measures", i)
		}
		g.measures = append(g.measures, f)
	}
	return nil
}

// only resolves which records count in a figure.
func (g *grouping) only(p *planner, f *figure) error {
	if f.Filter == nil {
		return nil
	}
	filter, err := ParseFilter(f.Filter)
	if err != nil {
		return err
	}
	from := len(p.resolver.leaves)
	condition, err := p.resolver.condition(filter)
	if err != nil {
		return err
	}
	holds := condition.write(g.source, p.dialect)
	f.only = &holds
	g.counts = append(g.counts, counting{filter, p.resolver.leaves[from:]})
	return nil
}

// counting is the filter of a figure whose values are to be bound.
type counting struct {
	filter *Filter
	leaves []*leaf
}

// within is a value where the record counts, else nothing.
func (f *figure) within(value piece) piece {
	if f.only == nil {
		return value
	}
	return glue("CASE WHEN ", *f.only, " THEN ", value, " END")
}

// counted is the number of records that count.
func (f *figure) counted() piece {
	if f.only == nil {
		return raw("count(*)")
	}
	return glue("count(", f.within(raw("1")), ")")
}

// rest is a value without what the measure takes off.
func (g *grouping) rest(f *figure, value piece) (piece, *fault.Fault) {
	if f.Less == "" {
		return value, nil
	}
	less, ok := pathOf(g.table, f.Less)
	switch {
	case !ok || !less.field().InSQL():
		return piece{}, unknownField(f.Less)
	case f.Fn == Hours && less.field().Family() == meta.FamilyMoment:
	case f.Fn != Sum || !summable(less.field()) || less.field().Scale != f.field.Scale:
		return piece{}, invalid("bad_function", "fn", clip(string(f.Fn)), "field", clip(f.Less))
	}
	return glue("(", value, " - ", g.source.column(less).value(), ")"), nil
}

func (g *grouping) taken(name string) bool {
	_, isMeasure := g.measure(name)
	_, isGroup := g.group(name)
	return isMeasure || isGroup
}

// figure selects one measure; false when its function does not fit the field.
func (g *grouping) figure(f *figure, v piece) bool {
	switch {
	case f.Fn == Count:
		f.value = glue("count(", v, ")")
	case f.Fn == CountDistinct:
		f.value = glue("count(DISTINCT ", v, ")")
	case (f.Fn == Min || f.Fn == Max) && f.field.Family().Ordered():
		f.value = glue(string(f.Fn)+"(", v, ")")
	case (f.Fn == Sum || f.Fn == Avg) && summable(f.field), f.Fn == Hours && f.Less != "" && f.field.Family() == meta.FamilyMoment:
		return g.sum(f, v)
	default:
		return false
	}
	f.at = g.chosen.add(f.value)
	f.order = f.at
	return true
}

// sum selects a sum or an average: exact parts for the answer, and for order and
// comparison a figure that no size can break.
func (g *grouping) sum(f *figure, v piece) bool {
	f.at = addSum(g.chosen, v, g.dialect)
	switch {
	case f.Fn == Avg:
		f.count = g.chosen.add(glue("count(", v, ")"))
		f.value = glue("avg(", v, ")")
	case g.dialect == store.Postgres:
		f.value = glue("coalesce(sum(", v, "), 0)")
	default:
		f.value = glue("total(", v, ")")
	}
	f.order = g.chosen.add(glue("CAST(", f.value, " AS double precision)"))
	return true
}

// append writes a figure of a row.
func (f *figure) append(dst []byte, cells []any) []byte {
	switch f.Fn {
	case Sum:
		return appendTotal(dst, sumOf(cells, f.at, f.field.Scale))
	case Avg:
		n, _ := cells[f.count].(int64)
		if n == 0 {
			return append(dst, "null"...)
		}
		sum := sumOf(cells, f.at, f.field.Scale)
		return appendTotal(dst, sum.DivRound(decimal.NewFromInt(n), int32(f.field.Scale+averageScale)))
	case Hours:
		return appendTotal(dst, sumOf(cells, f.at, 0).DivRound(hour, hourScale))
	case Min, Max:
		return f.field.AppendJSON(dst, cells[f.at])
	default:
		return catalog.AppendScaled(dst, countOf(cells[f.at]), 0)
	}
}

func countOf(cell any) int64 {
	n, _ := cell.(int64)
	return n
}

// having writes the condition on figures.
func (g *grouping) having(f *Filter) (piece, error) {
	switch {
	case f == nil:
		return raw("TRUE"), nil
	case f.isLeaf():
		return g.havingLeaf(f)
	case f.Not != nil:
		part, err := g.having(f.Not)
		return glue("(", part, ") IS NOT TRUE"), err
	}
	parts, join, none := f.And, " AND ", "TRUE"
	if f.isOr {
		parts, join, none = f.Or, " OR ", "FALSE"
	}
	if len(parts) == 0 {
		return raw(none), nil
	}
	written := make([]piece, len(parts))
	for i, part := range parts {
		p, err := g.having(part)
		if err != nil {
			return piece{}, err
		}
		written[i] = glue("(", p, ")")
	}
	return list(join, written), nil
}

// havingLeaf compares a figure with one value.
func (g *grouping) havingLeaf(f *Filter) (piece, error) {
	m, ok := g.measure(f.Field)
	if !ok {
		return piece{}, unknownField(f.Field).On(f.place("field"))
	}
	sign, ok := signs[f.Op]
	if !ok {
		return piece{}, invalid("bad_operator", "op", clip(string(f.Op)), "field", clip(f.Field)).On(f.place("op"))
	}
	arg, bad := m.argument(f.Value)
	if bad != nil {
		return piece{}, bad.On(f.place("value"))
	}
	return glue(m.compared(), sign, fixed("?", []any{arg})), nil
}

// compared is the figure as a fraction and what is past counting can be held against it:
// PostgreSQL takes neither for a whole number.
func (f *figure) compared() piece {
	if f.Fn == Count || f.Fn == CountDistinct {
		return glue("CAST(", f.value, " AS double precision)")
	}
	return f.value
}

// argument reads the value that a figure is compared with.
func (f *figure) argument(v any) (any, *fault.Fault) {
	if f.Fn == Min || f.Fn == Max {
		parsed, bad := f.field.Parse(v)
		if bad != nil {
			return nil, bad
		}
		arg, err := f.field.Encode(parsed)
		if err != nil {
			return nil, invalid("bad_value", "field", f.field.Meta.Title).Because(err)
		}
		return arg, nil
	}
	number, ok := v.(json.Number)
	n, err := decimal.NewFromString(string(number))
	if !ok || err != nil || len(number) > 40 || n.Exponent() > 40 || n.Exponent() < -40 {
		return nil, fault.New(fault.Invalid, "field.not_number").Breaking("not_number")
	}
	if f.Fn == Hours {
		n = n.Mul(hour)
	}
	if f.Fn == Sum || f.Fn == Avg {
		n = n.Shift(int32(f.field.Scale))
	}
	return n.InexactFloat64(), nil
}
