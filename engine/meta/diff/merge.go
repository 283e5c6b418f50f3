package diff

import (
	"slices"

	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Clash is a place that both edits changed, each in its own way. Nil is a value that
// is not there; where only the order of a list clashes, both are the list.
type Clash struct {
	At           string
	Ours, Theirs *tree.Node
}

// Merge puts two edits of one version together. What only one of them changed is
// taken, and what both changed alike; of a clash it keeps ours. Nil is an object that
// is not there, as before two edits that both made it.
func Merge(base, ours, theirs *tree.Node, s shape.Shape) (*tree.Node, []Clash) {
	m := merger{}
	made := m.value("", base, ours, theirs, s)
	if made == nil {
		return nil, m.clashes
	}
	made = made.Clone()
	s.Arrange(made)
	return made, m.clashes
}

type merger struct{ clashes []Clash }

func (m *merger) clash(at string, ours, theirs *tree.Node) *tree.Node {
	m.clashes = append(m.clashes, Clash{at, ours, theirs})
	return ours
}

// value merges what stands under one path; nil stands for nothing.
func (m *merger) value(at string, base, ours, theirs *tree.Node, s shape.Shape) *tree.Node {
	all := []*tree.Node{base, ours, theirs}
	is := func(kind tree.Kind) bool {
		return !slices.ContainsFunc(all, func(n *tree.Node) bool { return n == nil || n.Kind != kind })
	}
	switch {
	case tree.Equal(ours, theirs), tree.Equal(base, theirs):
		return ours
	case tree.Equal(base, ours):
		return theirs
	case base == nil && ours != nil && theirs != nil && ours.Kind != tree.Literal && ours.Kind == theirs.Kind:
		return m.value(at, &tree.Node{Kind: ours.Kind}, ours, theirs, s) // both made it: their members are put together
	case is(tree.Object):
		return m.object(at, base, ours, theirs, s)
	case is(tree.List) && keyed(base, s) && keyed(ours, s) && keyed(theirs, s):
		return m.list(at, base, ours, theirs, s)
	}
	return m.clash(at, ours, theirs)
}

func (m *merger) object(at string, base, ours, theirs *tree.Node, s shape.Shape) *tree.Node {
	made := &tree.Node{Kind: tree.Object}
	for _, side := range []*tree.Node{ours, theirs, base} {
		for _, member := range side.Members {
			name := member.Name
			if side != ours && ours.Get(name) != nil || side == base && theirs.Get(name) != nil {
				continue // it had its turn
			}
			value := m.value(overlay.Join(at, name), base.Get(name), ours.Get(name), theirs.Get(name), s.Member(name))
			if value != nil {
				made.Set(name, value)
			}
		}
	}
	return made
}

func (m *merger) list(at string, base, ours, theirs *tree.Node, s shape.Shape) *tree.Node {
	made := &tree.Node{Kind: tree.List}
	for _, key := range m.order(at, base, ours, theirs, s) {
		value := m.value(overlay.Join(at, key), item(base, s, key), item(ours, s, key), item(theirs, s, key), s.Item())
		if value != nil {
			made.Items = append(made.Items, value)
		}
	}
	return made
}

// order is that of the side that moved items; those that only the other has stand
// behind the one they follow there.
func (m *merger) order(at string, base, ours, theirs *tree.Node, s shape.Shape) []string {
	first, second := ours, theirs
	switch {
	case sameOrder(base, ours, s):
		first, second = theirs, ours
	case !sameOrder(base, theirs, s) && !sameOrder(ours, theirs, s):
		m.clash(at, ours, theirs)
	}
	order := keys(first, s)
	for _, side := range []*tree.Node{second, base} {
		others := keys(side, s)
		for i, key := range others {
			if slices.Contains(order, key) {
				continue
			}
			place := 0
			if i > 0 {
				place = slices.Index(order, others[i-1]) + 1 // it is there: it had its turn
			}
			order = slices.Insert(order, place, key)
		}
	}
	return order
}

// Reordered gives the items of a list in the order that they have in another, those that
// it has not behind; false where they are no lists of items with keys.
func Reordered(list, other *tree.Node, s shape.Shape) (*tree.Node, bool) {
	if list.Kind != tree.List || other.Kind != tree.List || !keyed(list, s) || !keyed(other, s) {
		return nil, false
	}
	made := &tree.Node{Kind: tree.List}
	order := shared(keys(other, s), keys(list, s))
	for _, key := range append(order, keys(list, s)...) {
		if item(made, s, key) == nil {
			made.Items = append(made.Items, item(list, s, key))
		}
	}
	return made, true
}

// sameOrder tells whether the items that two lists share have one order in both.
func sameOrder(a, b *tree.Node, s shape.Shape) bool {
	left, right := keys(a, s), keys(b, s)
	return slices.Equal(shared(left, right), shared(right, left))
}

// shared gives the keys that are among others, in their order.
func shared(keys, others []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !slices.Contains(others, key) })
}

func item(list *tree.Node, s shape.Shape, key string) *tree.Node {
	i := slices.Index(keys(list, s), key)
	if i < 0 {
		return nil
	}
	return list.Items[i]
}
