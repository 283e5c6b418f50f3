package inbound

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// put is staged goods on their way into a bin.
type put struct {
	goods     *staged
	qty       decimal.Decimal
	to        int64
	suggested int64
	serials   []string
}

// shelved is what a put did, for taking it back.
type shelved struct {
	OrderID int64   `json:"order"`
	LineID  int64   `json:"line"`              // of the shelving order
	Planned int64   `json:"planned,omitempty"` // line of the order that the goods were put for
	MoveNo  int64   `json:"move"`
	Shares  []share `json:"shares"`
}

// share is how much of a receipt line a put shelved.
type share struct {
	ReceiptLineID int64        `json:"receipt_line"`
	Qty           contract.Qty `json:"qty"`
}

// putAway moves staged goods into a bin and counts them for the receipts that they came
// with. The line of the order is the caller's to write.
func (d dock) putAway(ctx context.Context, data plugin.Data, order int64, p put) (shelved, error) {
	g := p.goods
	lines, err := lockArrivals(ctx, data.SQL(), g)
	if err != nil {
		return shelved{}, err
	}
	posted, err := d.stock.Post(ctx, data, []contract.Move{{
		Code: contract.Putaway, Doc: contract.Doc{Type: "shelve_order", ID: order}, Qty: p.qty, Serials: p.serials,
		Goods: contract.Goods{ConsignorID: g.ConsignorID, ProductID: g.ProductID, LotID: g.LotID.Int64, Quality: g.Quality},
		From:  contract.Place{PositionID: g.PositionID, LpnID: g.LpnID.Int64}, To: contract.Place{PositionID: p.to},
	}})
	if err != nil {
		return shelved{}, err
	}
	did := shelved{OrderID: order, MoveNo: posted[0].MoveNo, Shares: shareOut(lines, contract.QtyOf(p.qty))}
	if err := followDamage(ctx, data, did.Shares, g.Quality, g.PositionID, p.to); err != nil {
		return did, err
	}
	return did, addShelved(ctx, data, did.Shares, 1)
}

// shelve moves staged goods into a bin and writes it to the shelving order.
func (d dock) shelve(ctx context.Context, data plugin.Data, order int64, p put) (shelved, error) {
	did, err := d.putAway(ctx, data, order, p)
	if err != nil {
		return did, err
	}
	g := p.goods
	line, err := data.Save(ctx, "shelve_order_line", plugin.Row{
		"shelve_order_id": order, "product_id": g.ProductID, "qty": p.qty, "quality": g.Quality, "lot_id": null(g.LotID.Int64), "shares": did.Shares,
		"from_position_id": g.PositionID, "suggested_position_id": null(p.suggested), "position_id": p.to, "move_no": did.MoveNo,
	})
	if err != nil {
		return shelved{}, err
	}
	did.LineID = plugin.ID(line)
	return did, sumUp(ctx, data, "shelve_order", []plugin.Row{line}, 1)
}

// arrived is a receipt line with what of it is not shelved.
type arrived struct {
	ID       int64        `db:"id"`
	NoticeID int64        `db:"asn_id"` // 0 when nobody announced it
	Left     contract.Qty `db:"left_qty"`
}

// lockArrivals locks the notices that staged goods came with and reads their
// receipt lines, the oldest first.
func lockArrivals(ctx context.Context, tx plugin.Tx, g *staged) ([]arrived, error) {
	var lines []arrived
	read := func() error {
		lines = nil
		return tx.Select(ctx, &lines, `SELECT r.id, COALESCE(l.asn_id, 0) AS asn_id, r.base_qty - COALESCE(r.shelved_qty, 0) AS left_qty
			FROM receipt_line r LEFT JOIN asn_line l ON l.id = r.asn_line_id WHERE r.position_id = ? AND r.product_id = ? AND COALESCE(r.lot_id, 0) = ?
			AND r.quality = ? AND r.reversed_at IS NULL AND r.base_qty > COALESCE(r.shelved_qty, 0) ORDER BY r.id`,
			g.PositionID, g.ProductID, g.LotID.Int64, g.Quality)
	}
	if err := read(); err != nil {
		return nil, fmt.Errorf("read receipts of %s: %w", g.SKU, err)
	}
	var notices []int64
	for _, l := range lines {
		notices = append(notices, l.NoticeID)
	}
	if err := lockNotices(ctx, tx, notices); err != nil {
		return nil, err
	}
	if err := read(); err != nil { // as they are under the lock
		return nil, fmt.Errorf("read receipts of %s: %w", g.SKU, err)
	}
	return lines, nil
}

// shareOut shares a put among the receipt lines that its goods came with. Goods
// that came another way are nobody's share.
func shareOut(lines []arrived, qty contract.Qty) []share {
	shares := []share{}
	for _, l := range lines {
		if n := min(l.Left, qty); n > 0 {
			shares = append(shares, share{l.ID, n})
			qty -= n
		}
	}
	return shares
}

