// Package overlay lays operations over an object of metadata: a member is set, added,
// hidden or moved. Items of a list are addressed by their key, so that an operation
// finds its target in every version of the object that has it.
package overlay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Words of operations.
const (
	Set  = "set"  // a member, or a whole list, gets a value
	Add  = "add"  // a list gets an item; At is the list
	Hide = "hide" // a member or an item is not there any more
	Move = "move" // an item gets another place in its list
)

// Op is one operation. At is a path of members and keys, as fields/code/title; a
// slash in a key is written ~1, a tilde ~0. Before and After name the item beside
// which an item is added or moved, not both; without either it comes last.
type Op struct {
	Op     string
	At     string
	Value  *tree.Node // of set and add
	Before string
	After  string
}

// String says the operation in a line.
func (op Op) String() string {
	words := []string{op.Op, op.At}
	if op.Value != nil {
		words = append(words, tree.Line(op.Value))
	}
	if op.Before != "" {
		words = append(words, "before", op.Before)
	}
	if op.After != "" {
		words = append(words, "after", op.After)
	}
	return strings.Join(words, " ")
}

// Lost tells of an operation that found nothing to work on.
type Lost struct {
	Op  Op
	Why string
}

// Error says which operation is lost, and why.
func (l Lost) Error() string { return fmt.Sprintf("%s %s: %s", l.Op.Op, l.Op.At, l.Why) }

// Apply lays operations over an object, one after another, and gives the object that
// comes of it. Operations that find no target are told; the others are applied.
func Apply(object *tree.Node, s shape.Shape, ops []Op) (*tree.Node, []Lost) {
	made := object.Clone()
	var lost []Lost
	for _, op := range ops {
		if why := apply(made, s, op); why != "" {
			lost = append(lost, Lost{op, why})
		}
	}
	s.Arrange(made)
	return made, lost
}

// apply changes the object; it gives the reason when it cannot.
func apply(object *tree.Node, s shape.Shape, op Op) string {
	steps := Split(op.At)
	if op.Op == Add {
		list, s, ok := find(object, s, steps)
		if !ok {
			return "there is no such list"
		}
		return addTo(list, s, op)
	}
	if len(steps) == 0 {
		return "it names nothing"
	}
	last := steps[len(steps)-1]
	holder, s, ok := find(object, s, steps[:len(steps)-1])
	switch {
	case !ok:
		return "what it was part of is not there"
	case holder.Kind == tree.Object:
		return changeMember(holder, last, op)
	case holder.Kind == tree.List && s.Key() != "":
		return changeItem(holder, s, last, op)
	}
	return "it lies in a value that has no parts"
}

func changeMember(holder *tree.Node, name string, op Op) string {
	switch op.Op {
	case Set:
		holder.Set(name, op.Value.Clone())
	case Hide:
		if !holder.Delete(name) {
			return "it is not there"
		}
	default:
		return "a member cannot be moved"
	}
	return ""
}

func changeItem(list *tree.Node, s shape.Shape, key string, op Op) string {
	i := index(list, s, key)
	if i < 0 {
		return "it is not there"
	}
	switch op.Op {
	case Set:
		if op.Value.Get(s.Key()).String() != key {
			return "an item keeps its key"
		}
		list.Items[i] = op.Value.Clone()
	case Hide:
		list.Items = slices.Delete(list.Items, i, i+1)
	case Move:
		item := list.Items[i]
		rest := slices.Delete(slices.Clone(list.Items), i, i+1)
		return insert(list, rest, s, item, op)
	}
	return ""
}

func addTo(list *tree.Node, s shape.Shape, op Op) string {
	key := op.Value.Get(s.Key())
	switch {
	case list.Kind != tree.List || s.Key() == "":
		return "it is no list of items with keys"
	case key == nil:
		return "the item has no " + s.Key()
	case index(list, s, key.String()) >= 0:
		return fmt.Sprintf("there is a %q already", key.String())
	}
	return insert(list, list.Items, s, op.Value.Clone(), op)
}

