package layout

import (
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// quarters are the quarter turns of an element.
func quarters(e *meta.PrintElement) int { return e.Turn / 90 }

// upright is an element as it is laid out before it is turned: what lies on its side has
// the height of its box for its width.
func upright(e *meta.PrintElement) *meta.PrintElement {
	if quarters(e)%2 == 0 {
		return e
	}
	now := *e
	now.Width, now.Height = e.Height, e.Width
	return &now
}

// drawTurned draws an upright element at the corner of the page and turns it into its box.
func (m *maker) drawTurned(e *meta.PrintElement, left, top int, draw func(left, top int)) {
	if e.Turn == 0 {
		draw(left, top)
		return
	}
	sheet, apart := m.page, page.Page{}
	m.page = &apart
	draw(0, 0)
	m.page = sheet
	apart.Turn(quarters(e))
	width, height := um(e.Width), um(e.Height)
	switch quarters(e) {
	case 1:
		left += height
	case 2:
		left, top = left+width, top+height
	case 3:
		top += width
	}
	apart.Move(m.onDot(left), m.onDot(top))
	sheet.Add(&apart)
}
