package sorting

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// weigher is the task of putting parcels on the scale, one after the other.
type weigher struct {
	hall
	plugin.Turn `json:"-"`
	Weighed     int    `json:"weighed"`
	Last        int64  `json:"last,omitempty"`   // parcel on the screen
	Scanned     string `json:"parcel,omitempty"` // as it was scanned
}

// weighingParcels is the flow of the station weigh_parcel.
func (h hall) weighingParcels() plugin.Machine[*weigher] {
	return plugin.Machine[*weigher]{
		New: func() *weigher { return &weigher{hall: h} },
		Steps: []plugin.Step[*weigher]{{
			Key: stepParcel, Kind: "scan", Accept: []string{waybill}, Take: plugin.TakeText((*weigher).scan), To: []string{stepWeight},
		}, {
			Key: stepWeight, Kind: "weight", Take: plugin.TakeWeight(contract.LoadDigits, "station.bad_qty", (*weigher).weigh), To: []string{stepParcel}, Back: []string{stepParcel},
		}},
		Show: (*weigher).show,
	}
}

// scan takes a parcel that can be weighed to the scale.
func (t *weigher) scan(ctx context.Context, code string) error {
	w, outcome, err := t.find(ctx, t.Data, code, t.Scope("warehouse_id"))
	if err != nil {
		return err
	}
	t.Last, t.Scanned = plugin.ID(w), code
	if outcome == unknown {
		t.Reply = plugin.Reply{Key: "sorting.unknown", Params: fault.Params{"code": code}, Sound: plugin.SoundStop, Code: "sorting.unknown"}
		return nil
	}
	if bad := weighable(t.Data, w); bad != nil {
		return bad
	}
	t.GoTo(stepWeight)
	return nil
}

// weigh keeps what the scale says.
func (t *weigher) weigh(ctx context.Context, weight decimal.Decimal) error {
	made, err := t.Data.Save(ctx, parcelWeight, plugin.Row{"waybill_id": t.Last, "gross_weight": weight, "weight_source": "scale"})
	if err != nil {
		return err
	}
	if made, err = t.Data.Get(ctx, parcelWeight, plugin.ID(made)); err != nil {
		return err
	}
	t.Weighed++
	t.GoTo(stepParcel)
	params := fault.Params{"code": t.Scanned, "weight": weight, "known": plugin.Decimal(made, "known_weight")}
	t.Reply = plugin.Reply{Key: "sorting.taken_over", Params: params}
	if plugin.Text(made, "status") == "differs" {
		t.Reply = plugin.Reply{Key: "sorting.differs", Params: params, Sound: plugin.SoundStop, Code: "sorting.differs"}
	}
	return nil
}

// show shows the parcel at hand.
func (t *weigher) show(ctx context.Context, view *plugin.View) error {
	view.Done, view.Prompt = t.Weighed, fault.Params{"code": t.Scanned}
	if t.Last == 0 {
		return nil
	}
	w, err := t.Data.Get(ctx, waybill, t.Last)
	if err != nil {
		return err
	}
	if t.Step() == stepParcel { // it is weighed, or cannot be
		view.Facts = plugin.Row{"waybill_id": t.Last}
	}
	view.Target, err = targets(ctx, t.Data, w)
	if said := plugin.Decimal(w, "announced_weight"); said.Sign() > 0 {
		view.Target = append(view.Target, plugin.Target{Label: "sorting.announced", Value: said.String() + " kg", Size: plugin.SizeMedium})
	}
	return err
}
