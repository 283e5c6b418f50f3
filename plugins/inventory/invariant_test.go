package inventory_test

import (
	"context"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// Rows that the plants below change: a leg in the building, goods that lie there, and a place
// that was emptied.
const (
	realLeg = `(SELECT MIN(id) FROM stock_move WHERE quant_id IS NOT NULL)`
	lying   = `(SELECT MIN(id) FROM quant WHERE on_hand > 0)`
	emptied = `(SELECT MIN(id) FROM quant WHERE on_hand = 0 AND seq > 0)`
	other   = `(SELECT MAX(id) FROM consignor)`
)

// plants break one statement each, as a fault of the program would.
var plants = []struct{ key, text string }{
	{"stock.ledger_equals_quants", `UPDATE quant SET on_hand = on_hand + 1 WHERE id = ` + lying},
	{"stock.newest_balance", `UPDATE stock_move SET balance = balance + 1 WHERE quant_id = ` + lying},
	{"stock.sequence_without_gap", `UPDATE quant SET seq = seq + 1 WHERE id = ` + lying},
	{"stock.moves_balance", `UPDATE stock_move SET qty = qty + 1 WHERE id = ` + realLeg},
	{"stock.moves_balance", `DELETE FROM stock_move WHERE id = ` + realLeg},
	{"stock.real_leg_has_quant", `UPDATE stock_move SET quant_id = NULL, quant_seq = NULL WHERE id = ` + realLeg},
	{"stock.reserved_equals_reservations", `UPDATE quant SET reserved = reserved + 1 WHERE id = ` + lying},
	{"stock.reserved_equals_reservations", `UPDATE reservation SET status = 'released'`},
	{"stock.reserved_for_its_owner", `UPDATE reservation SET consignor_id = ` + other},
	{"stock.owner_of_goods", `UPDATE quant SET consignor_id = ` + other + ` WHERE id = ` + lying},
	{"stock.lot_of_product", `UPDATE lot SET product_id = (SELECT MIN(id) FROM product)`},
	{"stock.serial_once", `UPDATE serial SET quant_id = NULL`},
	{"stock.serials_count", `UPDATE serial SET status = 'out', quant_id = NULL`},
	{"stock.quant_in_real_place", `UPDATE quant SET position_id = (SELECT id FROM position WHERE code = '~vendor') WHERE id = ` + lying},
	{"stock.reversal_is_opposite", `UPDATE stock_move SET qty = qty * 2 WHERE reverse_of IS NOT NULL`},
	{"stock.in_date_of_ledger", `UPDATE quant SET in_date = '2020-01-01' WHERE id = ` + lying},
	{"stock.empty_has_no_date", `UPDATE quant SET in_date = '2020-01-01' WHERE id = ` + emptied},
	{"stock.filled_has_date", `UPDATE quant SET in_date = NULL WHERE id = ` + lying},
	{"stock.counted_once", `UPDATE stock_move SET net_qty = qty, net_lines = 1`},
	{"stock.expiry_of_lot", `UPDATE lot SET exp_date = '2031-01-01'`},
	{"stock.shipped_until", `UPDATE quant SET ship_until = ship_until + 1 WHERE ship_until IS NOT NULL`},
	{"stock.area_of_owner", `UPDATE storage_area SET consignor_id = ` + other},
	{"stock.position_holds", `UPDATE position SET max_weight = 1, updated_at = 0; UPDATE product SET weight = 90000, updated_at = 0`},
	{"stock.ledger_as_posted", `UPDATE stock_move SET reason = 'another' WHERE id = ` + realLeg},
	{"stock.ledger_as_posted", `UPDATE stock_move SET device = 'D' WHERE id = ` + realLeg},
}

// TestInvariantsFindTheirBreaches plants a breach of each in stock of every kind, by the least
// that can be changed; without one nothing is told.
func TestInvariantsFindTheirBreaches(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(5, "A-01"), y.move(contract.Transfer, 2, "A-01", "A-02"))
		if _, err := y.keep("A-01", 1, 1); err != nil {
			y.Fatal(err)
		}
		if err := y.reverse(y.must(y.move(contract.Transfer, 2, "A-02", "A-03"))...); err != nil {
			y.Fatal(err)
		}
		numbered := y.in(1, "A-01")
		numbered.Goods, numbered.Serials = world.Goods(y.Owners[0], y.Product(y.T, y.Owners[0], "N1", plugin.Row{"serial_ctl": true})), []string{"S1"}
		dated := y.in(1, "A-01")
		dated.Goods = world.Goods(y.Owners[0], y.Product(y.T, y.Owners[0], "L1", plugin.Row{"lot_ctl": true}))
		y.Do(y.T, func(ctx context.Context, data plugin.Data) (err error) {
			dated.Goods.LotID, err = y.Stock.Lot(ctx, data, contract.Lot{ConsignorID: y.Owners[0], ProductID: dated.Goods.ProductID, No: "A", ExpDate: "2039-01-31"})
			return err
		})
		y.must(numbered, dated)
		for i, plant := range plants {
			if broken := y.Broken(y.T, plant.text); !slices.Contains(broken, plant.key) {
				y.Errorf("plant %d, %s: found are %v", i, plant.key, broken)
			}
		}
		if broken := y.Broken(y.T, `SELECT 1`); len(broken) > 0 {
			y.Errorf("without a plant %v is broken", broken)
		}
	})
}

// TestARuleMadeNarrowerIsNoBreach, until more is put there: what lay there was right when it
// came.
func TestARuleMadeNarrowerIsNoBreach(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.set("product", plugin.Row{"id": y.goods.ProductID, "weight": decimal.NewFromInt(2)})
		y.must(y.in(5, "A-01"))
		y.set("position", plugin.Row{"id": y.Places["A-01"], "max_weight": decimal.NewFromInt(4)})
		if broken := y.Broken(y.T, `SELECT 1`); len(broken) > 0 {
			y.Errorf("%v is broken", broken)
		}
		if broken := y.Broken(y.T, `UPDATE stock_move SET at = at + 900000000`); !slices.Contains(broken, "stock.position_holds") {
			y.Errorf("what came after the rule is not found: %v", broken)
		}
	})
}
