package transfers

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Tables of transfers between warehouses. What was sent and not yet received is in
// transit: it lies, in the ledger, at the virtual position of the warehouse that it goes
// to.
const (
	house     = "transfer"
	houseLine = "transfer_line"
)

// inTransit is how much of a line is on its way.
func inTransit(line plugin.Row) decimal.Decimal {
	return plugin.Decimal(line, "shipped_qty").Sub(plugin.Decimal(line, "received_qty")).Sub(plugin.Decimal(line, "lost_qty"))
}

// reserveHouse is the effect transfers.reserve_house: the goods of every line are kept
// in the warehouse that sends, the first expired first.
func (d desk) reserveHouse(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	var claims []stock.Claim
	var rows []plugin.Row
	taken := map[int64]stock.Qty{}
	for _, line := range e.Lines["lines"] {
		list, err := sendable(ctx, e.Tx, plugin.Int(e.Head, "warehouse_id"), line)
		if err != nil {
			return err
		}
		want := stock.QtyOf(plugin.Decimal(line, "qty"))
		for _, g := range list {
			part := min(want, g.most-taken[g.QuantID])
			if part <= 0 {
				continue
			}
			want -= part
			taken[g.QuantID] += part
			claims = append(claims, stock.Claim{
				Doc: stock.Doc{Type: house, ID: plugin.ID(e.Head), LineID: plugin.ID(line)}, QuantID: g.QuantID, Qty: part.Decimal(), Priority: plugin.Int(e.Head, "priority"),
			})
		}
		if want > 0 {
			return lacks(ctx, e.Data, line, want.Decimal())
		}
		rows = append(rows, plugin.Row{"id": plugin.ID(line), "allocated_qty": line["qty"]})
	}
	if _, err := d.stock.Reserve(ctx, e.Data, claims); err != nil {
		return err
	}
	return e.Data.Set(ctx, houseLine, rows)
}

// lacks names what a line lacks in the warehouse.
func lacks(ctx context.Context, data plugin.Data, line plugin.Row, missing decimal.Decimal) error {
	product, err := data.Get(ctx, "product", plugin.Int(line, "product_id"))
	return cmp.Or[error](err, fault.New(fault.Conflict, "transfers.house_lacks", "line", plugin.Int(line, "line_no"), "sku", plugin.Text(product, "sku"), "missing", missing.String()))
}

// sendable are the free goods of a warehouse that a line may take, the first expired
// first.
func sendable(ctx context.Context, tx plugin.Tx, warehouse int64, line plugin.Row) ([]*goods, error) {
	where, args := `q.warehouse_id = ? AND q.product_id = ? AND q.quality = ? AND s.position_use = ? AND s.status IN ('normal', 'no_in') AND COALESCE(l.status, 'ok') = 'ok'`,
		[]any{warehouse, plugin.Int(line, "product_id"), plugin.Text(line, "quality"), stock.UseBin}
	if lot := plugin.Text(line, "lot_no"); lot != "" {
		where, args = where+` AND l.lot_no = ?`, append(args, lot)
	}
	all, err := readGoods(ctx, tx, where, args...)
	list := free(all)
	slices.SortStableFunc(list, func(a, b *goods) int {
		return cmp.Or(cmp.Compare(a.expiry(), b.expiry()), cmp.Compare(a.QuantID, b.QuantID))
	})
	return list, err
}

// releaseHouse is the effect transfers.release_house: what was kept is free again.
func (d desk) releaseHouse(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	var rows []plugin.Row
	for _, line := range e.Lines["lines"] {
		rows = append(rows, plugin.Row{"id": plugin.ID(line), "allocated_qty": decimal.Zero, "picked_qty": decimal.Zero})
	}
	if err := e.Data.Set(ctx, houseLine, rows); err != nil {
		return err
	}
	return d.free(ctx, e, batch)
}

