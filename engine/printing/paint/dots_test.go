package paint

import (
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/page"
)

func latin(t *testing.T) *font.Family {
	t.Helper()
	family := &font.Family{}
	for into, data := range map[**font.Face][]byte{&family.Regular: goregular.TTF, &family.Bold: gobold.TTF} {
		name := "regular"
		if into == &family.Bold {
			name = "bold"
		}
		face, err := font.Parse(name, data)
		if err != nil {
			t.Fatal(err)
		}
		*into = face
	}
	return family
}

// drawn spells the dots of a page, a # for each that is burnt.
func drawn(d *Dots) string {
	var out strings.Builder
	for y := range d.Height {
		for x := range d.Width {
			if d.Bits[y*d.Stride+x/8]&(0x80>>(x%8)) != 0 {
				out.WriteByte('#')
			} else {
				out.WriteByte('.')
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// TestBarsAreWholeDots holds edges to the nearest dot, so that neighbours neither part nor
// overlap, the thinnest bar to one dot, and what lies beyond the paper to nothing.
func TestBarsAreWholeDots(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		bars []page.Bar
		want string
	}{
		"a bar":                      {[]page.Bar{{X: 1000, Y: 1000, Width: 2000, Height: 1000}}, "....\n.##.\n....\n"},
		"neighbours between dots":    {[]page.Bar{{X: 0, Y: 0, Width: 1400, Height: 1000}, {X: 1400, Y: 1000, Width: 1600, Height: 1000}}, "#...\n.##.\n....\n"},
		"thinner than a dot":         {[]page.Bar{{X: 2000, Y: 0, Width: 10, Height: 3000}, {X: 0, Y: 1000, Width: 4000, Height: 10}}, "..#.\n####\n..#.\n"},
		"beyond each edge":           {[]page.Bar{{X: -5000, Y: -5000, Width: 6000, Height: 6000}, {X: 3000, Y: 2000, Width: 9000, Height: 9000}}, "#...\n....\n...#\n"},
		"off the paper":              {[]page.Bar{{X: 9000, Y: 0, Width: 1000, Height: 1000}, {X: 0, Y: 9000, Width: 1000, Height: 1000}}, "....\n....\n....\n"},
		"a tint, which is no black":  {[]page.Bar{{Width: 4000, Height: 3000, Colour: page.Tint}}, "....\n....\n....\n"},
		"a colour, which is as dark": {[]page.Bar{{Width: 1000, Height: 1000, Colour: page.Accent}}, "#...\n....\n....\n"},
	} {
		if got := drawn(Draw(&page.Page{Width: 4000, Height: 3000, Bars: tt.bars}, 1, latin(t))); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, tt.want)
		}
	}
	if d := Draw(&page.Page{Width: 9000, Height: 1000}, 1, latin(t)); d.Width != 9 || d.Stride != 2 || len(d.Bits) != 2 {
		t.Errorf("nine dots are %+v", d)
	}
}

// bounds are the edges of what is burnt.
func bounds(d *Dots) (left, top, right, bottom int) {
	left, top = d.Width, d.Height
	for y := range d.Height {
		for x := range d.Width {
			if d.Bits[y*d.Stride+x/8]&(0x80>>(x%8)) != 0 {
				left, top, right, bottom = min(left, x), min(top, y), max(right, x+1), max(bottom, y+1)
			}
		}
	}
	return left, top, right, bottom
}

// TestALetterStandsOnItsLine holds a text to its baseline, turned in each way about where
// it begins.
func TestALetterStandsOnItsLine(t *testing.T) {
	t.Parallel()
	family := latin(t)
	for turn, want := range map[int]string{0: "right above", 1: "right below", 2: "left below", 3: "left above"} {
		d := Draw(&page.Page{Width: 40_000, Height: 40_000, Texts: []page.Text{{X: 20_000, Y: 20_000, Size: 4000, Words: "HH", Turn: turn}}}, 8, family)
		left, top, right, bottom := bounds(d)
		got := "left"
		if left >= 155 {
			got = "right"
		}
		if right > 165 && left < 155 {
			got = "across"
		}
		switch {
		case bottom <= 165:
			got += " above"
		case top >= 155:
			got += " below"
		}
		if got != want {
			t.Errorf("turned by %d it stands %s (%d,%d to %d,%d), want %s", turn, got, left, top, right, bottom, want)
		}
	}
	thin := Draw(&page.Page{Width: 20_000, Height: 10_000, Texts: []page.Text{{X: 1000, Y: 8000, Size: 6000, Words: "HI"}}}, 8, family)
	bold := Draw(&page.Page{Width: 20_000, Height: 10_000, Texts: []page.Text{{X: 1000, Y: 8000, Size: 6000, Words: "HI", Bold: true}}}, 8, family)
	if a, b := strings.Count(drawn(thin), "#"), strings.Count(drawn(bold), "#"); a == 0 || b <= a {
		t.Errorf("bold letters have %d dots, others %d", b, a)
	}
	if unknown := Draw(&page.Page{Width: 9000, Height: 9000, Texts: []page.Text{{X: 1000, Y: 8000, Size: 6000, Words: "苹"}}}, 8, family); strings.Contains(drawn(unknown), "#") {
		t.Error("a letter that the font has not is drawn")
	}
}
