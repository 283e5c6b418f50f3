package meta

import (
	"fmt"
	"slices"
)

// Flow describes what the flow of a station does, step by step: for the check of
// stations, and for who draws or simulates one.
type Flow struct {
	Steps []FlowStep `json:"steps"` // that which a task begins with first
}

// FlowStep is a step of a flow.
type FlowStep struct {
	Key     string       `json:"key"`
	Kind    string       `json:"kind"`              // how a screen asks, a kind of the schema of stations
	Accept  []string     `json:"accept,omitempty"`  // kinds of codes that may be scanned
	Form    bool         `json:"form,omitempty"`    // all about it may come in one input
	To      []string     `json:"to,omitempty"`      // steps that an answer may lead to, if not to the step itself
	Buttons []FlowButton `json:"buttons,omitempty"` // that may be pressed
}

// FlowButton is a button of a step.
type FlowButton struct {
	Code string   `json:"code"`
	To   []string `json:"to,omitempty"` // steps that it may lead to, if not to the step itself
}

// FlowEnd is the step of a finished task; a flow has it without saying so.
const FlowEnd = "done"

// Step finds a step by its key.
func (f *Flow) Step(key string) (*FlowStep, bool) {
	at := slices.IndexFunc(f.Steps, func(s FlowStep) bool { return s.Key == key })
	if at < 0 {
		return nil, false
	}
	return &f.Steps[at], true
}

// has reports whether the step has a button.
func (s *FlowStep) has(button string) bool {
	return slices.ContainsFunc(s.Buttons, func(b FlowButton) bool { return b.Code == button })
}

// Unreached lists the steps that no way leads to from the first, when only the
// buttons are pressed that a screen offers at a step.
func (f *Flow) Unreached(offers func(step, button string) bool) []string {
	reached := map[string]bool{}
	for next := []string{f.Steps[0].Key}; len(next) > 0; next = next[1:] {
		step, ok := f.Step(next[0])
		if !ok || reached[step.Key] {
			continue
		}
		reached[step.Key] = true
		next = append(next, step.To...)
		for _, b := range step.Buttons {
			if offers(step.Key, b.Code) {
				next = append(next, b.To...)
			}
		}
	}
	var left []string
	for i := range f.Steps {
		if key := f.Steps[i].Key; !reached[key] {
			left = append(left, key)
		}
	}
	return left
}

// Mistakes tells what is wrong with a flow by itself: a step or a button that stands
// there twice, a way that leads nowhere, a step that no way leads to.
func (f *Flow) Mistakes() (mistakes []string) {
	if len(f.Steps) == 0 {
		return []string{"it has no step"}
	}
	seen := map[string]bool{}
	once := func(what string) {
		if seen[what] {
			mistakes = append(mistakes, what+" stands there twice")
		}
		seen[what] = true
	}
	leads := func(from string, to []string) {
		for _, key := range to {
			if _, ok := f.Step(key); !ok && key != FlowEnd {
				mistakes = append(mistakes, fmt.Sprintf("%s leads to %s, which is no step", from, key))
			}
		}
	}
	for i := range f.Steps {
		step := &f.Steps[i]
		name := "step " + step.Key
		once(name)
		leads(name, step.To)
		for _, b := range step.Buttons {
			once("button " + b.Code + " of " + name)
			leads("button "+b.Code+" of "+name, b.To)
		}
	}
	for _, key := range f.Unreached(func(string, string) bool { return true }) {
		mistakes = append(mistakes, "no way leads to step "+key)
	}
	return mistakes
}
