package release_test

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// rate is a table that another program made, with some fields.
func rate(from, key, fields string) fstest.MapFS {
	return fstest.MapFS{"goods/rate.table.json": {Data: []byte(`{"kind": "table", "key": "rate", "title": {"zh": "费率", "en": "Rate", "es": "Tarifa"}, "label": ["name"],
	"adopted": {"from": "` + from + `", "key": "` + key + `"},
	"fields": [{"key": "name", "type": "text", "title": {"zh": "名称", "en": "Name", "es": "Nombre"}}` + fields + `]}`)}}
}

// elsewhere does statements of the other program.
func (d *desk) elsewhere(statements ...string) {
	d.Helper()
	err := d.DB.Alter(d.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.Fatal(err)
	}
}

// unreadKeys are the reasons for which a publish of files would be refused.
func (d *desk) unreadKeys(site fs.FS) (keys []string) {
	d.Helper()
	files, err := release.ReadFolder(site)
	if err != nil {
		d.Fatal(err)
	}
	told, err := d.Preview(d.Context(), files)
	if err != nil || len(told.Problems) > 0 {
		d.Fatal(err, told.Problems)
	}
	for _, step := range told.Plan {
		if step.Class == ddl.Hazard {
			keys = append(keys, step.Key)
		}
	}
	_, err = d.Publish(d.Context(), site, release.By{Author: "test"})
	if refused := fault.IsKey(err, "ddl.hazard"); refused != (len(keys) > 0) {
		d.Errorf("the preview tells %v, the publish %v", keys, err)
	}
	return keys
}

func TestATableOfAnotherProgramIsJudged(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.elsewhere(
			"create table legacy (id integer primary key, name varchar(40), day date, rate numeric(12,4), other numeric(40,0), blob "+map[store.Dialect]string{store.SQLite: "blob", store.Postgres: "bytea"}[db.Dialect()]+")",
			"insert into legacy values (1, 'low', '2026-01-31', 1.5, 10000000000000000000000, null)",
			"create view legacy_view as select * from legacy", "create view legacy_twice as select id, name from legacy union all select id, name from legacy",
		)
		for what, tt := range map[string]struct {
			site fs.FS
			want string
		}{
			"no such table":           {rate("nowhere", "id", ""), "ddl.adopted_missing"},
			"a hostile name":          {rate("legacy; drop table legacy", "id", ""), "ddl.adopted_missing"},
			"a table of the engine":   {rate("release_change", "id", ""), "ddl.adopted_own"},
			"a table of the plan":     {rate("COLUMN_MEANING", "id", ""), "ddl.adopted_own"},
			"no such key":             {rate("legacy", "no", ""), "ddl.adopted_no_column"},
			"a key of texts":          {rate("legacy", "name", ""), "ddl.adopted_key"},
			"no such column":          {rate("legacy", "id", field("more", "text")), "ddl.adopted_no_column"},
			"a date for a truth":      {rate("legacy", "id", field("day", "boolean")), "ddl.adopted_type"},
			"bytes":                   {rate("legacy", "id", field("blob", "text")), "ddl.adopted_type"},
			"digits that would go":    {rate("legacy", "id", `, {"key": "rate", "type": "decimal", "scale": 2, "title": {"zh": "甲", "en": "A", "es": "A"}}`), "ddl.adopted_digits"},
			"figures that are larger": {rate("legacy", "id", field("other", "integer")), "ddl.adopted_values"},
			"a view without a key":    {rate("legacy_twice", "id", ""), "ddl.adopted_twice"},
		} {
			t.Run(what, func(t *testing.T) {
				if got := d.unreadKeys(tt.site); !slices.Equal(got, []string{tt.want}) {
					t.Errorf("got %q, not %s", got, tt.want)
				}
			})
		}
		if got := d.unreadKeys(rate("legacy_view", "id", field("day", "date"))); len(got) > 0 {
			t.Errorf("a view is refused: %q", got)
		}
	})
}

func TestATableOfAnotherProgramIsLeftAlone(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.elsewhere("create table legacy (id integer primary key, name varchar(40))")
		before, err := db.Inspect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d.publish(rate("legacy", "id", ""))
		after, err := db.Inspect(t.Context())
		if err != nil || len(after) != len(before) || len(after["legacy"].Indexes) > 0 || len(after["legacy"].Columns) != 2 {
			t.Errorf("the database is another: %v, %v", after, err)
		}
		d.publish(fstest.MapFS{})
		kept, err := d.Kept(t.Context())
		if err != nil || len(kept) > 0 {
			t.Errorf("kept as ours: %v, %v", kept, err)
		}
	})
}

func TestALostTableDoesNotStopTheRest(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.elsewhere("create table legacy (id integer primary key, name varchar(40), day date)")
		site := rate("legacy", "id", field("day", "date"))
		first := d.publish(site)
		read := func() error {
			return db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				var n int
				return tx.Get(ctx, &n, "select count(day) from "+d.Catalog.Current().Tables["rate"].From()+" as r")
			})
		}
		if err := read(); err != nil {
			t.Fatal(err)
		}
		for _, loss := range []string{"alter table legacy drop column day", "drop table legacy"} {
			d.elsewhere(loss)
			err := d.Lost(t.Context(), d.Catalog.Current(), read())
			if f, ok := fault.As(err); !ok || f.Key != "record.adopted_lost" {
				t.Errorf("%s: %v", loss, err)
			}
		}
		again := open(t, db, shippedShelf)
		again.begin(nil)
		again.isAt(first)
		more := fstest.MapFS{}
		for name, file := range box("") {
			more[name] = file
		}
		for name, file := range site {
			more[name] = file
		}
		again.publish(more)
		if !again.holds("box", "code") {
			t.Error("the rest is not published")
		}
		if _, err := again.Rollback(t.Context(), first, release.By{Author: "test"}); err != nil {
			t.Errorf("nobody goes back: %v", err)
		}
	})
}

func TestANameThatCannotBeOneIsRefused(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		for _, name := range []string{`a\" --`, "a?", "", strings.Repeat("a", 64), "shelf", "SHELF"} {
			if _, err := d.Publish(t.Context(), rate(name, "id", ""), release.By{Author: "test"}); err == nil {
				t.Errorf("%q is taken", name)
			}
		}
	})
}
