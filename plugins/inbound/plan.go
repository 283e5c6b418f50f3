package inbound

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// planned is a line of a receiving plan. Quantities are thousandths.
type planned struct {
	ID       int64        `db:"id"`
	LineNo   int64        `db:"line_no"`
	Qty      contract.Qty `db:"qty"`        // in the line's unit
	Base     contract.Qty `db:"base_qty"`   // in pieces, as all that follow
	Wanted   contract.Qty `db:"notice_qty"` // of the next notice, in the line's unit
	Received contract.Qty `db:"received_qty"`
	Closed   contract.Qty `db:"closed_qty"` // nobody waits for
	Noticed  contract.Qty `db:"noticed"`    // on notices that were not cancelled
	Coming   contract.Qty `db:"coming"`     // on notices that are not counted to the end
}

// left is what no notice announces and nobody gave up.
func (p *planned) left() contract.Qty { return max(p.Base-p.Closed-p.Received-p.Coming, 0) }

// pieces is a quantity of the line's unit in pieces, and units one of pieces in its unit.
func (p *planned) pieces(qty contract.Qty) contract.Qty { return scaled(qty, p.Base, p.Qty) }
func (p *planned) units(base contract.Qty) contract.Qty { return scaled(base, p.Qty, p.Base) }

// scaled is so much of a quantity as one is of another. The product of two has no room in
// an integer where there are millions of pieces.
func scaled(qty, part, whole contract.Qty) contract.Qty {
	return contract.QtyOf(qty.Decimal().Mul(part.Decimal()).Div(whole.Decimal()))
}

// readPlanned reads the lines of a plan with what its notices say of them.
func readPlanned(ctx context.Context, tx plugin.Tx, plan int64) ([]planned, error) {
	var lines []planned
	err := tx.Select(ctx, &lines, `SELECT l.id, l.line_no, l.qty, l.base_qty, COALESCE(l.notice_qty, 0) AS notice_qty, COALESCE(l.received_qty, 0) AS received_qty,
		COALESCE(l.closed_qty, 0) AS closed_qty, COALESCE(n.noticed, 0) AS noticed, COALESCE(n.coming, 0) AS coming FROM inbound_plan_line l
		LEFT JOIN (SELECT i.inbound_plan_line_id, SUM(i.base_qty) AS noticed,
			SUM(CASE WHEN a.status IN ('draft', 'confirmed', 'arrived', 'unloading', 'counting') AND i.base_qty > COALESCE(i.received_qty, 0)
				THEN i.base_qty - COALESCE(i.received_qty, 0) ELSE 0 END) AS coming
			FROM asn_line i JOIN asn a ON a.id = i.asn_id WHERE a.inbound_plan_id = ? AND a.status <> 'cancelled' GROUP BY i.inbound_plan_line_id) n
		ON n.inbound_plan_line_id = l.id WHERE l.inbound_plan_id = ? ORDER BY l.line_no, l.id`, plan, plan)
	if err != nil {
		return nil, fmt.Errorf("read lines of plan %d: %w", plan, err)
	}
	return lines, nil
}

// standing is how far a plan has come.
type standing struct {
	Status string `db:"status"`
	Open   int64  `db:"open"` // notices that are not counted to the end
}

func readStanding(ctx context.Context, tx plugin.Tx, plan int64) (standing, error) {
	var s standing
	err := tx.Get(ctx, &s, `SELECT p.status, (SELECT COUNT(*) FROM asn a WHERE a.inbound_plan_id = p.id
		AND a.status IN ('draft', 'confirmed', 'arrived', 'unloading', 'counting')) AS open FROM inbound_plan p WHERE p.id = ?`, plan)
	if err != nil {
		return s, fmt.Errorf("read plan %d: %w", plan, err)
	}
	return s, nil
}

// next is the state that the lines call for.
func (s standing) next(lines []planned) string {
	var anyNoticed, anyReceived bool
	allNoticed, allReceived := true, true
	for i := range lines {
		l := &lines[i]
		anyNoticed, anyReceived = anyNoticed || l.Noticed > 0, anyReceived || l.Received > 0
		allNoticed = allNoticed && l.Noticed+l.Closed >= l.Base
		allReceived = allReceived && l.Received+l.Closed >= l.Base
	}
	switch {
	case anyReceived && (allReceived || allNoticed && s.Open == 0):
		return "received"
	case anyReceived:
		return "receiving"
	case anyNoticed && allNoticed:
		return "noticed"
	case anyNoticed:
		return "partly_noticed"
	default:
		return "approved"
	}
}

