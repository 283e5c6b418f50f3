package plugin_test

import (
	"context"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
)

// brings is a plugin that registers what a test says.
type brings struct {
	name string
	what func(r *plugin.Registrar)
}

func (b brings) Name() string                 { return b.name }
func (b brings) Register(r *plugin.Registrar) { b.what(r) }

func nothing(context.Context, *plugin.SaveEvent) error { return nil }

// empty is a flow that says it has no step.
type empty struct{ plugin.Flow }

func (empty) Plan() *meta.Flow { return &meta.Flow{} }

func TestMistakesAreToldTogether(t *testing.T) {
	t.Parallel()
	_, err := plugin.Load(brings{"shop", func(r *plugin.Registrar) {
		r.BeforeSave("order", "check", 1, nothing)
		r.BeforeSave("order", "check", 2, nothing)
		r.AfterSave("order", "", 1, nil)
		r.Endpoint(plugin.Endpoint{Name: "rate"})
		r.Flow("desk", empty{})
	}}, brings{"shop", func(*plugin.Registrar) {}})
	for _, want := range []string{`hook "shop.check" is registered twice`, "has no function", "endpoint rate needs a right", "flow desk: it has no step", "listed twice"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want it to say %q", err, want)
		}
	}
}

// counting is a task that asks how many there are and for a photo of them.
type counting struct {
	plugin.Turn `json:"-"`
}

func (t *counting) count(context.Context, decimal.Decimal) error {
	t.GoTo("photo")
	return nil
}

func (t *counting) keep(context.Context, string) error {
	t.GoTo(plugin.StepDone)
	return nil
}

func TestAFlowIsMadeOfSharedSteps(t *testing.T) {
	t.Parallel()
	r, err := plugin.Load(brings{"shop", func(r *plugin.Registrar) {
		r.Flow("count", plugin.Machine[*counting]{
			New: func() *counting { return &counting{} },
			Steps: []plugin.Step[*counting]{
				{Key: "qty", Kind: "qty", Take: plugin.TakeQuantity(3, (*counting).count), To: []string{"photo"}},
				{Key: "photo", Kind: "photo", Take: plugin.TakePhoto((*counting).keep), To: []string{plugin.StepDone}},
			},
			Show: func(*counting, context.Context, *plugin.View) error { return nil },
		})
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, known := r.Flows["shop.count"]; !known {
		t.Errorf("the flow is not among %v", r.Flows)
	}
}

func TestNamesAreCheckedAgainstMetadata(t *testing.T) {
	t.Parallel()
	r, err := plugin.Load(brings{"shop", func(r *plugin.Registrar) {
		r.BeforeSave("ordr", "check", 1, nothing)
		r.AfterAct("order", "flew", "tell", 1, func(context.Context, *plugin.ActEvent) error { return nil })
		r.Every("0 6 * * *", "mail")
	}})
	if err != nil {
		t.Fatal(err)
	}
	model := meta.NewModel()
	model.Tables["order"] = &meta.Table{}
	model.Documents["order"] = &meta.Document{}
	err = r.CheckNames(model)
	for _, want := range []string{"table ordr", "action order.flew", "job shop.mail"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want it to say %q", err, want)
		}
	}
}

func TestWhatIsOfferedHasWords(t *testing.T) {
	t.Parallel()
	r, err := plugin.Load(brings{"shop", func(r *plugin.Registrar) {
		r.Effect("sell", func(context.Context, *plugin.EffectEvent, []plugin.Row) error { return nil })
		r.Effect("buy", func(context.Context, *plugin.EffectEvent, []plugin.Row) error { return nil })
	}})
	if err != nil {
		t.Fatal(err)
	}
	model := meta.NewModel()
	model.Plugins["shop"] = &meta.Plugin{Object: meta.Object{File: "shop.plugin.json"}, Effects: []meta.Offer{{Key: "shop.sell"}}, Jobs: []meta.Offer{{Key: "shop.mail"}}}
	err = r.CheckNames(model)
	for _, want := range []string{"shop.buy has no words", "shop.plugin.json: shop.mail of the plugin shop is said and no plugin registers it"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want it to say %q", err, want)
		}
	}
	if err != nil && strings.Contains(err.Error(), "shop.sell") {
		t.Errorf("told of what has words: %v", err)
	}
}
