package road

import "testing"

// An order is split and merged before stock is reserved; nothing is lost on the way.
func TestOrdersAreSplitAndMerged(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.wants("DIV-1", 5, m{"carrier_id": m{"code": "SF"}})
		var row struct{ Lines []m }
		f.Ask("data/sale_order/get", m{"id": order}).Into(f, &row)
		line := id(row.Lines[0])
		for _, qty := range []any{5, 6, nil} {
			if answer := f.Try("data/sale_order/act", m{"name": "split", "id": order, "params": m{"line_id": line, "qty": qty}}); answer.Result {
				f.Errorf("%v of 5 pieces were split off", qty)
			}
		}
		other := f.wants("DIV-2", 1, m{"carrier_id": m{"code": "SF"}})
		if answer := f.Try("data/sale_order/act", m{"name": "split", "id": other, "params": m{"line_id": line}}); answer.Result {
			f.Error("a line of another order was split off")
		}
		f.Act("sale_order", order, "split", m{"line_id": line, "qty": 2})
		part := id(f.Find("sale_order", "split_from_id", order))
		f.Lines("sale_order", order, "base_qty", 3)
		f.Lines("sale_order", part, "base_qty", 2)
		f.State("sale_order", part, "audited")
		f.Act("sale_order", part, "change_carrier", m{"carrier_id": m{"code": "ZTO"}})
		var g given
		f.Ask("data/sale_order/act", m{"name": "merge", "ids": []int64{other, part, order}}).Into(f, &g)
		if len(g.Left) != 1 || g.Left[0].ID != part {
			f.Errorf("left unmerged are %v, want the one of another carrier", g.Left)
		}
		f.Act("sale_order", part, "change_carrier", m{"carrier_id": m{"code": "SF"}})
		f.Ask("data/sale_order/act", m{"name": "merge", "ids": []int64{part, order}})
		f.State("sale_order", part, "cancelled")
		f.State("sale_order", other, "cancelled")
		f.Lines("sale_order", order, "base_qty", 3, 1, 2)
		f.Act("sale_order", order, "allocate", nil)
		f.State("sale_order", order, "allocated")
	})
}
