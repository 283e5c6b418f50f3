package paper

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/metadata"
	"github.com/wareloom/wareloom/tests/world"
)

// drawnByUs are the templates of a release in their order but for those that pass files of
// others on.
func drawnByUs(release *catalog.Release) iter.Seq2[string, *catalog.Print] {
	return func(yield func(string, *catalog.Print) bool) {
		for key, template := range meta.Sorted(release.Prints) {
			if template.Meta.File == "" && !yield(key, template) {
				return
			}
		}
	}
}

// product is the shipped product, without the functions that look beyond a record.
func product(t *testing.T) *catalog.Release {
	t.Helper()
	schemas, err := metadata.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	sources := []meta.Source{
		{Name: "metadata", Layer: meta.LayerBase, FS: metadata.Files},
		{Name: "engine", Layer: meta.LayerPlugin, FS: os.DirFS("../../engine/cmd/wareloom/app/metadata")},
	}
	folders, err := filepath.Glob("../../plugins/*/metadata")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		sources = append(sources, meta.Source{Name: folder, Layer: meta.LayerPlugin, FS: os.DirFS(folder)})
	}
	model, err := meta.Load(schemas, sources...)
	if err != nil {
		t.Fatal(err)
	}
	defaults := map[string]any{}
	for key, setting := range model.Settings {
		if defaults[key] = setting.Default; setting.Field.Type == meta.TypeInteger {
			defaults[key] = int64(1)
		}
	}
	functions := expression.NewRegistry()
	for _, f := range []expression.Function{
		{Name: "now", Result: expression.Instant},
		{Name: "today", Args: []expression.Type{expression.Any}, Optional: 1, Result: expression.Date},
		{Name: "setting", Args: []expression.Type{expression.Text}, Result: expression.JSON},
	} {
		f.Targets = expression.Server | expression.SQL
		f.Call = func(_ context.Context, args []any) (any, error) {
			if f.Name != "setting" {
				return nil, nil
			}
			key, _ := args[0].(string)
			return defaults[key], nil
		}
		if err := functions.Register(f); err != nil {
			t.Fatal(err)
		}
	}
	release, err := catalog.Compile(model, functions)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// read reads the fonts from the package that the build packs them from.
var read = world.Fonts

func family(t testing.TB) *font.Family {
	t.Helper()
	fonts, err := read()
	if os.IsNotExist(err) {
		t.Skip("the fonts are not installed; npm ci installs them")
	}
	if err != nil {
		t.Fatal(err)
	}
	return fonts
}