// lineKept is goods that are reserved for a line.
type lineKept struct {
	ReservationID int64     `db:"reservation_id"`
	QuantID       int64     `db:"quant_id"`
	Left          stock.Qty `db:"left_qty"`
}

// ship is the effect transfers.ship: what was picked leaves for the other warehouse;
// what was not is free again.
func (d desk) ship(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	to, err := d.stock.VirtualPosition(ctx, e.Data, plugin.Int(e.Head, "to_warehouse_id"), stock.UseInTransit)
	if err != nil {
		return err
	}
	var moves []stock.Move
	var rows []plugin.Row
	for _, line := range e.Lines["lines"] {
		more, err := d.sent(ctx, e, line, to)
		if err != nil {
			return err
		}
		moves = append(moves, more...)
		rows = append(rows, plugin.Row{"id": plugin.ID(line), "shipped_qty": line["picked_qty"]})
	}
	if len(moves) == 0 {
		return fault.New(fault.Conflict, "transfers.nothing_picked")
	}
	if _, err := d.stock.Post(ctx, e.Data, moves); err != nil {
		return err
	}
	if err := e.Data.Set(ctx, houseLine, rows); err != nil {
		return err
	}
	return d.free(ctx, e, batch)
}

// sent are the movements of what was picked of a line.
func (d desk) sent(ctx context.Context, e *plugin.EffectEvent, line plugin.Row, to int64) ([]stock.Move, error) {
	var list []lineKept
	err := e.Tx.Select(ctx, &list, `SELECT r.id AS reservation_id, r.quant_id, r.qty - r.consumed AS left_qty FROM reservation r
		WHERE r.doc_type = 'transfer' AND r.doc_id = ? AND r.line_id = ? AND r.status = 'active' ORDER BY r.id`, plugin.ID(e.Head), plugin.ID(line))
	if err != nil {
		return nil, fmt.Errorf("read what is kept for line %d: %w", plugin.ID(line), err)
	}
	left, serials := stock.QtyOf(plugin.Decimal(line, "picked_qty")), listOf(line["serials"])
	var moves []stock.Move
	for _, k := range list {
		part := min(left, k.Left)
		if part <= 0 {
			continue
		}
		left -= part
		found, err := readGoods(ctx, e.Tx, `q.id = ?`, k.QuantID)
		if err != nil || len(found) == 0 {
			return nil, cmp.Or[error](err, fault.New(fault.Conflict, "transfers.gone_from_source"))
		}
		g := found[0]
		m := stock.Move{
			Code: stock.TransferOut, Doc: stock.Doc{Type: house, ID: plugin.ID(e.Head), LineID: plugin.ID(line)}, Goods: g.of(), Qty: part.Decimal(),
			From: g.place(), To: stock.Place{PositionID: to}, ReservationID: k.ReservationID,
		}
		if m.Serials, err = g.among(ctx, e.Tx, serials, m.Qty); err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	if left > 0 {
		return nil, lacks(ctx, e.Data, line, left.Decimal())
	}
	return moves, nil
}

// among are the serial numbers of some of the goods: those that a list names, or all
// when the goods are taken as a whole.
func (g *goods) among(ctx context.Context, tx plugin.Tx, list []string, qty decimal.Decimal) ([]string, error) {
	all, err := g.serials(ctx, tx)
	if err != nil || !g.SerialCtl {
		return nil, err
	}
	if len(list) > 0 {
		all = slices.DeleteFunc(all, func(no string) bool { return !slices.Contains(list, no) })
	}
	if int64(len(all)) != qty.IntPart() {
		return nil, fault.New(fault.Conflict, "transfers.name_serials", "sku", g.SKU, "qty", qty.String(), "position", g.Position)
	}
	return all, nil
}

// lose is the effect transfers.lose: goods of a line do not arrive; they leave the
// books, with the reason of the claim.
func (d desk) lose(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	with := batch[0]
	line, err := e.Data.Get(ctx, houseLine, plugin.Int(with, "line_id"))
	if err != nil {
		return err
	}
	if plugin.Int(line, "transfer_id") != plugin.ID(e.Head) {
		return fault.New(fault.Invalid, "transfers.other_line").On("line_id")
	}
	qty, reason := plugin.Decimal(with, "qty"), plugin.Text(with, "reason")
	if qty.GreaterThan(inTransit(line)) || qty.Sign() <= 0 {
		return fault.New(fault.Invalid, "transfers.lose_too_much", "most", inTransit(line).String()).On("qty")
	}
	moves, err := d.losses(ctx, e, line, qty, reason)
	if err != nil {
		return err
	}
	if _, err := d.stock.Post(ctx, e.Data, moves); err != nil {
		return err
	}
	if err := e.Data.Set(ctx, houseLine, []plugin.Row{{"id": plugin.ID(line), "lost_qty": plugin.Decimal(line, "lost_qty").Add(qty), "loss_reason": reason}}); err != nil {
		return err
	}
	return settleHouse(ctx, e.Data, plugin.ID(e.Head))
}

// losses are the movements that take goods of a line off the way.
func (d desk) losses(ctx context.Context, e *plugin.EffectEvent, line plugin.Row, qty decimal.Decimal, reason string) (moves []stock.Move, err error) {
	to := plugin.Int(e.Head, "to_warehouse_id")
	from, err := d.stock.VirtualPosition(ctx, e.Data, to, stock.UseInTransit)
	if err != nil {
		return nil, err
	}
	scrap, err := d.stock.VirtualPosition(ctx, e.Data, to, stock.UseScrap)
	if err != nil {
		return nil, err
	}
	list, err := onTheWay(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return nil, err
	}
	for _, w := range list {
		part := decimal.Min(qty, w.Qty.Decimal())
		if w.LineID != plugin.ID(line) || part.Sign() <= 0 {
			continue
		}
		qty = qty.Sub(part)
		m := stock.Move{
			Code: stock.OtherOut, Doc: stock.Doc{Type: house, ID: plugin.ID(e.Head), LineID: w.LineID}, Goods: w.of(plugin.Int(e.Head, "consignor_id")), Qty: part,
			From: stock.Place{PositionID: from}, To: stock.Place{PositionID: scrap}, Reason: reason,
		}
		if m.Serials, err = w.serials(ctx, e.Tx, part); err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// way is goods of a line that are on their way, in thousandths.
type way struct {
	LineID    int64     `db:"line_id"`
	ProductID int64     `db:"product_id"`
	SKU       string    `db:"sku"`
	Name      string    `db:"name"`
	SerialCtl bool      `db:"serial_ctl"`
	LotID     int64     `db:"lot_id"`
	LotNo     string    `db:"lot_no"`
	Quality   string    `db:"quality"`
	Qty       stock.Qty `db:"qty"`
}

func (w *way) of(owner int64) stock.Goods {
	return stock.Goods{ConsignorID: owner, ProductID: w.ProductID, LotID: w.LotID, Quality: w.Quality}
}

// onTheWay reads from the ledger what of a transfer is on its way.
func onTheWay(ctx context.Context, tx plugin.Tx, transfer int64) ([]*way, error) {
	var list []*way
	err := tx.Select(ctx, &list, `SELECT m.line_id, m.product_id, g.sku, g.name, COALESCE(g.serial_ctl, ?) AS serial_ctl, COALESCE(m.lot_id, 0) AS lot_id, COALESCE(l.lot_no, '') AS lot_no,
		m.quality, SUM(m.qty) AS qty FROM stock_move m JOIN position p ON p.id = m.position_id JOIN product g ON g.id = m.product_id LEFT JOIN lot l ON l.id = m.lot_id
		WHERE m.doc_type = 'transfer' AND m.doc_id = ? AND p.position_use = 'in_transit'
		GROUP BY m.line_id, m.product_id, g.sku, g.name, g.serial_ctl, m.lot_id, l.lot_no, m.quality HAVING SUM(m.qty) > 0 ORDER BY m.line_id, l.lot_no`, false, transfer)
	if err != nil {
		return nil, fmt.Errorf("read what transfer %d has on its way: %w", transfer, err)
	}
	return list, nil
}

// serials are the numbers of the first pieces that are still on their way.
func (w *way) serials(ctx context.Context, tx plugin.Tx, qty decimal.Decimal) ([]string, error) {
	if !w.SerialCtl {
		return nil, nil
	}
	var list []string
	err := tx.Select(ctx, &list, `SELECT n.serial_no FROM serial n WHERE n.product_id = ? AND n.status = 'out'
		AND n.move_no IN (SELECT m.move_no FROM stock_move m WHERE m.doc_type = 'transfer' AND m.line_id = ? AND m.code = 'TRO' AND m.reverse_of IS NULL) ORDER BY n.id LIMIT ?`,
		w.ProductID, w.LineID, qty.IntPart())
	if err != nil {
		return nil, fmt.Errorf("read serials on their way: %w", err)
	}
	return list, nil
}

// settleHouse moves a transfer on to where its goods are.
func settleHouse(ctx context.Context, data plugin.Data, id int64) error {
	lines, err := data.Find(ctx, houseLine, plugin.Where{Match: plugin.Row{"transfer_id": id}})
	if err != nil {
		return err
	}
	came, comes := false, false
	for _, line := range lines {
		came = came || plugin.Decimal(line, "received_qty").Sign() > 0 || plugin.Decimal(line, "lost_qty").Sign() > 0
		comes = comes || inTransit(line).Sign() > 0
	}
	want := map[bool]string{true: "shipped", false: "received"}[comes]
	if came && comes {
		want = "partly_received"
	}
	head, err := data.Get(ctx, house, id)
	if err != nil || plugin.Text(head, "status") == want {
		return err
	}
	action := map[string]string{"shipped": "take_back", "partly_received": "receive_part", "received": "receive_all"}[want]
	_, err = data.Act(ctx, house, action, id, nil)
	return err
}

// houseInvariants are the statements about transfers between warehouses that always hold.
var houseInvariants = []plugin.Invariant{
	plugin.Breaking("transfers.shipped_is_accounted", `SELECT l.id, 'shipped ' || l.shipped_qty || ', received ' || l.received_qty || ', lost ' || l.lost_qty || ', in transit ' || COALESCE(m.qty, 0)
		FROM transfer_line l LEFT JOIN (SELECT s.line_id, SUM(s.qty) AS qty FROM stock_move s JOIN position p ON p.id = s.position_id AND p.position_use = 'in_transit'
			WHERE s.doc_type = 'transfer' GROUP BY s.line_id) m ON m.line_id = l.id
		WHERE l.shipped_qty <> l.received_qty + l.lost_qty + COALESCE(m.qty, 0)`),
	plugin.Breaking("transfers.in_transit_balance", `SELECT p.id, p.code || ' holds ' || COALESCE(m.qty, 0) || ', open transfers ' || COALESCE(t.qty, 0) FROM position p
		LEFT JOIN (SELECT position_id, SUM(qty) AS qty FROM stock_move GROUP BY position_id) m ON m.position_id = p.id
		LEFT JOIN (SELECT d.to_warehouse_id, SUM(l.shipped_qty - l.received_qty - l.lost_qty) AS qty FROM transfer d JOIN transfer_line l ON l.transfer_id = d.id
			WHERE d.status IN ('shipped', 'partly_received') GROUP BY d.to_warehouse_id) t ON t.to_warehouse_id = p.warehouse_id
		WHERE p.position_use = 'in_transit' AND COALESCE(m.qty, 0) <> COALESCE(t.qty, 0)`),
}
