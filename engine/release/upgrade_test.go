package release_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// over lays operations over the shipped shelf.
func over(site fstest.MapFS, ops string) fstest.MapFS {
	site["shelf.table.overlay.json"] = &fstest.MapFile{Data: []byte(`{"kind": "overlay", "of": "table", "key": "shelf", "title": {"zh": "词", "en": "Words", "es": "Palabras"}, "ops": [` + ops + `]}`)}
	return site
}

const (
	siteTitle = `{"op": "set", "at": "fields/code/title/en", "value": "Rack"}`
	siteField = `{"op": "add", "at": "fields", "value": {"key": "x_row", "type": "text", "title": {"zh": "排", "en": "Row", "es": "Fila"}}, "after": "code"}`
)

// upgraded is the program that ships another shelf, on the same database.
func upgraded(t *testing.T, db *store.DB, shelf string) *desk {
	t.Helper()
	d := open(t, db, shelf)
	d.begin(nil)
	return d
}

// upgradeSet is the change set of what an upgrade left to be decided, if there is one.
func (d *desk) upgradeSet() (set release.Change, conflicts []release.Conflict) {
	d.Helper()
	sets, err := d.Changes(d.Context(), release.Open)
	if err != nil {
		d.Fatal(err)
	}
	for _, one := range sets {
		if _, is := one.UpgradeOf(); is {
			set = one
			if conflicts, err = d.Conflicts(d.Context(), one.ID); err != nil {
				d.Fatal(err)
			}
		}
	}
	return set, conflicts
}

func (d *desk) title(table, field string) string {
	f, ok := d.Catalog.Current().Tables[table].Field(field)
	if !ok {
		return ""
	}
	return f.Meta.Title["en"] + "/" + f.Meta.Title["zh"]
}

func (d *desk) decide(c release.Conflict, choice string) {
	d.Helper()
	if problems, err := d.Decide(d.Context(), c.Change, c.ID, choice, "ann"); err != nil || len(problems) > 0 {
		d.Fatal(err, problems)
	}
}

func (d *desk) publishSet(id int64) {
	d.Helper()
	if _, err := d.PublishChange(d.Context(), id, release.By{Author: "ann", Note: "decided"}); err != nil {
		d.Fatal(err)
	}
}

// TestAnUpgradeIsMerged puts a newer program under a site: what the one and the other
// changed at other places is both there, and nothing is asked.
func TestAnUpgradeIsMerged(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.publish(over(box(""), siteTitle+","+siteField))
		newer := strings.Replace(shippedShelf, "编码", "货架号", 1)
		newer = strings.Replace(newer, `"fields": [`, `"fields": [{"key": "aisle", "type": "text", "title": {"zh": "道", "en": "Aisle", "es": "Pasillo"}}, `, 1)
		after := upgraded(t, db, newer)
		if after.title("shelf", "code") != "Rack/货架号" || !after.holds("shelf", "x_row") || !after.holds("shelf", "aisle") || !after.holds("box", "code") {
			t.Errorf("not both are there: %s", after.title("shelf", "code"))
		}
		if set, _ := after.upgradeSet(); set.ID != 0 {
			t.Errorf("something is asked: %+v", set)
		}
		files, err := after.Export(t.Context(), 0)
		if err != nil || !strings.Contains(string(files["shelf.table.overlay.json"]), `"after": "code"`) {
			t.Errorf("the overlay was written anew: %s (%v)", files["shelf.table.overlay.json"], err)
		}
	})
}

