package meta_test

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// spoilt spoils a sound model in one way.
type spoilt struct {
	name  string
	spoil func(m *meta.Model)
	want  string // part of the one problem; "": it stays sound
}

// told holds each way to spoil a model to its one problem.
func told(t *testing.T, sound func() *meta.Model, ways []spoilt) {
	t.Helper()
	for _, tt := range append(ways, spoilt{"nothing", func(*meta.Model) {}, ""}) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := sound()
			tt.spoil(m)
			problems := meta.Check(m, catalog.FieldTypes(), offers{})
			if tt.want == "" && len(problems) == 0 {
				return
			}
			if len(problems) != 1 || tt.want == "" || !strings.Contains(problems[0].String(), tt.want) {
				t.Errorf("got %v, want %s", problems, tt.want)
			}
		})
	}
}

func shown(path string) meta.Shown { return meta.Shown{Key: path} }

func figure(key, fn, field string) meta.ReportMeasure {
	return meta.ReportMeasure{Measure: meta.Measure{Key: key, Fn: fn, Field: field}}
}

// counted is the shop with a report of its orders, a second one of another year, a home
// page and a board.
func counted() *meta.Model {
	m := shop()
	for _, f := range []meta.Field{
		{Key: "day", Type: meta.TypeDate},
		{Key: "sent_at", Type: meta.TypeInstant},
		{Key: "total", Type: meta.TypeDecimal, Scale: 2},
		{Key: "back", Type: meta.TypeDecimal, Scale: 2},
		{Key: "rate", Type: meta.TypeDecimal, Scale: 3},
	} {
		add(m, "order", f)
	}
	m.Reports["days"] = &meta.Report{
		Object: object("days"), Table: "order", Filter: meta.Values{"status": "done"},
		Params:   []meta.ReportParam{{Shown: shown("day"), Period: "month"}, {Shown: shown("customer_id")}},
		Group:    []meta.ReportGroup{{Shown: shown("sent_at"), By: "day"}},
		Measures: []meta.ReportMeasure{figure("n", "count", ""), figure("sum", "sum", "total"), {Measure: meta.Measure{Key: "share"}, Value: "figures.sum"}},
		Sort:     []string{"-sum", "sent_at:day"}, Chart: &meta.Chart{X: "sent_at:day", Measures: []string{"n"}}, Drill: &meta.Drill{List: "order"},
	}
	m.Reports["plan"] = &meta.Report{
		Object: object("plan"), Table: "order", Group: []meta.ReportGroup{{Shown: shown("sent_at"), By: "day"}}, Measures: []meta.ReportMeasure{figure("n", "count", "")},
	}
	m.Homes["all"] = &meta.Home{Object: object("all"), UserType: "user", Needs: "order.read", Cards: []meta.HomeCard{
		{Key: "say", Kind: "sentence", Figures: []meta.Figure{
			{Key: "n", List: "order", Menu: 2, Filter: meta.Values{"day": map[string]any{"period": "today"}}, Compare: &meta.Compare{Days: 7}, Moment: &meta.Moment{Field: "sent_at", Fn: "min"}},
		}},
		{Key: "list", Kind: "list", List: "order", Filter: meta.Values{"status": "new"}, Columns: []string{"no", "customer_id.name"}, Sort: []string{"-no"}},
		{Key: "chart", Kind: "chart", Report: "days"},
		{Key: "ways", Kind: "shortcuts", Menus: []int{2}},
	}}
	m.Lists["customer"] = &meta.List{Object: object("customer"), Table: "customer", Columns: columns("name"), Sort: []string{"-name"}}
	m.Documents["order"].Actions = append(m.Documents["order"].Actions,
		meta.Action{Key: "give", Params: []meta.Field{{Key: "to", Type: meta.TypeReference, To: "customer", Required: true}}}, meta.Action{Key: "free"})
	m.Boards["work"] = &meta.Board{
		Object: object("work"), By: []meta.BoardWay{{Key: "who", Also: &meta.BoardAlso{List: "order", Value: "customer_id", Same: "status"}}},
		Sources: []meta.BoardSource{{Key: "orders", List: "order", Columns: []meta.BoardColumn{{Key: "who", Field: "customer_id", Action: "give", Param: "to", Back: "free"}}}},
	}
	return m
}

