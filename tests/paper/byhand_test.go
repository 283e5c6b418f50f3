package paper

import (
	"bytes"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/qr"
	"github.com/signintech/gopdf"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/paint"
)

// byHand is the label of bench as a program of its own would draw it: places and sizes
// are figures in it, the fonts are read once, and every label is of its own record.
type byHand struct{ fonts *gopdf.FontContainer }

func newByHand(t testing.TB) byHand {
	t.Helper()
	fonts := &gopdf.FontContainer{}
	if err := fonts.AddTTFFontData("regular", family(t).Regular.Data); err != nil {
		t.Fatal(err)
	}
	if err := fonts.AddTTFFontData("bold", family(t).Bold.Data); err != nil {
		t.Fatal(err)
	}
	return byHand{fonts}
}

// mm gives points.
func mm(mm float64) float64 { return mm * 72 / 25.4 }

// write draws a label for each of the numbers.
func (h byHand) write(numbers []string) ([]byte, error) {
	pdf := &gopdf.GoPdf{}
	pdf.Start(gopdf.Config{PageSize: gopdf.Rect{W: mm(100), H: mm(60)}})
	for _, name := range []string{"regular", "bold"} {
		if err := pdf.AddTTFFontFromFontContainer(name, h.fonts); err != nil {
			return nil, err
		}
	}
	for _, number := range numbers {
		if err := h.label(pdf, number); err != nil {
			return nil, err
		}
	}
	var file bytes.Buffer
	_, err := pdf.WriteTo(&file)
	return file.Bytes(), err
}

func (h byHand) label(pdf *gopdf.GoPdf, number string) error {
	pdf.AddPage()
	if err := h.text(pdf, "bold", 14, 4, 8.4, "便携式蓝牙音箱 12 只装"); err != nil {
		return err
	}
	bars, err := code128.Encode(number)
	if err != nil {
		return err
	}
	const module, matrixModule = 0.25, 1.125
	modules(pdf, bars, 2+10*module, 20, module, 30)
	width, err := h.width(pdf, 8, number)
	if err != nil {
		return err
	}
	if err := h.text(pdf, "regular", 8, 2+10*module+(float64(bars.Bounds().Dx())*module-width)/2, 53, number); err != nil {
		return err
	}
	matrix, err := qr.Encode("库位 A-01-02", qr.M, qr.Auto)
	if err != nil {
		return err
	}
	modules(pdf, matrix, 62+4*matrixModule, 20+4*matrixModule, matrixModule, matrixModule)
	return nil
}

func (h byHand) text(pdf *gopdf.GoPdf, font string, size, x, y float64, words string) error {
	if err := pdf.SetFont(font, "", size); err != nil {
		return err
	}
	pdf.SetXY(mm(x), mm(y))
	return pdf.Text(words)
}

// width measures a text, in mm.
func (h byHand) width(pdf *gopdf.GoPdf, size float64, words string) (float64, error) {
	if err := pdf.SetFont("regular", "", size); err != nil {
		return 0, err
	}
	width, err := pdf.MeasureTextWidth(words)
	return width / mm(1), err
}

// modules draws the black stretches of each row of a code.
func modules(pdf *gopdf.GoPdf, code barcode.Barcode, x, y, module, height float64) {
	size := code.Bounds()
	for row := range size.Dy() {
		for from := 0; from < size.Dx(); from++ {
			to := from
			for to < size.Dx() && code.At(to, row) == color.Black {
				to++
			}
			if to > from {
				pdf.RectFromUpperLeftWithStyle(mm(x+float64(from)*module), mm(y+float64(row)*module), mm(float64(to-from)*module), mm(height), "F")
				from = to
			}
		}
	}
}

func numbers(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = "SO20261123" + strconv.Itoa(100_000+i)
	}
	return all
}

// byEngine lays out and writes the same labels.
func byEngine(t testing.TB, pdf *paint.PDF, numbers []string) []byte {
	t.Helper()
	template := bench()
	bars := &template.Bands[0].Elements[1]
	bars.Meta.Text, bars.Meta.Field, bars.Field = nil, "number", catalog.Path{}
	records := make([]layout.Record, len(numbers))
	for i, number := range numbers {
		records[i] = layout.Record{ID: int64(i), Label: number, Words: map[string]string{"number": number}}
	}
	made, err := layout.Make(t.Context(), template, records, layout.Options{Family: family(t), PerMM: 8, Language: "zh"})
	if err != nil {
		t.Fatal(err)
	}
	file, err := pdf.Write("labels", made.Pages)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestByHandIsTheSameLabel holds the measure to its subject: the same codes are read from
// both, and the same words stand in them.
func TestByHandIsTheSameLabel(t *testing.T) {
	t.Parallel()
	pdf, err := paint.NewPDF(family(t))
	if err != nil {
		t.Fatal(err)
	}
	hand, err := newByHand(t).write(numbers(1))
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for name, file := range map[string][]byte{"hand": hand, "engine": byEngine(t, pdf, numbers(1))} {
		path := filepath.Join(t.TempDir(), name+".pdf")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(path, ".pdf")
		tool(t, "pdftoppm", "-r", "203.2", "-png", "-singlefile", path, base)
		codes := strings.Split(strings.TrimSpace(tool(t, "zbarimg", "-q", "--raw", "-Sbinary", base+".png")), "\n")
		said[name] = squeezed(tool(t, "pdftotext", path, "-")) + " " + strings.Join(slices.Sorted(slices.Values(codes)), " ")
	}
	if said["hand"] != said["engine"] || !strings.Contains(said["hand"], "库位") {
		t.Errorf("by hand %q, by the engine %q", said["hand"], said["engine"])
	}
}

// BenchmarkLabelPDF measures the engine beside a program written for this label alone: a
// label by itself, as a station prints, and 200 as a job does. They take turns, so that
// what else the machine does falls on both. The bar is a ratio of 1.3.
func BenchmarkLabelPDF(b *testing.B) {
	pdf, err := paint.NewPDF(family(b))
	if err != nil {
		b.Fatal(err)
	}
	hand := newByHand(b)
	for _, n := range []int{1, 200} {
		all := numbers(n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var byUs, byThem time.Duration
			for b.Loop() {
				began := time.Now()
				byEngine(b, pdf, all)
				between := time.Now()
				if _, err := hand.write(all); err != nil {
					b.Fatal(err)
				}
				byUs += between.Sub(began)
				byThem += time.Since(between)
			}
			b.ReportMetric(float64(byUs.Microseconds())/1000/float64(b.N), "ms/engine")
			b.ReportMetric(float64(byUs)/float64(byThem), "ratio")
		})
	}
}
