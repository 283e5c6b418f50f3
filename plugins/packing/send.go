package packing

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// parcel is a package with what sending must know of it.
type parcel struct {
	ID          int64          `db:"id"`
	No          string         `db:"package_no"`
	Status      string         `db:"status"`
	OrderID     int64          `db:"sale_order_id"`
	WarehouseID int64          `db:"warehouse_id"`
	ConsignorID int64          `db:"consignor_id"`
	PositionID  int64          `db:"position_id"`
	ShippedAt   sql.NullInt64  `db:"shipped_at"`
	TimeZone    sql.NullString `db:"time_zone"`
}

// send hands one package over: its goods leave the building.
func (b bench) send(ctx context.Context, data plugin.Data, id int64) (*parcel, error) {
	p, err := b.readParcel(ctx, data.SQL(), id)
	if err != nil {
		return nil, err
	}
	o, err := readOrder(ctx, data.SQL(), p.OrderID)
	if err != nil {
		return nil, err
	}
	if err := o.mustGoOn(); err != nil {
		return nil, err
	}
	moveNo, err := b.leave(ctx, data, p)
	if err != nil {
		return nil, err
	}
	sent := plugin.Row{"id": id, "shipped_at": data.SQL().Now(), "shipped_by": userOf(data), "ship_move_no": moveNo}
	if err := data.Set(ctx, "package", []plugin.Row{sent}); err != nil {
		return nil, fmt.Errorf("send package %d: %w", id, err)
	}
	if _, err := data.Act(ctx, "package", "ship", id, nil); err != nil {
		return nil, err
	}
	return p, shipOrder(ctx, data, p.OrderID)
}

// readParcel reads and locks a package that waits to be sent.
func (b bench) readParcel(ctx context.Context, tx plugin.Tx, id int64) (*parcel, error) {
	if err := lock(ctx, tx, "package", id); err != nil {
		return nil, err
	}
	var p parcel
	err := tx.Get(ctx, &p, `SELECT p.id, p.package_no, p.status, p.sale_order_id, p.warehouse_id, p.consignor_id, COALESCE(p.position_id, 0) AS position_id, p.shipped_at, w.time_zone
		FROM package p JOIN warehouse w ON w.id = p.warehouse_id WHERE p.id = ?`, id)
	if err != nil {
		return nil, fmt.Errorf("read package %d: %w", id, err)
	}
	switch p.Status {
	case "packed":
		return &p, nil
	case "shipped":
		return nil, fault.New(fault.Conflict, "packing.sent_before", "package", p.No, "at", p.sentAt())
	default:
		return nil, fault.New(fault.Conflict, "packing.not_packed", "package", p.No)
	}
}

// sentAt is the time of the sending on the warehouse's clock.
func (p *parcel) sentAt() string {
	zone, err := time.LoadLocation(p.TimeZone.String)
	if err != nil {
		zone = time.UTC
	}
	return time.UnixMilli(p.ShippedAt.Int64).In(zone).Format("2006-01-02 15:04")
}

// leave posts the package's goods out of the building and gives the first movement.
func (b bench) leave(ctx context.Context, data plugin.Data, p *parcel) (int64, error) {
	customer, err := b.stock.VirtualPosition(ctx, data, p.WarehouseID, contract.UseCustomer)
	if err != nil {
		return 0, err
	}
	lines, err := data.Find(ctx, "package_line", plugin.Where{Match: plugin.Row{"package_id": p.ID}})
	if err != nil {
		return 0, err
	}
	lots := make([]int64, len(lines))
	for i, l := range lines {
		lots[i] = plugin.Int(l, "lot_id")
	}
	if err := mustBeShippable(ctx, data.SQL(), p.WarehouseID, p.No, lots); err != nil {
		return 0, err
	}
	moves := make([]contract.Move, len(lines))
	for i, l := range lines {
		moves[i] = contract.Move{
			Code: contract.Ship, Doc: contract.Doc{Type: "sale_order", ID: p.OrderID, LineID: plugin.Int(l, "sale_order_line_id")},
			Goods: contract.Goods{ConsignorID: p.ConsignorID, ProductID: plugin.Int(l, "product_id"), LotID: plugin.Int(l, "lot_id"), Quality: plugin.Text(l, "quality")},
			Qty:   plugin.Decimal(l, "qty"), Serials: texts(l["serials"]),
			From: contract.Place{PositionID: p.PositionID}, To: contract.Place{PositionID: customer},
		}
	}
	posted, err := b.stock.Post(ctx, data, moves)
	if err != nil {
		return 0, err
	}
	shipped := map[int64]int64{}
	for _, m := range moves {
		shipped[m.Doc.LineID] += m.Qty.Shift(3).IntPart()
	}
	return posted[0].MoveNo, addTo(ctx, data, "shipped_qty", shipped)
}

// shipOrder ships an order when all its packages are sent.
func shipOrder(ctx context.Context, data plugin.Data, order int64) error {
	var waiting int64
	err := data.SQL().Get(ctx, &waiting, `SELECT COUNT(*) FROM package WHERE sale_order_id = ? AND status IN ('open', 'packed')`, order)
	if err != nil {
		return fmt.Errorf("read packages of order %d: %w", order, err)
	}
	if waiting > 0 {
		return nil
	}
	_, err = data.Act(ctx, "sale_order", "ship", order, nil)
	return err
}
