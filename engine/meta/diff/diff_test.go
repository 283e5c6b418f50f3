package diff_test

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/meta/diff"
	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

var rounds = flag.Int("rounds", 250, "random edits to try")

// TestAnOverlayOfAnEditIsTheEdit compares shipped objects with random edits of them:
// the operations that are found make the one of the other.
func TestAnOverlayOfAnEditIsTheEdit(t *testing.T) {
	r, objects := newRandom(t), shipped(t)
	for range *rounds {
		o := objects[r.IntN(len(objects))]
		edited := r.edited(o, 1+r.IntN(6))
		ops := diff.Between(o.node, edited, o.shape)
		made, lost := overlay.Apply(o.node, o.shape, ops)
		if len(lost) > 0 || !tree.Equal(made, edited) {
			t.Fatalf("%s: %v lost; %d operations make\n%s\nand not\n%s", o.file, lost, len(ops), tree.Print(made), tree.Print(edited))
		}
	}
}

// TestTwoEditsAreMerged merges pairs of random edits: those that do not touch are
// both there, and each pair of operations that touch is told.
func TestTwoEditsAreMerged(t *testing.T) {
	r, objects := newRandom(t), shipped(t)
	apart := 0
	for range *rounds {
		o := objects[r.IntN(len(objects))]
		ours, theirs := r.edited(o, 1+r.IntN(3)), r.edited(o, 1+r.IntN(3))
		left, right := diff.Between(o.node, ours, o.shape), diff.Between(o.node, theirs, o.shape)
		made, clashes := diff.Merge(o.node, ours, theirs, o.shape)
		touching := touchingOf(left, right)
		for _, at := range touching {
			told := slices.ContainsFunc(clashes, func(c diff.Clash) bool { return touch(c.At, at) })
			same := tree.Equal(overlay.Find(ours, o.shape, at), overlay.Find(theirs, o.shape, at))
			if !told && !same {
				t.Fatalf("%s: both edits change %s, and nobody is told\n%v\n%v", o.file, at, left, right)
			}
		}
		if len(touching) > 0 {
			continue
		}
		apart++
		both, lost := overlay.Apply(theirs, o.shape, left)
		for _, c := range clashes {
			if !moves(left, c.At) || !moves(right, c.At) { // the order of a list may clash
				t.Fatalf("%s: the edits touch nowhere, and %s clashes\n%v\n%v", o.file, c.At, left, right)
			}
		}
		// A neighbour that theirs hides is lost to the operation, not to the merge.
		if len(lost) == 0 && !tree.Equal(unordered(both), unordered(made)) {
			t.Fatalf("%s: something was dropped\n%v\n%v\nmade\n%s", o.file, left, right, tree.Print(made))
		}
	}
	if apart < *rounds/3 {
		t.Errorf("only %d of %d pairs do not touch", apart, *rounds)
	}
}

type object struct {
	file  string
	node  *tree.Node
	shape shape.Shape
}

