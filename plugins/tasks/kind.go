package tasks

// kind is a document that is a task.
type kind struct {
	person string // its field for who does it
	held   string // the question for those that somebody has
}

// kinds are the tasks, by their document.
var kinds = map[string]kind{
	"pick_bill": {"picker_id", `SELECT d.id, d.warehouse_id, d.taken_at, (SELECT MAX(t.picked_at) FROM pick_task t WHERE t.pick_bill_id = d.id) AS last_at
		FROM pick_bill d WHERE d.status IN ('ready', 'picking') AND d.picker_id IS NOT NULL AND d.taken_at IS NOT NULL`},
	"replenish_order": {"assigned_id", `SELECT d.id, d.warehouse_id, d.taken_at, (SELECT MAX(m.at) FROM stock_move m WHERE m.doc_type = 'replenish_order' AND m.doc_id = d.id) AS last_at
		FROM replenish_order d WHERE d.status IN ('released', 'working') AND d.assigned_id IS NOT NULL AND d.taken_at IS NOT NULL`},
	"shelve_order": {"assigned_id", `SELECT d.id, d.warehouse_id, d.taken_at, (SELECT MAX(m.at) FROM stock_move m WHERE m.doc_type = 'shelve_order' AND m.doc_id = d.id) AS last_at
		FROM shelve_order d WHERE d.status IN ('assigned', 'shelving', 'partly') AND d.assigned_id IS NOT NULL AND d.taken_at IS NOT NULL`},
	"stock_count": {"counter_id", `SELECT d.id, d.warehouse_id, d.taken_at, (SELECT MAX(l.updated_at) FROM stock_count_line l WHERE l.stock_count_id = d.id) AS last_at
		FROM stock_count d WHERE d.status IN ('released', 'counting', 'counted', 'recounting') AND d.counter_id IS NOT NULL AND d.taken_at IS NOT NULL`},
	"work_order": {"assigned_id", `SELECT d.id, d.warehouse_id, d.taken_at, (SELECT MAX(m.at) FROM stock_move m WHERE m.doc_type = 'work_order' AND m.doc_id = d.id) AS last_at
		FROM work_order d WHERE d.status IN ('released', 'working') AND d.assigned_id IS NOT NULL AND d.taken_at IS NOT NULL`},
}
