package inbound

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// faulty is goods of a notice that came otherwise than as faultless goods, by the
// quality and the place that they were received at. Quantities are thousandths.
type faulty struct {
	LineID     int64        `db:"asn_line_id"`
	ProductID  int64        `db:"product_id"`
	Quality    string       `db:"quality"`
	LotNo      string       `db:"lot_no"`
	PositionID int64        `db:"position_id"`
	Qty        contract.Qty `db:"qty"`
}

func readFaulty(ctx context.Context, tx plugin.Tx, notice int64) ([]faulty, error) {
	var list []faulty
	err := tx.Select(ctx, &list, `SELECT l.asn_line_id, l.product_id, l.quality, COALESCE(l.lot_no, '') AS lot_no, l.position_id, SUM(l.base_qty) AS qty
		FROM receipt_line l JOIN receipt r ON r.id = l.receipt_id JOIN asn_line a ON a.id = l.asn_line_id
		WHERE r.asn_id = ? AND l.reversed_at IS NULL AND l.quality <> ? AND a.quality <> l.quality
		GROUP BY l.asn_line_id, l.product_id, l.quality, l.lot_no, l.position_id ORDER BY l.asn_line_id, l.quality, l.position_id`, notice, good)
	if err != nil {
		return nil, fmt.Errorf("read what came damaged of notice %d: %w", notice, err)
	}
	return list, nil
}

