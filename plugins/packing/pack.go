package packing

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// parcelled is what goes into a package besides the goods.
type parcelled struct {
	id      int64 // the order's open package
	serials map[int64][]string
	box     string
	weight  decimal.Decimal // kilograms; 0 when not weighed
	// asSuggested takes the carton that is suggested: nobody was asked for the box.
	asSuggested bool
}

// pack puts everything that is picked for an order into its package: goods, order
// and package move together.
func (b bench) pack(ctx context.Context, data plugin.Data, o *order, p parcelled) (plugin.Row, error) {
	items, err := pickedItems(ctx, data.SQL(), o.ID)
	if err != nil {
		return nil, err
	}
	if err := mustBeShippable(ctx, data.SQL(), o.WarehouseID, o.DocNo, lotsOf(items)); err != nil {
		return nil, err
	}
	staging, err := stagingOf(ctx, data.SQL(), o.WarehouseID)
	if err != nil {
		return nil, err
	}
	serials, err := serialsOf(ctx, data.SQL(), items, p.serials)
	if err != nil {
		return nil, err
	}
	says, err := b.intoCarton(ctx, data, o, items, packMoves(o, items, staging, serials), &p)
	if err != nil {
		return nil, err
	}
	if err := fillPackage(ctx, data, o, items, staging, serials, p, says); err != nil {
		return nil, err
	}
	packed := map[int64]contract.Qty{}
	for _, it := range items {
		packed[it.LineID] += it.Qty
	}
	if err := addTo(ctx, data, "packed_qty", packed); err != nil {
		return nil, err
	}
	if err := moveOrder(ctx, data, o, p.weight.Sign() > 0); err != nil {
		return nil, err
	}
	return data.Act(ctx, "package", "close", p.id, nil)
}

// intoCarton moves the goods, uses the carton that they go into, and gives what the
// package says of it.
func (b bench) intoCarton(ctx context.Context, data plugin.Data, o *order, items []item, moves []contract.Move, p *parcelled) (plugin.Row, error) {
	box, err := p.boxed(ctx, data.SQL(), o.WarehouseID, items)
	if err != nil {
		return nil, err
	}
	material, err := b.materialMoves(ctx, data, o, p.id, box)
	if err != nil {
		return nil, err
	}
	posted, err := b.stock.Post(ctx, data, append(moves, material...))
	if err != nil {
		return nil, err
	}
	says := plugin.Row{"suggested_carton_id": nil, "carton_type_id": nil, "mat_move_no": nil}
	if box.suggested != nil {
		says["suggested_carton_id"] = box.suggested.ID
	}
	if box.taken == nil {
		return says, nil
	}
	moveNo := posted[len(posted)-1].MoveNo
	says["carton_type_id"], says["mat_move_no"] = box.taken.ID, moveNo
	return says, noteUse(ctx, data, o, p.id, box, moveNo)
}

// serialsOf shares all scanned numbers among the items, by their places in the list.
func serialsOf(ctx context.Context, tx plugin.Tx, items []item, scanned map[int64][]string) (map[int][]string, error) {
	all := map[int][]string{}
	for product, numbers := range scanned {
		shares, err := assign(ctx, tx, items, product, numbers)
		if err != nil {
			return nil, err
		}
		for i, own := range shares {
			all[i] = own
		}
	}
	return all, nil
}

func packMoves(o *order, items []item, staging int64, serials map[int][]string) []contract.Move {
	moves := make([]contract.Move, len(items))
	for i, it := range items {
		moves[i] = contract.Move{
			Code: contract.Pack, Doc: contract.Doc{Type: "sale_order", ID: o.ID, LineID: it.LineID}, Qty: it.Qty.Decimal(), Serials: serials[i],
			Goods: contract.Goods{ConsignorID: o.ConsignorID, ProductID: it.ProductID, LotID: it.LotID.Int64, Quality: it.Quality},
			From:  contract.Place{PositionID: it.PositionID, LpnID: it.LpnID.Int64}, To: contract.Place{PositionID: staging},
		}
	}
	return moves
}

// moveOrder takes an order from picked, or from checked after a reopening, on.
func moveOrder(ctx context.Context, data plugin.Data, o *order, weighed bool) error {
	actions := []string{"pack"}
	if o.Status == "picked" {
		actions = []string{"check", "pack"}
	}
	if weighed {
		actions = append(actions, "weigh")
	}
	for _, action := range actions {
		if _, err := data.Act(ctx, "sale_order", action, o.ID, nil); err != nil {
			return err
		}
	}
	return nil
}

// fillPackage writes what is in the package, in the place of what was in it before
// it was reopened. Its number is the tracking number while no carrier has given
// one.
func fillPackage(ctx context.Context, data plugin.Data, o *order, items []item, staging int64, serials map[int][]string, p parcelled, carton plugin.Row) error {
	lines, err := clearLines(ctx, data, p.id)
	if err != nil {
		return err
	}
	var total contract.Qty
	for i, it := range items {
		total += it.Qty
		lines = append(lines, lineOf(it, serials[i]))
	}
	row := plugin.Row{
		"id": p.id, "position_id": staging, "total_qty": total.Decimal(), "packed_at": data.SQL().Now(), "checked_by": userOf(data),
		"session_id": nil, "box": nil, "gross_weight": nil, "lines": lines,
	}
	maps.Copy(row, carton)
	if p.box != "" {
		row["box"] = p.box
	}
	if o.WaveID.Valid {
		row["wave_id"] = o.WaveID.Int64
	}
	if o.CarrierID.Valid { // it may have been changed since the package was begun
		row["carrier_id"] = o.CarrierID.Int64
	}
	if p.weight.Sign() > 0 {
		row["gross_weight"] = p.weight
	}
	made, err := data.Save(ctx, "package", row)
	if err != nil {
		return err
	}
	return number(ctx, data, o, made)
}

