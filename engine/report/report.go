package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// defaultLimit is how many groups a report has where it says nothing.
const defaultLimit = 500

// Reports answers reports.
type Reports struct {
	Query *query.Query
	Zone  func(ctx context.Context, actor auth.Actor) *time.Location
	Now   func() time.Time
}

// Ask names a report and what it is narrowed to: values by the fields of its
// parameters. Nil Params are those that it begins with; Start changes them, as a
// menu entry does.
type Ask struct {
	Report   string
	Params   map[string]any
	Start    map[string]any
	Language string
}

// Answer is a report with its figures, in the language of the asker.
type Answer struct {
	Key     string           `json:"key"`
	Title   string           `json:"title"`
	Params  map[string]any   `json:"params"`           // those that were used
	Days    map[string]Days  `json:"days"`             // of the periods among them
	Filter  *Tree            `json:"filter,omitempty"` // the records behind the totals, for the list of the report
	Columns []Column         `json:"columns"`          // groups, then figures
	Rows    []map[string]any `json:"rows"`             // reserved: _filter, the records behind the row
	Totals  map[string]any   `json:"totals"`           // figures over all records
	More    bool             `json:"more"`             // there are more groups
	Chart   *Chart           `json:"chart,omitempty"`
}

// Today is the day where an actor works.
func (r *Reports) Today(ctx context.Context, actor auth.Actor) time.Time {
	return r.Now().In(r.Zone(ctx, actor))
}

// Run answers a report for somebody, within his rights on rows and fields.
//
// NotFound: screen.unknown. Denied without the right to read the table. Invalid:
// report.unknown_param, report.bad_period and the faults of query.Aggregate.
func (r *Reports) Run(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Ask) (*Answer, error) {
	known, ok := rights.Release().Reports[ask.Report]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", ask.Report)
	}
	if err := rights.Require(known.Table.Right(string(access.Read))); err != nil {
		return nil, err
	}
	run := &run{Reports: r, report: known, rights: rights, language: ask.Language, start: ask.Start, today: r.Today(ctx, rights.Actor())}
	run.filter.And = []Leaf{}
	run.answer = &Answer{Key: known.Key, Title: known.Meta.Title.In(ask.Language), Params: ask.Params, Days: map[string]Days{}}
	if err := run.narrow(ctx, tx); err != nil {
		return nil, err
	}
	if err := run.columns(); err != nil {
		return nil, err
	}
	if err := run.figures(ctx, tx); err != nil {
		return nil, fmt.Errorf("report %s: %w", known.Key, err)
	}
	if err := run.chart(ctx, tx); err != nil {
		return nil, fmt.Errorf("chart of report %s: %w", known.Key, err)
	}
	return run.answer, nil
}

// run is one answer being made.
type run struct {
	*Reports
	report   *catalog.Report
	rights   *access.Rights
	language string
	start    map[string]any
	today    time.Time
	filter   Tree
	stretch  *stretch // nil: no figure is of other days
	answer   *Answer
}

// narrow reads the parameters into a filter.
func (r *run) narrow(ctx context.Context, tx *store.Tx) error {
	if r.answer.Params == nil {
		params, err := Defaults(ctx, r.report, r.rights.Actor())
		if err != nil {
			return err
		}
		maps.Copy(params, r.start)
		r.answer.Params = params
	}
	for field := range r.answer.Params {
		if !slices.ContainsFunc(r.report.Params, func(p catalog.ReportParam) bool { return p.Meta.Path() == field }) {
			return fault.New(fault.Invalid, "report.unknown_param", "field", field).On("params")
		}
	}
	always, err := Always(r.report.Meta.Filter, r.today)
	if err != nil {
		return err
	}
	r.filter.And = append(r.filter.And, always...)
	for _, param := range r.report.Params {
		field := param.Meta.Path()
		value := r.answer.Params[field]
		leaves, err := Narrow(field, Operator(param.Meta.Op, param.Path.Last()), value, r.today)
		if err != nil {
			return err
		}
		if period, ok := periodIn(value); ok {
			r.answer.Days[field], _ = DaysOf(period, r.today)
		}
		if span := r.report.Span(); span != nil && span.Meta == param.Meta {
			if r.stretch, err = stretchOf(span, value, r.today); err != nil {
				return err
			}
			if err := r.bringForward(ctx, tx); err != nil {
				return err
			}
			leaves = r.stretch.all(r.report.Measures)
		}
		r.filter.And = append(r.filter.And, leaves...)
	}
	return nil
}

