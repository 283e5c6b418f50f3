package figures

import (
	"context"
	"strings"
	"unicode"

	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/report"
)

// Paper is what is shown.
type Paper struct {
	Title    string
	Facts    []report.Fact
	Parts    []Part
	Foot     string // on every page
	Language string
}

// Part is a part of the paper: a report, or a card of a home page.
type Part struct {
	Title     string
	Sentences []string
	Shown     string // what bars are of
	Bars      []Bar
	Upright   bool // bars stand beside each other, as those of days do
	Columns   []Column
	Rows      [][]string
	Totals    []string // none: there is no such row
	Note      string
}

// Column is a column of a table.
type Column struct {
	Title string
	Right bool // figures stand at the right
}

// Bar is a bar of a chart.
type Bar struct {
	Title, Words string
	Share        float64 // of the largest
}

// perMM are the dots that texts begin on: those of any other PDF.
const perMM = 8

// Make lays the paper out. The table of the last part may go over many pages, on which
// its head is repeated. The faults are those of layout.Make.
func (p *Paper) Make(ctx context.Context, family *font.Family) (*layout.Result, error) {
	m := &maker{Paper: p, family: family}
	template := m.template()
	options := layout.Options{Family: family, PerMM: perMM, Language: p.Language}
	return layout.Make(ctx, template, []layout.Record{{ID: 1, Row: map[string]any{}, Lines: m.lines()}}, options)
}

// sound puts a mark in the place of letters that the font has not: a report is not
// refused for the name of a record.
func (m *maker) sound(words string) string {
	return strings.Map(func(r rune) rune {
		if _, ok := m.family.Regular.Glyph(r); ok || unicode.IsSpace(r) || unicode.IsControl(r) {
			return r
		}
		return '?'
	}, words)
}
