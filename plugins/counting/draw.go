package counting

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// The document of a stock count and its lines.
const (
	countTable    = "stock_count"
	positionTable = "stock_count_position"
	lineTable     = "stock_count_line"
)

// States of a position of a count.
const (
	open       = "open"
	underCount = "counting"
	counted    = "counted"
	recount    = "recount"
	recounting = "recounting"
	recounted  = "recounted"
)

// draw is the effect counting.draw: the positions that a released count covers, in the
// order of the walk, none of which another open count has.
func (c Counts) draw(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	s := covers(e.Head)
	since, err := begins(ctx, e.Tx, s.Warehouse, s.Since)
	if err != nil {
		return err
	}
	where := s.positions(since)
	if err := mustBeFree(ctx, e.Tx, where); err != nil {
		return err
	}
	places, err := write(ctx, e, s, where)
	if err != nil {
		return err
	}
	if plugin.Bool(e.Head, "freeze") {
		if err := freeze(ctx, e.Data, s.Count); err != nil {
			return err
		}
	}
	rows, err := stocked(ctx, e.Tx, s)
	if err != nil {
		return err
	}
	row, err := tasks.Begins(ctx, e.Tx, places[0])
	if err != nil {
		return err
	}
	row["id"], row["position_count"], row["stock_rows"], row["counted_count"], row["recount_count"] = s.Count, int64(len(places)), rows, int64(0), int64(0)
	return e.Data.Set(ctx, countTable, []plugin.Row{row})
}

// stocked tells how many rows of stock lie at the positions of a drawn count, of the goods
// that it counts.
func stocked(ctx context.Context, tx plugin.Tx, s scope) (n int64, err error) {
	where := s.goods("q")
	where.and("q.on_hand > 0")
	err = tx.Get(ctx, &n, `SELECT COUNT(*) FROM quant q JOIN stock_count_position l ON l.position_id = q.position_id
		WHERE l.stock_count_id = ? AND `+where.all(), append([]any{s.Count}, where.args...)...)
	if err != nil {
		return 0, fmt.Errorf("tell stock of count %d: %w", s.Count, err)
	}
	return n, nil
}

// mustBeFree refuses positions that another open count has.
func mustBeFree(ctx context.Context, tx plugin.Tx, where clause) error {
	var busy []struct {
		Position string `db:"code"`
		Count    string `db:"doc_no"`
	}
	err := tx.Select(ctx, &busy, `SELECT p.code, c.doc_no FROM stock_count_position l JOIN position p ON p.id = l.position_id
		JOIN stock_count c ON c.id = l.stock_count_id WHERE l.under_way AND `+where.all()+` ORDER BY p.code LIMIT 1`, where.args...)
	if err != nil {
		return fmt.Errorf("look for other counts: %w", err)
	}
	if len(busy) > 0 {
		return fault.New(fault.Conflict, "counting.in_other_count", "position", busy[0].Position, "document", busy[0].Count)
	}
	return nil
}

// write writes the positions into the count and gives them in their order.
func write(ctx context.Context, e *plugin.EffectEvent, s scope, where clause) ([]int64, error) {
	var ids []int64
	err := e.Tx.Select(ctx, &ids, `SELECT p.id FROM position p WHERE `+where.all()+` ORDER BY CASE WHEN p.pick_seq IS NULL THEN 1 ELSE 0 END, p.pick_seq, p.code, p.id`, where.args...)
	if err != nil {
		return nil, fmt.Errorf("read positions to count: %w", err)
	}
	if len(ids) == 0 {
		return nil, fault.New(fault.Conflict, "counting.nothing_to_count")
	}
	known := map[int64]int64{}
	var others []int64
	for _, row := range e.Lines["positions"] {
		known[plugin.Int(row, "position_id")] = plugin.ID(row)
		others = append(others, plugin.ID(row))
	}
	if s.Type != chosen && len(others) > 0 { // of a type that was chosen before
		if err := e.Data.Delete(ctx, positionTable, others); err != nil {
			return nil, err
		}
		known = nil
	}
	rows := make([]plugin.Row, len(ids))
	for i, id := range ids {
		rows[i] = plugin.Row{"stock_count_id": s.Count, "line_no": int64(i + 1), "position_id": id, "status": open, "under_way": true}
		if line := known[id]; line != 0 {
			rows[i]["id"] = line
		}
	}
	_, err = e.Data.SaveMany(ctx, positionTable, rows)
	return ids, err
}

