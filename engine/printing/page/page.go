package page

import (
	"github.com/wareloom/wareloom/engine/printing/code"
	"github.com/wareloom/wareloom/engine/printing/picture"
)

// Colours of what is drawn. Label printers know black alone: tint is not drawn there.
const (
	Black  = ""
	Grey   = "grey"
	Accent = "accent"
	Tint   = "tint" // light ground behind texts
)

// RGB are the parts of a colour.
func RGB(colour string) (r, g, b uint8) {
	switch colour {
	case Grey:
		return 0x5f, 0x66, 0x70
	case Accent:
		return 0x0b, 0x57, 0xa4
	case Tint:
		return 0xee, 0xf2, 0xf6
	}
	return 0, 0, 0
}

// Page is one sheet, or one label of a roll. All measures are µm.
type Page struct {
	Width, Height int
	Bars          []Bar
	Texts         []Text
	Codes         []Code
	Images        []Image
}

// Text is a text on one line.
type Text struct {
	Element string // of the template
	X, Y    int    // where it begins, on the baseline
	Turn    int    // quarters clockwise, about where it begins
	Width   int
	Size    int // of an em
	Bold    bool
	Colour  string
	Words   string
}

// Bar is a filled rectangle.
type Bar struct {
	X, Y, Width, Height int
	Colour              string
}

// Code is a code whose modules are Module wide; bars are Height high.
type Code struct {
	Element string
	Kind    string // of package code
	Text    string // that it was made of
	X, Y    int    // its first corner
	Turn    int    // quarters clockwise, about that corner
	Module  int
	Height  int // of a bar code
	Symbol  *code.Symbol
}

// Image is a picture in a rectangle that it fills.
type Image struct {
	Element             string
	X, Y, Width, Height int
	Picture             *picture.Picture
}

// Size gives the whole size of the code without its quiet zone, before it is turned.
func (c *Code) Size() (width, height int) {
	if c.Symbol.Linear() {
		return c.Symbol.Columns * c.Module, c.Height
	}
	return c.Symbol.Columns * c.Module, c.Symbol.Rows * c.Module
}

// Runs visits the black stretches of the code as bars; those of equal columns in
// neighbouring rows are not joined.
func (c *Code) Runs(visit func(Bar)) {
	height := c.Module
	if c.Symbol.Linear() {
		height = c.Height
	}
	for row := range c.Symbol.Rows {
		for from := 0; from < c.Symbol.Columns; from++ {
			to := from
			for to < c.Symbol.Columns && c.Symbol.Dark(to, row) {
				to++
			}
			if to > from {
				bar := Bar{X: from * c.Module, Y: row * c.Module, Width: (to - from) * c.Module, Height: height}
				visit(bar.turned(c.Turn).moved(c.X, c.Y))
				from = to
			}
		}
	}
}

// Move shifts everything on the page.
func (p *Page) Move(dx, dy int) {
	for i := range p.Bars {
		p.Bars[i] = p.Bars[i].moved(dx, dy)
	}
	for i := range p.Images {
		p.Images[i].X, p.Images[i].Y = p.Images[i].X+dx, p.Images[i].Y+dy
	}
	for i := range p.Texts {
		p.Texts[i].X, p.Texts[i].Y = p.Texts[i].X+dx, p.Texts[i].Y+dy
	}
	for i := range p.Codes {
		p.Codes[i].X, p.Codes[i].Y = p.Codes[i].X+dx, p.Codes[i].Y+dy
	}
}

// Add puts everything on another page on this one.
func (p *Page) Add(other *Page) {
	p.Bars = append(p.Bars, other.Bars...)
	p.Texts = append(p.Texts, other.Texts...)
	p.Codes = append(p.Codes, other.Codes...)
	p.Images = append(p.Images, other.Images...)
}
