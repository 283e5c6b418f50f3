package httpapi

import (
	"html"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/release/impact"
)

// ToldImpact is what a release would do to those who work, in words.
type ToldImpact struct {
	Breaks []ToldBreak `json:"breaks"`
	Gains  []ToldShift `json:"gains"`
	Losses []ToldShift `json:"losses"`
}

// ToldBreak is something that would not go on as it does.
type ToldBreak struct {
	What  string      `json:"what"` // in words, plain
	Code  string      `json:"code"`
	Kind  string      `json:"kind"`
	Key   string      `json:"key"`
	Path  string      `json:"path"`
	Where []toldPlace `json:"where"`
	toldCount
}

type toldPlace struct {
	impact.Place
	Title string `json:"title"`
}

// toldCount is a number and its words; no number is one that was not counted.
type toldCount struct {
	Count   *int64 `json:"count"`
	Counted string `json:"counted"`
}

// ToldShift is what the people of a role, or one person, would have more or less.
type ToldShift struct {
	impact.Subject
	What  string     `json:"what"` // in words, plain
	Code  string     `json:"code"`
	Menu  int        `json:"menu,omitempty"`
	Table string     `json:"table,omitempty"`
	Parts []toldPart `json:"parts"`
	toldCount
}

type toldPart struct {
	Key   string `json:"key"`
	Title string `json:"title"`
}

// Impact words what a release would do.
func (t *Texts) Impact(found *impact.Impact, language string) ToldImpact {
	told := ToldImpact{[]ToldBreak{}, []ToldShift{}, []ToldShift{}}
	if found == nil {
		return told
	}
	for _, b := range found.Breaks {
		told.Breaks = append(told.Breaks, t.toldBreak(b, language))
	}
	for _, s := range found.Gains {
		told.Gains = append(told.Gains, t.toldShift(s, language))
	}
	for _, s := range found.Losses {
		told.Losses = append(told.Losses, t.toldShift(s, language))
	}
	return told
}

func (t *Texts) toldBreak(b impact.Break, language string) ToldBreak {
	params := fault.Params{"kind": map[string]any{"key": "designer.kind." + b.Kind}}
	for name, value := range b.Params {
		params[name] = value
	}
	told := ToldBreak{
		What: t.Plain(language, "impact."+b.Code, params), Code: b.Code, Kind: b.Kind, Key: b.Key, Path: b.Path,
		Where: []toldPlace{}, toldCount: t.toldCount(b.Count, language),
	}
	for _, place := range b.Where {
		told.Where = append(told.Where, toldPlace{place, place.Title.In(language)})
	}
	return told
}

func (t *Texts) toldShift(s impact.Shift, language string) ToldShift {
	told := ToldShift{Subject: s.Subject, Code: s.What, Parts: []toldPart{}}
	var title meta.Text
	switch {
	case s.Menu != nil:
		told.Menu, title = s.Menu.ID, s.Menu.Title
		told.Parts = t.buttonsOf(s, language)
	case s.Table != nil:
		told.Table, title = s.Table.Key, s.Table.Meta.Title
		told.Parts = fieldsOf(s.Table, s.Parts, language)
		told.toldCount = t.toldCount(s.Count, language)
	}
	key, words := "impact.shift."+s.What, make([]string, len(told.Parts))
	for i, part := range told.Parts {
		words[i] = part.Title
	}
	if s.What == impact.Menu && len(words) > 0 {
		key += "_with"
	}
	told.What = t.Plain(language, key, fault.Params{"title": title, "parts": words})
	return told
}

// buttonsOf words buttons as the rights of a role do.
func (t *Texts) buttonsOf(s impact.Shift, language string) []toldPart {
	parts := make([]toldPart, len(s.Parts))
	for i, code := range s.Parts {
		title := screen.ButtonTitle(s.Release, s.Menu, code, language)
		if title == "" {
			title = t.Plain(language, "rights.verb."+code, nil)
		}
		parts[i] = toldPart{code, title}
	}
	return parts
}

func fieldsOf(table *catalog.Table, keys []string, language string) []toldPart {
	parts := make([]toldPart, len(keys))
	for i, key := range keys {
		parts[i] = toldPart{key, key}
		if f, ok := table.Field(key); ok {
			parts[i].Title = f.Meta.Title.In(language)
		}
	}
	return parts
}

func (t *Texts) toldCount(c impact.Count, language string) toldCount {
	if !c.Known {
		return toldCount{Counted: t.Plain(language, "impact.uncounted", nil)}
	}
	counted := t.Plain(language, "impact.count."+c.Of, fault.Params{"n": c.N})
	if c.Least {
		counted = t.Plain(language, "impact.least", fault.Params{"count": counted})
	}
	return toldCount{&c.N, counted}
}

// Plain words a text that is shown as it is: nothing of it is markup.
func (t *Texts) Plain(language, key string, params fault.Params) string {
	return unescaped(t.Word(language, key, params))
}

func unescaped(words string) string { return strings.TrimSpace(html.UnescapeString(words)) }
