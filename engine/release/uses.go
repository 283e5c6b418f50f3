package release

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/tree"
	"github.com/wareloom/wareloom/engine/meta/uses"
)

// Use is a place in an object that names another.
type Use struct {
	Kind  string    `json:"kind"`
	Key   string    `json:"key"`
	Path  string    `json:"path"`
	Title meta.Text `json:"title"` // of the object
}

// Uses tells which objects name an object under a change set, or with the path of a
// field of a table, that field; 0 is the release in force. Other parts are named within
// their object alone, which has no place for it here. The fault is release.no_object.
func (r *Releases) Uses(ctx context.Context, of Named, path string, change int64) ([]Use, error) {
	files, err := r.filesAt(ctx, change, 0)
	if err != nil {
		return nil, err
	}
	if slices.Contains(r.naming(), of.Kind) { // an icon, say, is no object
		if _, err := r.object(files, of); err != nil {
			return nil, err
		}
	}
	found := []Use{}
	field, isField := strings.CutPrefix(path, "fields/")
	if path != "" && (of.Kind != "table" || !isField) {
		return found, nil
	}
	objects, titles, err := r.trees(files)
	if err != nil {
		return nil, err
	}
	for _, place := range uses.Find(objects, r.Shapes)[uses.Named{Kind: of.Kind, Key: of.Key, Field: field}] {
		found = append(found, Use{place.Kind, place.Key, place.Path, titles[Named{place.Kind, place.Key}]})
	}
	return found, nil
}

// trees reads all objects, by kind and key. What is no JSON is told by the check.
func (r *Releases) trees(files Folder) (objects []uses.Object, titles map[Named]meta.Text, err error) {
	model, err := r.shippedModel()
	if err != nil {
		return nil, nil, err
	}
	titles = map[Named]meta.Text{}
	for _, kind := range r.naming() {
		for key, o := range model.ObjectsOf(kind) {
			titles[Named{kind, key}] = o.Title
		}
		for _, own := range files.own(kind) {
			titles[Named{kind, own.Key}] = own.Title
		}
	}
	elements, err := r.elements(files, "")
	if err != nil {
		return nil, nil, err
	}
	byName := func(a, b Named) int { return strings.Compare(a.Kind+" "+a.Key, b.Kind+" "+b.Key) }
	for _, named := range slices.SortedFunc(maps.Keys(titles), byName) {
		one, err := r.object(files, named)
		if err != nil {
			return nil, nil, fmt.Errorf("read %s %s: %w", named.Kind, named.Key, err)
		}
		if node, err := tree.Parse(one.Object); err == nil {
			elements.Fill(node, r.Shapes.Of(named.Kind))
			objects = append(objects, uses.Object{Kind: named.Kind, Key: named.Key, Tree: node})
		}
	}
	return objects, titles, nil
}
