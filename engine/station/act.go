package station

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/scan"
)

// Acting is what the flow meta.FlowAct works with. It may be filled after the flow was
// made, and is before the first task begins.
type Acting struct {
	Query     *query.Query
	Documents *document.Documents
}

// acting is the task: which document was found. All that it sees and does is by the
// rights of the person, not by those of the station.
type acting struct {
	Turn `json:"-"`
	Choosing
	Found int64 `json:"found,omitempty"`
	parts *Acting
}

// stepAct is the step at which a person says what is to be done.
const stepAct = "act"

// Flow makes the flow meta.FlowAct: a code names a document, the person sees it and takes
// one of the actions that its station offers; another code leads to the next document.
func (a *Acting) Flow() Flow {
	return Machine[*acting]{
		New: func() *acting { return &acting{parts: a} },
		Steps: []Step[*acting]{{
			Key: "code", Kind: "scan", Take: TakeText((*acting).find), To: []string{StepChoose, stepAct},
		}, {
			Key: StepChoose, Kind: "choice", Take: Chosen((*acting).open), To: []string{stepAct}, Back: []string{"code"},
		}, {
			Key: stepAct, Kind: "choice", Take: TakeText((*acting).take), To: []string{"code", StepChoose}, Back: []string{"code"},
		}},
		Show: (*acting).show, TakeBack: Undoing((*acting).takeBack),
	}
}

// find finds the documents that a code means or leads on to.
//
// Invalid station.code_unknown: none that the person may see.
func (t *acting) find(ctx context.Context, code string) error {
	if scan.Read(code).Text == "" {
		return fault.New(fault.Invalid, "station.code_empty")
	}
	meaning, err := t.parts.Query.CodeIn(ctx, t.tx, t.rights, query.Scanned{Text: code})
	if err != nil {
		return err
	}
	var found []Meaning
	for _, one := range meaning.Found {
		if one.Table != t.Station.Acts.Table {
			continue
		}
		label, err := labelOf(one)
		if err != nil {
			return err
		}
		found = append(found, Meaning{ID: one.ID, Label: label})
	}
	if len(found) == 0 {
		return fault.New(fault.Invalid, codeUnknown, "code", code)
	}
	return Choose(ctx, t, code, found, (*acting).open)
}

func labelOf(one query.Meant) (label string, err error) {
	if err := json.Unmarshal(one.Label, &label); err != nil {
		return "", fmt.Errorf("read the label of %s %d: %w", one.Table, one.ID, err)
	}
	return label, nil
}

// open goes on with a document.
//
// Conflict station.nothing_to_do: no action of the station is possible.
func (t *acting) open(ctx context.Context, m Meaning) error {
	t.Found = m.ID
	now, err := t.look(ctx)
	if err != nil {
		return err
	}
	if len(t.offered(now)) == 0 {
		return fault.New(fault.Conflict, "station.nothing_to_do", "record", now.Label)
	}
	t.GoTo(stepAct)
	return nil
}

// acted is what was done, as far as it takes to undo it.
type acted struct {
	ID   int64  `json:"id"`
	Undo string `json:"undo"` // action; "" for none
}

// take takes an action; what names none is the code of the next document.
func (t *acting) take(ctx context.Context, text string) error {
	at := slices.IndexFunc(t.Station.Acts.Actions, func(a meta.ActOffered) bool { return a.Key == text })
	if at < 0 {
		return t.find(ctx, text)
	}
	now, err := t.look(ctx)
	if err != nil {
		return err
	}
	offer := t.Station.Acts.Actions[at]
	if err := t.act(ctx, t.Found, offer.Key); err != nil {
		return err
	}
	t.Reply = Reply{
		Key: "station.acted", Params: fault.Params{"action": t.action(offer.Key).Meta.Title, "record": now.Label}, Undo: acted{t.Found, offer.Undo},
	}
	t.Found = 0
	t.GoTo("code")
	return nil
}

