// Package shape reads from the schemas of metadata what their validation does not
// need: in which order the members of an object are written, by which member an
// item of a list is known, and which names an expression sees.
package shape

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Shapes are the schemas of a folder, named <kind>.schema.json.
type Shapes struct{ files map[string]*tree.Node }

// Read reads the schemas of a folder.
func Read(schemas fs.FS) (*Shapes, error) {
	names, err := fs.Glob(schemas, "*.schema.json")
	if err != nil {
		return nil, err
	}
	s := &Shapes{map[string]*tree.Node{}}
	for _, name := range names {
		text, err := fs.ReadFile(schemas, name)
		if err != nil {
			return nil, err
		}
		if s.files[name], err = tree.Parse(text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, nil
}

// Of gives the shape of a kind's objects; the empty shape when there is no such kind.
func (s *Shapes) Of(kind string) Shape {
	file := kind + ".schema.json"
	return Shape{all: s, parts: s.parts(file, s.files[file])}.scoped(nil)
}

// Kinds lists the names of the schemas.
func (s *Shapes) Kinds() []string {
	var kinds []string
	for name := range s.files {
		kinds = append(kinds, strings.TrimSuffix(name, ".schema.json"))
	}
	slices.Sort(kinds)
	return kinds
}

// Shape is what the schemas say of one place. The empty shape knows nothing: its
// members are free, its lists are whole.
type Shape struct {
	all   *Shapes
	parts []part
	scope []string
}

// part is one of the schemas that speak of a place.
type part struct {
	file string
	node *tree.Node
}

// branches are the members of a schema that hold schemas for the same place.
var branches = []string{"allOf", "anyOf", "oneOf", "then", "else"}

// parts lists a schema and those that it is put together from.
func (s *Shapes) parts(file string, node *tree.Node) []part {
	if node == nil || node.Kind != tree.Object {
		return nil
	}
	found := []part{{file, node}}
	if ref := node.Get("$ref"); ref != nil {
		found = append(found, s.refer(file, ref.String())...)
	}
	for _, name := range branches {
		if branch := node.Get(name); branch != nil {
			for _, one := range append(slices.Clone(branch.Items), branch) {
				found = append(found, s.parts(file, one)...)
			}
		}
	}
	return found
}

// refer follows a reference, as common.schema.json#/$defs/field.
func (s *Shapes) refer(file, ref string) []part {
	name, inside, _ := strings.Cut(ref, "#")
	if name != "" {
		file = path.Base(name)
	}
	target := s.files[file]
	for step := range strings.SplitSeq(strings.Trim(inside, "/"), "/") {
		if step != "" && target != nil {
			target = target.Get(step)
		}
	}
	return s.parts(file, target)
}

// Member gives the shape of a member.
func (s Shape) Member(name string) Shape {
	if named := s.each(func(n *tree.Node) *tree.Node { return n.Get("properties").Get(name) }); len(named.parts) > 0 {
		return named
	}
	return s.each(func(n *tree.Node) *tree.Node { return n.Get("additionalProperties") })
}

// Item gives the shape of the items of a list.
func (s Shape) Item() Shape {
	return s.each(func(n *tree.Node) *tree.Node { return n.Get("items") })
}

func (s Shape) each(next func(*tree.Node) *tree.Node) Shape {
	made := Shape{all: s.all}
	for _, p := range s.parts {
		made.parts = append(made.parts, s.all.parts(p.file, next(p.node))...)
	}
	return made.scoped(s.scope)
}

// scoped gives the shape with the names that expressions see there: those of x-scope,
// else those seen around it, and those of x-scope-more.
func (s Shape) scoped(around []string) Shape {
	s.scope = around
	if anew, said := s.words("x-scope"); said {
		s.scope = anew
	}
	more, _ := s.words("x-scope-more")
	s.scope = append(slices.Clip(s.scope), more...)
	return s
}

func (s Shape) words(name string) (words []string, said bool) {
	for _, p := range s.parts {
		if list := p.node.Get(name); list != nil {
			for _, item := range list.Items {
				words = append(words, item.String())
			}
			return words, true
		}
	}
	return nil, false
}

// Key names the member by which the items of a list are known (x-key); "" when the
// list is one whole.
func (s Shape) Key() string {
	for _, p := range s.parts {
		if key := p.node.Get("x-key"); key != nil {
			return key.String()
		}
	}
	return ""
}

// Names says what a value here names (x-names): objects of a kind, a field, a screen as
// <kind>:<key>, or with "expression" all that it speaks of; of an object its members'
// names do. "" is nothing.
func (s Shape) Names() string {
	for _, p := range s.parts {
		if what := p.node.Get("x-names"); what != nil {
			return what.String()
		}
	}
	return ""
}

// Scope lists the names that an expression here may see; lines stands for each line set
// by its key. A name may be missing where there is no such thing, as the head of a record
// that is no line.
func (s Shape) Scope() []string { return s.scope }

// Fixed tells whether a value stays as the layer that owns the object says it
// (x-fixed): code or stored data rely on it.
func (s Shape) Fixed() bool { return s.says("x-fixed") }

// Kept tells whether a list keeps the items that the layer that owns the object says
// (x-kept).
func (s Shape) Kept() bool { return s.says("x-kept") }

// IsText tells whether an object here is words by language (x-text).
func (s Shape) IsText() bool { return s.says("x-text") }

// Texts visits the texts in a value with their paths.
func (s Shape) Texts(n *tree.Node, path string, visit func(path string, text *tree.Node)) {
	if n.Kind == tree.Object && s.IsText() {
		visit(path, n)
		return
	}
	for _, m := range n.Members {
		if m.Value.Kind != tree.Literal {
			s.Member(m.Name).Texts(m.Value, join(path, m.Name), visit)
		}
	}
	inner := Shape{}
	if len(n.Items) > 0 {
		inner = s.Item()
	}
	for i, item := range n.Items {
		inner.Texts(item, join(path, strconv.Itoa(i)), visit)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "/" + name
}

func (s Shape) says(word string) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.node.Get(word) != nil })
}

// Requires tells whether every object here has a member.
func (s Shape) Requires(name string) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool {
		required := p.node.Get("required")
		return required != nil && slices.ContainsFunc(required.Items, func(n *tree.Node) bool { return n.String() == name })
	})
}

// Members lists the members that the schemas name, in the order they are written.
func (s Shape) Members() []string {
	var names []string
	for _, p := range s.parts {
		if properties := p.node.Get("properties"); properties != nil {
			for _, m := range properties.Members {
				if !slices.Contains(names, m.Name) {
					names = append(names, m.Name)
				}
			}
		}
	}
	return names
}

// Arrange gives every object of a value the order of its schema; members that no
// schema names stand behind those, by name.
func (s Shape) Arrange(n *tree.Node) {
	if n.Kind == tree.Object {
		order := s.Members()
		slices.SortFunc(n.Members, func(a, b tree.Member) int {
			return cmp.Or(cmp.Compare(rank(order, a.Name), rank(order, b.Name)), cmp.Compare(a.Name, b.Name))
		})
	}
	for _, m := range n.Members {
		s.Member(m.Name).Arrange(m.Value)
	}
	for _, item := range n.Items {
		s.Item().Arrange(item)
	}
}

func rank(order []string, name string) int {
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}
