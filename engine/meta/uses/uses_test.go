package uses_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
	"github.com/wareloom/wareloom/engine/meta/uses"
)

var product = map[string]string{
	"truck.table": `{"label": ["plate"], "fields": [{"key": "plate", "type": "text"}, {"key": "length", "type": "integer"}]}`,
	"visit.table": `{"label": ["no"], "unique": [{"key": "no", "on": ["no"]}], "fields": [
		{"key": "no", "type": "code", "code_rule": "visit_no"}, {"key": "status", "type": "enum", "dropdown": "state"},
		{"key": "plate", "type": "text"}, {"key": "gate", "type": "integer"},
		{"key": "truck_id", "type": "reference", "to": "truck", "where": "row.length > 3 and record.status == 'plate'"}]}`,
	"load.table":     `{"head": {"table": "visit", "field": "visit_id"}, "fields": [{"key": "visit_id", "type": "reference", "to": "visit", "where": "record.gate == 1"}, {"key": "qty", "type": "integer"}]}`,
	"visit.document": `{"lines": [{"key": "loads", "table": "load", "field": "visit_id"}], "states": [{"key": "new", "edit": ["plate"]}], "actions": [{"key": "go", "must": "all(lines, .qty > 0) and row.truck_id.plate != ''"}]}`,
	"visit.form":     `{"table": "visit", "groups": [{"key": "main", "fields": [{"key": "plate"}]}], "lines": [{"key": "loads", "columns": [{"key": "qty"}]}]}`,
	"visit.list":     `{"table": "visit", "columns": [{"key": "no"}, {"key": "truck_id.plate"}], "sort": ["-plate"]}`,
	"office.home":    `{"cards": [{"key": "open", "kind": "list", "list": "visit", "columns": ["no"], "filter": {"status": "new"}}]}`,
	"main.menu":      `{"items": [{"key": 1, "screen": "list:visit"}]}`,
	"state.dropdown": `{"items": [{"key": "new"}]}`,
}

func places(t *testing.T, named uses.Named) (found []string) {
	t.Helper()
	shapes, err := shape.Read(os.DirFS("../../../metadata/schema"))
	if err != nil {
		t.Fatal(err)
	}
	var objects []uses.Object
	for name, text := range product {
		key, kind, _ := strings.Cut(name, ".")
		node, err := tree.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		objects = append(objects, uses.Object{Kind: kind, Key: key, Tree: node})
	}
	for _, p := range uses.Find(objects, shapes)[named] {
		found = append(found, strings.TrimSuffix(p.Kind+" "+p.Key+" "+p.Path, " "))
	}
	slices.Sort(found)
	return found
}

func TestWhereSomethingIsNamed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		named uses.Named
		want  []string
	}{
		{uses.Named{Kind: "table", Key: "truck"}, []string{"table visit fields/truck_id/to"}},
		{uses.Named{Kind: "table", Key: "visit"}, []string{
			"document visit", "form visit", "form visit table", "list visit table", "table load fields/visit_id/to", "table load head/table",
		}},
		{uses.Named{Kind: "list", Key: "visit"}, []string{"home office cards/open/list", "menu main items/1/screen"}},
		{uses.Named{Kind: "dropdown", Key: "state"}, []string{"table visit fields/status/dropdown"}},
		{uses.Named{Kind: "code_rule", Key: "visit_no"}, []string{"table visit fields/no/code_rule"}},
		{uses.Named{Kind: "table", Key: "visit", Field: "plate"}, []string{
			"document visit states/new/edit/0", "form visit groups/main/fields/plate/key", "list visit sort/0",
		}},
		{uses.Named{Kind: "table", Key: "truck", Field: "plate"}, []string{
			"document visit actions/go/must", "list visit columns/truck_id.plate/key", "table truck label/0",
		}},
		{uses.Named{Kind: "table", Key: "visit", Field: "no"}, []string{
			"home office cards/open/columns/0", "list visit columns/no/key", "table visit label/0", "table visit unique/no/on/0",
		}},
		{uses.Named{Kind: "table", Key: "visit", Field: "status"}, []string{"document visit states", "home office cards/open/filter/status", "table visit fields/truck_id/where"}},
		{uses.Named{Kind: "table", Key: "load", Field: "qty"}, []string{"document visit actions/go/must", "form visit lines/loads/columns/qty/key"}},
		{uses.Named{Kind: "table", Key: "load", Field: "visit_id"}, []string{"document visit lines/loads/field", "table load head/field"}},
		{uses.Named{Kind: "table", Key: "visit", Field: "gate"}, []string{"table load fields/visit_id/where"}},
		{uses.Named{Kind: "table", Key: "truck", Field: "length"}, []string{"table visit fields/truck_id/where"}},
	}
	for _, tt := range tests {
		t.Run(strings.Join([]string{tt.named.Kind, tt.named.Key, tt.named.Field}, " "), func(t *testing.T) {
			t.Parallel()
			if found := places(t, tt.named); !slices.Equal(found, tt.want) {
				t.Errorf("got\n\t%s, want\n\t%s", strings.Join(found, "\n\t"), strings.Join(tt.want, "\n\t"))
			}
		})
	}
}

// TestAFieldIsFoundInEveryFormOfAnExpression holds what stands around a field, and that what
// stands in quotes is none.
func TestAFieldIsFoundInEveryFormOfAnExpression(t *testing.T) {
	t.Parallel()
	shapes, err := shape.Read(os.DirFS("../../../metadata/schema"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		source string
		found  bool
	}{
		{`row.plate == 'x'`, true},
		{`row?.plate == 'x'`, true},
		{`!(old.plate != nil)`, true},
		{`any(lines, .plate == 'x')`, true},
		{`lines[0].plate == 'x'`, true},
		{`row['plate'] == 'x'`, true},
		{`lines[0]["plate"] == 'x'`, true},
		{`'it\'s' == row.plate and row.no == 'x'`, true},
		{`"a\"b" == row.plate + "c"`, true},
		{"`a'b` == row.plate + 'c'", true},
		{`'row.plate' == row.no`, false},
		{`'it\'s row.plate' == row.no`, false},
		{`"row.plate" == row.no`, false},
		{"`row.plate` == row.no", false},
		{`row.no in ['plate']`, false},
		{`user.plate == 'x'`, false},
		{`params.plate == 'x'`, false},
		{`row.plates == 'x'`, false},
	} {
		visit, err := tree.Parse([]byte(`{"fields": [{"key": "plate", "type": "text"}, {"key": "no", "type": "text"}], "checks": [{"key": "a"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		visit.Get("checks").Items[0].Set("must", tree.Value(tt.source))
		objects := []uses.Object{{Kind: "table", Key: "visit", Tree: visit}}
		places := uses.Find(objects, shapes)[uses.Named{Kind: "table", Key: "visit", Field: "plate"}]
		if found := len(places) > 0; found != tt.found {
			t.Errorf("%s: the field is found: %v", tt.source, found)
		}
	}
}
