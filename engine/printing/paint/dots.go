package paint

import (
	"math"

	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// Dots is a page as a label printer burns it: 1 is black, rows padded to bytes.
type Dots struct {
	Width, Height int
	Stride        int // bytes of a row
	Bits          []byte
}

// Draw burns a page at so many dots for each mm. Both edges of a bar are rounded, so
// that neighbours neither part nor overlap.
func Draw(p *page.Page, perMM float64, family *font.Family) *Dots {
	d := &drawing{perUM: perMM / 1000}
	width, height := d.dot(p.Width), d.dot(p.Height)
	d.to = &Dots{Width: width, Height: height, Stride: (width + 7) / 8}
	d.to.Bits = make([]byte, d.to.Stride*height)
	for _, bar := range p.Bars {
		if bar.Colour != page.Tint {
			d.bar(bar)
		}
	}
	for i := range p.Codes {
		d.code(&p.Codes[i])
	}
	for i := range p.Texts {
		d.text(&p.Texts[i], family)
	}
	return d.to
}

type drawing struct {
	perUM float64
	to    *Dots
}

func (d *drawing) dot(um int) int { return int(math.Round(float64(um) * d.perUM)) }

// code burns modules of whole dots.
func (d *drawing) code(c *page.Code) {
	inDots := page.Code{X: d.dot(c.X), Y: d.dot(c.Y), Module: max(d.dot(c.Module), 1), Height: d.dot(c.Height), Symbol: c.Symbol}
	inDots.Runs(func(b page.Bar) { d.fill(b.X, b.Y, b.X+b.Width, b.Y+b.Height) })
}

// bar burns at least one dot each way.
func (d *drawing) bar(b page.Bar) {
	left, top := d.dot(b.X), d.dot(b.Y)
	d.fill(left, top, max(d.dot(b.X+b.Width), left+1), max(d.dot(b.Y+b.Height), top+1))
}

func (d *drawing) fill(left, top, right, bottom int) {
	for y := max(top, 0); y < min(bottom, d.to.Height); y++ {
		for x := max(left, 0); x < min(right, d.to.Width); x++ {
			d.to.Bits[y*d.to.Stride+x/8] |= 0x80 >> (x % 8)
		}
	}
}

func (d *drawing) text(t *page.Text, family *font.Family) {
	face := family.Face(t.Bold)
	size := float64(t.Size) * d.perUM
	pen, base := float64(t.X)*d.perUM, d.dot(t.Y)
	for _, r := range t.Words {
		glyph, ok := face.Glyph(r)
		if !ok {
			continue // the layout let none pass
		}
		d.mask(face.Mask(glyph, size), int(math.Round(pen)), base)
		pen += glyph.Advance * size
	}
}

func (d *drawing) mask(m *font.Mask, x, y int) {
	for row := range m.Height {
		for column := range m.Width {
			atX, atY := x+m.X+column, y+m.Y+row
			if m.Dark(column, row) && atX >= 0 && atY >= 0 && atX < d.to.Width && atY < d.to.Height {
				d.to.Bits[atY*d.to.Stride+atX/8] |= 0x80 >> (atX % 8)
			}
		}
	}
}