// shipped reads the metadata of the product.
func shipped(t *testing.T) (objects []object) {
	t.Helper()
	root := os.DirFS("../../..")
	schemas, err := fs.Sub(root, "metadata/schema")
	if err != nil {
		t.Fatal(err)
	}
	shapes, err := shape.Read(schemas)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"metadata", "plugins"} {
		err := fs.WalkDir(root, folder, func(name string, _ fs.DirEntry, err error) error {
			words := strings.Split(path.Base(name), ".")
			if err != nil || len(words) != 3 || words[2] != "json" || words[1] == "schema" {
				return err
			}
			text, err := fs.ReadFile(root, name)
			if err != nil {
				return err
			}
			node, err := tree.Parse(text)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			o := object{name, node, shapes.Of(words[1])}
			o.shape.Arrange(node)
			objects = append(objects, o)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(objects) < 400 {
		t.Fatalf("only %d objects", len(objects))
	}
	return objects
}

type random struct{ *rand.Rand }

func newRandom(t *testing.T) random {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return random{rand.New(rand.NewPCG(seed, 1))}
}

// edited gives an edit of an object.
func (r random) edited(o object, edits int) *tree.Node {
	made := o.node.Clone()
	for range edits {
		spots := spotsOf(made, o.shape, nil)
		r.edit(spots[r.IntN(len(spots))])
	}
	o.shape.Arrange(made)
	return made
}

// spot is an object, or a list of items with keys, that may be edited; the name of
// the key of the items that it is one of stays.
type spot struct {
	node  *tree.Node
	shape shape.Shape
	key   string
}

func spotsOf(n *tree.Node, s shape.Shape, found []spot) []spot {
	return inside(n, s, "", found)
}

func inside(n *tree.Node, s shape.Shape, key string, found []spot) []spot {
	if n.Kind == tree.Object && len(n.Members) > 0 || n.Kind == tree.List && s.Key() != "" {
		found = append(found, spot{n, s, key})
	}
	for _, m := range n.Members {
		found = inside(m.Value, s.Member(m.Name), "", found)
	}
	for _, item := range n.Items {
		found = inside(item, s.Item(), s.Key(), found)
	}
	return found
}

func (r random) edit(at spot) {
	n := at.node
	if n.Kind == tree.Object {
		m := n.Members[r.IntN(len(n.Members))].Name
		switch r.IntN(3) {
		case 0:
			n.Set(fmt.Sprintf("x_%d", r.IntN(5)), r.literal())
		case 1:
			if m != at.key && len(n.Members) > 1 {
				n.Delete(m)
			}
		case 2:
			if m != at.key {
				n.Set(m, r.literal())
			}
		}
		return
	}
	switch i := r.IntN(len(n.Items) + 1); {
	case i == len(n.Items) || r.IntN(3) == 0:
		made := &tree.Node{Kind: tree.Object}
		made.Set(at.shape.Key(), tree.Value(fmt.Sprintf("x/~%d", r.IntN(1000))))
		if !slices.ContainsFunc(n.Items, func(o *tree.Node) bool {
			return tree.Equal(o.Get(at.shape.Key()), made.Get(at.shape.Key()))
		}) {
			n.Items = slices.Insert(n.Items, i, made)
		}
	case r.IntN(2) == 0:
		n.Items = slices.Delete(n.Items, i, i+1)
	default:
		moved := n.Items[i]
		n.Items = slices.Delete(n.Items, i, i+1)
		n.Items = slices.Insert(n.Items, r.IntN(len(n.Items)+1), moved)
	}
}

func (r random) literal() *tree.Node { return tree.Value(r.IntN(1_000_000)) }

// touchingOf lists the places whose content both sides change.
func touchingOf(left, right []overlay.Op) (places []string) {
	for _, a := range left {
		for _, b := range right {
			if a.Op == overlay.Move && b.Op == overlay.Move {
				continue
			}
			// An order is changed unless the whole list, or what it is in, is.
			if a.Op == overlay.Move && !strings.HasPrefix(a.At, target(b)+"/") || b.Op == overlay.Move && !strings.HasPrefix(b.At, target(a)+"/") {
				continue
			}
			if at, other := target(a), target(b); touch(at, other) {
				places = append(places, at[:min(len(at), len(other))])
			}
		}
	}
	return places
}

func target(op overlay.Op) string {
	if op.Op == overlay.Add {
		for _, m := range op.Value.Members {
			return overlay.Join(op.At, m.Value.String())
		}
	}
	return op.At
}

func touch(a, b string) bool {
	return strings.HasPrefix(a+"/", b+"/") || strings.HasPrefix(b+"/", a+"/")
}

// unordered copies a value with the items of each list in the order of their texts.
func unordered(n *tree.Node) *tree.Node {
	made := &tree.Node{Kind: n.Kind, Text: n.Text}
	for _, m := range n.Members {
		made.Set(m.Name, unordered(m.Value))
	}
	for _, item := range n.Items {
		made.Items = append(made.Items, unordered(item))
	}
	slices.SortFunc(made.Items, func(a, b *tree.Node) int {
		return strings.Compare(tree.Line(a), tree.Line(b))
	})
	return made
}

// moves tells whether a side moves items of a list.
func moves(ops []overlay.Op, list string) bool {
	return slices.ContainsFunc(ops, func(op overlay.Op) bool {
		return op.Op == overlay.Move && strings.HasPrefix(op.At, list+"/")
	})
}
