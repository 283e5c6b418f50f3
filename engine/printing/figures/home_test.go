package figures

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/report"
)

// TestAHomePageIsItsCardsOnPaper holds each kind of card to what becomes of it; those
// that only lead somewhere are left out.
func TestAHomePageIsItsCardsOnPaper(t *testing.T) {
	t.Parallel()
	page := &home.Page{Cards: []home.Card{
		{Kind: "sentence", Title: "Today", Figures: []home.Figure{
			{Words: "{n} wait since {since}", Value: json.Number("1200"), Moment: "2026-03-09T23:30:00Z"}, {Words: "{n} t, {time}", Value: json.Number("1.256"), Scale: 2, Moment: "yesterday"}, {Words: "none of {n}"},
		}},
		{Kind: "work", Title: "Work", Figures: []home.Figure{{Words: "To pick", Value: int64(3), Moment: "2026-03-09T00:00:00Z"}, {Words: "To pack", Value: int64(0)}}},
		{Kind: "list", Title: "Late", Columns: columns(), Rows: rowsOf("1")},
		{Kind: "list", Title: "No rows", Columns: columns()},
		{Kind: "shortcuts", Title: "Ways"},
		{Kind: "text", Title: "Words", Text: "x"},
		{Kind: "search"},
		{Kind: "create"},
		{Kind: "page"},
		{},
	}}
	parts := OfHome(page, reader())
	got := ""
	for _, p := range parts {
		got += fmt.Sprint(p.Title, p.Sentences, p.Rows, "\n")
	}
	want := "Today[1\u00a0200 wait since 2026-03-10 07:30 1.26 t, yesterday none of 0] []\n" +
		"Work[] [[To pick 3 2026-03-09 08:00] [To pack 0 ]]\n" +
		"Late[] [[O0 K0 1]]\n"
	if got != want {
		t.Errorf("on paper are\n%s, want\n%s", got, want)
	}
	if work := parts[1].Columns; len(work) != 3 || work[1] != (Column{"home.waiting", true}) || work[2] != (Column{"home.oldest", true}) {
		t.Errorf("work has the columns %v", work)
	}
}

// TestAChartOfAHomePageIsItsBars holds that the table behind a chart is drawn only where
// there are no bars, and that a card without either is left out.
func TestAChartOfAHomePageIsItsBars(t *testing.T) {
	t.Parallel()
	drawn := charted("", rowsOf("1", "2"), as)
	drawn.Rows, drawn.More = rowsOf("1", "2"), true
	shares := charted("kind", rowsOf("1"), func(figure *report.Column) { figure.Total = false })
	shares.Rows = rowsOf("1")
	parts := OfHome(&home.Page{Cards: []home.Card{
		{Kind: "chart", Title: "Bars", Report: drawn}, {Kind: "chart", Title: "Table", Report: shares}, {Kind: "chart", Title: "Nothing", Report: charted("", nil, as)},
	}}, reader())
	if len(parts) != 2 {
		t.Fatalf("%d parts: %+v", len(parts), parts)
	}
	if bars := parts[0]; len(bars.Bars) != 2 || bars.Columns != nil || bars.Rows != nil || bars.Note != "" {
		t.Errorf("bars are %+v", bars)
	}
	if table := parts[1]; len(table.Bars) != 0 || len(table.Rows) != 1 {
		t.Errorf("the table is %+v", table)
	}
}
