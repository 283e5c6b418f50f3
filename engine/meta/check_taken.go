package meta

import "slices"

// taken checks a figure of another report: both have one group, of the same kind, so that
// rows find each other, and what is set beside later days has days.
func (c *checker) taken(path string, r *Report, m *ReportMeasure) {
	if m.Value != "" || m.Fn != "" || m.Field != "" || m.Less != "" || m.Span != "" || m.Filter != nil {
		c.wrong(path, "meta.value_or_fn", "name", m.Key)
	}
	other := refer(c, at(path, "taken/report"), "report", c.model.Reports, m.Taken.Of(r.Key))
	if other == nil {
		return
	}
	if !slices.ContainsFunc(other.Measures, func(one ReportMeasure) bool { return one.Key == m.Taken.Figure && one.Fn != "" }) {
		c.wrong(at(path, "taken/figure"), "meta.unknown", "kind", "figure", "name", m.Taken.Figure)
	}
	alike := len(r.Group) == 1 && len(other.Group) == 1 && r.Group[0].By == other.Group[0].By && !r.Group[0].Distance()
	if !alike || m.Taken.Back > 0 && !movesBy(&r.Group[0]) || m.Taken.Back == 0 && other == r {
		c.wrong(at(path, "taken"), "meta.not_taken", "name", m.Key, "report", other.Key)
	}
}

// movesBy reports whether a group some days earlier is a group too.
func movesBy(g *ReportGroup) bool { return g.By == ByHour || g.By == "day" }
