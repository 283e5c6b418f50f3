package meta

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// PluginKind is the kind of what plugins say of their code.
const PluginKind = "plugin"

// Plugin says what the Go of the plugin with its key offers and what it goes by. The
// engine has one, too.
type Plugin struct {
	Object
	Effects    []Offer    `json:"effects,omitempty"`
	Flows      []Offer    `json:"flows,omitempty"`
	Codes      []Offer    `json:"codes,omitempty"`
	Jobs       []Offer    `json:"jobs,omitempty"`
	Endpoints  []Offer    `json:"endpoints,omitempty"`
	Functions  []Offer    `json:"functions,omitempty"`
	Invariants []Offer    `json:"invariants,omitempty"`
	Readiness  []Offer    `json:"readiness,omitempty"`
	Relies     []Reliance `json:"relies,omitempty"`
}

// Reliance is a table whose fields the code names.
type Reliance struct {
	Key    string   `json:"key"` // of the table
	Fields []Relied `json:"fields"`
}

// Relied is a field that the code names, and what its values stand for.
type Relied struct {
	Key   string `json:"key"`
	Type  string `json:"type"`
	Scale int    `json:"scale,omitempty"`
	To    string `json:"to,omitempty"` // table that a reference leads to
}

// String says what the values stand for, as decimal(3) or reference(product).
func (r Relied) String() string {
	switch {
	case r.To != "":
		return fmt.Sprintf("%s(%s)", r.Type, r.To)
	case r.Scale > 0:
		return fmt.Sprintf("%s(%d)", r.Type, r.Scale)
	}
	return r.Type
}

// ReliedOf says of a field what a plugin that relies on it would.
func ReliedOf(f *Field) Relied { return Relied{Key: f.Key, Type: f.Type, Scale: f.Scale, To: f.To} }

// ReliesOn reports whether the code names a field of a table.
func (p *Plugin) ReliesOn(table, field string) bool {
	return slices.ContainsFunc(p.Relies, func(r Reliance) bool {
		return r.Key == table && slices.ContainsFunc(r.Fields, func(f Relied) bool { return f.Key == field })
	})
}

// Reliant names the plugins whose code names what lies at a place of an object, as
// fields/aisle/type of a table; "" for none.
func (m *Model) Reliant(kind, key, at string) string {
	var names []string
	for name, p := range Sorted(m.Plugins) {
		if p.relyAt(kind, key, at) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (p *Plugin) relyAt(kind, key, at string) bool {
	steps := strings.Split(at, "/")
	return kind == "table" && len(steps) > 1 && steps[0] == "fields" && p.ReliesOn(key, steps[1])
}

// reliant is Reliant of the files that are not kept yet.
func (l *loader) reliant(target *Object, at string) string {
	said := &Model{Plugins: map[string]*Plugin{}}
	for _, o := range l.files {
		p := &Plugin{}
		if o.Kind == PluginKind && json.Unmarshal(o.source, p) == nil {
			said.Plugins[o.Key] = p
		}
	}
	return said.Reliant(target.Kind, target.Key, at)
}
