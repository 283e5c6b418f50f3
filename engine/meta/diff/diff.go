// Package diff compares two versions of an object of metadata by meaning: what it
// finds are the operations of an overlay, so that laying them over the one gives the
// other. It also merges two edits of one version.
package diff

import (
	"slices"

	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Between gives the operations that make `to` of `from`. Both are arranged as their
// shape says, and have no key twice.
func Between(from, to *tree.Node, s shape.Shape) []overlay.Op {
	d := differ{}
	d.object("", from, to, s)
	return d.ops
}

type differ struct{ ops []overlay.Op }

func (d *differ) note(op overlay.Op) { d.ops = append(d.ops, op) }

// value compares what stands under one path.
func (d *differ) value(at string, from, to *tree.Node, s shape.Shape) {
	switch {
	case tree.Equal(from, to):
	case from.Kind == tree.Object && to.Kind == tree.Object:
		d.object(at, from, to, s)
	case from.Kind == tree.List && to.Kind == tree.List && keyed(from, s) && keyed(to, s):
		d.list(at, from, to, s)
	default:
		d.note(overlay.Op{Op: overlay.Set, At: at, Value: to})
	}
}

func (d *differ) object(at string, from, to *tree.Node, s shape.Shape) {
	for _, m := range from.Members {
		if to.Get(m.Name) == nil {
			d.note(overlay.Op{Op: overlay.Hide, At: overlay.Join(at, m.Name)})
		}
	}
	for _, m := range to.Members {
		inner := overlay.Join(at, m.Name)
		if before := from.Get(m.Name); before != nil {
			d.value(inner, before, m.Value, s.Member(m.Name))
		} else {
			d.note(overlay.Op{Op: overlay.Set, At: inner, Value: m.Value})
		}
	}
}

// list compares items by key: who went, who stays and in which order, who is new.
func (d *differ) list(at string, from, to *tree.Node, s shape.Shape) {
	before, after := keys(from, s), keys(to, s)
	for i, key := range before {
		other := slices.Index(after, key)
		if other < 0 {
			d.note(overlay.Op{Op: overlay.Hide, At: overlay.Join(at, key)})
		} else {
			d.value(overlay.Join(at, key), from.Items[i], to.Items[other], s.Item())
		}
	}
	stays := shared(before, after)
	still := inOrder(stays, after)
	first := ""
	if len(stays) > 0 {
		first = stays[0]
	}
	for i, key := range after {
		op := overlay.Op{Op: overlay.Move, At: overlay.Join(at, key)}
		if i > 0 {
			op.After = after[i-1]
		} else {
			op.Before = first
		}
		switch {
		case !slices.Contains(before, key):
			op.Op, op.At, op.Value = overlay.Add, at, to.Items[i]
			d.note(op)
		case !still[key] && op.Before != key:
			d.note(op)
		}
	}
}

// inOrder gives the most keys that may stay where they are: a longest sequence that
// rises in the other order.
func inOrder(keys, other []string) map[string]bool {
	best := make([]int, len(keys)) // longest sequence that ends here
	prior := make([]int, len(keys))
	end := -1
	for i, key := range keys {
		best[i], prior[i] = 1, -1
		for j := range i {
			if slices.Index(other, keys[j]) < slices.Index(other, key) && best[j] >= best[i] {
				best[i], prior[i] = best[j]+1, j
			}
		}
		if end < 0 || best[i] > best[end] {
			end = i
		}
	}
	still := map[string]bool{}
	for ; end >= 0; end = prior[end] {
		still[keys[end]] = true
	}
	return still
}

func keys(list *tree.Node, s shape.Shape) []string {
	found := make([]string, len(list.Items))
	for i, item := range list.Items {
		found[i] = item.Get(s.Key()).String()
	}
	return found
}

// keyed tells whether each item of a list has a key, and no two the same.
func keyed(list *tree.Node, s shape.Shape) bool {
	if s.Key() == "" {
		return false
	}
	seen := map[string]bool{}
	for _, item := range list.Items {
		key := item.Get(s.Key())
		if key == nil || seen[key.String()] {
			return false
		}
		seen[key.String()] = true
	}
	return true
}
