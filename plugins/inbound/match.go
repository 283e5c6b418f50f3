package inbound

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// matchReceipt counts what came without a notice for one: each line for a line of the
// notice that announces its goods and has room.
//
// Faults: inbound.matched_already, inbound.no_room_on_notice, and those of a notice that
// nothing may be received for.
func matchReceipt(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	if plugin.Int(e.Head, "asn_id") != 0 {
		return fault.New(fault.Conflict, "inbound.matched_already", "receipt", plugin.Text(e.Head, "doc_no"))
	}
	id := plugin.Int(batch[0], "asn_id")
	if err := lockNotices(ctx, e.Tx, []int64{id}); err != nil {
		return err
	}
	n, err := readNotice(ctx, e.Tx, id)
	if err != nil {
		return err
	}
	if err := n.mustBeUnloading(); err != nil {
		return err
	}
	lines, shelved, err := matches(ctx, e, n)
	if err != nil {
		return err
	}
	if err := e.Data.Set(ctx, "receipt", []plugin.Row{{"id": plugin.ID(e.Head), "asn_id": id}}); err != nil {
		return fmt.Errorf("match receipt %d: %w", plugin.ID(e.Head), err)
	}
	if err := count(ctx, e.Data, lines, 1); err != nil {
		return err
	}
	if err := e.Data.Add(ctx, "asn_line", shelved); err != nil {
		return fmt.Errorf("count what notice %d shelved: %w", id, err)
	}
	return actIn(ctx, e.Data, "asn", id, "unloading", "start_counting")
}

// matches gives each line of a receipt its line of the notice.
func matches(ctx context.Context, e *plugin.EffectEvent, n *notice) (lines []received, shelved []plugin.Row, err error) {
	expected, err := readExpected(ctx, e.Tx, n.ID)
	if err != nil {
		return nil, nil, err
	}
	tolerance, err := toleranceOf(ctx, e.Data, n, false)
	if err != nil {
		return nil, nil, err
	}
	for _, row := range e.Lines["lines"] {
		if row["reversed_at"] != nil {
			continue
		}
		r := lineOf(row)
		for i := range expected {
			l := &expected[i]
			if l.ProductID == plugin.Int(row, "product_id") && (!l.LotNo.Valid || l.LotNo.String == plugin.Text(row, "lot_no")) && l.room(tolerance) >= r.Qty {
				r.LineID, l.Received = l.LineID, l.Received+r.Qty
				break
			}
		}
		if r.LineID == 0 {
			return nil, nil, fault.New(fault.Conflict, "inbound.no_room_on_notice", "line", plugin.Int(row, "line_no"), "notice", n.DocNo)
		}
		lines = append(lines, r)
		shelved = append(shelved, plugin.Row{"id": r.LineID, "shelved_qty": row["shelved_qty"]})
		if err := e.Data.Set(ctx, "receipt_line", []plugin.Row{{"id": r.ReceiptLineID, "asn_line_id": r.LineID}}); err != nil {
			return nil, nil, err
		}
	}
	return lines, shelved, nil
}

// findConsignors finds owners by their codes.
func findConsignors(ctx context.Context, data plugin.Data, code plugin.Code, _ plugin.Scope) ([]plugin.Candidate, error) {
	return find(ctx, data, `SELECT id, code AS label, name AS detail FROM consignor WHERE code = ? ORDER BY id LIMIT 2`, code.Text)
}

// findUnclaimed finds parcels that are held by their numbers; those that are still held
// hide others.
func findUnclaimed(ctx context.Context, data plugin.Data, code plugin.Code, _ plugin.Scope) ([]plugin.Candidate, error) {
	return find(ctx, data, `SELECT id, doc_no AS label, COALESCE(contents, '') AS detail FROM unclaimed WHERE (doc_no = ? OR tracking_no = ?) AND status <> 'dropped'
		ORDER BY CASE WHEN status IN ('held', 'owned') THEN 0 ELSE 1 END, id DESC LIMIT 1`, code.Text, code.Text)
}

// find reads candidates by a question for id, label and detail.
func find(ctx context.Context, data plugin.Data, question string, args ...any) ([]plugin.Candidate, error) {
	var rows []struct {
		ID     int64  `db:"id"`
		Label  string `db:"label"`
		Detail string `db:"detail"`
	}
	if err := data.SQL().Select(ctx, &rows, question, args...); err != nil {
		return nil, fmt.Errorf("look up %v: %w", args, err)
	}
	found := make([]plugin.Candidate, len(rows))
	for i, r := range rows {
		found[i] = plugin.Candidate{ID: r.ID, Label: r.Label, Detail: r.Detail}
	}
	return found, nil
}
