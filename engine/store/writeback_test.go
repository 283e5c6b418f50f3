package store_test

import (
	"bytes"
	"database/sql"
	"log/slog"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestALogThatStaysIsTold closes a database that another program reads: what it could
// not write back is told, and nothing is told where nobody reads.
func TestALogThatStaysIsTold(t *testing.T) {
	t.Parallel()
	for _, read := range []bool{false, true} {
		var log bytes.Buffer
		dsn := enginetest.SQLite(t)
		db, err := store.Open(t.Context(), dsn, store.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		if err := exec(t, db, "create table item (no text)"); err != nil {
			t.Fatal(err)
		}
		other, err := sql.Open("sqlite", strings.TrimPrefix(dsn, "sqlite:"))
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		reading, err := other.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if read {
			var n int
			if err := reading.QueryRowContext(t.Context(), "select count(*) from item").Scan(&n); err != nil {
				t.Fatal(err)
			}
		}
		if err := exec(t, db, "insert into item values ('late')"); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(log.String(), "still holds rows"); told != read {
			t.Errorf("with a reader %t, told %t: %s", read, told, log.String())
		}
		if err := reading.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}