// insert puts an item beside its neighbour; the list stays as it is when that is gone.
func insert(list *tree.Node, among []*tree.Node, s shape.Shape, item *tree.Node, op Op) string {
	at := len(among)
	rest := &tree.Node{Kind: tree.List, Items: among}
	switch neighbour := op.Before + op.After; {
	case op.Before != "" && op.After != "":
		return "it names two neighbours"
	case neighbour != "":
		found := index(rest, s, neighbour)
		if found < 0 {
			return fmt.Sprintf("its neighbour %q is not there", neighbour)
		}
		at = found
		if op.After != "" {
			at++
		}
	}
	list.Items = slices.Insert(slices.Clone(among), at, item)
	return ""
}

// Breach finds a change that no overlay may make: a fixed member that has another
// value, or an item of a kept list that is gone.
func Breach(before, after *tree.Node, s shape.Shape) (at string, found bool) {
	return breach("", before, after, s)
}

func breach(at string, before, after *tree.Node, s shape.Shape) (string, bool) {
	switch {
	case s.Fixed() && !tree.Equal(before, after):
		return at, true
	case before == nil:
		return "", false
	case after == nil || before.Kind != after.Kind:
		return at, s.Kept()
	case before.Kind == tree.List && s.Key() != "":
		return breachOfItems(at, before, after, s)
	case before.Kind == tree.Object:
		for _, name := range s.Members() {
			if where, found := breach(Join(at, name), before.Get(name), after.Get(name), s.Member(name)); found {
				return where, true
			}
		}
	}
	return "", false
}

func breachOfItems(at string, before, after *tree.Node, s shape.Shape) (string, bool) {
	for _, item := range before.Items {
		key := item.Get(s.Key()).String()
		i := index(after, s, key)
		if i < 0 {
			if s.Kept() {
				return Join(at, key), true
			}
			continue
		}
		if where, found := breach(Join(at, key), item, after.Items[i], s.Item()); found {
			return where, true
		}
	}
	return "", false
}

// Find gives what stands under a path; nil when nothing does.
func Find(object *tree.Node, s shape.Shape, at string) *tree.Node {
	found, _, _ := find(object, s, Split(at))
	return found
}

// ShapeOf gives the shape of the value of an operation, whose word and path are these.
func ShapeOf(object shape.Shape, word, at string) shape.Shape {
	for _, step := range Split(at) {
		if object.Key() != "" {
			object = object.Item()
		} else {
			object = object.Member(step)
		}
	}
	if word == Add {
		return object.Item()
	}
	return object
}

// find follows a path.
func find(n *tree.Node, s shape.Shape, steps []string) (*tree.Node, shape.Shape, bool) {
	for _, step := range steps {
		switch {
		case n.Kind == tree.Object:
			n, s = n.Get(step), s.Member(step)
		case n.Kind == tree.List && s.Key() != "":
			i := index(n, s, step)
			if i < 0 {
				return nil, s, false
			}
			n, s = n.Items[i], s.Item()
		default:
			return nil, s, false
		}
		if n == nil {
			return nil, s, false
		}
	}
	return n, s, true
}

func index(list *tree.Node, s shape.Shape, key string) int {
	return slices.IndexFunc(list.Items, func(item *tree.Node) bool {
		found := item.Get(s.Key())
		return found != nil && found.String() == key
	})
}

var escape, unescape = strings.NewReplacer("~", "~0", "/", "~1"), strings.NewReplacer("~1", "/", "~0", "~")

// Join adds a step to a path.
func Join(at, step string) string {
	if at == "" {
		return escape.Replace(step)
	}
	return at + "/" + escape.Replace(step)
}

// Split gives the steps of a path.
func Split(at string) []string {
	if at == "" {
		return nil
	}
	steps := strings.Split(at, "/")
	for i := range steps {
		steps[i] = unescape.Replace(steps[i])
	}
	return steps
}
