package station

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// cake is a task of four steps: what to bake, how many, by when, and why.
type cake struct {
	Turn `json:"-"`
	Choosing
	Name  string          `json:"name,omitempty"`
	Qty   decimal.Decimal `json:"qty"`
	Until string          `json:"until,omitempty"`
	shut  bool            // the kitchen is shut
}

func (c *cake) open(context.Context) error {
	if c.shut {
		c.GoTo(StepDone)
		c.Reply.Key = "cake.shut"
	}
	return nil
}

func (c *cake) scan(ctx context.Context, code string) error {
	var found []Meaning
	for i, name := range []string{"apple pie", "apple tart", "plum tart"} {
		if strings.Contains(name, code) {
			found = append(found, Meaning{ID: int64(i + 1), Label: name})
		}
	}
	return Choose(ctx, c, code, found, (*cake).take)
}

func (c *cake) take(_ context.Context, m Meaning) error {
	c.Name = m.Label
	c.GoTo("qty")
	return nil
}

func (c *cake) count(_ context.Context, qty decimal.Decimal) error {
	c.Qty = qty
	c.GoTo("date")
	return nil
}

func (c *cake) until(_ context.Context, date string) error {
	c.Until = date
	c.Reply = Reply{Key: "cake.ordered", Undo: c.Name}
	c.GoTo(StepDone)
	return nil
}

func (c *cake) atOnce(ctx context.Context, form struct{ Until string }) error {
	c.Name = "form"
	return c.until(ctx, form.Until)
}

func (c *cake) astray(context.Context) error {
	c.GoTo("date")
	return nil
}

func (c *cake) back(context.Context, string) error {
	c.Name = ""
	return nil
}

func (c *cake) show(_ context.Context, view *View) error {
	view.List = c.Shown()
	return nil
}

func bakery(shut bool, undone *[]string) Machine[*cake] {
	return Machine[*cake]{
		New: func() *cake { return &cake{shut: shut} },
		Steps: []Step[*cake]{
			{Key: "name", Kind: "scan", Ready: (*cake).open, Take: TakeText((*cake).scan), Form: TakeForm("cake.bad_form", (*cake).atOnce), To: []string{"qty", StepChoose, StepDone}},
			{Key: StepChoose, Kind: "choice", Take: Chosen((*cake).take), To: []string{"qty"}, Back: []string{"name"}, Pressed: true},
			{Key: "qty", Kind: "qty", Take: TakeQuantity(0, (*cake).count), To: []string{"date"}, Back: []string{"name"}, Buttons: []Press[*cake]{
				{Code: "astray", Do: (*cake).astray}, {Code: "late", Do: GoTo[*cake]("date"), To: []string{"date"}},
			}},
			{Key: "date", Kind: "date", Take: TakeDate("cake.bad_date", (*cake).until), To: []string{StepDone}},
		},
		Back: (*cake).back, Show: (*cake).show, TakeBack: Undoing(func(_ *cake, _ context.Context, name string) error {
			*undone = append(*undone, name)
			return nil
		}),
	}
}

// bench is a session without a database, which a machine does not need.
type bench struct {
	*testing.T
	machine Machine[*cake]
	session *Session
}

func atBench(t *testing.T, shut bool) (*bench, *[]string) {
	t.Helper()
	undone := new([]string)
	b := &bench{t, bakery(shut, undone), &Session{Station: &meta.Station{Object: meta.Object{Key: "bakery"}}}}
	if err := b.machine.Start(t.Context(), b.session); err != nil {
		t.Fatal(err)
	}
	return b, undone
}

// try gives an input; a refused one changes nothing, as the service has it.
func (b *bench) try(kind string, value any) (Reply, error) {
	b.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		b.Fatal(err)
	}
	before := *b.session
	reply, err := b.machine.Input(b.Context(), b.session, Input{Kind: kind, Value: text})
	if err != nil {
		*b.session = before
	}
	return reply, err
}

// goes wants an input to lead to a step.
func (b *bench) goes(kind string, value any, step string) Reply {
	b.Helper()
	reply, err := b.try(kind, value)
	if err != nil || b.session.step != step {
		b.Fatalf("%s %v leads to %s with %v, want %s", kind, value, b.session.step, err, step)
	}
	return reply
}

func (b *bench) refuses(kind string, value any, key string) {
	b.Helper()
	if _, err := b.try(kind, value); !fault.IsKey(err, key) {
		b.Errorf("%s %v: %v, want %s", kind, value, err, key)
	}
}