func TestAReportIsHeldToItsTable(t *testing.T) {
	t.Parallel()
	report := func(change func(r *meta.Report)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Reports["days"]) }
	}
	told(t, counted, []spoilt{
		{"an unknown table", report(func(r *meta.Report) { r.Table = "x" }), "table: meta.unknown kind=table name=x"},
		{"a filter of no field", report(func(r *meta.Report) { r.Filter = meta.Values{"x": 1} }), "filter/x: meta.unknown_field"},
		{"a parameter twice", report(func(r *meta.Report) { r.Params[1] = r.Params[0] }), "params/1: meta.twice name=day"},
		{"a parameter of no field", report(func(r *meta.Report) { r.Params[1].Key = "x" }), "params/1/key: meta.unknown_field"},
		{"a parameter that names its field", report(func(r *meta.Report) { r.Params[1].Field = "customer_id.x" }), "params/1/field: meta.unknown_field"},
		{"a period of no days", report(func(r *meta.Report) { r.Params[1].Period = "month" }), "params/1/period: meta.no_period name=customer_id"},
		{"periods of no days", report(func(r *meta.Report) { r.Params[1].Periods = []string{"month"} }), "params/1/period: meta.no_period name=customer_id"},
		{"a group twice", report(func(r *meta.Report) { r.Group = append(r.Group, r.Group[0]) }), "group/1: meta.twice name=sent_at:day"},
		{"a field in two steps", report(func(r *meta.Report) {
			r.Group = append(r.Group, meta.ReportGroup{Shown: shown("sent_at"), By: "month"})
		}), ""},
		{"days of a figure", report(func(r *meta.Report) { r.Group = append(r.Group, meta.ReportGroup{Shown: shown("total"), By: "day"}) }), "group/1/by: meta.no_period name=total"},
		{"hours of a day", report(func(r *meta.Report) {
			r.Group = append(r.Group, meta.ReportGroup{Shown: shown("day"), By: meta.ByHour})
		}), "group/1/by: meta.no_period name=day"},
		{"hours of a moment", report(func(r *meta.Report) {
			r.Group = append(r.Group, meta.ReportGroup{Shown: shown("sent_at"), By: meta.ByHour})
		}), ""},
		{"an age without bounds", report(func(r *meta.Report) { r.Group = append(r.Group, meta.ReportGroup{Shown: shown("day"), By: meta.ByAge}) }), "group/1/bounds: meta.bad_bounds name=day:age"},
		{"bounds that go back", report(func(r *meta.Report) {
			r.Group = append(r.Group, meta.ReportGroup{Shown: shown("day"), By: meta.ByLeft, Bounds: []int{30, 7}})
		}), "group/1/bounds: meta.bad_bounds name=day:left"},
		{"bounds of days", report(func(r *meta.Report) { r.Group[0].Bounds = []int{7} }), "group/0/bounds: meta.bad_bounds"},
		{"an age", report(func(r *meta.Report) {
			r.Group = append(r.Group, meta.ReportGroup{Shown: shown("day"), By: meta.ByAge, Bounds: []int{7, 30}})
		}), ""},
		{"a sort by nothing", report(func(r *meta.Report) { r.Sort = []string{"n", "-total"} }), "sort/1: meta.unknown kind=group or measure name=total"},
		{"a chart over a figure", report(func(r *meta.Report) { r.Chart.X = "n" }), "chart/x: meta.unknown"},
		{"a chart of a group", report(func(r *meta.Report) { r.Chart.Measures = []string{"n", "sent_at:day"} }), "chart/measures/1: meta.unknown"},
		{"a series that is a figure", report(func(r *meta.Report) { r.Chart.Series = "n" }), "chart/series: meta.unknown"},
		{"a drill into nothing", report(func(r *meta.Report) { r.Drill.List = "x" }), "drill/list: meta.unknown kind=list name=x"},
		{"a drill elsewhere", report(func(r *meta.Report) { r.Drill.List = "customer" }), "drill/list: meta.drill_elsewhere name=customer table=order"},
		{"a drill from lines to their heads", report(func(r *meta.Report) {
			*r = meta.Report{Object: r.Object, Table: "order_line", Group: []meta.ReportGroup{{Shown: shown("line_no")}}, Drill: r.Drill}
		}), ""},
	})
}

