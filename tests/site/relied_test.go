package site

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
)

// TestWhatCodeReliesOnStaysAtEveryDoor has a site strike a field that a plugin's code
// names: the console, the check of a change set, publishing and the edit of the object
// refuse it with the plugin's name, and "where used" tells of the plugin.
func TestWhatCodeReliesOnStaysAtEveryDoor(t *testing.T) {
	t.Parallel()
	const file = "position.table.overlay.json"
	for _, op := range []string{`{"op": "hide", "at": "fields/aisle"}`, `{"op": "set", "at": "fields/aisle/type", "value": "integer"}`} {
		text := []byte(`{"kind": "overlay", "of": "table", "key": "position", "title": {"zh": "改", "en": "Ours", "es": "Nuestro"}, "ops": [` + op + `]}`)
		p := demoProduct(t)
		p.Site = fstest.MapFS{file: {Data: text}}
		if _, err := p.Compile(); err == nil || !strings.Contains(err.Error(), "(inventory, wave)") {
			t.Errorf("console, %s: %v", op, err)
		}
		s := apptest.StartProduct(t, enginetest.SQLite(t), demoProduct(t))
		problems, err := s.Releases.Check(release.Folder{file: text})
		if err != nil || len(problems) != 1 || problems[0].Params["plugins"] != "inventory, wave" {
			t.Errorf("check, %s: %v, %v", op, problems, err)
		}
		if _, err := s.Releases.Draft(t.Context(), fstest.MapFS{file: {Data: text}}); err == nil || !strings.Contains(err.Error(), "(inventory, wave)") {
			t.Errorf("publish, %s: %v", op, err)
		}
	}
}

func TestWhatCodeReliesOnIsToldByNameToWhoEditsAndAsks(t *testing.T) {
	t.Parallel()
	s := apptest.StartProduct(t, enginetest.SQLite(t), demoProduct(t))
	table := release.Named{Kind: "table", Key: "position"}
	was, err := s.Releases.Object(t.Context(), table, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	change, err := s.Releases.OpenChange(t.Context(), "lanes", "admin")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(was.Object), `{"key": "aisle", "type": "text"`, `{"key": "aisle", "type": "long_text"`, 1)
	if text == string(was.Object) {
		t.Fatal("the table has no field aisle of type text")
	}
	_, _, err = s.Releases.Edit(t.Context(), release.Edit{Named: table, Change: change, Object: json.RawMessage(text), Hash: was.Hash})
	if !fault.IsKey(err, "release.relied") {
		t.Errorf("edit: %v", err)
	}
	found, err := s.Releases.Uses(t.Context(), table, "fields/aisle", 0)
	isPlugin := func(u release.Use) bool {
		return u.Kind == "plugin" && u.Key == "inventory" && u.Path == "relies/position/fields/aisle/key" && u.Title["en"] == "Inventory"
	}
	if err != nil || !slices.ContainsFunc(found, isPlugin) {
		t.Errorf("uses: %+v, %v", found, err)
	}
}
