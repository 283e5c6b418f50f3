package allocation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// serveJob is the job that serves the waiting orders of one owner in a warehouse.
const serveJob = "allocation.serve"

// Freed has the waiting orders served of those whose stock became free; see
// contract.Freed. They are served after the commit, so that whoever brings stock
// never waits for orders, and never locks more than its own goods.
func Freed(ctx context.Context, data plugin.Data, of []contract.Owned) error {
	for _, one := range of {
		var waits bool
		err := data.SQL().Get(ctx, &waits, `SELECT EXISTS (SELECT 1 FROM sale_order WHERE warehouse_id = ? AND status = 'short' AND consignor_id = ?)`,
			one.WarehouseID, one.ConsignorID)
		if err != nil {
			return fmt.Errorf("look for waiting orders: %w", err)
		}
		if !waits {
			continue
		}
		if err := askFor(ctx, data, one); err != nil {
			return err
		}
	}
	return nil
}

// askFor has the orders of an owner served; asked often, it is done once.
func askFor(ctx context.Context, data plugin.Data, of contract.Owned) error {
	_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{
		Kind: serveJob, Args: of, UniqueKey: fmt.Sprintf("%s:%d:%d", serveJob, of.WarehouseID, of.ConsignorID),
	})
	return err
}

// waitsAgain follows the release of a held order: while it was held, it was passed
// over.
func waitsAgain(_ context.Context, e *plugin.ActEvent) error {
	of := contract.Owned{WarehouseID: plugin.Int(e.Head, "warehouse_id"), ConsignorID: plugin.Int(e.Head, "consignor_id")}
	e.Tx.BeforeCommit(func(ctx context.Context) error { return Freed(ctx, e.Data, []contract.Owned{of}) })
	return nil
}

// serveAll asks for every owner who has waiting orders. It is for what nobody tells
// of: an area that is opened for picking, a date that was put right, two that did
// not see each other.
func serveAll(ctx context.Context, e *plugin.JobEvent) error {
	return e.WriteDifference(ctx, func(ctx context.Context, data plugin.Data) (plugin.Write, error) {
		var waiting []struct {
			WarehouseID int64 `db:"warehouse_id"`
			ConsignorID int64 `db:"consignor_id"`
		}
		err := data.SQL().Select(ctx, &waiting, `SELECT DISTINCT warehouse_id, consignor_id FROM sale_order
			WHERE warehouse_id IN (SELECT id FROM warehouse) AND status = 'short' ORDER BY warehouse_id, consignor_id`)
		if err != nil || len(waiting) == 0 {
			return nil, err
		}
		return func(ctx context.Context, data plugin.Data) error {
			for _, one := range waiting {
				if err := askFor(ctx, data, contract.Owned(one)); err != nil {
					return err
				}
			}
			return nil
		}, nil
	})
}

// serve allocates the waiting orders of an owner that stock can serve now, in the
// order of the action. Who can be served is reckoned on a snapshot; each order then
// takes its stock in a transaction of its own, as if a person had asked. One that is
// refused, held meanwhile or taken by another, is passed over.
func (a Allocator) serve(ctx context.Context, e *plugin.JobEvent) error {
	var of contract.Owned
	if err := e.Args(&of); err != nil {
		return err
	}
	var orders []int64
	err := e.Read(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		orders, err = servable(ctx, data, of)
		return err
	})
	if err != nil {
		return err
	}
	for i, id := range orders {
		err := e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
			_, err := data.Act(ctx, order, "allocate", id, nil)
			return err
		})
		if code := fault.CodeOf(err); err != nil && code != fault.Conflict && code != fault.NotFound {
			return err
		}
		if err := e.Progress(ctx, int64(i+1), int64(len(orders)), ""); err != nil {
			return err
		}
	}
	return nil
}

// mostServed is how many waiting orders are served in one go, those first in line.
const mostServed = 2000

