package report

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// source is a figure of another report, as that report would show it alone; nil where the
// asker may not read what it is made of.
func (r *run) source(t *meta.Taken) *catalog.Report {
	whole := r.rights.Release().Reports[t.Of(r.report.Key)]
	own := Readable(r.rights, r.report.Table, r.report.Group[0].Path)
	if !own || !r.rights.Can(whole.Table.Right(string(access.Read))) || !Readable(r.rights, whole.Table, whole.Group[0].Path) {
		return nil
	}
	alone := *whole
	alone.Measures = slices.DeleteFunc(slices.Clone(whole.Measures), func(m catalog.ReportMeasure) bool { return m.Meta.Key != t.Figure })
	if path := alone.Measures[0].Path; path != nil && !Readable(r.rights, whole.Table, path) {
		return nil
	}
	return &alone
}

// takenColumn adds the column of a figure of another report, under its title here.
func (r *run) takenColumn(m catalog.ReportMeasure) {
	other := r.source(m.Whole.Taken)
	if other == nil {
		return
	}
	column := FigureColumn(other.Measures[0].Measure, r.language)
	column.Key, column.Title, column.Total, column.Taken = m.Meta.Key, m.Meta.Title.In(r.language), m.Meta.Total, true
	r.answer.Columns = append(r.answer.Columns, column)
}

// take lays the figures of other reports beside the rows, with the rows that only those have.
func (r *run) take(ctx context.Context, tx *store.Tx) error {
	answers := map[string]*Answer{}
	own := len(r.answer.Rows)
	for _, m := range r.report.Measures {
		if m.Whole.Taken == nil || r.column(m.Meta.Key) == nil {
			continue
		}
		other, err := r.other(ctx, tx, m.Whole.Taken)
		if err != nil {
			return fmt.Errorf("figure %s: %w", m.Meta.Key, err)
		}
		if other != nil {
			answers[m.Meta.Key] = other
			r.widen(m, other)
		}
	}
	for _, m := range r.report.Measures {
		if other := answers[m.Meta.Key]; other != nil {
			r.lay(m, other)
		}
	}
	if len(r.answer.Rows) > own {
		r.inOrder()
	}
	return nil
}

// other is the answer that a figure is taken from; nil where it cannot be asked the same.
func (r *run) other(ctx context.Context, tx *store.Tx, t *meta.Taken) (*Answer, error) {
	params, told := r.handed(t)
	if !told {
		return nil, nil
	}
	other := r.alone(r.source(t), params, t.Back)
	if err := other.narrow(ctx, tx); err != nil {
		return nil, err
	}
	if err := other.columns(); err != nil {
		return nil, err
	}
	return other.answer, other.figures(ctx, tx)
}

// alone is an answer of another report on earlier days.
func (r *run) alone(report *catalog.Report, params map[string]any, back int) *run {
	other := &run{Reports: r.Reports, report: report, rights: r.rights, language: r.language, today: r.today.AddDate(0, 0, -back)}
	other.filter.And = []Leaf{}
	other.answer = &Answer{Params: params, Days: map[string]Days{}}
	return other
}

// handed is what another report is narrowed to: the same days by its own group, and the
// same values. False where it cannot be asked the same, so that nothing is compared.
func (r *run) handed(t *meta.Taken) (params map[string]any, told bool) {
	other := r.rights.Release().Reports[t.Of(r.report.Key)]
	params = map[string]any{}
	for field, value := range r.answer.Params {
		if isEmpty(value) {
			continue
		}
		if field == r.report.Group[0].Path.String() {
			field, value = other.Group[0].Path.String(), r.earlier(value, t.Back)
		}
		known := slices.ContainsFunc(other.Params, func(p catalog.ReportParam) bool { return p.Meta.Path() == field })
		if !known || value == nil {
			return nil, false
		}
		params[field] = value
	}
	return params, true
}

// earlier are the days of a value, so many days back; nil for what has none.
func (r *run) earlier(value any, back int) any {
	if back == 0 {
		return value
	}
	ends, _ := value.([]any)
	if period, ok := periodIn(value); ok {
		days, _ := DaysOf(period, r.today)
		ends = []any{days[0], days[1]}
	}
	if len(ends) != 2 {
		return nil
	}
	return []any{dayBack(ends[0], back), dayBack(ends[1], back)}
}

// dayBack is the day so many before one; an open end stays one.
func dayBack(end any, back int) any {
	day, err := time.Parse(time.DateOnly, dayOf(end))
	if err != nil {
		return nil
	}
	return day.AddDate(0, 0, -back).Format(time.DateOnly)
}

// widen adds the rows of groups that only another answer has.
func (r *run) widen(m catalog.ReportMeasure, other *Answer) {
	group := r.answer.Columns[0].Key
	for _, row := range other.Rows {
		key := r.later(row[other.Columns[0].Key], m.Whole.Taken.Back)
		if !slices.ContainsFunc(r.answer.Rows, func(own map[string]any) bool { return own[group] == key }) {
			r.answer.Rows = append(r.answer.Rows, r.empty(group, key))
		}
	}
}

// lay adds the figure of another answer to the rows of the same group; nothing found there
// is none.
func (r *run) lay(m catalog.ReportMeasure, other *Answer) {
	found := map[any]map[string]any{}
	for _, row := range other.Rows {
		found[r.later(row[other.Columns[0].Key], m.Whole.Taken.Back)] = row
	}
	for _, own := range r.answer.Rows {
		row, ok := found[own[r.answer.Columns[0].Key]]
		if !ok {
			own[m.Meta.Key] = none
			continue
		}
		own[m.Meta.Key] = row[m.Whole.Taken.Figure]
		behind, _ := own[takenName].(map[string]any)
		if behind == nil {
			behind = map[string]any{}
			own[takenName] = behind
		}
		behind[m.Meta.Key] = row[drillName]
	}
	r.answer.Totals[m.Meta.Key] = other.Totals[m.Whole.Taken.Figure]
	r.column(m.Meta.Key).Filter = other.Filter
}

// none is a figure of no records.
const none = json.Number("0")

// later is the group of a report for one of another on earlier days, by the clock of the asker.
func (r *run) later(group any, back int) any {
	text, ok := group.(string)
	if !ok || back == 0 {
		return group
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, back).Format(time.DateOnly)
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return group
	}
	return at.In(r.today.Location()).AddDate(0, 0, back).UTC().Format(time.RFC3339)
}

// empty is a row of a group that only another report has.
func (r *run) empty(group string, key any) map[string]any {
	row := map[string]any{group: key}
	for _, m := range r.report.Measures {
		if r.column(m.Meta.Key) != nil && (m.Meta.Fn == string(query.Count) || m.Meta.Fn == string(query.Sum)) {
			row[m.Meta.Key] = none
		}
	}
	return row
}

// inOrder sorts rows by their group, where the report does.
func (r *run) inOrder() {
	group := r.answer.Columns[0].Key
	for _, by := range r.report.Meta.Sort {
		if sorted(by) != group {
			continue
		}
		slices.SortStableFunc(r.answer.Rows, func(one, other map[string]any) int {
			order := strings.Compare(groupOf(one, group), groupOf(other, group))
			if by != group {
				return -order
			}
			return order
		})
	}
}
