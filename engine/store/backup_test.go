package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// emptyPlace gives a DSN of the same kind with nothing behind it.
func emptyPlace(t *testing.T, dialect store.Dialect) string {
	t.Helper()
	if dialect == store.SQLite {
		return enginetest.SQLite(t)
	}
	return enginetest.Postgres(t)
}

func TestBackupComesBack(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		file := filepath.Join(t.TempDir(), "backup")
		if err := db.Backup(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		if err := db.Backup(t.Context(), file); !fault.IsKey(err, "store.not_empty") {
			t.Errorf("backup over a backup: %v", err)
		}
		dsn := emptyPlace(t, db.Dialect())
		if err := store.Restore(t.Context(), dsn, file); err != nil {
			t.Fatal(err)
		}
		if err := store.Restore(t.Context(), dsn, file); !fault.IsKey(err, "store.not_empty") {
			t.Errorf("restore over data: %v", err)
		}
		restored := enginetest.Open(t, dsn, store.Options{})
		if got := number(t, restored, "select qty from item where no = ?", "a;b"); got != 5 {
			t.Errorf("qty %d, want 5", got)
		}
		if err := exec(t, restored, "update item set qty = 6"); err != nil {
			t.Errorf("write after restore: %v", err)
		}
	})
}

func TestDamagedBackupIsRefused(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.SQLite(t), store.Options{})
	file := filepath.Join(t.TempDir(), "backup")
	if err := db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file + ".sha256"); err != nil { // which would tell by itself
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	dsn := enginetest.SQLite(t)
	if err := store.Restore(t.Context(), dsn, file); !fault.IsKey(err, "store.backup_damaged") {
		t.Errorf("got %v", err)
	}
	enginetest.Open(t, dsn, store.Options{}) // nothing half restored is in the way
}

// TestABackupWithAFlippedBitIsRefused flips single bits, of which a database tells few
// by itself; without the sum beside it a backup is taken as it is.
func TestABackupWithAFlippedBitIsRefused(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		file := filepath.Join(t.TempDir(), "backup")
		if err := db.Backup(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		sound, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write := func(content []byte) {
			if err := os.WriteFile(file, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		const flips = 100
		refused := 0
		for i := range flips {
			content := bytes.Clone(sound)
			content[len(content)*i/flips] ^= 1 << (i % 8)
			write(content)
			if err := store.Restore(t.Context(), emptyPlace(t, db.Dialect()), file); fault.IsKey(err, "store.backup_damaged") {
				refused++
			}
		}
		if refused != flips {
			t.Errorf("%d of %d flips are refused", refused, flips)
		}
		write(sound)
		if err := os.Remove(file + ".sha256"); err != nil {
			t.Fatal(err)
		}
		if err := store.Restore(t.Context(), emptyPlace(t, db.Dialect()), file); err != nil {
			t.Errorf("without its sum: %v", err)
		}
	})
}

func TestSize(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if size, err := db.Size(t.Context()); err != nil || size < 4096 {
			t.Errorf("size %d, %v", size, err)
		}
	})
}
