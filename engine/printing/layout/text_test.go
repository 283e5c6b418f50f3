package layout_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// written lays out one element that says words, alone on a page.
func written(t *testing.T, e meta.PrintElement, words string) (texts []page.Text, notices []layout.Notice) {
	t.Helper()
	e.Key, e.Type, e.Field = "it", meta.ElementText, "it"
	body := band(meta.BandBody, 90, catalog.PrintElement{Meta: &e, Field: catalog.Path{nil}})
	template := &catalog.Print{Meta: &meta.Print{Paper: meta.Paper{Width: 100, Height: 1000}}, Bands: []catalog.PrintBand{body}}
	made := print(t, template, layout.Record{Words: map[string]string{"it": words}})
	return made.Pages[0].Texts, made.Notices
}

func lettersOf(texts []page.Text) string {
	all := ""
	for _, text := range texts {
		all += text.Words
	}
	return strings.ReplaceAll(all, " ", "")
}

// dot is a dot of a label printer with 8 dots/mm, in µm: where texts begin is on one.
const dot = 125

// TestATextStaysInItsElement: random words in random elements that an ellipsis has room in. Whatever the fit, no line is
// wider than the element, lines stand in their order within its height, at the side that is
// asked, and what is not told to be too long has all its letters.
func TestATextStaysInItsElement(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	for range 400 {
		e := meta.PrintElement{
			X: 5, Y: 5, Width: float64(6 + random.IntN(60)), Height: float64(3 + random.IntN(30)), Size: float64(random.IntN(16)), Bold: random.IntN(2) == 0,
			Fit: []string{"", meta.FitShrink, meta.FitWrap, meta.FitGrow, meta.FitCut}[random.IntN(5)], Align: []string{"", "center", "right"}[random.IntN(3)],
			Vertical: []string{"", "middle", "bottom"}[random.IntN(3)],
		}
		if e.Size > 0 && e.Size < 4 {
			e.Size = 0
		}
		var words []string
		for range 1 + random.IntN(12) {
			words = append(words, strings.Repeat(string("aWi-5"[random.IntN(5)]), 1+random.IntN(9)))
		}
		text := strings.Join(words, " ")
		got, notices := written(t, e, text)
		why := fmt.Sprintf("seed %d: %q in %+v: %+v", seed, text, e, got)
		left, right := 5000, 5000+int(e.Width*1000)
		for i, line := range got {
			if line.Width > right-left || line.X < left-dot || line.X+line.Width > right+dot {
				t.Fatalf("line %d leaves the element: %s", i, why)
			}
			middle := line.X + line.Width/2 - (left+right)/2
			if e.Align == "" && line.X != left || e.Align == "right" && line.X+line.Width < right-dot || e.Align == "center" && (middle < -dot || middle > dot) {
				t.Fatalf("line %d is not at its side: %s", i, why)
			}
			if i > 0 && line.Y-got[i-1].Y < line.Size {
				t.Fatalf("line %d lies on that before: %s", i, why)
			}
			if strings.HasPrefix(line.Words, " ") || strings.HasSuffix(line.Words, " ") {
				t.Fatalf("line %d is set in by a blank: %s", i, why)
			}
			if line.Bold != e.Bold || line.Size != got[0].Size {
				t.Fatalf("line %d is of another weight or size: %s", i, why)
			}
		}
		if bottom := 5000 + int(e.Height*1000); e.Fit == meta.FitWrap && len(got) > 1 && got[len(got)-1].Y > bottom {
			t.Fatalf("the last line is below the element: %s", why)
		}
		whole := lettersOf(got) == strings.ReplaceAll(text, " ", "")
		if cut := len(notices) > 0 || e.Fit == meta.FitCut; !whole && !cut {
			t.Fatalf("letters are gone without a word: %s", why)
		}
		if whole && len(notices) > 0 && e.Fit != meta.FitWrap { // which may be too high
			t.Fatalf("told is %v of a text that is whole: %s", notices, why)
		}
	}
}

