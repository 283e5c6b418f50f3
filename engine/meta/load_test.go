package meta_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta"
)

// orderTable is a sound table; its lines are counted by the tests.
const orderTable = `{
  "kind": "table",
  "key": "order",
  "title": {"zh": "订单", "en": "Order", "es": "Pedido"},
  "label": ["no"],
  "fields": [
    {"key": "no", "type": "text", "title": {"zh": "号", "en": "No", "es": "N.º"}}
  ]
}`

func load(t *testing.T, files map[string]string) (*meta.Model, meta.Problems) {
	t.Helper()
	return read(t, meta.NewReader(os.DirFS(schemaFolder)), files)
}

// read is load by a reader, which may have read before.
func read(t *testing.T, reader *meta.Reader, files map[string]string) (*meta.Model, meta.Problems) {
	t.Helper()
	source := fstest.MapFS{}
	for name, text := range files {
		source[name] = &fstest.MapFile{Data: []byte(text)}
	}
	model, err := reader.Load(meta.Source{Name: "base", Layer: meta.LayerBase, FS: source})
	var problems meta.Problems
	if err != nil && !errors.As(err, &problems) {
		t.Fatal(err)
	}
	return model, problems
}

func TestLoadKnowsWhereObjectsComeFrom(t *testing.T) {
	t.Parallel()
	module := `{"kind": "module", "key": "sales", "title": {"zh": "销", "en": "Sales", "es": "Ventas"}}`
	model, problems := load(t, map[string]string{"a/module.json": module, "a/order/order.table.json": orderTable, "schema/x.schema.json": "no"})
	if problems != nil {
		t.Fatal(problems)
	}
	order := model.Tables["order"]
	if order == nil || order.Module != "sales" || order.Layer != meta.LayerBase || order.File != "base/a/order/order.table.json" {
		t.Errorf("got %+v", order)
	}
}

func TestLoadTellsFileAndLine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file, text string
		want             string // beginning of the problem
	}{
		{"not JSON", "order.table.json", strings.Replace(orderTable, `"label":`, `"label"`, 1), "base/order.table.json:5:11: meta.not_json"},
		{"a member twice", "order.table.json", strings.Replace(orderTable, `"no", "type"`, `"no", "key": "x", "type"`, 1), "base/order.table.json:7:19: fields/0/key: meta.duplicate_member name=key"},
		{"too deep", "order.table.json", strings.Replace(orderTable, `"text",`, `"text", "default": `+strings.Repeat("[", 22)+strings.Repeat("]", 22)+`,`, 1), "base/order.table.json:1:1: meta.too_deep max=24"},
		{"a member too many", "order.table.json", strings.Replace(orderTable, `"text",`, `"text", "colour": 1,`, 1), "base/order.table.json:7:5: fields/0: meta.schema"},
		{"an unknown type", "order.table.json", strings.Replace(orderTable, `"text"`, `"shade"`, 1), "base/order.table.json:7:19: fields/0/type: meta.schema"},
		{
			"a member under the name that it had", "order.table.json",
			strings.Replace(orderTable, `"text",`, `"text", "rules": [{"when": "value != ''", "message": {"zh": "空", "en": "empty", "es": "vacío"}}],`, 1),
			"base/order.table.json:7:46: fields/0/rules/0/when: meta.renamed",
		},
		{"a column in the form of before", "order.list.json", orderList(`"columns": [{"field": "no"}]`), "base/order.list.json:1:114: columns/0/field: meta.renamed name=field now=key"},
		{"a value in the form of before", "size.dropdown.json", sizes(`{"value": "S", "title": {"zh": "小", "en": "S", "es": "P"}}`), "base/size.dropdown.json:1:100: items/0/value: meta.renamed name=value now=key"},
		{"an effect in the form of before", "order.document.json", orderDocument(`"do": [{"effect": "set", "if": "true"}]`), "base/order.document.json:1:275: actions/0/do/0/if: meta.renamed name=if now=when"},
		{"a guard in the form of before", "order.document.json", orderDocument(`"must": "true", "fault": {"zh": "不", "en": "No", "es": "No"}`), "base/order.document.json:1:266: actions/0/fault: meta.renamed name=fault now=message"},
		{"a text without words", "order.table.json", strings.Replace(orderTable, `{"zh": "订单", "en": "Order", "es": "Pedido"}`, "{}", 1), "base/order.table.json:4:3: title: meta.schema"},
		{"a decimal without scale", "order.table.json", strings.Replace(orderTable, `"text"`, `"decimal"`, 1), "base/order.table.json:7:5: fields/0: meta.schema"},
		{"another name of the file", "orders.table.json", orderTable, "base/orders.table.json:3:3: key: meta.file_name file=orders key=order"},
		{"an unknown kind", "order.tabel.json", orderTable, "base/order.tabel.json:1:1: meta.unknown_kind kind=tabel"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, problems := load(t, map[string]string{tt.file: tt.text})
			if len(problems) != 1 || !strings.HasPrefix(problems[0].String(), tt.want) {
				t.Errorf("got %v, want %s", problems, tt.want)
			}
		})
	}
}

