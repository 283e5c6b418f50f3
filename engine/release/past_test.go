package release_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAnObjectComesOutAsItWas follows the title of a site's object, and of one of the
// program under an overlay, over three releases and another version of the program.
func TestAnObjectComesOutAsItWas(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		desk := open(t, db, shippedShelf)
		desk.begin(box(""))
		desk.publish(titled("Crate", "Rack", field("width", "integer")))
		desk.publish(titled("Carton", "Board", field("width", "integer")))
		desk.pastIs(1, "Box", "Shelf")
		desk.pastIs(2, "Crate", "Rack")
		desk.pastIs(3, "Carton", "Board")
		desk.pastIs(99, "Carton", "Board") // of which nothing is kept

		later := open(t, db, strings.Replace(shippedShelf, `"en": "Shelf"`, `"en": "Ledge"`, 1))
		later.begin(nil)
		later.pastIs(1, "Box", "Shelf")
		later.pastIs(2, "Crate", "Rack")
	})
}

// titled is a site whose box, and the program's shelf, have other titles.
func titled(box_, shelf, more string) fstest.MapFS {
	site := box(more)
	site["goods/box.table.json"].Data = []byte(strings.Replace(string(site["goods/box.table.json"].Data), `"en": "Box"`, `"en": "`+box_+`"`, 1))
	site["shelf.table.overlay.json"] = &fstest.MapFile{Data: []byte(`{"kind": "overlay", "of": "table", "key": "shelf", "ops": [{"op": "set", "at": "title/en", "value": "` + shelf + `"}]}`)}
	return site
}

// pastIs holds two tables to the titles that they had, each alone, under the number of
// what is in force.
func (d *desk) pastIs(number int64, box, shelf string) {
	d.Helper()
	for key, want := range map[string]string{"box": box, "shelf": shelf} {
		past, err := d.WithPast(d.Context(), release.Named{Kind: "table", Key: key}, number)
		if err != nil {
			d.Fatal(err)
		}
		if got := past.Tables[key].Meta.Title.In("en"); got != want || past.Number != d.Catalog.Current().Number {
			d.Errorf("%s of release %d is %s under %d, want %s", key, number, got, past.Number, want)
		}
		again, err := d.WithPast(d.Context(), release.Named{Kind: "table", Key: key}, number)
		if err != nil || again != past {
			d.Errorf("%s of release %d is made anew (%v)", key, number, err)
		}
	}
}

// TestWhatDoesNotGoAnyMoreIsAsItIs holds an object that named what is gone to what it says
// by now.
func TestWhatDoesNotGoAnyMoreIsAsItIs(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		list := func(column string) fstest.MapFS {
			site := box(field(column, "integer"))
			site["box.list.json"] = &fstest.MapFile{Data: []byte(`{"kind": "list", "key": "box", "title": {"zh": "箱", "en": "Boxes", "es": "Cajas"}, "table": "box", "columns": [{"key": "` + column + `"}]}`)}
			return site
		}
		desk := open(t, db, shippedShelf)
		desk.begin(list("width"))
		desk.publish(list("depth"))
		past, err := desk.WithPast(t.Context(), release.Named{Kind: "list", Key: "box"}, 1)
		if err != nil || past != desk.Catalog.Current() {
			t.Errorf("not what is in force (%v)", err)
		}
	})
}
