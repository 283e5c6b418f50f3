package screen

import (
	"encoding/json"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Screen is all that is needed to draw a screen, in the caller's language.
type Screen struct {
	Release   int64               `json:"release"`
	MenuID    int                 `json:"menuId,omitempty"`
	Key       string              `json:"key"`
	Route     string              `json:"route,omitempty"`
	Title     string              `json:"title"`
	Kind      string              `json:"kind"`
	Tables    map[string]*Table   `json:"tables"`
	Dropdowns map[string][]Option `json:"dropdowns"`
	List      *List               `json:"list,omitempty"`
	Form      *Form               `json:"form,omitempty"`
	Document  *Document           `json:"document,omitempty"`
	Tool      *Tool               `json:"tool,omitempty"`
	Import    *Import             `json:"import,omitempty"`
	Station   *Station            `json:"station,omitempty"`
	Report    *Report             `json:"report,omitempty"`
	Board     *Board              `json:"board,omitempty"`
	Settings  *Settings           `json:"settings,omitempty"`
}

// Tree is an expression that the browser evaluates; nil is left out.
type Tree = *expression.Node

// Option is a value of a closed dropdown.
type Option struct {
	Value string `json:"value" ts:"string | number"` // a number: a record as a choice
	Label string `json:"label"`
	Phase string `json:"phase,omitempty" ts:"Phase"`

	Also []string `json:"also,omitempty"` // what else it is found by
}

// Table is a table with the fields that the caller may read somewhere.
type Table struct {
	Key        string   `json:"key"`
	Title      string   `json:"title"`
	Label      []string `json:"label"`
	Writes     string   `json:"writes" ts:"'all' | 'plugin' | 'system'"`
	Fields     []Field  `json:"fields"`
	Files      bool     `json:"attachments,omitempty"` // files may stand beside its records
	Revertible bool     `json:"revertible,omitempty"`  // an earlier state may be taken back
	Rights     []string `json:"rights"`                // verbs and actions that the caller holds
}

// Shape is how values of a field look, wherever they are shown.
type Shape struct {
	Type     string `json:"type" ts:"FieldType"`
	Title    string `json:"title"`
	Scale    int    `json:"scale,omitempty"` // digits after the point
	Format   string `json:"format,omitempty" ts:"'number' | 'told' | 'link'"`
	Dropdown string `json:"dropdown,omitempty"`
	To       string `json:"to,omitempty"` // table of a reference
	Currency string `json:"currency,omitempty"`
	Unit     string `json:"unit,omitempty"`
}

// Field is a field of a table, or a parameter.
type Field struct {
	Key string `json:"key"`
	Shape
	Help      string   `json:"help,omitempty"`
	Required  bool     `json:"required,omitempty"`
	Readonly  bool     `json:"readonly,omitempty"`
	Immutable bool     `json:"immutable,omitempty"`
	Min       *float64 `json:"min,omitempty"`
	Max       *float64 `json:"max,omitempty"`
	Where     bool     `json:"where,omitempty"`  // of a reference: not every record may be chosen
	Fits      []string `json:"fits,omitempty"`   // fields of the record that what may be chosen depends on
	Brings    bool     `json:"brings,omitempty"` // choosing a record fills in others
	meta.TextRules
	Search   bool     `json:"search,omitempty"`
	Accept   []string `json:"accept,omitempty"`   // media types
	Guarded  bool     `json:"guarded,omitempty"`  // a file that is opened for a reason only
	Elements []string `json:"elements,omitempty"` // of a GS1 element string, that fill it in
	Default  Tree     `json:"default,omitempty"`
	Computed Tree     `json:"computed,omitempty"`
	Rules    []Rule   `json:"rules,omitempty"`
}

// Rule is a condition on a value with the words for its breach.
type Rule struct {
	Must    Tree   `json:"must"`
	Message string `json:"message"`
}

// Column is a column of a list or of a grid of lines.
type Column struct {
	Field string `json:"field"` // may follow references
	Shape
	Width   int  `json:"width,omitempty"` // px
	Hidden  bool `json:"hidden,omitempty"`
	Total   bool `json:"total,omitempty"`
	Mono    bool `json:"mono,omitempty"`
	Visible Tree `json:"visible,omitempty"` // of a grid of lines, over the head

	Beside *Beside `json:"beside,omitempty"` // of a grid of lines
}

// Filter is a filter that a list offers.
type Filter struct {
	Key   string `json:"key"` // several may be over one field
	Field string `json:"field"`
	Shape
	Op      string   `json:"op,omitempty" ts:"FilterOp"`
	Default any      `json:"default,omitempty"`
	Periods []string `json:"periods,omitempty"` // of a report: stretches of days, offered side by side
	Hidden  bool     `json:"hidden,omitempty"`
}

// Measure is a figure of a group; its shape is that of the figure.
type Measure struct {
	As    string `json:"as"`
	Field string `json:"field,omitempty"`
	Less  string `json:"less,omitempty"` // what is taken off
	Fn    string `json:"fn" ts:"'sum' | 'count' | 'min' | 'max' | 'avg'"`
	Shape
	Total bool `json:"total,omitempty"`
}

// Drill is the list that a group opens.
type Drill struct {
	List   string `json:"list"`
	MenuID int    `json:"menuId,omitempty"`
	Route  string `json:"route,omitempty"`
}

// Named is something with a title.
type Named struct {
	Key   string `json:"key"`
	Title string `json:"title"`
}

// Import is a mapping that files are read through, with what is asked beside the file.
type Import struct {
	Named
	Params []Field `json:"params"`
	Route  string  `json:"route,omitempty"` // of a page: where the records are
}

// List is a screen of rows.
type List struct {
	Key         string    `json:"key"` // requests name it, so that the server adds its condition
	Table       string    `json:"table"`
	Columns     []Column  `json:"columns"`
	Filters     []Filter  `json:"filters"`
	Sort        []string  `json:"sort"`
	Group       []string  `json:"group"`
	Measures    []Measure `json:"measures"`
	Drill       *Drill    `json:"drill,omitempty"`
	PageSize    int       `json:"pageSize"` // rows
	Open        string    `json:"open" ts:"'form' | 'document' | 'none'"`
	FormKey     string    `json:"formKey,omitempty"`
	Edit        []string  `json:"edit"`
	Actions     []Action  `json:"actions"`
	Create      bool      `json:"create"`
	Empty       string    `json:"empty,omitempty"` // said while there are no rows
	Export      bool      `json:"export"`          // with columns of one's own choice
	Exports     []Export  `json:"exports,omitempty"`
	Import      []Import  `json:"import"`
	ParentField string    `json:"parentField,omitempty"` // a tree's

	New   map[string]any `json:"new,omitempty"` // what a record made here begins with, by field
	Makes []Make         `json:"makes,omitempty"`
	Next  []Next         `json:"next,omitempty"` // steps of which rows show theirs
	Scan  bool           `json:"scan,omitempty"` // a code ticks its row
}

// Export is a template of files that the caller may use.
type Export struct {
	Named
	Formats []string `json:"formats" ts:"('xlsx' | 'csv')[]"`
}

// Make is a document that can be made of selected rows.
type Make struct {
	Named
	Document string   `json:"document"`
	Set      string   `json:"set"`
	Field    string   `json:"field"`
	Takes    []string `json:"takes"` // references of the head that rows have too
	Route    string   `json:"route"`
}

// Form is the layout of a record's page.
type Form struct {
	Key       string      `json:"key,omitempty"` // none where no form says how the record lies
	Table     string      `json:"table"`
	Record    int64       `json:"record,omitempty"`    // that it opens by itself; else a new one
	Essential []string    `json:"essential,omitempty"` // fields that stand before the lines
	Groups    []FormGroup `json:"groups"`
	Lines     []FormLines `json:"lines"`
	Related   []Related   `json:"related"`

	Preview *FormPreview `json:"preview,omitempty"` // of a new record
}

// FormPreview is the action that is tried on a new record, and what is shown of it then.
type FormPreview struct {
	Action string   `json:"action"`
	Fields []string `json:"fields"`
}

// FormGroup is a group of head fields.
type FormGroup struct {
	Key    string      `json:"key"`
	Title  string      `json:"title,omitempty"`
	Folded bool        `json:"folded,omitempty"`
	Fields []FormField `json:"fields"`
}

// FormField places a field.
type FormField struct {
	Field    string `json:"field"`
	Span     int    `json:"span,omitempty"` // columns of 24
	Visible  Tree   `json:"visible,omitempty"`
	Required Tree   `json:"required,omitempty"`
	Readonly Tree   `json:"readonly,omitempty"`
}

// FormLines is the grid of a line set.
type FormLines struct {
	Set     string   `json:"set"`
	Title   string   `json:"title"`
	Table   string   `json:"table"`
	Columns []Column `json:"columns"`
	Scan    string   `json:"scan,omitempty"`
	Visible Tree     `json:"visible,omitempty"`
	Raises  Tree     `json:"raises,omitempty"` // which lines a scan adds to, over row
}

// Beside is what a grouped list says of a record while it is chosen.
type Beside struct {
	List     string    `json:"list"`
	Table    string    `json:"table"`
	Field    string    `json:"field"` // the group that is the record
	Same     []string  `json:"same"`  // fields that equal the head's
	Group    []string  `json:"group"`
	Columns  []Column  `json:"columns"` // the groups that are shown
	Measures []Measure `json:"measures"`
}

// Related is a list of records that refer to the one shown.
type Related struct {
	List   string `json:"list"`
	Table  string `json:"table"`
	Field  string `json:"field"`
	Title  string `json:"title"`
	MenuID int    `json:"menuId,omitempty"`
	Route  string `json:"route,omitempty"`

	Value  Tree           `json:"value,omitempty"` // of the field; the record's id unless told
	Filter map[string]any `json:"filter,omitempty" ts:"Record<string, string | number | boolean>"`
}

// Document is a head with lines, states and actions.
type Document struct {
	Table   string    `json:"table"`
	Lines   []LineSet `json:"lines"`
	States  []State   `json:"states"`
	Stages  []Stage   `json:"stages,omitempty"`
	Badges  []Badge   `json:"badges,omitempty"`
	Actions []Action  `json:"actions"`
	Next    []Next    `json:"next"`
}

// Next names a step of the road that leads on; a record says which of them it is.
type Next struct {
	Key    string `json:"key"`
	Title  string `json:"title"` // {label} stands for the record that opens
	Action string `json:"action,omitempty"`
}

// Stage is a part of the way of a document.
type Stage struct {
	Key    string   `json:"key"`
	Title  string   `json:"title"`
	States []string `json:"states"`
}

// Badge says what is special about a document beside its state.
type Badge struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	When  Tree   `json:"when,omitempty"`
	Phase string `json:"phase" ts:"Phase"`
	Tip   string `json:"tip,omitempty"` // field with the reason
}

