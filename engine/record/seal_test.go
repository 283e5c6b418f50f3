package record_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// watch is a chain, and the clock of whoever seals.
type watch struct {
	record.Chain
	now time.Time
}

func watchOf(s *recordtest.Shop) *watch {
	w := &watch{now: recordtest.Now()}
	w.Chain = record.Chain{DB: s.DB, Now: func() time.Time { return w.now }}
	return w
}

// sealed lets time pass, seals what can be sealed then, and gives how many changes that are.
func (w *watch) sealed(t *testing.T, after time.Duration) int64 {
	t.Helper()
	w.now = w.now.Add(after)
	rows, _, err := w.Seal(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func write(t *testing.T, s *recordtest.Shop, do store.Func) {
	t.Helper()
	if err := s.Write(do); err != nil {
		t.Fatal(err)
	}
}

// brokenBy gives the words of the seals that do not hold once somebody did something to
// the database, which is taken back; "" does nothing.
func brokenBy(t *testing.T, s *recordtest.Shop, statement string) string {
	t.Helper()
	var found []string
	takenBack := errors.New("taken back")
	err := s.Write(func(ctx context.Context, tx *store.Tx) error {
		if statement != "" {
			if n, err := tx.Exec(ctx, statement); err != nil || n == 0 {
				t.Errorf("%s touches %d rows (%v)", statement, n, err)
			}
		}
		seals, err := record.BrokenSeals(ctx, tx)
		for _, one := range seals {
			found = append(found, one.Detail)
		}
		return errors.Join(err, takenBack)
	})
	if !errors.Is(err, takenBack) {
		t.Fatal(err)
	}
	return strings.Join(found, "; ")
}

func TestTheAuditIsSealed(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		w := watchOf(s)
		s.Goods("ACME", "A")
		for _, after := range []time.Duration{0, 0, 59 * time.Minute} {
			if rows := w.sealed(t, after); rows != 0 {
				t.Errorf("%d changes are sealed that a running call may still add to", rows)
			}
		}
		passIDs(t, s)
		s.Goods("GLOBEX", "B") // after the last id of the seal to come
		first := w.sealed(t, time.Minute)
		if first == 0 || w.sealed(t, time.Minute) != 0 {
			t.Fatalf("%d changes are sealed, and then some again", first)
		}
		if second := w.sealed(t, time.Hour); second == 0 {
			t.Error("what came later is not sealed")
		}
		w.sealed(t, 0)
		if rows := w.sealed(t, 2*time.Hour); rows != 0 {
			t.Errorf("%d changes are sealed where nothing changed", rows)
		}
		if n := s.Count("select count(*) from record_seal"); n != 3 {
			t.Errorf("%d seals, want two and one to come", n)
		}
		if found := brokenBy(t, s, ""); found != "" {
			t.Errorf("whole seals are broken: %s", found)
		}
	})
}

// TestAChangeWrittenLateIsSealed: a call that took its ids when the seal was to come ends
// before it is put.
func TestAChangeWrittenLateIsSealed(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		w := watchOf(s)
		w.sealed(t, 0)
		w.sealed(t, 0)
		s.Goods("ACME", "A") // of ids in memory, which the sequence has passed
		w.now = w.now.Add(-24 * time.Hour)
		if rows := w.sealed(t, 0); rows != 0 {
			t.Errorf("%d changes are sealed by a clock that was put back", rows)
		}
		if rows := w.sealed(t, 25*time.Hour); rows == 0 {
			t.Error("what was written late is not sealed")
		}
		if found := brokenBy(t, s, ""); found != "" {
			t.Errorf("whole seals are broken: %s", found)
		}
	})
}

// TestOfTwoWritersOneSeals, even at the same moment: the other one finds that it is done, or
// fails at it.
func TestOfTwoWritersOneSeals(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		one, other := watchOf(s), watchOf(s)
		for range 2 {
			one.sealed(t, 0)
			other.sealed(t, 0)
		}
		var rows atomic.Int64
		var group sync.WaitGroup
		for _, w := range []*watch{one, other} {
			w.now = w.now.Add(time.Hour)
			group.Go(func() {
				n, _, err := w.Seal(t.Context())
				if err != nil && !strings.Contains(err.Error(), "another writer was at it") {
					t.Error(err)
				}
				rows.Add(n)
			})
		}
		group.Wait()
		if n := s.Count("select sum(row_count) from record_seal"); n == 0 || int64(n) != rows.Load() {
			t.Errorf("%d changes are sealed, %d were", n, rows.Load())
		}
		if found := brokenBy(t, s, ""); found != "" {
			t.Errorf("whole seals are broken: %s", found)
		}
	})
}

