package query

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// The limits of a grouped question.
const (
	MaxGroups    = 5000 // groups of one answer
	MaxGroupBy   = 8
	MaxMeasures  = 20
	defaultGroup = 500
)

// Aggregation asks for figures of groups of records. Its members are those of the
// HTTP contract.
type Aggregation struct {
	Filter   json.RawMessage `json:"filter"`
	Search   string          `json:"search"`
	Group    []string        `json:"group"`
	Measures []Measure       `json:"measures"`
	Having   json.RawMessage `json:"having"`
	Sort     []string        `json:"sort"`
	Size     int             `json:"size"` // groups; 0 is 500

	// Edges are the days at which a new stretch begins, ascending, by group: the
	// group's value is the number of stretches that have begun.
	Edges     map[string][]string `json:"-"`
	Where     *Filter             `json:"-"` // further condition of the caller
	Condition *expression.Program `json:"-"` // further condition of metadata
	Whole     bool                `json:"-"` // a search looks at all that a code leads to, not at the newest alone
}

// Aggregate answers rows, per group its fields, with labels, and its measures, and
// totalIsFloor: whether a search left older records out of them. A field that the
// actor may not read counts as null.
//
// Faults are those of List.
func (q *Query) Aggregate(ctx context.Context, rights *access.Rights, table string, a Aggregation) (*Page, error) {
	var page *Page
	err := q.db.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		page, err = q.AggregateIn(ctx, tx, rights, table, a)
		return err
	})
	return page, err
}

// AggregateIn is Aggregate in a running transaction.
func (q *Query) AggregateIn(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, a Aggregation) (*Page, error) {
	t, err := q.table(rights, table)
	if err != nil {
		return nil, err
	}
	zone := q.zone(ctx, rights.Actor())
	g := grouping{table: t, rights: rights, dialect: tx.Dialect(), zone: zone, source: newSource(rights, t), chosen: &selection{}}
	reached, cut, err := q.reached(ctx, tx, rights, t, a.Search, a.Whole)
	if err != nil {
		return nil, fmt.Errorf("group %s: %w", table, err)
	}
	text, args, err := g.statement(ctx, &a, reached)
	if err != nil {
		return nil, err
	}
	groups, err := g.read(ctx, tx, text, args)
	if err == nil {
		err = g.readLabels(ctx, tx, groups)
	}
	if err != nil {
		return nil, fmt.Errorf("group %s: %w", table, err)
	}
	return g.write(groups, cut), nil
}

// grouping is one grouped question.
type grouping struct {
	table    *catalog.Table
	rights   *access.Rights
	dialect  store.Dialect
	zone     *time.Location // of the days of the actor
	source   *source
	chosen   *selection
	groups   []groupKey
	measures []figure
	counts   []counting // filters of the measures
}

// groupKey is a field that the records are grouped by.
type groupKey struct {
	name   string
	field  *catalog.Field
	period Period // "": each value is a group
	counts bool   // the value is a number of stretches, not one of the field's
	at     int
	labels map[int64]string // of a reference: JSON of the label by id
}

// statement writes the question with its arguments.
func (g *grouping) statement(ctx context.Context, a *Aggregation, reached *Filter) (string, []any, error) {
	f, err := ParseFilter(a.Filter)
	if err != nil {
		return "", nil, err
	}
	having, err := parseTree(a.Having, "having")
	if err != nil {
		return "", nil, err
	}
	search, err := words(a.Search)
	if err != nil {
		return "", nil, err
	}
	p := planner{ctx: ctx, dialect: g.dialect, rights: g.rights, table: g.table, condition: a.Condition, words: len(search)}
	if _, err := p.resolve(&Request{Where: a.Where, reached: reached}, f); err != nil {
		return "", nil, err
	}
	whole, err := g.compose(&p, a, having)
	if err != nil {
		return "", nil, err
	}
	b := binder{zone: g.zone}
	if err := b.filter(All(orAll(f), orAll(a.Where), orAll(reached)), p.resolver.leaves); err != nil {
		return "", nil, err
	}
	b.values = append(b.values, anys(search)...)
	for _, c := range g.counts {
		if err := b.filter(c.filter, c.leaves); err != nil {
			return "", nil, err
		}
	}
	return whole.text, whole.args(b.values), nil
}

// orAll gives a filter that holds for all records in place of none.
func orAll(f *Filter) *Filter {
	if f == nil {
		return All()
	}
	return f
}

// compose joins the clauses. Groups are named by number, since a repeated
// expression with arguments is not the same to PostgreSQL.
func (g *grouping) compose(p *planner, a *Aggregation, having *Filter) (piece, error) {
	if err := a.limits(); err != nil {
		return piece{}, err
	}
	if err := g.groupBy(a.Group, a.Edges); err != nil {
		return piece{}, err
	}
	if err := g.figures(p, a.Measures); err != nil {
		return piece{}, err
	}
	where, err := p.conditions(g.source)
	if err != nil {
		return piece{}, err
	}
	kept, err := g.having(having)
	if err != nil {
		return piece{}, err
	}
	order, err := g.orderBy(a.Sort)
	if err != nil {
		return piece{}, err
	}
	size := a.Size
	if size == 0 {
		size = defaultGroup
	}
	return written(g.source.read(g.chosen.columns, where).GroupBy(g.numbers()...).Having(kept).OrderBy(order...).Limit(uint64(size)))
}

