package plugin_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
)

func done(context.Context, *plugin.JobEvent) error { return nil }

func answered(context.Context, plugin.Data, json.RawMessage) (any, error) { return nil, nil }

func sold(context.Context, *plugin.EffectEvent, []plugin.Row) error { return nil }

// everything is a plugin that brings one of each.
func everything(r *plugin.Registrar) {
	r.Effect("sell", sold)
	r.PlannedEffect("plan", func(context.Context, *plugin.EffectEvent) (plugin.Thought, error) { return nil, errors.New("planned") }, sold)
	r.Flow("desk", empty{})
	r.CodeKind(plugin.CodeKind{Key: "ticket", Find: plugin.FindBy("ticket", nil, "no")})
	r.Endpoint(plugin.Endpoint{Name: "rate", Right: "shop.rate", Handle: answered})
	r.Job("mail", done)
	r.Every("0 6 * * *", "mail")
	r.Invariant(plugin.Invariant{Key: "sums"})
	r.Ready(plugin.Invariant{Key: "prices"})
	r.Function(plugin.Function{Name: "price"})
	r.Mend(plugin.Mend{Key: "old"})
	r.Metadata(fstest.MapFS{})
}

// TestWhatAPluginBringsBearsItsName holds the names under which others find it.
func TestWhatAPluginBringsBearsItsName(t *testing.T) {
	t.Parallel()
	r, _ := plugin.Load(brings{"shop", everything}, brings{"bill", func(r *plugin.Registrar) {
		r.Endpoint(plugin.Endpoint{Name: "rate", Right: "bill.rate", Handle: answered}) // of the same name
	}})
	got := fmt.Sprint(r.Effects[0].Key, " ", r.Effects[1].Key, " ", r.Endpoints[0].Plugin, " ", r.Endpoints[1].Plugin, " ", r.Schedules[0].Key, " ", r.Schedules[0].Kind, " ", r.Schedules[0].Cron, " ", r.Mends[0].Key, " ", r.Sources[0].Plugin)
	if want := "shop.sell shop.plan shop bill shop.mail shop.mail 0 6 * * * shop.old shop"; got != want {
		t.Errorf("they are %s, want %s", got, want)
	}
	if r.Flows["shop.desk"] == nil || r.Jobs["shop.mail"] == nil || r.Effects[0].Plan != nil || r.Effects[0].Run == nil || r.Effects[1].Plan == nil || r.Effects[1].Run == nil {
		t.Errorf("what they do is lost: %v %v %v", r.Flows, r.Jobs, r.Effects)
	}
}

// TestEveryOfferHasWordsOfItsKind holds each kind of what plugins bring to be said, under its
// name and among its kind, and what is said to be brought.
func TestEveryOfferHasWordsOfItsKind(t *testing.T) {
	t.Parallel()
	r, _ := plugin.Load(brings{"shop", everything})
	words := func() *meta.Plugin {
		offer := func(keys ...string) (offers []meta.Offer) {
			for _, key := range keys {
				offers = append(offers, meta.Offer{Key: key})
			}
			return offers
		}
		return &meta.Plugin{
			Object: meta.Object{Key: "shop", File: "shop.plugin.json"}, Effects: offer("shop.sell", "shop.plan"), Flows: offer("shop.desk"), Codes: offer("ticket"), Endpoints: offer("shop.rate"),
			Jobs: offer("shop.mail"), Invariants: offer("sums"), Readiness: offer("prices"), Functions: offer("price"),
		}
	}
	told := func(said *meta.Plugin) []string {
		model := meta.NewModel()
		model.Plugins["shop"] = said
		model.Plugins["engine"] = &meta.Plugin{Jobs: []meta.Offer{{Key: "engine.sweep"}}} // which registers elsewhere
		err := r.CheckNames(model)
		if err == nil {
			return nil
		}
		return strings.Split(err.Error(), "\n")
	}
	if got := told(words()); got != nil {
		t.Errorf("all is said, and it tells %q", got)
	}
	want := []string{"codes of plugins: ticket", "effects of plugins: shop.plan", "effects of plugins: shop.sell", "endpoints of plugins: shop.rate", "flows of plugins: shop.desk", "functions of plugins: price", "invariants of plugins: sums", "jobs of plugins: shop.mail", "readiness of plugins: prices"}
	got := told(&meta.Plugin{})
	for i, line := range got {
		got[i], _, _ = strings.Cut(line, " has no words")
	}
	if !slices.Equal(got, want) {
		t.Errorf("nothing is said, and it tells\n%s", strings.Join(got, "\n"))
	}
}

// TestWhatIsRegisteredTwiceIsTold holds each name to one owner.
func TestWhatIsRegisteredTwiceIsTold(t *testing.T) {
	t.Parallel()
	for want, again := range map[string]func(r *plugin.Registrar){
		"flow desk is registered twice":     func(r *plugin.Registrar) { r.Flow("desk", empty{}) },
		"job mail is registered twice":      func(r *plugin.Registrar) { r.Job("mail", done) },
		"endpoint rate is registered twice": func(r *plugin.Registrar) { r.Endpoint(plugin.Endpoint{Name: "rate", Right: "a", Handle: answered}) },
		"endpoint sum needs a right":        func(r *plugin.Registrar) { r.Endpoint(plugin.Endpoint{Name: "sum", Handle: answered}) },
		"endpoint all needs a right":        func(r *plugin.Registrar) { r.Endpoint(plugin.Endpoint{Name: "all", Right: "shop.all"}) },
		"ticket": func(r *plugin.Registrar) {
			r.CodeKind(plugin.CodeKind{Key: "ticket", Find: plugin.FindBy("ticket", nil, "no")})
		},
	} {
		once := brings{"shop", everything}
		twice := brings{"shop", func(r *plugin.Registrar) { everything(r); again(r) }}
		if _, err := plugin.Load(once); err != nil && strings.Contains(err.Error(), want) {
			t.Errorf("once it tells %v", err)
		}
		if _, err := plugin.Load(twice); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want it to say %q", err, want)
		}
	}
}

// TestWhatIsThereIsNotTold holds the names of metadata that hooks and schedules do know.
func TestWhatIsThereIsNotTold(t *testing.T) {
	t.Parallel()
	r, err := plugin.Load(brings{"shop", func(r *plugin.Registrar) {
		r.BeforeSave("order", "check", 1, nothing)
		r.BeforeAct("order", "fly", "check", 1, func(context.Context, *plugin.ActEvent) error { return nil })
		r.Job("mail", done)
		r.Every("0 6 * * *", "mail")
	}})
	if err != nil {
		t.Fatal(err)
	}
	model := meta.NewModel()
	model.Tables["order"] = &meta.Table{}
	model.Documents["order"] = &meta.Document{Actions: []meta.Action{{Key: "fly"}}}
	model.Plugins["shop"] = &meta.Plugin{Jobs: []meta.Offer{{Key: "shop.mail"}}}
	if err := r.CheckNames(model); err != nil {
		t.Error(err)
	}
}

// TestAnEmptyValueIsKeptAsNone holds what a column is given of a value that is none.
func TestAnEmptyValueIsKeptAsNone(t *testing.T) {
	t.Parallel()
	if plugin.OrNil("") != nil || plugin.OrNil(0) != nil || plugin.OrNil("a") != "a" || plugin.OrNil(int64(-1)) != int64(-1) {
		t.Error("an empty value is kept, or another one lost")
	}
}