func TestWhoeverTouchesTheAuditIsFound(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		sealTwice(t, s)
		second := "id = (select max(id) from record_audit where id <= (select until_id from record_seal where number = 2))"
		wantFound(t, s, map[string][2]string{
			"a changed value":  {"update record_audit set changes = '{}' where id = (select min(id) from record_audit)", "not what they were"},
			"a value more":     {"update record_audit set changes = replace(changes, ']', ',1]') where id = (select min(id) from record_audit)", "not what they were"},
			"a value less":     {"update record_audit set changes = '[]' where " + second, "not what they were"},
			"another field":    {"update record_phrase set fields = replace(fields, 'name', 'note')", "not what they were"},
			"another action":   {"update record_phrase set action = 'delete' where action = 'insert'", "not what they were"},
			"another table":    {"update record_phrase set table_key = 'other'", "not what they were"},
			"a phrase less":    {"delete from record_phrase", "not what they were"},
			"a row less":       {"delete from record_audit where id = (select min(id) from record_audit)", "are there"},
			"a seal made anew": {"update record_seal set hash = 'x' where number = 1", "not what they were"},
			"another user":     {"update record_audit set user_id = user_id + 1 where " + second, "not what they were"},
			"another time":     {"update record_seal set first_at = first_at + 1 where number = 2", "at other times"},
			"a later time":     {"update record_seal set last_at = last_at + 1 where number = 2", "at other times"},
			"a row set apart":  {"update record_audit set seal = 1 where " + second, "are there"},
			"a seal less":      {"delete from record_seal where number = 1", "the seal before it is missing"},
			"the last seal":    {"delete from record_seal where number = 2", "the seal before it is missing"},
			"the seal to come": {"delete from record_seal where number = 3", "the seal to come is missing"},
			"a seal undone":    {"update record_seal set hash = '' where number = 2", "has no hash"},
			"a seal moved":     {"update record_seal set until_id = until_id - 100000 where number = 2", "are there"},
		})
	})
}

// TestWhoeverTouchesWhatOlderSealsCoverIsFound: their rows name them.
func TestWhoeverTouchesWhatOlderSealsCoverIsFound(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		sealTwice(t, s)
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			var err error
			for _, statement := range []string{
				"update record_audit set seal = (select min(number) from record_seal where id <= until_id) where id <= (select until_id from record_seal where number = 2)",
				"delete from record_seal where number = 3", "update record_seal set until_id = 0",
			} {
				_, one := tx.Exec(ctx, statement)
				err = errors.Join(err, one)
			}
			return err
		})
		wantFound(t, s, map[string][2]string{
			"nothing":            {"", ""},
			"another user":       {"update record_audit set user_id = user_id + 1 where seal = 2", "not what they were"},
			"a row under a seal": {"update record_audit set seal = 1 where seal = 2 and id = (select min(id) from record_audit where seal = 2)", "are there"},
			"a seal less":        {"delete from record_seal where number = 1", "the seal before it is missing"},
			"the last seal":      {"delete from record_seal where number = 2", "the seal is missing"},
		})
		s.Goods("NEWER", "C")
		w := watchOf(s)
		w.sealed(t, 0)
		w.sealed(t, 0)
		if rows := w.sealed(t, time.Hour); rows == 0 {
			t.Error("nothing is sealed after older seals")
		}
		wantFound(t, s, map[string][2]string{
			"nothing":      {"", ""},
			"another user": {"update record_audit set user_id = user_id + 1 where seal = 0", "not what they were"},
		})
	})
}

// passIDs uses up the ids that are in memory, so that what is written from now on has ids
// that the sequence has not passed yet.
func passIDs(t *testing.T, s *recordtest.Shop) {
	t.Helper()
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		last, err := tx.LastID(ctx)
		for id := int64(0); err == nil && id <= last; {
			id, err = tx.NextIDs(ctx, 1)
		}
		return err
	})
}

// sealTwice puts two seals.
func sealTwice(t *testing.T, s *recordtest.Shop) {
	t.Helper()
	w := watchOf(s)
	for _, name := range []string{"ACME", "GLOBEX"} {
		passIDs(t, s)
		s.Goods(name, "A")
		for _, after := range []time.Duration{0, time.Hour, 0, time.Hour} {
			w.sealed(t, after)
		}
	}
	if n := s.Count("select count(*) from record_seal where row_count > 0"); n != 2 {
		t.Fatalf("%d seals, want 2", n)
	}
}

// wantFound does to the database what each statement does, and wants these words of it.
func wantFound(t *testing.T, s *recordtest.Shop, all map[string][2]string) {
	t.Helper()
	for name, c := range all {
		if found := brokenBy(t, s, c[0]); !strings.Contains(found, c[1]) || c[1] == "" && found != "" {
			t.Errorf("%s: found %q, want %q", name, found, c[1])
		}
	}
}
