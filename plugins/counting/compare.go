package counting

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// compare is the effect counting.compare: the count is summed up, and where a difference
// is over the limit another person has to count again.
func (Counts) compare(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	id := plugin.ID(e.Head)
	limit, err := e.Data.Setting(ctx, "count_recount_pct", e.Head)
	if err != nil {
		return err
	}
	pct := plugin.Decimal(plugin.Row{"pct": limit}, "pct").Rat()
	if err := again(ctx, e.Data, id, `ABS(l.diff_qty) * 100 * ? > ? * l.book_qty AND l.diff_qty <> 0`, pct.Denom().Int64(), pct.Num().Int64()); err != nil {
		return err
	}
	return sum(ctx, e.Data, id)
}

// recount is the effect counting.recount: every position that differs is counted again.
func (Counts) recount(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return again(ctx, e.Data, plugin.ID(e.Head), `l.diff_qty <> 0`)
}

// again has the positions counted once more of which a line is so; what was counted the
// second time before is void.
func again(ctx context.Context, data plugin.Data, count int64, so string, args ...any) error {
	var ids []int64
	err := data.SQL().Select(ctx, &ids, `SELECT p.id FROM stock_count_position p WHERE p.stock_count_id = ? AND EXISTS (SELECT 1 FROM stock_count_line l
		WHERE l.stock_count_id = p.stock_count_id AND l.position_id = p.position_id AND `+so+`) ORDER BY p.id`, append([]any{count}, args...)...)
	if err != nil {
		return fmt.Errorf("read what to recount of count %d: %w", count, err)
	}
	rows := make([]plugin.Row, len(ids))
	for i, id := range ids {
		rows[i] = plugin.Row{"id": id, "status": recount, "recounted_by": nil, "recounted_at": nil}
	}
	if err := data.Set(ctx, positionTable, rows); err != nil {
		return err
	}
	if err := forget(ctx, data, count, ids); err != nil {
		return err
	}
	return data.Set(ctx, countTable, []plugin.Row{{"id": count, "recount_count": int64(len(ids))}})
}

// forget voids the second count of positions.
func forget(ctx context.Context, data plugin.Data, count int64, positions []int64) error {
	var lines []struct {
		ID   int64     `db:"id"`
		Diff stock.Qty `db:"diff"`
	}
	err := data.SQL().Select(ctx, &lines, `SELECT l.id, l.count1 - l.book_qty AS diff FROM stock_count_line l JOIN stock_count_position p
		ON p.stock_count_id = l.stock_count_id AND p.position_id = l.position_id
		WHERE l.stock_count_id = ? AND l.count2 IS NOT NULL AND l.count1 IS NOT NULL AND p.id IN ? ORDER BY l.id`, count, positions)
	if err != nil {
		return fmt.Errorf("read second count of count %d: %w", count, err)
	}
	rows := make([]plugin.Row, len(lines))
	for i, l := range lines {
		rows[i] = plugin.Row{"id": l.ID, "count2": nil, "book2_qty": nil, "diff_qty": l.Diff.Decimal()}
	}
	return data.Set(ctx, lineTable, rows)
}

// sum writes what the lines of a count come to.
func sum(ctx context.Context, data plugin.Data, count int64) error {
	var s struct {
		Lines int64     `db:"n"`
		Gain  stock.Qty `db:"gain"`
		Loss  stock.Qty `db:"loss"`
	}
	err := data.SQL().Get(ctx, &s, `SELECT COUNT(*) AS n, COALESCE(SUM(CASE WHEN diff_qty > 0 THEN diff_qty ELSE 0 END), 0) AS gain,
		COALESCE(SUM(CASE WHEN diff_qty < 0 THEN -diff_qty ELSE 0 END), 0) AS loss FROM stock_count_line WHERE stock_count_id = ? AND diff_qty <> 0`, count)
	if err != nil {
		return fmt.Errorf("sum up count %d: %w", count, err)
	}
	return data.Set(ctx, countTable, []plugin.Row{{"id": count, "diff_count": s.Lines, "gain_qty": s.Gain.Decimal(), "loss_qty": s.Loss.Decimal()}})
}

// judge is the effect counting.judge: the count is ready to be approved.
func (Counts) judge(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	if err := thaw(ctx, e.Data, plugin.ID(e.Head)); err != nil {
		return err
	}
	return sum(ctx, e.Data, plugin.ID(e.Head))
}

// waive is the effect counting.waive: what was to be recounted stays as first counted.
func (c Counts) waive(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	id := plugin.ID(e.Head)
	var waiting []int64
	err := e.Tx.Select(ctx, &waiting, `SELECT id FROM stock_count_position WHERE stock_count_id = ? AND status IN (?, ?) ORDER BY id`, id, recount, recounting)
	if err != nil {
		return fmt.Errorf("read what is to be recounted of count %d: %w", id, err)
	}
	if err := forget(ctx, e.Data, id, waiting); err != nil {
		return err
	}
	if err := unflag(ctx, e.Data, id, waiting); err != nil {
		return err
	}
	return c.judge(ctx, e, nil)
}

// unflag makes positions that were to be recounted counted ones.
func unflag(ctx context.Context, data plugin.Data, count int64, positions []int64) error {
	rows := make([]plugin.Row, len(positions))
	for i, p := range positions {
		rows[i] = plugin.Row{"id": p, "status": counted, "recounted_by": nil}
	}
	if err := data.Set(ctx, positionTable, rows); err != nil {
		return err
	}
	return data.Set(ctx, countTable, []plugin.Row{{"id": count, "recount_count": int64(0)}})
}

// resume is the effect counting.resume: the last position of a count is counted anew, so
// that nothing is to be recounted yet.
func (Counts) resume(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	var flagged []int64
	id := plugin.ID(e.Head)
	if err := e.Tx.Select(ctx, &flagged, `SELECT id FROM stock_count_position WHERE stock_count_id = ? AND status = ? ORDER BY id`, id, recount); err != nil {
		return fmt.Errorf("read what is to be recounted of count %d: %w", id, err)
	}
	return unflag(ctx, e.Data, id, flagged)
}
