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
	return `{"kind": "overlay", "key": "ours", "title": {"zh": "改", "en": "Ours", "es": "Nuestro"}, "over": {"kind": "table", "key": "order"},
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
		"ours.overlay.json": title, "door.overlay.json": strings.Replace(field, `"ours"`, `"door"`, 1),
	})
	if problems != nil {
		t.Fatal(problems)
	}
	order := model.Tables["order"]
	if len(order.Fields) != 2 || order.Fields[0].Key != "door" || order.Fields[1].Title.EN != "Our number" || order.Layer != meta.LayerBase {
		t.Errorf("got %+v", order)
	}
}

func TestOverlaysAreRefusedWhole(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ ops, want string }{
		"a lost target": {
			`{"op": "set", "at": "title/en", "value": "Purchase"}, {"op": "hide", "at": "fields/gone"}`,
			"site/ours.overlay.json:2:65: ops/1: meta.overlay_lost at=fields/gone",
		},
		"a type that data rely on":  {`{"op": "set", "at": "fields/no/type", "value": "integer"}`, "site/ours.overlay.json:2:3: ops: meta.overlay_fixed at=fields/no/type"},
		"a scale among other edits": {`{"op": "set", "at": "fields/no", "value": {"key": "no", "type": "text", "scale": 2}}`, "site/ours.overlay.json:2:3: ops: meta.overlay_fixed at=fields/no/scale"},
		"a field that is taken":     {`{"op": "hide", "at": "fields/no"}`, "site/ours.overlay.json:2:3: ops: meta.overlay_fixed at=fields/no"},
		"all fields":                {`{"op": "hide", "at": "fields"}`, "site/ours.overlay.json:2:3: ops: meta.overlay_fixed at=fields"},
		"a value of nothing":        {`{"op": "hide", "at": "label", "value": 1}`, "site/ours.overlay.json:2:11: ops/0: meta.schema"},
		"what comes of it is wrong": {`{"op": "set", "at": "label", "value": 5}`, "base/order.table.json with site/ours.overlay.json: label: meta.schema"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, problems := loadWith(t, map[string]string{"ours.overlay.json": over(test.ops)})
			if len(problems) != 1 || !strings.HasPrefix(problems[0].String(), test.want) {
				t.Errorf("got %v, want %s", problems, test.want)
			}
		})
	}
}

func TestOverlaysNeedSomethingBelow(t *testing.T) {
	t.Parallel()
	nothing := strings.Replace(over(`{"op": "hide", "at": "label"}`), `"key": "order"`, `"key": "offer"`, 1)
	if _, problems := loadWith(t, map[string]string{"ours.overlay.json": nothing}); len(problems) != 1 || problems[0].Key != "meta.overlay_of_nothing" {
		t.Errorf("got %v", problems)
	}
	own := map[string]string{
		"ours.overlay.json": strings.Replace(over(`{"op": "hide", "at": "label"}`), `"key": "order"`, `"key": "slot"`, 1),
		"slot.table.json":   strings.Replace(orderTable, `"order"`, `"slot"`, 1),
	}
	if _, problems := loadWith(t, own); len(problems) != 1 || problems[0].Key != "meta.overlay_below" {
		t.Errorf("got %v", problems)
	}
}
