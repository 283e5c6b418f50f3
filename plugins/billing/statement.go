package billing

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// gather is the effect billing.gather: a statement in draft takes the confirmed fees of
// its period in place of those that it had.
//
// Invalid billing.no_fees.
func gather(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, head := range e.Heads {
		rows, err := e.Data.Find(ctx, fee, plugin.Where{
			Match: plugin.Row{"status": "confirmed", "consignor_id": head["consignor_id"], "currency": head["currency"]}, Sort: []string{"charged_on"},
		})
		if err != nil {
			return err
		}
		had, err := linesOfBill(ctx, e.Data, plugin.ID(head))
		if err != nil {
			return err
		}
		var lines []any
		for _, row := range rows {
			if day := plugin.Text(row, "charged_on"); plugin.Text(head, "period_from") <= day && day <= plugin.Text(head, "period_to") {
				lines = append(lines, map[string]any{"id": null(had[plugin.ID(row)]), "line_no": len(lines) + 1, "fee_row_id": plugin.ID(row), "amount": row["total"]})
				delete(had, plugin.ID(row))
			}
		}
		if len(lines) == 0 {
			return fault.New(fault.Invalid, "billing.no_fees", "currency", plugin.Text(head, "currency")).On("period_from")
		}
		for _, gone := range slices.Sorted(maps.Values(had)) {
			lines = append(lines, map[string]any{"id": gone, "_delete": true})
		}
		if _, err := e.Data.Save(ctx, bill, plugin.Row{"id": plugin.ID(head), "lines": lines}); err != nil {
			return err
		}
	}
	return nil
}

// linesOfBill are the lines of a statement by their fee.
func linesOfBill(ctx context.Context, data plugin.Data, id int64) (map[int64]int64, error) {
	rows, err := data.Find(ctx, line, plugin.Where{Match: plugin.Row{"bill_id": id}})
	had := make(map[int64]int64, len(rows))
	for _, row := range rows {
		had[plugin.Int(row, "fee_row_id")] = plugin.ID(row)
	}
	return had, err
}

// open is the effect billing.open: what the consignor owed before of the statements sent.
func open(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, head := range e.Heads {
		match := plugin.Row{
			"consignor_id": head["consignor_id"], "currency": head["currency"], "status": []any{"sent", "disputed", "confirmed", "invoiced", "part_paid"},
		}
		before, err := e.Data.Find(ctx, bill, plugin.Where{Match: match})
		if err != nil {
			return err
		}
		owed := decimal.Zero
		for _, b := range before {
			if plugin.ID(b) != plugin.ID(head) {
				owed = owed.Add(plugin.Decimal(b, "total")).Sub(plugin.Decimal(b, "paid"))
			}
		}
		if _, err := e.Data.Save(ctx, bill, plugin.Row{"id": plugin.ID(head), "opening": owed}); err != nil {
			return err
		}
	}
	return nil
}

// dispute is the effect billing.dispute: it marks the lines that are not agreed to; with
// none named the whole statement is meant.
//
// Invalid billing.bad_lines.
func dispute(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	words, named := plugin.Text(batch[0], "dispute"), plugin.Text(batch[0], "line_nos")
	wanted, err := numbers(named)
	if err != nil {
		return err
	}
	rows, err := e.Data.Find(ctx, line, plugin.Where{Match: plugin.Row{"bill_id": plugin.ID(e.Head)}})
	if err != nil {
		return err
	}
	var marked []plugin.Row
	for _, row := range rows {
		at := slices.Index(wanted, plugin.Int(row, "line_no"))
		if at >= 0 {
			wanted = slices.Delete(wanted, at, at+1)
			marked = append(marked, plugin.Row{"id": plugin.ID(row), "dispute": words})
		}
	}
	if len(wanted) > 0 {
		return fault.New(fault.Invalid, "billing.bad_lines", "line", wanted[0]).On("line_nos")
	}
	return e.Data.Set(ctx, line, marked)
}

// numbers reads line numbers as people write them.
func numbers(text string) (found []int64, err error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;，；、", r) }) {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil {
			return nil, fault.New(fault.Invalid, "billing.bad_lines", "line", part).On("line_nos")
		}
		found = append(found, n)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
