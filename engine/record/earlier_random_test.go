package record_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// looks writes down what an order is, but for what the engine counts and ids.
func looks(t *testing.T, s *recordtest.Shop, id int64) string {
	t.Helper()
	var lines []string
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		head, err := s.Records.Get(ctx, tx, s.System(), "order", id, false)
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprint(head["note"], " ", head["ext_no"], " ", head["ordered_on"], " ", record.Decimal(head, "discount"), " ", record.Decimal(head, "total")))
		found, err := s.Records.Find(ctx, tx, s.System(), "order_line", record.Where{Match: row{"order_id": id}, Sort: []string{"line_no", "item_id", "qty", "price"}})
		for _, line := range found {
			lines = append(lines, fmt.Sprint(line["line_no"], " ", line["item_id"], " ", record.Decimal(line, "qty"), " ", record.Decimal(line, "price")))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// change is a random edit of an order by a person.
func change(random *rand.Rand, id int64, lines []record.Row, items []string) row {
	maybe := func(of ...any) any { return append(of, nil)[random.IntN(len(of)+1)] }
	edit := row{"id": id}
	for key, v := range map[string]any{"note": maybe("one", "two"), "ext_no": maybe("E1", "E2"), "ordered_on": maybe("2026-01-01", "2026-02-01"), "discount": maybe("0.5", "0.25")} {
		if random.IntN(2) == 0 {
			edit[key] = v
		}
	}
	var list []any
	for _, line := range lines {
		switch random.IntN(4) {
		case 0:
			list = append(list, row{"id": line["id"], "_delete": true})
		case 1:
			list = append(list, row{"id": line["id"], "qty": 1 + random.IntN(5), "price": 3 + random.IntN(2)})
		}
	}
	for range random.IntN(3) {
		list = append(list, row{"item_id": row{"code": items[random.IntN(len(items))], "customer_id": row{"code": "ACME"}}, "qty": 1 + random.IntN(5), "line_no": 10 * (1 + random.IntN(20))})
	}
	if len(list) > 0 {
		edit["lines"] = list
	}
	return edit
}

// TestAnyEarlierStateComesBack edits an order at random, and leads it back to what it was
// after any of its changes, the leading back included.
func TestAnyEarlierStateComesBack(t *testing.T) {
	s := one(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 3)) //nolint:gosec // a test
	items := []string{"A", "B", "C"}
	s.Goods("ACME", items...)
	office := s.Office(recordtest.MenuAll)
	for range 4 {
		id := record.ID(s.Must(office, "order", row{"customer_id": row{"code": "ACME"}}))
		was := map[int64]string{}
		for range 8 {
			var lines []record.Row
			err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
				lines, err = s.Records.Find(ctx, tx, s.System(), "order_line", record.Where{Match: row{"order_id": id}})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			edit := change(random, id, lines, items)
			if edit["ext_no"] != nil {
				edit["ext_no"] = fmt.Sprint(edit["ext_no"], "-", id)
			}
			s.Must(office, "order", edit)
			was[history(t, s, "order", id)[0].ID] = looks(t, s, id)
		}
		for at, want := range was {
			given, left, err := earlier(t, s, office, id, at)
			if err != nil || len(left) != 0 {
				t.Fatalf("lead order %d back behind change %d: %v, left %v", id, at, err, left)
			}
			if _, err := s.Save(office, "order", given); err != nil {
				t.Fatalf("lead order %d back behind change %d: %v with %v", id, at, err, given)
			}
			if got := looks(t, s, id); got != want {
				t.Errorf("order %d behind change %d is\n%s\nwant\n%s", id, at, got, want)
			}
		}
	}
}
