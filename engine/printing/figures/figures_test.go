package figures

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/report"
)

// shanghai is the clock of who reads.
var shanghai = time.FixedZone("CST", 8*3600)

// reader reads keys as words, with the count in them.
func reader() Reader {
	return Reader{Zone: shanghai, Word: func(key string, params fault.Params) string {
		if n, ok := params["n"]; ok {
			return fmt.Sprint(key, " ", n)
		}
		return key
	}}
}

// latin is a font that has Latin letters alone.
func latin(t *testing.T) *font.Family {
	t.Helper()
	family := &font.Family{}
	for into, data := range map[**font.Face][]byte{&family.Regular: goregular.TTF, &family.Bold: gobold.TTF} {
		face, err := font.Parse("go", data)
		if err != nil {
			t.Fatal(err)
		}
		*into = face
	}
	return family
}

// sheets lays a paper out and gives the words of each sheet, from top to bottom.
func sheets(t *testing.T, p *Paper) []string {
	t.Helper()
	made, err := p.Make(t.Context(), latin(t))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, sheet := range made.Pages {
		texts := slices.Clone(sheet.Texts)
		slices.SortStableFunc(texts, func(a, b page.Text) int { return a.Y - b.Y })
		words := make([]string, len(texts))
		for i, text := range texts {
			words[i] = text.Words
		}
		all = append(all, strings.Join(words, " | "))
	}
	return all
}

// table is a part of so many rows.
func table(title string, rows int) Part {
	part := Part{Title: title, Columns: []Column{{Title: "Item"}, {Title: "Qty", Right: true}}}
	for i := range rows {
		part.Rows = append(part.Rows, []string{fmt.Sprintf("%s-%d", title, i), fmt.Sprint(i)})
	}
	return part
}

// TestAPaperSaysWhatItIsOnEverySheet holds title, foot and number to each sheet, and the
// head of a long table to each that the table reaches.
func TestAPaperSaysWhatItIsOnEverySheet(t *testing.T) {
	t.Parallel()
	p := &Paper{Title: "Goods", Facts: []report.Fact{{Title: "Owner", Words: "ACME"}}, Parts: []Part{table("T", 60)}, Foot: "Ann", Language: "en"}
	p.Parts[0].Totals = []string{"Total", "1770"}
	all := sheets(t, p)
	if len(all) < 2 {
		t.Fatalf("60 rows are on %d sheets", len(all))
	}
	for i, words := range all {
		for _, want := range []string{"Goods", "Item", "Ann", fmt.Sprintf("%d / %d", i+1, len(all))} {
			if !strings.Contains(words, want) {
				t.Errorf("sheet %d lacks %q: %s", i+1, want, words)
			}
		}
	}
	text := strings.Join(all, " ")
	for i := range 60 {
		if strings.Count(text, fmt.Sprintf("T-%d ", i)) != 1 {
			t.Errorf("row %d is there %d times", i, strings.Count(text, fmt.Sprintf("T-%d ", i)))
		}
	}
	if strings.Count(text, "ACME") != 1 || strings.Count(text, "1770") != 1 || !strings.Contains(all[len(all)-1], "1770") {
		t.Errorf("facts stand on the first sheet, totals on the last one: %s", text)
	}
}

// TestAPaperOfNothingIsASheet draws a report without rows, and a paper without parts.
func TestAPaperOfNothingIsASheet(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string][]Part{"no parts": nil, "no rows": {table("T", 0)}, "no columns": {{Title: "T"}}} {
		all := sheets(t, &Paper{Title: "Empty", Parts: parts, Foot: "Ann", Language: "en"})
		if len(all) != 1 || !strings.Contains(all[0], "Empty") || !strings.Contains(all[0], "1 / 1") {
			t.Errorf("%s: %v", name, all)
		}
	}
}

