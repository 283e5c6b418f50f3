package sorting

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

const stepPanel = "panel"

// loader is the task of loading a panel.
type loader struct {
	hall
	plugin.Turn `json:"-"`
	PanelID     int64  `json:"panel,omitempty"`
	ClosedID    int64  `json:"closed,omitempty"` // panel that was closed last
	Last        int64  `json:"last,omitempty"`   // parcel at hand
	Scanned     string `json:"parcel,omitempty"`
	Loaded      int    `json:"loaded"`
}

// paneling is the flow of the station pc_panel.
func (h hall) paneling() plugin.Machine[*loader] {
	closing := plugin.Press[*loader]{Code: "close", Do: (*loader).close, To: []string{stepPanel}}
	return plugin.Machine[*loader]{
		New: func() *loader { return &loader{hall: h} },
		Steps: []plugin.Step[*loader]{{
			Key: stepPanel, Kind: "scan", Accept: []string{panel, waybill}, Take: plugin.TakeText((*loader).open), To: []string{stepParcel, stepWeight},
		}, {
			Key: stepParcel, Kind: "scan", Accept: []string{waybill}, Take: plugin.TakeText((*loader).scan), To: []string{stepWeight},
			Buttons: []plugin.Press[*loader]{closing}, Back: []string{stepPanel},
		}, {
			Key: stepWeight, Kind: "weight", Take: plugin.TakeWeight(contract.LoadDigits, "station.bad_qty", (*loader).weigh), To: []string{stepParcel}, Back: []string{stepParcel},
		}},
		Show: (*loader).show, TakeBack: plugin.Undoing((*loader).takeOff),
	}
}

// whole is a hundred of a hundred.
var whole = decimal.NewFromInt(100)

// open begins with a panel that is being loaded, or with a parcel: it goes on the open panel
// of its port, or on a new one.
func (t *loader) open(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), panel, waybill)
	if err != nil {
		return err
	}
	if found[0].Kind == waybill {
		return t.begin(ctx, code)
	}
	row, err := t.Data.Get(ctx, panel, found[0].ID)
	if err != nil {
		return err
	}
	if plugin.Text(row, "status") != "open" {
		return fault.New(fault.Conflict, "sorting.panel_closed", "panel", plugin.Text(row, "doc_no"))
	}
	t.load(row)
	return nil
}

// load goes on with the parcels of a panel.
func (t *loader) load(row plugin.Row) {
	t.PanelID, t.Loaded, t.Last = plugin.ID(row), int(plugin.Int(row, "line_count")), 0
	t.GoTo(stepParcel)
}

// begin takes the first parcel to the panel of its port; one that cannot go on begins none.
func (t *loader) begin(ctx context.Context, code string) error {
	w, outcome, err := t.take(ctx, code)
	if err == nil && outcome == "" {
		var row plugin.Row
		if row, err = t.openFor(ctx, w); err == nil {
			t.load(row)
			outcome = t.room(row, w)
		}
	}
	if err != nil {
		return err
	}
	return t.answer(ctx, w, outcome)
}