func TestAMachineGoesFromStepToStep(t *testing.T) {
	t.Parallel()
	b, undone := atBench(t, false)
	b.goes(KindScan, "apple", StepChoose)
	view, err := b.machine.View(t.Context(), b.session)
	if want := []Choice{{Code: "1", Label: "apple pie", State: "open"}, {Code: "2", Label: "apple tart", State: "open"}}; err != nil || !slices.EqualFunc(view.List, want, func(a, b Choice) bool { return a.Code == b.Code && a.Label == b.Label && a.State == b.State }) {
		t.Errorf("the choices are %+v, %v", view.List, err)
	}
	b.refuses(KindButton, "3", "station.choose") // a choice may be tapped
	b.goes(KindButton, "2", "qty")
	b.goes(KindButton, "back", "name")
	b.goes(KindScan, "plum", "qty")
	b.refuses(KindKey, "0", "station.bad_qty")
	b.refuses(KindKey, "1.5", "station.bad_qty")
	b.refuses(KindButton, "early", "station.bad_button")
	b.goes(KindKey, "3", "date")
	b.refuses(KindButton, "back", "station.bad_button") // no way back from here
	b.refuses(KindKey, "2031-02-30", "cake.bad_date")
	reply := b.goes(KindKey, "2031-02-28", StepDone)
	var state cake
	if err := b.session.Load(&state); err != nil || state.Name != "plum tart" || state.Qty.String() != "3" || state.Until != "2031-02-28" || len(state.Choices) > 0 {
		t.Errorf("the session remembers %+v, %v", state, err)
	}
	token, err := json.Marshal(reply.Undo)
	if err == nil {
		err = b.machine.Undo(t.Context(), b.session, token)
	}
	if err != nil || !slices.Equal(*undone, []string{"plum tart"}) {
		t.Errorf("taken back is %v, %v", *undone, err)
	}
}

func TestAMachineTakesForms(t *testing.T) {
	t.Parallel()
	b, _ := atBench(t, false)
	b.refuses(KindForm, 7, "cake.bad_form")
	b.goes(KindForm, map[string]string{"until": "2031-01-01"}, StepDone)
}

func TestWhatReadyRepliesIsTheAnswer(t *testing.T) {
	t.Parallel()
	b, _ := atBench(t, true)
	if reply := b.goes(KindScan, "plum", StepDone); reply.Key != "cake.shut" {
		t.Errorf("the kitchen is shut, told is %+v", reply)
	}
}

// TestAMachineKeepsToItsDescription: a way that the description does not have is a
// fault of the program, and so is a step that the flow does not have.
func TestAMachineKeepsToItsDescription(t *testing.T) {
	t.Parallel()
	b, _ := atBench(t, false)
	b.goes(KindScan, "plum", "qty")
	if _, err := b.try(KindButton, "astray"); err == nil || !strings.Contains(err.Error(), "leads to date without saying so") {
		t.Errorf("a way that is not described: %v", err)
	}
	b.session.step = "oven"
	if _, err := b.try(KindScan, "x"); err == nil || !strings.Contains(err.Error(), "no step oven") {
		t.Errorf("a step that is not there: %v", err)
	}
	plan := b.machine.Plan()
	if mistakes := plan.Mistakes(); len(mistakes) > 0 {
		t.Errorf("mistakes of a sound machine: %v", mistakes)
	}
	qty, _ := plan.Step("qty")
	if got, want := qty.Buttons, []string{"astray", "late", "back"}; !slices.EqualFunc(got, want, func(b meta.FlowButton, code string) bool { return b.Code == code }) || !slices.Equal(got[2].To, []string{"name"}) {
		t.Errorf("buttons are described as %+v", got)
	}
}

func TestTakenWeightsReasonsAndPhotos(t *testing.T) {
	t.Parallel()
	var got []any
	keep := func(v any) error { got = append(got, v); return nil }
	c := &cake{Turn: Turn{Session: &Session{}}}
	give := func(handle Handle[*cake], in Input) error { c.In = in; return handle(c, t.Context()) }
	weight := TakeWeight(3, "cake.bad_weight", func(_ *cake, _ context.Context, w decimal.Decimal) error { return keep(w.String()) })
	reason := TakeReason([]string{"birthday"}, "cake.no_reason", func(_ *cake, _ context.Context, r string) error { return keep(r) })
	photo := TakePhoto(func(_ *cake, _ context.Context, key string) error { return keep(key) })
	for _, one := range []struct {
		handle Handle[*cake]
		kind   string
		value  string
		want   string // key of the refusal
	}{
		{weight, KindWeight, `"1.25"`, ""},
		{weight, KindWeight, `0.5`, ""},
		{weight, KindKey, `"heavy"`, "cake.bad_weight"},
		{reason, KindKey, `"birthday"`, ""},
		{reason, KindKey, `"hunger"`, "cake.no_reason"},
		{photo, KindPhoto, `"0a60de3"`, ""},
		{photo, KindScan, `"0a60de3"`, "station.no_photo"},
		{photo, KindPhoto, `""`, "station.no_photo"},
	} {
		err := give(one.handle, Input{Kind: one.kind, Value: json.RawMessage(one.value)})
		if one.want == "" && err != nil || one.want != "" && !fault.IsKey(err, one.want) {
			t.Errorf("%s %s: %v, want %q", one.kind, one.value, err, one.want)
		}
	}
	if !slices.Equal(got, []any{"1.25", "0.5", "birthday", "0a60de3"}) {
		t.Errorf("taken are %v", got)
	}
}
