package meta

import "cmp"

// Values narrow records by field: a list is one of, {"period": name} a stretch of
// days, {"gt": 0} and the like a comparison, {"lt": {"now": 60}} one with a moment
// so many minutes from now, else equal. They are decoded JSON.
type Values map[string]any

// Stretch is the one field that is narrowed to a stretch of days, and its name.
func (v Values) Stretch() (field, period string, ok bool) {
	for name, value := range v {
		members, _ := value.(map[string]any)
		if word, is := members["period"].(string); is {
			if ok {
				return "", "", false
			}
			field, period, ok = name, word, true
		}
	}
	return field, period, ok
}

// Report is a grouped question with a chart and a table that agree.
type Report struct {
	Object
	Table    string          `json:"table"`
	Filter   Values          `json:"filter,omitempty"`
	Carried  *Carried        `json:"carried,omitempty"`
	Params   []ReportParam   `json:"params,omitempty"`
	Group    []ReportGroup   `json:"group"`
	Measures []ReportMeasure `json:"measures"`
	Sort     []string        `json:"sort,omitempty"`
	Limit    int             `json:"limit,omitempty"` // groups
	Chart    *Chart          `json:"chart,omitempty"`
	Drill    *Drill          `json:"drill,omitempty"`
}

// Carried says which records stand for all those before them, and the field with the day
// from which on others are added to them.
type Carried struct {
	Filter Values `json:"filter"`
	Since  string `json:"since"`
}

// ReportParam narrows the records that a report is about. Period is a named
// stretch of days that it begins with, Periods those that are offered first.
type ReportParam struct {
	Shown
	Op      string     `json:"op,omitempty"`
	Title   *Text      `json:"title,omitempty"`
	Default Expression `json:"default,omitempty"`
	Period  string     `json:"period,omitempty"`
	Periods []string   `json:"periods,omitempty"`
	Hidden  bool       `json:"hidden,omitempty"`
}

// ReportMeasure is a figure that may count some records only, those of other days than
// the report's, be one of another report, or be reckoned from the figures beside it.
type ReportMeasure struct {
	Measure
	Filter Values     `json:"filter,omitempty"` // records that count
	Span   string     `json:"span,omitempty"`   // other days
	Taken  *Taken     `json:"taken,omitempty"`  // of another report
	Value  Expression `json:"value,omitempty"`  // of the other figures
	Scale  int        `json:"scale,omitempty"`  // decimals of Value
	Unit   string     `json:"unit,omitempty"`   // of Value
}

// Taken is a figure of another report, this one where Report is empty, by the same
// groups; Back sets it beside the days so many later.
type Taken struct {
	Report string `json:"report,omitempty"`
	Figure string `json:"figure"`
	Back   int    `json:"back,omitempty"` // days
}

// Of is the report that the figure is taken from, as one of a report says it.
func (t *Taken) Of(report string) string { return cmp.Or(t.Report, report) }

// Spans are the days of a figure, as seen from those of its report.
const (
	SpanBefore = "before" // all that come before
	SpanUntil  = "until"  // all up to the last one
	SpanPrior  = "prior"  // as many, just before
)

// Ways of grouping that are more than a period of days: by the hour of times, and by the
// distance of days from today.
const (
	ByHour = "hour"
	ByAge  = "age"  // days since
	ByLeft = "left" // days until
)

// ReportGroup is what records are grouped by; By is a period of the calendar, ByHour the
// shortest, or ByAge or ByLeft, whose groups end at Bounds.
type ReportGroup struct {
	Shown
	By     string `json:"by,omitempty"`
	Bounds []int  `json:"bounds,omitempty"` // days, ascending
	Title  *Text  `json:"title,omitempty"`
}

// Distance reports whether the groups are distances from today.
func (g *ReportGroup) Distance() bool { return g.By == ByAge || g.By == ByLeft }

// groups reports whether values of a type may be grouped so.
func (g *ReportGroup) groups(t Traits) bool {
	return t.InPeriods() && (g.By != ByHour || t.Family == FamilyMoment)
}

// Name is what the group is called in sorts, charts and answers.
func (g *ReportGroup) Name() string {
	if g.By == "" {
		return g.Path()
	}
	return g.Path() + ":" + g.By
}

// Chart draws the figures of a report over the groups X; Series splits each figure
// by another group.
type Chart struct {
	Type     string   `json:"type"` // bar, line or pie
	X        string   `json:"x"`
	Series   string   `json:"series,omitempty"`
	Measures []string `json:"measures"`
}

// Home is a page of cards that some users begin at. The first one that fits a user
// by order and key is his.
type Home struct {
	Object
	UserType string     `json:"user_type,omitempty"` // user when empty
	Needs    string     `json:"needs,omitempty"`     // right of those it is for
	Order    int        `json:"order,omitempty"`
	Cards    []HomeCard `json:"cards"`
}

// HomeCard is a card; which members it has goes by its kind.
type HomeCard struct {
	Key     string    `json:"key"`
	Kind    string    `json:"kind"` // sentence, work, list, chart, shortcuts, search, create, page or text
	Title   *Text     `json:"title,omitempty"`
	Place   HomePlace `json:"place"`
	Figures []Figure  `json:"figures,omitempty"`
	List    string    `json:"list,omitempty"`
	Filter  Values    `json:"filter,omitempty"`
	Columns []string  `json:"columns,omitempty"`
	Sort    []string  `json:"sort,omitempty"`
	Size    int       `json:"size,omitempty"` // rows
	Report  string    `json:"report,omitempty"`
	Page    string    `json:"page,omitempty"` // public, with a block of rows
	Menus   []int     `json:"menus,omitempty"`
	Text    *Text     `json:"text,omitempty"`
}

// Figure counts or sums the records of a list and says so: as a part of a sentence,
// or as a line of work. Its words hold {n} for the figure and {time} or {since} for the moment.
type Figure struct {
	Key     string   `json:"key"`
	List    string   `json:"list"`
	Filter  Values   `json:"filter,omitempty"`
	Fn      string   `json:"fn,omitempty"`    // count (default) or sum
	Field   string   `json:"field,omitempty"` // summed
	Words   Text     `json:"words"`           // for any number without words of its own
	One     *Text    `json:"one,omitempty"`   // for 1
	None    *Text    `json:"none,omitempty"`  // for 0; a figure without is left out then
	Phase   string   `json:"phase,omitempty"` // colour of a figure that is not 0
	Moment  *Moment  `json:"moment,omitempty"`
	Compare *Compare `json:"compare,omitempty"`
	Menu    int      `json:"menu,omitempty"` // where the work is done
}

// Moment is the first or the last value of a field among the records of a figure.
type Moment struct {
	Field string `json:"field"`
	Fn    string `json:"fn"` // min or max
}

// Compare sets a figure beside the same stretch so many days earlier, up to the
// same moment.
type Compare struct {
	Days int `json:"days"`
}

// HomePlace is where a card lies on a grid of twelve columns.
type HomePlace struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}
