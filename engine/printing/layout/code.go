package layout

import (
	"math"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// defaultHuman is the size of the text below a bar code, in pt.
const defaultHuman = 8

// humanGap is the room between a bar code and its text, in µm.
const humanGap = 400

// code draws a code with modules of whole dots, as wide as its element has room for
// with the quiet zones.
func (m *maker) code(p *part, x, y, at int) {
	s, e := p.symbol, p.meta
	dot := 1000 / m.PerMM
	room := func(mm float64, modules int) int { return int(mm * m.PerMM / float64(modules)) }
	dots := room(e.Width, s.Left+s.Columns+s.Right)
	height := um(e.Height)
	if !s.Linear() {
		dots = min(dots, room(e.Height, s.Rows+2*s.Around))
	}
	if e.Module > 0 {
		dots = min(dots, max(int(math.Round(e.Module*m.PerMM)), 1))
	}
	if dots < 1 {
		m.notice(at, e.Key, "too_long", p.words)
		dots = 1
	}
	module := int(math.Round(float64(dots) * dot))
	if module < s.Least-um(0.02) {
		m.notice(at, e.Key, "small_code", p.words)
	}
	free := um(e.Width) - (s.Left+s.Columns+s.Right)*module
	left := x + s.Left*module
	switch e.Align {
	case "center":
		left += free / 2
	case "right":
		left += free
	}
	left = int(math.Round(math.Round(float64(left)/dot) * dot))
	if s.Linear() {
		height = m.bars(p, page.Bar{X: left - s.Left*module, Y: y, Width: (s.Left + s.Columns + s.Right) * module, Height: height}, at)
	} else {
		y += s.Around * module
	}
	if frame := 2 * module; s.Frame {
		whole := page.Bar{X: left - s.Left*module, Width: (s.Left + s.Columns + s.Right) * module, Height: frame, Y: y}
		low := whole
		low.Y = y + height - frame
		m.page.Bars = append(m.page.Bars, whole, low)
		y, height = y+frame, height-2*frame
	}
	m.page.Codes = append(m.page.Codes, page.Code{Element: e.Key, X: left, Y: y, Module: module, Height: height, Symbol: s})
}

// bars draws the text below the room of a bar code and gives the height that is left
// for the bars.
func (m *maker) bars(p *part, room page.Bar, at int) int {
	if !p.meta.Human {
		return room.Height
	}
	under := *p.meta
	under.Fit, under.Align, under.Vertical, under.Height = meta.FitShrink, "center", "", 0
	under.Width = float64(room.Width) / 1000
	if under.Size == 0 {
		under.Size = defaultHuman
	}
	b, err := m.block(&under, p.symbol.Human)
	if err != nil {
		return room.Height // the font has all that bar codes say
	}
	height := room.Height - b.height() - humanGap
	m.text(b, room.X, room.Y+height+humanGap, at)
	return height
}
