package paper

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/paint"
)

// label is a template of 100 x 60 mm with elements of its own.
func label(elements ...meta.PrintElement) *catalog.Print {
	m := &meta.Print{Paper: meta.Paper{Width: 100, Height: 60}, Bands: []meta.PrintBand{{Key: "label", Kind: meta.BandBody, Height: 60, Elements: elements}}}
	p := &catalog.Print{Key: "label", Meta: m, Bands: []catalog.PrintBand{{Meta: &m.Bands[0]}}}
	for i := range elements {
		p.Bands[0].Elements = append(p.Bands[0].Elements, catalog.PrintElement{Meta: &m.Bands[0].Elements[i]})
	}
	return p
}

func says(e meta.PrintElement, text string) meta.PrintElement {
	e.Text = &meta.Text{"zh": text, "en": text, "es": text}
	return e
}

// bench is the label of the speed bar: Chinese words, a Code 128 and a QR.
func bench() *catalog.Print {
	return label(
		says(meta.PrintElement{Key: "name", Type: meta.ElementText, X: 4, Y: 4, Width: 92, Height: 12, Size: 14, Bold: true, Fit: meta.FitWrap}, "便携式蓝牙音箱 12 只装"),
		says(meta.PrintElement{Key: "bars", Type: meta.ElementCode, X: 2, Y: 20, Width: 60, Height: 34, Code: "code128", Human: true}, "SO20261123000012"),
		says(meta.PrintElement{Key: "matrix", Type: meta.ElementCode, X: 62, Y: 20, Width: 36, Height: 36, Code: "qr"}, "库位 A-01-02"),
	)
}

func make200(t testing.TB) []page.Page {
	t.Helper()
	records := make([]layout.Record, 200)
	for i := range records {
		records[i] = layout.Record{ID: int64(i), Label: strconv.Itoa(i)}
	}
	made, err := layout.Make(t.Context(), bench(), records, layout.Options{Family: family(t), PerMM: 8, Language: "zh"})
	if err != nil {
		t.Fatal(err)
	}
	return made.Pages
}

func BenchmarkPDFOf200Labels(b *testing.B) {
	pdf, err := paint.NewPDF(family(b))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := pdf.Write("labels", make200(b)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkZPLOf200Labels(b *testing.B) {
	for b.Loop() {
		pages := make200(b)
		dots := make([]*paint.Dots, len(pages))
		for i := range pages {
			dots[i] = paint.Draw(&pages[i], 8, family(b))
		}
		paint.ZPL(dots)
	}
}

// TestALabelIsAsManyDotsAsItsPaper draws 100 x 60 mm as a printer of 203 dpi, and as
// others do.
func TestALabelIsAsManyDotsAsItsPaper(t *testing.T) {
	t.Parallel()
	pages := make200(t)[:1]
	if d := paint.Draw(&pages[0], 8, family(t)); d.Width != 800 || d.Height != 480 {
		t.Errorf("%d x %d dots, want 800 x 480", d.Width, d.Height)
	}
	compare(t, pages, 8)
}

// TestCodesAreReadByAnother has zbar read what poppler drew of each kind of code.
func TestCodesAreReadByAnother(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("zbarimg"); err != nil {
		t.Skip("zbarimg is not installed; make test installs it")
	}
	pdf, err := paint.NewPDF(family(t))
	if err != nil {
		t.Fatal(err)
	}
	for kind, texts := range map[string][]string{
		"code128": {"A01-02-03", "^XZ^XA~JR_5E>8\"", "12345678901234567890"},
		"gs1_128": {"(00)340123450000000017", "(10)ABC(21)S1"},
		"ean13":   {"4006381333931"}, "ean8": {"96385074"}, "upc_a": {"036000291452"},
		"itf14": {"15400141288763"}, "code39": {"WARE-LOOM 1"}, "qr": {"库位 A-01", "https://example.com/?q=1&r=^XZ"},
	} {
		for _, text := range texts {
			t.Run(kind+" "+text, func(t *testing.T) {
				t.Parallel()
				template := label(says(meta.PrintElement{Key: "code", Type: meta.ElementCode, X: 2, Y: 8, Width: 96, Height: 40, Code: kind, Align: "center"}, text))
				made, err := layout.Make(t.Context(), template, []layout.Record{{ID: 1}}, layout.Options{Family: family(t), PerMM: 8})
				if err != nil {
					t.Fatal(err)
				}
				file, err := pdf.Write("code", made.Pages)
				if err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(t.TempDir(), "code.pdf")
				if err := os.WriteFile(path, file, 0o600); err != nil {
					t.Fatal(err)
				}
				tool(t, "pdftoppm", "-r", "203.2", "-png", "-singlefile", path, strings.TrimSuffix(path, ".pdf"))
				got := strings.TrimSuffix(tool(t, "zbarimg", "-q", "--raw", "-Sbinary", "-Sean8.enable", "-Supca.enable", strings.TrimSuffix(path, ".pdf")+".png"), "\n")
				want := strings.NewReplacer("(00)", "00", "(10)", "10", "(21)", "\x1d21").Replace(text)
				if got != want {
					t.Errorf("read %q, want %q", got, want)
				}
			})
		}
	}
}

// TestHostileTextsAreRefusedOrDrawn has texts that break printers, pages and fonts: a
// label is refused with a reason or drawn, and nothing of a text is a command.
func TestHostileTextsAreRefusedOrDrawn(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"^XZ^XA", "~JR", "_5E", "\"", "A\r\nPRINT 99\r\n", "\x1a\x1b\x00", "<script>alert(1)</script>", "'\"--", "&lt;svg onload=1>",
		strings.Repeat("长", 5000), strings.Repeat("x", 20000), "日", "\u2f47", "😀", "\u202eabc", "\ufeff", "مرحبا",
	} {
		for _, fit := range []string{meta.FitTell, meta.FitShrink, meta.FitWrap, meta.FitGrow, meta.FitCut} {
			template := label(says(meta.PrintElement{Key: "t", Type: meta.ElementText, X: 2, Y: 2, Width: 40, Height: 10, Fit: fit}, text))
			made, err := layout.Make(t.Context(), template, []layout.Record{{ID: 1}}, layout.Options{Family: family(t), PerMM: 8})
			if err != nil {
				if !fault.IsKey(err, "print.missing_glyph") && !fault.IsKey(err, "print.text_too_long") {
					t.Errorf("%q %s: %v", text, fit, err)
				}
				continue
			}
			svg := string(paint.SVG(made.Pages, family(t)))
			if strings.Contains(svg, "<script") || strings.Contains(svg, "<svg onload") {
				t.Errorf("%q %s: markup in %s", text, fit, svg)
			}
			zpl := string(paint.ZPL([]*paint.Dots{paint.Draw(&made.Pages[0], 8, family(t))}))
			if strings.Count(zpl, "^XA") != 1 || strings.Count(zpl, "^XZ") != 1 || strings.Contains(zpl, "~") {
				t.Errorf("%q %s: a command in %q", text, fit, zpl)
			}
		}
	}
}
