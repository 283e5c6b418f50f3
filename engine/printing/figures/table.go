package figures

import (
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// Measures of tables, in mm, and sizes of their letters, in pt.
const (
	gutter     = 3.0
	leastWidth = 7.0
	mostWidth  = 78.0 // that a column of texts asks for
	usualSize  = 9.0
	leastSize  = 5.5
	sizeStep   = 0.5
	looked     = 300 // rows that widths are measured by
)

// table draws a table. Only that of the last part has lines of the layout, on whose pages
// the head is repeated; the others are as short as cards are.
func (m *maker) table(p *Part, last bool) {
	widths, size := m.widths(p)
	width := gutter * float64(len(widths)-1)
	for _, one := range widths {
		width += one
	}
	rowKind, headKind := meta.BandBody, meta.BandBody
	if last {
		rowKind, headKind = meta.BandLine, meta.BandTableHead
	}
	titles := make([]string, len(p.Columns))
	for i, c := range p.Columns {
		titles[i] = c.Title
	}
	head := m.row(p, widths, titles, meta.PrintElement{Y: 1.4, Height: 3.6, Size: size - 1, Bold: true, Fit: meta.FitGrow, Colour: "accent"})
	rule := m.bar(0, 5.75, width, 0.35, "accent")
	rule.Meta.Low = true
	m.band(headKind, 6.1, append(head, rule)...)
	if last {
		m.band(rowKind, 6.2, m.ruled(width, m.row(p, widths, nil, m.style(size)))...)
	} else {
		for _, row := range p.Rows {
			m.band(rowKind, 6.2, m.ruled(width, m.row(p, widths, row, m.style(size)))...)
		}
	}
	if len(p.Totals) > 0 {
		sums := m.row(p, widths, p.Totals, meta.PrintElement{Y: 1.6, Height: 4, Size: size, Bold: true, Fit: meta.FitShrink})
		m.band(meta.BandBody, 7, append(sums, m.bar(0, 0, width, 0.35, ""))...)
	}
}

func (m *maker) style(size float64) meta.PrintElement {
	return meta.PrintElement{Y: 1.3, Height: 3.9, Size: size, Fit: meta.FitGrow}
}

func (m *maker) ruled(width float64, row []catalog.PrintElement) []catalog.PrintElement {
	rule := m.bar(0, 6.1, width, 0.1, "grey")
	rule.Meta.Low = true
	return append(row, rule)
}

// row puts words into the columns; without words those of the lines.
func (m *maker) row(p *Part, widths []float64, words []string, style meta.PrintElement) []catalog.PrintElement {
	var row []catalog.PrintElement
	x := 0.0
	for i, c := range p.Columns {
		e := style
		e.X, e.Width = x, widths[i]
		if c.Right {
			e.Align = "right"
			e.Fit = meta.FitShrink
			e.Least = 3
		}
		if words != nil {
			row = append(row, m.text(words[i], e))
		} else {
			e.Key, e.Type, e.Field = cell(i), meta.ElementText, cell(i)
			row = append(row, catalog.PrintElement{Meta: &e, Field: catalog.Path{}})
		}
		x += widths[i] + gutter
	}
	return row
}

// widths shares the width of the sheet among the columns, and finds the size of letters
// at which they have room. Texts may be broken into lines, figures not.
func (m *maker) widths(p *Part) ([]float64, float64) {
	free := room - gutter*float64(len(p.Columns)-1)
	for size := usualSize; ; size -= sizeStep {
		asked := make([]float64, len(p.Columns))
		texts, figures := 0.0, 0.0
		for i, c := range p.Columns {
			asked[i] = m.asks(p, i, size)
			if c.Right {
				figures += asked[i]
			} else {
				texts += asked[i]
			}
		}
		if squeezed := (free - figures) / max(texts, 1); squeezed >= 0.6 || size <= leastSize {
			return share(p, asked, free, texts, figures), size
		}
	}
}

// asks is the width that a column would take if it could.
func (m *maker) asks(p *Part, column int, size float64) float64 {
	measure := func(words string, bold bool, size float64) float64 {
		em, _ := m.family.Face(bold).Measure(m.sound(words)) // none is missing
		return em * size * 25.4 / 72
	}
	asked := measure(p.Columns[column].Title, true, size-1)
	for _, row := range p.Rows[:min(len(p.Rows), looked)] {
		asked = max(asked, measure(row[column], false, size))
	}
	if column < len(p.Totals) {
		asked = max(asked, measure(p.Totals[column], true, size))
	}
	if !p.Columns[column].Right {
		asked = min(asked, mostWidth)
	}
	return max(asked+0.5, leastWidth)
}

// mostStretch is how much wider than it asks for a column may be: eyes lose the row.
const mostStretch = 1.7

// share gives what is left over to all columns alike, and takes what is missing from the
// texts, or from all where that does not do.
func share(p *Part, asked []float64, free, texts, figures float64) []float64 {
	all := min(free/(texts+figures), mostStretch)
	for i, c := range p.Columns {
		switch left := free - figures; {
		case all >= 1 || left < texts*0.3:
			asked[i] *= all
		case !c.Right:
			asked[i] *= left / texts
		}
	}
	return asked
}
