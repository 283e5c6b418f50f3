package carriers

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	spare "github.com/wareloom/wareloom/plugins/spare/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings numbers, waybills and tracking.
type Plugin struct {
	Numbers spare.Numbers
}

// Name is the plugin's name.
func (Plugin) Name() string { return "carriers" }

// Tables that the plugin keeps, and those that it follows.
const (
	order    = "carrier_order"
	account  = "carrier_account"
	callLog  = "carrier_log"
	sale     = "sale_order"
	parcel   = "package"
	waybill  = "waybill"
	tracking = "tracking_event"
)

// Register adds hooks, jobs and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	d := desk{numbers: p.Numbers}
	r.BeforeSave(order, "check", 100, check)
	r.AfterSave(order, "begin", 100, d.begin)
	r.AfterAct(order, "try_again", "ask", 100, askSoon)
	r.AfterAct(order, "ask_now", "ask", 100, askSoon)
	r.AfterAct(order, "void", "cancel", 100, d.voided)
	r.BeforeSave(parcel, "label", 100, labelled)
	r.AfterAct(parcel, "close", "number", 50, d.closed)
	r.BeforeAct(parcel, "ship", "number", 100, mustHaveNumber)
	r.AfterAct(parcel, "ship", "waybill", 100, sent)
	r.AfterAct(parcel, "cancel_ship", "waybill", 100, calledBack)
	r.AfterAct(sale, "cancel", "number", 90, d.cancelled)
	r.AfterAct(waybill, "express", "number", 100, expressed)
	r.AfterAct(waybill, "cancel", "number", 100, d.dropped)
	r.AfterAct(waybill, "void_number", "number", 100, d.dropped)
	r.BeforeAct(waybill, "number", "void", 100, unvoided)
	r.AfterAct(waybill, "deliver", "sign", 100, delivered)
	r.Job("take", d.take)
	r.Job("cancel", d.cancel)
	r.Job("sweep", sweep)
	r.Every("* * * * *", "sweep")
	r.Job("track", track)
	r.Job("routes", routes)
	r.Every("* * * * *", "routes")
	r.AfterAct(routeTask, "run", "track", 100, runNow)
	for _, i := range invariants {
		r.Invariant(i)
	}
	for _, i := range readiness {
		r.Ready(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about parcels and their numbers that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("carriers.one_parcel_each", `SELECT MIN(p.id), p.tracking_no || ' is on ' || COUNT(*) || ' packages' FROM package p
		WHERE p.tracking_no IS NOT NULL AND p.status IN ('packed', 'shipped') GROUP BY p.carrier_id, p.tracking_no HAVING COUNT(*) > 1`),
	plugin.Breaking("carriers.one_waybill_each", `SELECT MIN(w.id), w.tracking_no || ' is on ' || COUNT(*) || ' waybills' FROM waybill w
		WHERE w.tracking_no IS NOT NULL AND w.status <> 'cancelled' GROUP BY w.carrier_id, w.tracking_no HAVING COUNT(*) > 1`),
	plugin.Breaking("carriers.one_order_each", `SELECT MIN(c.id), c.tracking_no || ' was given ' || COUNT(*) || ' times' FROM carrier_order c JOIN carrier_account a ON a.id = c.carrier_account_id
		WHERE c.tracking_no IS NOT NULL GROUP BY a.carrier_id, c.tracking_no HAVING COUNT(*) > 1`),
	plugin.Breaking("carriers.given_is_on_its_parcel", `SELECT c.id, c.doc_no || ' has ' || c.tracking_no || ', its order ' || COALESCE(o.tracking_no, w.tracking_no, 'none') FROM carrier_order c
		LEFT JOIN sale_order o ON o.id = c.sale_order_id LEFT JOIN waybill w ON w.id = c.waybill_id
		WHERE c.status = 'taken' AND COALESCE(o.tracking_no, w.tracking_no, '') <> c.tracking_no`),
	plugin.Breaking("carriers.sent_has_waybill", `SELECT p.id, p.package_no || ' is sent and has no waybill' FROM package p
		LEFT JOIN waybill w ON w.package_id = p.id AND w.status <> 'cancelled'
		WHERE p.status = 'shipped' AND w.id IS NULL AND p.shipped_at >= (SELECT MIN(first.created_at) FROM waybill first WHERE first.package_id IS NOT NULL)`),
	plugin.Breaking("carriers.waybill_bears_the_number", `SELECT w.id, w.doc_no || ' has ' || COALESCE(w.tracking_no, 'none') || ', package ' || p.package_no || ' ' || COALESCE(p.tracking_no, 'none')
		FROM waybill w JOIN package p ON p.id = w.package_id WHERE p.status = 'shipped' AND w.status <> 'cancelled' AND COALESCE(w.tracking_no, '') <> COALESCE(p.tracking_no, '')`),
}