// LineSet is a set of lines.
type LineSet struct {
	Key   string `json:"key"`
	Table string `json:"table"`
	Field string `json:"field"`
	Title string `json:"title"`
	Min   int    `json:"min,omitempty"`
	Max   int    `json:"max,omitempty"`
}

// State is a state of a document; Edit is true, false or a list of keys.
type State struct {
	Key   string          `json:"key"`
	Title string          `json:"title"`
	Phase string          `json:"phase" ts:"Phase"`
	Edit  json.RawMessage `json:"edit" ts:"boolean | string[]"`
}

// Action is an action that the caller may take.
type Action struct {
	Key     string   `json:"key"`
	Title   string   `json:"title"`
	Icon    string   `json:"icon,omitempty"`
	From    []string `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
	Over    string   `json:"over" ts:"'each' | 'set'"`
	Confirm string   `json:"confirm,omitempty"`
	Refusal string   `json:"refusal,omitempty"` // what is wrong where its condition does not hold
	Primary bool     `json:"primary,omitempty"`
	Danger  bool     `json:"danger,omitempty"`
	Opens   string   `json:"opens,omitempty"` // route of the screen that opens when all went well
	Params  []Field  `json:"params"`

	Proposes bool `json:"proposes,omitempty"` // a parameter begins with what only the server knows of the record
}

// Tool is a choice of records and one action over them.
type Tool struct {
	List    *List  `json:"list"`
	Action  Action `json:"action"`
	Preview bool   `json:"preview"`
	Help    string `json:"help,omitempty"`
}

// Station is a scan workstation.
type Station struct {
	Key     string   `json:"key"`
	Steps   []Step   `json:"steps"`
	Buttons []Button `json:"buttons"`
	Params  []Field  `json:"params"`
	Undo    bool     `json:"undo"`
	Waiting *Waiting `json:"waiting,omitempty"`
	Counts  bool     `json:"counts,omitempty"` // there is a figure of what the person did
	Hears   string   `json:"hears,omitempty"`  // the table whose changes an open task looks at again
}

// Waiting is the list of what waits for a station, as cards.
type Waiting struct {
	List  *List  `json:"list"`
	Code  string `json:"code"`          // the column that names a row, and is given as if it were scanned
	Due   string `json:"due,omitempty"` // the column with the instant by which it has to be done
	Title string `json:"title"`
	Take  string `json:"take,omitempty"` // "": a card is only looked at
}

// Step is a step of a station.
type Step struct {
	Key     string   `json:"key"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	Prompt  string   `json:"prompt"`
	Buttons []string `json:"buttons"`
}

// Button is a button of a station.
type Button struct {
	Code   string `json:"code"`
	Label  string `json:"label"`
	Key    string `json:"key,omitempty"`
	Danger bool   `json:"danger,omitempty"`
}

// Settings are all settings with the values that hold for the caller.
type Settings struct {
	Groups []SettingGroup `json:"groups"`
}

// SettingGroup is a group of settings.
type SettingGroup struct {
	Key      string    `json:"key"`
	Title    string    `json:"title"`
	Settings []Setting `json:"settings"`
}

// Setting is a setting; From is the level that its value comes from.
type Setting struct {
	Field  Field    `json:"field"`
	Levels []string `json:"levels"`
	Value  any      `json:"value"`
	From   string   `json:"from"`
}
