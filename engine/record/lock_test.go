package record_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

func TestALockedFieldStaysAsItIs(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A", "A", "A", "A"))
		item := saved["lines"].([]row)[0]["item_id"]
		no := record.Text(saved, "no")
		change := row{"id": item, "kind": "fragile"}
		for _, rights := range []*access.Rights{office, s.System()} {
			_, err := s.Save(rights, "item", change)
			bad, _ := fault.As(err)
			if faultsOf(err)["kind"] != "locked" || bad.Errors[0].Params["words"].(meta.Text)["en"] != "lines "+no+" 10, "+no+" 20, "+no+" 30, … are open" {
				t.Fatalf("an item in open orders: %v", err)
			}
		}
		if got := locked(t, s, office, "item", item)["kind"]["zh"]; got != "订单行 "+no+" 10, "+no+" 20, "+no+" 30, …" {
			t.Errorf("locked says %q", got)
		}
		s.Must(office, "item", row{"id": item, "kind": "plain", "price": 3}) // as it is, and the rest
		if err := remove(s, office, "item", record.Int(row{"id": item}, "id")); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("deleted: %v", err)
		}
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, `update "order" set status = 'done'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Must(office, "item", change)
		if got := locked(t, s, office, "item", item); len(got) != 0 {
			t.Errorf("locked although the order is done: %v", got)
		}
	})
}

func TestALineIsLockedByWhatItsHeadSays(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		saved := s.Must(s.System(), "order", order("ACME", "A"))
		line := saved["lines"].([]row)[0]
		change := row{"id": line["id"], "price": 9}
		s.Must(s.System(), "order_line", change)
		s.Must(s.System(), "entry", row{"item_id": line["item_id"], "qty": 1, "order_id": saved["id"]})
		change["price"] = 8
		if _, err := s.Save(s.System(), "order_line", change); faultsOf(err)["price"] != "locked" {
			t.Errorf("a booked line: %v", err)
		}
		if err := remove(s, s.System(), "order_line", record.ID(line)); !fault.IsKey(err, "record.locked_delete") {
			t.Errorf("a booked line is deleted: %v", err)
		}
	})
}

// locked reads what is locked of a record.
func locked(t *testing.T, s *recordtest.Shop, rights *access.Rights, table string, id any) (found map[string]meta.Text) {
	t.Helper()
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		found, err = s.Records.Locked(ctx, tx, rights, s.Release.Tables[table], record.Int(row{"id": id}, "id"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