func (a *Aggregation) limits() error {
	switch {
	case a.Size < 0 || a.Size > MaxGroups:
		return invalid("size_range", "max", MaxGroups).On("size")
	case len(a.Group) > MaxGroupBy:
		return invalid("too_many", "max", MaxGroupBy).On("group")
	case len(a.Measures) > MaxMeasures:
		return invalid("too_many", "max", MaxMeasures).On("measures")
	case len(a.Sort) > MaxSorts:
		return invalid("too_many", "max", MaxSorts).On("sort")
	case len(a.Group)+len(a.Measures) == 0:
		return invalid("nothing_asked").On("measures")
	}
	return nil
}

func (g *grouping) groupBy(names []string, edges map[string][]string) error {
	for i, name := range names {
		field, period := cutPeriod(name)
		to, ok := pathOf(g.table, field)
		if _, twice := g.group(name); !ok || twice || !to.field().InSQL() || to.field().Structured() {
			return on(unknownField(name), "group", i)
		}
		value := g.source.column(to).value()
		stretches, counts := edges[name]
		switch {
		case counts:
			value, ok = stretchOf(stretches, g.dialect, to.field().Family(), value, g.zone)
		case period != "":
			value, ok = periodOf(period, g.dialect, to.field().Family(), value, g.zone)
		}
		if !ok {
			return on(unknownField(name), "group", i)
		}
		at := len(g.chosen.columns)
		g.chosen.columns = append(g.chosen.columns, value)
		g.groups = append(g.groups, groupKey{name: name, field: to.field(), period: period, counts: counts, at: at})
	}
	return nil
}

// numbers name the groups by their columns.
func (g *grouping) numbers() []string {
	numbers := make([]string, len(g.groups))
	for i, key := range g.groups {
		numbers[i] = strconv.Itoa(key.at + 1)
	}
	return numbers
}

// orderBy sorts by figures or groups; all groups decide last.
func (g *grouping) orderBy(sort []string) ([]string, error) {
	var keys []string
	for i, text := range sort {
		name, descending := strings.CutPrefix(text, "-")
		at, ok := g.columnOf(name)
		if !ok {
			return nil, on(unknownField(name), "sort", i)
		}
		direction := " ASC NULLS LAST"
		if descending {
			direction = " DESC NULLS FIRST"
		}
		keys = append(keys, strconv.Itoa(at+1)+direction)
	}
	for _, key := range g.groups {
		keys = append(keys, strconv.Itoa(key.at+1)+" ASC NULLS LAST")
	}
	return keys, nil
}

func (g *grouping) columnOf(name string) (int, bool) {
	if m, ok := g.measure(name); ok {
		return m.order, true
	}
	key, ok := g.group(name)
	return key.at, ok
}

func (g *grouping) measure(name string) (*figure, bool) {
	for i := range g.measures {
		if g.measures[i].As == name {
			return &g.measures[i], true
		}
	}
	return nil, false
}

func (g *grouping) group(name string) (groupKey, bool) {
	for _, key := range g.groups {
		if key.name == name {
			return key, true
		}
	}
	return groupKey{}, false
}

func (g *grouping) read(ctx context.Context, tx *store.Tx, text string, args []any) ([][]any, error) {
	rows, err := tx.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var groups [][]any
	for rows.Next() {
		cells := newCells(len(g.chosen.columns))
		if err := rows.Scan(cells.into...); err != nil {
			return nil, err
		}
		groups = append(groups, cells.values)
	}
	return groups, rows.Err()
}

// write makes the answer; cut tells that records were left out of the search.
func (g *grouping) write(groups [][]any, cut bool) *Page {
	page := newPage()
	dst := append(page.data, `{"rows":[`...)
	for i, cells := range groups {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		for _, key := range g.groups {
			dst = key.append(dst, cells[key.at])
		}
		for _, m := range g.measures {
			dst = append(m.append(append(dst, member(m.As)...), cells), ',')
		}
		dst[len(dst)-1] = '}'
	}
	page.data = append(strconv.AppendBool(append(dst, `],"totalIsFloor":`...), cut), '}')
	return page
}

// append writes a group's value, and its label, each with a comma behind.
func (k groupKey) append(dst []byte, cell any) []byte {
	dst = append(dst, member(k.name)...)
	if k.counts {
		return append(appendCount(dst, cell), ',')
	}
	if k.period != "" && k.period != Hour {
		return append(appendDay(dst, cell), ',')
	}
	dst = append(k.field.AppendJSON(dst, cell), ',')
	if k.field.To == nil {
		return dst
	}
	label, ok := k.labels[countOf(cell)]
	if !ok {
		label = "null"
	}
	return append(append(append(dst, member(k.name+labelSuffix)...), label...), ',')
}