// servable are the waiting orders that the free stock serves, first come first
// served in the action's order: what one takes is gone for the next.
func servable(ctx context.Context, data plugin.Data, of contract.Owned) ([]int64, error) {
	heads, lines, err := waiting(ctx, data, of)
	if err != nil || len(heads) == 0 {
		return nil, err
	}
	var products []int64
	for _, line := range lines {
		products = append(products, plugin.Int(line, "product_id"))
	}
	slices.Sort(products)
	list, err := candidates(ctx, data.SQL(), of, slices.Compact(products), "")
	if err != nil {
		return nil, err
	}
	rule, err := data.Setting(ctx, "alloc_rule", heads[0])
	if err != nil {
		return nil, err
	}
	stock, byOrder := sorted(list, fmt.Sprint(rule)), map[int64][]plugin.Row{}
	for _, line := range lines {
		id := plugin.Int(line, "sale_order_id")
		byOrder[id] = append(byOrder[id], line)
	}
	var orders []int64
	for _, head := range heads {
		if needs := needsOf(byOrder[plugin.ID(head)]); try(head, needs, stock, data.SQL().Now()) {
			orders = append(orders, plugin.ID(head))
		}
	}
	return orders, nil
}

// try takes what an order needs of the stock, in memory; an order that cannot go on
// with it gives it back.
func try(head plugin.Row, needs []*need, stock map[int64][]*candidate, now time.Time) bool {
	for _, n := range needs {
		n.take(stock[plugin.Int(n.line, "product_id")], head, now)
	}
	if goesOn(head, needs) {
		return true
	}
	for _, n := range needs {
		n.giveBack()
	}
	return false
}

// waiting are the short orders of an owner that nothing stops and that stock may serve, in the
// order in which allocation takes them, with their lines.
func waiting(ctx context.Context, data plugin.Data, of contract.Owned) (heads, lines []plugin.Row, err error) {
	ids, err := hopeful(ctx, data.SQL(), of)
	if err != nil || len(ids) == 0 {
		return nil, nil, err
	}
	allocate, _ := data.Release().Documents[order].Action("allocate")
	heads, err = data.Find(ctx, order, plugin.Where{Match: plugin.Row{"id": ids}, Sort: allocate.Meta.Sort, Limit: mostServed})
	if err != nil {
		return nil, nil, err
	}
	ids = ids[:0]
	for _, head := range heads {
		ids = append(ids, plugin.ID(head))
	}
	lines, err = data.Find(ctx, orderLine, plugin.Where{Match: plugin.Row{"sale_order_id": ids}, Sort: []string{"line_no"}})
	return heads, lines, err
}

// mayServe finds the short orders of an owner for which enough lies free, whatever its lot and
// dates: for each line all that it misses or, where the order ships what there is, anything.
// However many wait in vain, they are asked for here only.
const mayServe = `WITH waiting AS (
		SELECT o.id, o.ship_policy, l.product_id, l.quality, l.base_qty - l.allocated_qty AS missing
		FROM sale_order o LEFT JOIN sale_order_line l ON l.sale_order_id = o.id AND l.base_qty > l.allocated_qty
		WHERE o.warehouse_id = ? AND o.status = 'short' AND o.consignor_id = ? AND o.held_at IS NULL AND o.intercepted_at IS NULL),
	free AS (` + free + ` AND q.warehouse_id = ? AND q.consignor_id = ? AND q.product_id IN (SELECT product_id FROM waiting)` + byGoods + `)
	SELECT w.id FROM waiting w LEFT JOIN free f ON f.product_id = w.product_id AND f.quality = w.quality GROUP BY w.id, w.ship_policy
	HAVING SUM(CASE WHEN w.missing > COALESCE(f.qty, 0) THEN 1 ELSE 0 END) = 0 OR w.ship_policy = 'available' AND MAX(f.qty) > 0`

func hopeful(ctx context.Context, tx plugin.Tx, of contract.Owned) ([]int64, error) {
	var ids []int64
	err := tx.Select(ctx, &ids, mayServe, of.WarehouseID, of.ConsignorID, contract.UseBin, false, of.WarehouseID, of.ConsignorID)
	if err != nil {
		return nil, fmt.Errorf("look for waiting orders that stock may serve: %w", err)
	}
	return ids, nil
}
