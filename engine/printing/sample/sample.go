// Package sample makes up records for those who design templates of paper: what is
// usual, the longest texts, nothing at all, and many lines.
package sample

import (
	"context"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/code"
	"github.com/wareloom/wareloom/engine/printing/layout"
)

// The cases that there are.
const (
	Usual   = "usual"
	Longest = "longest"
	Empty   = "empty" // no words, no lines
	Many    = "many"  // lines
)

// Lines of the cases.
const (
	usualLines = 3
	manyLines  = 200
)

// Record makes up a record for a template in a case, and gives what references of it
// lead to. Texts of choices are in the language.
func Record(release *catalog.Release, template *catalog.Print, of, language string) (layout.Record, expression.Resolver) {
	m := &maker{template: template, of: of, language: language, coded: map[string]string{}}
	m.findCodes()
	r := layout.Record{ID: 1, Label: "1", Row: m.row(template.Table), Words: m.words(false)}
	for range m.lines() {
		r.Lines = append(r.Lines, layout.Line{Row: m.row(template.Lines.Table), Words: m.words(true)})
	}
	return r, func(_ context.Context, table string, _ int64) (map[string]any, error) {
		t, ok := release.Tables[table]
		if !ok || of == Empty {
			return nil, nil
		}
		return m.row(t), nil
	}
}

type maker struct {
	template *catalog.Print
	of       string
	language string
	coded    map[string]string // by field: the text that a code of it asks for; "": any of plain letters
}

func (m *maker) lines() int {
	switch {
	case m.template.Lines == nil || m.of == Empty:
		return 0
	case m.of == Many:
		return manyLines
	}
	return usualLines
}

// findCodes finds the fields that codes show, or that the expressions of codes read.
func (m *maker) findCodes() {
	m.each(func(_ *catalog.PrintBand, e *catalog.PrintElement) {
		text := code.Sample(e.Meta.Code)
		switch {
		case e.Meta.Type != meta.ElementCode:
		case e.Field != nil:
			m.coded[e.Field.Last().Key] = text
		case e.Value != nil:
			for _, ref := range e.Value.Refs() {
				m.coded[ref[strings.LastIndex(ref, ".")+1:]] = strings.TrimPrefix(text, "(00)")
			}
		}
	})
}

func (m *maker) each(visit func(*catalog.PrintBand, *catalog.PrintElement)) {
	for i := range m.template.Bands {
		for j := range m.template.Bands[i].Elements {
			visit(&m.template.Bands[i], &m.template.Bands[i].Elements[j])
		}
	}
}

// words are the fields that elements show.
func (m *maker) words(ofLines bool) map[string]string {
	words := map[string]string{}
	if m.of == Empty {
		return words
	}
	m.each(func(band *catalog.PrintBand, e *catalog.PrintElement) {
		if (band.Meta.OverLines() || band.Meta.OfGroup()) != ofLines || e.Field == nil {
			return
		}
		words[e.Meta.Field] = m.word(e.Field.Last())
	})
	return words
}

// row gives all fields of a table a value, for expressions.
func (m *maker) row(t *catalog.Table) map[string]any {
	row := map[string]any{"id": int64(1)}
	if m.of == Empty {
		return row
	}
	for _, f := range t.Fields {
		row[f.Key] = m.value(f)
	}
	return row
}

func (m *maker) value(f *catalog.Field) any {
	switch f.Family() {
	case meta.FamilyFigure:
		if f.ExpressionType() == expression.Decimal {
			return decimal.RequireFromString(m.number(f))
		}
		return int64(1)
	case meta.FamilyRecord:
		return int64(1)
	case meta.FamilyTruth:
		return true
	case meta.FamilyMoment:
		return moment
	case meta.FamilyChoice:
		return m.choice(f)
	case meta.FamilyWords, meta.FamilyDay:
		return m.word(f)
	default:
		return nil
	}
}

// moment is when everything happened.
var moment = time.Date(2026, 11, 23, 13, 30, 0, 0, time.UTC)

// word is a field as people read it.
func (m *maker) word(f *catalog.Field) string {
	if text := m.coded[f.Key]; text != "" {
		return text
	}
	switch f.Family() {
	case meta.FamilyFigure:
		return m.number(f)
	case meta.FamilyTruth:
		return "✓"
	case meta.FamilyDay:
		return moment.Format("2006-01-02")
	case meta.FamilyMoment:
		return catalog.Moment(moment, nil)
	case meta.FamilyChoice:
		if f.Dropdown == nil {
			return m.choice(f)
		}
		return f.Dropdown.Word(m.choice(f), m.language)
	case meta.FamilyRecord:
		if f.To != nil && len(f.To.Label) > 0 && f.To.Label[0].Last().To == nil {
			return m.word(f.To.Label[0].Last())
		}
	default: // its text
	}
	return m.text(f)
}

// number has all the digits that a figure may need.
func (m *maker) number(f *catalog.Field) string {
	if m.of != Longest {
		return "12"
	}
	if f.ExpressionType() == expression.Int {
		return "999999"
	}
	if f.Scale == 0 {
		return "99999"
	}
	return "99999." + strings.Repeat("9", f.Scale)
}

// choice is one of a list: the first, or the one with the longest words.
func (m *maker) choice(f *catalog.Field) string {
	if len(f.Values) == 0 {
		return ""
	}
	found := f.Values[0]
	for _, value := range f.Values {
		if m.of == Longest && f.Dropdown != nil && len(f.Dropdown.Word(value, m.language)) > len(f.Dropdown.Word(found, m.language)) {
			found = value
		}
	}
	return found
}

// The texts that are made up; the longer ones are repeated to the length of a field.
const (
	usualText   = "样例 Sample"
	usualCode   = "A01-0203"
	longText    = "样例文字 Ñandú Sample 500 "
	longCode    = "WQ-2026-001234567-"
	longestText = 200 // characters that a text of any length is taken to
	longestCode = 24
)

func (m *maker) text(f *catalog.Field) string {
	_, coded := m.coded[f.Key]
	coded = coded || f.Traits.Code || strings.HasSuffix(f.Key, "_no") || f.Key == "code"
	usual, long, most := usualText, longText, longestText
	if coded {
		usual, long, most = usualCode, longCode, longestCode
	}
	if f.Meta != nil && f.Meta.MaxLength > 0 {
		most = min(most, f.Meta.MaxLength)
	}
	if m.of == Longest {
		usual = strings.Repeat(long, most/len([]rune(long))+1)
	}
	letters := []rune(usual)
	return strings.TrimSpace(string(letters[:min(len(letters), most)]))
}
