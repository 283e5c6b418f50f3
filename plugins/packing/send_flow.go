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

const stepPackage = "package"

// sendState counts what was sent at the station.
type sendState struct {
	Sent int `json:"sent"`
}

// sendFlow sends packages, each exactly once.
type sendFlow struct{ bench }

// Start asks for the first package.
func (f sendFlow) Start(_ context.Context, s *plugin.Session) error {
	s.GoTo(stepPackage)
	return s.Store(sendState{})
}

// parcel is a package with what sending must know of it.
type parcel struct {
	ID          int64         `db:"id"`
	No          string        `db:"package_no"`
	Status      string        `db:"status"`
	OrderID     int64         `db:"sale_order_id"`
	WarehouseID int64         `db:"warehouse_id"`
	ConsignorID int64         `db:"consignor_id"`
	PositionID  int64         `db:"position_id"`
	ShippedAt   sql.NullInt64 `db:"shipped_at"`
}

// Input sends the scanned package.
func (f sendFlow) Input(ctx context.Context, s *plugin.Session, in plugin.Input) (plugin.Reply, error) {
	var st sendState
	if err := s.Load(&st); err != nil {
		return plugin.Reply{}, err
	}
	found, err := f.codes.Resolve(ctx, s.Data, in.Text(), nil, "package")
	if err != nil {
		return plugin.Reply{}, err
	}
	p, err := f.send(ctx, s.Data, found[0].ID)
	if err != nil {
		return plugin.Reply{}, err
	}
	st.Sent++
	return plugin.Reply{Key: "packing.sent", Params: fault.Params{"package": p.No}, Code: p.No}, s.Store(st)
}

// View shows how many were sent.
func (f sendFlow) View(_ context.Context, s *plugin.Session) (plugin.View, error) {
	var st sendState
	err := s.Load(&st)
	return plugin.View{Done: st.Sent}, err
}

// send hands one package over: its goods leave the building.
func (f sendFlow) send(ctx context.Context, data plugin.Data, id int64) (*parcel, error) {
	var p parcel
	err := data.SQL().Get(ctx, &p, `SELECT id, package_no, status, sale_order_id, warehouse_id, consignor_id, position_id, shipped_at FROM package WHERE id = ?`, id)
	if err != nil {
		return nil, fmt.Errorf("read package %d: %w", id, err)
	}
	if p.Status == "shipped" {
		return nil, fault.New(fault.Conflict, "packing.sent_before", "package", p.No, "at", time.UnixMilli(p.ShippedAt.Int64).UTC().Format("2006-01-02 15:04"))
	}
	if p.Status != "packed" {
		return nil, fault.New(fault.Conflict, "packing.not_packed", "package", p.No)
	}
	o, err := readOrder(ctx, data.SQL(), p.OrderID)
	if err != nil {
		return nil, err
	}
	if err := o.mustGoOn(); err != nil {
		return nil, err
	}
	moveNo, err := f.leave(ctx, data, &p)
	if err != nil {
		return nil, err
	}
	_, err = data.SQL().Exec(ctx, `UPDATE package SET shipped_at = ?, shipped_by = ?, ship_move_no = ? WHERE id = ?`, nowMillis(), userOf(data), moveNo, id)
	if err != nil {
		return nil, fmt.Errorf("send package %d: %w", id, err)
	}
	if _, err := data.Act(ctx, "package", "ship", id, nil); err != nil {
		return nil, err
	}
	return &p, shipOrder(ctx, data, p.OrderID)
}

// leave posts the package's goods out of the building and gives the first movement.
func (f sendFlow) leave(ctx context.Context, data plugin.Data, p *parcel) (int64, error) {
	customer, err := f.stock.VirtualPosition(ctx, data, p.WarehouseID, contract.UseCustomer)
	if err != nil {
		return 0, err
	}
	var lines []item
	err = data.SQL().Select(ctx, &lines, `SELECT l.sale_order_line_id AS line_id, l.product_id, g.sku, g.name, COALESCE(g.serial_ctl, ?) AS serial_ctl, l.lot_id, l.quality, l.qty
		FROM package_line l JOIN product g ON g.id = l.product_id WHERE l.package_id = ? ORDER BY l.id`, false, p.ID)
	if err != nil {
		return 0, fmt.Errorf("read package %d: %w", p.ID, err)
	}
	moves := make([]contract.Move, 0, len(lines))
	for _, l := range lines {
		m := contract.Move{
			Code: contract.Ship, Doc: contract.Doc{Type: "sale_order", ID: p.OrderID, LineID: l.LineID}, Qty: quantity(l.Qty),
			Goods: contract.Goods{ConsignorID: p.ConsignorID, ProductID: l.ProductID, LotID: l.LotID.Int64, Quality: l.Quality},
			From:  contract.Place{PositionID: p.PositionID}, To: contract.Place{PositionID: customer},
		}
		if l.SerialCtl {
			if m.Serials, err = packedSerials(ctx, data.SQL(), p.OrderID, l.LineID); err != nil {
				return 0, err
			}
		}
		moves = append(moves, m)
		if err := addTo(ctx, data.SQL(), "shipped", l.LineID, l.Qty); err != nil {
			return 0, err
		}
	}
	posted, err := f.stock.Post(ctx, data, moves)
	if err != nil {
		return 0, err
	}
	return posted[0].MoveNo, nil
}

// packedSerials are the serial numbers that were packed for an order line.
func packedSerials(ctx context.Context, tx plugin.Tx, order, line int64) ([]string, error) {
	var list []string
	err := tx.Select(ctx, &list, `SELECT s.serial_no FROM serial s JOIN stock_move m ON m.move_no = s.move_no AND m.leg = 1
		WHERE m.doc_type = 'sale_order' AND m.doc_id = ? AND m.line_id = ? AND m.code = 'PAK' ORDER BY s.id`, order, line)
	if err != nil {
		return nil, fmt.Errorf("read serials of line %d: %w", line, err)
	}
	return list, nil
}

// shipOrder ships an order when all its packages are sent.
func shipOrder(ctx context.Context, data plugin.Data, order int64) error {
	var waiting int64
	err := data.SQL().Get(ctx, &waiting, `SELECT COUNT(*) FROM package WHERE sale_order_id = ? AND status IN ('open', 'packed')`, order)
	if err != nil || waiting > 0 {
		return err
	}
	_, err = data.Act(ctx, "sale_order", "ship", order, nil)
	return err
}
