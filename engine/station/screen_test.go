package station

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// TestAScreenSpeaksThePersonsLanguage: keys become words, and what is said already stays.
func TestAScreenSpeaksThePersonsLanguage(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	o.looks = func(_ *baking, view *View) {
		view.List = []Choice{{Code: "1", Label: "said", Detail: "told"}, {Code: "2", Word: "oven.word", Says: "oven.says", Params: fault.Params{"n": 2}}}
		view.Target = []Target{{Label: "oven.target", Value: "A"}, {Words: &meta.Text{"en": "Field"}, Value: "B"}}
		view.Default, view.Max, view.Speak, view.Sound, view.Heard = "1", "9", "speak", SoundStop, "ring"
	}
	screen := o.starts(ann, "").Screen
	o.wants(labels(screen.List, func(c Choice) string { return c.Code + " " + c.Label + " " + c.Detail }), "1 said told; 2 en oven.word map[] en oven.says map[n:2]")
	o.wants(labels(screen.Target, func(t Target) string { return t.Label + "=" + t.Value }), "en oven.target map[]=A; Field=B")
	o.wants(fmt.Sprint(screen.Kind, "/", screen.Title, "/", screen.Prompt, "/", screen.Default, "/", screen.Max, "/", screen.Speak, "/", screen.Sound, "/", screen.Heard, "/", screen.Done, "/", screen.Left),
		"scan/Item/Scan an item for Ann/1/9/speak/stop/ring/0/7")
}

// TestTheEndOfATaskAsksTheFirstQuestionOfTheNext.
func TestTheEndOfATaskAsksTheFirstQuestionOfTheNext(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	answer, err := o.Input(o.Context(), o.caller(ann), s, []Input{in(2, KindKey, "1")})
	if err != nil {
		t.Fatal(err)
	}
	screen := answer.Screen
	o.wants(fmt.Sprint(screen.Step, "/", screen.Kind, "/", screen.Title, "/", screen.Prompt, "/", screen.Sound, "/", answer.Results[0].Message),
		"done/done/en station.done map[]/Scan an item for Ann/done/en oven.baked map[qty:1]")
	o.wants(labels(screen.Buttons, func(b ScreenButton) string { return b.Code }), "sweep")
}

// TestButtonsAreThoseOfTheStepOrOfTheFlow, in the order in which they are named.
func TestButtonsAreThoseOfTheStepOrOfTheFlow(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	spell := func(b ScreenButton) string { return fmt.Sprint(b.Code, " ", b.Label, " ", b.Key, " ", b.Danger) }
	o.wants(labels(o.starts(ann, "PIE").Screen.Buttons, spell), "sweep Sweep  true; ring Ring F2 false")
	o.looks = func(_ *baking, view *View) { view.Buttons = []string{"ring", "unknown"} }
	o.wants(labels(o.starts(ann, "PIE").Screen.Buttons, spell), "ring Ring F2 false")
	o.looks = func(_ *baking, view *View) { view.Buttons = []string{} }
	o.wants(labels(o.starts(ann, "PIE").Screen.Buttons, spell), "")
}

// TestTheWorkGoesOnWhereThePersonMayGo when a part of it has ended, with what the task knows.
func TestTheWorkGoesOnWhereThePersonMayGo(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	spell := func(n ScreenNext) string { return fmt.Sprint(n.Label, " ", n.Route, " ", n.Shows) }
	for _, tt := range []struct{ name, weight, order, want string }{
		{"all that holds", "1.5", "77", "Bake again /goods/oven?open=PIE false; Look at O-77 /goods/orders/77 true"},
		{"a condition", "1", "77", "Bake again /goods/oven?open=PIE false"},
		{"no record to open", "1.5", "", "Bake again /goods/oven?open=PIE false"},
		{"a record that is gone", "1.5", "78", "Bake again /goods/oven?open=PIE false; Look at  /goods/orders/78 true"},
	} {
		params := map[string]any{}
		if tt.order != "" {
			params["trays"] = json.Number(tt.order)
		}
		begun, err := o.Start(o.Context(), o.caller(ann), "oven", Opening{Params: params, Input: "PIE"})
		if err != nil {
			t.Fatal(err)
		}
		if len(begun.Screen.Next) > 0 {
			t.Errorf("%s: the work goes on before its end: %v", tt.name, begun.Screen.Next)
		}
		answer, err := o.Input(o.Context(), o.caller(ann), begun.Session, []Input{in(2, KindKey, tt.weight)})
		if err != nil {
			t.Fatal(err)
		}
		o.wants(tt.name+": "+labels(answer.Screen.Next, spell), tt.name+": "+tt.want)
	}
}

