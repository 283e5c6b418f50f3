// Package parcels packs parcels anew while they lie in the warehouse: several of one receiver
// into one, or a part of one into another. Goods stand on exactly one parcel before and after,
// and what was packed anew is weighed anew.
package parcels

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the merging and splitting of parcels.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "parcels" }

const waybill = "waybill"

// Register adds the effects and the invariants.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Effect("merge", merge)
	r.Effect("split", split)
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about parcels that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("parcels.merged_is_in_another", `SELECT w.id, 'a waybill that is ' || w.status || ' and merged into ' || COALESCE(CAST(w.merged_into_id AS TEXT), 'none')
		FROM waybill w LEFT JOIN waybill i ON i.id = w.merged_into_id
		WHERE (w.status = 'merged') <> (w.merged_into_id IS NOT NULL) OR i.id = w.id OR i.consignor_id <> w.consignor_id OR i.warehouse_id <> w.warehouse_id`),
	plugin.Breaking("parcels.merged_holds_nothing", `SELECT w.id, 'a merged waybill still holds ' || l.name FROM waybill w
		JOIN waybill_line l ON l.waybill_id = w.id WHERE w.status = 'merged'`),
	plugin.Breaking("parcels.on_one_place", `SELECT w.id, 'a waybill on a panel is ' || w.status FROM panel_line p JOIN waybill w ON w.id = p.waybill_id
		WHERE w.status IN ('forecast', 'received', 'measured', 'to_pay', 'to_number', 'numbered', 'printed', 'merged', 'cancelled')`),
}
