package record_test

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

func remove(s *recordtest.Shop, rights *access.Rights, table string, ids ...int64) error {
	return s.Write(func(ctx context.Context, tx *store.Tx) error { return s.Records.Delete(ctx, tx, rights, table, ids) })
}

func restore(s *recordtest.Shop, rights *access.Rights, table string, ids ...int64) error {
	return s.Write(func(ctx context.Context, tx *store.Tx) error { return s.Records.Restore(ctx, tx, rights, table, ids) })
}

func TestDeletedRecordsComeBackWithTheirLines(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A", "B"))
		id := record.ID(saved)
		if err := remove(s, office, "order", id); err != nil {
			t.Fatal(err)
		}
		if n := s.Count("select count(*) from order_line"); n != 0 {
			t.Errorf("%d lines are left", n)
		}
		if err := restore(s, office, "order", id); err != nil {
			t.Fatal(err)
		}
		if n := s.Count(`select count(*) from "order" o join order_line l on l.order_id = o.id where o.id = ? and o.total = 1000 and no__fold is not null`, id); n != 2 {
			t.Errorf("%d lines came back, want 2", n)
		}
		if err := restore(s, office, "order", id); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("a second time: %v", err)
		}
		changes := history(t, s, "order", id)
		if len(changes) != 3 || changes[0].Action != "restore" || changes[1].Action != "delete" {
			t.Errorf("history = %+v", changes)
		}
	})
}

func TestWhatIsInUseOrPastItsDraftStays(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		customer := s.Goods("ACME", "A")
		free := s.Goods("FREE")
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A"))
		if err := remove(s, office, "customer", free, customer); !fault.IsKey(err, "record.in_use") {
			t.Errorf("a customer with orders: %v", err)
		}
		if n := s.Count("select count(*) from customer where code = 'FREE'"); n != 1 {
			t.Error("a refused deletion took a part")
		}
		if err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, `update "order" set status = 'audited'`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := remove(s, office, "order", record.ID(saved)); !fault.IsKey(err, "record.not_deletable") {
			t.Errorf("an audited order: %v", err)
		}
		if err := remove(s, s.Office(recordtest.MenuSome), "order", record.ID(saved)); fault.CodeOf(err) != fault.Denied {
			t.Errorf("without the right: %v", err)
		}
	})
}

func TestATakenKeyKeepsARecordInTheBin(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		office := s.Office(recordtest.MenuAll)
		first := s.Must(office, "customer", row{"code": "X", "name": "first"})
		if err := remove(s, office, "customer", record.ID(first)); err != nil {
			t.Fatal(err)
		}
		s.Must(office, "customer", row{"code": "X", "name": "second"})
		if err := restore(s, office, "customer", record.ID(first)); !fault.IsKey(err, "record.cannot_return") {
			t.Errorf("a taken key: %v", err)
		}
	})
}

func TestDeletedLinesChangeTheirHead(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		office := s.Office(recordtest.MenuAll)
		lines := s.Must(office, "order", order("ACME", "A", "B"))["lines"].([]row)
		if err := remove(s, office, "order_line", record.ID(lines[0])); err != nil {
			t.Fatal(err)
		}
		if n := s.Count(`select count(*) from "order" where total = 500 and line_count = 1`); n != 1 {
			t.Error("the head does not know that a line went")
		}
		if err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, `update "order" set status = 'audited'`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := remove(s, office, "order_line", record.ID(lines[1])); !fault.IsKey(err, "document.not_editable") {
			t.Errorf("a line of an audited order: %v", err)
		}
	})
}

func TestDeletionHooksRefuseAndFollow(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		var gone []string
		s.Hooks.BeforeDelete("order", "note", 1, func(_ context.Context, e *record.DeleteBatch) error {
			if e.Rows[0]["note"] == "keep" {
				return fault.New(fault.Conflict, "shop.refused")
			}
			return nil
		})
		s.Hooks.AfterDelete("order_line", "list", 1, func(_ context.Context, e *record.DeleteBatch) error {
			for _, line := range e.Rows {
				gone = append(gone, record.Decimal(line, "qty").String())
			}
			return nil
		})
		office := s.Office(recordtest.MenuAll)
		free := s.Must(office, "order", order("ACME", "A", "B"))
		kept := s.Must(office, "order", order("ACME", "A"))
		s.Must(office, "order", row{"id": kept["id"], "note": "keep"})
		if err := remove(s, office, "order", record.ID(free), record.ID(kept)); !fault.IsKey(err, "shop.refused") {
			t.Errorf("a refusal: %v", err)
		}
		gone = nil
		if err := remove(s, office, "order", record.ID(free)); err != nil || len(gone) != 2 {
			t.Errorf("gone = %v, %v", gone, err)
		}
	})
}

func TestTheBinShowsWhatMayComeBack(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		office := s.Office(recordtest.MenuAll)
		orderID := record.ID(s.Must(office, "order", order("ACME", "A")))
		customers := make([]int64, 3)
		for i, code := range []string{"X", "Y", "Z"} {
			customers[i] = record.ID(s.Must(office, "customer", row{"code": code, "name": "Café " + code}))
		}
		for _, err := range []error{remove(s, office, "order", orderID), remove(s, office, "customer", customers...)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		bin := func(rights *access.Rights, ask record.BinRequest) (found []record.Binned, next int64) {
			t.Helper()
			err := s.Write(func(ctx context.Context, tx *store.Tx) (err error) {
				found, next, err = s.Records.Bin(ctx, tx, rights, ask)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return found, next
		}
		all, next := bin(office, record.BinRequest{})
		if len(all) != 4 || next != 0 || all[0].ID != customers[2] || all[3].Table != "order" || all[3].Parts != 1 {
			t.Errorf("bin = %+v, next %d", all, next)
		}
		if found, _ := bin(office, record.BinRequest{Table: "customer", Search: "cafe y"}); len(found) != 1 || found[0].ID != customers[1] {
			t.Errorf("searched = %+v", found)
		}
		first, next := bin(office, record.BinRequest{Size: 3})
		rest, end := bin(office, record.BinRequest{Size: 3, Before: next})
		if len(first) != 3 || len(rest) != 1 || rest[0].ID != orderID || end != 0 {
			t.Errorf("pages %+v and %+v", first, rest)
		}
		if found, _ := bin(s.Office(recordtest.MenuSome), record.BinRequest{}); len(found) != 0 {
			t.Errorf("without the right to delete: %+v", found)
		}
	})
}

func TestWhatGoesForGoodIsNamed(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		office := s.Office(recordtest.MenuAll)
		orderID := record.ID(s.Must(office, "order", order("ACME", "A")))
		if err := remove(s, office, "order", orderID); err != nil {
			t.Fatal(err)
		}
		gone := map[string]int64{}
		empty := func(before time.Time) {
			t.Helper()
			err := s.Write(func(ctx context.Context, tx *store.Tx) error {
				return s.Records.EmptyBin(ctx, tx, before.UnixMilli(), func(table string, id int64) error {
					gone[table] = id
					return nil
				})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if empty(time.UnixMilli(0)); len(gone) != 0 {
			t.Errorf("gone before its time: %v", gone)
		}
		if empty(time.Now().Add(time.Hour)); gone["order"] != orderID || gone["order_line"] == 0 {
			t.Errorf("gone = %v, want the order and its line", gone)
		}
	})
}
