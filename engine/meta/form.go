package meta

import "cmp"

// Form is the layout of one record's page.
type Form struct {
	Object
	Table     string      `json:"table"`
	Own       bool        `json:"own,omitempty"`       // opens the caller's owner by itself, not a new record
	Essential []string    `json:"essential,omitempty"` // fields that stand before the lines
	Groups    []FormGroup `json:"groups"`
	Lines     []FormLines `json:"lines,omitempty"`
	Related   []Related   `json:"related,omitempty"`

	Preview *FormPreview `json:"preview,omitempty"`
}

// FormPreview tries an action on a new record before it is made, and shows what some
// of its fields would say.
type FormPreview struct {
	Action string   `json:"action"`
	Fields []string `json:"fields"`
}

// FormGroup is a group of head fields.
type FormGroup struct {
	Key    string      `json:"key"`
	Title  *Text       `json:"title,omitempty"`
	Fields []FormField `json:"fields"`
	Folded bool        `json:"folded,omitempty"`
}

// FormField places a field; the expressions may tighten, never loosen.
type FormField struct {
	Shown
	Span     int        `json:"span,omitempty"` // columns of 24
	Visible  Expression `json:"visible,omitempty"`
	Required Expression `json:"required,omitempty"`
	Readonly Expression `json:"readonly,omitempty"`
}

// FormLines is the grid of a line set.
type FormLines struct {
	Key     string     `json:"key"` // of the line set
	Columns []Column   `json:"columns"`
	Scan    string     `json:"scan,omitempty"`
	Visible Expression `json:"visible,omitempty"` // when the grid is there, over the head
	Raises  Expression `json:"raises,omitempty"`  // which lines a scan adds to, over row; none: all
}

// Related is a list of records that belong to the one shown: their field has the
// value, which is its id unless told, and the fields of the filter have theirs.
type Related struct {
	Key    string         `json:"key"` // of the list, unless List says it
	List   string         `json:"list,omitempty"`
	Field  string         `json:"field"`
	Value  Expression     `json:"value,omitempty"`
	Filter map[string]any `json:"filter,omitempty"`
	Title  *Text          `json:"title,omitempty"`
}

// Of is the key of the list.
func (r *Related) Of() string { return cmp.Or(r.List, r.Key) }
