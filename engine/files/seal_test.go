package files_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/store"
)

// cabinet is a store of files beside a table whose records hold some.
type cabinet struct {
	files.Store
	t  *testing.T
	db *store.DB
}

// errUndone takes a transaction back.
var errUndone = errors.New("undone")

var photos = []files.Holder{{Table: "item", Column: "photo"}}

func newCabinet(t *testing.T, db *store.DB) cabinet {
	t.Helper()
	items := store.Migrations{Owner: "item", FS: fstest.MapFS{"migration/001_item.sql": {Data: []byte("create table item (id BIGINT primary key, photo TEXT);")}}}
	for _, m := range []store.Migrations{files.Migrations(), items} {
		if err := db.Migrate(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	return cabinet{files.Store{Folder: t.TempDir(), Sealer: auth.MasterKey{1}}, t, db}
}

func oneCabinet(t *testing.T) cabinet {
	t.Helper()
	return newCabinet(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
}

func (c cabinet) write(fn store.Func) {
	c.t.Helper()
	if err := c.db.Write(c.t.Context(), fn); err != nil {
		c.t.Fatal(err)
	}
}

func (c cabinet) put(content string) (f files.File) {
	c.t.Helper()
	c.write(func(ctx context.Context, tx *store.Tx) (err error) {
		f, err = c.Put(ctx, tx, 1, "a.txt", []byte(content))
		return err
	})
	return f
}

// hold has an item hold a file.
func (c cabinet) hold(id int64, key any) {
	c.t.Helper()
	c.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "insert into item (id, photo) values (?, ?) on conflict (id) do update set photo = excluded.photo", id, key)
		return err
	})
}

func (c cabinet) find(key string) (f files.File, err error) {
	c.t.Helper()
	err = c.db.Read(c.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		f, err = c.Find(ctx, tx, key)
		return err
	})
	return f, err
}

// onDisk are the names of what lies in the folder, and whether a text stands in any of it.
func (c cabinet) onDisk(text string) (names []string, readable bool) {
	c.t.Helper()
	paths, err := filepath.Glob(filepath.Join(c.Folder, "*", "*"))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			c.t.Fatal(err)
		}
		names, readable = append(names, filepath.Base(path)), readable || bytes.Contains(content, []byte(text))
	}
	return names, readable
}

// TestASealedFileIsReadableThroughItsKeyAlone and sealed only where the transaction holds.
func TestASealedFileIsReadableThroughItsKeyAlone(t *testing.T) {
	c := oneCabinet(t)
	f := c.put("a secret")
	err := c.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		if err := c.Seal(ctx, tx, f.Key); err != nil {
			t.Error(err)
		}
		return errUndone
	})
	if read := readBack(t, c.db, c.Store, f.Key); read != "a secret" {
		t.Errorf("after a sealing that did not hold (%v): %q", err, read)
	}
	for range 2 {
		c.write(func(ctx context.Context, tx *store.Tx) error { return c.Seal(ctx, tx, f.Key) })
	}
	if found, err := c.find(f.Key); err != nil || !found.Sealed || found.Size != f.Size || found.Digest != f.Digest {
		t.Errorf("found as %+v (%v)", found, err)
	}
	if names, readable := c.onDisk("a secret"); readable || len(names) != 1 || names[0] != f.Key+".sealed" {
		t.Errorf("on disk: %v, readable %v", names, readable)
	}
	if read := readBack(t, c.db, c.Store, f.Key); read != "a secret" {
		t.Errorf("through the key: %q", read)
	}
	other := files.Store{Folder: c.Folder, Sealer: auth.MasterKey{2}}
	sealed, _ := c.find(f.Key)
	if _, err := other.Open(sealed); err == nil {
		t.Error("through another key")
	}
	swapped := c.put("another")
	c.write(func(ctx context.Context, tx *store.Tx) error { return c.Seal(ctx, tx, swapped.Key) })
	of := func(key string) string { return filepath.Join(c.Folder, key[:2], key+".sealed") }
	if err := os.Rename(of(f.Key), of(swapped.Key)); err != nil {
		t.Fatal(err)
	}
	moved, _ := c.find(swapped.Key)
	if _, err := c.Open(moved); err == nil {
		t.Error("what was sealed for another file opens")
	}
	if _, err := c.Open(sealed); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("bytes that are gone: %v", err)
	}
	if _, err := c.Open(files.File{Key: f.Key}); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("clear bytes that are gone: %v", err)
	}
	c.write(func(ctx context.Context, tx *store.Tx) error {
		if err := c.Seal(ctx, tx, strings.Repeat("0", 32)); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("no file: %v", err)
		}
		return nil
	})
}

