package catalog

import (
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// List is a compiled list.
type List struct {
	Key      string
	Meta     *meta.List
	Table    *Table
	Columns  []Column
	Filters  []Filter
	Where    *expression.Program // rows of the list, always; nil: all
	Sort     []Sort
	Group    []Path
	Measures []Measure
	Actions  []*Action                      // offered on a selection
	Drill    string                         // key of the list that a group opens; "": none
	New      map[string]*expression.Program // what a record made here begins with, by field
}

// Column is a column of a list or of a grid of lines.
type Column struct {
	Meta    *meta.Column
	Path    Path
	Visible *expression.Program // of a grid of lines; nil: always
}

// Filter is a filter that a list offers.
type Filter struct {
	Meta    *meta.Filter
	Path    Path
	Default *expression.Program
}

// Sort is a part of an order.
type Sort struct {
	Path       Path
	Descending bool
}

// Measure is a figure of a group; Path is nil for a count.
type Measure struct {
	Meta *meta.Measure
	Path Path
}

// Form is a compiled form.
type Form struct {
	Key    string
	Meta   *meta.Form
	Table  *Table
	Groups []FormGroup
	Lines  []FormLines
	Values []*expression.Program // of the related lists, in their order; nil: the record's id
}

// FormGroup is a group of head fields.
type FormGroup struct {
	Meta   *meta.FormGroup
	Fields []FormField
}

// FormField places a field; nil programs mean no condition.
type FormField struct {
	Meta                        *meta.FormField
	Path                        Path
	Visible, Required, Readonly *expression.Program
}

// FormLines is the grid of a line set.
type FormLines struct {
	Meta    *meta.FormLines
	Set     *LineSet
	Columns []Column
	Scan    Path                // nil: none
	Visible *expression.Program // nil: always
	Raises  *expression.Program // which lines a scan adds to; nil: all
}

// Tool is a compiled tool.
type Tool struct {
	Key    string
	Meta   *meta.Tool
	List   *List
	Action *Action
}

// Station is a compiled scan workstation.
type Station struct {
	Key    string
	Meta   *meta.Station
	Right  string // "<station>.use"
	Lead   string // "<station>.override"
	Params []*Field
	Facts  []*Field // that the flow knows when a part of the work has ended
	Next   []*Next  // where the work goes on then
	// Waiting lists what waits for the station; nil when it says nothing.
	Waiting *List
}

// Dropdown is a compiled list of choices.
type Dropdown struct {
	Key    string
	Meta   *meta.Dropdown
	Table  *Table // with a source: the table of the values
	Value  *Field // with a source: the field of the value
	Label  []Path // with a source: the fields of the label
	Where  *expression.Program
	Params []*Field
}

// CodeRule is a code rule compiled for the table of a field.
type CodeRule struct {
	Key   string
	Meta  *meta.CodeRule
	Parts []CodePart
	// Settings are those that making a code asks for.
	Settings []string
}

// CodePart is a part of a code; the programs are nil where its metadata has none.
type CodePart struct {
	Meta  *meta.CodePart
	Value *expression.Program
	Scope []*expression.Program // of the counter
}

// Mapping is a compiled mapping between a file and records.
type Mapping struct {
	Key     string
	Meta    *meta.Mapping
	Table   *Table
	Params  []*Field
	Where   *expression.Program
	Reject  []Rejection
	Columns []MappingColumn
	Set     *LineSet // nil: no lines
	Lines   []MappingColumn
}

// Rejection keeps the rows of an import out for which it holds.
type Rejection struct {
	Never   *expression.Program
	Message meta.Text
}

// MappingColumn fills a field, or the field of a reference's key behind it.
type MappingColumn struct {
	Meta     *meta.MappingColumn
	Path     Path
	Value    *expression.Program
	Fallback *expression.Program // value when no row of the record has one
}

// Setting is a compiled setting.
type Setting struct {
	Key     string
	Meta    *meta.Setting
	Field   *Field
	Default any // row value
}
