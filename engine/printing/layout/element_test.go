package layout_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/picture"
)

func refused(t *testing.T, name string, err error, want string) {
	t.Helper()
	got := ""
	if f, ok := fault.As(err); ok {
		got = f.Key
	} else if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%s: %v, want %q", name, err, want)
	}
}

// TestAPictureKeepsItsProportions, as large as its element has room for, at its sides.
func TestAPictureKeepsItsProportions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		width, height   int // of the picture
		align, vertical string
		want            page.Bar
	}{
		{40, 20, "", "", page.Bar{X: 5000, Y: 5000, Width: 40_000, Height: 20_000}},
		{40, 20, "right", "bottom", page.Bar{X: 5000, Y: 15_000, Width: 40_000, Height: 20_000}},
		{10, 20, "", "", page.Bar{X: 5000, Y: 5000, Width: 15_000, Height: 30_000}},
		{10, 20, "center", "middle", page.Bar{X: 17_500, Y: 5000, Width: 15_000, Height: 30_000}},
		{10, 20, "right", "", page.Bar{X: 30_000, Y: 5000, Width: 15_000, Height: 30_000}},
		{80, 20, "", "middle", page.Bar{X: 5000, Y: 15_000, Width: 40_000, Height: 10_000}},
		{40, 30, "right", "bottom", page.Bar{X: 5000, Y: 5000, Width: 40_000, Height: 30_000}},
	} {
		e := meta.PrintElement{Key: "it", Type: meta.ElementImage, X: 5, Y: 5, Width: 40, Height: 30, Align: tt.align, Vertical: tt.vertical, Image: blank(t, tt.width, tt.height)}
		p, _, err := alone(t, e)
		if err != nil {
			t.Fatal(err)
		}
		if got := (page.Bar{X: p.Images[0].X, Y: p.Images[0].Y, Width: p.Images[0].Width, Height: p.Images[0].Height}); got != tt.want {
			t.Errorf("%d by %d %s %s: %+v, want %+v", tt.width, tt.height, tt.align, tt.vertical, got, tt.want)
		}
	}
}

// TestPicturesOfFieldsAreReadOnce: an empty field shows none, and what is no picture refuses
// the print.
func TestPicturesOfFieldsAreReadOnce(t *testing.T) {
	t.Parallel()
	reads := map[string]int{}
	options := set(t)
	options.Picture = func(_ context.Context, file string) (*picture.Picture, error) {
		reads[file]++
		switch file {
		case "text":
			return nil, picture.ErrNone
		case "gone":
			return nil, fault.New(fault.NotFound, "file.unknown")
		case "torn":
			return nil, errors.New("the disk is torn")
		}
		return picture.New(image.NewGray(image.Rect(0, 0, 2, 2))), nil
	}
	e := catalog.PrintElement{Meta: &meta.PrintElement{Key: "it", Type: meta.ElementImage, Width: 10, Height: 10, Field: "file"}, Field: catalog.Path{nil}}
	template := list(band(meta.BandBody, 10, e, e))
	of := func(files ...string) (shown int, err error) {
		records := make([]layout.Record, len(files))
		for i, file := range files {
			records[i].Words = map[string]string{"file": file}
		}
		made, err := layout.Make(t.Context(), template, records, options)
		if err != nil {
			return 0, err
		}
		for _, p := range made.Pages {
			shown += len(p.Images)
		}
		return shown, nil
	}
	if shown, err := of("a", "b", "", "a"); err != nil || shown != 6 || fmt.Sprint(reads) != "map[a:1 b:1]" {
		t.Errorf("shown are %d, read %v (%v)", shown, reads, err)
	}
	for file, want := range map[string]string{"text": "print.picture", "gone": "print.picture", "torn": "the disk is torn"} {
		_, err := of(file)
		refused(t, file, err, want)
	}
	options.Picture = nil
	_, err := of("a")
	refused(t, "where nobody reads files", err, "print.picture")
	_, _, err = alone(t, meta.PrintElement{Key: "it", Type: meta.ElementImage, Width: 10, Height: 10, Image: "no base64!"})
	refused(t, "no file in the template", err, "print.picture")
}

