package meta

import (
	"slices"
	"strings"
)

// Kinds of what code offers, as a plugin lists them.
const (
	Effects    = "effects"
	Flows      = "flows"
	Codes      = "codes"
	Jobs       = "jobs"
	Endpoints  = "endpoints"
	Functions  = "functions"
	Invariants = "invariants"
	Readiness  = "readiness"
)

// Offer is something that code offers under a name.
type Offer struct {
	Key     string   `json:"key"` // as metadata names it: <plugin>.<name> of effects, flows, jobs and endpoints
	Title   Text     `json:"title"`
	Params  []Field  `json:"params,omitempty"`
	Further string   `json:"further,omitempty"` // other parameters: Further...; "" for none
	Reads   []string `json:"reads,omitempty"`   // tables
	Remedy  Text     `json:"remedy,omitempty"`  // of readiness: what is to be done
	Screen  string   `json:"screen,omitempty"`  // of readiness: where that is done, as menus name screens
	Example *Effect  `json:"example,omitempty"`
}

// What parameters an offer takes beside its own.
const (
	FurtherFields = "fields" // of the record at hand
	FurtherRecord = "record" // fields, and fields of lines, of the table that the parameter table names
	FurtherAction = "action" // parameters of the action that table and action name
	FurtherJob    = "job"    // parameters of the job that kind names
	FurtherText   = "text"   // arguments of the text that the parameter text names
)

// Param finds a parameter by its key.
func (o *Offer) Param(key string) (*Field, bool) {
	i := slices.IndexFunc(o.Params, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return nil, false
	}
	return &o.Params[i], true
}

// Offers gives what the plugin offers, by kind.
func (p *Plugin) Offers() map[string][]Offer {
	return map[string][]Offer{
		Effects: p.Effects, Flows: p.Flows, Codes: p.Codes, Jobs: p.Jobs,
		Endpoints: p.Endpoints, Functions: p.Functions, Invariants: p.Invariants, Readiness: p.Readiness,
	}
}

// Offer finds what some plugin offers under a name.
func (m *Model) Offer(kind, key string) (*Offer, bool) {
	for _, p := range Sorted(m.Plugins) {
		list := p.Offers()[kind]
		if i := slices.IndexFunc(list, func(o Offer) bool { return o.Key == key }); i >= 0 {
			return &list[i], true
		}
	}
	return nil, false
}

// Taken gives the field that a parameter of an effect must be like: one of the offer, or
// what it stands for by the names that the other parameters say. It is not known
// where that is worked out, or where no such parameter is taken; unknown tells the
// latter.
func (m *Model) Taken(offer *Offer, with map[string]Expression, key string) (field *Field, unknown bool) {
	if f, ok := offer.Param(key); ok {
		return f, false
	}
	var found bool
	switch offer.Further {
	case FurtherFields: // what may be set is checked where it is compiled
		return nil, false
	case FurtherRecord:
		field, found = m.ofRecord(with, key)
	case FurtherAction:
		field, found = m.ofAction(with, key)
	case FurtherJob:
		field, found = m.ofJob(with, key)
	case FurtherText:
		found = m.ofText(with, key)
	}
	return field, !found
}

// literal is the text that an expression is; not ok for one that is worked out.
func literal(source Expression) (text string, ok bool) {
	s := string(source)
	if len(s) < 2 || s[0] != s[len(s)-1] || s[0] != '\'' && s[0] != '"' || strings.ContainsRune(s[1:len(s)-1], rune(s[0])) {
		return "", false
	}
	return s[1 : len(s)-1], true
}

// ofRecord finds a field of the table that a record is made of, or one of its lines.
func (m *Model) ofRecord(with map[string]Expression, key string) (*Field, bool) {
	name, ok := literal(with["table"])
	if !ok {
		return nil, true
	}
	table := m.Tables[name]
	if set, field, isLine := strings.Cut(key, "."); isLine {
		if table, key = m.lines(name, set), field; table == nil {
			return nil, false
		}
	}
	if table == nil { // told of the parameter table
		return nil, true
	}
	f, found := table.Field(key)
	return f, found && !slices.ContainsFunc(SystemFields(), func(s Field) bool { return s.Key == key })
}

// lines is the table of a line set of a document; nil for none.
func (m *Model) lines(document, set string) *Table {
	d := m.Documents[document]
	if d == nil {
		return nil
	}
	i := slices.IndexFunc(d.Lines, func(l LineSet) bool { return l.Key == set })
	if i < 0 {
		return nil
	}
	return m.Tables[d.Lines[i].Table]
}

// ofAction finds a parameter of the action that is named.
func (m *Model) ofAction(with map[string]Expression, key string) (*Field, bool) {
	table, isTable := literal(with["table"])
	name, isAction := literal(with["action"])
	if !isTable || !isAction || m.Documents[table] == nil {
		return nil, true
	}
	action, ok := m.Documents[table].Action(name)
	if !ok { // told of the parameter action
		return nil, true
	}
	i := slices.IndexFunc(action.Params, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return nil, false
	}
	return &action.Params[i], true
}

// ofJob finds a parameter of the job that is named.
func (m *Model) ofJob(with map[string]Expression, key string) (*Field, bool) {
	kind, ok := literal(with["kind"])
	if !ok {
		return nil, true
	}
	job, ok := m.Offer(Jobs, kind)
	if !ok { // told of the parameter kind
		return nil, true
	}
	return job.Param(key)
}

// ofText reports whether the text that is named takes an argument.
func (m *Model) ofText(with map[string]Expression, key string) bool {
	name, ok := literal(with["text"])
	if !ok {
		return true
	}
	text, ok := m.Term(name)
	return !ok || slices.Contains(arguments(text[English]), key) // that there is none is told of the parameter text
}
