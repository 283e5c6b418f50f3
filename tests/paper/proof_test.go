package paper

import (
	"flag"
	"fmt"
	"image"
	"strings"
	"testing"

	"golang.org/x/image/math/fixed"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/sample"
)

// whole proves every template in every way; without it some of the ways are left out.
var whole = flag.Bool("whole", false, "draw every template in every language and for every printer")

var languages = []string{"zh", "en", "es"}

// heads are the dots of label printers for each mm, by what their makers call dpi.
var heads = map[int]float64{203: 8, 300: 300 / 25.4}

// proof is a template laid out over a record that was made up.
type proof struct {
	name  string
	made  *layout.Result
	perMM float64
}

// prove lays a template out over a case of package sample.
func prove(t *testing.T, release *catalog.Release, key, of, language string, dpi int) proof {
	t.Helper()
	template := release.Prints[key]
	record, resolve := sample.Record(release, template, of, language)
	made, err := layout.Make(t.Context(), template, []layout.Record{record}, layout.Options{Family: family(t), PerMM: heads[dpi], Language: language, Resolve: resolve, Draft: true})
	if err != nil {
		t.Fatalf("%s %s %s: %v", key, of, language, err)
	}
	return proof{fmt.Sprintf("%s %s %s %d dpi", key, of, language, dpi), made, heads[dpi]}
}

// TestNothingLiesOnAnything lays every shipped template out on what is usual, on the
// longest texts, on none and on 200 lines: no ink lies on other ink, on a quiet zone or
// beyond the paper. All has its room, but what of the longest texts is told.
func TestNothingLiesOnAnything(t *testing.T) {
	t.Parallel()
	release := product(t)
	for key := range drawnByUs(release) {
		for _, language := range languages {
			for dpi := range heads {
				for _, of := range []string{sample.Usual, sample.Longest, sample.Empty, sample.Many} {
					p := prove(t, release, key, of, language, dpi)
					for _, notice := range p.made.Notices {
						if of != sample.Longest && (of != sample.Empty || notice.Kind != "bad_code") {
							t.Errorf("%s: %+v", p.name, notice)
						}
					}
					if lost := untold(p.made); lost != "" {
						t.Errorf("%s: %q is cut, and nobody is told", p.name, lost)
					}
					for i := range p.made.Pages {
						for _, fault := range collisions(&p.made.Pages[i], family(t)) {
							t.Errorf("%s, page %d: %s", p.name, i+1, fault)
						}
					}
				}
			}
		}
	}
}

// gutter is the least distance of texts that stand beside each other, in mm.
const gutter = 1

// TestElementsKeepTheirDistance looks at the room of the elements rather than at what is
// printed in it: whatever records say, no text comes near another one or a code.
func TestElementsKeepTheirDistance(t *testing.T) {
	t.Parallel()
	for key, template := range drawnByUs(product(t)) {
		for i := range template.Meta.Bands {
			elements := template.Meta.Bands[i].Elements
			for j := range elements {
				for k := range j {
					if a, b := &elements[k], &elements[j]; crowds(a, b) {
						t.Errorf("%s: %s and %s have no gutter", key, a.Key, b.Key)
					}
				}
			}
		}
	}
}

// crowds reports whether two elements lie on each other, or beside each other without a
// gutter. Elements that are there by turns may lie anywhere.
func crowds(a, b *meta.PrintElement) bool {
	drawn := func(e *meta.PrintElement) bool {
		return e.When == "" && (e.Type == meta.ElementText || e.Type == meta.ElementCode || e.Type == meta.ElementPage)
	}
	across := min(a.X+a.Width, b.X+b.Width) - max(a.X, b.X)
	down := min(a.Y+a.Height, b.Y+b.Height) - max(a.Y, b.Y)
	need := -float64(gutter)
	if a.Type == meta.ElementCode || b.Type == meta.ElementCode {
		need = 0 // the quiet zone is the gutter
	}
	return drawn(a) && drawn(b) && down > nearby && across > need+nearby
}

// nearby is what roundings of measures may make up, in mm.
const nearby = 0.01

// untold gives a text that ends with an ellipsis and of which there is no notice.
func untold(made *layout.Result) string {
	told := map[string]bool{}
	for _, notice := range made.Notices {
		told[fmt.Sprint(notice.Page, notice.Element)] = true
	}
	for i := range made.Pages {
		for _, text := range made.Pages[i].Texts {
			if strings.HasSuffix(text.Words, "…") && !told[fmt.Sprint(i+1, text.Element)] {
				return text.Words
			}
		}
	}
	return ""
}

// inkOf gives the bounds of the letters of a text, in µm.
func inkOf(text *page.Text, fonts *font.Family) (ink image.Rectangle) {
	face := fonts.Face(text.Bold)
	x := float64(text.X)
	for _, r := range text.Words {
		glyph, _ := face.Glyph(r)
		if len(glyph.Outline) > 0 {
			box := glyph.Outline.Bounds()
			at := func(v fixed.Int26_6) int { return int(float64(v) / face.Em() * float64(text.Size)) }
			ink = ink.Union(image.Rect(at(box.Min.X), at(box.Min.Y), at(box.Max.X), at(box.Max.Y)).Add(image.Pt(int(x), text.Y)))
		}
		x += glyph.Advance * float64(text.Size)
	}
	return ink
}

// collisions tells what lies on what on a page.
func collisions(p *page.Page, fonts *font.Family) (found []string) {
	paper := image.Rect(0, 0, p.Width, p.Height)
	var inks []ink
	for i := range p.Texts {
		text := &p.Texts[i]
		inks = append(inks, ink{text.Element + " “" + text.Words + "”", inkOf(text, fonts), inkOf(text, fonts)})
	}
	framed := false
	for i := range p.Codes {
		code := &p.Codes[i]
		width, height := code.Size()
		modules := image.Rect(code.X, code.Y, code.X+width, code.Y+height)
		quiet := modules
		quiet.Min.X -= code.Symbol.Left * code.Module
		quiet.Max.X += code.Symbol.Right * code.Module
		quiet.Min.Y -= code.Symbol.Around * code.Module
		quiet.Max.Y += code.Symbol.Around * code.Module
		inks = append(inks, ink{"code " + code.Element, modules, quiet})
		framed = framed || code.Symbol.Frame
	}
	for _, bar := range p.Bars {
		if rect := image.Rect(bar.X, bar.Y, bar.X+bar.Width, bar.Y+bar.Height); bar.Colour != page.Tint && !framed {
			inks = append(inks, ink{fmt.Sprint("rule ", rect), rect, image.Rectangle{}})
		}
	}
	for i, a := range inks {
		if !a.In(paper) {
			found = append(found, fmt.Sprintf("%s lies beyond the paper: %v", a.of, a.Rectangle))
		}
		for j := range i {
			if b := inks[j]; a.Overlaps(b.needs) || b.Overlaps(a.needs) {
				found = append(found, fmt.Sprintf("%s lies on %s: %v, %v", a.of, b.of, a.Rectangle, b.Rectangle))
			}
		}
	}
	return found
}

// ink is what is black, and the room that it needs for itself; rules need none.
type ink struct {
	of string
	image.Rectangle
	needs image.Rectangle
}