// TestADraftTellsWhatWouldRefuse, and shows the rest.
func TestADraftTellsWhatWouldRefuse(t *testing.T) {
	t.Parallel()
	bad := catalog.PrintElement{Meta: &meta.PrintElement{Key: "bad", Type: meta.ElementCode, Code: "ean13", Width: 50, Height: 10, Text: &meta.Text{"en": "no number"}}}
	narrow := catalog.PrintElement{Meta: &meta.PrintElement{Key: "narrow", Type: meta.ElementCode, Code: "qr", Width: 1, Height: 1, Text: &meta.Text{"en": "A"}}}
	torn := catalog.PrintElement{Meta: &meta.PrintElement{Key: "torn", Type: meta.ElementImage, Width: 5, Height: 5, Image: "AAAA"}}
	options := set(t)
	options.Draft = true
	template := list(band(meta.BandBody, 10, says("han", "=茶", 5), bad, narrow, torn, says("fine", "=Fine", 5)))
	made, err := layout.Make(t.Context(), template, []layout.Record{{ID: 9}}, options)
	if err != nil {
		t.Fatal(err)
	}
	wantPages(t, made, "Contents | Fine | 1 / 1")
	told := ""
	for _, n := range made.Notices {
		told += fmt.Sprint(n.Page, n.Record, n.Element, n.Kind, n.Text, " ")
	}
	if want := "1 9hanmissing_glyph茶 1 9badbad_codeno number 1 9narrowbad_codeA 1 9tornbad_picture "; told != want {
		t.Errorf("told is %q, want %q", told, want)
	}
	if want := "[{body 1 0 10000 100000 10000 0} {head 1 0 0 100000 10000 0} {foot 1 0 40000 100000 10000 0}]"; fmt.Sprint(made.Places) != want {
		t.Errorf("bands lie at %+v, want %s", made.Places, want)
	}
}

// TestWhatGrowsMakesItsBandHigher: what is low goes down with it, what follows begins below.
func TestWhatGrowsMakesItsBandHigher(t *testing.T) {
	t.Parallel()
	grows, low := says("grows", "=one two three", 5), says("low", "=Low", 5)
	grows.Meta.Fit, grows.Meta.Width, low.Meta.Low, low.Meta.X = meta.FitGrow, 8, true, 50
	options := set(t)
	options.Draft = true
	made, err := layout.Make(t.Context(), list(band(meta.BandBody, 5, grows, low), band(meta.BandBody, 5, says("next", "=Next", 5))), []layout.Record{{}}, options)
	if err != nil {
		t.Fatal(err)
	}
	grown := made.Places[0].Grown
	if grown < 4000 || made.Places[0].Height != 5000+grown || made.Places[1].Y != made.Places[0].Y+made.Places[0].Height || made.Places[1].Grown != 0 {
		t.Errorf("bands lie at %+v", made.Places)
	}
	at := map[string]int{}
	for _, text := range made.Pages[0].Texts {
		at[text.Words] = text.Y
	}
	if at["Low"]-at["one"] < grown-2*dot || at["Low"]-at["one"] > grown+2*dot || at["Next"] < at["three"] {
		t.Errorf("baselines are %v, grown is %d", at, grown)
	}
}

// TestABoxIsAGroundOrAFrame of four bars that meet within it.
func TestABoxIsAGroundOrAFrame(t *testing.T) {
	t.Parallel()
	e := meta.PrintElement{Key: "it", Type: meta.ElementBox, X: 5, Y: 6, Width: 20, Height: 10, Colour: page.Tint}
	for stroke, want := range map[float64][]page.Bar{
		0: {{X: 5000, Y: 6000, Width: 20_000, Height: 10_000, Colour: page.Tint}},
		1: {
			{X: 5000, Y: 6000, Width: 20_000, Height: 1000, Colour: page.Tint},
			{X: 5000, Y: 15_000, Width: 20_000, Height: 1000, Colour: page.Tint},
			{X: 5000, Y: 6000, Width: 1000, Height: 10_000, Colour: page.Tint},
			{X: 24_000, Y: 6000, Width: 1000, Height: 10_000, Colour: page.Tint},
		},
	} {
		e.Stroke = stroke
		p, _, err := alone(t, e)
		if err != nil || fmt.Sprint(p.Bars) != fmt.Sprint(want) {
			t.Errorf("of stroke %f: %v (%v), want %v", stroke, p.Bars, err, want)
		}
	}
	e.Type, e.Stroke = meta.ElementLine, 1
	if p, _, err := alone(t, e); err != nil || len(p.Bars) != 1 {
		t.Errorf("a rule is %v (%v)", p.Bars, err)
	}
}
