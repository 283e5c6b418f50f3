package sorting

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

const (
	stepParcel = "parcel"
	stepWeight = "weight"
)

// sorter is the task of sorting parcels by scans.
type sorter struct {
	hall
	plugin.Turn `json:"-"`
	Sorted      int    `json:"sorted"`
	Last        int64  `json:"last,omitempty"`   // parcel on the screen
	Scanned     string `json:"parcel,omitempty"` // as it was scanned
}

// sorting is the flow of the stations sorting_printer and pda_printer.
func (h hall) sorting() plugin.Machine[*sorter] {
	return plugin.Machine[*sorter]{
		New: func() *sorter { return &sorter{hall: h} },
		Steps: []plugin.Step[*sorter]{{
			Key: stepParcel, Kind: "scan", Accept: []string{waybill}, Take: plugin.TakeText((*sorter).scan), To: []string{stepWeight},
		}, {
			Key: stepWeight, Kind: "weight", Take: plugin.TakeWeight(contract.LoadDigits, "station.bad_qty", (*sorter).weigh), To: []string{stepParcel}, Back: []string{stepParcel},
		}},
		Show: (*sorter).show,
	}
}

// scan takes a parcel: it is weighed first where nobody weighed it. What cannot be sorted
// is told, logged and put aside.
func (t *sorter) scan(ctx context.Context, code string) error {
	w, outcome, err := t.find(ctx, t.Data, code, t.Scope("warehouse_id"))
	if err != nil {
		return err
	}
	t.Last, t.Scanned = plugin.ID(w), code
	if outcome == "" && plugin.Text(w, "status") == "received" {
		t.GoTo(stepWeight)
		return nil
	}
	return t.sort(ctx, w, outcome, nil)
}

// weigh keeps the weight of a parcel and goes on with it.
func (t *sorter) weigh(ctx context.Context, weight decimal.Decimal) error {
	t.GoTo(stepParcel)
	w, err := t.Data.Act(ctx, waybill, "measure", t.Last, plugin.Row{"gross_weight": weight})
	if err != nil {
		return err
	}
	return t.sort(ctx, w, "", weight)
}

// sort marks the label of a parcel as printed and sorts it, where it is so far.
func (t *sorter) sort(ctx context.Context, w plugin.Row, outcome string, weight any) error {
	if outcome == "" {
		outcome = sortable(plugin.Text(w, "status"), weight != nil)
	}
	if outcome == sorted {
		t.Sorted++
		for _, step := range []struct{ from, action string }{{"numbered", "print"}, {"printed", "sort"}} {
			if plugin.Text(w, "status") != step.from {
				continue
			}
			var err error
			if w, err = t.Data.Act(ctx, waybill, step.action, t.Last, nil); err != nil {
				return err
			}
		}
	}
	t.Reply = plugin.Reply{Key: "sorting." + outcome, Params: fault.Params{"code": t.Scanned}}
	if outcome != sorted && outcome != weighed {
		t.Reply.Sound, t.Reply.Code = plugin.SoundStop, "sorting."+outcome
	}
	return note(ctx, t.Data, scan{Station: t.Station.Key, Code: t.Scanned, Outcome: outcome, Parcel: w, Weight: weight})
}

// sortable is what becomes of a parcel in a state.
func sortable(status string, nowWeighed bool) string {
	switch status {
	case "numbered", "printed", "sorted":
		return sorted
	case "measured", "to_pay", "to_number":
		if nowWeighed {
			return weighed
		}
		return noNumber
	}
	return wrongState
}

// find is the parcel that a code means, and why it cannot go on; "" where it can.
func (h hall) find(ctx context.Context, data plugin.Data, code string, within plugin.Scope) (plugin.Row, string, error) {
	found, err := h.codes.Resolve(ctx, data, code, within, waybill)
	if why, ok := fault.As(err); ok && why.Code < fault.Internal {
		return nil, unknown, nil
	}
	if err != nil {
		return nil, "", err
	}
	if len(found) > 1 {
		return nil, unknown, nil
	}
	w, err := data.Get(ctx, waybill, found[0].ID)
	if err != nil {
		return nil, "", err
	}
	if w["held_at"] != nil {
		return w, held, nil
	}
	return w, "", nil
}

// show shows where the parcel goes.
func (t *sorter) show(ctx context.Context, view *plugin.View) error {
	view.Done, view.Prompt = t.Sorted, fault.Params{"code": t.Scanned}
	if t.Last == 0 {
		return nil
	}
	w, err := t.Data.Get(ctx, waybill, t.Last)
	if err != nil {
		return err
	}
	view.Target, err = targets(ctx, t.Data, w)
	view.Facts = plugin.Row{"waybill_id": t.Last}
	return err
}

// targets are what a person reads of a parcel, the region largest.
func targets(ctx context.Context, data plugin.Data, w plugin.Row) ([]plugin.Target, error) {
	region, err := regionOf(ctx, data, w)
	if err != nil {
		return nil, err
	}
	list := []plugin.Target{{Label: "sorting.no_region", Value: "-", Size: plugin.SizeHuge}}
	if region != nil {
		list[0] = plugin.Target{Label: "sorting.region", Value: plugin.Text(region, "code"), Size: plugin.SizeHuge}
	}
	for _, of := range []struct{ label, table, key string }{{"sorting.port", "port", "port_id"}, {"sorting.carrier", "carrier", "carrier_id"}} {
		id := plugin.Int(w, of.key)
		if id == 0 {
			continue
		}
		row, err := data.Get(ctx, of.table, id)
		if err != nil {
			return nil, err
		}
		list = append(list, plugin.Target{Label: of.label, Value: plugin.Text(row, "name"), Size: plugin.SizeLarge})
	}
	if no := plugin.Text(w, "tracking_no"); no != "" {
		list = append(list, plugin.Target{Label: "sorting.number", Value: no, Size: plugin.SizeMedium})
	}
	if kg := plugin.Decimal(w, "gross_weight"); kg.Sign() > 0 {
		list = append(list, plugin.Target{Label: "sorting.weight", Value: kg.String() + " kg", Size: plugin.SizeMedium})
	}
	return list, nil
}
