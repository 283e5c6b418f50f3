package meta

// Values narrow records by field: a list is one of, {"period": name} a stretch of
// days, {"gt": 0} and the like a comparison, else equal. They are decoded JSON.
type Values map[string]any

// Report is a grouped question with a chart and a table that agree.
type Report struct {
	Object
	Table    string        `json:"table"`
	Filter   Values        `json:"filter,omitempty"`
	Params   []ReportParam `json:"params,omitempty"`
	Group    []ReportGroup `json:"group"`
	Measures []Measure     `json:"measures"`
	Sort     []string      `json:"sort,omitempty"`
	Limit    int           `json:"limit,omitempty"` // groups
	Chart    *Chart        `json:"chart,omitempty"`
	Drill    *Drill        `json:"drill,omitempty"`
}

// ReportParam narrows the records that a report is about. Period is a named
// stretch of days that it begins with.
type ReportParam struct {
	Field   string     `json:"field"`
	Op      string     `json:"op,omitempty"`
	Title   *Text      `json:"title,omitempty"`
	Default Expression `json:"default,omitempty"`
	Period  string     `json:"period,omitempty"`
	Hidden  bool       `json:"hidden,omitempty"`
}

// ReportGroup is what records are grouped by; By is a period of the calendar.
type ReportGroup struct {
	Field string `json:"field"`
	By    string `json:"by,omitempty"`
	Title *Text  `json:"title,omitempty"`
}

// Name is what the group is called in sorts, charts and answers.
func (g *ReportGroup) Name() string {
	if g.By == "" {
		return g.Field
	}
	return g.Field + ":" + g.By
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
	Kind    string    `json:"kind"` // metric, list, chart, shortcuts or text
	Title   *Text     `json:"title,omitempty"`
	Place   HomePlace `json:"place"`
	Phase   string    `json:"phase,omitempty"`
	List    string    `json:"list,omitempty"`
	Filter  Values    `json:"filter,omitempty"`
	Fn      string    `json:"fn,omitempty"`    // of a metric: count (default) or sum
	Field   string    `json:"field,omitempty"` // summed
	Columns []string  `json:"columns,omitempty"`
	Sort    []string  `json:"sort,omitempty"`
	Size    int       `json:"size,omitempty"` // rows
	Report  string    `json:"report,omitempty"`
	Menus   []int     `json:"menus,omitempty"`
	Text    *Text     `json:"text,omitempty"`
}

// HomePlace is where a card lies on a grid of twelve columns.
type HomePlace struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}
