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
	for i := range p.Images {
		d.image(&p.Images[i])
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
	inDots := page.Code{X: d.dot(c.X), Y: d.dot(c.Y), Turn: c.Turn, Module: max(d.dot(c.Module), 1), Height: d.dot(c.Height), Symbol: c.Symbol}
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

// image burns a picture whose edges are whole dots.
func (d *drawing) image(m *page.Image) {
	left, top, right, bottom := d.dot(m.X), d.dot(m.Y), d.dot(m.X+m.Width), d.dot(m.Y+m.Height)
	if right <= left || bottom <= top {
		return
	}
	for i, dark := range m.Picture.Dots(right-left, bottom-top) {
		if dark {
			d.burn(left+i%(right-left), top+i/(right-left))
		}
	}
}

func (d *drawing) text(t *page.Text, family *font.Family) {
	face := family.Face(t.Bold)
	size := float64(t.Size) * d.perUM
	along := 0.0 // dots
	for _, r := range t.Words {
		glyph, ok := face.Glyph(r)
		if !ok {
			continue // the layout let none pass
		}
		parts := int(math.Round(along * font.Shifts))
		dx, dy := turned(float64(parts/font.Shifts), 0, t.Turn)
		d.mask(face.Mask(glyph, size, parts%font.Shifts), d.dot(t.X)+int(dx), d.dot(t.Y)+int(dy), t.Turn)
		along += glyph.Advance * size
	}
}

// mask burns a letter whose origin is the upper left corner of a dot.
func (d *drawing) mask(m *font.Mask, x, y, turn int) {
	for row := range m.Height {
		for column := range m.Width {
			if !m.Dark(column, row) {
				continue
			}
			// The middle of the dot, since a quarter turn leads its corner elsewhere.
			dx, dy := turned(float64(m.X+column)+0.5, float64(m.Y+row)+0.5, turn)
			d.burn(x+int(math.Floor(dx)), y+int(math.Floor(dy)))
		}
	}
}

// turned turns a way by quarters clockwise.
func turned(x, y float64, quarters int) (float64, float64) {
	for range quarters {
		x, y = -y, x
	}
	return x, y
}

func (d *drawing) burn(x, y int) {
	if x >= 0 && y >= 0 && x < d.to.Width && y < d.to.Height {
		d.to.Bits[y*d.to.Stride+x/8] |= 0x80 >> (x % 8)
	}
}
