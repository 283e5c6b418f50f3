package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// withTables runs a test on both databases with a small table of items.
func withTables(t *testing.T, run func(t *testing.T, db *store.DB)) {
	t.Helper()
	files := fstest.MapFS{"001_item.sql": {Data: []byte(`-- items of orders
create table customer (id BIGINT PRIMARY KEY, name TEXT not null);
create table item (
	id BIGINT PRIMARY KEY,
	no TEXT not null unique,
	customer_id BIGINT references customer (id),
	qty BIGINT not null default 0, constraint item_qty check (qty >= 0)
);
create unique index item_by_customer on item (customer_id, no);
insert into item (id, no, qty) values (1, 'a;b', 5);
`)}}
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), store.Migrations{Owner: "test", FS: files}); err != nil {
			t.Fatal(err)
		}
		run(t, db)
	})
}

// exec runs statements in one write transaction.
func exec(t *testing.T, db *store.DB, statement string, args ...any) error {
	t.Helper()
	return db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
}

// number reads one number.
func number(t *testing.T, db *store.DB, question string, args ...any) int64 {
	t.Helper()
	var n int64
	err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &n, question, args...)
	})
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	return n
}

func TestScanning(t *testing.T) {
	t.Parallel()
	type item struct {
		ID       int64  `db:"id"`
		No       string `db:"no"`
		Customer *int64 `db:"customer_id"`
	}
	withTables(t, func(t *testing.T, db *store.DB) {
		if err := exec(t, db, "insert into item (id, no) values (?, ?), (3, '?')", 2, "b"); err != nil {
			t.Fatal(err)
		}
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			var one item
			if err := tx.Get(ctx, &one, "select id, no, customer_id from item where no = '?' and id = ?", 3); err != nil {
				return err
			}
			var all []item
			if err := tx.Select(ctx, &all, "select id, no, customer_id from item order by id"); err != nil {
				return err
			}
			var numbers []string
			if err := tx.Select(ctx, &numbers, "select no from item order by id"); err != nil {
				return err
			}
			if one.ID != 3 || len(all) != 3 || !slices.Equal(numbers, []string{"a;b", "b", "?"}) {
				t.Errorf("got %v, %v, %v", one, all, numbers)
			}
			if err := tx.QueryRow(ctx, "select id from item where id = ?", 99).Scan(&one.ID); !errors.Is(err, sql.ErrNoRows) {
				t.Errorf("an absent row: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestReadIsOneSnapshotAndCannotWrite(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			var before, after int64
			if err := tx.Get(ctx, &before, "select count(*) from item"); err != nil {
				return err
			}
			if err := exec(t, db, "insert into item (id, no) values (2, 'b')"); err != nil {
				return err
			}
			if err := tx.Get(ctx, &after, "select count(*) from item"); err != nil {
				return err
			}
			if before != after {
				t.Errorf("saw %d rows, then %d", before, after)
			}
			if _, err := tx.Exec(ctx, "delete from item"); err == nil {
				t.Error("a read transaction deleted")
			}
			return nil
		})
		if err == nil {
			t.Error("a failed statement was forgotten")
		}
		if got := number(t, db, "select count(*) from item"); got != 2 {
			t.Errorf("%d rows, want 2", got)
		}
	})
}

