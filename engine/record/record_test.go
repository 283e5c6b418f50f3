package record_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

type row = record.Row

// each runs a test in the shop on both databases.
func each(t *testing.T, run func(t *testing.T, s *recordtest.Shop)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, recordtest.New(t, db)) })
}

// faultsOf gives the faults of an error by path: the broken rule.
func faultsOf(err error) map[string]string {
	found := map[string]string{}
	if f, ok := fault.As(err); ok {
		for _, one := range f.Errors {
			found[one.Path] = one.Rule
			if one.Rule == "" {
				found[one.Path] = one.Key
			}
		}
	}
	return found
}

// order is an order of a customer with lines of items by code.
func order(customer string, items ...string) row {
	lines := make([]any, len(items))
	for i, item := range items {
		lines[i] = row{"item_id": row{"code": item}, "qty": 2}
	}
	return row{"customer_id": row{"code": customer}, "lines": lines}
}

func TestSaveInsertsHeadWithLines(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		saved := s.Must(s.Office(recordtest.MenuAll), "order", order("ACME", "A", "B"))
		if saved["no"] != "O2600001" || saved["status"] != "open" || saved["ordered_on"] != "2026-03-09" {
			t.Errorf("saved = %v", saved)
		}
		if got := record.Decimal(saved, "total").String(); got != "10" || saved["line_count"] != int64(2) {
			t.Errorf("total = %s of %v lines, want 10 of 2", got, saved["line_count"])
		}
		lines := saved["lines"].([]row)
		if lines[0]["line_no"] != int64(10) || lines[1]["line_no"] != int64(20) || record.Decimal(lines[1], "amount").String() != "5" {
			t.Errorf("lines = %v", lines)
		}
	})
}
