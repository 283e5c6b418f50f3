package inbound

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// noticePlan makes a notice of what the plan's lines say for this one, or of all that
// is left when none says anything.
//
// Faults: inbound.over_plan, inbound.nothing_to_notice.
func noticePlan(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	plan := plugin.ID(e.Head)
	lines, err := readPlanned(ctx, e.Tx, plan)
	if err != nil {
		return err
	}
	amounts, err := ofThisNotice(lines)
	if err != nil {
		return err
	}
	rows, spent := []plugin.Row{}, []plugin.Row{}
	for _, line := range e.Lines["lines"] {
		if amount, ok := amounts[plugin.ID(line)]; ok {
			rows = append(rows, noticeLine(line, amount))
		}
		if line["notice_qty"] != nil {
			spent = append(spent, plugin.Row{"id": plugin.ID(line), "notice_qty": nil})
		}
	}
	if len(rows) == 0 {
		return fault.New(fault.Conflict, "inbound.nothing_to_notice", "plan", plugin.Text(e.Head, "doc_no"))
	}
	if err := e.Data.Set(ctx, "inbound_plan_line", spent); err != nil {
		return fmt.Errorf("take quantities of plan %d: %w", plan, err)
	}
	row := plugin.Row{"inbound_plan_id": plan, "lines": rows}
	for _, field := range []string{"consignor_id", "warehouse_id", "provider_id", "eta", "carrier_no", "container_no", "carton_count", "source", "remark"} {
		row[field] = e.Head[field]
	}
	saved, err := e.Data.Save(ctx, "asn", row)
	if err == nil {
		e.Created("asn", plugin.ID(saved))
	}
	return err
}

// amount is what a notice takes of a line, in its unit and in pieces, in thousandths.
type amount struct{ qty, base contract.Qty }

// ofThisNotice is what the next notice takes of which lines.
func ofThisNotice(lines []planned) (map[int64]amount, error) {
	said, rest := map[int64]amount{}, map[int64]amount{}
	for i := range lines {
		l := &lines[i]
		left := l.left()
		if left > 0 {
			rest[l.ID] = amount{l.units(left), left}
		}
		if l.Wanted == 0 {
			continue
		}
		if said[l.ID] = (amount{l.Wanted, l.pieces(l.Wanted)}); said[l.ID].base > left {
			return nil, fault.New(fault.Invalid, "inbound.over_plan", "line", l.LineNo, "max", l.units(left).Text()).On("lines")
		}
	}
	if len(said) > 0 {
		return said, nil
	}
	return rest, nil
}

// noticeLine is the line of a notice for so much of a plan's line: in its unit, and in
// pieces where that has no room for the amount.
func noticeLine(line plugin.Row, of amount) plugin.Row {
	row := plugin.Row{"inbound_plan_line_id": plugin.ID(line), "qty": of.qty.Decimal(), "unit": line["unit"]}
	whole := contract.QtyOf(plugin.Decimal(line, "base_qty")) * of.qty / contract.QtyOf(plugin.Decimal(line, "qty"))
	if whole != of.base {
		row["qty"], row["unit"] = of.base.Decimal(), nil
	}
	for _, field := range []string{"product_id", "lot_no", "mfg_date", "exp_date", "carton_no"} {
		row[field] = line[field]
	}
	return row
}

// noticeAt is a notice of a plan.
type noticeAt struct {
	ID     int64  `db:"id"`
	DocNo  string `db:"doc_no"`
	Status string `db:"status"`
}

// noticesOfPlan reads the notices of a plan that were not cancelled.
func noticesOfPlan(ctx context.Context, tx plugin.Tx, plan int64) ([]noticeAt, error) {
	var list []noticeAt
	if err := tx.Select(ctx, &list, `SELECT id, doc_no, status FROM asn WHERE inbound_plan_id = ? AND status <> 'cancelled' ORDER BY id`, plan); err != nil {
		return nil, fmt.Errorf("read notices of plan %d: %w", plan, err)
	}
	return list, nil
}

// cancelPlan cancels the notices of a plan with it, those that have not arrived.
//
// Conflict inbound.plan_underway: one has.
func cancelPlan(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	notices, err := noticesOfPlan(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	for _, n := range notices {
		if n.Status != "draft" && n.Status != "confirmed" {
			return fault.New(fault.Conflict, "inbound.plan_underway", "notice", n.DocNo)
		}
		if _, err := e.Data.Act(ctx, "asn", "cancel", n.ID, nil); err != nil {
			return err
		}
	}
	return nil
}

// closePlan gives up what has not come.
//
// Conflict inbound.plan_notice_open: a notice may still bring some.
func closePlan(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	notices, err := noticesOfPlan(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	for _, n := range notices {
		switch n.Status {
		case "counted", "shelving", "done":
		default:
			return fault.New(fault.Conflict, "inbound.plan_notice_open", "notice", n.DocNo)
		}
	}
	lines, err := readPlanned(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(lines))
	for i := range lines {
		rows[i] = plugin.Row{"id": lines[i].ID, "closed_qty": (lines[i].Closed + lines[i].left()).Decimal()}
	}
	if err := e.Data.Set(ctx, "inbound_plan_line", rows); err != nil {
		return fmt.Errorf("close plan %d: %w", plugin.ID(e.Head), err)
	}
	return nil
}

// keepNotices refuses to delete a notice that a plan counts.
func keepNotices(ctx context.Context, e *plugin.DeleteBatch) error {
	for _, row := range e.Rows {
		if plan := plugin.Int(row, "inbound_plan_id"); plan != 0 {
			return fault.New(fault.Conflict, "inbound.notice_of_plan", "notice", plugin.Text(row, "doc_no"))
		}
	}
	return nil
}
