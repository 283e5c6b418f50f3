package paper

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/paint"
)

// pictures is a folder for what was printed, to be looked at.
var pictures = flag.String("pictures", "", "folder for the PDFs of this test")

// TestShippedTemplatesLoseNothing prints each template with the longest texts and with
// few: nothing is too long, and pdftotext finds every text.
func TestShippedTemplatesLoseNothing(t *testing.T) {
	t.Parallel()
	release, fonts := product(t), family(t)
	pdf, err := paint.NewPDF(fonts)
	if err != nil {
		t.Fatal(err)
	}
	for key, template := range drawnByUs(release) {
		for _, language := range []string{"zh", "en", "es"} {
			for name, worst := range map[string]bool{"worst": true, "usual": false} {
				t.Run(key+"/"+language+"/"+name, func(t *testing.T) {
					t.Parallel()
					made, err := layout.Make(t.Context(), template, []layout.Record{example(template, worst)}, layout.Options{Family: fonts, PerMM: 8, Language: language, Resolve: someOrder})
					if err != nil {
						t.Fatal(err)
					}
					for _, notice := range made.Notices {
						t.Errorf("%+v", notice)
					}
					file, err := pdf.Write(key, made.Pages)
					if err != nil {
						t.Fatal(err)
					}
					folder := t.TempDir()
					if *pictures != "" {
						folder = *pictures
					}
					path := filepath.Join(folder, key+"."+language+"."+name+".pdf")
					if err := os.WriteFile(path, file, 0o600); err != nil {
						t.Fatal(err)
					}
					found := squeezed(tool(t, "pdftotext", "-layout", path, "-"))
					for _, page := range made.Pages {
						for _, text := range page.Texts {
							if !strings.Contains(found, squeezed(text.Words)) {
								t.Errorf("pdftotext does not find %q of %s", text.Words, text.Element)
							}
						}
					}
				})
			}
		}
	}
}

// squeezed leaves out blanks, which pdftotext sets by its own mind.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// tool runs a program that make test installs.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed; make test installs it", name)
	}
	out, err := exec.CommandContext(t.Context(), path, args...).Output()
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	return string(out)
}

// example is a record with words in every field that a template shows.
func example(template *catalog.Print, worst bool) layout.Record {
	r := layout.Record{ID: 1, Label: "1", Row: map[string]any{}, Words: map[string]string{}}
	fill := func(words map[string]string, row map[string]any, band *catalog.PrintBand) {
		for i := range band.Elements {
			e := &band.Elements[i]
			if e.Field != nil {
				words[e.Meta.Field] = text(e.Field.Last(), e.Meta.Type == meta.ElementCode, worst)
			}
		}
		if band.Meta.Group != "" {
			words[band.Meta.Group] = text(band.Group.Last(), false, worst)
		}
		row["qty"], row["received_qty"] = decimal.NewFromInt(12), decimal.NewFromInt(7)
	}
	count := 3
	if worst {
		count = 60
	}
	for i := range template.Bands {
		band := &template.Bands[i]
		if !band.Meta.OverLines() && !band.Meta.OfGroup() {
			fill(r.Words, r.Row, band)
		}
	}
	for key, value := range map[string]any{"barcode": sscc, "remark": "x", "copies": int64(1), "doc_no": "TR-2611-000123", "total": decimal.NewFromInt(1234567), "currency": "CNY", "gross_weight": decimal.RequireFromString("1234.567"), "sale_order_id": int64(1), "province": "广东省", "city": "深圳市", "district": "南山区", "detail": address(worst)} {
		r.Row[key] = value
	}
	for range count {
		line := layout.Line{Row: map[string]any{}, Words: map[string]string{}}
		for i := range template.Bands {
			if band := &template.Bands[i]; band.Meta.OverLines() || band.Meta.OfGroup() {
				fill(line.Words, line.Row, band)
			}
		}
		r.Lines = append(r.Lines, line)
	}
	return r
}

// someOrder is what any reference leads to.
func someOrder(context.Context, string, int64) (map[string]any, error) {
	return map[string]any{"province": "广东省", "city": "深圳市", "district": "南山区", "detail": address(true)}, nil
}

const sscc = "340123450000000017"

func address(worst bool) string {
	if worst {
		return "科技园南区高新南七道数字技术园B栋十二层1206室，Avenida de la Constitución 1234, escalera izquierda"
	}
	return "科技园高新南七道 12 号"
}

// text is a value of a field: as long as the field takes it, up to what fits a person's
// patience.
func text(f *catalog.Field, ofCode, worst bool) string {
	switch f.Type {
	case meta.TypeInteger:
		return map[bool]string{true: "9990", false: "10"}[worst]
	case meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight, meta.TypeLength:
		if worst {
			return "99999.999"
		}
		return "12"
	case meta.TypeInstant:
		return "2026-11-23 21:30"
	case meta.TypeDate:
		return "2026-11-23"
	case meta.TypeEnum:
		if worst {
			return "Pendiente de ubicación"
		}
		return "件"
	}
	if ofCode || f.Type == meta.TypeCode || strings.HasSuffix(f.Key, "_no") || f.Key == "code" || f.Key == "sku" || f.Key == "barcode" {
		switch {
		case f.Key == "barcode" && ofCode, f.Key == "barcode" && worst:
			return map[bool]string{true: sscc, false: "A01-02-03"}[worst]
		case f.Key == "code" || f.Type == meta.TypeReference:
			return map[bool]string{true: "A12-034-056-07", false: "A01-02-03"}[worst]
		}
		return map[bool]string{true: "SO2026112300001234", false: "SO26110001"}[worst]
	}
	if f.Key == "check_digit" || f.Key == "zip" || f.Key == "phone" {
		return map[string]string{"check_digit": "73", "zip": "518057", "phone": "+86 13800138000"}[f.Key]
	}
	if !worst {
		return "蓝牙音箱 Speaker"
	}
	long := []rune(strings.Repeat("便携式蓝牙音箱Ñandú 500ml ", 2))
	if f.Meta.MaxLength > 0 {
		long = long[:min(len(long), f.Meta.MaxLength)]
	}
	return strings.TrimSpace(fmt.Sprint(string(long)))
}
