package catalog

import (
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
	Measures []Measure
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
		r.Measures = append(r.Measures, Measure{Meta: &m.Measures[i], Path: t.mustPath(m.Measures[i].Field)})
	}
	if m.Drill != nil {
		r.Drill = c.rel.Lists[m.Drill.List]
	}
	return r
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
	}
	return fields
}
