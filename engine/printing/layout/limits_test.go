package layout_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
)

// hostile is a template of 100 x 50 mm whose body has the elements.
func hostile(elements ...catalog.PrintElement) *catalog.Print {
	return list(band(meta.BandBody, 5, elements...))
}

func program(t *testing.T, source string, want expression.Type) *expression.Program {
	t.Helper()
	fields := map[string]expression.Type{"at": expression.Instant, "n": expression.Int, "yes": expression.Bool}
	env := expression.Env{Vars: map[string]expression.Type{"row": expression.Record{Of: &expression.Shape{Key: "thing", Fields: fields}}}}
	p, err := expression.Compile(source, env, want)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func wantFault(t *testing.T, err error, key string) {
	t.Helper()
	if known, ok := fault.As(err); !ok || known.Key != key {
		t.Errorf("the fault is %v, want %s", err, key)
	}
}

func TestCopiesWithoutEndAreRefused(t *testing.T) {
	template := hostile()
	template.Copies = program(t, "row.n * 1000", expression.Int)
	_, err := try(t, template, layout.Record{Row: map[string]any{"n": int64(1_000_000)}})
	wantFault(t, err, "print.copies")
}

func TestElementsWithoutEndAreRefusedForWhatTheyAre(t *testing.T) {
	boxes := make([]catalog.PrintElement, 201)
	for i := range boxes {
		boxes[i] = catalog.PrintElement{Meta: &meta.PrintElement{Key: "box", Type: meta.ElementBox}}
	}
	_, err := try(t, list(band(meta.BandLine, 0, boxes...)), lines(2000))
	wantFault(t, err, "print.too_many_elements")
}

func TestATextWithoutEndIsRefused(t *testing.T) {
	_, err := try(t, hostile(says("name", "name", 4)), layout.Record{Words: map[string]string{"name": strings.Repeat("a", layout.MostText+1)}})
	wantFault(t, err, "print.text_too_long")
}

func TestAPrintThatTakesTooLongIsRefused(t *testing.T) {
	options := set(t)
	options.Time = time.Nanosecond
	_, err := layout.Make(t.Context(), hostile(), []layout.Record{{}}, options)
	wantFault(t, err, "print.too_slow")
}

// TestTheLongestTextIsCutInNoTime cuts a text of 10,000 letters on 2,000 lines: letter by
// letter from its end it would take hours.
func TestTheLongestTextIsCut(t *testing.T) {
	cut := says("item", "item", 4)
	cut.Meta.Fit, cut.Meta.Width = meta.FitCut, 20
	r := lines(200)
	for i := range r.Lines {
		r.Lines[i].Words["item"] = strings.Repeat("long ", layout.MostText/5)
	}
	made := print(t, list(band(meta.BandLine, 5, cut)), r)
	for _, text := range made.Pages[0].Texts {
		if text.Element == "item" && (text.Words != "long long lon…" || text.Width > 20_000) {
			t.Fatalf("%q is %d µm wide", text.Words, text.Width)
		}
	}
}

func TestValuesAreWrittenAsFieldsAre(t *testing.T) {
	at := says("at", "", 4)
	at.Field, at.Value = nil, program(t, "row.at", nil)
	yes := says("yes", "", 4)
	yes.Field, yes.Value, yes.Meta.Y = nil, program(t, "not row.yes", nil), 4
	options := set(t)
	options.Zone = time.FixedZone("east", 8*3600)
	r := layout.Record{Row: map[string]any{"at": time.Date(2026, 11, 23, 21, 30, 5, 0, time.UTC), "yes": true}}
	made, err := layout.Make(t.Context(), hostile(at, yes), []layout.Record{r}, options)
	if err != nil {
		t.Fatal(err)
	}
	wantPages(t, made, "Contents | 2026-11-24 05:30 | 1 / 1")
}

func TestADraftGoesOnBehindWhatIsWrong(t *testing.T) {
	code := says("code", "code", 4)
	code.Meta.Type, code.Meta.Code = meta.ElementCode, "ean13"
	options := set(t)
	options.Draft = true
	r := layout.Record{Words: map[string]string{"code": "4006381333932", "name": "茶", "more": "more"}}
	made, err := layout.Make(t.Context(), hostile(code, says("name", "name", 4), says("more", "more", 4)), []layout.Record{r}, options)
	if err != nil {
		t.Fatal(err)
	}
	wantPages(t, made, "Contents | more | 1 / 1")
	if n := made.Notices; len(n) != 2 || n[0].Kind != "bad_code" || n[1].Kind != "missing_glyph" {
		t.Errorf("told %+v", n)
	}
	want := layout.Place{Band: meta.BandBody, Page: 1, Y: 10_000, Width: 100_000, Height: 5_000}
	if made.Places[0] != want {
		t.Errorf("the body lies at %+v, want %+v", made.Places[0], want)
	}
}
