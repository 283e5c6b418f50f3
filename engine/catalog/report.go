package catalog

import (
	"slices"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Report is a compiled report.
type Report struct {
	Key      string
	Meta     *meta.Report
	Table    *Table
	Params   []ReportParam
	Group    []ReportGroup
	Measures []ReportMeasure
	Drill    *List // records behind a figure; nil: none
}

// ReportParam narrows the records of a report.
type ReportParam struct {
	Meta    *meta.ReportParam
	Path    Path
	Default *expression.Program
}

// ReportGroup is what records are grouped by.
type ReportGroup struct {
	Meta *meta.ReportGroup
	Path Path
}

// Tables is the table of the report, as what is seen of it begins.
func (r *Report) Tables() []*Table { return []*Table{r.Table} }

// figureVars are the names of a figure that is reckoned: the other figures of the row and
// of all rows, and how many days the report is about.
func (r *Report) figureVars() vars {
	shape := expression.Shape{Key: FiguresName, Fields: map[string]expression.Type{}}
	for _, m := range r.Measures {
		if m.Adds() {
			shape.Fields[m.Meta.Key] = expression.Decimal
		}
	}
	figures := expression.Record{Of: shape}
	return vars{FiguresName: figures, TotalsName: figures, DaysName: expression.Int}
}

// Adds reports whether the figure is a number made of records.
func (m *ReportMeasure) Adds() bool {
	return m.Whole.Taken != nil || slices.Contains([]string{"sum", "count", "count_distinct", "avg", "hours"}, m.Meta.Fn)
}

// Span is the parameter whose days the measures with a span go by; nil where there is none.
func (r *Report) Span() *ReportParam {
	if !slices.ContainsFunc(r.Measures, func(m ReportMeasure) bool { return m.Whole.Span != "" }) {
		return nil
	}
	at := slices.IndexFunc(r.Params, func(p ReportParam) bool { return p.Meta.Period != "" })
	return &r.Params[at]
}

// ReportMeasure is a figure of a report.
type ReportMeasure struct {
	Measure
	Whole *meta.ReportMeasure
	Value *expression.Program // nil: a function of records, or a figure of another report
	Only  []Path              // what says which records count
}

// Paths are what the report shows of records.
func (r *Report) Paths() (paths []Path) {
	for _, g := range r.Group {
		paths = append(paths, g.Path)
	}
	for _, m := range r.Measures {
		paths = append(paths, m.Path)
	}
	return paths
}

// makeReports makes the reports, after the lists that they lead to.
func (c *compiler) makeReports() {
	for key, m := range meta.Sorted(c.model.Reports) {
		c.rel.Reports[key] = c.report(m)
	}
}

func (c *compiler) report(m *meta.Report) *Report {
	t := c.rel.Tables[m.Table]
	r := &Report{Key: m.Key, Meta: m, Table: t}
	for i := range m.Params {
		param := ReportParam{Meta: &m.Params[i], Path: t.mustPath(m.Params[i].Path())}
		param.Default = c.program(&m.Object, "params/"+number(i)+"/default", param.Meta.Default, c.rel.env(c.rel.userVars(), expression.Server), nil)
		r.Params = append(r.Params, param)
	}
	for i := range m.Group {
		r.Group = append(r.Group, ReportGroup{Meta: &m.Group[i], Path: t.mustPath(m.Group[i].Path())})
	}
	for i := range m.Measures {
		r.Measures = append(r.Measures, t.reportMeasure(&m.Measures[i]))
	}
	for i, measure := range m.Measures {
		r.Measures[i].Value = c.program(&m.Object, "measures/"+number(i)+"/value", measure.Value, c.rel.env(r.figureVars(), expression.Server), expression.Decimal)
	}
	if m.Drill != nil {
		r.Drill = c.rel.Lists[m.Drill.List]
	}
	return r
}

func (t *Table) reportMeasure(m *meta.ReportMeasure) ReportMeasure {
	measure := ReportMeasure{Measure: Measure{Meta: &m.Measure, Path: t.mustPath(m.Field)}, Whole: m}
	for field := range meta.Sorted(m.Filter) {
		measure.Only = append(measure.Only, t.mustPath(field))
	}
	return measure
}

// fields lists the fields that a report shows or narrows by, with the references
// on the way to them.
func (r *Report) fields() []*Field {
	var fields []*Field
	for _, group := range r.Group {
		fields = append(fields, group.Path...)
	}
	for _, param := range r.Params {
		fields = append(fields, param.Path...)
	}
	for _, measure := range r.Measures {
		fields = append(fields, measure.Path...)
		for _, path := range measure.Only {
			fields = append(fields, path...)
		}
	}
	return fields
}