// TestAFitMakesSmallerBeforeItCuts: which fits may, by how much, and how a text that is too
// long ends.
func TestAFitMakesSmallerBeforeItCuts(t *testing.T) {
	t.Parallel()
	size := func(pt float64) int { return int(pt * 25400 / 72) }
	words := strings.Repeat("word ", 8)
	for _, tt := range []struct {
		name string
		e    meta.PrintElement
		text string
		size int
		says string
		told bool
	}{
		{"what has room keeps its size", meta.PrintElement{Width: 80, Height: 5, Size: 12, Fit: meta.FitShrink}, "word", size(12), "word", false},
		{"without a size it is 9", meta.PrintElement{Width: 80, Height: 5}, "word", size(9), "word", false},
		{"cut keeps its size", meta.PrintElement{Width: 15, Height: 5, Size: 9, Fit: meta.FitCut}, words, size(9), "word wo…", false},
		{"without a fit it is cut, and told", meta.PrintElement{Width: 15, Height: 5, Size: 9}, words, size(9), "word wo…", true},
		{"shrunk to two thirds it is cut", meta.PrintElement{Width: 15, Height: 5, Size: 9, Fit: meta.FitShrink}, words, size(6), "word word w…", true},
		{"shrunk to its least it is cut", meta.PrintElement{Width: 15, Height: 5, Size: 9, Least: 8, Fit: meta.FitShrink}, words, size(8), "word wor…", true},
		{"a wrap that is full ends with what has room", meta.PrintElement{Width: 10, Height: 8, Size: 9, Least: 9, Fit: meta.FitWrap}, words, size(9), "word|wor…", true},
		{"a wrap with room for one line has one", meta.PrintElement{Width: 10, Height: 6, Size: 9, Least: 9, Fit: meta.FitWrap}, words, size(9), "wor…", true},
		{"a new line breaks where lines are broken", meta.PrintElement{Width: 80, Height: 20, Size: 9, Fit: meta.FitWrap}, "a\r\nb\tc\u200b", size(9), "a|b c", false},
		{"and is a blank elsewhere", meta.PrintElement{Width: 80, Height: 20, Size: 9, Fit: meta.FitShrink}, "a\nb\u00adc", size(9), "a bc", false},
		{"grown it takes as many lines as it needs", meta.PrintElement{Width: 10, Height: 4, Size: 9, Fit: meta.FitGrow}, "word word word", size(9), "word|word|word", false},
	} {
		texts, notices := written(t, tt.e, tt.text)
		says := make([]string, len(texts))
		for i, text := range texts {
			says[i] = text.Words
		}
		if got := strings.Join(says, "|"); got != tt.says || texts[0].Size != tt.size || (len(notices) > 0) != tt.told {
			t.Errorf("%s: %q of %d, told %v; want %q of %d", tt.name, got, texts[0].Size, notices, tt.says, tt.size)
		}
	}
}

// TestATextStandsWhereItIsAsked in the height of its element; one that was made smaller stays
// on the baseline of its neighbours.
func TestATextStandsWhereItIsAsked(t *testing.T) {
	t.Parallel()
	at := func(vertical, words string, fit string, size float64) int {
		texts, _ := written(t, meta.PrintElement{Width: 20, Height: 20, Size: size, Fit: fit, Vertical: vertical}, words)
		return texts[0].Y
	}
	top, middle, bottom := at("", "word", "", 12), at("middle", "word", "", 12), at("bottom", "word", "", 12)
	if top < 3000 || top > 4500 || bottom < 17000 || bottom >= 20000 || middle < (top+bottom)/2-dot || middle > (top+bottom)/2+dot {
		t.Errorf("baselines are %d, %d, %d of 20 mm", top, middle, bottom)
	}
	if small := at("", strings.Repeat("word", 4), meta.FitShrink, 12); small != top {
		t.Errorf("made smaller it stands at %d, its neighbours at %d", small, top)
	}
	if grown := at("bottom", "word word word word word word", meta.FitGrow, 12); grown > top {
		t.Errorf("what grows begins at %d", grown)
	}
}

// TestNoWordIsTornWhereALittleSmallerHelps.
func TestNoWordIsTornWhereALittleSmallerHelps(t *testing.T) {
	t.Parallel()
	whole, _ := written(t, meta.PrintElement{Width: 18, Height: 20, Size: 12, Fit: meta.FitWrap, Least: 6}, "considered case")
	if len(whole) != 2 || whole[0].Words != "considered" || whole[0].Size >= 4233 {
		t.Errorf("lines are %+v", whole)
	}
	torn, _ := written(t, meta.PrintElement{Width: 10, Height: 20, Size: 12, Fit: meta.FitWrap, Least: 11}, "considerations")
	if len(torn) < 2 || torn[0].Size != 4233 || utf8.RuneCountInString(torn[0].Words) < 3 {
		t.Errorf("where it does not help the size stays: %+v", torn)
	}
}
