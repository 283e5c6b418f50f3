package sorting

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// parcelWeight is the table of what parcels weighed, whoever weighed them.
const parcelWeight = "parcel_weight"

// slack is how much a weight may always differ, in kg: less than scales tell apart.
var slack = decimal.RequireFromString("0.05")

// weighing fills in a new weight of a parcel and refuses what cannot be one: of a parcel
// that is not there or has left the scale behind, and of pieces that nobody could lift.
//
// Conflict: sorting.not_weighable, sorting.weigh_held. Invalid sorting.piece_too_heavy.
func weighing(ctx context.Context, e *plugin.SaveEvent) error {
	if !e.IsNew() {
		return nil
	}
	w, err := e.Data.Get(ctx, waybill, plugin.Int(e.New, "waybill_id"))
	if err != nil {
		return err
	}
	if bad := weighable(e.Data, w); bad != nil {
		return bad.On("waybill_id")
	}
	e.New["consignor_id"], e.New["warehouse_id"], e.New["known_weight"] = w["consignor_id"], w["warehouse_id"], w["announced_weight"]
	if w["gross_weight"] != nil {
		e.New["known_weight"] = w["gross_weight"]
	}
	if e.New["pieces"] == nil {
		e.New["pieces"] = w["pieces"]
	}
	return liftable(ctx, e.Data, w, plugin.Int(e.New, "pieces"), plugin.Decimal(e.New, "gross_weight"))
}

// measuring refuses a weight of pieces that nobody could lift, wherever it is typed.
//
// Invalid: sorting.piece_too_heavy.
func measuring(ctx context.Context, e *plugin.ActEvent) error {
	return liftable(ctx, e.Data, e.Head, plugin.Int(e.Head, "pieces"), plugin.Decimal(e.Params, "gross_weight"))
}

// liftable refuses a weight, in kg, that is more than pieces of a parcel can have.
func liftable(ctx context.Context, data plugin.Data, w plugin.Row, pieces int64, weight decimal.Decimal) error {
	if pieces < 1 || weight.Sign() <= 0 {
		return nil // table and document refuse them
	}
	most, err := settingOf(ctx, data, "piece_weight_limit", w)
	if err == nil && weight.GreaterThan(most.Mul(decimal.NewFromInt(pieces))) {
		return fault.New(fault.Invalid, "sorting.piece_too_heavy",
			"weight", weight.String()+" kg", "pieces", pieces, "max", most.String()+" kg").On("gross_weight")
	}
	return err
}

// weighable says why a parcel cannot be weighed now; nil where it can.
func weighable(data plugin.Data, w plugin.Row) *fault.Fault {
	no, status := plugin.Text(w, "doc_no"), plugin.Text(w, "status")
	if status != "received" && status != "measured" {
		state, _ := data.Release().Documents[waybill].State(status)
		return fault.New(fault.Conflict, "sorting.not_weighable", "no", no, "state", state.Meta.Title)
	}
	if w["held_at"] != nil {
		return fault.New(fault.Conflict, "sorting.weigh_held", "no", no)
	}
	return nil
}

// settingOf is a figure among the settings, as it holds for a parcel.
func settingOf(ctx context.Context, data plugin.Data, key string, w plugin.Row) (decimal.Decimal, error) {
	value, err := data.Setting(ctx, key, w)
	if err != nil {
		return decimal.Zero, err
	}
	figure, err := decimal.NewFromString(fmt.Sprint(value))
	if err != nil {
		return decimal.Zero, fmt.Errorf("read setting %s: %w", key, err)
	}
	return figure, nil
}

// takeOver takes a weight over to its parcel, or has a person decide where it differs too
// much from what is known, or is of other pieces.
func takeOver(ctx context.Context, e *plugin.SaveEvent) error {
	if !e.IsNew() {
		return nil
	}
	w, err := e.Data.Get(ctx, waybill, plugin.Int(e.New, "waybill_id"))
	if err != nil {
		return err
	}
	fits, err := within(ctx, e.Data, e.New, w)
	if err != nil {
		return err
	}
	action := "flag"
	if fits {
		action = "apply"
	}
	_, err = e.Data.Act(ctx, parcelWeight, action, plugin.ID(e.New), nil)
	return err
}

// within reports whether a weight agrees with what is known of its parcel.
func within(ctx context.Context, data plugin.Data, row, w plugin.Row) (bool, error) {
	if plugin.Int(row, "pieces") != plugin.Int(w, "pieces") {
		return false, nil
	}
	known := plugin.Decimal(row, "known_weight")
	if known.IsZero() {
		return true, nil // nobody said anything to compare it with
	}
	percent, err := settingOf(ctx, data, "parcel_weight_tolerance", w)
	if err != nil {
		return false, err
	}
	most := decimal.Max(known.Mul(percent).Div(whole), slack)
	return !plugin.Decimal(row, "gross_weight").Sub(known).Abs().GreaterThan(most), nil
}
