package httpapi

import (
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
)

// slotBody says at which place of which object an expression is written.
type slotBody struct {
	Change int64  `json:"change"`
	Kind   string `json:"kind"`
	Key    string `json:"key"`
	Path   string `json:"path"`   // members and numbers of items, with / between
	Chain  string `json:"chain"`  // whose members are asked for; "" for the names
	Source string `json:"source"` // what is tried
	ID     int64  `json:"id"`     // of the record that it is tried on; 0: only its type is told
}

func (q *request) slot() (body slotBody, slot catalog.Slot, of *catalog.Release, err error) {
	if err = q.bind(&body); err != nil {
		return body, slot, nil, err
	}
	slot, of, err = q.api.Releases.Slot(q.ctx, release.Named{Kind: body.Kind, Key: body.Key}, body.Path, body.Change)
	return body, slot, of, err
}

// speakable is something that may be named in an expression.
type speakable struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Title string `json:"title,omitempty"` // what people call it
	To    string `json:"to,omitempty"`    // table that it leads to
	Call  string `json:"call,omitempty"`  // how a function is called
}

// expressionNames tells what may be named at a place: all names and functions, or the
// members of what a chain of names gives.
func (a *API) expressionNames(q *request) (any, error) {
	body, slot, of, err := q.slot()
	if err != nil {
		return nil, err
	}
	if of == nil {
		return []speakable{}, nil
	}
	if body.Chain == "" {
		return namesOf(slot.Env), nil
	}
	env := slot.Env
	env.Targets = expression.Server // what it leads to is asked, not what may be done with it
	p, err := expression.Compile(body.Chain, env, nil)
	if err != nil {
		return []speakable{}, nil // nothing follows what is wrong
	}
	return q.membersOf(p.Type(), of), nil
}

func namesOf(env expression.Env) []speakable {
	found := []speakable{}
	for _, name := range slices.Sorted(maps.Keys(env.Vars)) {
		found = append(found, speakable{Name: name, Type: env.Vars[name].String(), To: tableOf(env.Vars[name])})
	}
	targets := max(env.Targets, expression.Server)
	for _, name := range env.Functions.Names(targets &^ expression.SQL) {
		found = append(found, speakable{Name: name, Type: "function", Call: env.Functions.Signature(name)})
	}
	return found
}

// membersOf lists the fields of a record, or of the one that a reference leads to.
func (q *request) membersOf(t expression.Type, of *catalog.Release) []speakable {
	found := []speakable{}
	shape := recordOf(t)
	if shape == nil {
		return found
	}
	table := of.Tables[shape.Name()]
	for _, name := range shape.FieldNames() {
		member, ok := shape.Field(name)
		if !ok {
			continue // a secret
		}
		one := speakable{Name: name, Type: member.String(), To: tableOf(member)}
		if table != nil {
			if f, ok := table.Field(name); ok {
				one.Title = f.Meta.Title.In(q.language)
			}
		}
		found = append(found, one)
	}
	return found
}

// recordOf is the shape of a record or of what a reference leads to; nil for other types.
func recordOf(t expression.Type) expression.Table {
	switch t := t.(type) {
	case expression.Record:
		return t.Of
	case expression.Reference:
		return t.To
	}
	return nil
}

func tableOf(t expression.Type) string {
	if list, ok := t.(expression.List); ok {
		t = list.Of
	}
	if shape := recordOf(t); shape != nil {
		return shape.Name()
	}
	return ""
}

// mistake is what is wrong with an expression, at its place.
type mistake struct {
	Message string `json:"message"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

// triedExpression is what came of an expression.
type triedExpression struct {
	Type    string    `json:"type,omitempty"`
	Problem *mistake  `json:"problem,omitempty"`
	Table   string    `json:"table,omitempty"` // whose records it may be tried on
	Value   string    `json:"value,omitempty"` // on the record, as a source would say it
	Refused string    `json:"refused,omitempty"`
	Reads   []reading `json:"reads,omitempty"`
	Open    []string  `json:"open,omitempty"` // names that have no value here, since nothing is being done
}

// reading is something that an expression reads, and its value.
type reading struct {
	Path  string `json:"path"`
	Value string `json:"value"`
	Label string `json:"label,omitempty"` // of a record that is referred to
}

// expressionTry checks an expression as it would be at its place and tells its value on a
// record, as far as the caller may read what it reads.
func (a *API) expressionTry(q *request) (any, error) {
	body, slot, of, err := q.slot()
	if err != nil {
		return nil, err
	}
	if of == nil {
		return triedExpression{}, nil // the set has to be mended elsewhere first
	}
	told := triedExpression{Table: subjectOf(slot.Env, q.release)}
	p, err := expression.Compile(body.Source, slot.Env, slot.Want)
	if err != nil {
		told.Problem = q.mistake(err)
		return told, nil
	}
	told.Type = p.Type().String()
	if body.ID == 0 || told.Table == "" {
		return told, nil
	}
	return told, q.tryOn(&told, p, slot.Env, body)
}

// subjectOf is the table of the records that an expression is about, where a release has it:
// one that a change set adds has no records yet.
func subjectOf(env expression.Env, of *catalog.Release) string {
	record, ok := env.Vars["row"].(expression.Record)
	if !ok {
		return ""
	}
	if _, ok := of.Tables[record.Of.Name()]; !ok {
		return "" // the row of a file
	}
	return record.Of.Name()
}

// mistake words what is wrong, without the place, which stands beside it.
func (q *request) mistake(err error) *mistake {
	bad, ok := fault.As(err)
	if !ok {
		return &mistake{Message: err.Error(), Line: 1, Column: 1}
	}
	line, _ := bad.Params["line"].(int)
	column, _ := bad.Params["column"].(int)
	return &mistake{strings.TrimSpace(unescaped(q.texts.Fault(bad, q.language))), max(line, 1), max(column, 1)}
}