// TestAnUpgradeAsksWhatItCannotDecide has a newer program take away, change and make
// what the site speaks of: the building goes on, and each is told until it is decided.
func TestAnUpgradeAsksWhatItCannotDecide(t *testing.T) {
	t.Parallel()
	renamed := strings.ReplaceAll(shippedShelf, `"code"`, `"number"`)
	for name, tt := range map[string]struct {
		site          fstest.MapFS
		newer, path   string
		inForce, kept func(d *desk) bool
		taken         func(d *desk) bool
	}{
		"a part went": {
			site: over(box(field("width", "integer")), siteTitle), newer: renamed, path: "fields/code",
			inForce: func(d *desk) bool { return !d.holds("shelf", "code") && d.holds("box", "width") },
			kept:    func(d *desk) bool { return d.title("shelf", "code") == "Rack/编码" && d.holds("shelf", "number") },
			taken:   func(d *desk) bool { return !d.holds("shelf", "code") && d.holds("shelf", "number") },
		},
		"both changed a word": {
			site: over(box(""), siteTitle), newer: strings.Replace(shippedShelf, `"en": "Code"`, `"en": "Shelf code"`, 1), path: "fields/code/title/en",
			inForce: func(d *desk) bool { return d.title("shelf", "code") == "Rack/编码" },
			kept:    func(d *desk) bool { return d.title("shelf", "code") == "Rack/编码" },
			taken:   func(d *desk) bool { return d.title("shelf", "code") == "Shelf code/编码" },
		},
		"both made it": {
			site: box(""), newer: shippedShelf + "\n" + strings.Replace(string(box(field("depth", "integer"))["goods/box.table.json"].Data), `"en": "Code"`, `"en": "Box code"`, 1), path: "fields/code/title/en",
			inForce: func(d *desk) bool { return d.title("box", "code") == "Code/编码" && d.holds("box", "depth") },
			kept:    func(d *desk) bool { return d.title("box", "code") == "Code/编码" && d.holds("box", "depth") },
			taken:   func(d *desk) bool { return d.title("box", "code") == "Box code/编码" },
		},
		"the object went": {
			site: over(box(""), siteTitle), newer: strings.ReplaceAll(shippedShelf, `"shelf"`, `"rack"`), path: "",
			inForce: func(d *desk) bool { return !d.holds("shelf", "code") && d.holds("rack", "code") },
			kept:    func(d *desk) bool { return d.title("shelf", "code") == "Rack/编码" },
			taken:   func(d *desk) bool { return !d.holds("shelf", "code") },
		},
	} {
		for choice, holds := range map[string]func(*desk) bool{release.Keep: tt.kept, release.Take: tt.taken} {
			t.Run(name+", "+choice, func(t *testing.T) {
				t.Parallel()
				enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
					d := open(t, db, shippedShelf)
					d.begin(nil)
					d.publish(tt.site)
					after := upgraded(t, db, tt.newer)
					set, conflicts := after.upgradeSet()
					if !tt.inForce(after) || len(conflicts) != 1 || conflicts[0].Path != tt.path || set.Conflicts != 1 {
						t.Fatalf("in force %t, told %+v of %+v", tt.inForce(after), conflicts, set)
					}
					if again := upgraded(t, db, tt.newer); !tt.inForce(again) {
						t.Error("the next start is another")
					}
					if _, told := after.upgradeSet(); len(told) != 1 {
						t.Errorf("the next start asks again: %+v", told)
					}
					after.decide(conflicts[0], choice)
					if set, _ := after.upgradeSet(); set.ID != 0 { // something is to be published
						after.publishSet(set.ID)
					}
					if set, _ := after.upgradeSet(); set.ID != 0 || !holds(after) {
						t.Errorf("decided, it does not hold: %+v", set)
					}
				})
			})
		}
	}
}

