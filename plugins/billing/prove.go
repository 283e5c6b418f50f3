package billing

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Figures of rules: prices in ten-thousandths, amounts in hundredths, discounts in hundredths
// of a percent.
type (
	fourDigits struct{}
	twoDigits  struct{}
)

func (fourDigits) Digits() int32 { return 4 }
func (twoDigits) Digits() int32  { return 2 }

// ruled is a fee beside the rule that made it.
type ruled struct {
	ID                 int64
	No                 string
	Counted, Free, Qty stock.Qty
	Price, Adjust      plugin.Fixed[fourDigits]
	From               stock.Qty  `db:"qty_from"`
	To                 *stock.Qty `db:"qty_to"`
	FreeQty            stock.Qty  `db:"free_qty"`
	Rate               plugin.Fixed[fourDigits]
	Discount           plugin.Fixed[twoDigits]
	Least              *plugin.Fixed[twoDigits]
	Most               *plugin.Fixed[twoDigits]
	Other              bool
}

// ruledQuestion asks for fees whose rule is as it was when it made them; how old goods were on a
// day that is over is not known any more.
const ruledQuestion = `SELECT f.id, f.doc_no AS no, COALESCE(f.counted, 0) AS counted, COALESCE(f.free, 0) AS free, f.qty, f.price, COALESCE(f.adjust, 0) AS adjust,
	r.qty_from, r.qty_to, COALESCE(r.free_qty, 0) AS free_qty, r.price AS rate, COALESCE(r.discount, 0) AS discount, r.min_charge AS least, r.max_charge AS most,
	(f.fee_item_id <> r.fee_item_id OR f.fee_trigger <> r.fee_trigger OR t.updated_at <= f.created_at AND (f.currency <> t.currency OR COALESCE(t.consignor_id, f.consignor_id) <> f.consignor_id)) AS other
	FROM fee_row f JOIN fee_rule r ON r.id = f.fee_rule_id JOIN fee_template t ON t.id = r.fee_template_id
	WHERE f.id > ? AND f.turn > 0 AND r.updated_at <= f.created_at AND COALESCE(r.free_days, 0) = 0 ORDER BY f.id LIMIT 5000`

// followsItsRule works every fee out anew by its rule.
func followsItsRule(ctx context.Context, tx plugin.Tx) (found []plugin.Breach, err error) {
	for last := int64(0); len(found) < plugin.BreachLimit; {
		var rows []ruled
		if err := tx.Select(ctx, &rows, ruledQuestion, last); err != nil {
			return nil, fmt.Errorf("read fees with their rules: %w", err)
		}
		if len(rows) == 0 {
			return found, nil
		}
		for _, row := range rows {
			if !row.follows() {
				found = append(found, plugin.Breach{ID: row.ID, Detail: row.No + " is not what its rule says"})
			}
		}
		last = rows[len(rows)-1].ID
	}
	return found, nil
}

// follows reports whether a fee is what its rule makes of what was counted.
func (r ruled) follows() bool {
	by := charging{Row: plugin.Row{
		"qty_from": r.From.Decimal(), "free_qty": r.FreeQty.Decimal(), "price": r.Rate.Decimal(), "discount": r.Discount.Decimal(),
	}}
	for key, value := range map[string]*plugin.Fixed[twoDigits]{"min_charge": r.Least, "max_charge": r.Most} {
		if value != nil {
			by.Row[key] = value.Decimal()
		}
	}
	if r.To != nil {
		by.Row["qty_to"] = r.To.Decimal()
	}
	d, some := by.dueOf(r.Counted.Decimal())
	return some && !r.Other && d.qty.Equal(r.Qty.Decimal()) && d.price.Equal(r.Price.Decimal()) && d.adjust.Equal(r.Adjust.Decimal()) && d.free.Equal(r.Free.Decimal())
}

// standing is a rule in force, and since when nothing about rules in force has changed.
type standing struct {
	ID, Template, Item int64
	Price              plugin.Fixed[fourDigits]
	Discount           plugin.Fixed[twoDigits]
	From               stock.Qty `db:"qty_from"`
	Free               stock.Qty `db:"free_qty"`
	Owner              *int64    `db:"consignor_id"`
	House              *int64    `db:"warehouse_id"`
	Trigger, Unit      string
	Code               string
	Dated              bool
	Since              int64
}

// standingQuestion asks for rules that have no days of their own, and none that are free.
const standingQuestion = `SELECT r.id, t.id AS template, r.fee_item_id AS item, r.price, COALESCE(r.discount, 0) AS discount, r.qty_from, COALESCE(r.free_qty, 0) AS free_qty,
	t.consignor_id, r.warehouse_id, r.fee_trigger AS "trigger", COALESCE(r.fee_unit, i.fee_unit) AS unit, t.code, t.currency <> 'CNY' AS dated,
	(SELECT MAX(CASE WHEN rr.updated_at > tt.updated_at THEN rr.updated_at ELSE tt.updated_at END) FROM fee_template tt JOIN fee_rule rr ON rr.fee_template_id = tt.id) AS since
	FROM fee_rule r JOIN fee_template t ON t.id = r.fee_template_id AND t.status = 'active' JOIN fee_item i ON i.id = r.fee_item_id
	WHERE r.valid_from IS NULL AND r.valid_to IS NULL AND t.valid_to IS NULL AND r.qty_to IS NULL AND COALESCE(r.free_days, 0) = 0 ORDER BY r.id`

