package meta

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/expression"
)

// MaxHops bounds the references in one path.
const MaxHops = expression.MaxHops

// Model is all metadata of the product, by key.
type Model struct {
	Modules   map[string]*Module
	Tables    map[string]*Table
	Lists     map[string]*List
	Forms     map[string]*Form
	Documents map[string]*Document
	Tools     map[string]*Tool
	Stations  map[string]*Station
	Reports   map[string]*Report
	Boards    map[string]*Board
	Homes     map[string]*Home
	Prints    map[string]*Print
	Pages     map[string]*Page
	Menus     map[string]*Menu
	Dropdowns map[string]*Dropdown
	CodeRules map[string]*CodeRule
	Mappings  map[string]*Mapping
	Exports   map[string]*ExportTemplate
	Settings  map[string]*Setting
	Texts     map[string]*Texts
	Languages map[string]*Language
	Elements  map[string]*Element
	Plugins   map[string]*Plugin
	Tests     map[string]*Test
	Overlays  []*Overlay // they are laid over the other objects already

	objects map[string]map[string]*Object // all but overlays, by kind and key
}

// NewModel gives a model without objects.
func NewModel() *Model {
	return &Model{
		Modules: map[string]*Module{}, Tables: map[string]*Table{}, Lists: map[string]*List{}, Forms: map[string]*Form{},
		Documents: map[string]*Document{}, Tools: map[string]*Tool{}, Stations: map[string]*Station{}, Menus: map[string]*Menu{},
		Reports: map[string]*Report{}, Boards: map[string]*Board{}, Homes: map[string]*Home{}, Prints: map[string]*Print{}, Pages: map[string]*Page{},
		Dropdowns: map[string]*Dropdown{}, CodeRules: map[string]*CodeRule{}, Mappings: map[string]*Mapping{}, Exports: map[string]*ExportTemplate{},
		Settings: map[string]*Setting{}, Texts: map[string]*Texts{}, Languages: map[string]*Language{}, Elements: map[string]*Element{}, Plugins: map[string]*Plugin{}, Tests: map[string]*Test{},
		objects: map[string]map[string]*Object{},
	}
}

// Text is what the object says, with what was laid over it.
func (o *Object) Text() []byte { return o.source }

// Whole is the same with what its fields have from elements.
func (o *Object) Whole() []byte {
	if o.whole == nil {
		return o.source
	}
	return o.whole
}

// Find gives an object by its kind and key; overlays are none.
func (m *Model) Find(kind, key string) (*Object, bool) {
	o, found := m.objects[kind][key]
	return o, found
}

// ObjectsOf gives the objects of a kind by their keys.
func (m *Model) ObjectsOf(kind string) map[string]*Object { return m.objects[kind] }

func (m *Model) note(o *Object) {
	if m.objects[o.Kind] == nil {
		m.objects[o.Kind] = map[string]*Object{}
	}
	m.objects[o.Kind][o.Key] = o
}

// Term finds a text that belongs to no object by its i18n key.
func (m *Model) Term(key string) (Text, bool) {
	for _, texts := range m.Texts {
		if text, ok := texts.Terms[key]; ok {
			return text, true
		}
	}
	return nil, false
}

// Sorted visits the objects of a kind in the order of their keys, so that what
// is made of them, and what is told of them, is the same every time.
func Sorted[T any](objects map[string]T) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, key := range slices.Sorted(maps.Keys(objects)) {
			if !yield(key, objects[key]) {
				return
			}
		}
	}
}

// PrintsInOrder lists the templates by their order, and by key where it is the same.
func (m *Model) PrintsInOrder() []*Print {
	return slices.SortedFunc(maps.Values(m.Prints), func(a, b *Print) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Key, b.Key))
	})
}

// listPrints gives the dropdowns of print templates their values. A reader remembers what it
// read, so that one with values is another.
func (m *Model) listPrints() {
	for key, d := range m.Dropdowns {
		if d.Of != PrintKind {
			continue
		}
		listed := *d
		for _, p := range m.PrintsInOrder() {
			listed.Items = append(listed.Items, DropdownItem{Key: p.Key, Title: p.Title})
		}
		m.Dropdowns[key] = &listed
	}
}

// UserTypes lists the kinds of users that the modules declare.
func (m *Model) UserTypes() []*UserType {
	var types []*UserType
	for _, module := range Sorted(m.Modules) {
		for i := range module.UserTypes {
			types = append(types, &module.UserTypes[i])
		}
	}
	return types
}

// SettingLevels lists the levels of settings, weakest first.
func (m *Model) SettingLevels() []SettingLevel {
	var levels []SettingLevel
	for _, module := range Sorted(m.Modules) {
		levels = append(levels, module.SettingLevels...)
	}
	return levels
}
