package record_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// logOf gives the records whose changes a person finds, and the fields told of them.
func logOf(t *testing.T, s *recordtest.Shop, rights *access.Rights) (orders []int64, fields map[string]bool) {
	t.Helper()
	fields = map[string]bool{}
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		found, _, err := s.Records.Log(ctx, tx, rights, record.LogRequest{Size: 50})
		for _, one := range found {
			if one.Table != "order" {
				continue
			}
			orders = append(orders, one.RecordID)
			for key := range one.Changes {
				fields[key] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return orders, fields
}

// TestTheLogKeepsToOnesRights: of all that changed, a person finds what he may see of
// the records that he may see.
func TestTheLogKeepsToOnesRights(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		s.Goods("GLOBEX", "B")
		mine := record.ID(s.Must(s.System(), "order", order("ACME", "A")))
		others := record.ID(s.Must(s.System(), "order", order("GLOBEX", "B")))
		all, _ := logOf(t, s, s.Office(recordtest.MenuAll))
		if !slices.Contains(all, mine) || !slices.Contains(all, others) {
			t.Errorf("who may see everything finds %v", all)
		}
		rule := accesstest.Rule{Rows: "row.customer_id.code == 'ACME'", Hide: []string{"total"}}
		role := s.Role("user", accesstest.Grant{Menus: []int{recordtest.MenuAll}, Rules: map[string]accesstest.Rule{"order": rule}})
		bounded := s.Rights(accesstest.Office(7, role))
		found, fields := logOf(t, s, bounded)
		if !slices.Equal(found, []int64{mine}) || !fields["status"] || fields["total"] {
			t.Errorf("who may see the orders of one finds %v with %v", found, fields)
		}
		if none, _ := logOf(t, s, s.Office(recordtest.MenuSome)); len(none) != 0 {
			t.Errorf("who may see no history finds %v", none)
		}
	})
}
