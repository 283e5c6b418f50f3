package wave

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/picking/routing"
	"github.com/wareloom/wareloom/plugins/wave/batching"
)

// effort is how hard the split into pick bills is searched: enough for a wave of
// some hundred orders while a person waits.
var effort = batching.Effort{Seed: 1, Steps: 60_000}

// pick is one reservation to be picked. Quantities are thousandths.
type pick struct {
	spot
	ReservationID int64         `db:"id"`
	OrderID       int64         `db:"doc_id"`
	LineID        int64         `db:"line_id"`
	QuantID       int64         `db:"quant_id"`
	PositionID    int64         `db:"position_id"`
	ConsignorID   int64         `db:"consignor_id"`
	ProductID     int64         `db:"product_id"`
	LotID         sql.NullInt64 `db:"lot_id"`
	Quality       string        `db:"quality"`
	Qty           int64         `db:"qty"`
}

// planning is one wave on its way.
type planning struct {
	e         *plugin.EffectEvent
	warehouse int64
	orders    []plugin.Row
	picks     map[int64][]pick // by order
	area      *routing.Area
}

// create makes one wave per warehouse of the chosen orders.
func create(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	byWarehouse := map[int64][]plugin.Row{}
	for _, head := range e.Heads {
		id := plugin.Int(head, "warehouse_id")
		byWarehouse[id] = append(byWarehouse[id], head)
	}
	for _, id := range sortedKeys(byWarehouse) {
		p := &planning{e: e, warehouse: id, orders: byWarehouse[id]}
		if err := p.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys[V any](m map[int64]V) []int64 {
	keys := make([]int64, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// run reads what is to be picked, splits it and writes wave and pick bills.
func (p *planning) run(ctx context.Context) error {
	var err error
	if p.area, err = walks(ctx, p.e.Tx, p.warehouse); err != nil {
		return err
	}
	if err := p.readPicks(ctx); err != nil {
		return err
	}
	plan, err := p.split(ctx)
	if err != nil {
		return err
	}
	wave, err := p.saveWave(ctx, len(plan.Bills))
	if err != nil {
		return err
	}
	for _, bill := range plan.Bills {
		if err := p.saveBill(ctx, wave, bill); err != nil {
			return err
		}
	}
	if err := p.moveOrders(ctx, wave); err != nil {
		return err
	}
	p.e.Created("wave", wave)
	if plugin.Bool(p.e.Params, "release") {
		_, err = p.e.Data.Act(ctx, "wave", "release", wave, nil)
	}
	return err
}

// readPicks reads the reservations of the orders.
func (p *planning) readPicks(ctx context.Context) error {
	args := make([]any, 0, len(p.orders))
	for _, order := range p.orders {
		args = append(args, plugin.ID(order))
	}
	var rows []pick
	err := p.e.Tx.Select(ctx, &rows, `SELECT r.id, r.doc_id, r.line_id, r.quant_id, r.qty - r.consumed AS qty, q.position_id, q.consignor_id,
		q.product_id, q.lot_id, q.quality, p.storage_area_id, p.aisle, p.x, p.y
		FROM reservation r JOIN quant q ON q.id = r.quant_id JOIN position p ON p.id = q.position_id
		WHERE r.doc_type = 'sale_order' AND r.status = 'active' AND r.doc_id IN (`+marks(len(args))+`) ORDER BY r.id`, args...)
	if err != nil {
		return fmt.Errorf("read reservations of %d orders: %w", len(args), err)
	}
	p.picks = map[int64][]pick{}
	for _, r := range rows {
		p.picks[r.OrderID] = append(p.picks[r.OrderID], r)
	}
	return nil
}

func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// split puts the orders into pick bills with short walks.
func (p *planning) split(ctx context.Context) (batching.Plan, error) {
	orders := make([]batching.Order[routing.Position], len(p.orders))
	for i, order := range p.orders {
		for _, r := range p.picks[plugin.ID(order)] {
			orders[i].Stops = append(orders[i].Stops, r.stop())
			orders[i].Lines++
			orders[i].Units += r.Qty
		}
	}
	limits := batching.Limits{
		Orders: plugin.Int(p.e.Params, "max_orders"), Lines: plugin.Int(p.e.Params, "max_lines"),
		Units: plugin.Decimal(p.e.Params, "max_qty").Shift(3).IntPart(),
	}
	plan, err := batching.Split(ctx, p.area, orders, limits, effort)
	if err != nil {
		return plan, fmt.Errorf("split %d orders: %w", len(orders), err)
	}
	return plan, nil
}

// saveWave writes the wave with its orders.
func (p *planning) saveWave(ctx context.Context, bills int) (int64, error) {
	var members []any
	var lines, qty int64
	for _, order := range p.orders {
		members = append(members, plugin.Row{"sale_order_id": plugin.ID(order)})
		for _, r := range p.picks[plugin.ID(order)] {
			lines++
			qty += r.Qty
		}
	}
	wave, err := p.e.Data.Save(ctx, "wave", plugin.Row{
		"warehouse_id": p.warehouse, "order_count": int64(len(p.orders)), "line_count": lines, "bill_count": int64(bills),
		"total_qty": decimal.New(qty, -3), "orders": members,
	})
	return plugin.ID(wave), err
}

// saveBill writes a pick bill with its tasks in the order of the shortest walk.
func (p *planning) saveBill(ctx context.Context, wave int64, bill batching.Bill) error {
	var picks []pick
	for _, i := range bill.Orders {
		picks = append(picks, p.picks[plugin.ID(p.orders[i])]...)
	}
	tour, err := route(p.area, picks)
	if err != nil {
		return err
	}
	var tasks []any
	var qty int64
	for seq, i := range tour.Order {
		r := picks[i]
		qty += r.Qty
		tasks = append(tasks, plugin.Row{
			"seq": int64(seq + 1), "sale_order_id": r.OrderID, "sale_order_line_id": r.LineID, "reservation_id": r.ReservationID, "quant_id": r.QuantID,
			"position_id": r.PositionID, "consignor_id": r.ConsignorID, "product_id": r.ProductID, "lot_id": lot(r), "quality": r.Quality,
			"qty": decimal.New(r.Qty, -3), "status": "ready",
		})
	}
	_, err = p.e.Data.Save(ctx, "pick_bill", plugin.Row{
		"wave_id": wave, "warehouse_id": p.warehouse, "order_count": int64(len(bill.Orders)), "task_count": int64(len(tasks)),
		"total_qty": decimal.New(qty, -3), "walk": decimal.New(tour.Length, -3).Round(2), "tasks": tasks,
	})
	return err
}

func lot(r pick) any {
	if !r.LotID.Valid {
		return nil
	}
	return r.LotID.Int64
}

// route walks past the picks. Picks at one place follow each other by product, so
// that a hand reaches once.
func route(area *routing.Area, picks []pick) (routing.Tour, error) {
	slices.SortStableFunc(picks, func(a, b pick) int {
		return cmp.Or(cmp.Compare(a.PositionID, b.PositionID), cmp.Compare(a.ProductID, b.ProductID))
	})
	stops := make([]routing.Position, len(picks))
	for i, r := range picks {
		stops[i] = r.stop()
	}
	tour, err := area.Route(stops)
	if err != nil {
		return tour, fmt.Errorf("route %d picks: %w", len(picks), err)
	}
	return tour, nil
}

// moveOrders moves the orders into the wave.
func (p *planning) moveOrders(ctx context.Context, wave int64) error {
	for _, order := range p.orders {
		id := plugin.ID(order)
		if _, err := p.e.Tx.Exec(ctx, `UPDATE sale_order SET wave_id = ? WHERE id = ?`, wave, id); err != nil {
			return fmt.Errorf("put order %d into wave %d: %w", id, wave, err)
		}
		if _, err := p.e.Data.Act(ctx, "sale_order", "wave", id, nil); err != nil {
			return err
		}
	}
	return nil
}