func TestWriteRollsBack(t *testing.T) {
	t.Parallel()
	fail := errors.New("refused")
	tests := []struct {
		name string
		body func(ctx context.Context, tx *store.Tx) error
	}{
		{"on an error", func(context.Context, *store.Tx) error { return fail }},
		{"on a failed statement that the closure forgets", func(ctx context.Context, tx *store.Tx) error {
			tx.Exec(ctx, "insert into item (id, no) values (1, 'again')") //nolint:errcheck // the point of the case
			return nil
		}},
		{"on a panic", func(context.Context, *store.Tx) error { panic("in the closure") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			withTables(t, func(t *testing.T, db *store.DB) {
				defer func() {
					recover() //nolint:errcheck // the panic must come through, its value is known
					if got := number(t, db, "select count(*) from item"); got != 1 {
						t.Errorf("%d rows, want 1", got)
					}
					if err := exec(t, db, "update item set qty = 6"); err != nil {
						t.Errorf("write afterwards: %v", err)
					}
				}()
				err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
					tx.AfterCommit(func() { t.Error("AfterCommit ran without a commit") })
					if _, err := tx.Exec(ctx, "insert into item (id, no) values (2, 'b')"); err != nil {
						return err
					}
					return tt.body(ctx, tx)
				})
				if err == nil {
					t.Error("no error")
				}
			})
		})
	}
}

func TestCancelledWriteLeavesNothing(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		err := db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.Exec(ctx, "insert into item (id, no) values (2, 'b')"); err != nil {
				return err
			}
			cancel()
			_, err := tx.Exec(ctx, "insert into item (id, no) values (3, 'c')")
			return err
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if got := number(t, db, "select count(*) from item"); got != 1 {
			t.Errorf("%d rows, want 1", got)
		}
		if err := exec(t, db, "update item set qty = 6"); err != nil {
			t.Errorf("write afterwards: %v", err)
		}
	})
}

func TestTransactionInsideTransactionIsRefused(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		nothing := func(context.Context, *store.Tx) error { return nil }
		outer := []func(context.Context, store.Func) error{db.Read, db.Write, db.Alter}
		for i, begin := range outer {
			err := begin(t.Context(), func(ctx context.Context, _ *store.Tx) error { return db.Write(ctx, nothing) })
			if err == nil || !strings.Contains(err.Error(), "inside another") {
				t.Errorf("%d: got %v", i, err)
			}
		}
	})
}

func TestAfterCommitRunsInOrderAndMayBeginATransaction(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		var seen []int64
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for id := int64(2); id < 4; id++ {
				tx.AfterCommit(func() { seen = append(seen, id, number(t, db, "select count(*) from item")) })
			}
			_, err := tx.Exec(ctx, "insert into item (id, no) values (2, 'b')")
			return err
		})
		if err != nil || !slices.Equal(seen, []int64{2, 2, 3, 2}) {
			t.Errorf("got %v, %v", seen, err)
		}
	})
}

func TestBeforeCommitIsPartOfTheTransaction(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		insert := func(fail error) error {
			return db.Write(t.Context(), func(_ context.Context, tx *store.Tx) error {
				tx.BeforeCommit(func(ctx context.Context) error {
					_, err := tx.Exec(ctx, "update item set no = 'last' where id = 2")
					return errors.Join(err, fail)
				})
				_, err := tx.Exec(t.Context(), "insert into item (id, no) values (2, 'b')")
				return err
			})
		}
		if err := insert(errors.New("late")); err == nil || number(t, db, "select count(*) from item where id = 2") != 0 {
			t.Errorf("a late failure left the row: %v", err)
		}
		if err := insert(nil); err != nil || number(t, db, "select count(*) from item where no = 'last'") != 1 {
			t.Errorf("what comes last did not see what came first: %v", err)
		}
	})
}

// TestASavepointTakesBackWhatComesLast: what a part had put off is not done without it.
func TestASavepointTakesBackWhatComesLast(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	withTables(t, func(t *testing.T, db *store.DB) {
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			put := func(id int64) {
				tx.BeforeCommit(func(ctx context.Context) error {
					_, err := tx.Exec(ctx, "insert into item (id, no) values (?, ?)", id, fmt.Sprint(id))
					return err
				})
			}
			put(11)
			err := tx.Savepoint(ctx, func(context.Context) error {
				put(12)
				return refused
			})
			put(13)
			if !errors.Is(err, refused) {
				return err
			}
			return nil
		})
		if n := number(t, db, "select count(*) * 100 + sum(id) from item where id > 10"); err != nil || n != 224 {
			t.Errorf("%d, want 224 of 11 and 13: %v", n, err)
		}
	})
}