// TestANameInOtherLettersIsNotRefused holds that what the font has not is marked, in a
// title as well as in a row, where another print would be refused.
func TestANameInOtherLettersIsNotRefused(t *testing.T) {
	t.Parallel()
	part := table("苹T", 1)
	part.Sentences, part.Note, part.Totals = []string{"果 waits"}, "只 note", []string{"计 sum", "1"}
	part.Rows[0][0] = "名 row"
	all := sheets(t, &Paper{Title: "库 goods", Parts: []Part{part}, Foot: "人", Language: "zh"})
	for _, want := range []string{"? goods", "?T", "? waits", "? row", "? sum", "? note"} {
		if !strings.Contains(strings.Join(all, " "), want) {
			t.Errorf("%v lacks %q", all, want)
		}
	}
}

// TestAPartThatDoesNotFitBeginsASheet holds that a title is not left alone at the foot.
func TestAPartThatDoesNotFitBeginsASheet(t *testing.T) {
	t.Parallel()
	all := sheets(t, &Paper{Title: "Home", Parts: []Part{table("A", 20), table("B", 20), table("C", 2)}, Foot: "Ann", Language: "en"})
	for i, words := range all {
		for _, part := range []string{"A", "B", "C"} {
			if strings.Contains(words, "| "+part+" |") != strings.Contains(words, part+"-0") {
				t.Errorf("on sheet %d the title %s stands apart from its rows: %s", i+1, part, words)
			}
		}
	}
	if len(all) != 3 {
		t.Errorf("the paper has %d sheets", len(all))
	}
}

// TestBarsStandWithTheirWords draws bars of groups below each other, and bars of days
// beside each other with as many titles as have room.
func TestBarsStandWithTheirWords(t *testing.T) {
	t.Parallel()
	days := Part{Shown: "Orders", Upright: true}
	for i := range 60 {
		days.Bars = append(days.Bars, Bar{Title: fmt.Sprintf("d%02d", i), Words: "w", Share: float64(i) / 59})
	}
	groups := Part{Shown: "Pieces", Bars: []Bar{{"ACME", "12", 1}, {"GLOBEX", "-3", 0}}}
	text := strings.Join(sheets(t, &Paper{Title: "Charts", Parts: []Part{groups, days}, Foot: "Ann", Language: "en"}), " ")
	for _, want := range []string{"Pieces", "ACME", "12", "GLOBEX", "-3", "Orders", "d00", "d05"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing: %s", want, text)
		}
	}
	if strings.Contains(text, "d01") || strings.Contains(text, "w") {
		t.Errorf("sixty days have no room for each title: %s", text)
	}
}

// TestColumnsStayOnTheSheet holds the widths of tables of many shapes to the room there
// is, and figures to what they ask for while texts can give way.
func TestColumnsStayOnTheSheet(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a long description ", 12)
	for name, cells := range map[string][]string{
		"one": {"a"}, "two short": {"a", "1"}, "a long text": {long, "1 234 567.00"}, "many texts": slices.Repeat([]string{long}, 9),
		"many figures": append([]string{"a"}, slices.Repeat([]string{"123 456 789.123"}, 16)...), "empty": {"", ""},
	} {
		part := Part{Rows: [][]string{cells}}
		for i := range cells {
			part.Columns = append(part.Columns, Column{Title: fmt.Sprint("C", i), Right: i > 0 && name != "many texts"})
		}
		m := &maker{Paper: &Paper{Language: "en"}, family: latin(t)}
		widths, size := m.widths(&part)
		sum := gutter * float64(len(widths)-1)
		for i, width := range widths {
			if sum += width; width <= 0 {
				t.Errorf("%s: column %d is %.1f mm wide", name, i, width)
			}
		}
		if sum > room+0.001 || size < leastSize || size > usualSize {
			t.Errorf("%s: %.1f mm of %d at %.1f pt", name, sum, room, size)
		}
		if name == "a long text" && widths[1] < m.asks(&part, 1, size) {
			t.Errorf("the figure has %.1f mm and asks for %.1f", widths[1], m.asks(&part, 1, size))
		}
	}
}
