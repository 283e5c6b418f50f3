package metadata_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
	"github.com/wareloom/wareloom/engine/meta/uses"
)

// TestWhatNothingNamesCanGo takes every field away of which no use is found: what is
// left is sound, so that no use was overlooked.
func TestWhatNothingNamesCanGo(t *testing.T) {
	t.Parallel()
	shapes, err := shape.Read(schemas(t))
	if err != nil {
		t.Fatal(err)
	}
	var objects []uses.Object
	var without []meta.Source
	for _, source := range sources(t) {
		files := copied(t, source.FS)
		for name, file := range files {
			if kind, key := meta.KindAndKey(name); kind != "" && kind != "overlay" {
				node, err := tree.Parse(file.Data)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				objects = append(objects, uses.Object{Kind: kind, Key: key, Tree: node})
			}
		}
		source.FS = files
		without = append(without, source)
	}
	fillElements(objects, shapes)
	named, taken := uses.Find(objects, shapes), 0
	for _, source := range without {
		files, _ := source.FS.(fstest.MapFS)
		for name, file := range files {
			if kind, key := meta.KindAndKey(name); kind == "table" {
				taken += takeUnnamed(t, key, file, named)
			}
		}
	}
	if taken == 0 {
		t.Fatal("every field is named; is that looked for?")
	}
	model, err := meta.Load(schemas(t), without...)
	if err == nil {
		_, err = catalog.Compile(model, functions(t))
	}
	if err != nil {
		t.Errorf("without %d fields of which no use was found:\n%v", taken, err)
	}
	t.Logf("%d fields are named nowhere", taken)
}

// takeUnnamed takes the fields of a table out of its file that nothing names.
func takeUnnamed(t *testing.T, table string, file *fstest.MapFile, places map[uses.Named][]uses.Place) (taken int) {
	t.Helper()
	node, err := tree.Parse(file.Data)
	if err != nil {
		t.Fatal(err)
	}
	fields := node.Get("fields")
	if fields == nil {
		return 0
	}
	before := len(fields.Items)
	fields.Items = slices.DeleteFunc(fields.Items, func(field *tree.Node) bool {
		named := uses.Named{Kind: "table", Key: table, Field: field.Get("key").String()}
		return len(places[named]) == 0
	})
	file.Data = tree.Print(node)
	return before - len(fields.Items)
}

// copied reads the metadata of a folder.
func copied(t *testing.T, from fs.FS) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := fs.ReadFile(from, name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
