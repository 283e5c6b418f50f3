package figures

import (
	"fmt"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/layout"
)

// The sheet, in mm.
const (
	sheetWidth  = 297
	sheetHeight = 210
	side        = 15
	top         = 13
	foot        = 10
	room        = sheetWidth - 2*side

	headHeight = 15
	footHeight = 8
	floor      = sheetHeight - top - foot - headHeight - footHeight
)

// maker makes the template of a paper.
type maker struct {
	*Paper
	family *font.Family
	bands  []catalog.PrintBand
	count  int // elements so far
	y      float64
}

func (m *maker) template() *catalog.Print {
	m.head()
	m.facts()
	for i := range m.Parts {
		m.part(&m.Parts[i], i == len(m.Parts)-1)
	}
	m.foot()
	paper := meta.Paper{Width: sheetWidth, Height: sheetHeight, Margin: meta.Margin{Top: top, Right: side, Bottom: foot, Left: side}}
	return &catalog.Print{Key: "figures", Meta: &meta.Print{Paper: paper}, Bands: m.bands}
}

// band adds a band of a kind with its elements.
func (m *maker) band(kind string, height float64, elements ...catalog.PrintElement) {
	made := &meta.PrintBand{Key: fmt.Sprint("band", len(m.bands)), Kind: kind, Height: height}
	if kind != meta.BandHead && kind != meta.BandFoot {
		if m.y += height; m.y > floor {
			m.y = height
		}
	}
	m.bands = append(m.bands, catalog.PrintBand{Meta: made, Elements: elements})
}

// text is a text that is always the same.
func (m *maker) text(words string, e meta.PrintElement) catalog.PrintElement {
	m.count++
	e.Key, e.Type, e.Text = fmt.Sprint("e", m.count), meta.ElementText, &meta.Text{m.Language: m.sound(words)}
	return catalog.PrintElement{Meta: &e}
}

func (m *maker) bar(x, y, width, height float64, colour string) catalog.PrintElement {
	m.count++
	return catalog.PrintElement{Meta: &meta.PrintElement{Key: fmt.Sprint("e", m.count), Type: meta.ElementBox, X: x, Y: y, Width: width, Height: height, Colour: colour}}
}

func (m *maker) head() {
	m.band(meta.BandHead, headHeight, m.bar(0, 0, room, 0.9, "accent"),
		m.text(m.Title, meta.PrintElement{Y: 3.4, Width: room, Height: 8, Size: 17, Bold: true, Vertical: "middle", Fit: meta.FitShrink}))
}

func (m *maker) foot() {
	page := catalog.PrintElement{Meta: &meta.PrintElement{Key: "page", Type: meta.ElementPage, X: room - 40, Y: 3.2, Width: 40, Height: 4, Size: 7.5, Align: "right", Colour: "grey"}}
	m.band(meta.BandFoot, footHeight, m.bar(0, 2, room, 0.1, "grey"),
		m.text(m.Foot, meta.PrintElement{Y: 3.2, Width: room - 45, Height: 4, Size: 7.5, Fit: meta.FitShrink, Colour: "grey"}), page)
}

// across is how many facts stand beside each other.
const across = 4

func (m *maker) facts() {
	const width = room / across
	for at := 0; at < len(m.Facts); at += across {
		var row []catalog.PrintElement
		for i, fact := range m.Facts[at:min(at+across, len(m.Facts))] {
			x := float64(i) * width
			row = append(row, m.text(fact.Title, meta.PrintElement{X: x, Width: width - 4, Height: 3, Size: 7, Fit: meta.FitShrink, Colour: "grey"}),
				m.text(fact.Words, meta.PrintElement{X: x, Y: 3.2, Width: width - 4, Height: 4.4, Size: 10, Fit: meta.FitGrow}))
		}
		m.band(meta.BandBody, 10.5, row...)
	}
}

// titleHeight is that of the title of a part, in mm.
const titleHeight = 11

// leastHeight is what of a part should stand on one page: all of a small one, and the
// beginning of a table.
func (p *Part) leastHeight() float64 {
	bars := 5.4 * float64(len(p.Bars))
	if p.Upright {
		bars = barHeight + 12
	}
	return titleHeight + bars + 6*float64(len(p.Sentences)+min(len(p.Rows)+1, 5))
}

