package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/diff"
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
func (r *Releases) Differences(before, after Folder) ([]FileChange, error) {
	all := maps.Clone(before)
	maps.Copy(all, after)
	found := []FileChange{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		one, err := r.fileChange(name, before[name], after[name])
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
func (r *Releases) fileChange(name string, old, text []byte) (*FileChange, error) {
	kind, key := meta.KindAndKey(name)
	one := &FileChange{Path: name, Kind: kind, Key: key, What: "changed", Ops: []string{}}
	switch {
	case old != nil && text != nil && string(old) == string(text):
		return nil, nil
	case old == nil:
		one.What = "added"
		return one, nil
	case text == nil:
		one.What = "removed"
		return one, nil
	case !meta.IsObject(r.Shapes, name):
		return one, nil
	}
	var err error
	one.Ops, err = r.ops(name, old, text)
	return one, err
}

// Check tells what is wrong with a site's files: no error and no problems is nothing.
func (r *Releases) Check(files Folder) (meta.Problems, error) {
	site, err := files.FS()
	if err != nil {
		return nil, err
	}
	return r.check(site)
}

func (r *Releases) check(site fs.FS) (meta.Problems, error) {
	_, err := r.Compile(site)
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
	return r.ops(of.Key+"."+of.Kind+".json", before.Object, after.Object)
}

// ops words what became of a text.
func (r *Releases) ops(name string, old, text []byte) ([]string, error) {
	from, to, s, err := meta.Versions(r.Shapes, name, old, text)
	if err != nil {
		return nil, fmt.Errorf("compare %s: %w", name, err)
	}
	words := []string{}
	for _, op := range diff.Between(from, to, s) {
		words = append(words, op.String())
	}
	return words, nil
}
