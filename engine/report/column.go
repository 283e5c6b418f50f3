package report

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// Roles of columns.
const (
	Group  = "group"
	Figure = "figure"
)

// labelSuffix ends the name under which the words for a group stand in a row.
const labelSuffix = "__label"

// drillName is the member of a row that says which records are behind it.
const drillName = "_filter"

// takenName is the member of a row that says which records are behind the figures of
// other reports, by figure.
const takenName = "_taken"

// Column is a column of an answer.
type Column struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Role   string `json:"role"`
	Type   string `json:"type"` // of the values
	Period string `json:"period,omitempty"`
	Scale  int    `json:"scale,omitempty"`
	Unit   string `json:"unit,omitempty"`
	Total  bool   `json:"total,omitempty"`
	Counts string `json:"counts,omitempty"` // field without which a record does not count
	Only   []Leaf `json:"only,omitempty"`   // records of the figure among those of the row
	Made   bool   `json:"made,omitempty"`   // of other figures: no records are behind it
	Taken  bool   `json:"taken,omitempty"`  // of another report: the records are those of its list
	Filter *Tree  `json:"filter,omitempty"` // of a figure beside: the records behind its total

	group  *catalog.ReportGroup
	edges  []string          // days at which a new stretch begins
	labels map[string]string // of a group of choices: words by value
}

// columns lists what the asker may see.
func (r *run) columns() error {
	for i := range r.report.Group {
		if group := &r.report.Group[i]; Readable(r.rights, r.report.Table, group.Path) {
			r.answer.Columns = append(r.answer.Columns, r.groupColumn(group))
		}
	}
	for _, m := range r.report.Measures {
		if m.Whole.Taken != nil {
			r.takenColumn(m)
			continue
		}
		if m.Path != nil && !Readable(r.rights, r.report.Table, m.Path) {
			continue
		}
		only, err := r.only(m)
		if err != nil {
			return err
		}
		column := FigureColumn(m.Measure, r.language)
		column.Only, _ = r.drill(only)
		if m.Value != nil {
			column.Made, column.Type, column.Scale, column.Unit = true, meta.TypeDecimal, m.Whole.Scale, m.Whole.Unit
		}
		r.answer.Columns = append(r.answer.Columns, column)
	}
	return nil
}

func (r *run) groupColumn(group *catalog.ReportGroup) Column {
	column := FieldColumn(r.report.Table, group.Path, r.language)
	column.Key, column.Period, column.group = group.Meta.Name(), group.Meta.By, group
	if group.Meta.Title != nil {
		column.Title = group.Meta.Title.In(r.language)
	}
	switch {
	case group.Meta.Distance():
		r.distance(&column, group.Meta)
	case group.Meta.By == meta.ByHour: // a moment, as the field
	case group.Meta.By != "":
		column.Type = meta.TypeDate
	}
	return column
}

// FieldColumn is the column of a field's values, as a group has it.
func FieldColumn(t *catalog.Table, path catalog.Path, language string) Column {
	f := path.Last()
	return Column{
		Key: path.String(), Title: f.Meta.Title.In(language), Role: Group, Type: f.Type, Scale: f.Scale, Unit: f.Meta.Unit,
		labels: choices(tableOf(t, path), f, language),
	}
}

// Label adds the words of choices to a row.
func Label(columns []Column, row map[string]any) {
	for i := range columns {
		if word, ok := columns[i].labels[wordOf(row[columns[i].Key])]; ok {
			row[columns[i].Key+labelSuffix] = word
		}
	}
}

// FigureColumn is the column of a measure.
func FigureColumn(m catalog.Measure, language string) Column {
	column := Column{Key: m.Meta.Key, Title: m.Meta.Title.In(language), Role: Figure, Type: meta.TypeInteger, Total: m.Meta.Total}
	counts := m.Meta.Fn == string(query.Count) || m.Meta.Fn == string(query.CountDistinct)
	if m.Path != nil && m.Meta.Fn == string(query.Count) {
		column.Counts = m.Path.String()
	}
	if m.Path != nil && !counts {
		f := m.Path.Last()
		column.Type, column.Scale, column.Unit = f.Type, f.Scale, f.Meta.Unit
	}
	if m.Meta.Fn == string(query.Hours) {
		column.Type, column.Scale, column.Unit = meta.TypeDecimal, 2, "h"
	}
	return column
}

