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
	p, err := readParcel(ctx, data.SQL(), id)
	if err != nil {
		return nil, err
	}
	if err := p.mustWait(); err != nil {
		return nil, err
	}
	_, err = data.Act(ctx, "package", "ship", id, nil)
	return p, err
}

// ship is the effect of package.ship: the goods leave the building, unless their order
// must not go on.
func (b bench) ship(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	p, err := readParcel(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	o, err := lockOrder(ctx, e.Tx, p.OrderID)
	if err != nil {
		return err
	}
	if err := o.mustGoOn(); err != nil {
		return err
	}
	moveNo, err := b.leave(ctx, e.Data, p)
	if err != nil {
		return err
	}
	sent := plugin.Row{"id": p.ID, "shipped_at": e.Tx.Now(), "shipped_by": userOf(e.Data), "ship_move_no": moveNo}
	if err := e.Data.Set(ctx, "package", []plugin.Row{sent}); err != nil {
		return fmt.Errorf("send package %d: %w", p.ID, err)
	}
	return shipOrder(ctx, e.Data, p.OrderID)
}

// readParcel reads and locks a package.
func readParcel(ctx context.Context, tx plugin.Tx, id int64) (*parcel, error) {
	if err := lock(ctx, tx, "package", id); err != nil {
		return nil, err
	}
	var p parcel
	err := tx.Get(ctx, &p, `SELECT p.id, p.package_no, p.status, p.sale_order_id, p.warehouse_id, p.consignor_id, COALESCE(p.position_id, 0) AS position_id, p.shipped_at, w.time_zone
		FROM package p JOIN warehouse w ON w.id = p.warehouse_id WHERE p.id = ?`, id)
	if err != nil {
		return nil, fmt.Errorf("read package %d: %w", id, err)
	}
	return &p, nil
}

// mustWait refuses a package that does not wait to be sent.
func (p *parcel) mustWait() error {
	switch p.Status {
	case "packed":
		return nil
	case "shipped":
		return fault.New(fault.Conflict, "packing.sent_before", "package", p.No, "at", p.sentAt())
	default:
		return fault.New(fault.Conflict, "packing.not_packed", "package", p.No)
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
	shipped := map[int64]contract.Qty{}
	for _, m := range moves {
		shipped[m.Doc.LineID] += contract.QtyOf(m.Qty)
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
