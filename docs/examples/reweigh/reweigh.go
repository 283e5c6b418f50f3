// Package reweigh is an example of a station: a person scans goods, says which where a
// code means several, and weighs a piece; a weight far from the one known needs a reason.
package reweigh

import (
	"context"
	"embed"
	"io/fs"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the station, its screen and its flow.
type Plugin struct{}

// Name implements plugin.Plugin.
func (Plugin) Name() string { return "reweigh" }

// Register implements plugin.Plugin.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Flow("weigh", flow(r.Codes))
}

var reasons = []string{"packed_anew", "was_wrong"}

// weighing is the task: what JSON writes of it is remembered from scan to scan.
type weighing struct {
	codes       *plugin.Codes
	plugin.Turn `json:"-"`
	plugin.Choosing
	ProductID int64           `json:"product,omitempty"`
	Known     decimal.Decimal `json:"known"` // weight before
	Weight    decimal.Decimal `json:"weight"`
}

func flow(codes *plugin.Codes) plugin.Machine[*weighing] {
	return plugin.Machine[*weighing]{
		New: func() *weighing { return &weighing{codes: codes} },
		Steps: []plugin.Step[*weighing]{{
			Key: "item", Kind: "scan", Accept: []string{"product", "sku"}, Take: plugin.TakeText((*weighing).item), To: []string{plugin.StepChoose, "weight"},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*weighing).take), To: []string{"weight"}, Back: []string{"item"},
		}, {
			Key: "weight", Kind: "weight", Take: plugin.TakeWeight(3, "station.bad_qty", (*weighing).weigh), To: []string{"item", "reason"}, Back: []string{"item"},
		}, {
			Key: "reason", Kind: "choice", Take: plugin.TakeReason(reasons, "reweigh.no_reason", (*weighing).keep), To: []string{"item"}, Back: []string{"weight"},
		}},
		Show: (*weighing).show, TakeBack: plugin.Undoing((*weighing).write),
	}
}

func (t *weighing) item(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, nil, "product", "sku")
	if err != nil {
		return err
	}
	return plugin.Choose(ctx, t, code, plugin.MeaningsOf(found), (*weighing).take)
}

func (t *weighing) take(_ context.Context, m plugin.Meaning) error {
	t.ProductID = m.ID
	t.GoTo("weight")
	return nil
}

// weigh keeps the weight, unless it is more than a tenth off what was known.
func (t *weighing) weigh(ctx context.Context, weight decimal.Decimal) error {
	product, err := t.Data.Get(ctx, "product", t.ProductID)
	if err != nil {
		return err
	}
	t.Known, t.Weight = plugin.Decimal(product, "weight"), weight
	if off := weight.Sub(t.Known).Abs(); off.GreaterThan(t.Known.Shift(-1)) && t.Known.Sign() > 0 {
		t.GoTo("reason")
		return nil
	}
	return t.keep(ctx, "")
}

// keep keeps the weight. The reason is kept with the person's input.
func (t *weighing) keep(ctx context.Context, _ string) error {
	t.Reply = plugin.Reply{Key: "reweigh.kept", Undo: weighed{t.ProductID, t.Known}}
	t.GoTo("item")
	return t.write(ctx, weighed{t.ProductID, t.Weight})
}

// weighed is a product with a weight.
type weighed struct {
	ID     int64           `json:"id"`
	Weight decimal.Decimal `json:"weight"`
}

// write writes a weight: the new one, or the one before when a person takes it back.
func (t *weighing) write(ctx context.Context, w weighed) error {
	_, err := t.Data.Save(ctx, "product", plugin.Row{"id": w.ID, "weight": w.Weight})
	return err
}

func (t *weighing) show(_ context.Context, view *plugin.View) error {
	view.Prompt, view.List = fault.Params{"code": t.Code, "known": t.Known.String()}, t.Shown()
	if t.Step() == "reason" {
		view.List = plugin.Reasons("reweigh.reason.", reasons)
	}
	return nil
}