// column finds a column; nil when the asker may not see it.
func (r *run) column(key string) *Column {
	for i := range r.answer.Columns {
		if r.answer.Columns[i].Key == key {
			return &r.answer.Columns[i]
		}
	}
	return nil
}

// sorted is what a part of an order sorts by.
func sorted(name string) string { return strings.TrimPrefix(name, "-") }

// finish adds the words of choices to a row, and the filter of its records.
func (r *run) finish(row map[string]any) {
	Label(r.answer.Columns, row)
	leaves := slices.Clone(r.filter.And)
	for i := range r.answer.Columns {
		c := &r.answer.Columns[i]
		if c.Role != Group {
			continue
		}
		leaves = append(leaves, c.leaf(row[c.Key]))
	}
	if kept, ok := r.drill(leaves); ok {
		row[drillName] = Tree{kept}
	}
}

// leaf holds for the records of a group.
func (c *Column) leaf(value any) Leaf {
	field := c.group.Path.String()
	switch {
	case value == nil:
		return Leaf{Field: field, Op: query.Null}
	case c.edges != nil:
		return c.stretch(field, value)
	case c.Period == meta.ByHour:
		return Leaf{field, query.Between, hourFrom(textOf(value))}
	case c.Period != "":
		first := textOf(value)
		return Leaf{field, query.Between, Days{first, lastDay(first, c.Period)}}
	}
	return Leaf{field, query.Eq, value}
}

// drill writes leaves for the list that the report leads to: as they are on its
// own table; on the table of its heads without the step to them. False when the
// list cannot say the same.
func (r *run) drill(leaves []Leaf) ([]Leaf, bool) {
	list := r.report.Drill
	if list == nil {
		return nil, false
	}
	if list.Table == r.report.Table {
		return leaves, true
	}
	step := r.report.Table.Meta.Head.Field + "."
	heads := slices.Clone(leaves)
	for i := range heads {
		field, ok := strings.CutPrefix(heads[i].Field, step)
		if !ok {
			return nil, false
		}
		heads[i].Field = field
	}
	return heads, true
}

func textOf(v any) string {
	text, _ := v.(string)
	return text
}

// wordOf is the value that words are found by: a choice, or a number of stretches.
func wordOf(v any) string {
	if number, ok := v.(json.Number); ok {
		return number.String()
	}
	return textOf(v)
}

// tableOf is the table that the last field of a path belongs to.
func tableOf(t *catalog.Table, path catalog.Path) *catalog.Table {
	if len(path) > 1 {
		return path[len(path)-2].To
	}
	return t
}

// choices are the words for the values of a field with a closed list, or of the
// status of a document; nil for others.
func choices(t *catalog.Table, f *catalog.Field, language string) map[string]string {
	words := map[string]string{}
	switch {
	case t.Document != nil && f.Key == catalog.StatusField && f.Dropdown == nil:
		for _, s := range t.Document.States {
			words[s.Key] = s.Meta.Title.In(language)
		}
	case f.Dropdown != nil && f.Dropdown.Source == nil:
		for i := range f.Dropdown.Items {
			words[f.Dropdown.Items[i].Key] = f.Dropdown.Items[i].Title.In(language)
		}
	default:
		return nil
	}
	return words
}

// Readable reports whether every field on the way may be read on some row; behind
// a reference the right to look its table up is enough.
func Readable(rights *access.Rights, t *catalog.Table, path catalog.Path) bool {
	for _, f := range path {
		if rights.FieldRead(t, f).Never() {
			return false
		}
		if f.To != nil {
			t = f.To
		}
	}
	return len(path) == 1 || rights.Can(tableOf(nil, path).Right(string(access.Lookup)))
}

// Cells gives the answer as titles and rows of what people read.
func (a *Answer) Cells() (titles []string, rows [][]any) {
	for _, c := range a.Columns {
		titles = append(titles, c.Title)
	}
	for _, row := range a.Rows {
		cells := make([]any, len(a.Columns))
		for i, c := range a.Columns {
			cells[i] = row[c.Key]
			if label, ok := row[c.Key+labelSuffix]; ok {
				cells[i] = label
			}
		}
		rows = append(rows, cells)
	}
	return titles, rows
}
