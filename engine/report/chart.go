package report

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// What people tell apart in a chart; what is beyond is drawn as one.
const (
	mostBars   = 12
	mostSeries = 7
)

// restName is the member of a row that stands for all groups not drawn alone.
const restName = "_rest"

// Chart says what is drawn: columns over another one, split by Series. Its rows are
// summed over all records, whatever the table shows.
type Chart struct {
	Type     string           `json:"type"`
	X        string           `json:"x"`
	Series   string           `json:"series,omitempty"`
	Measures []string         `json:"measures"`
	Rows     []map[string]any `json:"rows"` // reserved: _rest, the groups not drawn alone
}

// chart draws what the asker may see of the report's chart.
func (r *run) chart(ctx context.Context, tx *store.Tx) error {
	m := r.report.Meta.Chart
	if m == nil || r.column(m.X) == nil || m.Series != "" && r.column(m.Series) == nil {
		return nil
	}
	shown := slices.DeleteFunc(slices.Clone(m.Measures), func(as string) bool { return r.column(as) == nil })
	if len(shown) == 0 {
		return nil
	}
	d := drawing{run: r, Chart: &Chart{Type: m.Type, X: m.X, Series: m.Series, Measures: shown}}
	r.answer.Chart = d.Chart
	return d.draw(ctx, tx)
}

// drawing is a chart being summed.
type drawing struct {
	*run
	*Chart
}

func (d *drawing) draw(ctx context.Context, tx *store.Tx) (err error) {
	switch {
	case d.takes():
		d.Rows = d.asTold()
	case d.Series != "":
		err = d.split(ctx, tx)
	case d.inOrder():
		d.Rows, err = d.along(ctx, tx)
	default:
		d.Rows, err = d.top(ctx, tx)
	}
	for _, row := range d.Rows {
		Label(d.answer.Columns, row)
	}
	return err
}

// inOrder reports whether the bars have an order of their own, as days have.
func (d *drawing) inOrder() bool { return d.column(d.X).Period != "" }

// takes reports whether figures of other reports are drawn, which have one group only.
func (d *drawing) takes() bool {
	return slices.ContainsFunc(d.Measures, func(as string) bool { return d.column(as).Taken })
}

// asTold are the figures of the table.
func (d *drawing) asTold() []map[string]any {
	rows := make([]map[string]any, 0, len(d.answer.Rows))
	for _, told := range d.answer.Rows {
		row := map[string]any{d.X: told[d.X]}
		for _, as := range d.Measures {
			row[as] = told[as]
		}
		rows = append(rows, row)
	}
	return rows
}

// along sums over the axis in its order; the latest where it is very long.
func (d *drawing) along(ctx context.Context, tx *store.Tx) ([]map[string]any, error) {
	rows, err := d.sums(ctx, tx, []string{d.X}, "-"+d.X)
	slices.Reverse(rows)
	return rows, err
}

// top sums the largest bars, and the rest of all as one.
func (d *drawing) top(ctx context.Context, tx *store.Tx) ([]map[string]any, error) {
	rows, err := d.sums(ctx, tx, []string{d.X}, "-"+d.Measures[0])
	if err != nil || len(rows) <= mostBars {
		return rows, err
	}
	all, err := d.sums(ctx, tx, nil, "")
	if err != nil || len(all) == 0 {
		return rows[:mostBars], err
	}
	return d.withRest(rows[:mostBars], all[0]), nil
}

// split sums the largest series along the axis, and the rest of each bar as one.
func (d *drawing) split(ctx context.Context, tx *store.Tx) error {
	names, err := d.sums(ctx, tx, []string{d.Series}, "-"+d.Measures[0])
	if err != nil {
		return err
	}
	bars, err := d.along(ctx, tx)
	if err != nil {
		return err
	}
	cells, err := d.sums(ctx, tx, []string{d.X, d.Series}, "-"+d.X)
	if err != nil {
		return err
	}
	drawn := map[string]bool{}
	for _, name := range names[:min(len(names), mostSeries)] {
		drawn[groupOf(name, d.Series)] = true
	}
	cells = slices.DeleteFunc(cells, func(cell map[string]any) bool { return !drawn[groupOf(cell, d.Series)] })
	if len(names) <= mostSeries {
		bars = nil
	}
	d.Rows = d.within(bars, cells)
	return nil
}

// within puts the drawn series of each bar before the rest of it.
func (d *drawing) within(bars, cells []map[string]any) []map[string]any {
	slices.Reverse(cells)
	if bars == nil {
		return cells
	}
	rows := []map[string]any{}
	for _, bar := range bars {
		var own []map[string]any
		for _, cell := range cells {
			if groupOf(cell, d.X) == groupOf(bar, d.X) {
				own = append(own, cell)
			}
		}
		rows = append(rows, d.withRest(own, bar)...)
	}
	return rows
}

// withRest adds what a whole has beyond its parts, of the figures that add up.
func (d *drawing) withRest(parts []map[string]any, whole map[string]any) []map[string]any {
	rest := map[string]any{restName: true}
	if value, ok := whole[d.X]; ok {
		rest[d.X] = value
	}
	for _, as := range d.Measures {
		if !d.addsUp(as) {
			continue
		}
		left := numberOf(whole[as])
		for _, part := range parts {
			left = left.Sub(numberOf(part[as]))
		}
		rest[as] = json.Number(left.String())
	}
	return append(slices.Clone(parts), rest)
}

// addsUp reports whether the figure of a whole is that of its parts together.
func (d *drawing) addsUp(as string) bool {
	for _, m := range d.report.Measures {
		if m.Meta.Key == as {
			return m.Meta.Fn == string(query.Sum) || m.Meta.Fn == string(query.Count)
		}
	}
	return false
}

// sums asks for the figures of the chart over groups.
func (d *drawing) sums(ctx context.Context, tx *store.Tx, groups []string, sort string) ([]map[string]any, error) {
	ask, err := d.aggregation()
	if err != nil {
		return nil, err
	}
	ask.Group, ask.Sort, ask.Size = groups, nil, query.MaxGroups
	if sort != "" {
		ask.Sort = []string{sort}
	}
	ask.Measures = slices.DeleteFunc(ask.Measures, func(m query.Measure) bool { return !slices.Contains(d.Measures, m.As) })
	return d.aggregate(ctx, tx, ask)
}

// groupOf is the group of a row as a name.
func groupOf(row map[string]any, key string) string { return fmt.Sprint(row[key]) }

// numberOf reads a figure; a very large one comes as a text.
func numberOf(v any) decimal.Decimal {
	n, err := decimal.NewFromString(fmt.Sprint(v))
	if err != nil {
		return decimal.Zero
	}
	return n
}
