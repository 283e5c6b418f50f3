package parcels

import "github.com/wareloom/wareloom/engine/plugin"

// invariants are the statements about parcels that always hold: a parcel is in one place,
// and what it lies on is where the parcel says it is.
var invariants = []plugin.Invariant{
	plugin.Breaking("parcels.merged_is_in_another", `SELECT w.id, 'a waybill that is ' || w.status || ' and merged into ' || COALESCE(CAST(w.merged_into_id AS TEXT), 'none')
		FROM waybill w LEFT JOIN waybill i ON i.id = w.merged_into_id
		WHERE (w.status = 'merged') <> (w.merged_into_id IS NOT NULL) OR i.id = w.id OR i.consignor_id <> w.consignor_id OR i.warehouse_id <> w.warehouse_id`),
	plugin.Breaking("parcels.merged_holds_nothing", `SELECT w.id, 'a merged waybill still holds ' || l.name FROM waybill w
		JOIN waybill_line l ON l.waybill_id = w.id WHERE w.status = 'merged'`),
	plugin.Breaking("parcels.on_one_place", `SELECT w.id, 'a waybill on a panel is ' || w.status FROM panel_line p JOIN waybill w ON w.id = p.waybill_id
		WHERE w.status IN ('forecast', 'received', 'measured', 'to_pay', 'to_number', 'numbered', 'printed', 'merged', 'cancelled')`),
	plugin.Breaking("parcels.is_where_its_panel_is", `SELECT w.id, w.doc_no || ' is ' || w.status || ', its panel ' || COALESCE(p.doc_no || ' ' || p.status, 'none')
		FROM waybill w LEFT JOIN panel_line l ON l.waybill_id = w.id LEFT JOIN panel p ON p.id = l.panel_id
		WHERE COALESCE(w.panel_no, '') <> CASE WHEN p.status <> 'open' THEN p.doc_no ELSE '' END
		OR (w.status = 'bagged') <> (COALESCE(p.status, '') = 'closed') OR (w.status = 'on_board') <> (COALESCE(p.status, '') = 'loaded')
		OR COALESCE(p.status, '') <> 'departed' AND w.status = 'departed' OR p.status = 'departed' AND w.status NOT IN ('departed', 'lost')
		OR COALESCE(p.status, '') <> 'arrived' AND w.status IN ('arrived', 'declared', 'inspecting', 'released', 'refused') OR p.status = 'arrived' AND w.status = 'sorted'`),
	plugin.Breaking("parcels.panel_is_where_its_voyage_is", `SELECT p.id, p.doc_no || ' is ' || p.status || ', its voyage ' || COALESCE(v.doc_no || ' ' || v.status, 'none')
		FROM panel p LEFT JOIN voyage_line l ON l.panel_id = p.id LEFT JOIN voyage v ON v.id = l.voyage_id
		WHERE COALESCE(CASE WHEN v.status IN ('cleared', 'closed') THEN 'arrived' ELSE v.status END, 'loading')
		<> CASE p.status WHEN 'loaded' THEN 'sealed' WHEN 'departed' THEN 'departed' WHEN 'arrived' THEN 'arrived' ELSE 'loading' END`),
	plugin.Breaking("parcels.is_what_customs_says", `SELECT w.id, w.doc_no || ' is ' || w.status || ', its customs bill ' || COALESCE(c.doc_no || ' ' || c.status, 'none')
		FROM waybill w LEFT JOIN customs_bill_line l ON l.waybill_id = w.id LEFT JOIN customs_bill c ON c.id = l.customs_bill_id
		WHERE w.status = 'declared' AND COALESCE(c.status, '') NOT IN ('declared', 'accepted') OR (w.status = 'inspecting') > (COALESCE(c.status, '') = 'inspecting')
		OR w.status = 'released' AND COALESCE(c.status, '') NOT IN ('released', 'closed') OR w.status = 'refused' AND COALESCE(c.status, '') <> 'rejected'
		OR c.status IN ('released', 'closed', 'rejected') AND w.status IN ('arrived', 'declared', 'inspecting')`),
}