// TestWhatTheTaskIsAboutMayBePrinted by who may print it, and what a flow knows at the end.
func TestWhatTheTaskIsAboutMayBePrinted(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	spell := func(p ScreenPrint) string { return fmt.Sprint(p.Table, " ", p.ID == o.pie, " ", p.Label) }
	begun := o.starts(ann, "PIE")
	o.wants(labels(begun.Screen.Prints, spell), "item true PIE")
	answer, err := o.Input(o.Context(), o.caller(ann), begun.Session, []Input{in(2, KindKey, "1")})
	if err != nil {
		t.Fatal(err)
	}
	o.wants(labels(answer.Screen.Prints, spell), "item true PIE")
	for name, looks := range map[string]func(*baking, *View){
		"an item that is gone":         func(b *baking, view *View) { b.Item, view.About = 0, About{"item", 4711} },
		"a table without a template":   func(b *baking, view *View) { b.Item, view.About = 0, About{"order", 77} },
		"what is about nothing so far": func(b *baking, view *View) { b.Item, view.About = 0, About{"item", 0} },
	} {
		o.looks = looks
		if prints := o.starts(ann, "PIE").Screen.Prints; len(prints) > 0 {
			t.Errorf("%s is printed: %v", name, prints)
		}
	}
	o.looks = nil
	if prints := o.starts(lea, "PIE").Screen.Prints; len(prints) != 1 {
		t.Errorf("the lead prints %v", prints)
	}
}

// TestWhatIsShownOfTheTaskIsKept for the list of open tasks, and is forgotten with it.
func TestWhatIsShownOfTheTaskIsKept(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	kept := func() string {
		return o.one("select about || '/' || task || '/' || place || '/' || done || '/' || remaining || '/' || picture from station_session")
	}
	s := o.starts(ann, "PIE").Session
	o.wants(kept(), fmt.Sprintf("item %d/PIE/A-1/3/7/picture of PIE", o.pie))
	o.gives(ann, s, Input{Seq: 2, Kind: KindUndo})
	o.wants(kept(), "//A-1/0/7/")
}

// TestOnlyTheLastScreenOfSeveralInputsIsDrawn, or that of the refusal.
func TestOnlyTheLastScreenOfSeveralInputsIsDrawn(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s, drawn := o.starts(ann, "").Session, ""
	o.looks = func(b *baking, _ *View) { drawn += b.Step() + " " }
	o.gives(ann, s, in(1, KindScan, "PIE"), in(2, KindKey, "1"), in(3, KindScan, "CAKE"))
	o.wants(drawn, "weight ")
	o.gives(ann, s, in(4, KindKey, "heavy"), in(5, KindKey, "1"))
	o.wants(drawn, "weight weight ")
}

// TestAStepThatIsNotThereIsAnError of the program.
func TestAStepThatIsNotThereIsAnError(t *testing.T) {
	t.Parallel()
	definition := &meta.Station{Object: meta.Object{Key: "oven"}, Steps: []meta.Step{{Key: "item"}, {Key: "weight"}}}
	if step, err := stepOf(definition, "weight"); err != nil || step != &definition.Steps[1] {
		t.Errorf("%v (%v)", step, err)
	}
	if _, err := stepOf(definition, "gone"); err == nil {
		t.Error("a step that is gone is found")
	}
	if step, err := (&Session{Station: definition, step: StepDone}).question(); err != nil || step.Key != "item" {
		t.Errorf("at the end asked is %v (%v)", step, err)
	}
}
