package record_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

func TestAHeadFollowsWhatItSumsUp(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		first, second := s.Must(s.System(), "order", order("ACME", "A", "B")), s.Must(s.System(), "order", order("ACME", "A"))
		lines := first["lines"].([]row)
		var heard []string
		s.DB.OnChange(func(table string) { heard = append(heard, table) })
		err := alter(s, s.Records.Add, "order_line", row{"id": lines[0]["id"], "done": "0.5"}, row{"id": lines[1]["id"], "done": "0.25"},
			row{"id": second["lines"].([]row)[0]["id"], "done": 1}, row{"id": lines[0]["id"], "done": "0.125"})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(heard)
		if strings.Join(heard, " ") != "order order_line" {
			t.Errorf("told of %v", heard)
		}
		if err := alter(s, s.Records.Set, "order_line", row{"id": lines[1]["id"], "done": nil}); err != nil {
			t.Fatal(err)
		}
		for id, want := range map[int64]int{record.ID(first): 625, record.ID(second): 1000} {
			if n := s.Count(`select done from "order" where id = ?`, id); n != want {
				t.Errorf("order %d sums up to %d thousandths, want %d", id, n, want)
			}
			changes := s.Count("select count(*) from record_audit a join record_phrase p on p.id = a.phrase where p.table_key = 'order' and a.record_id = ?", id)
			if version := s.Count(`select version from "order" where id = ?`, id); version != 1 || changes != 1 {
				t.Errorf("order %d has version %d and %d changes: a sum made one", id, version, changes)
			}
		}
	})
}

func TestAnUnauditedFigureMakesNoVersion(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		id := record.ID(s.Must(s.System(), "order", order("ACME", "A")))
		if err := alter(s, s.Records.Add, "order", row{"id": id, "packed": 2}, row{"id": id, "packed": 3}); err != nil {
			t.Fatal(err)
		}
		if n := s.Count(`select packed from "order" where id = ? and version = 1`, id); n != 5 || len(history(t, s, "order", id)) != 1 {
			t.Errorf("packed %d, %d changes told", n, len(history(t, s, "order", id)))
		}
		if err := alter(s, s.Records.Set, "order", row{"id": id, "packed": 7, "note": "x"}); err != nil {
			t.Fatal(err)
		}
		changes := history(t, s, "order", id)
		if s.Count(`select packed from "order" where id = ? and version = 2`, id) != 7 || len(changes) != 2 || changes[0].Changes["note"] == nil || changes[0].Changes["packed"] != nil {
			t.Errorf("beside a note: %+v", changes)
		}
	})
}

func TestOneOfTwoTakesARecord(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		saved := s.Must(s.System(), "order", order("ACME", "A", "B"))
		id, lines := record.ID(saved), saved["lines"].([]row)
		take := func(name string) (n int) {
			t.Helper()
			err := s.Write(func(ctx context.Context, tx *store.Tx) (err error) {
				n, err = s.Records.SetWhere(ctx, tx, s.System(), "order", row{"id": id, "note": nil}, row{"note": name})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if first, second := take("first"), take("second"); first != 1 || second != 0 {
			t.Errorf("taken by %d, then by %d", first, second)
		}
		changes := history(t, s, "order", id)
		if s.Count(`select count(*) from "order" where note = 'first' and version = 2`) != 1 || len(changes) != 2 || changes[0].Changes["note"] == nil {
			t.Errorf("who took it: %+v", changes)
		}
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			n, err := s.Records.SetWhere(ctx, tx, s.System(), "order_line", row{"order_id": id}, row{"price": 3})
			if n != len(lines) {
				t.Errorf("%d lines matched, want %d", n, len(lines))
			}
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "save the line") {
			t.Errorf("lines whose amount the head sums up: %v", err)
		}
		err = s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := s.Records.SetWhere(ctx, tx, s.System(), "order", row{"nothing": 1}, row{"note": "x"})
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "nothing") {
			t.Errorf("a column that is not there: %v", err)
		}
	})
}

// TestOfManyWhoTakeARecordOneDoes has them come at the same moment.
func TestOfManyWhoTakeARecordOneDoes(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		id := record.ID(s.Must(s.System(), "order", order("ACME", "A")))
		const people = 8
		took, errs := make([]int, people), make(chan error, people)
		for i := range people {
			go func() {
				errs <- s.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
					took[i], err = s.Records.SetWhere(ctx, tx, s.System(), "order", row{"id": id, "packed": nil}, row{"packed": i})
					return err
				})
			}()
		}
		for range people {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		sum := 0
		for _, n := range took {
			sum += n
		}
		if sum != 1 {
			t.Errorf("%d of %d took the record", sum, people)
		}
	})
}
