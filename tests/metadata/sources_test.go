package metadata_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/metadata"
)

// reader reads what the tests look at once; who changes what was read loads it anew.
var reader = sync.OnceValue(func() *meta.Reader {
	files, err := metadata.Schemas()
	if err != nil {
		panic(err)
	}
	return meta.NewReader(files)
})

func schemas(t *testing.T) fs.FS {
	t.Helper()
	files, err := metadata.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sources are the product's metadata and that of all plugin folders, whether or
// not their code is there yet.
func sources(t *testing.T) []meta.Source {
	t.Helper()
	list := []meta.Source{{Name: "metadata", Layer: meta.LayerBase, FS: metadata.Files}}
	folders, err := filepath.Glob("../../plugins/*/metadata")
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, meta.Source{Name: "engine", Layer: meta.LayerPlugin, FS: os.DirFS("../../engine/cmd/wareloom/app/metadata")})
	for _, folder := range folders {
		name := "plugins/" + filepath.Base(filepath.Dir(folder)) + "/metadata"
		list = append(list, meta.Source{Name: name, Layer: meta.LayerPlugin, FS: os.DirFS(folder)})
	}
	return list
}

// functions are the base functions and those that only the server has, whose
// answers do not matter here.
func functions(t *testing.T) *expression.Registry {
	t.Helper()
	registry := expression.NewRegistry()
	for _, f := range []expression.Function{
		{Name: "now", Result: expression.Instant},
		{Name: "today", Args: []expression.Type{expression.Any}, Optional: 1, Result: expression.Date},
		{Name: "setting", Args: []expression.Type{expression.Text}, Result: expression.JSON},
	} {
		f.Targets = expression.Server | expression.SQL
		f.Call = func(context.Context, []any) (any, error) { return nil, nil }
		if err := registry.Register(f); err != nil {
			t.Fatal(err)
		}
	}
	return registry
}