func (t *acting) act(ctx context.Context, id int64, action string) error {
	_, err := t.parts.Documents.ActIn(ctx, t.tx, t.rights, t.Station.Acts.Table, action, id, nil)
	return err
}

// takeBack takes the opposite action.
//
// Invalid station.act_stays: the station names none.
func (t *acting) takeBack(ctx context.Context, did acted) error {
	if did.Undo == "" {
		return fault.New(fault.Invalid, "station.act_stays")
	}
	return t.act(ctx, did.ID, did.Undo)
}

// document is what is worked on. The check of metadata saw that it is there.
func (t *acting) document() *catalog.Document {
	document, _ := t.release.Document(t.Station.Acts.Table)
	return document
}

func (t *acting) action(key string) *catalog.Action {
	action, _ := t.document().Action(key)
	return action
}

// guard is why a record's answer says that an action is not possible when only its own
// condition is in the way.
const guard = "guard"

// seen is a document as the person sees it now.
type seen struct {
	Label  string            `json:"_label"`
	Can    []string          `json:"_can"`
	Cannot map[string]string `json:"_cannot"`
	fields map[string]any
}

func (t *acting) look(ctx context.Context) (now seen, err error) {
	page, err := t.parts.Query.GetIn(ctx, t.tx, t.rights, t.Station.Acts.Table, t.Found)
	if err != nil {
		return now, err
	}
	defer page.Release()
	fields := json.NewDecoder(bytes.NewReader(page.Bytes()))
	fields.UseNumber() // figures are shown as they are
	if err := errors.Join(json.Unmarshal(page.Bytes(), &now), fields.Decode(&now.fields)); err != nil {
		return now, fmt.Errorf("read %s %d: %w", t.Station.Acts.Table, t.Found, err)
	}
	return now, nil
}

// offered are the actions that may be tried: those that are possible, and those that
// a guard refuses, since the refusal says what to do about it.
func (t *acting) offered(now seen) []Choice {
	var list []Choice
	for _, a := range t.Station.Acts.Actions {
		if slices.Contains(now.Can, a.Key) || now.Cannot[a.Key] == guard {
			list = append(list, Choice{Code: a.Key, Label: t.action(a.Key).Meta.Title.In(t.Actor.Language), State: "open"})
		}
	}
	return list
}

func (t *acting) show(ctx context.Context, view *View) error {
	view.Prompt, view.List = fault.Params{"code": t.Code}, t.Shown()
	if t.Step() != stepAct {
		return nil
	}
	now, err := t.look(ctx)
	if code := fault.CodeOf(err); code == fault.NotFound || code == fault.Denied {
		return nil // it went, or out of the person's sight; another code leads on
	}
	if err != nil {
		return err
	}
	view.Prompt["record"] = now.Label
	view.About = About{t.Station.Acts.Table, t.Found}
	view.List, view.Target = t.offered(now), t.facts(now)
	return nil
}

// facts are what the station shows of the document, but for what is empty or not for
// this person to see.
func (t *acting) facts(now seen) []Target {
	var list []Target
	for _, key := range t.Station.Acts.Shows {
		field, ok := t.document().Head.Field(key)
		if !ok || now.fields[key] == nil {
			continue
		}
		list = append(list, Target{Words: &field.Meta.Title, Value: t.said(field, now.fields), Size: SizeMedium, Field: key})
	}
	return list
}

// said writes the value of a field in the person's language.
func (t *acting) said(field *catalog.Field, fields map[string]any) string {
	value := fmt.Sprint(fields[field.Key])
	if label, ok := fields[field.Key+"__label"].(string); ok {
		return label
	}
	if state, ok := t.document().State(value); ok && field.Key == catalog.StatusField {
		return state.Meta.Title.In(t.Actor.Language)
	}
	if field.Dropdown == nil {
		return value
	}
	return field.Dropdown.Word(value, t.Actor.Language)
}
