package page

import (
	"cmp"
	"image"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/printing/code"
	"github.com/wareloom/wareloom/engine/printing/picture"
)

// spot is what is at a place: a rectangle of ink, or where a text begins.
type spot struct {
	image.Rectangle
	what string
}

// spots are all that is drawn on a page, in a fixed order.
func spots(p *Page) []spot {
	var all []spot
	add := func(what string, b Bar) {
		all = append(all, spot{image.Rect(b.X, b.Y, b.X+b.Width, b.Y+b.Height), what})
	}
	for _, b := range p.Bars {
		add("bar", b)
	}
	for _, m := range p.Images {
		add("image", Bar{X: m.X, Y: m.Y, Width: m.Width, Height: m.Height})
	}
	for i := range p.Codes {
		p.Codes[i].Runs(func(b Bar) { add("code", b) })
	}
	for _, t := range p.Texts {
		all = append(all, spot{image.Rect(t.X, t.Y, t.X, t.Y), "text"})
	}
	slices.SortFunc(all, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.what, b.what), cmp.Compare(a.Min.X, b.Min.X), cmp.Compare(a.Min.Y, b.Min.Y), cmp.Compare(a.Max.X, b.Max.X), cmp.Compare(a.Max.Y, b.Max.Y))
	})
	return all
}

// elsewhere are the spots of a page whose every corner was moved.
func elsewhere(p *Page, to func(image.Point) image.Point) []spot {
	all := spots(p)
	for i := range all {
		a, b := to(all[i].Min), to(all[i].Max)
		all[i].Rectangle = image.Rect(a.X, a.Y, b.X, b.Y)
	}
	slices.SortFunc(all, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.what, b.what), cmp.Compare(a.Min.X, b.Min.X), cmp.Compare(a.Min.Y, b.Min.Y), cmp.Compare(a.Max.X, b.Max.X), cmp.Compare(a.Max.Y, b.Max.Y))
	})
	return all
}

// clockwise are the turns by quarters, as y grows downwards.
var clockwise = []func(image.Point) image.Point{
	func(p image.Point) image.Point { return p },
	func(p image.Point) image.Point { return image.Pt(-p.Y, p.X) },
	func(p image.Point) image.Point { return image.Pt(-p.X, -p.Y) },
	func(p image.Point) image.Point { return image.Pt(p.Y, -p.X) },
}

// drawn is a page of everything at random places.
func drawn(t *testing.T, random *rand.Rand) *Page {
	t.Helper()
	some := func() int { return 1 + random.IntN(90) }
	p := &Page{Bars: []Bar{{X: some(), Y: some(), Width: some(), Height: some(), Colour: Grey}}, Texts: []Text{{X: some(), Y: some(), Words: "a"}}}
	p.Images = []Image{{X: some(), Y: some(), Width: some(), Height: some(), Picture: picture.New(image.NewGray(image.Rect(0, 0, 2, 3)))}}
	for kind, text := range map[string]string{code.Code39: "A", code.QR: "A"} {
		symbol, err := code.Make(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Codes = append(p.Codes, Code{Kind: kind, X: some(), Y: some(), Module: 1 + random.IntN(4), Height: some(), Symbol: symbol, Turn: random.IntN(4)})
	}
	return p
}

// TestAPageTurnsPointByPoint: what is drawn after a turn is what was drawn before, each
// corner turned about the corner of the page; so it is with a move.
func TestAPageTurnsPointByPoint(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	for range 20 {
		for quarters, to := range clockwise {
			p := drawn(t, random)
			want, turn, pixels := elsewhere(p, to), p.Codes[0].Turn, p.Images[0].Picture
			p.Turn(quarters)
			if got := spots(p); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %d quarters:\n got %v\nwant %v", seed, quarters, got, want)
			}
			if p.Codes[0].Turn != (turn+quarters)%4 || p.Texts[0].Turn != quarters || p.Images[0].Picture != pixels.Turned(quarters) {
				t.Errorf("seed %d: not everything on the page is turned by %d", seed, quarters)
			}
			by := image.Pt(random.IntN(50)-25, random.IntN(50)-25)
			want = elsewhere(p, by.Add)
			p.Move(by.X, by.Y)
			if got := spots(p); !slices.Equal(got, want) {
				t.Fatalf("seed %d, moved by %v:\n got %v\nwant %v", seed, by, got, want)
			}
		}
	}
}

// TestTheBlackOfACodeIsDrawnOnce: its runs cover the dark modules, each once, and nothing
// else, up to the last column.
func TestTheBlackOfACodeIsDrawnOnce(t *testing.T) {
	t.Parallel()
	for kind, text := range map[string]string{code.Code39: "A1", code.QR: "库位", code.DataMatrix: "A1"} {
		symbol, err := code.Make(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		c := Code{Symbol: symbol, Module: 3, Height: 50}
		width, height := c.Size()
		module := 3
		if symbol.Linear() {
			module = 50
		}
		if width != 3*symbol.Columns || height != module*symbol.Rows {
			t.Errorf("%s is %d by %d", kind, width, height)
		}
		covered := map[image.Point]int{}
		c.Runs(func(b Bar) {
			for x := b.X; x < b.X+b.Width; x += 3 {
				covered[image.Pt(x/3, b.Y/module)]++
			}
			if b.Height != module || b.Width%3 != 0 {
				t.Errorf("%s: a run %+v", kind, b)
			}
		})
		for row := range symbol.Rows {
			for column := range symbol.Columns {
				if dark := symbol.Dark(column, row); (covered[image.Pt(column, row)] == 1) != dark {
					t.Fatalf("%s: module %d, %d is dark: %t, and drawn %d times", kind, column, row, dark, covered[image.Pt(column, row)])
				}
			}
		}
	}
}

// TestAPageTakesAllOfAnother behind its own.
func TestAPageTakesAllOfAnother(t *testing.T) {
	t.Parallel()
	one := &Page{Bars: []Bar{{X: 1}}, Texts: []Text{{X: 1}}, Codes: []Code{{X: 1}}, Images: []Image{{X: 1}}}
	one.Add(&Page{Bars: []Bar{{X: 2}}, Texts: []Text{{X: 2}}, Codes: []Code{{X: 2}}, Images: []Image{{X: 2}}})
	if len(one.Bars) != 2 || one.Bars[1].X != 2 || one.Texts[1].X != 2 || one.Codes[1].X != 2 || one.Images[1].X != 2 {
		t.Errorf("the page has %+v", one)
	}
}

// TestColoursAreToldApart, and what is no colour is black.
func TestColoursAreToldApart(t *testing.T) {
	t.Parallel()
	seen := map[[3]uint8]string{}
	for _, colour := range []string{Black, Grey, Accent, Tint} {
		r, g, b := RGB(colour)
		if other, known := seen[[3]uint8{r, g, b}]; known {
			t.Errorf("%q looks like %q", colour, other)
		}
		seen[[3]uint8{r, g, b}] = colour
	}
	if r, g, b := RGB("pink"); r+g+b != 0 {
		t.Error("what is no colour is not black")
	}
}
