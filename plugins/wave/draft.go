package wave

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// pick is one reservation to be picked.
type pick struct {
	spot
	ReservationID int64                `db:"id"`
	OrderID       int64                `db:"doc_id"`
	LineID        int64                `db:"line_id"`
	QuantID       int64                `db:"quant_id"`
	PositionID    int64                `db:"position_id"`
	ConsignorID   int64                `db:"consignor_id"`
	ProductID     int64                `db:"product_id"`
	LotID         sql.NullInt64        `db:"lot_id"`
	Quality       string               `db:"quality"`
	Qty           contract.Qty         `db:"qty"`
	Weight        contract.PieceWeight `db:"weight"`
	Length        contract.PieceSide   `db:"length"`
	Width         contract.PieceSide   `db:"width"`
	Height        contract.PieceSide   `db:"height"`
}

// weight is that of all pieces, in kilograms.
func (p pick) weight() decimal.Decimal { return p.Weight.Decimal().Mul(p.Qty.Decimal()) }

// volume is that of all pieces, in litres.
func (p pick) volume() decimal.Decimal {
	return contract.Litres(p.Length, p.Width, p.Height).Mul(p.Qty.Decimal())
}

// draft is a wave of one warehouse on its way. Its house is laid out where it is
// solved.
type draft struct {
	warehouse int64
	params    plugin.Row
	patience  decimal.Decimal // seconds
	house     building
	orders    []plugin.Row
	empty     []int64          // orders of which nothing is reserved
	picks     map[int64][]pick // by order
	bills     []bill
	figures   figures
}

// bill is a pick bill on its way: picks in the order of their walk.
type bill struct {
	picks    []pick
	priority int64 // as urgent as its most urgent order
	length   int64
	kind     routing.Kind
}

// owner is whose goods are picked; 0 of several.
func (b bill) owner() int64 {
	owner := b.picks[0].ConsignorID
	if slices.ContainsFunc(b.picks, func(p pick) bool { return p.ConsignorID != owner }) {
		return 0
	}
	return owner
}

// figures are what the bills of a wave walk, in millimetres, and what would be
// walked for the orders as they came or one by one.
type figures struct {
	length, firstCome, alone int64
	kind                     routing.Kind
	steps                    int64 // that the search took
}

// survey reads the drafts of waves of the chosen orders, one per warehouse.
func survey(ctx context.Context, e *plugin.EffectEvent) ([]*draft, error) {
	byWarehouse := map[int64][]plugin.Row{}
	for _, head := range e.Heads {
		id := plugin.Int(head, "warehouse_id")
		byWarehouse[id] = append(byWarehouse[id], head)
	}
	var drafts []*draft
	for _, id := range slices.Sorted(maps.Keys(byWarehouse)) {
		d := &draft{warehouse: id, params: e.Params, picks: map[int64][]pick{}}
		if err := d.read(ctx, e, byWarehouse[id]); err != nil {
			return nil, err
		}
		drafts = append(drafts, d)
	}
	return drafts, nil
}

func (d *draft) read(ctx context.Context, e *plugin.EffectEvent, orders []plugin.Row) error {
	patience, err := e.Data.Setting(ctx, "wave_patience", orders[0])
	if err != nil {
		return err
	}
	d.patience, _ = patience.(decimal.Decimal)
	for part := range slices.Chunk(orders, chunk) {
		if err := d.readPicks(ctx, e.Tx, part); err != nil {
			return err
		}
	}
	for _, order := range orders {
		if len(d.picks[plugin.ID(order)]) > 0 {
			d.orders = append(d.orders, order)
		} else {
			d.empty = append(d.empty, plugin.ID(order))
		}
	}
	return nil
}

// readPicks reads the reservations of orders.
func (d *draft) readPicks(ctx context.Context, tx plugin.Tx, orders []plugin.Row) error {
	var rows []pick
	err := tx.Select(ctx, &rows, `SELECT r.id, r.doc_id, r.line_id, r.quant_id, r.qty - r.consumed AS qty, q.position_id, q.consignor_id,
		q.product_id, q.lot_id, q.quality, COALESCE(g.weight, 0) AS weight, COALESCE(g.length, 0) AS length, COALESCE(g.width, 0) AS width,
		COALESCE(g.height, 0) AS height, `+spotFields+`
		FROM reservation r JOIN quant q ON q.id = r.quant_id JOIN position p ON p.id = q.position_id JOIN product g ON g.id = q.product_id
		WHERE r.doc_type = 'sale_order' AND r.status = 'active' AND r.doc_id IN ? ORDER BY r.id`, ids(orders))
	if err != nil {
		return fmt.Errorf("read reservations of %d orders: %w", len(orders), err)
	}
	for _, r := range rows {
		d.picks[r.OrderID] = append(d.picks[r.OrderID], r)
	}
	return nil
}

// holds reports whether what was foreseen is still there to be done.
func (d *draft) holds(foreseen *draft) bool {
	return d.warehouse == foreseen.warehouse && reflect.DeepEqual(d.picks, foreseen.picks)
}

// route puts the picks of a bill into the order of the shortest walk. Picks at one
// place follow each other by product, so that a hand reaches once.
func (d *draft) route(picks []pick) bill {
	slices.SortStableFunc(picks, func(a, b pick) int {
		return cmp.Or(cmp.Compare(a.PositionID, b.PositionID), cmp.Compare(a.ProductID, b.ProductID))
	})
	tour := d.house.Route(d.house.spots(picks))
	b := bill{length: tour.Length, kind: tour.Kind}
	for _, i := range tour.Order {
		b.picks = append(b.picks, picks[i])
	}
	return b
}
