package layout_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// says is a text element of a field, or of fixed words where they stand after "=".
func says(key, what string, height float64) catalog.PrintElement {
	e := &meta.PrintElement{Key: key, Type: meta.ElementText, Width: 60, Height: height, Size: 8}
	if words, fixed := strings.CutPrefix(what, "="); fixed {
		e.Text = &meta.Text{"en": words}
		return catalog.PrintElement{Meta: e}
	}
	e.Field = what
	return catalog.PrintElement{Meta: e, Field: catalog.Path{nil}}
}

func numbered() catalog.PrintElement {
	return catalog.PrintElement{Meta: &meta.PrintElement{Key: "page", Type: meta.ElementPage, Width: 30, Height: 5, Size: 8}}
}

func band(kind string, height float64, elements ...catalog.PrintElement) catalog.PrintBand {
	return catalog.PrintBand{Meta: &meta.PrintBand{Key: kind, Kind: kind, Height: height}, Elements: elements}
}

// list is a template of 100 x 50 mm whose head and foot leave 30 mm to the flow.
func list(bands ...catalog.PrintBand) *catalog.Print {
	frame := []catalog.PrintBand{band(meta.BandHead, 10, says("title", "=Contents", 5)), band(meta.BandFoot, 10, numbered())}
	return &catalog.Print{Meta: &meta.Print{Paper: meta.Paper{Width: 100, Height: 50}}, Bands: append(frame, bands...)}
}

// lines are so many lines, of which every other one belongs to the same box.
func lines(n int) layout.Record {
	r := layout.Record{ID: 1, Label: "P-1"}
	for i := range n {
		r.Lines = append(r.Lines, layout.Line{Words: map[string]string{"item": fmt.Sprintf("ITEM-%d", i+1), "box": fmt.Sprintf("BOX-%d", i%2+1)}})
	}
	return r
}

