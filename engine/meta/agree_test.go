package meta_test

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

const schemaFolder = "../../metadata/schema"

// TestSchemasAndTypesAgree holds the members of every kind in the schemas to the
// tags of the Go types, in both directions and at every depth.
func TestSchemasAndTypesAgree(t *testing.T) {
	t.Parallel()
	kinds := map[string]any{
		"module": meta.Module{}, "table": meta.Table{}, "list": meta.List{}, "form": meta.Form{}, "document": meta.Document{},
		"tool": meta.Tool{}, "station": meta.Station{}, "menu": meta.Menu{}, "dropdown": meta.Dropdown{},
		"code_rule": meta.CodeRule{}, "mapping": meta.Mapping{}, "export": meta.ExportTemplate{}, "setting": meta.Setting{}, "i18n": meta.Texts{},
		"report": meta.Report{}, "board": meta.Board{}, "home": meta.Home{}, "print": meta.Print{}, "page": meta.Page{}, "overlay": meta.Overlay{}, "plugin": meta.Plugin{}, "test": meta.Test{},
	}
	for kind, value := range kinds {
		file := kind + ".schema.json"
		a := agreement{t: t, files: map[string]map[string]any{}, seen: map[reflect.Type]bool{}}
		a.compare(kind, file, a.read(file), reflect.TypeOf(value))
	}
}

type agreement struct {
	t     *testing.T
	files map[string]map[string]any
	seen  map[reflect.Type]bool
}

func (a *agreement) read(file string) map[string]any {
	if schema, ok := a.files[file]; ok {
		return schema
	}
	text, err := os.ReadFile(path.Join(schemaFolder, file))
	if err != nil {
		a.t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		a.t.Fatal(err)
	}
	a.files[file] = schema
	return schema
}

// compare holds one object of the schemas to one struct.
func (a *agreement) compare(where, file string, schema map[string]any, of reflect.Type) {
	file, schema = a.resolve(file, schema)
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
		if items, ok := schema["items"].(map[string]any); ok {
			file, schema = a.resolve(file, items)
		}
	}
	if of.Kind() != reflect.Struct || a.seen[of] {
		return
	}
	a.seen[of] = true
	properties, _ := schema["properties"].(map[string]any)
	members := tags(of)
	for name := range properties {
		if _, ok := members[name]; !ok {
			a.t.Errorf("%s: the schema has %q, %s has not", where, name, of)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		property, ok := properties[name].(map[string]any)
		if !ok {
			if name != "title" && name != "$schema" {
				a.t.Errorf("%s: %s has %q, the schema has not", where, of, name)
			}
			continue
		}
		a.compare(where+"/"+name, file, property, members[name])
	}
}

// resolve follows references, also into another file.
func (a *agreement) resolve(file string, schema map[string]any) (string, map[string]any) {
	ref, ok := schema["$ref"].(string)
	if !ok {
		return file, schema
	}
	name, pointer, _ := strings.Cut(ref, "#")
	if name != "" {
		file = name
	}
	target := a.read(file)
	for _, part := range strings.Split(strings.Trim(pointer, "/"), "/") {
		target, _ = target[part].(map[string]any)
	}
	return a.resolve(file, target)
}

// tags lists the members of a struct, those of embedded ones included.
func tags(of reflect.Type) map[string]reflect.Type {
	members := map[string]reflect.Type{}
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous:
			maps.Copy(members, tags(field.Type))
		case name != "" && name != "-":
			members[name] = field.Type
		}
	}
	return members
}
