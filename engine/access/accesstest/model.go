package accesstest

import (
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

//go:embed world.json
var world []byte

// Release compiles the world's metadata.
func Release(t testing.TB) *catalog.Release {
	t.Helper()
	return Compile(t, world)
}

// Joined compiles the world with further objects, written as Compile takes them; one of
// a key that the world has stands in its place.
func Joined(t testing.TB, more string) *catalog.Release {
	t.Helper()
	all := map[string][]json.RawMessage{}
	for _, text := range []string{string(world), more} {
		var objects map[string][]json.RawMessage
		if err := json.Unmarshal([]byte(text), &objects); err != nil {
			t.Fatalf("read metadata: %v", err)
		}
		for kind, list := range objects {
			all[kind] = append(all[kind], list...)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return Compile(t, text)
}

// Compile makes a release of metadata written down by kind. What has no title bears its
// key.
func Compile(t testing.TB, text []byte) *catalog.Release {
	t.Helper()
	var objects struct {
		Modules   []*meta.Module
		Dropdowns []*meta.Dropdown
		Tables    []*meta.Table
		Documents []*meta.Document
		Lists     []*meta.List
		Forms     []*meta.Form
		Tools     []*meta.Tool
		Stations  []*meta.Station
		Reports   []*meta.Report
		Boards    []*meta.Board
		Prints    []*meta.Print
		Pages     []*meta.Page
		Mappings  []*meta.Mapping
		Exports   []*meta.ExportTemplate
		Settings  []*meta.Setting
		Texts     []*meta.Texts
		Tests     []*meta.Test
		Menus     []*meta.Menu
	}
	if err := json.Unmarshal(text, &objects); err != nil {
		t.Fatalf("read metadata: %v", err)
	}
	model := meta.NewModel()
	keep(model.Modules, objects.Modules, func(o *meta.Module) *meta.Object { return &o.Object }, "module")
	keep(model.Dropdowns, objects.Dropdowns, func(o *meta.Dropdown) *meta.Object { return &o.Object }, "dropdown")
	keep(model.Tables, objects.Tables, func(o *meta.Table) *meta.Object { return &o.Object }, "table")
	keep(model.Documents, objects.Documents, func(o *meta.Document) *meta.Object { return &o.Object }, "document")
	keep(model.Lists, objects.Lists, func(o *meta.List) *meta.Object { return &o.Object }, "list")
	keep(model.Forms, objects.Forms, func(o *meta.Form) *meta.Object { return &o.Object }, "form")
	keep(model.Tools, objects.Tools, func(o *meta.Tool) *meta.Object { return &o.Object }, "tool")
	keep(model.Stations, objects.Stations, func(o *meta.Station) *meta.Object { return &o.Object }, "station")
	keep(model.Reports, objects.Reports, func(o *meta.Report) *meta.Object { return &o.Object }, "report")
	keep(model.Boards, objects.Boards, func(o *meta.Board) *meta.Object { return &o.Object }, "board")
	keep(model.Prints, objects.Prints, func(o *meta.Print) *meta.Object { return &o.Object }, "print")
	keep(model.Pages, objects.Pages, func(o *meta.Page) *meta.Object { return &o.Object }, "page")
	keep(model.Mappings, objects.Mappings, func(o *meta.Mapping) *meta.Object { return &o.Object }, "mapping")
	keep(model.Exports, objects.Exports, func(o *meta.ExportTemplate) *meta.Object { return &o.Object }, "export")
	keep(model.Settings, objects.Settings, func(o *meta.Setting) *meta.Object { return &o.Object }, "setting")
	keep(model.Texts, objects.Texts, func(o *meta.Texts) *meta.Object { return &o.Object }, "i18n")
	keep(model.Tests, objects.Tests, func(o *meta.Test) *meta.Object { return &o.Object }, "test")
	keep(model.Menus, objects.Menus, func(o *meta.Menu) *meta.Object { return &o.Object }, "menu")
	release, err := catalog.Compile(model, nil)
	if err != nil {
		t.Fatalf("compile metadata: %v", err)
	}
	return release
}

func keep[T any](into map[string]T, objects []T, of func(T) *meta.Object, kind string) {
	for _, o := range objects {
		object := of(o)
		object.Kind, object.Module, object.Layer = kind, "base", meta.LayerBase
		if object.Title == nil {
			object.Title = meta.Text{"zh": object.Key, "en": object.Key, "es": object.Key}
		}
		into[object.Key] = o
	}
}

// Extended compiles the world with more fields and indexes on its tables.
func Extended(t testing.TB, fields, indexes map[string][]any) *catalog.Release {
	t.Helper()
	var objects map[string]any
	if err := json.Unmarshal(world, &objects); err != nil {
		t.Fatal(err)
	}
	for _, one := range objects["tables"].([]any) {
		table := one.(map[string]any)
		key := table["key"].(string)
		table["fields"] = append(table["fields"].([]any), fields[key]...)
		known, _ := table["indexes"].([]any)
		table["indexes"] = append(known, indexes[key]...)
	}
	text, err := json.Marshal(objects)
	if err != nil {
		t.Fatal(err)
	}
	return Compile(t, text)
}
