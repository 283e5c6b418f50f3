package meta_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

func TestFlowsTellTheirMistakes(t *testing.T) {
	t.Parallel()
	sound := func() *meta.Flow {
		return &meta.Flow{Steps: []meta.FlowStep{
			{Key: "a", To: []string{"b", meta.FlowEnd}, Buttons: []meta.FlowButton{{Code: "more", To: []string{"c"}}}}, {Key: "b"}, {Key: "c"},
		}}
	}
	if mistakes := sound().Mistakes(); len(mistakes) > 0 {
		t.Errorf("mistakes of a sound flow: %v", mistakes)
	}
	for _, one := range []struct {
		what  string
		spoil func(f *meta.Flow)
		want  string
	}{
		{"a step twice", func(f *meta.Flow) { f.Steps[2].Key = "b" }, "step b stands there twice"},
		{"a button twice", func(f *meta.Flow) { f.Steps[0].Buttons = append(f.Steps[0].Buttons, meta.FlowButton{Code: "more"}) }, "button more of step a stands there twice"},
		{"a way to nowhere", func(f *meta.Flow) { f.Steps[1].To = []string{"z"} }, "step b leads to z"},
		{"a button to nowhere", func(f *meta.Flow) { f.Steps[0].Buttons[0].To = []string{"z"} }, "button more of step a leads to z"},
		{"a step without a way", func(f *meta.Flow) { f.Steps[0].To = nil }, "no way leads to step b"},
		{"no step", func(f *meta.Flow) { f.Steps = nil }, "it has no step"},
	} {
		f := sound()
		one.spoil(f)
		if mistakes := f.Mistakes(); !slices.ContainsFunc(mistakes, func(m string) bool { return strings.Contains(m, one.want) }) {
			t.Errorf("%s: %v, want %q", one.what, mistakes, one.want)
		}
	}
}

func TestAStepBehindAHiddenButtonIsNotReached(t *testing.T) {
	t.Parallel()
	flow := &meta.Flow{Steps: []meta.FlowStep{{Key: "a", To: []string{"b"}, Buttons: []meta.FlowButton{{Code: "short", To: []string{"reason"}}}}, {Key: "b"}, {Key: "reason"}}}
	station := meta.Station{Steps: []meta.Step{{Key: "a", Buttons: []string{"short"}}, {Key: "b"}, {Key: "reason"}}}
	if left := station.Unreached(flow); len(left) > 0 {
		t.Errorf("not reached are %v", left)
	}
	station.Steps[0].Buttons = nil
	if left := station.Unreached(flow); !slices.Equal(left, []string{"reason"}) {
		t.Errorf("not reached are %v, want the reason", left)
	}
}
