package layout

import (
	"math"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/code"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// defaultHuman is the size of the text below a bar code, in pt.
const defaultHuman = 8

// humanGap is the room between a bar code and its text, in µm.
const humanGap = 600

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
	dots = max(dots, 1) // a code that has no room for that was refused
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
	left = m.onDot(left)
	if s.Linear() {
		height = m.bars(p, page.Bar{X: left - s.Left*module, Y: y, Width: (s.Left + s.Columns + s.Right) * module, Height: height}, at)
	} else {
		y += s.Around * module
	}
	y = m.onDot(y)
	if frame := 2 * module; s.Frame {
		whole := page.Bar{X: left - s.Left*module, Width: (s.Left + s.Columns + s.Right) * module, Height: frame, Y: y}
		low := whole
		low.Y = y + height - frame
		m.page.Bars = append(m.page.Bars, whole, low)
		y, height = y+frame, height-2*frame
	}
	m.page.Codes = append(m.page.Codes, page.Code{Element: e.Key, Kind: e.Code, Text: p.words, X: left, Y: y, Module: module, Height: height, Symbol: s})
}

// onDot gives the dot that is nearest to a place. Where texts and codes begin is the same
// on screens, in a PDF and on a label, since all begin on a dot.
func (m *maker) onDot(um int) int {
	dot := 1000 / m.PerMM
	return int(math.Round(math.Round(float64(um)/dot) * dot))
}

// room refuses a code that would be wider or higher than its element at modules of one
// dot: what it lies on then, and itself, would be read by nobody.
func (m *maker) room(e *meta.PrintElement, s *code.Symbol, words string) error {
	width := float64(s.Left+s.Columns+s.Right) / m.PerMM
	height := float64(s.Rows+2*s.Around) / m.PerMM
	if s.Linear() {
		height = leastBars
		if e.Human {
			height += float64(defaultHuman) * lastLine * 25.4 / 72
		}
	}
	if width <= e.Width && height <= e.Height {
		return nil
	}
	return fault.New(fault.Invalid, "print.code_no_room", "record", m.of.Label, "element", e.Key, "text", words, "width", math.Ceil(width), "height", math.Ceil(height)).On("ids")
}

// leastBars is how high bars must be at least, in mm.
const leastBars = 2

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