func TestAFigureOfAReportIsMadeOfWhatAddsUp(t *testing.T) {
	t.Parallel()
	measure := func(made meta.ReportMeasure) func(*meta.Model) {
		return func(m *meta.Model) {
			made.Key = "x"
			m.Reports["days"].Measures = append(m.Reports["days"].Measures, made)
		}
	}
	less := func(fn, field, off string) func(*meta.Model) {
		return measure(meta.ReportMeasure{Measure: meta.Measure{Fn: fn, Field: field, Less: off}})
	}
	taken := func(report, figure string, back int) meta.ReportMeasure {
		return meta.ReportMeasure{Taken: &meta.Taken{Report: report, Figure: figure, Back: back}}
	}
	told(t, counted, []spoilt{
		{"a figure twice", func(m *meta.Model) { m.Reports["days"].Measures[1].Key = "n"; m.Reports["days"].Sort = nil }, "measures/1: meta.twice name=n"},
		{"a sum of no field", less("sum", "x", ""), "measures/3/field: meta.unknown_field"},
		{"a count of a field that is none", less("count_distinct", "x", ""), "measures/3/field: meta.unknown_field"},
		{"less what counts in the same steps", less("sum", "total", "back"), ""},
		{"less what counts in other steps", less("sum", "total", "rate"), "measures/3/less: meta.not_taken_off from=total name=rate"},
		{"less of another type", less("sum", "total", "id"), "measures/3/less: meta.not_taken_off from=total name=id"},
		{"an average less something", less("avg", "total", "back"), "measures/3/less: meta.not_taken_off from=total name=back"},
		{"less a field that is none", less("sum", "total", "x"), "measures/3/less: meta.unknown_field"},
		{"hours between moments", less("hours", "sent_at", "created_at"), ""},
		{"hours from a day", less("hours", "sent_at", "day"), "measures/3/less: meta.not_taken_off from=sent_at name=day"},
		{"hours to a day", less("hours", "day", "sent_at"), "measures/3/field: meta.not_taken_off"},
		{"records that are narrowed by nothing", measure(meta.ReportMeasure{Measure: meta.Measure{Fn: "count"}, Filter: meta.Values{"x": 1}}), "measures/3/filter/x: meta.unknown_field"},
		{"days before those of the report", measure(meta.ReportMeasure{Measure: meta.Measure{Fn: "count"}, Span: meta.SpanBefore}), ""},
		{"days before none", func(m *meta.Model) {
			m.Reports["plan"].Measures[0].Span = meta.SpanBefore
		}, "measures/0/span: meta.span_without_days name=before"},
		{"days before each group", func(m *meta.Model) {
			r := m.Reports["days"]
			r.Measures[0].Span, r.Params[0].Key = meta.SpanBefore, "sent_at"
		}, "measures/0/span: meta.span_without_days name=before"},
		{"reckoned and made of records", measure(meta.ReportMeasure{Measure: meta.Measure{Fn: "count"}, Value: "1"}), "measures/3: meta.value_or_fn name=x"},
		{"reckoned of a field", measure(meta.ReportMeasure{Measure: meta.Measure{Field: "total"}, Value: "1"}), "measures/3: meta.value_or_fn name=x"},
		{"reckoned of some records", measure(meta.ReportMeasure{Filter: meta.Values{"status": "new"}, Value: "1"}), "measures/3: meta.value_or_fn name=x"},
		{"reckoned of other days", measure(meta.ReportMeasure{Span: "before", Value: "1"}), "measures/3: meta.value_or_fn name=x"},
		{"neither reckoned nor made", measure(meta.ReportMeasure{}), "measures/3: meta.value_or_fn name=x"},
		{"taken from another", measure(taken("plan", "n", 0)), ""},
		{"taken from earlier days of its own", measure(taken("", "n", 7)), ""},
		{"taken from itself", measure(taken("", "n", 0)), "measures/3/taken: meta.not_taken name=x report=days"},
		{"taken from nowhere", measure(taken("x", "n", 0)), "measures/3/taken/report: meta.unknown kind=report name=x"},
		{"taken where there is no figure", measure(taken("plan", "sum", 0)), "measures/3/taken/figure: meta.unknown kind=figure name=sum"},
		{"taken of what is reckoned", measure(taken("", "share", 7)), "measures/3/taken/figure: meta.unknown kind=figure name=share"},
		{"taken and made of records", measure(meta.ReportMeasure{Measure: meta.Measure{Fn: "count"}, Taken: &meta.Taken{Report: "plan", Figure: "n"}}), "measures/3: meta.value_or_fn name=x"},
		{"taken by other groups", func(m *meta.Model) {
			measure(taken("plan", "n", 0))(m)
			m.Reports["plan"].Group[0].By = "month"
		}, "measures/3/taken: meta.not_taken name=x report=plan"},
		{"taken from months ago", func(m *meta.Model) {
			measure(taken("plan", "n", 7))(m)
			m.Reports["plan"].Group[0].By, m.Reports["days"].Group[0].By = "month", "month"
			m.Reports["days"].Sort, m.Reports["days"].Chart = nil, nil
		}, "measures/3/taken: meta.not_taken name=x report=plan"},
		{"taken for two groups", func(m *meta.Model) {
			measure(taken("plan", "n", 0))(m)
			m.Reports["days"].Group = append(m.Reports["days"].Group, meta.ReportGroup{Shown: shown("status")})
		}, "measures/3/taken: meta.not_taken"},
		{"carried since a day", func(m *meta.Model) { m.Reports["days"].Carried = &meta.Carried{Since: "day"} }, ""},
		{"carried by no field", func(m *meta.Model) {
			m.Reports["days"].Carried = &meta.Carried{Since: "day", Filter: meta.Values{"x": 1}}
		}, "carried/filter/x: meta.unknown_field"},
		{"carried since no day", func(m *meta.Model) { m.Reports["days"].Carried = &meta.Carried{Since: "total"} }, "carried/since: meta.no_period name=total"},
		{"carried into no days", func(m *meta.Model) { m.Reports["plan"].Carried = &meta.Carried{Since: "day"} }, "carried: meta.span_without_days"},
	})
}