// TestAStartGoesBackToWhatIsSound upgrades the program under a site that cannot stand on
// it: what was in force last and is sound takes its place, is told, and what is to be
// mended lies in a change set.
func TestAStartGoesBackToWhatIsSound(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.publish(box(""))
		site := over(box(field("width", "integer")), siteTitle)
		site["racks.list.json"] = &fstest.MapFile{Data: []byte(racks("code"))}
		d.publish(site)

		renamed := strings.ReplaceAll(shippedShelf, `"code"`, `"number"`)
		if _, err := open(t, db, renamed).Start(t.Context(), over(box(""), siteTitle)); err == nil {
			t.Error("a folder that is not sound is passed over")
		}
		newer := upgraded(t, db, renamed)
		newer.isAt(4)
		if !newer.holds("box", "code") || newer.holds("box", "width") {
			t.Error("it did not go back to the release that is sound")
		}
		list, err := newer.List(t.Context())
		if err != nil || !strings.HasPrefix(list[0].Note, "!3: site/racks.list.json:") || newer.Instead(t.Context()) != "3" {
			t.Errorf("nobody is told: %+v (%v)", list[0], err)
		}
		set, conflicts := newer.upgradeSet()
		if set.Objects != 2 || len(conflicts) != 1 || conflicts[0].Path != "fields/code" || fmt.Sprint(conflicts[0].Choices) != "[keep take draft]" {
			t.Fatalf("what is to be mended: %+v, %+v", set, conflicts)
		}
		_, err = newer.Decide(t.Context(), set.ID, conflicts[0].ID, release.Take, "ann")
		if err != nil {
			t.Fatal(err)
		}
		of := release.Named{Kind: "list", Key: "racks"}
		there, err := newer.Object(t.Context(), of, set.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, problems, err := newer.Edit(t.Context(), release.Edit{Named: of, Change: set.ID, Object: []byte(racks("number")), Hash: there.Hash})
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		newer.publishSet(set.ID)
		if !newer.holds("box", "width") || newer.Instead(t.Context()) != "" {
			t.Error("mended, the site is not what it was")
		}
		if files, err := newer.Export(t.Context(), 3); err != nil || len(files) != 3 {
			t.Errorf("what was published is gone: %v (%v)", files, err)
		}
	})
}

// TestASafeStartLeavesTheSiteOut begins with what ships alone: the database stays as it
// is, others go on, and what is published there is in force again.
func TestASafeStartLeavesTheSiteOut(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.publish(box(""))
		safe := open(t, db, shippedShelf)
		safe.Safe = true
		safe.begin(nil)
		if safe.isAt(2); safe.holds("box", "code") || !safe.LeavesOut() {
			t.Error("the site is not left out")
		}
		if list, err := safe.List(t.Context()); err != nil || len(list) != 2 {
			t.Errorf("it is kept as a release: %v (%v)", list, err)
		}
		safe.publish(box(field("width", "integer")))
		if safe.isAt(3); !safe.holds("box", "width") || safe.LeavesOut() {
			t.Error("what is published there is not in force")
		}
		newer := open(t, db, strings.Replace(shippedShelf, "Shelf", "Rack", 1))
		newer.Safe = true
		if _, err := newer.Start(t.Context(), nil); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("a safe start over tables of another version: %v", err)
		}
	})
}

// TestAnUpgradeYieldsWhereTheSiteCannotStand has a newer program take away what the site
// names at a place that both changed: the rest of the site is in force all the same.
func TestAnUpgradeYieldsWhereTheSiteCannotStand(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.publish(over(box(field("width", "integer")), siteField+`, {"op": "set", "at": "label", "value": ["code", "x_row"]}`))
		newer := upgraded(t, db, strings.ReplaceAll(shippedShelf, `"code"`, `"number"`))
		_, conflicts := newer.upgradeSet()
		if !newer.holds("box", "width") || !newer.holds("shelf", "x_row") || len(conflicts) != 1 || conflicts[0].Path != "label" {
			t.Fatalf("more went than what clashes: %+v", conflicts)
		}
		if ours := rawOf(t, conflicts[0].Ours); fmt.Sprint(ours) != "[code x_row]" || fmt.Sprint(rawOf(t, conflicts[0].Theirs)) != "[number]" {
			t.Errorf("what is told of the sides: %v", ours)
		}
	})
}

// racks is a list of the site's own.
func racks(column string) string {
	return `{"kind": "list", "key": "racks", "table": "shelf", "title": {"zh": "架", "en": "Racks", "es": "Estantes"}, "columns": [{"key": "` + column + `"}]}`
}

// rawOf is a part of a conflict as JSON.
func rawOf(t *testing.T, side *string) (value any) {
	t.Helper()
	if err := json.Unmarshal(release.JSON(side), &value); err != nil {
		t.Fatal(err)
	}
	return value
}
