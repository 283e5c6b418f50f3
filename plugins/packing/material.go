package packing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// boxed is the carton that a package goes into, beside the one that was suggested.
type boxed struct {
	suggested *carton
	taken     *carton // nil: none, or one that is no stock
	from      contract.Place
}

// boxed finds the carton for a package: the one that was scanned or, at a station that
// does not ask, the suggested one.
//
// Conflict packing.no_material: the warehouse has none of the scanned one.
func (p *parcelled) boxed(ctx context.Context, tx plugin.Tx, warehouse int64, items []item) (b boxed, err error) {
	if b.suggested, err = suggested(ctx, tx, warehouse, items); err != nil {
		return b, err
	}
	if p.asSuggested {
		b.taken = b.suggested
	} else if b.taken, err = cartonOf(ctx, tx, p.box); err != nil {
		return b, err
	}
	if b.taken != nil {
		p.box = b.taken.Code
		b.from, err = placeOf(ctx, tx, warehouse, b.taken)
	}
	return b, err
}

// placeOf is where one carton of a type is taken from: the stock that came first.
//
// Conflict packing.no_material: there is none.
func placeOf(ctx context.Context, tx plugin.Tx, warehouse int64, c *carton) (contract.Place, error) {
	var at struct {
		PositionID int64         `db:"position_id"`
		LpnID      sql.NullInt64 `db:"lpn_id"`
	}
	err := tx.Get(ctx, &at, `SELECT q.position_id, q.lpn_id `+inStock+`? ORDER BY q.in_date, q.id LIMIT 1`, warehouse, c.ProductID)
	if errors.Is(err, sql.ErrNoRows) {
		return contract.Place{}, fault.New(fault.Conflict, "packing.no_material", "carton", c.Code)
	}
	if err != nil {
		return contract.Place{}, fmt.Errorf("find carton %s: %w", c.Code, err)
	}
	return contract.Place{PositionID: at.PositionID, LpnID: at.LpnID.Int64}, nil
}

// moves is the carton's movement, out of the building with the parcel; none when no
// carton of the stock is used.
func (b bench) materialMoves(ctx context.Context, data plugin.Data, o *order, pack int64, box boxed) ([]contract.Move, error) {
	if box.taken == nil {
		return nil, nil
	}
	out, err := b.stock.VirtualPosition(ctx, data, o.WarehouseID, contract.UseCustomer)
	if err != nil {
		return nil, err
	}
	move := contract.Move{
		Code: contract.Material, Doc: contract.Doc{Type: "package", ID: pack}, Qty: contract.Pieces(1).Decimal(),
		Goods: contract.Goods{ConsignorID: box.taken.OwnerID, ProductID: box.taken.ProductID, Quality: "ZP"},
		From:  box.from, To: contract.Place{PositionID: out}, UnitCost: box.taken.cost(),
	}
	if move.UnitCost.Valid {
		move.Currency = box.taken.Currency
	}
	return []contract.Move{move}, nil
}

// noteUse notes whose package used the carton, for the movement that stands for it.
func noteUse(ctx context.Context, data plugin.Data, o *order, pack int64, box boxed, moveNo int64) error {
	row := plugin.Row{
		"package_id": pack, "sale_order_id": o.ID, "warehouse_id": o.WarehouseID, "consignor_id": o.ConsignorID,
		"carton_type_id": box.taken.ID, "product_id": box.taken.ProductID, "qty": contract.Pieces(1).Decimal(), "as_suggested": contract.Qty(0).Decimal(),
		"used_by": userOf(data), "used_at": data.SQL().Now(), "move_no": moveNo,
	}
	if box.suggested != nil {
		row["suggested_id"] = box.suggested.ID
		if box.suggested.ID == box.taken.ID {
			row["as_suggested"] = row["qty"]
		}
	}
	if cost := box.taken.cost(); cost.Valid {
		row["amount"], row["currency"] = cost.Decimal, box.taken.Currency
	}
	if _, err := data.Save(ctx, "material_use", row); err != nil {
		return fmt.Errorf("note the carton of package %d: %w", pack, err)
	}
	return nil
}

// giveBack puts the carton of a package that is opened again back to its place.
func (b bench) giveBack(ctx context.Context, e *plugin.EffectEvent) error {
	moveNo := plugin.Int(e.Head, "mat_move_no")
	if moveNo == 0 {
		return nil
	}
	back, err := b.stock.Reverse(ctx, e.Data, []int64{moveNo}, "")
	if err != nil {
		return err
	}
	uses, err := e.Data.Find(ctx, "material_use", plugin.Where{Match: plugin.Row{"move_no": moveNo}})
	if err != nil || len(uses) == 0 {
		return err
	}
	if _, err := e.Data.Save(ctx, "material_use", opposite(e.Data, uses[0], back[0].MoveNo)); err != nil {
		return fmt.Errorf("note the carton of package %d back: %w", plugin.ID(e.Head), err)
	}
	return e.Data.Set(ctx, "package", []plugin.Row{{"id": plugin.ID(e.Head), "mat_move_no": nil, "carton_type_id": nil}})
}

// opposite is the note that takes a use back.
func opposite(data plugin.Data, use plugin.Row, moveNo int64) plugin.Row {
	row := plugin.Row{"used_by": userOf(data), "used_at": data.SQL().Now(), "move_no": moveNo}
	for _, same := range []string{"package_id", "sale_order_id", "warehouse_id", "consignor_id", "carton_type_id", "product_id", "suggested_id", "currency"} {
		if use[same] != nil {
			row[same] = use[same]
		}
	}
	for _, less := range []string{"qty", "as_suggested", "amount"} {
		if use[less] != nil {
			row[less] = plugin.Decimal(use, less).Neg()
		}
	}
	return row
}
