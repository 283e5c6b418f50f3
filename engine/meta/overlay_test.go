package meta_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta"
)

// over lays operations over the table order.
func over(ops string) string {
	return `{"kind": "overlay", "of": "table", "key": "order", "title": {"zh": "改", "en": "Ours", "es": "Nuestro"},
  "ops": [` + ops + `]}`
}

// loadWith reads the table order under overlays of a site.
func loadWith(t *testing.T, site map[string]string) (*meta.Model, meta.Problems) {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range site {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	base := fstest.MapFS{"order.table.json": &fstest.MapFile{Data: []byte(orderTable)}}
	model, err := meta.Load(os.DirFS(schemaFolder),
		meta.Source{Name: "base", Layer: meta.LayerBase, FS: base}, meta.Source{Name: "site", Layer: meta.LayerSite, FS: files})
	var problems meta.Problems
	if err != nil && !errors.As(err, &problems) {
		t.Fatal(err)
	}
	return model, problems
}

func TestOverlaysChangeWhatIsBelow(t *testing.T) {
	t.Parallel()
	title := over(`{"op": "set", "at": "fields/no/title/en", "value": "Our number"}`)
	field := over(`{"op": "add", "at": "fields", "value": {"key": "door", "type": "text", "title": {"zh": "门", "en": "Door", "es": "Puerta"}}, "before": "no"}`)
	model, problems := loadWith(t, map[string]string{
		"order.table.overlay.json":      title,
		"dock/module.json":              `{"kind": "module", "key": "dock", "title": {"zh": "台", "en": "Dock", "es": "Muelle"}}`,
		"dock/order.table.overlay.json": field, // each module has its own
	})
	if problems != nil {
		t.Fatal(problems)
	}
	order := model.Tables["order"]
	if len(order.Fields) != 2 || order.Fields[0].Key != "door" || order.Fields[1].Title["en"] != "Our number" || order.Layer != meta.LayerBase {
		t.Errorf("got %+v", order)
	}
}

func TestWhatCodeReliesOnStaysWithTheNamesOfItsPlugins(t *testing.T) {
	t.Parallel()
	const relies = `{"kind": "plugin", "key": "dock", "title": {"zh": "台", "en": "Dock", "es": "Muelle"},
  "relies": [{"key": "order", "fields": [{"key": "no", "type": "code"}]}]}`
	_, problems := loadWith(t, map[string]string{
		"order.table.overlay.json": over(`{"op": "hide", "at": "fields/no"}`), "dock.plugin.json": relies,
	})
	const want = "ops: meta.overlay_relied at=fields/no file=base/order.table.json plugins=dock"
	if len(problems) != 1 || !strings.Contains(problems[0].String(), want) {
		t.Errorf("got %v, want %s", problems, want)
	}
}

func TestOverlaysAreRefusedWhole(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ ops, want string }{
		"a lost target": {
			`{"op": "set", "at": "title/en", "value": "Purchase"}, {"op": "hide", "at": "fields/gone"}`,
			"site/order.table.overlay.json:2:65: ops/1: meta.overlay_lost at=fields/gone",
		},
		"a type that data rely on":  {`{"op": "set", "at": "fields/no/type", "value": "integer"}`, "site/order.table.overlay.json:2:3: ops: meta.overlay_fixed at=fields/no/type"},
		"a scale among other edits": {`{"op": "set", "at": "fields/no", "value": {"key": "no", "type": "text", "scale": 2}}`, "site/order.table.overlay.json:2:3: ops: meta.overlay_fixed at=fields/no/scale"},
		"a field that is taken":     {`{"op": "hide", "at": "fields/no"}`, "site/order.table.overlay.json:2:3: ops: meta.overlay_fixed at=fields/no"},
		"all fields":                {`{"op": "hide", "at": "fields"}`, "site/order.table.overlay.json:2:3: ops: meta.overlay_fixed at=fields"},
		"a value of nothing":        {`{"op": "hide", "at": "label", "value": 1}`, "site/order.table.overlay.json:2:11: ops/0: meta.schema"},
		"what comes of it is wrong": {`{"op": "set", "at": "label", "value": 5}`, "base/order.table.json with site/order.table.overlay.json: label: meta.schema"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, problems := loadWith(t, map[string]string{"order.table.overlay.json": over(test.ops)})
			if len(problems) != 1 || !strings.HasPrefix(problems[0].String(), test.want) {
				t.Errorf("got %v, want %s", problems, test.want)
			}
		})
	}
}

func TestOverlaysNeedSomethingBelow(t *testing.T) {
	t.Parallel()
	hide := over(`{"op": "hide", "at": "label"}`)
	offer, slot := strings.Replace(hide, `"order"`, `"offer"`, 1), strings.Replace(hide, `"order"`, `"slot"`, 1)
	tests := map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing of that key": {map[string]string{"offer.table.overlay.json": offer}, "meta.overlay_of_nothing"},
		"an object of its own layer": {
			map[string]string{"slot.table.overlay.json": slot, "slot.table.json": strings.Replace(orderTable, `"order"`, `"slot"`, 1)}, "meta.overlay_below",
		},
		"the name of another object": {map[string]string{"order.list.overlay.json": over(`{"op": "set", "at": "title/en", "value": "O"}`)}, "meta.file_name"},
		"the form of before":         {map[string]string{"order.table.overlay.json": strings.Replace(hide, `"of"`, `"over"`, 1)}, "meta.renamed"},
		"two of one module": {
			map[string]string{"order.table.overlay.json": over(`{"op": "set", "at": "title/en", "value": "O"}`), "a/order.table.overlay.json": over(`{"op": "set", "at": "title/en", "value": "P"}`)},
			"meta.key_taken",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, problems := loadWith(t, test.files); len(problems) != 1 || problems[0].Key != test.want {
				t.Errorf("got %v, want %s", problems, test.want)
			}
		})
	}
}
