package workorders_test

import (
	"context"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/inventory"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// table is a bin where one works, from which goods are taken again.
const table = "A-03-01-2"

// numbered makes a product whose pieces have numbers, and has some of them lie in a bin.
func (f *floor) numbered(sku, position string, nos ...string) {
	f.Helper()
	if f.Count(`SELECT COUNT(*) FROM product WHERE sku = ?`, sku) == 0 {
		f.product(sku, m{"serial_ctl": true})
	}
	if len(nos) == 0 {
		return
	}
	goods := contract.Goods{ConsignorID: id(f.Find("consignor", "code", "ACME")), ProductID: id(f.Find("product", "sku", sku)), Quality: "ZP"}
	house, bin := id(f.Find("warehouse", "code", "SH1")), id(f.Find("position", "code", position))
	err := f.Server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		data, err := f.Server.Documents.Open(ctx, tx, f.Server.Catalog.Current(), auth.System("test"))
		if err != nil {
			return err
		}
		ledger := inventory.Ledger{}
		away, err := ledger.VirtualPosition(ctx, data, house, contract.UseVendor)
		if err != nil {
			return err
		}
		_, err = ledger.Post(ctx, data, []contract.Move{{
			Code: contract.Receipt, Goods: goods, Qty: decimal.NewFromInt(int64(len(nos))), Serials: nos,
			From: contract.Place{PositionID: away}, To: contract.Place{PositionID: bin},
		}})
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// numbers is a report of work that names serial numbers.
func (f *floor) numbers(qty float64, used, made string) m {
	f.Helper()
	params := f.report(qty, 5)
	params["used_serials"], params["made_serials"] = used, made
	return params
}

// serials are the numbers of a product that lie at a position.
func (f *floor) serials(sku, position string) string {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/serial/query", m{"filter": m{"and": []m{
		{"field": "product_id.sku", "op": "eq", "value": sku}, {"field": "quant_id.position_id.code", "op": "eq", "value": position},
	}}, "sort": []string{"serial_no"}}).Into(f, &page)
	var nos []string
	for _, row := range page.Rows {
		nos = append(nos, row["serial_no"].(string))
	}
	return strings.Join(nos, " ")
}

// has wants numbers to lie somewhere, and every invariant to hold.
func (f *floor) has(sku, position, want string) {
	f.Helper()
	if got := f.serials(sku, position); got != want {
		f.Errorf("%s at %s has the numbers %q, want %q", sku, position, got, want)
	}
	f.Verify()
}

// TestNumberedGoodsAreWorkedOn: a kit is built of named pieces and gets a number, what is
// undone has its numbers back, and a kit that is broken gives them.
func TestNumberedGoodsAreWorkedOn(t *testing.T) {
	each(t, func(f *floor) {
		f.numbered("LENS", "A-01-01-1", "L1", "L2", "L3")
		f.numbered("BODY", "A-01-01-2", "B1", "B2")
		f.product("CAM", m{"serial_ctl": true, "components": []m{of("LENS", 1), of("BODY", 1), of("AC-1001", 2)}})
		f.lies("AC-1001", "A-02-01-1", 8)
		at := m{"position_id": f.Find("position", "code", table)["id"]}
		order := f.started("build", "CAM", 2, at)
		f.numbered("LENS", "A-03-01-1", "L9")

		f.Refuses("work_order", order, "make", f.numbers(1, "", "C1"), "LENS")
		f.Refuses("work_order", order, "make", f.numbers(1, "L1 L9 B1", "C1"), "L9")
		f.Refuses("work_order", order, "make", f.numbers(1, "L1\nB1", ""), "CAM")
		f.Refuses("work_order", order, "make", f.numbers(1, "L1\nB1", "C1 C2"), "C2")
		f.Act("work_order", order, "make", f.numbers(1, "L3, B1", "C1"))
		f.has("LENS", "A-01-01-1", "L1 L2")
		f.has("CAM", table, "C1")
		done := f.newest("work_record", "work_order_id", order)
		if row, _ := f.Read("work_record", done); len(row["used_serials"].([]any)) != 2 || row["made_serials"].([]any)[0] != "C1" {
			f.Errorf("the record says %v and %v", row["used_serials"], row["made_serials"])
		}
		f.Act("work_record", done, "undo", m{"reason": "dust"})
		f.has("LENS", "A-01-01-1", "L1 L2 L3")
		f.has("CAM", table, "")
		f.Act("work_order", order, "make", f.numbers(2, "L1 L2 B1 B2", "C1 C2"))
		f.State("work_order", order, "done")

		broken := f.started("break", "CAM", 1, at)
		f.Refuses("work_order", broken, "make", f.numbers(1, "C1", "X1 X2"), "SKU:number")
		f.Act("work_order", broken, "make", f.numbers(1, "C1", "L1 BODY:B7"))
		f.has("CAM", table, "C2")
		f.has("LENS", table, "L1")
		f.has("BODY", table, "B7")
	})
}

// TestNumberedGoodsGetOtherLabels: they keep their numbers, lose them where the other product
// has none, and get some where only that has.
func TestNumberedGoodsGetOtherLabels(t *testing.T) {
	each(t, func(f *floor) {
		f.numbered("LENS", "A-01-01-1", "L1", "L2", "L3")
		f.numbered("LENS-2", "")
		other := f.started("relabel", "LENS", 1, m{"to_product_id": m{"sku": "LENS-2"}})
		f.Act("work_order", other, "make", f.numbers(1, "L2", ""))
		f.has("LENS-2", bench, "L2")
		f.Act("work_record", f.newest("work_record", "work_order_id", other), "undo", m{"reason": "wrong"})
		f.has("LENS-2", bench, "")
		f.has("LENS", "A-01-01-1", "L1 L2 L3")

		at := f.Find("position", "code", table)["id"]
		plain := f.started("relabel", "LENS", 1, m{"to_product_id": m{"sku": "AC-1001"}, "position_id": at})
		f.Act("work_order", plain, "make", f.numbers(1, "L1", ""))
		f.lie(table, map[string]float64{"AC-1001": 1})
		back := f.started("relabel", "AC-1001", 1, m{"to_product_id": m{"sku": "LENS"}})
		f.Refuses("work_order", back, "make", f.numbers(1, "", ""), "LENS")
		f.Act("work_order", back, "make", f.numbers(1, "", "L7"))
		f.has("LENS", bench, "L7")

		packed := f.started("repack", "LENS", 1, m{"to_container": "PAL-9"})
		f.Act("work_order", packed, "make", f.numbers(1, f.serials("LENS", "A-01-01-1")[:2], ""))
		f.Verify()
	})
}