func TestSavepointUndoesItsPart(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for _, no := range []string{"b", "a;b", "c"} {
				err := tx.Savepoint(ctx, func(ctx context.Context) error {
					id, err := tx.NextIDs(ctx, 1)
					if err != nil {
						return err
					}
					_, err = tx.Exec(ctx, "insert into item (id, no) values (?, ?)", 100+id, no)
					return err
				})
				if _, double := store.IsUnique(err); err != nil && !double {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := number(t, db, "select count(*) from item"); got != 3 {
			t.Errorf("%d rows, want 3", got)
		}
	})
}

func TestApartStaysWhereTheDatabaseCan(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	withTables(t, func(t *testing.T, db *store.DB) {
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			err := tx.Apart(ctx, func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, "update item set qty = qty + 1")
				return err
			})
			return errors.Join(err, refused)
		})
		want := map[store.Dialect]int64{store.SQLite: 5, store.Postgres: 6}[db.Dialect()]
		if got := number(t, db, "select qty from item"); got != want || !errors.Is(err, refused) {
			t.Errorf("qty %d, want %d: %v", got, want, err)
		}
	})
}

// TestApartIsOneStatement: a second one would not be undone with the first. On SQLite both
// are a part of the transaction.
func TestApartIsOneStatement(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Apart(ctx, func(ctx context.Context, tx *store.Tx) error {
				_, first := tx.Exec(ctx, "update item set qty = qty + 1")
				_, second := tx.Exec(ctx, "update item set qty = qty + 1")
				return errors.Join(first, second)
			})
		})
		want := map[store.Dialect]int64{store.SQLite: 7, store.Postgres: 6}[db.Dialect()]
		if got := number(t, db, "select qty from item"); got != want || (err != nil) != (db.Dialect() == store.Postgres) {
			t.Errorf("qty %d, want %d: %v", got, want, err)
		}
	})
}

func TestRowsLeftOpenDoNotHoldTheConnection(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		for _, begin := range []func(context.Context, store.Func) error{db.Read, db.Write} {
			for range 40 { // more than there are connections
				err := begin(t.Context(), func(ctx context.Context, tx *store.Tx) error {
					_, err := tx.Query(ctx, "select * from item union all select * from item")
					return err
				})
				_ = err // PostgreSQL reports it, SQLite need not
			}
		}
		if err := exec(t, db, "update item set qty = 6"); err != nil {
			t.Errorf("write afterwards: %v", err)
		}
	})
}

func TestConstraintsAreNamedAlike(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		statement string
		is        func(error) (string, bool)
		want      string
	}{
		{"primary key", "insert into item (id, no) values (1, 'b')", store.IsUnique, "item_pkey"},
		{"unique column", "insert into item (id, no) values (2, 'a;b')", store.IsUnique, "item_no_key"},
		{"unique index", "insert into twin (a, b) values (1, 1), (1, 1)", store.IsUnique, "twin_ab"},
		{"unique index over an expression", "insert into twin (a, b) values (null, 2), (0, 3)", store.IsUnique, "twin_a"},
		{"check", "update item set qty = -1", store.IsCheck, "item_qty"},
		{"not null", "update item set no = null", store.IsNotNull, "item.no"},
	}
	withTables(t, func(t *testing.T, db *store.DB) {
		for _, statement := range []string{
			"create table twin (a bigint, b bigint)",
			"create unique index twin_ab on twin (a, b)",
			"create unique index twin_a on twin (coalesce(a, 0)) where b > 1",
		} {
			err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, statement)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range tests {
			err := exec(t, db, tt.statement)
			if got, ok := tt.is(fmt.Errorf("wrapped: %w", err)); !ok || got != tt.want {
				t.Errorf("%s: got %q, %v, want %q (%v)", tt.name, got, ok, tt.want, err)
			}
		}
		err := exec(t, db, "update item set customer_id = 77")
		if _, ok := store.IsForeignKey(err); !ok {
			t.Errorf("foreign key: %v", err)
		}
		if _, ok := store.IsUnique(err); ok {
			t.Errorf("a foreign key passed for a unique key")
		}
	})
}

