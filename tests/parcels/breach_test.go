package parcels

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// Rows that the plants below change: fees that stand, of a rule and of a waybill.
const (
	standing  = `turn > 0 AND status <> 'void' AND NOT EXISTS (SELECT 1 FROM fee_row b WHERE b.reverse_of_id = fee_row.id)`
	ofWaybill = `(SELECT MAX(id) FROM fee_row WHERE source_table = 'waybill' AND fee_unit = 'kg' AND ` + standing + `)`
	ofRule    = `(SELECT MAX(id) FROM fee_row WHERE fee_rule_id IS NOT NULL AND ` + standing + `)`
)

// plants break one invariant each, as a fault of the program would.
var plants = []struct{ key, sql string }{
	{"parcels.merged_is_in_another", `UPDATE waybill SET merged_into_id = NULL WHERE status = 'merged'`},
	{"parcels.merged_is_in_another", `UPDATE waybill SET merged_into_id = id WHERE status = 'merged'`},
	{"parcels.merged_holds_nothing", `UPDATE waybill_line SET waybill_id = (SELECT MAX(id) FROM waybill WHERE status = 'merged')`},
	{"parcels.on_one_place", `UPDATE waybill SET status = 'printed' WHERE status = 'delivered' AND panel_no IS NOT NULL`},
	{"parcels.is_where_its_panel_is", `UPDATE waybill SET status = 'on_board' WHERE status = 'departed'`},
	{"parcels.is_where_its_panel_is", `UPDATE waybill SET panel_no = 'NONE' WHERE status = 'departed'`},
	{"parcels.is_where_its_panel_is", `UPDATE waybill SET panel_no = NULL WHERE status = 'delivered'`},
	{"parcels.is_where_its_panel_is", `DELETE FROM panel_line WHERE waybill_id IN (SELECT id FROM waybill WHERE status = 'departed')`},
	{"parcels.is_where_its_panel_is", `UPDATE waybill SET status = 'bagged' WHERE panel_no IS NULL AND package_id IS NULL`},
	{"parcels.panel_is_where_its_voyage_is", `UPDATE voyage SET status = 'arrived' WHERE status = 'departed'`},
	{"parcels.panel_is_where_its_voyage_is", `DELETE FROM voyage_line`},
	{"parcels.is_what_customs_says", `UPDATE customs_bill SET status = 'released' WHERE status = 'declared'`},
	{"parcels.is_what_customs_says", `DELETE FROM customs_bill_line WHERE waybill_id IN (SELECT id FROM waybill WHERE status = 'declared')`},
	{"parcels.is_what_customs_says", `UPDATE waybill SET status = 'inspecting' WHERE status = 'declared'`},
	{"rating.freight_equals_parts", `UPDATE waybill SET freight = freight + 1 WHERE freight IS NOT NULL`},
	{"billing.fee_follows_its_rule", `UPDATE fee_row SET price = price + 1 WHERE id = ` + ofRule},
	{"billing.fee_follows_its_rule", `UPDATE fee_row SET adjust = COALESCE(adjust, 0) + 100 WHERE id = ` + ofRule},
	{"billing.fee_follows_its_rule", `UPDATE fee_row SET qty = qty + 1 WHERE id = ` + ofRule},
	{"billing.fee_follows_its_rule", `UPDATE fee_row SET fee_item_id = (SELECT id FROM fee_item WHERE code = 'CLM') WHERE id = ` + ofRule},
	{"billing.fee_follows_its_rule", `UPDATE fee_row SET currency = 'USD' WHERE id = ` + ofRule},
	{"billing.fee_has_happened", `UPDATE waybill SET status = 'cancelled' WHERE id = (SELECT source_id FROM fee_row WHERE id = ` + ofWaybill + `)`},
	{"billing.fee_has_happened", `UPDATE receipt SET status = 'reversed'`},
	{"billing.fee_has_happened", `UPDATE sale_order SET status = 'packed'`},
	{"billing.fee_has_happened", `DELETE FROM storage_day`},
	{"billing.fee_counts_its_waybill", `UPDATE waybill SET chargeable_weight = chargeable_weight + 100 WHERE id = (SELECT source_id FROM fee_row WHERE id = ` + ofWaybill + `)`},
	{"billing.cause_is_charged", `DELETE FROM bill_line; DELETE FROM fee_row WHERE source_table = 'waybill'`},
	{"billing.cause_is_charged", `DELETE FROM bill_line; DELETE FROM fee_row WHERE source_table = 'storage_day'`},
	{"billing.cause_is_charged", `DELETE FROM bill_line; DELETE FROM fee_row WHERE source_table = 'sale_order' AND fee_trigger = 'package'`},
	{"billing.claim_is_credited", `UPDATE claim SET offered = offered + 1 WHERE status = 'paid'`},
	{"billing.statement_carries_on", `UPDATE bill SET closing = closing + 1`},
	{"billing.statement_carries_on", `UPDATE bill_line SET amount = amount + 1`},
	{"billing.statement_equals_rows", `UPDATE bill SET total = total + 1`},
	{"billing.paid_equals_payments", `UPDATE bill SET paid = COALESCE(paid, 0) + 1`},
	{"billing.storage_is_charged_as_counted", `UPDATE storage_day SET bins = bins + 1, pieces = pieces + 1000`},
	{"billing.reversal_is_the_opposite", `UPDATE fee_row SET total = total + 1 WHERE turn < 0`},
	{"carriers.one_waybill_each", `UPDATE waybill SET carrier_id = NULL, tracking_no = 'ONE' WHERE status IN ('delivered', 'departed')`},
	{"carriers.given_is_on_its_parcel", `UPDATE waybill SET tracking_no = NULL WHERE tracking_no LIKE 'SIM%'`},
}

// TestVerifyFindsWhatIsPlanted breaks what parcels, prices and fees have of invariants one by
// one, after days that left something of everything, and asks verify.
func TestVerifyFindsWhatIsPlanted(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		y := enter(t, dsn, 4)
		for range 4 {
			y.aDay(12)
			y.morning()
			y.nightfall()
		}
		y.aDay(12)
		y.all("cancel", m{"reason": "plant"}, y.book.in("to_pay", "to_number", "numbered", "printed")[:1])
		y.states(y.dayOf(1), y.dayOf(y.today))
		for i, plant := range plants {
			if found := y.Broken(plant.sql); !slices.Contains(found, plant.key) {
				y.Errorf("plant %d, %s: verify finds %v", i, plant.key, found)
			}
		}
		if broken := y.Broken(); len(broken) > 0 {
			y.Errorf("without a plant %v is broken", broken)
		}
	})
}