func TestAHomePageLeadsToWhatIsThere(t *testing.T) {
	t.Parallel()
	card := func(i int, change func(c *meta.HomeCard)) func(*meta.Model) {
		return func(m *meta.Model) { change(&m.Homes["all"].Cards[i]) }
	}
	figure := func(change func(f *meta.Figure)) func(*meta.Model) {
		return card(0, func(c *meta.HomeCard) { change(&c.Figures[0]) })
	}
	told(t, counted, []spoilt{
		{"users that are none", func(m *meta.Model) { m.Homes["all"].UserType = "guest" }, "user_type: meta.unknown kind=user type name=guest"},
		{"a right that is none", func(m *meta.Model) { m.Homes["all"].Needs = "order.send" }, "needs: meta.unknown kind=right name=order.send"},
		{"a card twice", card(1, func(c *meta.HomeCard) { c.Key = "say" }), "cards/1: meta.twice name=say"},
		{"a figure twice", card(0, func(c *meta.HomeCard) { c.Figures = append(c.Figures, c.Figures[0]) }), "cards/0/figures/1: meta.twice name=n"},
		{"a figure of no list", figure(func(f *meta.Figure) { f.List = "x" }), "cards/0/figures/0/list: meta.unknown kind=list name=x"},
		{"a figure of no field", figure(func(f *meta.Figure) { f.Fn, f.Field = "sum", "x" }), "cards/0/figures/0/field: meta.unknown_field"},
		{"a figure that adds up nothing", figure(func(f *meta.Figure) { f.Fn = "sum" }), "cards/0/figures/0/field: meta.unknown_field"},
		{"a figure that is narrowed by nothing", figure(func(f *meta.Figure) { f.Filter["x"] = 1 }), "cards/0/figures/0/filter/x: meta.unknown_field"},
		{"a figure set beside no stretch", figure(func(f *meta.Figure) { f.Filter = nil }), "cards/0/figures/0/compare: meta.no_stretch name=n"},
		{"a figure of two stretches", figure(func(f *meta.Figure) { f.Filter["sent_at"] = map[string]any{"period": "today"} }), "cards/0/figures/0/compare: meta.no_stretch name=n"},
		{"a moment that is none", figure(func(f *meta.Figure) { f.Moment.Field = "total" }), "cards/0/figures/0/moment/field: meta.no_period name=total"},
		{"work at no entry", figure(func(f *meta.Figure) { f.Menu = 9 }), "cards/0/figures/0/menu: meta.unknown kind=menu name=9"},
		{"a list that is none", card(1, func(c *meta.HomeCard) { c.List = "x" }), "cards/1/list: meta.unknown kind=list name=x"},
		{"a column that is none", card(1, func(c *meta.HomeCard) { c.Columns[1] = "x" }), "cards/1/columns/1: meta.unknown_field"},
		{"a list that is narrowed by nothing", card(1, func(c *meta.HomeCard) { c.Filter = meta.Values{"x": 1} }), "cards/1/filter/x: meta.unknown_field"},
		{"a sort by nothing", card(1, func(c *meta.HomeCard) { c.Sort = []string{"-x"} }), "cards/1/sort/0: meta.unknown_field"},
		{"a sort by a figure of the list", card(1, func(c *meta.HomeCard) { c.Sort = []string{"-n"} }), "cards/1/sort/0: meta.unknown_field"},
		{"a report that is none", card(2, func(c *meta.HomeCard) { c.Report = "x" }), "cards/2/report: meta.unknown kind=report name=x"},
		{"a way to no entry", card(3, func(c *meta.HomeCard) { c.Menus = []int{2, 9} }), "cards/3/menus/1: meta.unknown kind=menu name=9"},
		{"a way to an entry without a screen", card(3, func(c *meta.HomeCard) { c.Menus = []int{1} }), "cards/3/menus/0: meta.unknown kind=menu name=1"},
		{"a page that is none", card(3, func(c *meta.HomeCard) { c.Page = "x" }), "cards/3/page: meta.unknown kind=page name=x"},
		{"a page without rows", func(m *meta.Model) {
			page("/x", meta.PageBlock{Kind: meta.BlockText, Text: &meta.Text{}})(m)
			m.Homes["all"].Cards[3].Page = "x"
		}, "cards/3/page: meta.no_rows name=x"},
	})
}
