package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

const noteSQL = "insert into note (id) values (?)"

// writing is a transaction, whether it fails, and the notes that it leaves.
type writing struct {
	name  string
	write store.Func
	fails bool
	want  []int64
}

// play runs each transaction on an empty table of notes.
func play(t *testing.T, all []writing) {
	t.Helper()
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
				makeNotes(t, db)
				if err := db.Write(t.Context(), c.write); (err != nil) != c.fails {
					t.Errorf("error %v, want one: %v", err, c.fails)
				}
				if found := notes(t, db); !slices.Equal(found, c.want) {
					t.Errorf("found %v, want %v", found, c.want)
				}
			})
		})
	}
}

// TestWhatWaitsForTheEnd: it is written last, goes with what it belongs to, and its failure
// undoes everything.
func TestWhatWaitsForTheEnd(t *testing.T) {
	errNo := errors.New("no")
	play(t, []writing{
		{"last, in order", func(ctx context.Context, tx *store.Tx) error {
			if err := tx.AtEnd(ctx, noteSQL, 1); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "insert into note (id) select 10 + count(*) from note where id > ?", 0)
			return errors.Join(err, tx.AtEnd(ctx, "insert into note (id) select 20 + count(*) from note where id > ?", 0))
		}, false, []int64{1, 10, 22}},
		{"by itself", func(ctx context.Context, tx *store.Tx) error { return tx.AtEnd(ctx, noteSQL, 1) }, false, []int64{1}},
		{"not when the rest fails", func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(tx.AtEnd(ctx, noteSQL, 1), errNo)
		}, true, nil},
		{"its failure undoes all", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, noteSQL, 1)
			return errors.Join(err, tx.AtEnd(ctx, noteSQL, 2), tx.AtEnd(ctx, noteSQL, 1))
		}, true, nil},
		{"with its savepoint, and not with another", func(ctx context.Context, tx *store.Tx) error {
			err := tx.AtEnd(ctx, noteSQL, 1)
			undone := tx.Savepoint(ctx, func(ctx context.Context) error { return errors.Join(tx.AtEnd(ctx, noteSQL, 2), errNo) })
			if !errors.Is(undone, errNo) {
				return undone
			}
			return errors.Join(err, tx.Savepoint(ctx, func(ctx context.Context) error { return tx.AtEnd(ctx, noteSQL, 3) }))
		}, false, []int64{1, 3}},
		{"nothing at all", func(context.Context, *store.Tx) error { return nil }, false, nil},
	})
}

// TestManyWaitForTheEnd: more than are held back are said meanwhile.
func TestManyWaitForTheEnd(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			for i := range 1_000 {
				err = errors.Join(err, tx.AtEnd(ctx, noteSQL, i))
			}
			return err
		})
		if found := notes(t, db); err != nil || len(found) != 1_000 {
			t.Errorf("%d notes, %v", len(found), err)
		}
	})
}

// TestWhatWaitsSaysWhatItBroke: a constraint is named as it is by any other statement.
func TestWhatWaitsSaysWhatItBroke(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(tx.AtEnd(ctx, noteSQL, 1), tx.AtEnd(ctx, noteSQL, 1))
		})
		if name, broken := store.IsUnique(err); !broken || name != "note_pkey" {
			t.Errorf("broke %q (%v): %v", name, broken, err)
		}
	})
}

