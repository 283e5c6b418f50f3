package enginetest

import (
	"path/filepath"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// SQLite gives the DSN of a database file that does not exist yet.
func SQLite(t testing.TB) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), "test.db")
}

// Open opens a database for the time of the test.
func Open(t testing.TB, dsn string, options store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, options)
	if err != nil {
		t.Fatalf("open %s: %v", dsn, err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close %s: %v", dsn, err)
		}
	})
	return db
}

// EachDSN runs a test with an empty database of either kind.
func EachDSN(t *testing.T, run func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { run(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { run(t, Postgres(t)) })
}

// EachDB runs a test on an open, empty database of either kind.
func EachDB(t *testing.T, run func(t *testing.T, db *store.DB)) {
	t.Helper()
	EachDSN(t, func(t *testing.T, dsn string) { run(t, Open(t, dsn, store.Options{})) })
}