// differences are the lines of a damaged goods order for a notice: what came with a fault
// that was not announced, and what is short or over.
func differences(ctx context.Context, tx plugin.Tx, notice int64) ([]plugin.Row, error) {
	list, err := readFaulty(ctx, tx, notice)
	if err != nil {
		return nil, err
	}
	rows := []plugin.Row{}
	for _, f := range list {
		rows = append(rows, plugin.Row{
			"asn_line_id": f.LineID, "product_id": f.ProductID, "qty": f.Qty.Decimal(), "reason": "damaged", "quality": f.Quality,
			"lot_no": empty(f.LotNo), "position_id": f.PositionID,
		})
	}
	lines, err := readExpected(ctx, tx, notice)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		l := &lines[i]
		row := plugin.Row{"asn_line_id": l.LineID, "product_id": l.ProductID, "quality": l.Quality, "reason": "short", "qty": l.left().Decimal()}
		if l.Received > l.Qty {
			row["reason"], row["qty"] = "over", (l.Received - l.Qty).Decimal()
		}
		if l.Received != l.Qty {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// openDamaged finds the damaged goods orders of a notice in some states.
func openDamaged(ctx context.Context, data plugin.Data, notice int64, states ...string) ([]plugin.Row, error) {
	return data.Find(ctx, "damaged_order", plugin.Where{Match: plugin.Row{"asn_id": notice, "status": states}})
}

// makeDamaged makes the damaged goods order of a notice, 0 when nothing differs.
func makeDamaged(ctx context.Context, data plugin.Data, notice plugin.Row) (int64, error) {
	lines, err := differences(ctx, data.SQL(), plugin.ID(notice))
	if err != nil || len(lines) == 0 {
		return 0, err
	}
	row, err := data.Save(ctx, "damaged_order", plugin.Row{
		"asn_id": plugin.ID(notice), "warehouse_id": notice["warehouse_id"], "consignor_id": notice["consignor_id"], "lines": lines,
	})
	return plugin.ID(row), err
}

// tellDifferences makes the damaged goods order of a notice that was counted to the end,
// unless one stands.
func tellDifferences(ctx context.Context, e *plugin.ActEvent) error {
	standing, err := openDamaged(ctx, e.Data, plugin.ID(e.Head), "new", "reported", "decided", "executed", "closed")
	if err != nil || len(standing) > 0 {
		return err
	}
	_, err = makeDamaged(ctx, e.Data, e.Head)
	return err
}

// dropDifferences cancels what the end of counting told and nobody took up, since it is
// counted on.
func dropDifferences(ctx context.Context, e *plugin.ActEvent) error {
	fresh, err := openDamaged(ctx, e.Data, plugin.ID(e.Head), "new")
	if err != nil {
		return err
	}
	for _, row := range fresh {
		if _, err := e.Data.Act(ctx, "damaged_order", "cancel", plugin.ID(row), nil); err != nil {
			return err
		}
	}
	return nil
}

// damagedOrder is the effect that makes a damaged goods order of a notice by hand.
//
// Faults: inbound.no_difference, inbound.damage_told.
func damagedOrder(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	standing, err := openDamaged(ctx, e.Data, plugin.ID(e.Head), "new", "reported", "decided")
	if err != nil {
		return err
	}
	if len(standing) > 0 {
		return fault.New(fault.Conflict, "inbound.damage_told", "order", plugin.Text(standing[0], "doc_no"))
	}
	made, err := makeDamaged(ctx, e.Data, e.Head)
	if err == nil && made == 0 {
		err = fault.New(fault.Conflict, "inbound.no_difference", "notice", plugin.Text(e.Head, "doc_no"))
	}
	if err == nil {
		e.Created("damaged_order", made)
	}
	return err
}

// followDamage has damaged goods orders that are not carried out say where their goods
// lie after a put, or after it was taken back. A line of which only a part was moved is
// left for a person.
func followDamage(ctx context.Context, data plugin.Data, shares []share, quality string, from, to int64) error {
	if len(shares) == 0 || quality == good {
		return nil
	}
	var moved contract.Qty
	arrivals := make([]int64, len(shares))
	for i, s := range shares {
		arrivals[i], moved = s.ReceiptLineID, moved+s.Qty
	}
	var lines []struct {
		ID  int64        `db:"id"`
		Qty contract.Qty `db:"base_qty"`
	}
	err := data.SQL().Select(ctx, &lines, `SELECT l.id, l.base_qty FROM damaged_order_line l JOIN damaged_order o ON o.id = l.damaged_order_id
		WHERE o.status IN ('new', 'reported', 'decided') AND l.position_id = ? AND l.quality = ?
		AND l.asn_line_id IN (SELECT asn_line_id FROM receipt_line WHERE id IN ?) ORDER BY l.id`, from, quality, arrivals)
	if err != nil {
		return fmt.Errorf("read damaged goods at position %d: %w", from, err)
	}
	var rows []plugin.Row
	for _, l := range lines {
		if l.Qty <= moved {
			rows = append(rows, plugin.Row{"id": l.ID, "position_id": to})
			moved -= l.Qty
		}
	}
	return data.Set(ctx, "damaged_order_line", rows)
}

// closeShort gives up on the plan what a damaged goods order says is short.
func closeShort(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	plans := map[int64]bool{}
	rows := []plugin.Row{}
	for _, line := range e.Lines["lines"] {
		if plugin.Text(line, "reason") != "short" || line["asn_line_id"] == nil {
			continue
		}
		var of struct {
			LineID int64 `db:"line_id"`
			PlanID int64 `db:"plan_id"`
		}
		err := e.Tx.Get(ctx, &of, `SELECT COALESCE(l.inbound_plan_line_id, 0) AS line_id, COALESCE(a.inbound_plan_id, 0) AS plan_id
			FROM asn_line l JOIN asn a ON a.id = l.asn_id WHERE l.id = ?`, plugin.Int(line, "asn_line_id"))
		if err != nil {
			return fmt.Errorf("read plan of line %d: %w", plugin.ID(line), err)
		}
		if of.LineID != 0 {
			rows = append(rows, plugin.Row{"id": of.LineID, "closed_qty": plugin.Decimal(line, "base_qty")})
			plans[of.PlanID] = true
		}
	}
	if err := e.Data.Add(ctx, "inbound_plan_line", rows); err != nil {
		return fmt.Errorf("close short lines: %w", err)
	}
	for plan := range plans {
		if err := settlePlan(ctx, e.Data, plan); err != nil {
			return err
		}
	}
	return nil
}