// addShelved adds shares to receipt lines and to their notices' lines, or takes
// them off with the sign -1, and moves the notices on.
func addShelved(ctx context.Context, data plugin.Data, shares []share, sign int64) error {
	var lines, receipts []plugin.Row
	for _, s := range shares {
		var line int64
		if err := data.SQL().Get(ctx, &line, `SELECT COALESCE(asn_line_id, 0) FROM receipt_line WHERE id = ?`, s.ReceiptLineID); err != nil {
			return fmt.Errorf("read receipt line %d: %w", s.ReceiptLineID, err)
		}
		qty := s.Qty.Decimal().Mul(decimal.NewFromInt(sign))
		receipts = append(receipts, plugin.Row{"id": s.ReceiptLineID, "shelved_qty": qty})
		if line != 0 { // else nobody announced the goods
			lines = append(lines, plugin.Row{"id": line, "shelved_qty": qty})
		}
	}
	if err := data.Add(ctx, "receipt_line", receipts); err != nil {
		return fmt.Errorf("count receipt lines: %w", err)
	}
	if err := data.Add(ctx, "asn_line", lines); err != nil {
		return fmt.Errorf("count lines of notices: %w", err)
	}
	notices, err := noticesOf(ctx, data.SQL(), shares)
	if err != nil {
		return err
	}
	return settle(ctx, data, notices)
}

// noticesOf are the notices that shares belong to, in the order of their ids.
func noticesOf(ctx context.Context, tx plugin.Tx, shares []share) ([]int64, error) {
	if len(shares) == 0 {
		return nil, nil
	}
	ids := make([]int64, len(shares))
	for i, s := range shares {
		ids[i] = s.ReceiptLineID
	}
	var notices []int64
	err := tx.Select(ctx, &notices, `SELECT DISTINCT l.asn_id FROM receipt_line r JOIN asn_line l ON l.id = r.asn_line_id WHERE r.id IN ? ORDER BY l.asn_id`, ids)
	if err != nil {
		return nil, fmt.Errorf("read notices of receipt lines: %w", err)
	}
	return notices, nil
}

// unshelve takes puts back.
func (d dock) unshelve(ctx context.Context, data plugin.Data, puts []shelved, reason string) error {
	var moves, lines []int64
	var shares []share
	for _, p := range puts {
		moves, lines, shares = append(moves, p.MoveNo), append(lines, p.LineID), append(shares, p.Shares...)
	}
	if len(puts) == 0 {
		return nil
	}
	notices, err := noticesOf(ctx, data.SQL(), shares)
	if err != nil {
		return err
	}
	if err := lockNotices(ctx, data.SQL(), notices); err != nil {
		return err
	}
	if _, err := d.stock.Reverse(ctx, data, moves, reason); err != nil {
		return err
	}
	if err := damageBack(ctx, data, puts); err != nil {
		return err
	}
	if err := reversed(ctx, data, "shelve_order", lines); err != nil {
		return err
	}
	return addShelved(ctx, data, shares, -1)
}

// damageBack has damaged goods orders say that goods lie at staging again.
func damageBack(ctx context.Context, data plugin.Data, puts []shelved) error {
	for _, p := range puts {
		line, err := data.Get(ctx, "shelve_order_line", p.LineID)
		if err == nil {
			err = followDamage(ctx, data, p.Shares, plugin.Text(line, "quality"), plugin.Int(line, "position_id"), plugin.Int(line, "from_position_id"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reverseShelving takes a whole shelving order back.
func (d dock) reverseShelving(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	var puts []shelved
	for _, line := range e.Lines["lines"] {
		if line["reversed_at"] != nil || line["move_no"] == nil {
			continue
		}
		p := shelved{OrderID: plugin.ID(e.Head), LineID: plugin.ID(line), MoveNo: plugin.Int(line, "move_no")}
		text, err := json.Marshal(line["shares"])
		if err == nil {
			err = json.Unmarshal(text, &p.Shares)
		}
		if err != nil {
			return fmt.Errorf("read shares of shelving line %d: %w", p.LineID, err)
		}
		puts = append(puts, p)
	}
	if err := d.unshelve(ctx, e.Data, puts, plugin.Text(e.Params, "reason")); err != nil {
		return err
	}
	return d.forgetLines(ctx, e.Data, plugin.ID(e.Head))
}

// openOrder gives the shelving order that a session works on for an owner: the
// one given while it is open, else a new one.
func openOrder(ctx context.Context, data plugin.Data, known int64, g *staged) (int64, error) {
	if known != 0 {
		order, err := data.Get(ctx, "shelve_order", known)
		if err != nil || plugin.Text(order, "status") == "shelving" {
			return known, err
		}
	}
	row, err := data.Save(ctx, "shelve_order", plugin.Row{"warehouse_id": g.WarehouseID, "consignor_id": g.ConsignorID})
	if err != nil {
		return 0, err
	}
	_, err = data.Act(ctx, "shelve_order", "start", plugin.ID(row), nil)
	return plugin.ID(row), err
}

// undoPut takes one put of a session back. An order of which nothing is left is
// cancelled; one that had ended with the put goes on.
func (d dock) undoPut(ctx context.Context, data plugin.Data, p shelved) error {
	if err := d.unshelve(ctx, data, []shelved{p}, "undo"); err != nil {
		return err
	}
	if err := actIn(ctx, data, "shelve_order", p.OrderID, "done", "resume"); err != nil {
		return err
	}
	live, err := livePuts(ctx, data.SQL(), p.OrderID)
	if err != nil || live > 0 {
		return err
	}
	return actIn(ctx, data, "shelve_order", p.OrderID, "shelving", "abandon")
}
