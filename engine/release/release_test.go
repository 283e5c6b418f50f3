package release_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

const schemas = "../../metadata/schema"

// desk is what keeps the releases of a small program.
type desk struct {
	testing.TB
	*release.Releases
	swapped []int64
}

// shippedShelf is the one table of the program.
const shippedShelf = `{"kind": "table", "key": "shelf", "title": {"zh": "架", "en": "Shelf", "es": "Estante"}, "label": ["code"],
	"fields": [{"key": "code", "type": "text", "max_length": 20, "title": {"zh": "编码", "en": "Code", "es": "Código"}}]}`

// box is a table of a site's own, with more fields.
func box(more string) fstest.MapFS {
	return fstest.MapFS{"goods/box.table.json": {Data: []byte(`{"kind": "table", "key": "box", "title": {"zh": "箱", "en": "Box", "es": "Caja"}, "label": ["code"],
	"fields": [{"key": "code", "type": "text", "max_length": 20, "title": {"zh": "编码", "en": "Code", "es": "Código"}}` + more + `]}`)}}
}

// field is one of box.
func field(key, typ string) string {
	return `, {"key": "` + key + `", "type": "` + typ + `", "title": {"zh": "甲", "en": "A", "es": "A"}}`
}

// reader remembers texts that were read: most tests read the same.
var reader = sync.OnceValue(func() *meta.Reader { return meta.NewReader(os.DirFS(schemas)) })

func open(t testing.TB, db *store.DB, shelf string) *desk {
	t.Helper()
	shapes, err := shape.Read(os.DirFS(schemas))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context(), release.Migrations(), ddl.Migrations()); err != nil {
		t.Fatal(err)
	}
	base, files := fstest.MapFS{}, release.Folder{}
	for text := range strings.SplitSeq(shelf, "}]}\n") { // tables, one after the other
		text = strings.TrimSuffix(text, "}]}") + "}]}"
		_, name, _ := strings.Cut(text, `"key": "`)
		name, _, _ = strings.Cut(name, `"`)
		name += ".table.json"
		base[name], files[name] = &fstest.MapFile{Data: []byte(text)}, []byte(text)
	}
	d := &desk{TB: t}
	d.Releases = release.New(release.Options{
		DB: db, Catalog: catalog.New(nil), Shapes: shapes, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Shipped: []release.Layer{{Layer: meta.LayerBase, Name: "base", Files: files}},
		Compile: func(site fs.FS) (*catalog.Release, error) {
			model, err := reader().Load(meta.Source{Name: "base", Layer: meta.LayerBase, FS: base}, meta.Source{Name: "site", Layer: meta.LayerSite, FS: site})
			if err != nil {
				return nil, err
			}
			return catalog.Compile(model, nil)
		},
		Model: func() (*meta.Model, error) {
			return reader().Load(meta.Source{Name: "base", Layer: meta.LayerBase, FS: base})
		},
		Rights:  func(context.Context, *store.Tx) error { return nil },
		BackUp:  func(context.Context, []string) error { return nil },
		Swapped: func(_ context.Context, number int64) { d.swapped = append(d.swapped, number) },
	})
	return d
}

// begin starts the program as a server does.
func (d *desk) begin(site fs.FS) {
	d.Helper()
	draft, err := d.Start(d.Context(), site)
	if err == nil {
		_, err = d.Begin(d.Context(), draft, release.By{Author: "start"})
	}
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) publish(site fs.FS) int64 {
	d.Helper()
	number, err := d.Publish(d.Context(), site, release.By{Author: "test", Note: "a note"})
	if err != nil {
		d.Fatal(err)
	}
	return number
}

// holds tells whether the release in force has a table with a field.
func (d *desk) holds(table, field string) bool {
	t, ok := d.Catalog.Current().Tables[table]
	if !ok {
		return false
	}
	_, ok = t.Field(field)
	return ok
}

func (d *desk) isAt(number int64) {
	d.Helper()
	if got := d.Catalog.Current().Number; got != number {
		d.Errorf("release %d is in force, not %d", got, number)
	}
}

func TestAStartKeepsWhatIsNew(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		for _, step := range []struct {
			shelf  string
			site   fs.FS
			number int64
			box    bool
		}{
			{shippedShelf, nil, 1, false},
			{shippedShelf, nil, 1, false},
			{shippedShelf, box(""), 2, true},
			{shippedShelf, nil, 2, true}, // the database holds the folder now
			{strings.Replace(shippedShelf, "Shelf", "Rack", 1), nil, 3, true},
			{shippedShelf, fstest.MapFS{}, 4, false},
		} {
			d := open(t, db, step.shelf)
			d.begin(step.site)
			d.isAt(step.number)
			if d.holds("box", "code") != step.box {
				t.Errorf("release %d has a box: %t", step.number, !step.box)
			}
		}
	})
}

func TestPublishedWhileItRuns(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d, other := open(t, db, shippedShelf), open(t, db, shippedShelf)
		d.begin(nil)
		other.begin(nil)
		old := d.Catalog.Current()
		d.publish(box(""))
		d.publish(box(field("width", "integer")))
		if d.isAt(3); !d.holds("box", "width") || old.Tables["box"] != nil {
			t.Error("the release in force, or the one before, is not what it was published as")
		}
		if again := d.publish(box(field("width", "integer"))); again != 3 || len(d.swapped) != 2 {
			t.Errorf("the same again is release %d, told as %v", again, d.swapped)
		}
		if err := other.Follow(t.Context()); err != nil || !other.holds("box", "width") {
			t.Errorf("another server does not follow: %v", err)
		}
		other.isAt(3)
	})
}

