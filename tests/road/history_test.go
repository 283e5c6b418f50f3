package road

import (
	"slices"
	"testing"
)

// changed are the fields of which the history of a record tells changes, the newest change
// first; what it tells of its making is left out.
func (f *floor) changed(table string, id int64) (changes [][]string) {
	f.Helper()
	var told struct{ Rows []m }
	f.Ask("data/"+table+"/history", m{"id": id}).Into(f, &told)
	for _, change := range told.Rows[:len(told.Rows)-1] {
		var fields []string
		for field := range change["changes"].(m) {
			fields = append(fields, field)
		}
		slices.Sort(fields)
		changes = append(changes, fields)
	}
	return changes
}

// tells holds the history of a record to tell of a change of fields.
func (f *floor) tells(table string, id int64, fields ...string) {
	f.Helper()
	changes := f.changed(table, id)
	all := func(change []string) bool {
		return !slices.ContainsFunc(fields, func(field string) bool { return !slices.Contains(change, field) })
	}
	if !slices.ContainsFunc(changes, all) {
		f.Errorf("the history of %s %d tells of %v, not of %v together", table, id, changes, fields)
	}
}

// TestHistoriesTellWhatStationsAndEffectsDo follows an order: its line, its pick task and
// its package tell what became of them, and a wave tells of no single pick.
func TestHistoriesTellWhatStationsAndEffectsDo(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		orderLine := id(f.Find("sale_order_line", "sale_order_id", order))
		f.tells("sale_order_line", orderLine, "allocated_qty")
		f.tells("sale_order_line", orderLine, "picked_qty")
		task := f.Find("pick_task", "sale_order_id", order)
		f.tells("pick_task", id(task), "status")
		f.tells("pick_task", id(task), "move_no", "picked_at", "picked_qty", "picker_id")
		bill := f.Find("pick_bill", "id", task["pick_bill_id"])
		if bill["picked_qty"] != 2.0 {
			t.Errorf("the bill counts %v picked", bill["picked_qty"])
		}
		wave := f.Find("wave", "id", bill["wave_id"])
		for _, of := range []struct {
			table string
			row   m
		}{{"pick_bill", bill}, {"wave", wave}} {
			for _, change := range f.changed(of.table, id(of.row)) {
				if slices.Contains(change, "picked_qty") || slices.Contains(change, "total_qty") {
					t.Errorf("the history of %s tells of %v, which its tasks tell", of.table, change)
				}
			}
		}
		f.packed(f.verifying("ROAD-1"))
		f.tells("sale_order_line", orderLine, "packed_qty")
	})
}

// TestHistoriesTellWhatCame follows a notice: its lines tell what was received, the notice
// itself of no single scan.
func TestHistoriesTellWhatCame(t *testing.T) {
	each(t, func(f *floor) {
		f.Stocked("ACME", "TOLD-2", []m{line("AC-1001", 5)}, m{"position": "A-01-01-1", "item": "AC-1001", "qty": 5})
		notice := f.Find("asn", "ext_no", "TOLD-2")
		if notice["received_qty"] != 5.0 {
			t.Errorf("the notice received %v", notice["received_qty"])
		}
		came := id(f.Find("asn_line", "asn_id", id(notice)))
		f.tells("asn_line", came, "received_qty")
		f.tells("asn_line", came, "shelved_qty")
		for _, change := range f.changed("asn", id(notice)) {
			if slices.Contains(change, "received_qty") {
				t.Errorf("the history of the notice tells of %v", change)
			}
		}
	})
}
