package meta

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Element is what a field is, said once: a field that names it has all that it does not
// say itself from there.
type Element struct {
	Object
	Field Field `json:"-"`
}

// UnmarshalJSON reads the object, and of the same members the field.
func (e *Element) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &e.Object); err != nil {
		return err
	}
	return json.Unmarshal(text, &e.Field)
}

// ElementKind is the kind of elements, and the member by which a field names one.
const ElementKind = "element"

// identity are the members of an element that are its own and not those of fields.
var identity = []string{"$schema", "kind", "key"}

// Elements are elements as they come out, by key.
type Elements map[string]*tree.Node

// Clash is a member that a field may not say: its element says another value of what
// only code may decide. Without Name there is no such element.
type Clash struct{ Path, Name, Element string }

// Fill gives every field of an object the members that its element says and it does not.
func (e Elements) Fill(n *tree.Node, s shape.Shape) []Clash { return e.fill(n, s, "") }

func (e Elements) fill(n *tree.Node, s shape.Shape, path string) (found []Clash) {
	if n.Kind == tree.Object {
		found = e.field(n, s, path)
	}
	for _, m := range n.Members {
		if m.Value.Kind != tree.Literal {
			found = append(found, e.fill(m.Value, s.Member(m.Name), join(path, m.Name))...)
		}
	}
	for i, item := range n.Items {
		if item.Kind != tree.Literal {
			found = append(found, e.fill(item, s.Item(), join(path, strconv.Itoa(i)))...)
		}
	}
	return found
}

// field fills one object, where it is a field that names an element.
func (e Elements) field(n *tree.Node, s shape.Shape, path string) (found []Clash) {
	named := n.Get(ElementKind)
	if named == nil || s.Member(ElementKind).Names() != ElementKind {
		return nil
	}
	element, known := e[named.String()]
	if !known {
		return []Clash{{Path: join(path, ElementKind), Element: named.String()}}
	}
	for _, m := range element.Members {
		own := n.Get(m.Name)
		switch {
		case slices.Contains(identity, m.Name):
		case own == nil:
			n.Set(m.Name, m.Value.Clone())
		case s.Member(m.Name).Fixed() && !tree.Equal(own, m.Value):
			found = append(found, Clash{join(path, m.Name), m.Name, named.String()})
		}
	}
	return found
}

// Apply lays operations over an object. One that leads into a member which a field has
// from its element makes that member the field's own first.
func (e Elements) Apply(object *tree.Node, s shape.Shape, ops []overlay.Op) (*tree.Node, []overlay.Lost) {
	var lost []overlay.Lost
	for _, op := range ops {
		made, missed := overlay.Apply(e.opened(object, s, op.At), s, []overlay.Op{op})
		object, lost = made, append(lost, missed...)
	}
	return object, lost
}

// opened gives the object with what stands on the way of a path, or the object itself.
func (e Elements) opened(object *tree.Node, s shape.Shape, at string) *tree.Node {
	steps := overlay.Split(at)
	way := ""
	for i := range len(steps) - 1 {
		field := overlay.Find(object, s, way)
		value := e[field.Get(ElementKind).String()].Get(steps[i])
		if value != nil && field.Get(steps[i]) == nil {
			made := object.Clone()
			overlay.Find(made, s, way).Set(steps[i], value.Clone())
			return made
		}
		way = overlay.Join(way, steps[i])
	}
	return object
}

// Breach finds a change that no overlay may make, of what fields have from elements, too.
func (e Elements) Breach(before, after *tree.Node, s shape.Shape) (at string, found bool) {
	return overlay.Breach(e.filled(before, s), e.filled(after, s), s)
}

func (e Elements) filled(n *tree.Node, s shape.Shape) *tree.Node {
	made := n.Clone()
	e.Fill(made, s)
	return made
}

// definitions are the elements that are not kept yet, with what was laid over them.
func (l *loader) definitions() Elements {
	found := Elements{}
	for _, o := range l.files {
		if o.Kind != ElementKind {
			continue
		}
		if node, err := tree.Parse(o.source); err == nil { // else told when the element itself is read
			found[o.Key] = node
		}
	}
	return found
}

// sum tells the elements from others.
func (e Elements) sum() [sha256.Size]byte {
	sum := sha256.New()
	for _, node := range Sorted(e) {
		sum.Write(tree.Print(node))
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

// fill gives an object what its fields have from elements.
func (l *loader) fill(o *Object) Problems {
	if o.Kind == ElementKind || !bytes.Contains(o.source, []byte(`"`+ElementKind+`"`)) {
		return nil
	}
	of := filling{o.Kind, sha256.Sum256(o.source), l.elementsSum}
	if o.whole = l.reader.filled.find(of); o.whole != nil {
		return nil
	}
	shapes, err := l.reader.shapes()
	if err != nil {
		return Problems{o.Problem("", "meta.bad_schema", "detail", err.Error())}
	}
	node, err := tree.Parse(o.source)
	if err != nil {
		return nil // told when the object itself is read
	}
	problems := o.clashes(l.elements.Fill(node, shapes.Of(o.Kind)))
	if o.whole = tree.Print(node); len(problems) == 0 {
		l.reader.filled.keep(of, o.whole)
	}
	return problems
}

// clashes says what an object's fields may not say.
func (o *Object) clashes(found []Clash) (problems Problems) {
	for _, clash := range found {
		if clash.Name == "" {
			problems = append(problems, o.Problem(clash.Path, "meta.unknown", "kind", ElementKind, "name", clash.Element))
		} else {
			problems = append(problems, o.Problem(clash.Path, "meta.element_clash", "name", clash.Name, "element", clash.Element))
		}
	}
	return problems
}

// element checks an element as a field of no table.
func (c *checker) element(e *Element) {
	c.object = &e.Object
	c.field("", &e.Field)
}
