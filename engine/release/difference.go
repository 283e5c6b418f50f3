package release

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/diff"
	"github.com/wareloom/wareloom/engine/meta/shape"
)

// FileChange is what becomes of a file of the site.
type FileChange struct {
	Path string   `json:"path"`
	Kind string   `json:"kind"`
	Key  string   `json:"key"`
	What string   `json:"what"`  // added, changed or removed
	Ops  []string `json:"words"` // of a changed one
}

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
	one := &FileChange{Path: name, Kind: kind, Key: key, What: "changed", Ops: []string{}}
	switch {
	case old != nil && text != nil && bytes.Equal(old, text):
		return nil, nil
	case old == nil && kind == "overlay": // the first words on a shipped object
		ops, err := opsOf(text)
		for _, op := range ops {
			one.Ops = append(one.Ops, op.String())
		}
		return one, err
	case old == nil:
		one.What = "added"
		return one, nil
	case text == nil:
		one.What = "removed"
		return one, nil
	case !meta.IsObject(shapes, name):
		return one, nil
	}
	var err error
	one.Ops, err = opsOfTexts(shapes, name, old, text)
	return one, err
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

// Compare gives the operations that make an object of one release that of another; 0
// is the release in force.
func (r *Releases) Compare(ctx context.Context, of Named, from, to int64) ([]string, error) {
	before, err := r.Object(ctx, of, 0, from)
	if err != nil {
		return nil, err
	}
	after, err := r.Object(ctx, of, 0, to)
	if err != nil {
		return nil, err
	}
	return opsOfTexts(r.Shapes, of.Key+"."+of.Kind+".json", before.Object, after.Object)
}

// opsOfTexts words what became of a text.
func opsOfTexts(shapes *shape.Shapes, name string, old, text []byte) ([]string, error) {
	from, to, s, err := meta.Versions(shapes, name, old, text)
	if err != nil {
		return nil, fmt.Errorf("compare %s: %w", name, err)
	}
	words := []string{}
	for _, op := range diff.Between(from, to, s) {
		words = append(words, op.String())
	}
	return words, nil
}
