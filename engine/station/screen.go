package station

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// answer is what a call answers: the result, if there is one, and the screen.
func (v *Service) answer(ctx context.Context, flow Flow, s *Session, result *Result) (*Answer, error) {
	screen, err := v.screen(ctx, flow, s)
	if err != nil {
		return nil, err
	}
	answer := &Answer{Session: s.ID, Seq: s.row.LastSeq, Screen: screen}
	if result != nil {
		answer.Results = []Result{*result}
	}
	return answer, nil
}

// screen turns what the flow shows into words of the person's language.
func (v *Service) screen(ctx context.Context, flow Flow, s *Session) (Screen, error) {
	view, err := flow.View(ctx, s)
	if err != nil {
		return Screen{}, err
	}
	language := s.Actor.Language
	screen := Screen{
		Step: s.step, Done: view.Done, Left: view.Left, List: view.List, Image: view.Image,
		Sound: view.Sound, Speak: view.Speak, Default: view.Default, Max: view.Max, Expect: limited(view.Expect),
	}
	for i, choice := range screen.List {
		if choice.Word != "" {
			screen.List[i].Label = v.Translate(language, choice.Word, nil)
		}
	}
	for _, target := range view.Target {
		target.Label = v.Translate(language, target.Label, nil)
		screen.Target = append(screen.Target, target)
	}
	if s.step == StepDone {
		screen.Kind, screen.Title, screen.Sound = "done", v.Translate(language, "station.done", nil), SoundDone
		screen.Buttons = buttons(s.Station, view.Buttons, language)
		return screen, nil
	}
	step, err := stepOf(s.Station, s.step)
	if err != nil {
		return Screen{}, err
	}
	screen.Kind, screen.Title, screen.Prompt = step.Kind, step.Title.In(language), fill(step.Prompt.In(language), view.Prompt)
	offered := step.Buttons
	if view.Buttons != nil {
		offered = view.Buttons
	}
	screen.Buttons = buttons(s.Station, offered, language)
	return screen, nil
}

func stepOf(definition *meta.Station, key string) (*meta.Step, error) {
	for i := range definition.Steps {
		if definition.Steps[i].Key == key {
			return &definition.Steps[i], nil
		}
	}
	return nil, fmt.Errorf("station %s has no step %s", definition.Key, key)
}

func buttons(definition *meta.Station, codes []string, language string) []ScreenButton {
	var out []ScreenButton
	for _, code := range codes {
		for _, b := range definition.Buttons {
			if b.Code == code {
				out = append(out, ScreenButton{Code: b.Code, Label: b.Label.In(language), Key: b.Key, Danger: b.Danger})
			}
		}
	}
	return out
}

// fill puts the params in the place of their {names}.
func fill(text string, params fault.Params) string {
	for name, value := range params {
		text = strings.ReplaceAll(text, "{"+name+"}", fmt.Sprint(value))
	}
	return text
}