func print(t *testing.T, template *catalog.Print, records ...layout.Record) *layout.Result {
	t.Helper()
	made, err := try(t, template, records...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func try(t *testing.T, template *catalog.Print, records ...layout.Record) (*layout.Result, error) {
	t.Helper()
	return layout.Make(t.Context(), template, records, set(t))
}

// latin is a font that has Latin letters alone.
var latin = sync.OnceValues(func() (*font.Family, error) {
	regular, err := font.Parse("regular", goregular.TTF)
	bold, errBold := font.Parse("bold", gobold.TTF)
	return &font.Family{Regular: regular, Bold: bold}, errors.Join(err, errBold)
})

// set are the options of a print in that font.
func set(t *testing.T) layout.Options {
	t.Helper()
	family, err := latin()
	if err != nil {
		t.Fatal(err)
	}
	return layout.Options{Family: family, PerMM: 8, Language: "en"}
}

// read gives the texts of a page from top to bottom.
func read(p page.Page) string {
	texts := slices.Clone(p.Texts)
	slices.SortStableFunc(texts, func(a, b page.Text) int { return a.Y - b.Y })
	words := make([]string, len(texts))
	for i, text := range texts {
		words[i] = text.Words
	}
	return strings.Join(words, " | ")
}

func wantPages(t *testing.T, made *layout.Result, want ...string) {
	t.Helper()
	var got []string
	for _, p := range made.Pages {
		got = append(got, read(p))
	}
	if !slices.Equal(got, want) {
		t.Errorf("pages read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheTableGoesOnUnderItsHead(t *testing.T) {
	template := list(band(meta.BandTableHead, 10, says("head", "=Item", 5)), band(meta.BandLine, 10, says("item", "item", 5)))
	wantPages(t, print(t, template, lines(5)),
		"Contents | Item | ITEM-1 | ITEM-2 | 1 / 3",
		"Contents | Item | ITEM-3 | ITEM-4 | 2 / 3",
		"Contents | Item | ITEM-5 | 3 / 3")
}

func TestEachRecordCountsItsOwnPages(t *testing.T) {
	template := list(band(meta.BandLine, 10, says("item", "item", 5)))
	wantPages(t, print(t, template, lines(4), lines(1)),
		"Contents | ITEM-1 | ITEM-2 | ITEM-3 | 1 / 2",
		"Contents | ITEM-4 | 2 / 2",
		"Contents | ITEM-1 | 1 / 1")
}

func TestLinesOfAGroupStandTogether(t *testing.T) {
	head, foot := band(meta.BandGroupHead, 5, says("box", "box", 4)), band(meta.BandGroupFoot, 5, says("end", "=--", 4))
	head.Meta.Group, foot.Meta.Group = "box", "box"
	template := list(head, band(meta.BandLine, 2.5, says("item", "item", 2.5)), foot)
	wantPages(t, print(t, template, lines(4)),
		"Contents | BOX-1 | ITEM-1 | ITEM-3 | -- | BOX-2 | ITEM-2 | ITEM-4 | -- | 1 / 1")
}

func TestTheHeadOfAGroupStaysWithItsFirstLine(t *testing.T) {
	head := band(meta.BandGroupHead, 10, says("box", "box", 5))
	head.Meta.Group = "box"
	template := list(band(meta.BandBody, 15, says("note", "=Note", 5)), head, band(meta.BandLine, 10, says("item", "item", 5)))
	wantPages(t, print(t, template, lines(1)),
		"Contents | Note | 1 / 2",
		"Contents | BOX-1 | ITEM-1 | 2 / 2")
}

// TestLabelsLieOnTheirSheet: two across and two down on 100 x 60 mm with margins of 10
// mm and gaps of 4 mm make labels of 38 x 18 mm.
func TestLabelsLieOnTheirSheet(t *testing.T) {
	paper := meta.Paper{Width: 100, Height: 60, Margin: meta.Margin{Top: 10, Right: 10, Bottom: 10, Left: 10}, Labels: &meta.Labels{Across: 2, Down: 2, GapX: 4, GapY: 4}}
	ground := catalog.PrintElement{Meta: &meta.PrintElement{Key: "ground", Type: meta.ElementBox, Width: 38, Height: 18}}
	template := &catalog.Print{Meta: &meta.Print{Paper: paper}, Bands: []catalog.PrintBand{band(meta.BandBody, 18, ground)}}
	made := print(t, template, make([]layout.Record, 5)...)
	var at [][2]int
	for _, p := range made.Pages {
		for _, bar := range p.Bars {
			at = append(at, [2]int{bar.X / 1000, bar.Y / 1000})
		}
	}
	want := [][2]int{{10, 10}, {52, 10}, {10, 32}, {52, 32}, {10, 10}}
	if len(made.Pages) != 2 || !slices.Equal(at, want) {
		t.Errorf("%d sheets with labels at %v mm, want 2 with %v", len(made.Pages), at, want)
	}
}

func TestWhatHasNoRoomIsTold(t *testing.T) {
	narrow := says("name", "name", 4)
	narrow.Meta.Width = 10
	template := list(band(meta.BandBody, 5, narrow), band(meta.BandBody, 40, says("high", "=High", 4)))
	r := layout.Record{ID: 7, Words: map[string]string{"name": "A name that is far too long for ten millimetres"}}
	var told []string
	for _, n := range print(t, template, r).Notices {
		told = append(told, fmt.Sprintf("%d %d %s %s", n.Page, n.Record, n.Element, n.Kind))
	}
	if want := []string{"1 7 name too_long", "2 7 body too_high"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

func TestALetterThatTheFontLacksIsRefused(t *testing.T) {
	_, err := try(t, list(band(meta.BandBody, 5, says("name", "name", 4))), layout.Record{Words: map[string]string{"name": "茶"}})
	if known, ok := fault.As(err); !ok || known.Key != "print.missing_glyph" {
		t.Errorf("the fault is %v", err)
	}
}

func TestTooManyPagesAreRefused(t *testing.T) {
	_, err := try(t, list(band(meta.BandBody, 5)), make([]layout.Record, layout.MostPages+1)...)
	if fault.CodeOf(err) != fault.TooLarge {
		t.Errorf("the fault is %v", err)
	}
}
