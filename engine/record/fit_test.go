package record_test

import (
	"maps"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record/recordtest"
)

func TestAHeadDoesNotChangeUnderItsLines(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		s.Goods("GLOB", "G")
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A", "B"))
		lines := saved["lines"].([]row)
		other := row{"id": saved["id"], "customer_id": row{"code": "GLOB"}}
		goods := row{"code": "G", "customer_id": row{"code": "GLOB"}}

		_, err := s.Save(office, "order", other)
		if got, want := faultsOf(err), map[string]string{"customer_id": "not_choosable"}; !maps.Equal(got, want) {
			t.Fatalf("a head of another customer: %v, want %v (%v)", got, want, err)
		}
		if bad, _ := fault.As(err); bad.Errors[0].Key != "record.misfit_line" || bad.Errors[0].Params["line"] != int64(10) || bad.Errors[0].Params["value"] != "A" {
			t.Errorf("the refusal says %v", bad.Errors[0])
		}
		if _, err := s.Save(s.System(), "order", other); faultsOf(err)["customer_id"] != "not_choosable" {
			t.Errorf("by the system: %v", err)
		}
		other["lines"] = []any{row{"id": lines[0]["id"], "item_id": goods}}
		if got := faultsOf(second(s.Save(office, "order", other))); !maps.Equal(got, map[string]string{"customer_id": "not_choosable"}) {
			t.Errorf("with one line changed along: %v", got)
		}
		other["lines"] = []any{row{"id": lines[0]["id"], "item_id": goods}, row{"id": lines[1]["id"], "qty": 7}}
		if got := faultsOf(second(s.Save(office, "order", other))); !maps.Equal(got, map[string]string{"lines[1].item_id": "not_choosable"}) {
			t.Errorf("with the quantity of the other line: %v", got)
		}
		other["lines"] = []any{row{"id": lines[0]["id"], "item_id": goods}, row{"id": lines[1]["id"], "_delete": true}}
		s.Must(office, "order", other)
		s.Must(office, "order", row{"id": saved["id"], "note": "the head is free in the rest"})
	})
}

func TestWhatTheSystemWritesFits(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		s.Goods("GLOB", "G")
		saved := s.Must(s.System(), "order", order("ACME", "A"))
		line := saved["lines"].([]row)[0]
		foreign := s.Must(s.System(), "item", row{"customer_id": row{"code": "GLOB"}, "name": "F"})["id"]
		for who, rights := range map[string]row{"a new line": {"order_id": saved["id"], "item_id": foreign, "qty": 1}, "a stored one": {"id": line["id"], "item_id": foreign}} {
			if _, err := s.Save(s.System(), "order_line", rights); faultsOf(err)["item_id"] != "not_choosable" {
				t.Errorf("%s: %v", who, err)
			}
		}
		office := s.Office(recordtest.MenuAll)
		s.Must(office, "order_line", row{"order_id": saved["id"], "item_id": line["item_id"], "qty": 1})
	})
}

func second[T any](_ T, err error) error { return err }
