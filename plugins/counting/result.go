package counting

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// resultTable is the document of what a count found for one owner.
const resultTable = "count_result"

// differing is a counted line that differs, with what its goods cost.
type differing struct {
	ID          int64          `db:"id"`
	PositionID  int64          `db:"position_id"`
	LpnID       int64          `db:"lpn_id"`
	ConsignorID int64          `db:"consignor_id"`
	ProductID   int64          `db:"product_id"`
	LotID       int64          `db:"lot_id"`
	Quality     string         `db:"quality"`
	Book        stock.Qty      `db:"book"`
	Count       stock.Qty      `db:"counted"`
	Diff        stock.Qty      `db:"diff_qty"`
	SerialCtl   bool           `db:"serial_ctl"`
	Serials     sql.NullString `db:"serials"` // JSON
	Cost        *stock.Price   `db:"cost"`
	Currency    *string        `db:"currency"`
}

// approve is the effect counting.approve: for each owner whose stock differs there is a
// document of the differences.
func (c Counts) approve(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	id := plugin.ID(e.Head)
	var lines []differing
	err := e.Tx.Select(ctx, &lines, `SELECT l.id, l.position_id, COALESCE(l.lpn_id, 0) AS lpn_id, l.consignor_id, l.product_id, COALESCE(l.lot_id, 0) AS lot_id, l.quality,
		COALESCE(l.book2_qty, l.book_qty) AS book, COALESCE(l.count2, l.count1) AS counted, l.diff_qty, COALESCE(p.serial_ctl, ?) AS serial_ctl, l.serials,
		COALESCE(t.purchase_price, p.purchase_price) AS cost, p.currency
		FROM stock_count_line l JOIN product p ON p.id = l.product_id LEFT JOIN lot t ON t.id = l.lot_id
		WHERE l.stock_count_id = ? AND (l.diff_qty <> 0 OR p.serial_ctl) ORDER BY l.consignor_id, l.line_no, l.id`, false, id)
	if err != nil {
		return fmt.Errorf("read differences of count %d: %w", id, err)
	}
	for len(lines) > 0 {
		owner := lines[0].ConsignorID
		n := slices.IndexFunc(lines, func(l differing) bool { return l.ConsignorID != owner })
		if n < 0 {
			n = len(lines)
		}
		if err := c.saveResult(ctx, e, lines[:n]); err != nil {
			return err
		}
		lines = lines[n:]
	}
	return nil
}