// TestWhatGuardedFieldsHoldIsSealed and what a crash left clear beside it goes.
func TestWhatGuardedFieldsHoldIsSealed(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		c := newCabinet(t, db)
		held, loose := c.put("held"), c.put("loose")
		c.hold(1, held.Key)
		c.hold(2, nil)
		for range 2 {
			if err := c.SealHeld(t.Context(), c.db, photos); err != nil {
				t.Fatal(err)
			}
			left := filepath.Join(c.Folder, held.Key[:2], held.Key)
			if _, err := os.Stat(left); err == nil {
				t.Error("clear bytes are left")
			}
			if err := os.WriteFile(left, []byte("held"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for key, want := range map[string]bool{held.Key: true, loose.Key: false} {
			if f, err := c.find(key); err != nil || f.Sealed != want {
				t.Errorf("%s is sealed: %v (%v)", f.Name, f.Sealed, err)
			}
		}
	})
}

// TestWhatMayNotBeKeptIsErased unless something holds it still, and when that holds.
func TestWhatMayNotBeKeptIsErased(t *testing.T) {
	c := oneCabinet(t)
	open, sealed, held, attached := c.put("open"), c.put("sealed"), c.put("held"), c.put("attached")
	c.hold(1, held.Key)
	c.write(func(ctx context.Context, tx *store.Tx) error {
		if err := c.Attach(ctx, tx, files.Record{Table: "item", ID: 1}, attached.Key, 1, 0); err != nil {
			return err
		}
		return c.Seal(ctx, tx, sealed.Key)
	})
	erase := func(then error) {
		t.Helper()
		err := c.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for _, key := range []string{open.Key, sealed.Key, held.Key, attached.Key, "../../etc/passwd", ""} {
				if err := c.Erase(ctx, tx, photos, key); err != nil {
					t.Errorf("erase %q: %v", key, err)
				}
			}
			return then
		})
		if !errors.Is(err, then) {
			t.Error(err)
		}
	}
	erase(errUndone)
	if names, _ := c.onDisk("x"); len(names) != 4 {
		t.Errorf("erased though it did not hold: %v are left", names)
	}
	erase(nil)
	names, _ := c.onDisk("x")
	slices.Sort(names)
	if want := []string{held.Key, attached.Key}; !slices.Equal(names, slices.Sorted(slices.Values(want))) {
		t.Errorf("left are %v, want %v", names, want)
	}
	for key, want := range map[string]bool{open.Key: false, sealed.Key: false, held.Key: true, attached.Key: true} {
		if _, err := c.find(key); (err == nil) != want {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// TestWhichFieldsHoldFiles of a release, and whose files are sealed.
func TestWhichFieldsHoldFiles(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, `{"tables": [{"key": "thing", "label": ["name"], "fields": [
		{"key": "name", "type": "text"}, {"key": "photo", "type": "image"}, {"key": "scan", "type": "file", "guarded": true}, {"key": "seen", "type": "image", "computed": "row.photo"}
	]}]}`)
	if got := files.Holders(release); len(got) != 2 || got[0] != (files.Holder{Table: "thing", Column: "photo"}) || got[1].Column != "scan" {
		t.Errorf("holders = %v", got)
	}
	if got := files.Guards(release); len(got) != 1 || got[0] != (files.Holder{Table: "thing", Column: "scan"}) {
		t.Errorf("guards = %v", got)
	}
}
