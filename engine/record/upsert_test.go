package record_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

func upsert(s *recordtest.Shop, rights *access.Rights, ask record.Upsert) (results []record.UpsertResult, err error) {
	err = s.Write(func(ctx context.Context, tx *store.Tx) error {
		results, err = s.Records.Upsert(ctx, tx, rights, "order", ask)
		return err
	})
	return results, err
}

func TestUpsertFindsRecordsByTheirKey(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		office := s.Office(recordtest.MenuAll)
		known := s.Must(office, "order", row{"customer_id": row{"code": "ACME"}, "ext_no": "K", "note": "old"})
		rows := []row{
			{"customer_id": row{"code": "ACME"}, "ext_no": "K", "note": "new"},
			{"customer_id": row{"code": "ACME"}, "ext_no": "L", "colour": 1},
			{"customer_id": row{"code": "ACME"}, "ext_no": "M", "lines": []any{row{"item_id": row{"code": "A"}, "qty": 1}}},
		}
		key := []string{"ext_no", "customer_id"}
		if _, err := upsert(s, office, record.Upsert{Key: key, Rows: rows, All: true}); faultsOf(err)["rows[1].colour"] != "unknown_field" {
			t.Errorf("all or none: %v", err)
		}
		if n := s.Count(`select count(*) from "order"`); n != 1 {
			t.Errorf("%d orders after a refused upsert, want 1", n)
		}
		results, err := upsert(s, office, record.Upsert{Key: key, Rows: rows})
		if err != nil {
			t.Fatal(err)
		}
		if results[0].ID != record.ID(known) || results[0].Created || results[1].Err == nil || !results[2].Created {
			t.Errorf("results = %+v", results)
		}
		if n := s.Count(`select count(*) from "order" where note = 'new' or line_count = 1`); n != 2 {
			t.Errorf("%d orders were saved, want 2", n)
		}
		if n := s.Count("select count(*) from record_audit a join record_phrase p on p.id = a.phrase where p.table_key = 'order'"); n != 3 {
			t.Errorf("%d audit rows, want 3", n)
		}
		if _, err := upsert(s, office, record.Upsert{Key: []string{"note"}, Rows: rows}); !fault.IsKey(err, "record.no_such_key") {
			t.Errorf("an undeclared key: %v", err)
		}
	})
}
