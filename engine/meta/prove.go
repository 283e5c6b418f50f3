package meta

// Test says what must come of records and actions. It is run on a database that holds
// nothing but what a product begins with.
type Test struct {
	Object
	Required bool      `json:"required,omitempty"` // nothing is published under which it fails
	Given    []Given   `json:"given,omitempty"`
	When     []Doing   `json:"when,omitempty"`
	Then     []Outcome `json:"then"`
}

// Given is a record that a test begins with.
type Given struct {
	Key   string         `json:"key"`
	Table string         `json:"table"`
	Row   map[string]any `json:"row"`
}

// Doing is an action on a given record, with Set a change of it, or with Station a task
// there.
type Doing struct {
	Key     string         `json:"key"`
	As      string         `json:"as,omitempty"` // given user who does it; the system without one
	Of      string         `json:"of,omitempty"`
	Act     string         `json:"act,omitempty"`
	Station string         `json:"station,omitempty"`
	Params  map[string]any `json:"params,omitempty"` // of the action, or of the task
	Scans   []Scan         `json:"scans,omitempty"`
	Set     map[string]any `json:"set,omitempty"`
	Refused string         `json:"refused,omitempty"` // rule, field or message of the refusal that must come
}

// Scan is one thing that a person does at a station.
type Scan struct {
	Kind  string `json:"kind,omitempty"` // of inputs; scan when empty
	Value any    `json:"value,omitempty"`
}

// Outcome is what holds of a given record in the end, or how many records match.
type Outcome struct {
	Key   string         `json:"key"`
	Of    string         `json:"of,omitempty"`
	Must  Expression     `json:"must,omitempty"`
	Table string         `json:"table,omitempty"`
	Match map[string]any `json:"match,omitempty"`
	Count int            `json:"count,omitempty"`
}

// GivenKey is the member by which a value of a row names a given record, and FieldKey
// the one that means a field of it, as it is by then.
const (
	GivenKey = "given"
	FieldKey = "field"
)

// Of gives the record that a test knows by a name; nil where there is none.
func (t *Test) Of(name string) *Given {
	for i := range t.Given {
		if t.Given[i].Key == name {
			return &t.Given[i]
		}
	}
	return nil
}
