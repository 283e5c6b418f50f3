// Package sorting is where parcels are sorted: a scan says the port, the carrier and the
// region of a parcel, weighs it where nobody did, and marks its label as printed; on a
// panel it is weighed again, and must weigh what it weighed. Every scan is logged, the
// refused ones too. What parcels weigh, by a scale, a file or hand, is kept as it was found:
// it is taken over where it agrees with what is known, and waits for a person where not.
package sorting

import (
	"context"
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the stations of the sorting hall.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "sorting" }

const (
	waybill = "waybill"
	panel   = "panel"
)

// Register adds the flows and the codes of parcels and panels.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	hall := hall{codes: r.Codes}
	r.Flow("sort", hall.sorting())
	r.Flow("panel", hall.paneling())
	r.Flow("weigh", hall.weighingParcels())
	r.BeforeSave(parcelWeight, "weigh", 100, weighing)
	r.AfterSave(parcelWeight, "take_over", 100, takeOver)
	r.BeforeAct(waybill, "measure", "pieces", 100, measuring)
	narrowed := map[string]string{"warehouse_id": "warehouse_id"}
	r.CodeKind(plugin.CodeKind{Key: waybill, Find: plugin.FindBy(waybill, narrowed, "doc_no", "tracking_no", "inbound_no")})
	r.CodeKind(plugin.CodeKind{Key: panel, Find: plugin.FindBy(panel, narrowed, "doc_no")})
}

var _ plugin.Plugin = Plugin{}

// hall is what the stations share.
type hall struct{ codes *plugin.Codes }

// scan is one scan for the log.
type scan struct {
	Station string
	Code    string
	Outcome string // of the dropdown sorting_outcome
	Parcel  plugin.Row
	PanelID int64
	Weight  any
}

// Outcomes of a scan, values of the dropdown sorting_outcome.
const (
	sorted     = "sorted"
	weighed    = "weighed"
	loaded     = "loaded"
	takenOff   = "taken_off"
	unknown    = "unknown"
	held       = "held"
	noNumber   = "no_number"
	wrongState = "wrong_state"
	wrongPort  = "wrong_port"
	noCard     = "no_card"
	elsewhere  = "elsewhere"
	offWeight  = "off_weight"
	full       = "full"
)

// note logs a scan.
func note(ctx context.Context, data plugin.Data, s scan) error {
	row := plugin.Row{"scanned_at": data.SQL().Now(), "station": s.Station, "code": cut(s.Code), "sorting_outcome": s.Outcome}
	if id := data.Actor().UserID; id != 0 {
		row["scanned_by"] = id
	}
	if s.Parcel != nil {
		row["waybill_id"], row["warehouse_id"] = plugin.ID(s.Parcel), s.Parcel["warehouse_id"]
	}
	if s.PanelID != 0 {
		row["panel_id"] = s.PanelID
	}
	if s.Weight != nil {
		row["gross_weight"] = s.Weight
	}
	_, err := data.Save(ctx, "sorting_log", row)
	return err
}

// cut is a code as long as the log keeps it.
func cut(code string) string {
	runes := []rune(code)
	return string(runes[:min(len(runes), 120)])
}

// regionOf is the region that a parcel goes to: the first one by its rules; nil when none
// takes it.
func regionOf(ctx context.Context, data plugin.Data, w plugin.Row) (plugin.Row, error) {
	list, err := data.Find(ctx, "goods_region", plugin.Where{Match: plugin.Row{"warehouse_id": w["warehouse_id"], "enabled": true}, Sort: []string{"priority", "code"}})
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		if fits(r, w) {
			return r, nil
		}
	}
	return nil, nil // none is an answer
}

// fits reports whether a region takes a parcel: a rule that says nothing takes all.
func fits(region, w plugin.Row) bool {
	for _, key := range []string{"port_id", "carrier_id"} {
		if want := plugin.Int(region, key); want != 0 && want != plugin.Int(w, key) {
			return false
		}
	}
	zip, from, to := plugin.Text(w, "zip"), plugin.Text(region, "zip_from"), plugin.Text(region, "zip_to")
	if from == "" && to == "" {
		return true
	}
	return zip != "" && zip >= from && (to == "" || zip[:min(len(zip), len(to))] <= to)
}
