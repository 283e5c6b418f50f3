package station

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// answer is what a call answers: the result, if there is one, and the screen.
func (v *Service) answer(ctx context.Context, rights *access.Rights, flow Flow, s *Session, result *Result) (*Answer, error) {
	screen, err := v.screen(ctx, rights, flow, s)
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
func (v *Service) screen(ctx context.Context, rights *access.Rights, flow Flow, s *Session) (Screen, error) {
	view, err := flow.View(ctx, s)
	if err != nil {
		return Screen{}, err
	}
	if err := s.keepProgress(ctx, view); err != nil {
		return Screen{}, err
	}
	next, err := v.onward(ctx, rights, s, view.Facts)
	if err != nil {
		return Screen{}, err
	}
	prints, err := v.prints(ctx, rights, s, view)
	if err != nil {
		return Screen{}, err
	}
	language := s.Actor.Language
	screen := Screen{
		Step: s.step, Done: view.Done, Left: view.Left, List: view.List, Image: view.Image,
		Sound: view.Sound, Speak: view.Speak, Default: view.Default, Max: view.Max, Expect: limited(view.Expect),
		Next: next, Heard: view.Heard, Prints: prints,
	}
	for i, choice := range screen.List {
		if choice.Word != "" {
			screen.List[i].Label = v.Translate(s.release, language, choice.Word, nil)
		}
		if choice.Says != "" {
			screen.List[i].Detail = v.Translate(s.release, language, choice.Says, choice.Params)
		}
	}
	for _, target := range view.Target {
		if target.Words != nil {
			target.Label = target.Words.In(language)
		} else {
			target.Label = v.Translate(s.release, language, target.Label, nil)
		}
		screen.Target = append(screen.Target, target)
	}
	step, err := s.question()
	if err != nil {
		return Screen{}, err
	}
	screen.Kind, screen.Title, screen.Prompt = step.Kind, step.Title.In(language), fill(step.Prompt.In(language), view.Prompt)
	if s.step == StepDone {
		screen.Kind, screen.Title, screen.Sound = StepDone, v.Translate(s.release, language, "station.done", nil), SoundDone
	}
	offered := step.Buttons
	if view.Buttons != nil {
		offered = view.Buttons
	}
	screen.Buttons = buttons(s.Station, offered, language)
	return screen, nil
}

// question is the step that the next input is about; at the end that is the first.
func (s *Session) question() (*meta.Step, error) {
	if s.step == StepDone {
		return stepOf(s.Station, firstStep(s.Station))
	}
	return stepOf(s.Station, s.step)
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
			if b.Key == code {
				out = append(out, ScreenButton{Code: b.Key, Label: b.Label.In(language), Key: b.Shortcut, Danger: b.Danger})
			}
		}
	}
	return out
}

// fill puts the params in the place of their {names}.
func fill(text string, params fault.Params) string {
	return meta.Fill(text, func(name string) (string, bool) {
		value, given := params[name]
		return fmt.Sprint(value), given
	})
}
