package starts

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/seeds"
)

// costly are statements that take as long as the database is large.
var costly = []string{"foreign_key_check", "pg_advisory_xact_lock", "pragma foreign_keys", "stock_move", "integrity_check"}

// start brings the whole product up over a database as the command does, and
// gives the statements that it ran.
func start(t testing.TB, dsn string) []string {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var statements []string
	a, err := app.New(t.Context(), app.Config{
		DSN: dsn, Files: t.TempDir(), Page: fstest.MapFS{"index.html": {Data: []byte("page")}}, Product: p, Version: "0.9.0",
		Tap: func(sql string, _ []any) {
			mu.Lock()
			defer mu.Unlock()
			statements = append(statements, sql)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	base, err := fs.Sub(seeds.Files, "base")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Seed(t.Context(), base, "a password of the seeds"); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return statements
}

func found(statements, words []string) (hits []string) {
	for _, statement := range statements {
		for _, word := range words {
			if strings.Contains(statement, word) {
				hits = append(hits, statement)
			}
		}
	}
	return hits
}

func TestAStartWithNothingToDoReadsNoLedger(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		first := start(t, dsn)
		if len(found(first, costly)) == 0 {
			t.Error("the first start made no table: nothing is measured")
		}
		second := start(t, dsn)
		if hits := found(second, costly); len(hits) > 0 {
			t.Errorf("a start with nothing to do ran %d costly statements, first %q", len(hits), hits[0])
		}
		change(t, dsn, "drop index "+indexOf(t, dsn, "stock_move"))
		if len(found(start(t, dsn), costly)) == 0 {
			t.Error("a missing index was not made again")
		}
		t.Logf("%d statements at the first start, %d at the second", len(first), len(second))
	})
}

// change changes the tables behind the server's back.
func change(t testing.TB, dsn, statement string, args ...any) {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func indexOf(t testing.TB, dsn, table string) string {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables, err := db.Inspect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, index := range tables[table].Indexes {
		if !index.Unique {
			return store.Quote(index.Name)
		}
	}
	t.Fatalf("%s has no index", table)
	return ""
}

// fillLedger adds rows of goods that move between two places of nobody's.
const fillLedger = `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?)
	insert into stock_move (id, version, move_no, leg, code, warehouse_id, position_id, consignor_id, product_id, quality, qty, at, created_at)
	select 1000000000 + i, 1, 1000000000 + i / 2, 1 + i % 2, 'bench', 1, 1, 1, 1, 'ZP', 1000 - 2000 * (i % 2), 1700000000000 + i, 1 from n`

// BenchmarkStart tells what a start with nothing to migrate costs, in seconds of
// processor time, however long the ledger is.
func BenchmarkStart(b *testing.B) {
	for _, rows := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint("rows=", rows), func(b *testing.B) {
			dsn := enginetest.SQLite(b)
			start(b, dsn)
			fillUnchecked(b, dsn, rows)
			before := processorTime(b)
			for b.Loop() {
				start(b, dsn)
			}
			b.ReportMetric((processorTime(b)-before).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func fillUnchecked(b *testing.B, dsn string, rows int) {
	b.Helper()
	db, err := sql.Open("sqlite", strings.TrimPrefix(dsn, "sqlite:"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(b.Context(), fillLedger, rows); err != nil {
		b.Fatal(err)
	}
}

// schemaOf is the statement that would make a table.
func schemaOf(t testing.TB, dsn, table string) (text string) {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRow(ctx, "select sql from sqlite_schema where name = ?", table).Scan(&text)
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
