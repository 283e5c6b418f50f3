package release_test

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// manyBoxes are more than are filled while a table is locked.
const manyBoxes = 12_000

// narrow is box with a width that must be filled, found by an index.
func narrow() fstest.MapFS {
	return fstest.MapFS{"goods/box.table.json": {Data: []byte(`{"kind": "table", "key": "box", "title": {"zh": "箱", "en": "Box", "es": "Caja"}, "label": ["code"],
	"fields": [{"key": "code", "type": "text", "max_length": 20, "title": {"zh": "编码", "en": "Code", "es": "Código"}},
		{"key": "width", "type": "integer", "required": true, "default": "5", "title": {"zh": "宽", "en": "Width", "es": "Ancho"}}],
	"indexes": [{"key": "width", "on": ["width"]}]}`)}}
}

// wideBoxes is a desk with many boxes, of which every third has a width.
func wideBoxes(t *testing.T, db *store.DB) *desk {
	t.Helper()
	d := open(t, db, shippedShelf)
	d.begin(box(field("width", "integer")))
	d.run(`insert into box (id, version, created_at, updated_at, code, width)
		with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select i, 1, 0, 0, 'c', case when i % 3 = 0 then 7 end from n`, manyBoxes)
	return d
}

func (d *desk) run(statement string, args ...any) {
	d.Helper()
	if err := d.try(statement, args...); err != nil {
		d.Fatalf("%s: %v", statement, err)
	}
}

func (d *desk) try(statement string, args ...any) error {
	return d.DB.Write(d.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
}

func (d *desk) count(question string) (n int) {
	d.Helper()
	err := d.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &n, question) })
	if err != nil {
		d.Fatal(err)
	}
	return n
}

// change makes a change set of files.
func (d *desk) change(site fstest.MapFS) int64 {
	d.Helper()
	files, err := release.ReadFolder(site)
	if err != nil {
		d.Fatal(err)
	}
	id, err := d.ImportChange(d.Context(), files, "narrow", "ann")
	if err != nil {
		d.Fatal(err)
	}
	return id
}

// moving asks to publish a change set and gives what a job is left with.
func (d *desk) moving(change int64) (left release.Moving) {
	d.Helper()
	by := release.By{Author: "ann", Note: "narrow", Consent: d.asked(change)}
	by.Later = func(_ context.Context, m release.Moving) (int64, error) { left = m; return 11, nil }
	put, err := d.PublishChange(d.Context(), change, by)
	if err != nil || put.Job != 11 || put.Release != 0 {
		d.Fatalf("asked to publish: %+v (%v)", put, err)
	}
	return left
}

// asked are the steps that a publish wants consent to.
func (d *desk) asked(change int64) []string {
	d.Helper()
	_, err := d.PublishChange(d.Context(), change, release.By{Author: "ann", Note: "narrow", Consent: []string{"another step"}})
	f, ok := fault.As(err)
	if !ok || f.Key != "release.consent" || f.Params["n"] != manyBoxes*2/3 {
		d.Fatalf("without consent: %v", err)
	}
	steps, _ := f.Data.(map[string]any)["steps"].([]string)
	return steps
}

func TestRecordsAreFilledWithConsent(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := wideBoxes(t, db)
		before := d.Catalog.Current().Number
		change := d.change(narrow())
		steps := d.asked(change)
		d.isAt(before)
		if n := d.count("select count(*) from box where width is null"); len(steps) != 1 || n != manyBoxes*2/3 {
			t.Errorf("asked about %q, and %d boxes are without a width", steps, n)
		}
		put, err := d.PublishChange(t.Context(), change, release.By{Author: "ann", Note: "narrow", Consent: steps})
		if err != nil || put.Release != before+1 {
			t.Fatalf("with consent: %+v (%v)", put, err)
		}
		if n := d.count("select count(*) from box where width = 5"); n != manyBoxes*2/3 {
			t.Errorf("%d boxes are filled", n)
		}
		d.run("insert into box (id, version, created_at, updated_at, code, width) values (-1, 1, 0, 0, 'late', null)") // a program of the release before
		if n := d.count("select count(*) from box where code = 'late' and width = 5"); n != 1 {
			t.Error("what the release before writes is not filled in")
		}
	})
}