// freeze closes the positions of a count that are open.
func freeze(ctx context.Context, data plugin.Data, count int64) error {
	return turn(ctx, data, count, "normal", "frozen", true)
}

// thaw opens the positions again that a count closed.
func thaw(ctx context.Context, data plugin.Data, count int64) error {
	return turn(ctx, data, count, "frozen", "normal", false)
}

// turn gives positions of a count another status, and says whether the count froze them.
func turn(ctx context.Context, data plugin.Data, count int64, from, to string, frozen bool) error {
	var rows []struct {
		Line     int64 `db:"line"`
		Position int64 `db:"position"`
	}
	err := data.SQL().Select(ctx, &rows, `SELECT l.id AS line, p.id AS position FROM stock_count_position l JOIN position p ON p.id = l.position_id
		WHERE l.stock_count_id = ? AND p.status = ? AND COALESCE(l.frozen, ?) = ? ORDER BY p.id`, count, from, false, !frozen)
	if err != nil {
		return fmt.Errorf("read positions of count %d: %w", count, err)
	}
	marked, positions := make([]plugin.Row, len(rows)), make([]plugin.Row, len(rows))
	for i, r := range rows {
		marked[i], positions[i] = plugin.Row{"id": r.Line, "frozen": frozen}, plugin.Row{"id": r.Position, "status": to}
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := data.SaveMany(ctx, "position", positions); err != nil {
		return err
	}
	return data.Set(ctx, positionTable, marked)
}

// thaw is the effect counting.thaw.
func (Counts) thaw(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return thaw(ctx, e.Data, plugin.ID(e.Head))
}

// close is the effect counting.close: the count has its positions no longer, and what
// stations wanted counted of them is.
func (c Counts) close(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	id := plugin.ID(e.Head)
	if err := thaw(ctx, e.Data, id); err != nil {
		return err
	}
	if _, err := e.Data.SetWhere(ctx, positionTable, plugin.Row{"stock_count_id": id, "under_way": true}, plugin.Row{"under_way": false}); err != nil {
		return err
	}
	if e.Action == "cancel" {
		return nil
	}
	return answerTasks(ctx, e.Data, id)
}

// answerTasks ends the open count tasks of stock that the count has counted since.
func answerTasks(ctx context.Context, data plugin.Data, count int64) error {
	var rows []struct {
		Task int64     `db:"task"`
		Qty  stock.Qty `db:"qty"`
	}
	err := data.SQL().Select(ctx, &rows, `SELECT t.id AS task, COALESCE(l.count2, l.count1) AS qty FROM count_task t JOIN quant q ON q.id = t.quant_id
		JOIN stock_count_line l ON l.position_id = q.position_id AND l.product_id = q.product_id AND l.consignor_id = q.consignor_id AND l.quality = q.quality
			AND COALESCE(l.lot_id, 0) = COALESCE(q.lot_id, 0) AND COALESCE(l.lpn_id, 0) = COALESCE(q.lpn_id, 0)
		WHERE l.stock_count_id = ? AND t.status = 'open' AND t.created_at < l.counted_at ORDER BY t.id`, count)
	if err != nil {
		return fmt.Errorf("read count tasks of count %d: %w", count, err)
	}
	for _, r := range rows {
		if _, err := data.Act(ctx, table, "answer", r.Task, plugin.Row{"counted_qty": r.Qty.Decimal()}); err != nil {
			return err
		}
	}
	return nil
}