func makeNotes(t *testing.T, db *store.DB) {
	t.Helper()
	err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "create table note (id BIGINT primary key)")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func notes(t *testing.T, db *store.DB) (ids []int64) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &ids, "select id from note order by id")
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// TestWhatIsPut: a question sees it, what came of it is told, a refusal undoes everything, and
// it goes with its savepoint.
func TestWhatIsPut(t *testing.T) {
	errNo := errors.New("no")
	const mark = "update note set id = id + 100 where id = ?"
	one := func(changed int64, err error) error {
		if err == nil && changed != 1 {
			return errNo
		}
		return err
	}
	play(t, []writing{
		{"in order, before what is asked", func(ctx context.Context, tx *store.Tx) error {
			err := errors.Join(tx.PutSure(ctx, one, noteSQL, 1), tx.PutSure(ctx, one, mark, 1))
			var found int64
			if err := errors.Join(err, tx.Get(ctx, &found, "select id from note")); err != nil || found != 101 {
				return fmt.Errorf("found %d: %w", found, err)
			}
			return tx.PutSure(ctx, one, mark, 101)
		}, false, []int64{201}},
		{"before what is done", func(ctx context.Context, tx *store.Tx) error {
			err := tx.Put(ctx, nil, noteSQL, 1)
			changed, exec := tx.Exec(ctx, mark, 1)
			if changed != 1 {
				return errNo
			}
			return errors.Join(err, exec)
		}, false, []int64{101}},
		{"before what waits for the end", func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(tx.AtEnd(ctx, "insert into note (id) select 10 + count(*) from note where id > ?", 0), tx.Put(ctx, nil, noteSQL, 1))
		}, false, []int64{1, 11}},
		{"its outcome undoes all", func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(tx.Put(ctx, nil, noteSQL, 1), tx.PutSure(ctx, one, mark, 7))
		}, true, nil},
		{"and so when it is kept quiet", func(ctx context.Context, tx *store.Tx) error {
			err := errors.Join(tx.Put(ctx, nil, noteSQL, 1), tx.Put(ctx, nil, noteSQL, 1))
			var found int64
			if asked := tx.Get(ctx, &found, "select count(*) from note"); err == nil && asked == nil {
				t.Error("a question was answered behind what failed")
			}
			return nil
		}, true, nil},
		{"with its savepoint, and not with another", func(ctx context.Context, tx *store.Tx) error {
			err := tx.Put(ctx, nil, noteSQL, 1)
			undone := tx.Savepoint(ctx, func(ctx context.Context) error { return errors.Join(tx.Put(ctx, nil, noteSQL, 2), errNo) })
			broke := tx.Savepoint(ctx, func(ctx context.Context) error { return tx.Put(ctx, nil, noteSQL, 1) })
			if name, broken := store.IsUnique(broke); !errors.Is(undone, errNo) || !broken || name != "note_pkey" {
				return errors.Join(errNo, undone, broke)
			}
			refused := tx.Savepoint(ctx, func(ctx context.Context) error {
				return errors.Join(tx.Put(ctx, nil, noteSQL, 4), tx.PutSure(ctx, one, mark, 7))
			})
			if !errors.Is(refused, errNo) {
				return errors.Join(errNo, refused)
			}
			return errors.Join(err, tx.Savepoint(ctx, func(ctx context.Context) error { return tx.Put(ctx, nil, noteSQL, 3) }))
		}, false, []int64{1, 3}},
	})
}

// TestWhatIsPutRunsAnew: a plan that did not hold, told only when the transaction ends, has
// the transaction made again.
func TestWhatIsPutRunsAnew(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			if tx.Tries() == 1 {
				return tx.Put(ctx, nil, noteSQL, 2)
			}
			return tx.PutSure(ctx, func(int64, error) error { return tx.Again(errors.New("taken")) }, noteSQL, 1)
		})
		if found := notes(t, db); err != nil || !slices.Equal(found, []int64{2}) {
			t.Errorf("found %v, %v", found, err)
		}
	})
}

// TestAQuestionBehindAPutReadsAnyColumn, as one by itself does.
func TestAQuestionBehindAPutReadsAnyColumn(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		type cells struct {
			Whole  int64    `db:"whole"`
			Small  int64    `db:"small"`
			Text   string   `db:"words"`
			Part   float64  `db:"part"`
			None   *string  `db:"none"`
			Bytes  []byte   `db:"bytes"`
			Truth  bool     `db:"truth"`
			Amount *float64 `db:"amount"`
		}
		const question = `select cast(9007199254740993 as bigint) as whole, cast(7 as smallint) as small, 'née' as words, cast(0.5 as double precision) as part,
			cast(null as text) as none, note.bytes, 1 = 1 as truth, cast(1.25 as numeric) as amount from note`
		var alone, behind cells
		err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "alter table note add column bytes "+map[store.Dialect]string{store.SQLite: "blob", store.Postgres: "bytea"}[tx.Dialect()])
			return err
		})
		err = errors.Join(err, db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			put := tx.Put(ctx, nil, "insert into note (id, bytes) values (?, ?)", 1, []byte{0, 255})
			return errors.Join(put, tx.Get(ctx, &behind, question), tx.Get(ctx, &alone, question))
		}))
		if err != nil || !reflect.DeepEqual(alone, behind) || alone.Whole != 9007199254740993 || alone.Text != "née" || *alone.Amount != 1.25 {
			t.Errorf("alone %+v, behind %+v: %v", alone, behind, err)
		}
	})
}

// TestWhatIsDoubtedRunsAnew, though it fails for good, and with the commit.
func TestWhatIsDoubtedRunsAnew(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		errNo := errors.New("no")
		for name, fail := range map[string]store.Func{
			"by itself": func(context.Context, *store.Tx) error { return errNo },
			"with the commit": func(ctx context.Context, tx *store.Tx) error {
				return errors.Join(tx.Put(ctx, nil, noteSQL, 1), tx.Put(ctx, nil, noteSQL, 1))
			},
		} {
			tries := 0
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				if tries = tx.Tries(); tries == 0 {
					tx.Doubt()
				}
				return fail(ctx, tx)
			})
			if err == nil || tries != 1 {
				t.Errorf("%s: %d tries more, %v", name, tries, err)
			}
		}
	})
}
