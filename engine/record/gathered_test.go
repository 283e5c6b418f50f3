package record_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// toldOf is what the history of a line tells of a field, newest first.
func toldOf(t *testing.T, s *recordtest.Shop, id int64, field string) string {
	t.Helper()
	var told []string
	for _, c := range history(t, s, "order_line", id) {
		told = append(told, fmt.Sprintf("%s %s", c.Action, c.Changes[field]))
	}
	return strings.Join(told, ", ")
}

// TestLinesOfOneHeadShareARow: each line has its history, and what many were told of is kept
// once.
func TestLinesOfOneHeadShareARow(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B", "C")
		before := s.Count("select count(*) from record_audit")
		saved := s.Must(s.System(), "order", order("ACME", "A", "B", "C"))
		if n := s.Count("select count(*) from record_audit") - before; n != 2 {
			t.Errorf("an order of three lines leaves %d rows, want 2", n)
		}
		lines := saved["lines"].([]row)
		err := alter(s, s.Records.Set, "order_line", row{"id": lines[2]["id"], "done": 2}, row{"id": lines[0]["id"], "done": 1})
		if err != nil {
			t.Fatal(err)
		}
		s.Must(s.System(), "order", row{"id": saved["id"], "lines": []any{row{"id": lines[1]["id"], "qty": 5}}})
		for i, want := range []string{"update [0,1], insert [null,0]", "update , insert [null,0]", "update [0,2], insert [null,0]"} {
			if got := toldOf(t, s, record.ID(lines[i]), "done"); got != want {
				t.Errorf("line %d has %q, want %q", i, got, want)
			}
		}
		if got := toldOf(t, s, record.ID(lines[1]), "qty"); got != "update [2,5], insert [null,2]" {
			t.Errorf("the quantity of the second has %q", got)
		}
		first := history(t, s, "order_line", record.ID(lines[0]))
		if got := string(first[len(first)-1].Changes["order_id"]); got != fmt.Sprintf("[null,%v]", saved["id"]) {
			t.Errorf("what all lines have in common is told as %s", got)
		}
	})
}

// TestAMovedLineKeepsItsHistory: what it shares with the lines of the head that it had.
func TestAMovedLineKeepsItsHistory(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B", "C", "D")
		first, second := s.Must(s.System(), "order", order("ACME", "A", "B")), s.Must(s.System(), "order", order("ACME", "C", "D"))
		lines := first["lines"].([]row)
		err := alter(s, s.Records.Set, "order_line", row{"id": lines[0]["id"], "order_id": second["id"], "line_no": 50}, row{"id": lines[1]["id"], "order_id": second["id"], "line_no": 60})
		if err != nil {
			t.Fatal(err)
		}
		err = alter(s, s.Records.Set, "order_line", row{"id": lines[0]["id"], "done": 1}, row{"id": second["lines"].([]row)[0]["id"], "done": 1})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("update , update [%v,%v], insert [null,%v]", first["id"], second["id"], first["id"])
		if got := toldOf(t, s, record.ID(lines[0]), "order_id"); got != want {
			t.Errorf("a moved line has %q, want %q", got, want)
		}
	})
}

// TestTheLogGoesThroughSharedRows whatever the size of its pages.
func TestTheLogGoesThroughSharedRows(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		items := make([]string, 130)
		for i := range items {
			items[i] = fmt.Sprintf("I%d", i)
		}
		s.Goods("ACME", items...)
		var want []int64
		for _, size := range []int{2, 130, 1} {
			saved := s.Must(s.System(), "order", order("ACME", items[:size]...))
			for _, line := range saved["lines"].([]row) {
				want = append(want, record.ID(line))
			}
		}
		slices.Reverse(want)
		for _, size := range []int{1, 7, 200} {
			if got := loggedLines(t, s, size); !slices.Equal(got, want) {
				t.Errorf("pages of %d go through %v, want %v", size, got, want)
			}
		}
	})
}

// loggedLines goes through the log page by page.
func loggedLines(t *testing.T, s *recordtest.Shop, size int) (lines []int64) {
	t.Helper()
	before, pages := int64(0), 0
	for ; before > 0 || pages == 0; pages++ {
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			found, next, err := s.Records.Log(ctx, tx, s.Office(recordtest.MenuAll), record.LogRequest{Size: size, Before: before})
			for _, one := range found {
				if one.Table == "order_line" {
					lines = append(lines, one.RecordID)
				}
			}
			if len(found) > size || next >= before && before > 0 {
				t.Errorf("a page of %d after %d, the next after %d", len(found), before, next)
			}
			before = next
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return lines
}

// TestWhoeverTouchesASharedRowIsFound by its seal, or whoever reads it fails.
func TestWhoeverTouchesASharedRowIsFound(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		w := watchOf(s)
		w.sealed(t, 0)
		s.Goods("ACME", "A", "B", "C")
		line := record.ID(s.Must(s.System(), "order", order("ACME", "A", "B", "C"))["lines"].([]row)[0])
		passIDs(t, s)
		for _, after := range []time.Duration{0, time.Hour, 0, time.Hour} {
			w.sealed(t, after)
		}
		wantFound(t, s, map[string][2]string{"nothing": {"update record_audit set head_id = head_id", ""}})
		const shared = " where record_id = 0 and head_id <> 0"
		wantFound(t, s, map[string][2]string{
			"another head":         {"update record_audit set head_id = head_id + 1" + shared, "not what they were"},
			"another line":         {"update record_audit set changes = replace(changes, ',1,', ',2,')" + shared, "not what they were"},
			"no list":              {"update record_audit set changes = '{}'" + shared, "are there"},
			"a value less of many": {"update record_audit set changes = replace(changes, '],[', ',')" + shared, "are there"},
		})
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "update record_audit set changes = '[[1,1],[2,3,4]]'"+shared)
			return err
		})
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := s.Records.History(ctx, tx, s.System(), "order_line", line)
			return err
		})
		if err == nil {
			t.Error("a history is told of a damaged row")
		}
	})
}

// TestSharedRowsAreFoundByTheirHead, not among all that name no record.
func TestSharedRowsAreFoundByTheirHead(t *testing.T) {
	t.Parallel()
	asked, args := "", []any(nil)
	s := recordtest.New(t, enginetest.Open(t, "sqlite:"+t.TempDir()+"/w.db", store.Options{Tap: func(text string, with []any) {
		if strings.Contains(text, "a.record_id = 0") {
			asked, args = text, with
		}
	}}))
	s.Goods("ACME", "A", "B")
	history(t, s, "order_line", record.ID(s.Must(s.System(), "order", order("ACME", "A", "B"))["lines"].([]row)[0]))
	var plan []struct {
		ID, Parent, Notused int
		Detail              string
	}
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &plan, "explain query plan "+asked, args...)
	})
	if err != nil || len(plan) == 0 || !strings.Contains(plan[0].Detail, "record_audit_head") {
		t.Errorf("%v, %v", plan, err)
	}
}
