package record_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// alter runs Set or Add in a transaction of its own.
func alter(s *recordtest.Shop, do func(context.Context, *store.Tx, *access.Rights, string, []row) error, table string, rows ...row) error {
	return s.Write(func(ctx context.Context, tx *store.Tx) error { return do(ctx, tx, s.System(), table, rows) })
}

func TestFiguresAreAddedToManyRecords(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		lines := s.Must(s.System(), "order", order("ACME", "A", "B"))["lines"].([]row)
		first, second := lines[0]["id"], lines[1]["id"]
		err := alter(s, s.Records.Add, "order_line", row{"id": second, "done": "0.5"}, row{"id": first, "done": 1}, row{"id": second, "done": "0.25"})
		if err != nil {
			t.Fatal(err)
		}
		if err := alter(s, s.Records.Add, "order_line", row{"id": first, "done": "-0.125"}); err != nil {
			t.Fatal(err)
		}
		if err := alter(s, s.Records.Add, "order_line", row{"id": second, "done": "0.5", "price": nil}); err == nil || !strings.Contains(err.Error(), "save the line") {
			t.Errorf("an emptied price, which the head sums up: %v", err)
		}
		for id, want := range map[any]struct {
			done    int64 // thousandths
			version int
		}{first: {875, 3}, second: {750, 2}} {
			if n := s.Count("select count(*) from order_line where id = ? and done = ? and version = ?", id, want.done, want.version); n != 1 {
				t.Errorf("line %v is not done by %d in version %d", id, want.done, want.version)
			}
			if changes := history(t, s, "order_line", id.(int64)); len(changes) != want.version || len(changes[0].Changes) != 1 || changes[0].Changes["done"] == nil {
				t.Errorf("the history of line %v: %+v", id, changes)
			}
		}
	})
}

func TestValuesAreSetOfManyRecords(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		var heard []string
		s.DB.OnChange(func(table string) { heard = append(heard, table) })
		item := int64(s.Count("select min(id) from item"))
		if err := alter(s, s.Records.Set, "item", row{"id": item, "name": "Ána", "price": nil}); err != nil {
			t.Fatal(err)
		}
		const asSaved = "select count(*) from item where id = ? and name = 'Ána' and name__fold = 'ana' and price is null and version = 2"
		if s.Count(asSaved, item) != 1 {
			t.Error("the item is not as it was set, with its folded text and the next version")
		}
		if err := alter(s, s.Records.Add, "item", row{"id": item, "price": 2}, row{"id": item, "brand": nil, "price": 3}); err != nil {
			t.Fatal(err)
		}
		if s.Count("select price from item where id = ? and brand is null and version = 3", item) != 500 {
			t.Error("figures were not added beside what was emptied")
		}
		if err := alter(s, s.Records.Add, "item", row{"id": item, "price": nil}); err != nil || s.Count("select count(*) from item where id = ? and price is null", item) != 1 {
			t.Errorf("nothing added does not empty a figure, or %v", err)
		}
		if told := slices.Compact(heard); len(told) != 1 || told[0] != "item" {
			t.Errorf("told of %v", heard)
		}
		if err := alter(s, s.Records.Set, "item", row{"id": item, "name": "Ána"}); err != nil || s.Count("select version from item where id = ?", item) != 4 {
			t.Errorf("nothing new made a version, or %v", err)
		}
	})
}

func TestWhatCannotBeAltered(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		saved := s.Must(s.System(), "order", order("ACME", "A"))
		line := saved["lines"].([]row)[0]["id"]
		entry := s.Must(s.System(), "entry", row{"item_id": s.Count("select min(id) from item"), "qty": 1})
		tests := []struct {
			name, table string
			row         row
			want        string
		}{
			{"a record that is not there", "order_line", row{"id": int64(4711), "done": 1}, "record.not_found"},
			{"a field that is not there", "order_line", row{"id": line, "colour": 1}, "colour"},
			{"a field of the engine", "order_line", row{"id": line, "version": 1}, "version"},
			{"a field that is worked out", "order", row{"id": saved["id"], "total": 1}, "total"},
			{"what the head sums up", "order_line", row{"id": line, "qty": 1}, "save the line"},
			{"more digits than there are", "order_line", row{"id": line, "done": "0.0001"}, "scale"},
			{"a text", "order", row{"id": saved["id"], "note": "x"}, "no figures"},
			{"rows that are only added", "entry", row{"id": entry["id"], "qty": 1}, "what may change"},
			{"beyond what the database keeps", "order_line", row{"id": line, "done": 1000}, "More done than ordered"},
		}
		for _, tt := range tests {
			if err := alter(s, s.Records.Add, tt.table, tt.row); err == nil || !strings.Contains(told(err), tt.want) {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
			}
		}
		office := s.Office(recordtest.MenuAll)
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			return s.Records.Set(ctx, tx, office, "order", []row{{"id": saved["id"], "note": "x"}})
		})
		if err == nil {
			t.Error("a person altered a record")
		}
	})
}

// told is an error with the words of its table.
func told(err error) string {
	text := err.Error()
	if f, ok := fault.As(err); ok {
		for _, value := range f.Params {
			text += fmt.Sprint(" ", value)
		}
	}
	return text
}

// BenchmarkAdd adds to 100 lines, as a statement by hand does in BenchmarkAddByHand.
func BenchmarkAdd(b *testing.B) {
	s, rows, _ := addsOf(b)
	for b.Loop() {
		if err := alter(s, s.Records.Add, "order_line", rows...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAddByHand(b *testing.B) {
	s, _, ids := addsOf(b)
	for b.Loop() {
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "update order_line set done = coalesce(done, 0) + 0, version = version + 1 where id in (?"+strings.Repeat(", ?", len(ids)-1)+")", ids...)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func addsOf(b *testing.B) (s *recordtest.Shop, rows []row, ids []any) {
	b.Helper()
	s = recordtest.New(b, enginetest.Open(b, enginetest.SQLite(b), store.Options{}))
	s.Goods("ACME", "A")
	codes := strings.Split(strings.TrimSuffix(strings.Repeat("A,", 100), ","), ",")
	for _, line := range s.Must(s.System(), "order", order("ACME", codes...))["lines"].([]row) {
		rows = append(rows, row{"id": record.ID(line), "done": "0.001"})
		ids = append(ids, record.ID(line))
	}
	return s, rows, ids
}
