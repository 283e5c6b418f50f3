package counting

import "github.com/wareloom/wareloom/engine/plugin"

// invariants are the statements about counts that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("counting.doubted_stock_is_held", `SELECT t.id, t.doc_no || ' is open, its stock is not held' FROM count_task t JOIN quant q ON q.id = t.quant_id
		WHERE t.status = 'open' AND q.held_at IS NULL`),
	plugin.Breaking("counting.one_open_task", `SELECT quant_id, COUNT(*) || ' open tasks' FROM count_task WHERE status = 'open' GROUP BY quant_id HAVING COUNT(*) > 1`),
	plugin.Breaking("counting.one_open_count", `SELECT position_id, COUNT(*) || ' open counts' FROM stock_count_position WHERE under_way GROUP BY position_id HAVING COUNT(*) > 1`),
	plugin.Breaking("counting.under_way_while_open", `SELECT l.id, c.doc_no || ' is ' || c.status FROM stock_count_position l JOIN stock_count c ON c.id = l.stock_count_id
		WHERE l.under_way AND c.status IN ('draft', 'posted', 'cancelled')`),
	plugin.Breaking("counting.frozen_while_counted", `SELECT l.id, c.doc_no || ' is ' || c.status FROM stock_count_position l JOIN stock_count c ON c.id = l.stock_count_id
		WHERE l.frozen AND c.status NOT IN ('released', 'counting', 'counted', 'recounting')`),
	plugin.Breaking("counting.difference_of_count", `SELECT id, 'difference ' || COALESCE(diff_qty, 0) FROM stock_count_line
		WHERE COALESCE(diff_qty, 0) <> CASE WHEN count2 IS NOT NULL THEN count2 - book2_qty WHEN count1 IS NOT NULL THEN count1 - book_qty ELSE 0 END`),
	plugin.Breaking("counting.counted_adds_up", `SELECT c.id, 'says ' || c.counted_count || ', is ' || COUNT(l.id) FROM stock_count c LEFT JOIN stock_count_position l
		ON l.stock_count_id = c.id AND l.status NOT IN ('open', 'counting') WHERE c.counted_count IS NOT NULL GROUP BY c.id, c.counted_count HAVING c.counted_count <> COUNT(l.id)`),
	plugin.Breaking("counting.result_equals_ledger", `SELECT l.id, 'difference ' || l.qty || ', ledger ' || COALESCE(SUM(m.qty), 0) FROM count_result r
		JOIN count_result_line l ON l.count_result_id = r.id LEFT JOIN stock_move m ON m.doc_type = 'count_result' AND m.doc_id = r.id AND m.line_id = l.id AND m.quant_id IS NOT NULL
		WHERE r.status IN ('posted', 'reversed') GROUP BY l.id, l.qty, r.status HAVING COALESCE(SUM(m.qty), 0) <> CASE WHEN r.status = 'posted' THEN l.qty ELSE 0 END`),
}
