package wave

import (
	"context"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/picking/routing"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// foresee reads what waves of the chosen orders would hold, and has their pick bills
// worked out when nothing is locked.
func foresee(ctx context.Context, e *plugin.EffectEvent) (plugin.Thought, error) {
	drafts, err := survey(ctx, e)
	if err != nil {
		return nil, err
	}
	for _, d := range drafts {
		if d.house, err = layOut(ctx, e.Tx, d.warehouse); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context) (any, error) {
		for _, d := range drafts {
			if err := d.solve(ctx); err != nil {
				return nil, err
			}
		}
		return drafts, nil
	}, nil
}

// create makes one wave per warehouse of the chosen orders, as foreseen. If an order
// or what is reserved for it has changed since, it is foreseen anew.
func create(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	drafts, err := survey(ctx, e)
	if err != nil {
		return err
	}
	foreseen, _ := e.Plan.([]*draft)
	if e.Plan != nil && !slices.EqualFunc(drafts, foreseen, (*draft).holds) {
		return e.Stale()
	}
	for i, d := range drafts {
		if e.Plan != nil {
			d.bills, d.figures = foreseen[i].bills, foreseen[i].figures
		} else if err := d.solveHere(ctx, e); err != nil {
			return err
		}
		if err := d.write(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// solveHere works the bills out inside the transaction.
func (d *draft) solveHere(ctx context.Context, e *plugin.EffectEvent) (err error) {
	if d.house, err = layOut(ctx, e.Tx, d.warehouse); err != nil {
		return err
	}
	return d.solve(ctx)
}

// write makes the wave with its pick bills and moves its orders into it.
func (d *draft) write(ctx context.Context, e *plugin.EffectEvent) error {
	for _, id := range d.empty {
		if err := e.Leave(id, fault.New(fault.Conflict, "wave.nothing_reserved")); err != nil {
			return err
		}
	}
	if len(d.orders) == 0 {
		return nil
	}
	wave, err := d.saveWave(ctx, e.Data)
	if err != nil {
		return err
	}
	for _, b := range d.bills {
		if err := d.saveBill(ctx, e.Data, wave, b); err != nil {
			return err
		}
	}
	if err := d.moveOrders(ctx, e, wave); err != nil {
		return err
	}
	e.Created("wave", wave)
	d.tell(e)
	if plugin.Bool(e.Params, "release") {
		_, err = e.Data.Act(ctx, "wave", "release", wave, nil)
	}
	return err
}

// tell says how much walking the wave saves.
func (d *draft) tell(e *plugin.EffectEvent) {
	f := d.figures
	if f.kind == routing.Sequence {
		e.Tell("wave.by_sequence", "bills", len(d.bills))
		return
	}
	key := "wave.walk_shortest"
	if f.kind == routing.Estimated {
		key = "wave.walk_estimated"
	}
	e.Tell(key, "bills", len(d.bills), "walk", walked(f.length).Round(0), "first_come", saved(f.firstCome, f.length), "alone", saved(f.alone, f.length))
}

// saved is by how many per cent a walk is shorter than another.
func saved(from, to int64) decimal.Decimal {
	if from == 0 {
		return decimal.Zero
	}
	return decimal.NewFromInt(100*(from-to)).DivRound(decimal.NewFromInt(from), 0)
}

// walked is a length in metres.
func walked(millimetres int64) decimal.Decimal {
	return decimal.NewFromInt(millimetres).DivRound(decimal.NewFromInt(routing.Millimetres), contract.WalkDigits)
}

// kinds name how a walk was found.
var kinds = map[routing.Kind]string{routing.Exact: "exact", routing.Estimated: "estimated", routing.Sequence: "sequence"}

// walkOf is the fields of a walk. Past positions without coordinates it has no length.
func walkOf(length int64, kind routing.Kind) plugin.Row {
	row := plugin.Row{"walk": walked(length), "walk_kind": kinds[kind]}
	if kind == routing.Sequence {
		row["walk"] = nil
	}
	return row
}

// saveWave writes the wave with its orders; its figures follow from its tasks.
func (d *draft) saveWave(ctx context.Context, data plugin.Data) (int64, error) {
	members := make([]any, len(d.orders))
	for i, order := range d.orders {
		members[i] = plugin.Row{"sale_order_id": plugin.ID(order)}
	}
	row := walkOf(d.figures.length, d.figures.kind)
	row["warehouse_id"], row["orders"], row["plan_steps"] = d.warehouse, members, d.figures.steps
	if d.figures.kind != routing.Sequence {
		row["walk_first_come"], row["walk_alone"] = walked(d.figures.firstCome), walked(d.figures.alone)
	}
	wave, err := data.Save(ctx, "wave", row)
	return plugin.ID(wave), err
}

// saveBill writes a pick bill with its tasks in the order of the walk.
func (d *draft) saveBill(ctx context.Context, data plugin.Data, wave int64, b bill) error {
	list := make([]any, len(b.picks))
	for i, r := range b.picks {
		list[i] = plugin.Row{
			"seq": int64(i + 1), "sale_order_id": r.OrderID, "sale_order_line_id": r.LineID, "reservation_id": r.ReservationID, "quant_id": r.QuantID,
			"position_id": r.PositionID, "consignor_id": r.ConsignorID, "product_id": r.ProductID, "lot_id": lot(r), "quality": r.Quality,
			"qty": r.Qty.Decimal(), "status": "ready",
		}
	}
	row, err := tasks.Begins(ctx, data.SQL(), b.picks[0].PositionID)
	if err != nil {
		return err
	}
	maps.Copy(row, walkOf(b.length, b.kind))
	row["wave_id"], row["warehouse_id"], row["priority"], row["tasks"] = wave, d.warehouse, b.priority, list
	if owner := b.owner(); owner != 0 {
		row["consignor_id"] = owner
	}
	_, err = data.Save(ctx, "pick_bill", row)
	return err
}

func lot(r pick) any {
	if !r.LotID.Valid {
		return nil
	}
	return r.LotID.Int64
}

// moveOrders moves the orders into the wave and sums it up.
func (d *draft) moveOrders(ctx context.Context, e *plugin.EffectEvent, wave int64) error {
	if err := inWave(ctx, e.Data, wave, ids(d.orders)...); err != nil {
		return err
	}
	for _, order := range d.orders {
		if _, err := e.Data.Act(ctx, "sale_order", "mark_waved", plugin.ID(order), nil); err != nil {
			return err
		}
	}
	return Waves{}.Recount(ctx, e.Data, wave)
}

// chunk is how many ids a statement takes.
const chunk = 1000

// ids are the ids of records.
func ids(rows []plugin.Row) []int64 {
	list := make([]int64, len(rows))
	for i, row := range rows {
		list[i] = plugin.ID(row)
	}
	return list
}
