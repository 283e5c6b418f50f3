package billing

import (
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

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
	plugin.Breaking("billing.fee_has_happened", `SELECT f.id, f.doc_no || ' stands, and ' || f.source_table || ' ' || COALESCE(f.source_no, '') || ' is '
		|| COALESCE(w.status, r.status, o.status, v.status, a.status, 'not there') FROM fee_row f
		LEFT JOIN waybill w ON f.source_table = 'waybill' AND w.id = f.source_id LEFT JOIN receipt r ON f.source_table = 'receipt' AND r.id = f.source_id
		LEFT JOIN sale_order o ON f.source_table = 'sale_order' AND o.id = f.source_id LEFT JOIN shelve_order v ON f.source_table = 'shelve_order' AND v.id = f.source_id
		LEFT JOIN rma a ON f.source_table = 'rma' AND a.id = f.source_id LEFT JOIN storage_day s ON f.source_table = 'storage_day' AND s.id = f.source_id
		WHERE `+stands+` AND CASE f.source_table WHEN 'waybill' THEN w.freight IS NULL OR w.status = 'cancelled' WHEN 'receipt' THEN COALESCE(r.status, '') <> 'done'
		WHEN 'sale_order' THEN COALESCE(o.status, '') NOT IN ('shipped', 'signed') WHEN 'shelve_order' THEN COALESCE(v.status, '') <> 'done'
		WHEN 'rma' THEN COALESCE(a.status, 'new') IN ('new', 'waiting', 'cancelled') WHEN 'storage_day' THEN s.id IS NULL ELSE 1 = 0 END`),
	plugin.Breaking("billing.fee_counts_its_waybill", `SELECT f.id, f.doc_no || ' counts ' || f.counted || ' of ' || f.fee_unit || ', ' || w.doc_no || ' has ' || COALESCE(w.chargeable_weight, 0)
		|| ' g, ' || w.pieces || ' pieces, a freight of ' || COALESCE(w.freight, 0) FROM fee_row f JOIN waybill w ON f.source_table = 'waybill' AND w.id = f.source_id
		WHERE `+stands+` AND f.counted <> CASE f.fee_unit WHEN 'kg' THEN w.chargeable_weight WHEN 'piece' THEN w.pieces * `+stock.OnePiece+`
		WHEN 'freight' THEN CASE WHEN w.currency = f.currency THEN w.freight * 10 ELSE f.counted END ELSE `+stock.OnePiece+` END`),
	plugin.Breaking("billing.claim_is_credited", `SELECT c.id, c.doc_no || ' is paid ' || c.offered || ', and no fee says so' FROM claim c WHERE c.status = 'paid'
		AND NOT EXISTS (SELECT 1 FROM fee_row f WHERE f.waybill_id = c.waybill_id AND f.source_no = c.doc_no AND +f.consignor_id = c.consignor_id AND f.total = -c.offered)`),
	plugin.Breaking("billing.statement_carries_on", `SELECT b.id, b.doc_no || ' ends with ' || b.closing || ' after ' || COALESCE(b.opening, 0) || ', ' || b.total || ', -' || COALESCE(b.paid, 0) FROM bill b
		WHERE b.status <> 'draft' AND b.closing <> COALESCE(b.opening, 0) + b.total - COALESCE(b.paid, 0)
		UNION ALL SELECT b.id, b.doc_no || ' says ' || l.amount || ' of a fee of ' || f.total FROM bill b JOIN bill_line l ON l.bill_id = b.id JOIN fee_row f ON f.id = l.fee_row_id
		WHERE b.status NOT IN ('draft', 'void') AND l.amount <> f.total`),
	{Key: "billing.fee_follows_its_rule", Check: followsItsRule},
	{Key: "billing.cause_is_charged", Check: isCharged},
}

// stands is of a fee that was neither struck nor taken back. What takes it back has its
// source, by which it is found without reading all fees for each.
const stands = `f.turn > 0 AND f.status <> 'void' AND NOT EXISTS (SELECT 1 FROM fee_row back
	WHERE back.source_table = f.source_table AND back.source_id = f.source_id AND back.reverse_of_id = f.id)`
