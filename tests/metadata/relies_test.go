package metadata_test

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// TestCodeNamesWhatItsPluginReliesOn reads the Go of each plugin: a field that a
// statement or an access to records names, and that the plugin does not say it relies
// on, fails, and so does one that it says and no text names. Where a bare key may be of
// several tables, the plugin must rely on it in one of them.
func TestCodeNamesWhatItsPluginReliesOn(t *testing.T) {
	t.Parallel()
	model := product(t)
	folders, err := filepath.Glob("../../plugins/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("found %d plugins, %v", len(folders), err)
	}
	for _, folder := range folders {
		name := filepath.Base(folder)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := model.Plugins[name]
			if p == nil {
				t.Fatalf("plugins/%s/metadata/%s.plugin.json is missing", name, name)
			}
			uses := readCode(t, folder, model).uses()
			for _, u := range uses {
				if !slices.ContainsFunc(u.tables, func(table string) bool { return p.ReliesOn(table, u.field) }) {
					t.Errorf("%s of %s is named and not relied on: %.200s", u.field, strings.Join(u.tables, " or "), u.said)
				}
			}
			for _, r := range p.Relies {
				for _, f := range r.Fields {
					if !slices.ContainsFunc(uses, func(u use) bool { return u.field == f.Key && slices.Contains(u.tables, r.Key) }) {
						t.Errorf("%s.%s is relied on and named nowhere", r.Key, f.Key)
					}
				}
			}
		})
	}
}

func product(t *testing.T) *meta.Model {
	t.Helper()
	model, err := meta.Load(schemas(t), sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// TestNothingThatCodeReliesOnCanBeStruck takes away all fields that some plugin relies on,
// then gives them another type: the check names each field and every such plugin.
func TestNothingThatCodeReliesOnCanBeStruck(t *testing.T) {
	t.Parallel()
	model := product(t)
	relied, fields := map[string]string{}, map[string][]meta.Field{}
	for key, table := range meta.Sorted(model.Tables) {
		fields[key] = table.Fields
		for _, f := range table.Fields {
			if plugins := model.Reliant("table", key, "fields/"+f.Key); plugins != "" {
				relied[key+"."+f.Key] = plugins
			}
		}
	}
	if len(relied) < 250 {
		t.Errorf("plugins rely on %d fields; are all of them told?", len(relied))
	}
	for key, table := range model.Tables {
		table.Fields = slices.DeleteFunc(slices.Clone(fields[key]), func(f meta.Field) bool { return relied[key+"."+f.Key] != "" })
	}
	mustTell(t, model, "meta.relied_field", relied)
	for key, table := range model.Tables {
		table.Fields = slices.Clone(fields[key])
		for i, f := range table.Fields {
			if relied[key+"."+f.Key] != "" {
				table.Fields[i].Type = meta.TypeColour
			}
		}
	}
	mustTell(t, model, "meta.relied_type", relied)
	t.Logf("plugins rely on %d fields", len(relied))
}

// mustTell holds the check to tell of each field once for each of its plugins.
func mustTell(t *testing.T, model *meta.Model, key string, relied map[string]string) {
	t.Helper()
	told := map[string]string{}
	for _, p := range meta.Check(model, catalog.FieldTypes()) {
		if p.Key == key {
			field := fmt.Sprint(p.Params["table"], ".", p.Params["name"])
			told[field] = strings.TrimPrefix(fmt.Sprint(told[field], ", ", p.Params["plugin"]), ", ")
		}
	}
	if !maps.Equal(told, relied) {
		t.Errorf("%s: told for\n%v, want\n%v", key, told, relied)
	}
}

// TestAStruckFieldIsToldInWords reads the product without a field that is relied on.
func TestAStruckFieldIsToldInWords(t *testing.T) {
	t.Parallel()
	model := product(t)
	table := model.Tables["position"]
	fields := table.Fields
	defer func() { table.Fields = fields }()
	table.Fields = slices.DeleteFunc(slices.Clone(fields), func(f meta.Field) bool { return f.Key == "aisle" })
	err := meta.Check(model, catalog.FieldTypes()).Err(model, "en")
	var problems meta.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("err = %v", err)
	}
	const want = `The plugin “inventory” needs the field “aisle” of the table “position”.`
	if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "position.table.json") {
		t.Errorf("told:\n%v\nwant %s at the table", err, want)
	}
}