func orderList(members string) string {
	return `{"kind": "list", "key": "order", "title": {"zh": "单", "en": "Orders", "es": "P"}, "table": "order", ` + members + "}"
}

func orderDocument(action string) string {
	return `{"kind": "document", "key": "order", "title": {"zh": "单", "en": "Order", "es": "P"}, "states": [{"key": "new", "title": {"zh": "新", "en": "New", "es": "N"}, "phase": "draft"}], "actions": [{"key": "go", "title": {"zh": "走", "en": "Go", "es": "Ir"}, ` + action + "}]}"
}

func sizes(item string) string {
	return `{"kind": "dropdown", "key": "size", "title": {"zh": "大小", "en": "Size", "es": "Talla"}, "items": [` + item + "]}"
}

// TestAnOlderFormIsToldWhole: what is called otherwise now may have taken the name of
// another member.
func TestAnOlderFormIsToldWhole(t *testing.T) {
	t.Parallel()
	const words = `{"zh": "a", "en": "b", "es": "c"}`
	station := func(button string) string {
		return `{"kind": "station", "key": "desk", "title": ` + words + `, "flow": "x.y", "steps": [{"key": "a", "kind": "scan", "title": ` +
			words + `, "prompt": ` + words + `}], "buttons": [` + button + `]}`
	}
	_, problems := load(t, map[string]string{"desk.station.json": station(`{"code": "back", "key": "F4", "label": ` + words + `}`)})
	var told []string
	for _, p := range problems {
		told = append(told, fmt.Sprint(p.Path, " ", p.Params["now"]))
	}
	if !slices.Equal(told, []string{"buttons/0/code key", "buttons/0/key shortcut"}) {
		t.Errorf("got %v", problems)
	}
	if _, problems := load(t, map[string]string{"desk.station.json": station(`{"key": "back", "label": ` + words + `}`)}); len(problems) > 0 {
		t.Errorf("the form of now: %v", problems)
	}
}

func TestLoadTellsAllFilesInOrder(t *testing.T) {
	t.Parallel()
	_, problems := load(t, map[string]string{"b.list.json": "{", "a.list.json": "[]", "c/order.table.json": orderTable, "d/order.table.json": orderTable})
	var files []string
	for _, p := range problems {
		files = append(files, p.File)
	}
	if !slices.Equal(files, []string{"base/a.list.json", "base/b.list.json", "base/d/order.table.json"}) {
		t.Errorf("got %v", problems)
	}
}

func TestProblemsAreWorded(t *testing.T) {
	t.Parallel()
	texts := `{"kind": "i18n", "key": "meta", "terms": {
		"meta.unknown_kind": {"zh": "a {kind}", "en": "No kind {kind}.", "es": "c {kind}"},
		"meta.unknown_kind.remedy": {"zh": "a", "en": "Rename it.", "es": "c"}}}`
	_, problems := load(t, map[string]string{"meta.i18n.json": texts, "x.y.json": "{}"})
	if want := "base/x.y.json:1:1: No kind y. Rename it."; problems.Error() != want {
		t.Errorf("got %q, want %q", problems.Error(), want)
	}
	if text, err := json.Marshal(problems); err != nil || !strings.Contains(string(text), `"line":1`) {
		t.Errorf("got %s, %v", text, err)
	}
}