func TestRolledBackIsAFurtherRelease(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.publish(box(""))
		d.publish(box(field("width", "integer")))
		if number, err := d.Rollback(t.Context(), 2, release.By{Author: "test"}); number != 4 || err != nil || d.holds("box", "width") {
			t.Errorf("release %d is in force (%v)", number, err)
		}
		if _, err := d.Rollback(t.Context(), 9, release.By{}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("a release that never was: %v", err)
		}
		list, err := d.List(t.Context())
		if err != nil || len(list) != 4 || list[0].Parent != 3 || list[0].Objects != 1 || list[1].Note != "a note" {
			t.Errorf("the list is %+v (%v)", list, err)
		}
	})
}

// TestWhatIsRefusedChangesNothing tries what must not come into force on a server that
// runs.
func TestWhatIsRefusedChangesNothing(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(box(field("width", "integer")))
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "insert into box (id, code, width, version, created_at, created_by, updated_at, updated_by) values (1, 'B', 5, 1, 0, 0, 0, 0)")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, tt := range map[string]struct{ more, key string }{
			"a field that nothing knows": {`, {"key": "width", "type": "nothing"}`, "meta."},
			"another meaning":            {field("width", "decimal"), "release.apart"},
			"what values stand against":  {field("width", "date"), "ddl.hazard"},
		} {
			_, err := d.Publish(t.Context(), box(tt.more), release.By{})
			if f, ok := fault.As(err); err == nil || ok && !strings.HasPrefix(f.Key, tt.key) {
				t.Errorf("%s: %v", name, err)
			}
		}
		newer := open(t, db, strings.Replace(shippedShelf, "Shelf", "Rack", 1))
		newer.begin(nil)
		for what, err := range map[string]error{"followed": d.Follow(t.Context()), "published over": errorOf(d.Publish(t.Context(), box(""), release.By{}))} {
			if f, ok := fault.As(err); !ok || f.Key != "release.other_version" {
				t.Errorf("a release of another version is %s: %v", what, err)
			}
		}
		d.isAt(1)
	})
}

func errorOf(_ int64, err error) error { return err }

// TestTwoPublishesAtOnce lets one of two win, whoever is first.
func TestTwoPublishesAtOnce(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		a, b := open(t, db, shippedShelf), open(t, db, shippedShelf)
		a.begin(nil)
		b.begin(nil)
		ended := make(chan error, 2)
		for key, d := range map[string]*desk{"height": a, "depth": b} {
			go func() { ended <- errorOf(d.Publish(t.Context(), box(field(key, "integer")), release.By{})) }()
		}
		for range 2 {
			if err := <-ended; err != nil && !isMoved(err) {
				t.Error(err)
			}
		}
		list, err := a.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range list {
			if r.Parent != r.Number-1 || r.Number != int64(len(list)-i) {
				t.Errorf("the releases are no chain: %+v", list)
			}
		}
	})
}

func isMoved(err error) bool {
	var f *fault.Fault
	return errors.As(err, &f) && f.Key == "release.moved"
}

// TestAFolderComesBackAsItWas exports, imports and exports again.
func TestAFolderComesBackAsItWas(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		site := box("")
		site["module.json"] = &fstest.MapFile{Data: []byte(`{"kind": "module", "key": "goods", "title": {"zh": "货", "en": "Goods", "es": "Bienes"}}`)}
		d.publish(site)
		var before []byte
		for range 2 {
			files, err := d.Export(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			packed, err := files.Zip()
			if err != nil {
				t.Fatal(err)
			}
			if before != nil && !bytes.Equal(before, packed) || len(files) != 2 {
				t.Errorf("the export is another: %v", files)
			}
			before = packed
			d.publish(fstest.MapFS{})
			again, err := files.FS()
			if err != nil {
				t.Fatal(err)
			}
			d.publish(again)
		}
	})
}

// TestAFolderIsNotPublishedOver refuses where the next start would undo it, and follows
// what comes from elsewhere until then.
func TestAFolderIsNotPublishedOver(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d, console := open(t, db, shippedShelf), open(t, db, shippedShelf)
		d.Folder = true
		d.begin(box(""))
		console.begin(nil)
		_, err := d.Publish(t.Context(), box(field("width", "integer")), release.By{})
		if f, ok := fault.As(err); !ok || f.Key != "release.folder" {
			t.Errorf("published over a folder: %v", err)
		}
		console.publish(box(field("width", "integer")))
		if err := d.Follow(t.Context()); err != nil || !d.holds("box", "width") {
			t.Errorf("it does not follow: %v", err)
		}
	})
}

// TestPackedFilesAreBounded refuses what unpacks to more than a site needs.
func TestPackedFilesAreBounded(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]release.Folder{
		"too large": {"a.table.json": bytes.Repeat([]byte(" "), 40<<20)},
		"too many":  many(6000),
	} {
		packed, err := files.Zip()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := release.Unzip(packed); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func many(n int) release.Folder {
	files := release.Folder{}
	for i := range n {
		files[fmt.Sprintf("a%d.table.json", i)] = []byte("{}")
	}
	return files
}
