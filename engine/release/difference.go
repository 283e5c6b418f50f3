package release

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

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

// checked keeps what was found out about the files that were checked last: designers read
// many objects of one state.
type checked struct {
	mu       sync.Mutex
	hash     string // of the files
	problems meta.Problems
}

// Check tells what is wrong with a site's files: no error and no problems is nothing.
func (r *Releases) Check(files Folder) (meta.Problems, error) {
	hash := files.hash()
	r.checked.mu.Lock()
	defer r.checked.mu.Unlock()
	if r.checked.hash == hash {
		return slices.Clone(r.checked.problems), nil
	}
	site, err := files.FS()
	if err != nil {
		return nil, err
	}
	_, err = r.Compile(site)
	problems, err := problemsOf(err)
	if err == nil {
		r.checked.hash, r.checked.problems = hash, slices.Clone(problems)
	}
	return problems, err
}

// Try tells what is wrong with a site's files, and where nothing is, what publishing
// them would do to the database.
func (r *Releases) Try(ctx context.Context, files Folder) (ddl.Plan, meta.Problems, error) {
	site, err := files.FS()
	if err != nil {
		return nil, nil, err
	}
	d, err := r.Draft(ctx, site)
	if err != nil {
		problems, err := problemsOf(err)
		return ddl.Plan{}, problems, err
	}
	plan, err := r.Plan(ctx, d)
	return append(ddl.Plan{}, said(plan, d.Release)...), meta.Problems{}, err
}

// said leaves out of a plan what becomes of the engine's own tables.
func said(plan ddl.Plan, by *catalog.Release) ddl.Plan {
	return slices.DeleteFunc(plan, func(step ddl.Step) bool {
		_, its := by.Tables[step.Table]
		return !its
	})
}

// problemsOf tells mistakes of metadata from other failures.
func problemsOf(err error) (meta.Problems, error) {
	var problems meta.Problems
	if errors.As(err, &problems) {
		return problems, nil
	}
	return meta.Problems{}, err
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