// openFor is the open panel of a parcel's port, the oldest of several; a new one where none is.
func (t *loader) openFor(ctx context.Context, w plugin.Row) (plugin.Row, error) {
	of := plugin.Row{"warehouse_id": w["warehouse_id"], "port_id": w["port_id"], "status": "open"}
	open, err := t.Data.Find(ctx, panel, plugin.Where{Match: of, Sort: []string{"id"}, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(open) > 0 {
		return open[0], nil
	}
	delete(of, "status") // a new one begins so
	region, err := regionOf(ctx, t.Data, w)
	if err != nil {
		return nil, err
	}
	if region != nil && plugin.Int(region, "port_id") == plugin.Int(w, "port_id") {
		of["goods_region_id"] = plugin.ID(region)
	}
	return t.Data.Save(ctx, panel, of)
}

// scan takes a parcel that belongs on the panel to the scale.
func (t *loader) scan(ctx context.Context, code string) error {
	w, outcome, err := t.take(ctx, code)
	if err != nil {
		return err
	}
	if outcome == "" {
		on, err := t.Data.Get(ctx, panel, t.PanelID)
		if err != nil {
			return err
		}
		outcome = t.room(on, w)
	}
	return t.answer(ctx, w, outcome)
}

// take is the parcel that a code means, and why it may go on no panel; "" where it may.
func (t *loader) take(ctx context.Context, code string) (plugin.Row, string, error) {
	t.Scanned = code
	w, outcome, err := t.find(ctx, t.Data, code, t.Scope("warehouse_id"))
	if err == nil && outcome == "" {
		outcome, err = t.ready(ctx, w)
	}
	return w, outcome, err
}

// answer takes a parcel to the scale, or says why it stays off the panel.
func (t *loader) answer(ctx context.Context, w plugin.Row, outcome string) error {
	t.Last = plugin.ID(w)
	if outcome != "" {
		return t.refuse(ctx, w, outcome, nil)
	}
	t.GoTo(stepWeight)
	return nil
}

// refuse tells why a parcel does not go on the panel, and logs it.
func (t *loader) refuse(ctx context.Context, w plugin.Row, outcome string, weight any) error {
	t.Reply = plugin.Reply{Key: "sorting." + outcome, Params: fault.Params{"code": t.Scanned}, Sound: plugin.SoundStop, Code: "sorting." + outcome}
	return note(ctx, t.Data, scan{t.Station.Key, t.Scanned, outcome, w, t.PanelID, weight})
}

// room says why a parcel may not go on this panel; "" where it may.
func (t *loader) room(on, w plugin.Row) string {
	most := plugin.Int(on, "max_pieces")
	switch {
	case plugin.Int(w, "port_id") != plugin.Int(on, "port_id"):
		return wrongPort
	case most > 0 && int64(t.Loaded) >= most:
		return full
	}
	return ""
}

// ready says why a parcel may go on no panel; "" where it may. A card that its port wants is
// asked for here already, where the parcel is in somebody's hand.
func (t *loader) ready(ctx context.Context, w plugin.Row) (string, error) {
	lines, err := t.Data.Find(ctx, "panel_line", plugin.Where{Match: plugin.Row{"waybill_id": plugin.ID(w)}, Limit: 1})
	if err != nil {
		return "", err
	}
	if len(lines) > 0 {
		return elsewhere, nil
	}
	if plugin.Text(w, "status") != "sorted" || w["port_id"] == nil {
		return wrongState, nil
	}
	port, err := t.Data.Get(ctx, "port", plugin.Int(w, "port_id"))
	if err != nil || port["need_id"] != true {
		return "", err
	}
	if w["id_card_id"] == nil {
		return noCard, nil
	}
	card, err := t.Data.Get(ctx, "id_card", plugin.Int(w, "id_card_id"))
	if err != nil || plugin.Text(card, "status") == "verified" {
		return "", err
	}
	return noCard, nil
}

// weigh loads a parcel that weighs what it weighed.
func (t *loader) weigh(ctx context.Context, weight decimal.Decimal) error {
	t.GoTo(stepParcel)
	w, err := t.Data.Get(ctx, waybill, t.Last)
	if err != nil {
		return err
	}
	share, err := t.Data.Setting(ctx, "panel_weight_tolerance", w)
	if err != nil {
		return err
	}
	percent, err := decimal.NewFromString(fmt.Sprint(share))
	if err != nil {
		return fmt.Errorf("read the tolerance of weights: %w", err)
	}
	known := plugin.Decimal(w, "gross_weight")
	if weight.Sub(known).Abs().GreaterThan(known.Mul(percent).Div(whole)) {
		return t.refuse(ctx, w, offWeight, weight)
	}
	made, err := t.Data.Save(ctx, "panel_line", plugin.Row{"panel_id": t.PanelID, "waybill_id": t.Last})
	if err != nil {
		return err
	}
	t.Loaded++
	t.Reply = plugin.Reply{Key: "sorting.loaded", Params: fault.Params{"code": t.Scanned}, Undo: loading{plugin.ID(made), t.Last}}
	return note(ctx, t.Data, scan{t.Station.Key, t.Scanned, loaded, w, t.PanelID, weight})
}

// loading is a parcel that an input put on the panel.
type loading struct {
	LineID   int64 `json:"line"`
	ParcelID int64 `json:"parcel"`
}

// takeOff takes a parcel off the panel again.
func (t *loader) takeOff(ctx context.Context, did loading) error {
	if err := t.Data.Delete(ctx, "panel_line", []int64{did.LineID}); err != nil {
		return err
	}
	w, err := t.Data.Get(ctx, waybill, did.ParcelID)
	if err != nil {
		return err
	}
	return note(ctx, t.Data, scan{t.Station.Key, plugin.Text(w, "doc_no"), takenOff, w, t.PanelID, nil})
}

// close closes the panel: its parcels are bagged.
func (t *loader) close(ctx context.Context) error {
	row, err := t.Data.Act(ctx, panel, "close", t.PanelID, nil)
	if err != nil {
		return err
	}
	t.Reply = plugin.Reply{Key: "sorting.panel_done", Params: fault.Params{"panel": plugin.Text(row, "doc_no"), "n": t.Loaded}, Sound: plugin.SoundDone}
	t.PanelID, t.ClosedID, t.Last, t.Loaded = 0, t.PanelID, 0, 0
	t.GoTo(stepPanel)
	return nil
}

// show shows the panel and the parcel at hand.
func (t *loader) show(ctx context.Context, view *plugin.View) error {
	view.Done, view.Prompt = t.Loaded, fault.Params{"code": t.Scanned, "panel": ""}
	if t.PanelID == 0 {
		if t.ClosedID != 0 {
			view.Facts = plugin.Row{"panel_id": t.ClosedID}
		}
		return nil
	}
	on, err := t.Data.Get(ctx, panel, t.PanelID)
	if err != nil {
		return err
	}
	view.Prompt["panel"] = plugin.Text(on, "doc_no")
	view.Facts = plugin.Row{"panel_id": t.PanelID}
	if t.Last == 0 {
		return nil
	}
	w, err := t.Data.Get(ctx, waybill, t.Last)
	if err != nil {
		return err
	}
	view.Target, err = targets(ctx, t.Data, w)
	return err
}