// clearLines marks the lines that a reopened package had as gone.
func clearLines(ctx context.Context, data plugin.Data, id int64) ([]any, error) {
	old, err := data.Find(ctx, "package_line", plugin.Where{Match: plugin.Row{"package_id": id}})
	var lines []any
	for _, l := range old {
		lines = append(lines, plugin.Row{"id": l["id"], "_delete": true})
	}
	return lines, err
}

func lineOf(it item, serials []string) plugin.Row {
	line := plugin.Row{"sale_order_line_id": it.LineID, "product_id": it.ProductID, "quality": it.Quality, "qty": it.Qty.Decimal()}
	if it.LotID.Valid {
		line["lot_id"] = it.LotID.Int64
	}
	if len(serials) > 0 {
		line["serials"] = serials
	}
	return line
}

func number(ctx context.Context, data plugin.Data, o *order, made plugin.Row) error {
	no := o.TrackingNo
	if no == "" {
		no = plugin.Text(made, "package_no")
	}
	err := data.Set(ctx, "package", []plugin.Row{{"id": plugin.ID(made), "tracking_no": no}})
	if err == nil {
		err = data.Set(ctx, "sale_order", []plugin.Row{{"id": o.ID, "tracking_no": no}})
	}
	if err != nil {
		return fmt.Errorf("number package of order %d: %w", o.ID, err)
	}
	return nil
}

func userOf(data plugin.Data) any {
	if id := data.Actor().UserID; id != 0 {
		return id
	}
	return nil
}

// reopen is the effect of package.reopen: the goods go back to the picked place
// and the order is verified anew.
func (b bench) reopen(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	if err := b.takeBack(ctx, e, contract.Pack, "packed_qty", "reopen"); err != nil {
		return err
	}
	return b.giveBack(ctx, e)
}

// openPackages is an effect of an order's action: what is packed for the order lies
// at the picked place again.
func openPackages(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	packed, err := e.Data.Find(ctx, "package", plugin.Where{Match: plugin.Row{"sale_order_id": plugin.ID(e.Head), "status": "packed"}})
	if err != nil {
		return err
	}
	for _, p := range packed {
		if _, err := e.Data.Act(ctx, "package", "reopen", plugin.ID(p), nil); err != nil {
			return err
		}
	}
	return nil
}

// takeBack reverses the movements of a code for the package's order that stand.
func (b bench) takeBack(ctx context.Context, e *plugin.EffectEvent, code, field, action string) error {
	order := plugin.Int(e.Head, "sale_order_id")
	var moves []int64
	err := e.Tx.Select(ctx, &moves, `SELECT move_no FROM stock_move m WHERE doc_type = 'sale_order' AND doc_id = ? AND code = ? AND leg = 1 AND reverse_of IS NULL
		AND NOT EXISTS (SELECT 1 FROM stock_move r WHERE r.reverse_of = m.move_no) ORDER BY move_no`, order, code)
	if err != nil {
		return fmt.Errorf("read movements of order %d: %w", order, err)
	}
	if _, err := b.stock.Reverse(ctx, e.Data, moves, plugin.Text(e.Params, "reason")); err != nil {
		return err
	}
	back := map[int64]contract.Qty{}
	for _, line := range e.Lines["lines"] {
		back[plugin.Int(line, "sale_order_line_id")] -= contract.QtyOf(plugin.Decimal(line, "qty"))
	}
	if err := addTo(ctx, e.Data, field, back); err != nil {
		return err
	}
	_, err = e.Data.Act(ctx, "sale_order", action, order, nil)
	return err
}

// cancelShip is the effect of package.cancel_ship: on the day that it was sent the
// package comes back to the staging place.
//
// Conflict packing.other_day, packing.returned_already.
func (b bench) cancelShip(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	if err := mayCancel(ctx, e); err != nil {
		return err
	}
	row := plugin.Row{"id": plugin.ID(e.Head), "shipped_at": nil, "shipped_by": nil, "ship_move_no": nil}
	if err := e.Data.Set(ctx, "package", []plugin.Row{row}); err != nil {
		return fmt.Errorf("cancel shipment of package %d: %w", plugin.ID(e.Head), err)
	}
	return b.takeBack(ctx, e, contract.Ship, "shipped_qty", "unship")
}

// mayCancel refuses a shipment of another day at the warehouse, and one of which
// goods have come back.
func mayCancel(ctx context.Context, e *plugin.EffectEvent) error {
	no := plugin.Text(e.Head, "package_no")
	warehouse, err := e.Data.Get(ctx, "warehouse", plugin.Int(e.Head, "warehouse_id"))
	if err != nil {
		return err
	}
	shipped, _ := e.Head["shipped_at"].(time.Time)
	if !sameDay(shipped, e.Tx.Now(), plugin.Text(warehouse, "time_zone")) {
		return fault.New(fault.Conflict, "packing.other_day", "package", no)
	}
	var returned int64
	err = e.Tx.Get(ctx, &returned, `SELECT COUNT(*) FROM sale_order_line WHERE sale_order_id = ? AND returned_qty > 0`, plugin.Int(e.Head, "sale_order_id"))
	if err != nil {
		return fmt.Errorf("read returns of package %s: %w", no, err)
	}
	if returned > 0 {
		return fault.New(fault.Conflict, "packing.returned_already", "package", no)
	}
	return nil
}

func sameDay(a, b time.Time, zone string) bool {
	at := plugin.Zone(zone)
	return a.In(at).Format(time.DateOnly) == b.In(at).Format(time.DateOnly)
}
