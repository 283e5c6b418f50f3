package paint

import (
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"golang.org/x/image/font/sfnt"

	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/picture"
)

// betweenPages is the room between the pages of a picture, in µm.
const betweenPages = 6000

// SVG draws pages below each other, as they will print. Letters are outlines: no
// machine's own fonts have a say.
func SVG(pages []page.Page, family *font.Family) []byte {
	d := &svgWriter{family: family, known: map[string]bool{}, pictures: map[*picture.Picture]string{}}
	width, height := 0, 0
	for i := range pages {
		d.page(&pages[i], height)
		width = max(width, pages[i].Width)
		height += pages[i].Height + betweenPages
	}
	height -= betweenPages
	mm := func(um int) float64 { return float64(um) / 1000 }
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%gmm" height="%gmm" viewBox="0 0 %d %d" data-pages="%d">`, mm(width), mm(height), width, height, len(pages))
	return []byte(head + "<defs>" + d.letters.String() + "</defs>" + d.body.String() + "</svg>")
}

type svgWriter struct {
	family        *font.Family
	known         map[string]bool // letters that are drawn already
	pictures      map[*picture.Picture]string
	letters, body strings.Builder
}

func (d *svgWriter) page(p *page.Page, top int) {
	fmt.Fprintf(&d.body, `<g class="page" transform="translate(0 %d)"><rect width="%d" height="%d" fill="#fff"/>`, top, p.Width, p.Height)
	for _, bar := range p.Bars {
		fmt.Fprintf(&d.body, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, bar.X, bar.Y, bar.Width, bar.Height, hex(bar.Colour))
	}
	for i := range p.Images {
		d.image(&p.Images[i])
	}
	for i := range p.Codes {
		fmt.Fprintf(&d.body, `<path data-element="%s" shape-rendering="crispEdges" d="`, html.EscapeString(p.Codes[i].Element))
		p.Codes[i].Runs(func(b page.Bar) { fmt.Fprintf(&d.body, "M%d %dh%dv%dh-%dz", b.X, b.Y, b.Width, b.Height, b.Width) })
		d.body.WriteString(`"/>`)
	}
	for i := range p.Texts {
		d.text(&p.Texts[i])
	}
	d.body.WriteString("</g>")
}

func (d *svgWriter) text(t *page.Text) {
	face := d.family.Face(t.Bold)
	turn := ""
	if t.Turn > 0 {
		turn = fmt.Sprintf(" rotate(%d)", 90*t.Turn)
	}
	fmt.Fprintf(&d.body, `<g data-element="%s" fill="%s" transform="translate(%d %d)%s scale(%.5f)"><title>%s</title>`,
		html.EscapeString(t.Element), hex(t.Colour), t.X, t.Y, turn, float64(t.Size)/1000, html.EscapeString(t.Words))
	x := 0.0
	for _, r := range t.Words {
		glyph, ok := face.Glyph(r)
		if !ok {
			continue // the layout let none pass
		}
		if len(glyph.Outline) > 0 {
			fmt.Fprintf(&d.body, `<use href="#%s" x="%.1f"/>`, d.letter(face, glyph), x*1000)
		}
		x += glyph.Advance
	}
	d.body.WriteString("</g>")
}

// image draws a picture, which lies in the file once.
func (d *svgWriter) image(m *page.Image) {
	id, known := d.pictures[m.Picture]
	if !known {
		file, err := m.Picture.PNG()
		if err != nil {
			return // what was read is written
		}
		id = fmt.Sprintf("p%d", len(d.pictures))
		d.pictures[m.Picture] = id
		fmt.Fprintf(&d.letters, `<image id="%s" width="1" height="1" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`, id, base64.StdEncoding.EncodeToString(file))
	}
	fmt.Fprintf(&d.body, `<use data-element="%s" href="#%s" transform="translate(%d %d) scale(%d %d)"/>`, html.EscapeString(m.Element), id, m.X, m.Y, m.Width, m.Height)
}

// letter draws a letter once, 1000 units to the em, and gives its name.
func (d *svgWriter) letter(face *font.Face, glyph *font.Glyph) string {
	id := fmt.Sprintf("%c%d", face.Name[0], glyph.Index)
	if d.known[id] {
		return id
	}
	d.known[id] = true
	fmt.Fprintf(&d.letters, `<path id="%s" d="`, id)
	scale := 1000 / face.Em()
	for _, s := range glyph.Outline {
		letter, points := "M", 1
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
		case sfnt.SegmentOpLineTo:
			letter = "L"
		case sfnt.SegmentOpQuadTo:
			letter, points = "Q", 2
		case sfnt.SegmentOpCubeTo:
			letter, points = "C", 3
		}
		d.letters.WriteString(letter)
		for _, p := range s.Args[:points] {
			fmt.Fprintf(&d.letters, "%.0f %.0f ", float64(p.X)*scale, float64(p.Y)*scale)
		}
	}
	d.letters.WriteString(`"/>`)
	return id
}

func hex(colour string) string {
	r, g, b := page.RGB(colour)
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}
