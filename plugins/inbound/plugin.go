package inbound

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings receiving and shelving.
type Plugin struct {
	Stock contract.Stock
}

// Name is the plugin's name.
func (Plugin) Name() string { return "inbound" }

// Register adds flows, effects, hooks, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	dock := dock{stock: p.Stock, codes: r.Codes}
	r.Flow("receive_by_order", dock.receiving())
	r.Flow("shelve_no_order", dock.shelving())
	r.Effect("close_receipts", closeReceipts)
	r.Effect("reverse_receipt", dock.reverseReceipt)
	r.Effect("reverse_shelving", dock.reverseShelving)
	r.AfterAct("asn", "finish", "settle", 100, settleFinished)
	r.CodeKind(plugin.CodeKind{Key: "asn", Find: findNotices})
	for _, i := range invariants {
		r.Invariant(i)
	}
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
	plugin.Breaking("inbound.shelved_within_received", `SELECT id, 'shelved ' || shelved_qty FROM receipt_line WHERE COALESCE(shelved_qty, 0) > base_qty`),
}