// TestAMoveGoesOnWhereItWasKilled ends the move in the middle, as a kill does, and has
// another server take its job over, while programs go on writing what is empty.
func TestAMoveGoesOnWhereItWasKilled(t *testing.T) {
	t.Parallel()
	dsn := enginetest.Postgres(t)
	d := wideBoxes(t, enginetest.Open(t, dsn, store.Options{}))
	before := d.Catalog.Current().Number
	left := d.moving(d.change(narrow()))
	killed := errors.New("killed")
	_, err := d.PublishMoving(t.Context(), left, func(done, total int) error {
		if done < total/2 {
			return nil
		}
		return killed
	})
	if !errors.Is(err, killed) {
		t.Fatalf("the move ended with %v", err)
	}
	d.isAt(before)
	d.run("insert into box (id, version, created_at, updated_at, code, width) values (-1, 1, 0, 0, 'meanwhile', null)")
	other := open(t, d.DB, shippedShelf)
	other.begin(nil)
	first := 0
	number, err := other.PublishMoving(t.Context(), left, func(_, total int) error {
		if first == 0 {
			first = total
		}
		return nil
	})
	if err != nil || number != before+1 {
		t.Fatalf("the other server: release %d (%v)", number, err)
	}
	if first == 0 || first > manyBoxes/2 {
		t.Errorf("it began with %d steps", first)
	}
	if again, err := other.PublishMoving(t.Context(), left, func(int, int) error { return killed }); err != nil || again != number {
		t.Errorf("a job that was killed behind its end: release %d (%v)", again, err)
	}
	if err := d.Follow(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.isAt(number)
	d.finished()
}

// finished holds the tables to what the release wants, before and after all servers have
// followed it.
func (d *desk) finished() {
	d.Helper()
	const index = `select count(*) from pg_index x join pg_class i on i.oid = x.indexrelid where i.relname like 'box_width%' and x.indisvalid`
	if empty, found := d.count("select count(*) from box where width is null"), d.count(index); empty != 0 || found != 1 {
		d.Errorf("%d boxes are empty, and %d indexes are whole", empty, found)
	}
	late := "insert into box (id, version, created_at, updated_at, code, width) values (-2, 1, 0, 0, 'late', null)"
	d.run(late)
	for range 2 { // doing it again does nothing
		if err := d.Finish(d.Context()); err != nil {
			d.Fatal(err)
		}
	}
	if err := d.try(late); err == nil {
		d.Error("when all have followed, an empty width is still filled in")
	}
	if n := d.count(`select count(*) from pg_proc where proname like 'wareloom_fill%' and pronamespace = current_schema()::regnamespace`) +
		d.count(`select count(*) from pg_constraint where conname like 'width_ck%' and connamespace = current_schema()::regnamespace`); n != 0 {
		d.Errorf("%d helpers are left", n)
	}
}

// TestOnlyWhatWasJudgedIsMoved refuses a job whose change set became another, or whose
// release another came before.
func TestOnlyWhatWasJudgedIsMoved(t *testing.T) {
	t.Parallel()
	d := wideBoxes(t, enginetest.Open(t, enginetest.Postgres(t), store.Options{}))
	before := d.Catalog.Current().Number
	left := d.moving(d.change(narrow()))
	tell := func(int, int) error { return nil }
	other := left
	other.Content = "of another content"
	if _, err := d.PublishMoving(t.Context(), other, tell); !fault.IsKey(err, "release.moved") {
		t.Errorf("another content: %v", err)
	}
	more := box(field("width", "integer"))
	more["shelf.table.overlay.json"] = wide("depth")["shelf.table.overlay.json"]
	d.publish(more)
	if _, err := d.PublishMoving(t.Context(), left, tell); !fault.IsKey(err, "release.moved") {
		t.Errorf("another release: %v", err)
	}
	d.isAt(before + 1)
	if n := d.count("select count(*) from box where width is null"); n != manyBoxes*2/3 {
		t.Errorf("%d boxes are empty", n)
	}
}

// TestAnIndexThatWasBrokenOffIsBuiltAnew leaves the ruin of an index that a kill broke off.
func TestAnIndexThatWasBrokenOffIsBuiltAnew(t *testing.T) {
	t.Parallel()
	dsn := enginetest.Postgres(t)
	d := wideBoxes(t, enginetest.Open(t, dsn, store.Options{}))
	d.run("update box set width = 5 where width is null")
	change := d.change(narrow())
	ruin := neighbourOf(t, dsn)
	draft, err := d.Draft(t.Context(), narrow())
	if err != nil {
		t.Fatal(err)
	}
	name := draft.Release.Tables["box"].Indexes[0].Name
	ruin.run("create index " + name + " on box (width)")
	ruin.run("update pg_index set indisvalid = false where indexrelid = '" + name + "'::regclass")
	if _, err := d.PublishChange(t.Context(), change, release.By{Author: "ann", Note: "narrow"}); err != nil {
		t.Fatal(err)
	}
	d.finished()
}

// TestForeignKeysAreProvenAfterwards makes the reference of many rows lead elsewhere.
func TestForeignKeysAreProvenAfterwards(t *testing.T) {
	t.Parallel()
	d := wideBoxes(t, enginetest.Open(t, enginetest.Postgres(t), store.Options{}))
	to := func(onDelete string) fstest.MapFS {
		return box(`, {"key": "shelf_id", "type": "reference", "to": "shelf", "on_delete": "` + onDelete + `", "title": {"zh": "架", "en": "Shelf", "es": "Estante"}}`)
	}
	d.publish(to("restrict"))
	d.run("insert into shelf (id, version, created_at, updated_at, code) values (1, 1, 0, 0, 's')")
	d.run("update box set shelf_id = 1")
	d.publish(to("cascade"))
	const unproven = "select count(*) from pg_constraint where contype = 'f' and not convalidated and connamespace = current_schema()::regnamespace"
	if d.count(unproven) == 0 {
		t.Error("the rows were read while the table was locked")
	}
	if err := d.try("update box set shelf_id = 99 where id = 1"); err == nil {
		t.Error("a new value is not held to the key")
	}
	if err := d.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := d.count(unproven); n != 0 {
		t.Errorf("%d keys are not proven", n)
	}
	d.run("delete from shelf where id = 1")
	if n := d.count("select count(*) from box"); n != 0 {
		t.Errorf("%d boxes are left of a shelf that went", n)
	}
}
