package meta_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta"
)

const (
	noteElement = `{"kind": "element", "key": "note", "type": "text", "title": {"zh": "注", "en": "Note", "es": "Nota"}, "max_length": 40}`
	visitTable  = `{"kind": "table", "key": "visit", "title": {"zh": "访", "en": "Visit", "es": "Visita"}, "label": ["note"], "fields": [
		{"key": "note", "element": "note", "max_length": 80, "search": true}, {"key": "more", "element": "note"}]}`
)

// loadElements loads a table whose fields name an element, with what a site says of both.
func loadElements(site fstest.MapFS, table string) (*meta.Model, error) {
	base := fstest.MapFS{"note.element.json": {Data: []byte(noteElement)}, "visit.table.json": {Data: []byte(table)}}
	return meta.Load(os.DirFS(schemaFolder),
		meta.Source{Name: "base", Layer: meta.LayerBase, FS: base}, meta.Source{Name: "site", Layer: meta.LayerSite, FS: site})
}

func TestAFieldHasFromItsElementWhatItDoesNotSay(t *testing.T) {
	t.Parallel()
	model, err := loadElements(nil, visitTable)
	if err != nil {
		t.Fatal(err)
	}
	note, _ := model.Tables["visit"].Field("note")
	more, _ := model.Tables["visit"].Field("more")
	if note.Type != meta.TypeText || note.Title["en"] != "Note" || note.MaxLength != 80 || !note.Search || more.MaxLength != 40 {
		t.Errorf("the fields are %+v and %+v", note, more)
	}
	if text := string(model.Tables["visit"].Text()); strings.Contains(text, "Note") {
		t.Errorf("what the table says itself is %s", text)
	}
}

func TestASiteChangesAnElementOnceOrOneField(t *testing.T) {
	t.Parallel()
	overlay := func(of, key, at string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`{"kind": "overlay", "of": "` + of + `", "key": "` + key + `", "ops": [{"op": "set", "at": "` + at + `", "value": "` + of + `"}]}`)}
	}
	model, err := loadElements(fstest.MapFS{
		"note.element.overlay.json": overlay("element", "note", "title/en"),
		"visit.table.overlay.json":  overlay("table", "visit", "fields/note/title/es"),
	}, visitTable)
	if err != nil {
		t.Fatal(err)
	}
	note, _ := model.Tables["visit"].Field("note")
	more, _ := model.Tables["visit"].Field("more")
	if more.Title["en"] != "element" || more.Title["es"] != "Nota" || note.Title["es"] != "table" || note.Title["en"] != "element" {
		t.Errorf("the titles are %+v and %+v", note.Title, more.Title)
	}
}

func TestAFieldIsWhatItsElementIs(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		table string
		site  fstest.MapFS
		want  string
	}{
		"another type":     {strings.Replace(visitTable, `"max_length": 80`, `"type": "date"`, 1), nil, "fields/0/type: meta.element_clash element=note name=type"},
		"no such element":  {strings.Replace(visitTable, `"element": "note"}`, `"element": "nose"}`, 1), nil, "fields/1/element: meta.unknown kind=element name=nose"},
		"an overlay's":     {visitTable, fstest.MapFS{"note.element.overlay.json": {Data: []byte(`{"kind": "overlay", "of": "element", "key": "note", "ops": [{"op": "set", "at": "type", "value": "date"}]}`)}}, "meta.overlay_fixed"},
		"of another table": {visitTable, fstest.MapFS{"visit.table.overlay.json": {Data: []byte(`{"kind": "overlay", "of": "table", "key": "visit", "ops": [{"op": "set", "at": "fields/note/type", "value": "date"}]}`)}}, "meta.overlay_fixed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := loadElements(tt.site, tt.table); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}