// underway are the states that a plan has by itself, as its goods come.
var underway = map[string]bool{"approved": true, "partly_noticed": true, "noticed": true, "receiving": true, "received": true}

// settlePlan moves a plan to the state that its notices and receipts are in, forward
// and, as those are taken back, back.
func settlePlan(ctx context.Context, data plugin.Data, plan int64) error {
	if plan == 0 {
		return nil
	}
	s, err := readStanding(ctx, data.SQL(), plan)
	if err != nil || !underway[s.Status] {
		return err
	}
	lines, err := readPlanned(ctx, data.SQL(), plan)
	if err != nil {
		return err
	}
	if next := s.next(lines); next != s.Status {
		_, err = data.Act(ctx, "inbound_plan", "to_"+next, plan, nil)
	}
	return err
}

// recountPlan says on the lines of a plan what its notices announce.
func recountPlan(ctx context.Context, data plugin.Data, plan int64) error {
	if plan == 0 {
		return nil
	}
	lines, err := readPlanned(ctx, data.SQL(), plan)
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(lines))
	for i := range lines {
		rows[i] = plugin.Row{"id": lines[i].ID, "noticed_qty": lines[i].Noticed.Decimal()}
	}
	if err := data.Set(ctx, "inbound_plan_line", rows); err != nil {
		return fmt.Errorf("count notices of plan %d: %w", plan, err)
	}
	return settlePlan(ctx, data, plan)
}

// followSaved and followActed are told of notices that changed.
func followSaved(ctx context.Context, e *plugin.SaveEvent) error {
	return recountPlan(ctx, e.Data, plugin.Int(e.New, "inbound_plan_id"))
}

func followActed(ctx context.Context, e *plugin.ActEvent) error {
	return recountPlan(ctx, e.Data, plugin.Int(e.Head, "inbound_plan_id"))
}

// countPlanned adds what came for lines of notices to the lines of their plans, or takes
// it off with the sign -1.
func countPlanned(ctx context.Context, data plugin.Data, lines []received, sign int64) error {
	came, ids := map[int64]contract.Qty{}, make([]int64, len(lines))
	for i, r := range lines {
		ids[i] = r.LineID
		came[r.LineID] += contract.Qty(sign) * r.Qty
	}
	var of []struct {
		ID     int64 `db:"id"`
		LineID int64 `db:"inbound_plan_line_id"`
		PlanID int64 `db:"inbound_plan_id"`
	}
	err := data.SQL().Select(ctx, &of, `SELECT l.id, l.inbound_plan_line_id, p.inbound_plan_id FROM asn_line l
		JOIN inbound_plan_line p ON p.id = l.inbound_plan_line_id WHERE l.id IN ?`, ids)
	if err != nil || len(of) == 0 {
		return err
	}
	sums := map[int64]contract.Qty{}
	for _, l := range of {
		sums[l.LineID] += came[l.ID]
	}
	rows := make([]plugin.Row, 0, len(sums))
	for id, qty := range sums {
		rows = append(rows, plugin.Row{"id": id, "received_qty": qty.Decimal()})
	}
	if err := data.Add(ctx, "inbound_plan_line", rows); err != nil {
		return fmt.Errorf("count lines of plan %d: %w", of[0].PlanID, err)
	}
	return settlePlan(ctx, data, of[0].PlanID) // the lines are of one notice, and that is of one plan
}

// keepPlanned refuses changes of a plan's lines once it is submitted; what the next
// notice takes of them is all that may be said then.
func keepPlanned(_ context.Context, e *plugin.SaveEvent) error {
	if e.Head == nil || plugin.Text(e.Head, "status") == "draft" {
		return nil
	}
	changed := e.IsNew()
	for _, field := range []string{"product_id", "unit", "lot_no", "mfg_date", "exp_date", "carton_no"} {
		changed = changed || e.Old[field] != e.New[field]
	}
	if changed || !plugin.Decimal(e.Old, "qty").Equal(plugin.Decimal(e.New, "qty")) {
		return fault.New(fault.Conflict, "inbound.plan_fixed", "plan", plugin.Text(e.Head, "doc_no")).On("lines")
	}
	return nil
}

// keepPlan refuses that a line of a submitted plan goes.
func keepPlan(_ context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() || plugin.Text(e.New, "status") == "draft" || plugin.Int(e.Old, "line_count") == plugin.Int(e.New, "line_count") {
		return nil
	}
	return fault.New(fault.Conflict, "inbound.plan_fixed", "plan", plugin.Text(e.New, "doc_no")).On("lines")
}
