package store_test

import (
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
	bytes, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes[:len(bytes)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	dsn := enginetest.SQLite(t)
	if err := store.Restore(t.Context(), dsn, file); !fault.IsKey(err, "store.backup_damaged") {
		t.Errorf("got %v", err)
	}
	enginetest.Open(t, dsn, store.Options{}) // nothing half restored is in the way
}

func TestSize(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if size, err := db.Size(t.Context()); err != nil || size < 4096 {
			t.Errorf("size %d, %v", size, err)
		}
	})
}
