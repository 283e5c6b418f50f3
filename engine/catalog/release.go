package catalog

import (
	"sync/atomic"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Catalog holds the release that is in force. A request takes it once and works
// with that one to its end.
type Catalog struct{ current atomic.Pointer[Release] }

// New gives a catalog with its first release.
func New(first *Release) *Catalog {
	c := &Catalog{}
	c.current.Store(first)
	return c
}

// Current gives the release in force.
func (c *Catalog) Current() *Release { return c.current.Load() }

// Publish puts another release in force.
func (c *Catalog) Publish(next *Release) { c.current.Store(next) }

// Release is the compiled product. It is immutable.
type Release struct {
	Number int64
	Model  *meta.Model

	Tables    map[string]*Table
	Documents map[string]*Document
	Lists     map[string]*List
	Forms     map[string]*Form
	Tools     map[string]*Tool
	Stations  map[string]*Station
	Reports   map[string]*Report
	Boards    map[string]*Board
	Prints    map[string]*Print
	Pages     map[string]*Page
	Dropdowns map[string]*Dropdown
	CodeRules map[string]*meta.CodeRule
	Mappings  map[string]*Mapping
	Exports   map[string]*Export
	Settings  map[string]*Setting
	Tests     map[string]*Test
	Functions *expression.Registry

	Menus     map[int]*meta.MenuItem // by id
	MenuOrder []*meta.MenuItem       // parents before children, else as written
	UserTypes map[string]*meta.UserType
	Levels    []meta.SettingLevel // of settings, weakest first
	Languages meta.Languages

	texts    map[string]meta.Text
	printsOf map[string][]*Print
	rights   *rightsCatalogue
	user     expression.Type
}

// WithNumber gives the release under a number.
func (r *Release) WithNumber(number int64) *Release {
	numbered := *r
	numbered.Number = number
	return &numbered
}

// Table finds a table by its key. The fault table.unknown is NotFound.
func (r *Release) Table(key string) (*Table, error) {
	if t, ok := r.Tables[key]; ok {
		return t, nil
	}
	return nil, fault.New(fault.NotFound, "table.unknown", "table", key)
}

// Document finds a document by its key, which is its head table's.
func (r *Release) Document(key string) (*Document, bool) {
	d, ok := r.Documents[key]
	return d, ok
}

// Text finds a text that belongs to no object by its i18n key.
func (r *Release) Text(key string) (meta.Text, bool) {
	text, ok := r.texts[key]
	return text, ok
}

// Browser gives the tree of an expression for the browser; nil where the browser
// cannot evaluate it.
func (r *Release) Browser(p *expression.Program) *expression.Node {
	if p == nil {
		return nil
	}
	known := map[string]bool{}
	for _, name := range r.Functions.Names(expression.Browser) {
		known[name] = true
	}
	able := true
	p.Tree().Walk(func(n *expression.Node) bool {
		able = able && (n.Op != "call" || known[n.Name])
		return able
	})
	if !able {
		return nil
	}
	return p.Tree()
}
