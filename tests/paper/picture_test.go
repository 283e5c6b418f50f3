package paper

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/paint"
)

// picture is a page in greys: 0 is black.
type picture struct {
	width, height int
	grey          []byte
}

func (p *picture) dark(x, y, limit int) bool {
	return x >= 0 && y >= 0 && x < p.width && y < p.height && int(p.grey[y*p.width+x]) < limit
}

// near reports whether something is darker than a limit within a dot.
func (p *picture) near(x, y, limit int) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if p.dark(x+dx, y+dy, limit) {
				return true
			}
		}
	}
	return false
}

// Half of a dot is black, or as much of it as has a label printer burn it.
const (
	half  = 128
	burns = 0xff * 6 / 10
)

// burnt is what a label printer makes of the page.
func burnt(d *paint.Dots) *picture {
	p := &picture{d.Width, d.Height, make([]byte, d.Width*d.Height)}
	for y := range d.Height {
		for x := range d.Width {
			if d.Bits[y*d.Stride+x/8]&(0x80>>(x%8)) == 0 {
				p.grey[y*d.Width+x] = 255
			}
		}
	}
	return p
}

// finer is how many pixels poppler draws along each dot: it sets letters on whole ones.
const finer = 4

// poppler draws the first page of a PDF at so many dots for each mm.
func poppler(t *testing.T, file []byte, perMM float64) *picture {
	t.Helper()
	path := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	resolution := strconv.FormatFloat(perMM*25.4*finer, 'f', 4, 64)
	text := tool(t, "pdftoppm", "-r", resolution, "-gray", "-aa", "no", "-aaVector", "no", "-singlefile", path)
	fine := &picture{}
	if _, err := fmt.Sscanf(text, "P5\n%d %d\n255\n", &fine.width, &fine.height); err != nil {
		t.Fatal(err)
	}
	fine.grey = []byte(text[len(text)-fine.width*fine.height:])
	return fine.coarse()
}

// coarse gives the mean of the pixels of each dot.
func (p *picture) coarse() *picture {
	c := &picture{width: (p.width + finer/2) / finer, height: (p.height + finer/2) / finer}
	c.grey = make([]byte, c.width*c.height)
	for y := range c.height {
		for x := range c.width {
			sum := 0
			for i := range finer * finer {
				atX, atY := min(x*finer+i%finer, p.width-1), min(y*finer+i/finer, p.height-1)
				sum += int(p.grey[atY*p.width+atX])
			}
			c.grey[y*c.width+x] = byte(sum / (finer * finer))
		}
	}
	return c
}

func readPNG(t *testing.T, text string) *picture {
	t.Helper()
	drawn, err := png.Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	size := drawn.Bounds().Size()
	p := &picture{size.X, size.Y, make([]byte, size.X*size.Y)}
	grey := image.Gray{Pix: p.grey, Stride: size.X, Rect: image.Rect(0, 0, size.X, size.Y)}
	draw.Draw(&grey, grey.Rect, drawn, drawn.Bounds().Min, draw.Src)
	return p
}

// librsvg draws a page of an SVG.
func librsvg(t *testing.T, svg []byte, width, height int) *picture {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.svg")
	if err := os.WriteFile(path, svg, 0o600); err != nil {
		t.Fatal(err)
	}
	// Unlimited, since a page of outlines is longer than what libxml takes from strangers.
	return readPNG(t, tool(t, "rsvg-convert", "--unlimited", "-w", strconv.Itoa(width), "-h", strconv.Itoa(height), path))
}

// inked gives the bounds of what is dark within a part of a picture.
func (p *picture) inked(within image.Rectangle) (found image.Rectangle) {
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			if p.dark(x, y, burns) {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

// box is where an element lies, in µm.
type box struct {
	element string
	words   string
	image.Rectangle
}

// Ink of letters above and below their baseline, in parts of an em: of the highest and
// the deepest ones that the samples have.
const (
	above = 0.95
	below = 0.25
)

// boxes are the texts, codes and pictures of a page, as they lie on it.
func boxes(p *page.Page) []box {
	var all []box
	for i := range p.Texts {
		text := &p.Texts[i]
		upright := page.Page{Bars: []page.Bar{{Y: -int(above * float64(text.Size)), Width: text.Width, Height: int((above + below) * float64(text.Size))}}}
		all = append(all, box{text.Element, text.Words, turned(upright, text.Turn, text.X, text.Y)})
	}
	for i := range p.Codes {
		code := &p.Codes[i]
		width, height := code.Size()
		upright := page.Page{Bars: []page.Bar{{Width: width, Height: height}}}
		all = append(all, box{code.Element, code.Text, turned(upright, code.Turn, code.X, code.Y)})
	}
	for i := range p.Images {
		m := &p.Images[i]
		all = append(all, box{m.Element, "", image.Rect(m.X, m.Y, m.X+m.Width, m.Y+m.Height)})
	}
	return all
}

// turned gives where the only bar of a page lies once it is turned and moved.
func turned(p page.Page, quarters, x, y int) image.Rectangle {
	p.Turn(quarters)
	p.Move(x, y)
	bar := p.Bars[0]
	return image.Rect(bar.X, bar.Y, bar.X+bar.Width, bar.Y+bar.Height)
}

// ladder is a picture that is not the same from any side: a black frame around white with
// a black corner.
func ladder(t *testing.T) string {
	t.Helper()
	made := image.NewGray(image.Rect(0, 0, 220, 180))
	draw.Draw(made, made.Rect.Inset(10), image.White, image.Point{}, draw.Src)
	draw.Draw(made, image.Rect(0, 0, 60, 60), image.Black, image.Point{}, draw.Src)
	var file bytes.Buffer
	if err := png.Encode(&file, made); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(file.Bytes())
}

// dots gives the bounds of a box in dots, and a dot around it.
func (b box) dots(perMM float64) image.Rectangle {
	dot := func(um int, to func(float64) float64) int { return int(to(float64(um) * perMM / 1000)) }
	return image.Rect(dot(b.Min.X, math.Floor), dot(b.Min.Y, math.Floor), dot(b.Max.X, math.Ceil), dot(b.Max.Y, math.Ceil)).Inset(-2)
}
