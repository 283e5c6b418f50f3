package release

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/diff"
	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// FileChange is what becomes of a file of the site.
type FileChange struct {
	Path  string      `json:"path"`
	Kind  string      `json:"kind"`
	Key   string      `json:"key"`
	What  string      `json:"what"`  // added, changed or removed
	Words []string    `json:"words"` // of a changed one: each operation in a line
	Ops   []Operation `json:"ops"`   // the same for who words them
}

// Operation is what becomes of a place of an object.
type Operation struct {
	Op     string          `json:"op"` // of an overlay, or undo: one that the site says no more
	At     string          `json:"at"`
	Value  json.RawMessage `json:"value,omitempty"`
	Before string          `json:"before,omitempty"`
	After  string          `json:"after,omitempty"`
}

// undo is the operation that takes back what an overlay said.
const undo = "undo"

// Differences tells what becomes of the files between two states of a site.
func Differences(shapes *shape.Shapes, before, after Folder) ([]FileChange, error) {
	all := maps.Clone(before)
	maps.Copy(all, after)
	found := []FileChange{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		one, err := fileChange(shapes, name, before[name], after[name])
		if err != nil {
			return nil, err
		}
		if one != nil {
			found = append(found, *one)
		}
	}
	return found, nil
}

// fileChange tells what becomes of one file; nil is nothing.
func fileChange(shapes *shape.Shapes, name string, old, text []byte) (*FileChange, error) {
	kind, key := meta.KindAndKey(name)
	one := &FileChange{Path: name, Kind: kind, Key: key, What: "changed", Words: []string{}, Ops: []Operation{}}
	switch {
	case old != nil && text != nil && bytes.Equal(old, text):
		return nil, nil
	case text != nil && kind == "overlay": // words on a shipped object
		return one, one.tellOverlay(old, text)
	case old == nil:
		one.What = "added"
		return one, nil
	case text == nil:
		one.What = "removed"
		return one, nil
	case !meta.IsObject(shapes, name):
		return one, nil
	}
	ops, err := opsOfTexts(shapes, name, old, text)
	one.tell(ops)
	return one, err
}

// tellOverlay tells what an overlay says that it did not, and what it says no more. Of one
// that cannot be read it tells nothing: the check says why.
func (f *FileChange) tellOverlay(old, text []byte) error {
	is, err := opsOf(text)
	if err != nil {
		return nil
	}
	if old == nil {
		f.tell(is)
		return nil
	}
	was, err := opsOf(old)
	if err != nil {
		return err
	}
	f.tell(without(is, was))
	for _, op := range without(was, is) {
		f.tell([]overlay.Op{{Op: undo + " " + op.Op, At: op.At}})
		f.Ops[len(f.Ops)-1].Op = undo
	}
	return nil
}

// without leaves out operations that others hold as well.
func without(ops, others []overlay.Op) []overlay.Op {
	return slices.DeleteFunc(slices.Clone(ops), func(op overlay.Op) bool {
		return slices.ContainsFunc(others, func(other overlay.Op) bool { return other.String() == op.String() })
	})
}

// tell adds operations to a change.
func (f *FileChange) tell(ops []overlay.Op) {
	for _, op := range ops {
		told := Operation{Op: op.Op, At: op.At, Before: op.Before, After: op.After}
		if op.Value != nil {
			told.Value = json.RawMessage(tree.Line(op.Value))
		}
		f.Words, f.Ops = append(f.Words, op.String()), append(f.Ops, told)
	}
}

// Check tells what is wrong with a site's files: no error and no problems is nothing.
func (r *Releases) Check(files Folder) (meta.Problems, error) {
	made, err := r.compiled(files)
	if err != nil {
		return nil, err
	}
	return append(meta.Problems{}, made.problems...), nil
}

// said leaves out of a plan what becomes of the engine's own tables.
func said(plan ddl.Plan, by *catalog.Release) ddl.Plan {
	return slices.DeleteFunc(plan, func(step ddl.Step) bool {
		_, its := by.Tables[step.Table]
		return !its
	})
}

// Compare tells what becomes of an object between two releases, by an edit of the site as by
// another version of the program; 0 is the release in force. Fault: release.no_object.
func (r *Releases) Compare(ctx context.Context, of Named, from, to int64) (*FileChange, error) {
	before, err := r.textOf(ctx, of, from)
	if err != nil {
		return nil, err
	}
	after, err := r.textOf(ctx, of, to)
	if err != nil {
		return nil, err
	}
	if before == nil || after == nil {
		return nil, fault.New(fault.NotFound, "release.no_object", "kind", of.Kind, "key", of.Key)
	}
	name := of.Key + "." + of.Kind + ".json"
	ops, err := opsOfTexts(r.Shapes, name, before, after)
	one := &FileChange{Path: name, Kind: of.Kind, Key: of.Key, What: "changed", Words: []string{}, Ops: []Operation{}}
	one.tell(ops)
	return one, err
}

// opsOfTexts tells what became of a text.
func opsOfTexts(shapes *shape.Shapes, name string, old, text []byte) ([]overlay.Op, error) {
	from, to, s, err := meta.Versions(shapes, name, old, text)
	if err != nil {
		return nil, fmt.Errorf("compare %s: %w", name, err)
	}
	return diff.Between(from, to, s), nil
}
