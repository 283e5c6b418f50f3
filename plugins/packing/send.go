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
	ID        int64          `db:"id"`
	No        string         `db:"package_no"`
	Status    string         `db:"status"`
	ShippedAt sql.NullInt64  `db:"shipped_at"`
	TimeZone  sql.NullString `db:"time_zone"`
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

// ship is the effect of package.ship: the order goes on, unless it must not. Its goods
// leave last of all, see leave.
func ship(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	o, err := lockOrder(ctx, e.Tx, plugin.Int(e.Head, "sale_order_id"))
	if err != nil {
		return err
	}
	if err := o.mustGoOn(); err != nil {
		return err
	}
	lines := e.Lines["lines"]
	lots := make([]int64, len(lines))
	shipped := map[int64]contract.Qty{}
	for i, l := range lines {
		lots[i] = plugin.Int(l, "lot_id")
		shipped[plugin.Int(l, "sale_order_line_id")] += contract.QtyOf(plugin.Decimal(l, "qty"))
	}
	if err := mustBeShippable(ctx, e.Tx, o.WarehouseID, plugin.Text(e.Head, "package_no"), lots); err != nil {
		return err
	}
	if err := addTo(ctx, e.Data, "shipped_qty", shipped); err != nil {
		return err
	}
	return shipOrder(ctx, e.Data, o.ID)
}

// readParcel reads and locks a package.
func readParcel(ctx context.Context, tx plugin.Tx, id int64) (*parcel, error) {
	var p parcel
	err := tx.Get(ctx, &p, `SELECT p.id, p.package_no, p.status, p.shipped_at, w.time_zone
		FROM package p JOIN warehouse w ON w.id = p.warehouse_id WHERE p.id = ?`+tx.ForUpdate("p"), id)
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
	zone := plugin.Zone(p.TimeZone.String)
	return time.UnixMilli(p.ShippedAt.Int64).In(zone).Format("2006-01-02 15:04")
}

// leave follows package.ship: the goods go out of the building. It is the last that
// follows, since all packages take theirs from the same stock of the staging place, which
// stays locked until the package is sent.
func (b bench) leave(ctx context.Context, e *plugin.ActEvent) error {
	customer, err := b.stock.VirtualPosition(ctx, e.Data, plugin.Int(e.Head, "warehouse_id"), contract.UseCustomer)
	if err != nil {
		return err
	}
	lines := e.Lines["lines"]
	moves := make([]contract.Move, len(lines))
	for i, l := range lines {
		moves[i] = contract.Move{
			Code: contract.Ship, Doc: contract.Doc{Type: "sale_order", ID: plugin.Int(e.Head, "sale_order_id"), LineID: plugin.Int(l, "sale_order_line_id")},
			Goods: contract.Goods{ConsignorID: plugin.Int(e.Head, "consignor_id"), ProductID: plugin.Int(l, "product_id"), LotID: plugin.Int(l, "lot_id"), Quality: plugin.Text(l, "quality")},
			Qty:   plugin.Decimal(l, "qty"), Serials: texts(l["serials"]),
			From: contract.Place{PositionID: plugin.Int(e.Head, "position_id")}, To: contract.Place{PositionID: customer},
		}
	}
	posted, err := b.stock.Post(ctx, e.Data, moves)
	if err != nil {
		return err
	}
	sent := plugin.Row{"id": plugin.ID(e.Head), "shipped_at": e.Tx.Now(), "shipped_by": userOf(e.Data), "ship_move_no": posted[0].MoveNo}
	if err := e.Data.Set(ctx, "package", []plugin.Row{sent}); err != nil {
		return fmt.Errorf("send package %d: %w", plugin.ID(e.Head), err)
	}
	return nil
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