func TestWhatIsMissingIsToldAlike(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		for statement, want := range map[string]bool{
			"select * from none_such":                                  true,
			"select none_such from item":                               true,
			"update item set qty = 1 where item.none = 2":              true,
			"selec * from item":                                        false,
			"select max(qty, qty, no) over () from item":               false,
			"update item set no = null":                                false,
			"insert into item (id, no) values (1, 'no such table: x')": false,
		} {
			err := exec(t, db, statement)
			if err == nil || store.IsMissing(fmt.Errorf("wrapped: %w", err)) != want {
				t.Errorf("%s: got %v, missing should be %t", statement, err, want)
			}
		}
		if store.IsMissing(errors.New("no such table: item")) || store.IsMissing(nil) {
			t.Error("what is none of the database's is told as missing")
		}
	})
}

func TestConflictingWritesAreRepeatedUnseen(t *testing.T) {
	t.Parallel()
	const workers, rounds = 4, 5
	withTables(t, func(t *testing.T, db *store.DB) {
		if err := exec(t, db, "insert into item (id, no) values (2, 'b')"); err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		for worker := range workers {
			group.Go(func() {
				first, second := 1+worker%2, 2-worker%2 // half of them lock in the wrong order
				for range rounds {
					err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
						for _, id := range []int{first, second} {
							if _, err := tx.Exec(ctx, "update item set qty = qty + 1 where id = ?", id); err != nil {
								return err
							}
						}
						return nil
					})
					if err != nil {
						t.Errorf("worker %d: %v", worker, err)
					}
				}
			})
		}
		group.Wait()
		if got := number(t, db, "select sum(qty) from item"); got != 5+2*workers*rounds {
			t.Errorf("sum %d, want %d", got, 5+2*workers*rounds)
		}
	})
}

func TestAlterWhileStatementsAreCached(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		for i := range 3 {
			width := 0
			read := func(ctx context.Context, tx *store.Tx) error {
				rows, err := tx.Query(ctx, "select * from item where id = ?", 1)
				if err != nil {
					return err
				}
				defer rows.Close()
				names, err := rows.Columns()
				width = len(names)
				for rows.Next() {
				}
				return errors.Join(err, rows.Err())
			}
			for _, begin := range []func(context.Context, store.Func) error{db.Read, db.Write} {
				if err := begin(t.Context(), read); err != nil || width != 4+i {
					t.Fatalf("%d columns, want %d: %v", width, 4+i, err)
				}
			}
			err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, fmt.Sprintf("alter table item add column more%d bigint", i))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestTapSeesEveryStatement(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		var seen []string
		db := enginetest.Open(t, dsn, store.Options{Tap: func(text string, args []any) {
			seen = append(seen, fmt.Sprint(text, args))
		}})
		seen = nil
		if got := number(t, db, "select id from id_block where id = ?", 1); got != 1 || !slices.Equal(seen, []string{"select id from id_block where id = ?[1]"}) {
			t.Errorf("got %d, saw %q", got, seen)
		}
	})
}

func TestBusyIsAFault(t *testing.T) {
	t.Parallel()
	dsn := enginetest.SQLite(t)
	first := enginetest.Open(t, dsn, store.Options{})
	second := enginetest.Open(t, dsn, store.Options{LockTimeout: 1})
	err := first.Write(t.Context(), func(context.Context, *store.Tx) error {
		return second.Write(context.Background(), func(context.Context, *store.Tx) error { return nil })
	})
	if !fault.IsKey(err, "store.busy") || fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}