// happened is where causes of a trigger stand, when one has happened, and what each unit
// counts of it, in thousandths.
type happened struct {
	table, when string
	units       map[string]string
}

const pieces = "(SELECT %s FROM %s l WHERE l.%s = d.id)"

func lines(table, head string) map[string]string {
	return map[string]string{
		"order": stock.OnePiece, "once": stock.OnePiece, "line": fmt.Sprintf(pieces, "COUNT(*) * "+stock.OnePiece, table, head), "piece": fmt.Sprintf(pieces, "COALESCE(SUM(l.base_qty), 0)", table, head),
	}
}

// causes are those that are looked for; how many of a receipt's lines counted when it was
// finished is not known any more, so that it is looked for by its number alone.
var causes = map[string]happened{
	"waybill": {"waybill", "d.freight IS NOT NULL AND d.status <> 'cancelled'", map[string]string{
		"order": stock.OnePiece, "once": stock.OnePiece, "kg": "d.chargeable_weight", "piece": "d.pieces * " + stock.OnePiece, "freight": "CASE WHEN d.currency = 'CNY' THEN d.freight * 10 ELSE 0 END",
	}},
	"receipt":  {"receipt", "d.status = 'done'", map[string]string{"order": stock.OnePiece, "once": stock.OnePiece}},
	"shipment": {"sale_order", "d.status IN ('shipped', 'signed')", lines("sale_order_line", "sale_order_id")},
	"pick":     {"sale_order", "d.status IN ('shipped', 'signed')", lines("sale_order_line", "sale_order_id")},
	"package":  {"sale_order", "d.status IN ('shipped', 'signed')", map[string]string{"order": stock.OnePiece, "once": stock.OnePiece, "carton": fmt.Sprintf(pieces, "COUNT(*) * "+stock.OnePiece, "package", "sale_order_id")}},
	"return":   {"rma", "d.status IN ('received', 'graded', 'disposed', 'closed')", lines("rma_line", "rma_id")},
	"daily":    {"storage_day", "1 = 1", map[string]string{"position_day": "d.bins * " + stock.OnePiece, "piece_day": "d.pieces", "once": stock.OnePiece}},
}

// isCharged looks for causes that a rule in force charges, and that it did not: those that
// began after the last change of any rule or template.
func isCharged(ctx context.Context, tx plugin.Tx) (found []plugin.Breach, err error) {
	var rules []standing
	if err := tx.Select(ctx, &rules, standingQuestion); err != nil {
		return nil, fmt.Errorf("read rules in force: %w", err)
	}
	for _, r := range rules {
		of, known := causes[r.Trigger]
		if _, counts := of.units[r.Unit]; !known || !counts || r.Dated {
			continue
		}
		question, args := r.uncharged(of)
		var ids []int64
		if err := tx.Select(ctx, &ids, question, args...); err != nil {
			return nil, fmt.Errorf("look for what rule %d did not charge: %w", r.ID, err)
		}
		for _, id := range ids {
			found = append(found, plugin.Breach{ID: id, Detail: fmt.Sprintf("%s %d is not charged by rule %d of %s", of.table, id, r.ID, r.Code)})
		}
	}
	return found[:min(len(found), plugin.BreachLimit)], nil
}

// wholePrice is a hundred percent in hundredths; aCent is one in thousandths by
// ten-thousandths by hundredths of a percent.
const (
	wholePrice int64 = 10_000
	aCent      int64 = 1_000_000_000
)

// uncharged asks for what a rule should have charged at least a cent.
func (r standing) uncharged(of happened) (string, []any) {
	from := max(r.From, r.Free)
	text := []string{fmt.Sprintf("SELECT d.id FROM %s d WHERE %s AND d.created_at > ?", of.table, of.when)}
	args := []any{r.Since}
	text = append(text, "CAST("+of.units[r.Unit]+" - ? AS DOUBLE PRECISION) * ? * ? > ?")
	args = append(args, int64(from), int64(r.Price), wholePrice-int64(r.Discount), aCent)
	if r.Owner != nil {
		text, args = append(text, "d.consignor_id = ?"), append(args, *r.Owner)
	} else {
		text = append(text, "NOT EXISTS (SELECT 1 FROM fee_template o JOIN fee_rule p ON p.fee_template_id = o.id WHERE o.status = 'active' AND o.consignor_id = d.consignor_id AND p.fee_item_id = ?)")
		args = append(args, r.Item)
	}
	if r.House != nil {
		text, args = append(text, "d.warehouse_id = ?"), append(args, *r.House)
	}
	text = append(text, "NOT EXISTS (SELECT 1 FROM fee_row f WHERE f.fee_rule_id = ? AND f.source_table = ? AND f.source_id = d.id AND f.turn > 0)")
	args = append(args, r.ID, of.table)
	return strings.Join(text, " AND ") + fmt.Sprintf(" ORDER BY d.id LIMIT %d", plugin.BreachLimit), args
}
