package paint

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/printing/page"
)

// pages are two pages of different sizes.
func pages() []page.Page {
	return []page.Page{
		{Width: 100_000, Height: 50_000, Bars: []page.Bar{{X: 1000, Y: 2000, Width: 3000, Height: 4000, Colour: page.Accent}, {Width: 1, Height: 1, Colour: page.Tint}}, Texts: []page.Text{{Element: `a"<b>`, X: 5000, Y: 9000, Size: 3000, Words: `A & <B> "C"`}}},
		{Width: 60_000, Height: 30_000, Texts: []page.Text{{Element: "e", X: 1000, Y: 9000, Size: 3000, Words: "AA", Turn: 1, Bold: true}}},
	}
}

// TestPagesStandBelowEachOther holds an SVG to be well-formed, to the size of all its
// pages, and to words that people and machines find.
func TestPagesStandBelowEachOther(t *testing.T) {
	t.Parallel()
	svg := SVG(pages(), latin(t))
	for decoder := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("it is not well-formed: %v in %.400s", err, svg)
		}
	}
	text := string(svg)
	for _, want := range []string{
		`width="100mm" height="86mm" viewBox="0 0 100000 86000" data-pages="2"`, `translate(0 0)"><rect width="100000" height="50000"`, `translate(0 56000)"><rect width="60000" height="30000"`,
		`<rect x="1000" y="2000" width="3000" height="4000" fill="#0b57a4"/>`, `fill="#eef2f6"`, `<title>A &amp; &lt;B&gt; &#34;C&#34;</title>`, `data-element="a&#34;&lt;b&gt;"`, `rotate(90)`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in %.600s", want, text)
		}
	}
	if n := strings.Count(text, `class="page"`); n != 2 {
		t.Errorf("it has %d pages", n)
	}
}

// TestALetterIsDrawnOnce holds the outlines of a picture to one of each letter and face,
// however often it stands there.
func TestALetterIsDrawnOnce(t *testing.T) {
	t.Parallel()
	size := func(words string) int {
		return strings.Count(string(SVG([]page.Page{{Width: 1000, Height: 1000, Texts: []page.Text{{Size: 3000, Words: words}}}}, latin(t))), "<path")
	}
	if one, many := size("A"), size("AAAAAA"); one != many || one == 0 {
		t.Errorf("one letter has %d outlines, six of it %d", one, many)
	}
}

// TestAPDFHasThePages holds a file to its pages and their sizes, and to its title.
func TestAPDFHasThePages(t *testing.T) {
	t.Parallel()
	pdf, err := NewPDF(latin(t))
	if err != nil {
		t.Fatal(err)
	}
	all := pages()
	all[0].Texts[0].Words = "A & B"
	for range 2 { // the fonts were read once
		content, err := pdf.Write("Title", all)
		if err != nil || !bytes.HasPrefix(content, []byte("%PDF-")) {
			t.Fatalf("%.20q (%v)", content, err)
		}
		for _, want := range []string{"283.46", "141.73", "170.07", "85.03"} { // points, never more than the mm asked for
			if !bytes.Contains(content, []byte(want)) {
				t.Errorf("no page has a side of %s points", want)
			}
		}
	}
	if got := fmt.Sprint(pageSide(100_000), " ", pageSide(25_400)); got != "283.46 72" {
		t.Errorf("sides are %s", got)
	}
	if empty, err := pdf.Write("", nil); err != nil || len(empty) == 0 {
		t.Errorf("a file without pages: %d bytes (%v)", len(empty), err)
	}
}
