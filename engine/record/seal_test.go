package record_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// sealed seals what can be sealed so long after everything happened, and gives how many
// changes that were.
func sealed(t *testing.T, s *recordtest.Shop, after time.Duration) (rows int) {
	t.Helper()
	write(t, s, func(ctx context.Context, tx *store.Tx) (err error) {
		rows, _, err = record.Seal(ctx, tx, recordtest.Now().Add(after))
		return err
	})
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
		s.Goods("ACME", "A")
		if rows := sealed(t, s, 29*time.Minute); rows != 0 {
			t.Errorf("%d changes are sealed that a running call may still add to", rows)
		}
		first := sealed(t, s, time.Hour)
		if first == 0 || sealed(t, s, time.Hour) != 0 {
			t.Fatalf("%d changes are sealed, and then some again", first)
		}
		s.Goods("GLOBEX", "B")
		if second := sealed(t, s, time.Hour); second == 0 {
			t.Error("what came later is not sealed")
		}
		if found := brokenBy(t, s, ""); found != "" {
			t.Errorf("whole seals are broken: %s", found)
		}
	})
}

func TestWhoeverTouchesTheAuditIsFound(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		sealed(t, s, time.Hour)
		s.Goods("GLOBEX", "B")
		sealed(t, s, time.Hour)
		for name, c := range map[string]struct{ statement, want string }{
			"a changed value":    {"update record_audit set changes = '{}' where seal = 1 and id = (select min(id) from record_audit)", "not what they were"},
			"a value more":       {"update record_audit set changes = replace(changes, ']', ',1]') where seal = 1 and id = (select min(id) from record_audit)", "not what they were"},
			"a value less":       {"update record_audit set changes = '[]' where seal = 1 and id = (select max(id) from record_audit where seal = 1)", "not what they were"},
			"another field":      {"update record_phrase set fields = replace(fields, 'name', 'note')", "not what they were"},
			"another action":     {"update record_phrase set action = 'delete' where action = 'insert'", "not what they were"},
			"another table":      {"update record_phrase set table_key = 'other'", "not what they were"},
			"a phrase less":      {"delete from record_phrase", "not what they were"},
			"another user":       {"update record_audit set user_id = user_id + 1 where seal = 2", "not what they were"},
			"a row less":         {"delete from record_audit where id = (select min(id) from record_audit)", "are there"},
			"a row under a seal": {"update record_audit set seal = 1 where seal = 2 and id = (select min(id) from record_audit where seal = 2)", "are there"},
			"a seal less":        {"delete from record_seal where number = 1", "the seal before it is missing"},
			"the last seal":      {"delete from record_seal where number = 2", "the seal is missing"},
			"a seal made anew":   {"update record_seal set hash = 'x' where number = 1", "not what they were"},
		} {
			if found := brokenBy(t, s, c.statement); !strings.Contains(found, c.want) {
				t.Errorf("%s: found %q, want %q", name, found, c.want)
			}
		}
	})
}
