package billing

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Tables of fees.
const (
	template = "fee_template"
	rule     = "fee_rule"
	fee      = "fee_row"
	bill     = "bill"
	line     = "bill_line"
	counted  = "storage_day"
)

// Plugin brings fees and statements.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "billing" }

// Register adds what charges, what gathers and what must hold.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	for _, s := range sources {
		r.AfterAct(s.document, s.action, "charge", 500, s.charge)
		for _, back := range s.back {
			r.AfterAct(s.document, back, "reverse", 500, s.reverse)
		}
	}
	r.BeforeSave(fee, "keep", 100, keep)
	r.BeforeDelete(fee, "keep", 100, keepAll)
	r.BeforeAct("waybill", "pay", "credit", 100, stops("waybill"))
	r.BeforeAct("sale_order", "ship", "credit", 100, stops("shipment"))
	r.Effect("prove", prove)
	r.Effect("gather", gather)
	r.Effect("open", open)
	r.Effect("dispute", dispute)
	r.Job("storage", storage)
	r.Every("25 * * * *", "storage")
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about fees that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("billing.row_has_its_cause", `SELECT id, doc_no || ' has neither rule and source nor reason' FROM fee_row
		WHERE (fee_rule_id IS NULL OR source_id IS NULL OR turn IS NULL) AND reason IS NULL`),
	plugin.Breaking("billing.reversal_is_the_opposite", `SELECT b.id, b.doc_no || ' is ' || b.total || ', reverses ' || a.total FROM fee_row b
		JOIN fee_row a ON a.id = b.reverse_of_id WHERE a.total + b.total <> 0 OR a.currency <> b.currency OR a.consignor_id <> b.consignor_id`),
	plugin.Breaking("billing.statement_equals_rows", `SELECT b.id, b.doc_no || ' says ' || b.total || ', fees ' || SUM(f.total) FROM bill b
		JOIN bill_line l ON l.bill_id = b.id JOIN fee_row f ON f.id = l.fee_row_id WHERE b.status NOT IN ('draft', 'void')
		GROUP BY b.id, b.doc_no, b.total HAVING b.total <> SUM(f.total)`),
	plugin.Breaking("billing.paid_equals_payments", `SELECT b.id, b.doc_no || ' says ' || b.paid || ', payments ' || COALESCE(SUM(p.amount), 0) FROM bill b
		LEFT JOIN bill_payment p ON p.bill_id = b.id WHERE b.status <> 'void' GROUP BY b.id, b.doc_no, b.paid HAVING b.paid <> COALESCE(SUM(p.amount), 0)`),
	plugin.Breaking("billing.billed_is_on_one_bill", `SELECT f.id, f.doc_no || ' is billed, live statements: ' || COUNT(b.id) FROM fee_row f
		LEFT JOIN bill_line l ON l.fee_row_id = f.id LEFT JOIN bill b ON b.id = l.bill_id AND b.status NOT IN ('draft', 'void')
		WHERE f.status IN ('billed', 'paid') GROUP BY f.id, f.doc_no HAVING COUNT(b.id) <> 1`),
	plugin.Breaking("billing.storage_is_charged_as_counted", `SELECT f.id, f.doc_no || ' counts ' || f.counted || ', the day ' || s.bins || ' bins, ' || s.pieces FROM fee_row f
		JOIN storage_day s ON f.source_table = 'storage_day' AND f.source_id = s.id
		WHERE f.counted <> CASE WHEN f.fee_unit = 'piece_day' THEN s.pieces ELSE s.bins * `+stock.OnePiece+` END`),
}