// Defaults are the parameters that a report begins with for somebody.
func Defaults(ctx context.Context, report *catalog.Report, actor auth.Actor) (map[string]any, error) {
	params := map[string]any{}
	for _, param := range report.Params {
		if param.Meta.Period != "" {
			params[param.Meta.Path()] = map[string]any{"period": param.Meta.Period}
			continue
		}
		if param.Default == nil {
			continue
		}
		value, err := param.Default.Eval(ctx, expression.Scope{Vars: map[string]any{"user": actor.Values}})
		if err != nil {
			return nil, err
		}
		if value != nil {
			params[param.Meta.Path()] = value
		}
	}
	return params, nil
}

// figures asks for the groups and the totals over all of them.
func (r *run) figures(ctx context.Context, tx *store.Tx) error {
	ask, err := r.aggregation()
	if err != nil {
		return err
	}
	totals := ask
	if ask.Having, err = r.something(ask); err != nil {
		return err
	}
	rows, err := r.aggregate(ctx, tx, ask)
	if err != nil {
		return err
	}
	if kept, ok := r.drill(r.filter.And); ok {
		r.answer.Filter = &Tree{kept}
	}
	r.answer.Rows, r.answer.More = rows, len(rows) == ask.Size
	if r.answer.Totals, err = r.totals(ctx, tx, totals); err != nil {
		return err
	}
	if err := r.take(ctx, tx); err != nil {
		return err
	}
	for _, row := range r.answer.Rows {
		r.finish(row)
		if err := r.reckon(ctx, row); err != nil {
			return err
		}
	}
	return r.reckon(ctx, r.answer.Totals)
}

func (r *run) aggregation() (query.Aggregation, error) {
	filter, err := json.Marshal(r.filter)
	if err != nil {
		return query.Aggregation{}, fmt.Errorf("write filter: %w", err)
	}
	ask := query.Aggregation{Filter: filter, Size: r.report.Meta.Limit, Edges: map[string][]string{}}
	if ask.Size == 0 {
		ask.Size = defaultLimit
	}
	for _, c := range r.answer.Columns {
		if c.Role == Group {
			ask.Group = append(ask.Group, c.Key)
		}
		if c.edges != nil {
			ask.Edges[c.Key] = c.edges
		}
	}
	for _, m := range r.report.Measures {
		if r.column(m.Meta.Key) == nil || m.Whole.Fn == "" {
			continue
		}
		measure := query.MeasureOf(m.Meta)
		if measure.Filter, err = r.counts(m); err != nil {
			return query.Aggregation{}, err
		}
		ask.Measures = append(ask.Measures, measure)
	}
	ask.Sort = slices.DeleteFunc(slices.Clone(r.report.Meta.Sort), func(name string) bool { return r.column(sorted(name)) == nil })
	return ask, nil
}

// counts is the filter of the records that count in a figure; nil where all do.
func (r *run) counts(m catalog.ReportMeasure) (json.RawMessage, error) {
	only, err := r.only(m)
	if err != nil || len(only) == 0 {
		return nil, err
	}
	return json.Marshal(Tree{only})
}

// only holds for the records of a figure among those of its report.
func (r *run) only(m catalog.ReportMeasure) ([]Leaf, error) {
	leaves, err := Always(m.Whole.Filter, r.today)
	if err == nil && r.stretch != nil {
		leaves = append(leaves, r.stretch.of(m.Whole.Span)...)
	}
	return leaves, err
}

// totals are the figures over all records, of the columns that have one.
func (r *run) totals(ctx context.Context, tx *store.Tx, ask query.Aggregation) (map[string]any, error) {
	ask.Group, ask.Sort, ask.Size = nil, nil, 1
	ask.Measures = slices.DeleteFunc(slices.Clone(ask.Measures), func(m query.Measure) bool { return !r.column(m.As).Total })
	if len(ask.Measures) == 0 {
		return map[string]any{}, nil
	}
	rows, err := r.aggregate(ctx, tx, ask)
	if err != nil || len(rows) == 0 {
		return map[string]any{}, err
	}
	return rows[0], nil
}

func (r *run) aggregate(ctx context.Context, tx *store.Tx, ask query.Aggregation) ([]map[string]any, error) {
	page, err := r.Query.AggregateIn(ctx, tx, r.rights, r.report.Table.Key, ask)
	if err != nil {
		return nil, err
	}
	defer page.Release()
	return Rows(page)
}

// Rows decodes the rows of a page; numbers stay exact.
func Rows(page *query.Page) ([]map[string]any, error) {
	var answer struct {
		Rows []map[string]any `json:"rows"`
	}
	decoder := json.NewDecoder(bytes.NewReader(page.Bytes()))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		return nil, fmt.Errorf("read rows: %w", err)
	}
	return answer.Rows, nil
}