// saveResult writes the document of one owner; none when nothing of his differs.
func (c Counts) saveResult(ctx context.Context, e *plugin.EffectEvent, lines []differing) error {
	var rows []any
	for i := range lines {
		row, err := lines[i].row(ctx, e.Tx)
		if err != nil {
			return err
		}
		if row != nil {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	saved, err := e.Data.Save(ctx, resultTable, plugin.Row{
		"stock_count_id": plugin.ID(e.Head), "warehouse_id": plugin.Int(e.Head, "warehouse_id"), "consignor_id": lines[0].ConsignorID, "lines": rows,
	})
	if err == nil {
		e.Created(resultTable, plugin.ID(saved))
	}
	return err
}

// row is the difference as a line of a result; nil when there is none.
func (d *differing) row(ctx context.Context, tx plugin.Tx) (plugin.Row, error) {
	row := plugin.Row{
		"stock_count_line_id": d.ID, "position_id": d.PositionID, "lpn_id": null(d.LpnID), "product_id": d.ProductID, "lot_id": null(d.LotID), "quality": d.Quality,
		"book_qty": d.Book.Decimal(), "count_qty": d.Count.Decimal(), "qty": d.Diff.Decimal(),
	}
	if d.Cost != nil && d.Currency != nil {
		row["unit_cost"], row["currency"] = d.Cost.Decimal(), *d.Currency
	}
	if !d.SerialCtl {
		return row, nil
	}
	lost, found, err := d.pieces(ctx, tx)
	if len(lost)+len(found) == 0 {
		return nil, err
	}
	row["lost_serials"], row["found_serials"], row["qty"] = lost, found, decimal.NewFromInt(int64(len(found)-len(lost)))
	return row, err
}

// pieces are the numbers that were not seen where they are said to lie, and those that
// were seen where they are not. What left since, or came, is neither.
func (d *differing) pieces(ctx context.Context, tx plugin.Tx) (lost, found []string, err error) {
	var here []string
	err = tx.Select(ctx, &here, `SELECT s.serial_no FROM serial s JOIN quant q ON q.id = s.quant_id JOIN stock_move m ON m.move_no = s.move_no AND m.quant_id = q.id
		JOIN stock_count_line l ON l.id = ? WHERE q.position_id = l.position_id AND q.product_id = l.product_id AND q.consignor_id = l.consignor_id AND q.quality = l.quality
		AND COALESCE(q.lot_id, 0) = COALESCE(l.lot_id, 0) AND COALESCE(q.lpn_id, 0) = COALESCE(l.lpn_id, 0) AND m.at <= l.counted_at ORDER BY s.serial_no`, d.ID)
	if err != nil {
		return nil, nil, fmt.Errorf("read serials of counted line %d: %w", d.ID, err)
	}
	var seen []string
	if d.Serials.Valid {
		if err := json.Unmarshal([]byte(d.Serials.String), &seen); err != nil {
			return nil, nil, fmt.Errorf("read serials seen on line %d: %w", d.ID, err)
		}
	}
	for _, no := range here {
		if !slices.Contains(seen, no) {
			lost = append(lost, no)
		}
	}
	for _, no := range seen {
		strange, err := d.strange(ctx, tx, no)
		if err != nil {
			return nil, nil, err
		}
		if !slices.Contains(here, no) && strange {
			found = append(found, no)
		}
	}
	return lost, found, nil
}

// strange reports whether a number that was seen was not in stock when it was.
func (d *differing) strange(ctx context.Context, tx plugin.Tx, no string) (bool, error) {
	var left int64
	err := tx.Get(ctx, &left, `SELECT COUNT(*) FROM serial s JOIN stock_move m ON m.move_no = s.move_no JOIN stock_count_line l ON l.id = ?
		WHERE s.product_id = l.product_id AND s.serial_no = ? AND m.at > l.counted_at`, d.ID, no)
	if err != nil {
		return false, fmt.Errorf("look up serial %q: %w", no, err)
	}
	return left == 0, nil
}

// openResults are the results of a count that may still be posted.
func openResults(ctx context.Context, tx plugin.Tx, count int64) (ids []int64, err error) {
	err = tx.Select(ctx, &ids, `SELECT id FROM count_result WHERE stock_count_id = ? AND status IN ('draft', 'disputed', 'confirmed') ORDER BY id`, count)
	if err != nil {
		return nil, fmt.Errorf("read results of count %d: %w", count, err)
	}
	return ids, nil
}

// each takes an action on the open results of the count that the event is about.
func each(ctx context.Context, e *plugin.EffectEvent, action string) error {
	ids, err := openResults(ctx, e.Tx, plugin.ID(e.Head))
	for _, id := range ids {
		if err != nil {
			return err
		}
		_, err = e.Data.Act(ctx, resultTable, action, id, nil)
	}
	return err
}

// withdraw is the effect counting.withdraw: an approved count goes back, with its results.
func (Counts) withdraw(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return each(ctx, e, "cancel")
}

// post is the effect counting.post: all results of a count are posted.
func (Counts) post(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return each(ctx, e, "book")
}

// follow is the effect counting.follow: with its last result a count is posted.
func (Counts) follow(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	count := plugin.Int(e.Head, "stock_count_id")
	ids, err := openResults(ctx, e.Tx, count)
	if err != nil || slices.ContainsFunc(ids, func(id int64) bool { return id != plugin.ID(e.Head) }) {
		return err
	}
	_, err = e.Data.Act(ctx, countTable, "close", count, nil)
	return err
}

// postResult is the effect counting.post_result: the differences come to the stock as it
// is now, so that what moved since the count keeps its effect.
func (c Counts) postResult(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	away, err := c.Stock.VirtualPosition(ctx, e.Data, plugin.Int(e.Head, "warehouse_id"), stock.UseCountDiff)
	if err != nil {
		return err
	}
	var moves []stock.Move
	for _, line := range e.Lines["lines"] {
		here, m := stock.Place{PositionID: plugin.Int(line, "position_id"), LpnID: plugin.Int(line, "lpn_id")}, differenceOf(e.Head, line)
		lost, found := texts(line["lost_serials"]), texts(line["found_serials"])
		if len(lost)+len(found) == 0 {
			moves = append(moves, m.turned(here, away, plugin.Decimal(line, "qty"), nil))
			continue
		}
		if len(lost) > 0 {
			moves = append(moves, m.turned(here, away, decimal.NewFromInt(-int64(len(lost))), lost))
		}
		if len(found) > 0 {
			moves = append(moves, m.turned(here, away, decimal.NewFromInt(int64(len(found))), found))
		}
	}
	_, err = c.Stock.Post(ctx, e.Data, moves)
	return err
}

// change is a movement that makes a difference good.
type change stock.Move

func differenceOf(head, line plugin.Row) change {
	return change{
		Code: stock.CountDiff, Doc: stock.Doc{Type: resultTable, ID: plugin.ID(head), LineID: plugin.ID(line)}, Reason: plugin.Text(line, "reason"),
		Goods: stock.Goods{
			ConsignorID: plugin.Int(head, "consignor_id"), ProductID: plugin.Int(line, "product_id"), LotID: plugin.Int(line, "lot_id"), Quality: plugin.Text(line, "quality"),
		},
	}
}

// turned is the movement of a difference: a loss leaves the place, a gain comes to it.
func (m change) turned(here stock.Place, away int64, qty decimal.Decimal, serials []string) stock.Move {
	m.From, m.To, m.Qty, m.Serials = here, stock.Place{PositionID: away}, qty.Abs(), serials
	if qty.Sign() > 0 {
		m.From, m.To = m.To, m.From
	}
	return stock.Move(m)
}

// texts are the texts of a list in a record.
func texts(value any) []string {
	var list []string
	if raw, err := json.Marshal(value); err == nil {
		_ = json.Unmarshal(raw, &list) // what is no list of texts names nothing
	}
	return list
}