func (m *maker) part(p *Part, last bool) {
	if p.Title != "" {
		begins := m.y > 0 && m.y+p.leastHeight() > floor
		m.band(meta.BandBody, titleHeight, m.text(p.Title, meta.PrintElement{Y: 4.4, Width: room, Height: 5.4, Size: 12, Bold: true, Fit: meta.FitShrink}))
		m.bands[len(m.bands)-1].Meta.Break = begins
		if begins {
			m.y = titleHeight
		}
	}
	for _, words := range p.Sentences {
		m.band(meta.BandBody, 5.6, m.text(words, meta.PrintElement{Y: 0.6, Width: room, Height: 4.6, Size: 10, Fit: meta.FitGrow}))
	}
	if len(p.Bars) > 0 {
		m.band(meta.BandBody, 5, m.text(p.Shown, meta.PrintElement{Y: 0.8, Width: room, Height: 3.4, Size: 7.5, Fit: meta.FitShrink, Colour: "grey"}))
	}
	switch {
	case len(p.Bars) == 0:
	case p.Upright:
		m.upright(p.Bars)
	default:
		m.lying(p.Bars)
	}
	if len(p.Columns) > 0 {
		m.table(p, last)
	}
	if p.Note != "" {
		m.band(meta.BandBody, 7, m.text(p.Note, meta.PrintElement{Y: 2, Width: room, Height: 4, Size: 8, Fit: meta.FitGrow, Colour: "grey"}))
	}
}

// Measures of lying bars, in mm.
const (
	barTitle = 58
	barWords = 34
)

// lying draws bars with their titles at the left and their figures behind them.
func (m *maker) lying(bars []Bar) {
	for _, b := range bars {
		width := max(b.Share*(room-barTitle-barWords-6), 0.3)
		m.band(meta.BandBody, 5.4,
			m.text(b.Title, meta.PrintElement{Y: 0.9, Width: barTitle, Height: 3.6, Size: 8.5, Align: "right", Fit: meta.FitCut}),
			m.bar(barTitle+3, 0.8, width, 3.8, "accent"),
			m.text(b.Words, meta.PrintElement{X: barTitle + 3 + width + 1.5, Y: 0.9, Width: barWords, Height: 3.6, Size: 8.5, Fit: meta.FitShrink}))
	}
	m.band(meta.BandBody, 4)
}

// Measures of upright bars, in mm.
const (
	barHeight = 34
	barLabel  = 18 // least distance of titles below them
)

// upright draws bars beside each other, with the titles that have room below them.
func (m *maker) upright(bars []Bar) {
	step := min(float64(room)/float64(len(bars)), barLabel)
	each := 1
	for float64(each)*step < barLabel {
		each++
	}
	elements := []catalog.PrintElement{m.bar(0, barHeight+5, step*float64(len(bars)), 0.2, "grey")}
	for i, b := range bars {
		x, height := float64(i)*step, max(b.Share*barHeight, 0)
		elements = append(elements, m.bar(x+step*0.15, barHeight+5-height, step*0.7, height, "accent"))
		if i%each == 0 {
			width := min(float64(each)*step, room-x) - 1
			elements = append(elements, m.text(b.Title, meta.PrintElement{X: x + step*0.15, Y: barHeight + 6, Width: width, Height: 3.4, Size: 7.5, Fit: meta.FitShrink, Colour: "grey"}))
		}
		if each == 1 {
			elements = append(elements, m.text(b.Words, meta.PrintElement{X: x + step*0.15, Y: barHeight + 1.2 - height, Width: step - 1, Height: 3.4, Size: 7.5, Fit: meta.FitShrink}))
		}
	}
	m.band(meta.BandBody, barHeight+12, elements...)
}

// lines are the rows of the last part.
func (m *maker) lines() []layout.Line {
	if len(m.Parts) == 0 {
		return nil
	}
	rows := m.Parts[len(m.Parts)-1].Rows
	lines := make([]layout.Line, len(rows))
	for i, row := range rows {
		lines[i].Words = map[string]string{}
		for j, words := range row {
			lines[i].Words[cell(j)] = m.sound(words)
		}
	}
	return lines
}

func cell(column int) string { return fmt.Sprint("c", column) }
