package wave

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/picking/routing"
	"github.com/wareloom/wareloom/plugins/wave/batching"
)

// The split into pick bills is searched inside the transaction, where others wait
// for it: work bounds it the same on every machine, patience on a slow one.
const (
	work     = 200_000 // stops walked past in the search
	patience = time.Second
)

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
	if err := p.readPicks(ctx); err != nil || len(p.orders) == 0 {
		return err
	}
	var err error
	if p.area, err = walks(ctx, p.e.Tx, p.warehouse); err != nil {
		return err
	}
	plan, err := p.split(ctx)
	if err != nil {
		return err
	}
	wave, err := p.saveWave(ctx)
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

// chunk is how many ids a statement takes.
const chunk = 1000

// readPicks reads the reservations of the orders. An order without any is left
// where it is.
func (p *planning) readPicks(ctx context.Context) error {
	p.picks = map[int64][]pick{}
	for part := range slices.Chunk(p.orders, chunk) {
		if err := p.readPicksOf(ctx, part); err != nil {
			return err
		}
	}
	var some []plugin.Row
	for _, order := range p.orders {
		if len(p.picks[plugin.ID(order)]) > 0 {
			some = append(some, order)
		} else if err := p.e.Leave(plugin.ID(order), fault.New(fault.Conflict, "wave.nothing_reserved")); err != nil {
			return err
		}
	}
	p.orders = some
	return nil
}

func (p *planning) readPicksOf(ctx context.Context, orders []plugin.Row) error {
	marks, args := ids(orders)
	var rows []pick
	err := p.e.Tx.Select(ctx, &rows, `SELECT r.id, r.doc_id, r.line_id, r.quant_id, r.qty - r.consumed AS qty, q.position_id, q.consignor_id,
		q.product_id, q.lot_id, q.quality, p.storage_area_id, p.aisle, p.x, p.y
		FROM reservation r JOIN quant q ON q.id = r.quant_id JOIN position p ON p.id = q.position_id
		WHERE r.doc_type = 'sale_order' AND r.status = 'active' AND r.doc_id IN (`+marks+`) ORDER BY r.id`, args...)
	if err != nil {
		return fmt.Errorf("read reservations of %d orders: %w", len(args), err)
	}
	for _, r := range rows {
		p.picks[r.OrderID] = append(p.picks[r.OrderID], r)
	}
	return nil
}

// ids gives the placeholders and arguments of records in a statement.
func ids(rows []plugin.Row) (marks string, args []any) {
	for _, row := range rows {
		args = append(args, plugin.ID(row))
	}
	return strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", "), args
}

// split puts the orders into pick bills with short walks.
func (p *planning) split(ctx context.Context) (batching.Plan, error) {
	orders := make([]batching.Order[routing.Position], len(p.orders))
	var all batching.Limits
	for i, order := range p.orders {
		for _, r := range p.picks[plugin.ID(order)] {
			orders[i].Stops = append(orders[i].Stops, r.stop())
			orders[i].Lines++
			orders[i].Units += r.Qty
		}
		all.Orders, all.Lines, all.Units = all.Orders+1, all.Lines+orders[i].Lines, all.Units+orders[i].Units
	}
	limits := batching.Limits{
		Orders: plugin.Int(p.e.Params, "max_orders"), Lines: plugin.Int(p.e.Params, "max_lines"),
		Units: plugin.Decimal(p.e.Params, "max_qty").Shift(3).IntPart(),
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	plan, err := batching.Split(ctx, p.area, orders, limits, effort(all, limits))
	if err != nil {
		return plan, fmt.Errorf("split %d orders: %w", len(orders), err)
	}
	return plan, nil
}

// effort is how hard the split is searched: the more stops a walk has, the longer
// it takes to measure. What fits into one pick bill needs no search.
func effort(all, limits batching.Limits) batching.Effort {
	fits := func(n, most int64) bool { return most == 0 || n <= most }
	if fits(all.Orders, limits.Orders) && fits(all.Lines, limits.Lines) && fits(all.Units, limits.Units) {
		return batching.Effort{}
	}
	stops := all.Lines
	if limits.Lines > 0 {
		stops = min(stops, limits.Lines)
	}
	return batching.Effort{Seed: 1, Steps: int(work / max(stops, 1))}
}

// saveWave writes the wave with its orders; its figures follow from its tasks.
func (p *planning) saveWave(ctx context.Context) (int64, error) {
	members := make([]any, len(p.orders))
	for i, order := range p.orders {
		members[i] = plugin.Row{"sale_order_id": plugin.ID(order)}
	}
	wave, err := p.e.Data.Save(ctx, "wave", plugin.Row{"warehouse_id": p.warehouse, "orders": members})
	return plugin.ID(wave), err
}

// saveBill writes a pick bill with its tasks in the order of the shortest walk. It
// is as urgent as its most urgent order.
func (p *planning) saveBill(ctx context.Context, wave int64, bill batching.Bill) error {
	var picks []pick
	var priority int64
	for _, i := range bill.Orders {
		picks = append(picks, p.picks[plugin.ID(p.orders[i])]...)
		priority = max(priority, plugin.Int(p.orders[i], "priority"))
	}
	tour, err := route(p.area, picks)
	if err != nil {
		return err
	}
	tasks := make([]any, len(picks))
	for seq, i := range tour.Order {
		r := picks[i]
		tasks[seq] = plugin.Row{
			"seq": int64(seq + 1), "sale_order_id": r.OrderID, "sale_order_line_id": r.LineID, "reservation_id": r.ReservationID, "quant_id": r.QuantID,
			"position_id": r.PositionID, "consignor_id": r.ConsignorID, "product_id": r.ProductID, "lot_id": lot(r), "quality": r.Quality,
			"qty": decimal.New(r.Qty, -3), "status": "ready",
		}
	}
	_, err = p.e.Data.Save(ctx, "pick_bill", plugin.Row{
		"wave_id": wave, "warehouse_id": p.warehouse, "priority": priority, "walk": decimal.New(tour.Length, -3).Round(2), "tasks": tasks,
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

// moveOrders moves the orders into the wave and sums it up.
func (p *planning) moveOrders(ctx context.Context, wave int64) error {
	for part := range slices.Chunk(p.orders, chunk) {
		marks, args := ids(part)
		_, err := p.e.Tx.Exec(ctx, `UPDATE sale_order SET wave_id = ? WHERE id IN (`+marks+`)`, append([]any{wave}, args...)...)
		if err != nil {
			return fmt.Errorf("put %d orders into wave %d: %w", len(part), wave, err)
		}
	}
	for _, order := range p.orders {
		if _, err := p.e.Data.Act(ctx, "sale_order", "mark_waved", plugin.ID(order), nil); err != nil {
			return err
		}
	}
	return Waves{}.Recount(ctx, p.e.Tx, wave)
}
