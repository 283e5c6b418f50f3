package files_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/store"
)

const month = 30 * 24 * time.Hour

// TestSweep lets go of files one after another and looks a month later.
func TestSweep(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		kept := files.Store{Folder: t.TempDir()}
		now := time.Now()
		write := func(fn func(ctx context.Context, tx *store.Tx) error) {
			t.Helper()
			if err := db.Write(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		exec := func(text string, args ...any) {
			t.Helper()
			write(func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, text, args...)
				return err
			})
		}
		sweep := func(after time.Duration, want int) {
			t.Helper()
			now = now.Add(after)
			got, err := kept.Sweep(t.Context(), db, []files.Holder{{Table: "item", Column: "photo"}}, now, month)
			if err != nil || got != want {
				t.Errorf("swept %d, want %d (err: %v)", got, want, err)
			}
		}
		items := store.Migrations{Owner: "item", FS: fstest.MapFS{"migration/001_item.sql": {Data: []byte(
			"create table item (id BIGINT primary key, photo TEXT);")}}}
		for _, m := range []store.Migrations{files.Migrations(), items} {
			if err := db.Migrate(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		record := files.Record{Table: "item", ID: 1}
		keys := map[string]string{}
		for _, name := range []string{"attached", "held", "again", "never"} {
			write(func(ctx context.Context, tx *store.Tx) error {
				f, err := kept.Put(ctx, tx, 1, name+".txt", []byte(name))
				keys[name] = f.Key
				return err
			})
		}
		write(func(ctx context.Context, tx *store.Tx) error {
			return kept.Attach(ctx, tx, record, keys["attached"], 1, 0)
		})
		exec("insert into item (id, photo) values (1, ?), (2, null)", keys["held"])

		sweep(0, 0)
		exec("update item set photo = ? where id = 2", keys["again"])
		sweep(month-time.Hour, 0)
		exec("update item set photo = null where id = 2")
		sweep(2*time.Hour, 1) // never; again counts anew
		write(func(ctx context.Context, tx *store.Tx) error { return kept.Forget(ctx, tx, record) })
		sweep(month+time.Hour, 1)        // again
		sweep(month+time.Hour, 1)        // attached
		checkOnly(t, kept, keys["held"]) // nothing else is left in the folder
	})
}

func checkOnly(t *testing.T, kept files.Store, want string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(kept.Folder, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 1 || filepath.Base(left[0]) != want {
		t.Errorf("left %v, want %s", left, want)
	}
	if content, err := os.ReadFile(left[0]); string(content) != "held" {
		t.Error(fmt.Errorf("read %q: %w", content, err))
	}
}
