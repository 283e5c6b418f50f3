package paper

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/printing/sample"
)

// TestPreviewIsPaper draws templates as the preview (by librsvg), as a PDF (by cairo) and
// as what a label printer burns: every black dot of one has ink within a dot in the
// others, and the ink of each text and code has the same edges, within a dot.
//
// Splash, poppler's other rasteriser, will not do: it sets larger letters on whole pixels,
// always to the left and up.
func TestPreviewIsPaper(t *testing.T) {
	t.Parallel()
	release := product(t)
	for key, template := range drawnByUs(release) {
		sheet := template.Meta.Paper.Width > 110
		if sheet && !*whole {
			continue // millions of dots; label printers print labels
		}
		for _, language := range languages {
			for dpi := range heads {
				if !*whole && (language != "zh" || dpi != 203) {
					continue
				}
				t.Run(key+"/"+language, func(t *testing.T) {
					t.Parallel()
					p := prove(t, release, key, sample.Usual, language, dpi)
					compare(t, p.made.Pages[:1], p.perMM)
				})
			}
		}
	}
}

// TestWhatIsTurnedIsTheSameOnPaper does so with texts, codes and pictures in all four
// directions.
func TestWhatIsTurnedIsTheSameOnPaper(t *testing.T) {
	t.Parallel()
	var elements []meta.PrintElement
	for i, turn := range []int{0, 90, 180, 270} {
		x := 2 + 24*float64(i)
		at := func(key string, y float64) meta.PrintElement {
			return meta.PrintElement{Key: key + string(rune('a'+i)), X: x, Y: y, Width: 22, Height: 18, Turn: turn}
		}
		text, matrix, picture := at("text", 2), at("matrix", 20), at("picture", 40)
		text.Type, text.Size, text.Fit, text.Height = meta.ElementText, 9, meta.FitWrap, 17
		matrix.Type, matrix.Code = meta.ElementCode, "qr"
		picture.Type, picture.Image = meta.ElementImage, ladder(t)
		elements = append(elements, says(text, "便携式蓝牙音箱 Ñandú 12"), says(matrix, "库位 A-01"), picture)
	}
	made, err := layout.Make(t.Context(), label(elements...), []layout.Record{{ID: 1}}, layout.Options{Family: family(t), PerMM: 8, Language: "zh"})
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Notices) > 0 {
		t.Errorf("told %+v", made.Notices)
	}
	compare(t, made.Pages, 8)
}

// compare holds the three pictures of a page to each other.
func compare(t *testing.T, pages []page.Page, perMM float64) {
	t.Helper()
	fonts := family(t)
	pdf, err := paint.NewPDF(fonts)
	if err != nil {
		t.Fatal(err)
	}
	file, err := pdf.Write("proof", pages)
	if err != nil {
		t.Fatal(err)
	}
	dots := burnt(paint.Draw(&pages[0], perMM, fonts))
	others := map[string]*picture{
		"PDF": poppler(t, file, perMM),
		"SVG": librsvg(t, paint.SVG(pages, fonts), dots.width, dots.height),
	}
	if *pictures != "" {
		name := strings.ReplaceAll(t.Name(), "/", "-")
		if err := os.WriteFile(filepath.Join(*pictures, name+".pdf"), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, other := range others {
		// poppler begins a pixel more where a page ends within one.
		if (other.width-dots.width)&^1 != 0 || (other.height-dots.height)&^1 != 0 {
			t.Errorf("the %s has %d x %d dots, the label %d x %d", name, other.width, other.height, dots.width, dots.height)
			continue
		}
		if astray := astray(dots, other, pages[0].Images, perMM); len(astray) > 0 {
			t.Errorf("%d dots are further than a dot from the %s, the first at %v", len(astray), name, astray[0])
		}
		for _, box := range boxes(&pages[0]) {
			a, b := dots.inked(box.dots(perMM)), other.inked(box.dots(perMM))
			if apart(a, b) > 1 {
				t.Errorf("%s “%s” lies at %v on the label and at %v in the %s", box.element, box.words, a, b, name)
			}
		}
	}
}

// grey is how dark a dot is that some ink of a stroke is on.
const grey = 0xd0

// astray lists dots of one picture that have no ink within a dot in the other. Greys of
// pictures are spread over neighbours by label printers, and are no matter of place.
func astray(dots, other *picture, images []page.Image, perMM float64) (found []image.Point) {
	var shades []image.Rectangle
	for _, m := range images {
		shades = append(shades, box{Rectangle: image.Rect(m.X, m.Y, m.X+m.Width, m.Y+m.Height)}.dots(perMM))
	}
	for y := range dots.height {
		for x := range dots.width {
			lost := dots.dark(x, y, half) && !other.near(x, y, grey) || other.dark(x, y, half) && !dots.near(x, y, half)
			if lost && !within(shades, image.Pt(x, y)) {
				found = append(found, image.Pt(x, y))
			}
		}
	}
	return found
}

func within(all []image.Rectangle, at image.Point) bool {
	for _, rect := range all {
		if at.In(rect) {
			return true
		}
	}
	return false
}

// apart is by how much edges differ, at most.
func apart(a, b image.Rectangle) int {
	far := 0
	for _, by := range []int{a.Min.X - b.Min.X, a.Min.Y - b.Min.Y, a.Max.X - b.Max.X, a.Max.Y - b.Max.Y} {
		far = max(far, by, -by)
	}
	return far
}
