package inbound

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings receiving and shelving.
type Plugin struct {
	Stock contract.Stock
	Walls lights.Walls
}

// Name is the plugin's name.
func (Plugin) Name() string { return "inbound" }

// Register adds flows, effects, hooks, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	dock := dock{stock: p.Stock, walls: p.Walls, codes: r.Codes}
	r.Flow("receive_by_order", dock.receiving())
	r.Flow("receive_light", dock.sorting())
	r.Flow("shelve_no_order", dock.shelving())
	r.Flow("receive_no_order", dock.receivingFreely())
	r.Effect("match_receipt", matchReceipt)
	r.CodeKind(plugin.CodeKind{Key: "consignor", Find: findConsignors})
	r.CodeKind(plugin.CodeKind{Key: "unclaimed", Find: findUnclaimed})
	r.Flow("shelve_by_order", dock.puttingByOrder())
	r.Effect("suggest_shelving", dock.suggestAgain)
	r.Effect("drop_shelving", dock.dropShelving)
	r.Effect("end_shelving", dock.endShelving)
	r.Effect("shelve_staged", dock.shelveStaged)
	r.BeforeSave("shelve_order_line", "staged", 50, fillStaged)
	r.AfterSave("shelve_order", "suggest", 100, dock.planSaved)
	r.BeforeDelete("shelve_order_line", "room", 100, dock.forgetDeleted)
	r.Effect("damaged_order", damagedOrder)
	r.Effect("close_short", closeShort)
	r.AfterAct("asn", "finish", "damage", 300, tellDifferences)
	r.AfterAct("asn", "cancel_finish", "damage", 300, dropDifferences)
	r.Effect("reserve_return", dock.reserveReturn)
	r.Effect("release_return", dock.releaseReturn)
	r.Effect("pick_return", dock.pickReturn)
	r.Effect("unpick_return", dock.unpickReturn)
	r.Effect("ship_return", dock.shipReturn)
	r.BeforeSave("purchase_return_line", "stock", 50, fillReturned)
	r.BeforeSave("purchase_return_line", "fixed", 60, keepPicked)
	r.AfterSave("purchase_return", "fixed", 100, keepReturned)
	r.Effect("close_receipts", closeReceipts)
	r.Effect("reverse_receipt", dock.reverseReceipt)
	r.Effect("reverse_shelving", dock.reverseShelving)
	r.Effect("notice_plan", noticePlan)
	r.Effect("close_plan", closePlan)
	r.Effect("cancel_plan", cancelPlan)
	r.AfterAct("asn", "finish", "settle", 100, settleFinished)
	for _, action := range []string{"finish", "cancel_finish", "cancel", "count_again", "unload_again"} {
		r.AfterAct("asn", action, "plan", 200, followActed)
	}
	r.AfterSave("asn", "plan", 100, followSaved)
	r.BeforeDelete("asn", "plan", 100, keepNotices)
	r.BeforeSave("inbound_plan_line", "fixed", 100, keepPlanned)
	r.AfterSave("inbound_plan", "fixed", 100, keepPlan)
	r.CodeKind(plugin.CodeKind{Key: "asn", Find: findNotices})
	r.CodeKind(plugin.CodeKind{Key: "shelve_order", Find: findShelveOrders})
	for _, i := range invariants {
		r.Invariant(i)
	}
	r.Ready(readiness)
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about receiving that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("inbound.received_equals_receipts", `SELECT l.id, 'received ' || COALESCE(l.received_qty, 0) || ', receipts ' || COALESCE(r.qty, 0) FROM asn_line l
		LEFT JOIN (SELECT asn_line_id, SUM(base_qty) AS qty FROM receipt_line WHERE reversed_at IS NULL GROUP BY asn_line_id) r ON r.asn_line_id = l.id
		WHERE COALESCE(l.received_qty, 0) <> COALESCE(r.qty, 0)`),
	plugin.Breaking("inbound.receipt_equals_ledger", `SELECT r.id, 'line ' || r.base_qty || ', ledger ' || COALESCE(m.qty, 0) FROM receipt_line r
		LEFT JOIN stock_move m ON m.move_no = r.move_no AND m.leg = 2 WHERE COALESCE(m.qty, 0) <> r.base_qty`),
	plugin.Breaking("inbound.notice_shelved_equals_receipts", `SELECT l.id, 'shelved ' || COALESCE(l.shelved_qty, 0) || ', receipts ' || COALESCE(r.qty, 0) FROM asn_line l
		LEFT JOIN (SELECT asn_line_id, SUM(shelved_qty) AS qty FROM receipt_line WHERE reversed_at IS NULL GROUP BY asn_line_id) r ON r.asn_line_id = l.id
		WHERE COALESCE(l.shelved_qty, 0) <> COALESCE(r.qty, 0)`),
	plugin.Breaking("inbound.receipt_adds_up", `SELECT h.id, h.doc_no || ' sums up ' || COALESCE(h.total_qty, 0) || ', lines ' || COALESCE(l.qty, 0) FROM receipt h
		LEFT JOIN (SELECT receipt_id, SUM(base_qty) AS qty FROM receipt_line WHERE reversed_at IS NULL GROUP BY receipt_id) l ON l.receipt_id = h.id
		WHERE COALESCE(h.total_qty, 0) <> COALESCE(l.qty, 0)`),
	plugin.Breaking("inbound.shelving_adds_up", `SELECT h.id, h.doc_no || ' sums up ' || COALESCE(h.total_qty, 0) || ', lines ' || COALESCE(l.qty, 0) FROM shelve_order h
		LEFT JOIN (SELECT shelve_order_id, SUM(base_qty) AS qty FROM shelve_order_line WHERE reversed_at IS NULL GROUP BY shelve_order_id) l ON l.shelve_order_id = h.id
		WHERE COALESCE(h.total_qty, 0) <> COALESCE(l.qty, 0)`),
	plugin.Breaking("inbound.plan_noticed_equals_notices", `SELECT l.id, 'noticed ' || COALESCE(l.noticed_qty, 0) || ', notices ' || COALESCE(n.qty, 0) FROM inbound_plan_line l
		LEFT JOIN (SELECT i.inbound_plan_line_id, SUM(i.base_qty) AS qty FROM asn_line i JOIN asn a ON a.id = i.asn_id
			WHERE a.status <> 'cancelled' GROUP BY i.inbound_plan_line_id) n ON n.inbound_plan_line_id = l.id
		WHERE COALESCE(l.noticed_qty, 0) <> COALESCE(n.qty, 0)`),
	plugin.Breaking("inbound.plan_received_equals_notices", `SELECT l.id, 'received ' || COALESCE(l.received_qty, 0) || ', notices ' || COALESCE(n.qty, 0) FROM inbound_plan_line l
		LEFT JOIN (SELECT inbound_plan_line_id, SUM(received_qty) AS qty FROM asn_line GROUP BY inbound_plan_line_id) n ON n.inbound_plan_line_id = l.id
		WHERE COALESCE(l.received_qty, 0) <> COALESCE(n.qty, 0)`),
	plugin.Breaking("inbound.put_adds_up", `SELECT h.id, h.doc_no || ' put away ' || COALESCE(h.put_qty, 0) || ', lines ' || COALESCE(l.qty, 0) FROM shelve_order h
		LEFT JOIN (SELECT shelve_order_id, SUM(base_qty) AS qty FROM shelve_order_line WHERE reversed_at IS NULL AND move_no IS NOT NULL GROUP BY shelve_order_id) l
			ON l.shelve_order_id = h.id WHERE COALESCE(h.put_qty, 0) <> COALESCE(l.qty, 0)`),
	plugin.Breaking("inbound.shelved_within_received", `SELECT id, 'shelved ' || shelved_qty FROM receipt_line WHERE COALESCE(shelved_qty, 0) > base_qty`),
}
