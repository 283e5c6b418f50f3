package figures

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/report"
)

func TestThousandsAreSetApart(t *testing.T) {
	t.Parallel()
	for digits, want := range map[string]string{
		"0": "0", "999": "999", "1000": "1\u00a0000", "-999": "-999", "-1000": "-1\u00a0000", "1234567.8901": "1\u00a0234\u00a0567.8901",
		"-123456.50": "-123\u00a0456.50", "12345678901234567890": "12\u00a0345\u00a0678\u00a0901\u00a0234\u00a0567\u00a0890", "": "",
	} {
		if got := grouped(digits); got != want {
			t.Errorf("%q is %q, want %q", digits, got, want)
		}
	}
}

// TestACellIsReadByPeople holds what a value of each kind looks like on paper.
func TestACellIsReadByPeople(t *testing.T) {
	t.Parallel()
	group := func(kind, period string) report.Column {
		return report.Column{Key: "x", Role: report.Group, Type: kind, Period: period}
	}
	figure := report.Column{Key: "x", Role: report.Figure, Type: meta.TypeDecimal, Scale: 3}
	tests := []struct {
		name   string
		column report.Column
		row    map[string]any
		digits int32
		want   string
	}{
		{"a label", group(meta.TypeReference, ""), map[string]any{"x": int64(7), "x__label": "ACME"}, 0, "ACME"},
		{"a reference without one", group(meta.TypeReference, ""), map[string]any{"x": int64(7), "x__label": ""}, 0, "7"},
		{"a group of none", group(meta.TypeText, ""), map[string]any{}, 0, "–"},
		{"no figure", figure, map[string]any{}, 2, ""},
		{"a figure", figure, map[string]any{"x": json.Number("1234.5")}, 2, "1\u00a0234.50"},
		{"a large one, which comes as a text", figure, map[string]any{"x": "12345678901234567890"}, 0, "12\u00a0345\u00a0678\u00a0901\u00a0234\u00a0567\u00a0890"},
		{"an integer as a group", group(meta.TypeInteger, ""), map[string]any{"x": int64(1000)}, 0, "1\u00a0000"},
		{"an hour, which is no figure", group(meta.TypeInteger, "hour"), map[string]any{"x": int64(9)}, 0, "9"},
		{"a number as a text", group(meta.TypeText, ""), map[string]any{"x": "1000"}, 0, "1000"},
		{"yes", group(meta.TypeBoolean, ""), map[string]any{"x": true}, 0, "✓"},
		{"no", group(meta.TypeBoolean, ""), map[string]any{"x": false}, 0, "–"},
		{"an instant, by the reader's clock", group(meta.TypeInstant, ""), map[string]any{"x": "2026-03-09T23:30:00Z"}, 0, "2026-03-10 07:30"},
		{"a day", group(meta.TypeDate, "day"), map[string]any{"x": "2026-03-09"}, 0, "2026-03-09"},
		{"a month", group(meta.TypeDate, "month"), map[string]any{"x": "2026-03-01"}, 0, "2026-03"},
		{"a year", group(meta.TypeDate, "year"), map[string]any{"x": "2026-01-01"}, 0, "2026"},
		{"a stretch that is no day", group(meta.TypeDate, "year"), map[string]any{"x": "15"}, 0, "15"},
	}
	for _, tt := range tests {
		if got := reader().cell(tt.column, tt.row, tt.digits); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestPointsStandBelowEachOther holds the decimals of a column to the most that one of its
// figures has, and to what its field has.
func TestPointsStandBelowEachOther(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		column report.Column
		values []any
		want   int32
	}{
		{"whole ones", report.Column{Type: meta.TypeDecimal, Scale: 3}, []any{"1", int64(20)}, 0},
		{"the longest", report.Column{Type: meta.TypeDecimal, Scale: 3}, []any{"1.5", json.Number("2.125"), nil}, 3},
		{"longer than the field", report.Column{Type: meta.TypeDecimal, Scale: 1}, []any{"1.25"}, 1},
		{"money that is whole", report.Column{Type: meta.TypeMoney, Scale: 4}, []any{"3"}, 2},
		{"money with four", report.Column{Type: meta.TypeMoney, Scale: 4}, []any{"3.1234"}, 4},
		{"money without cents", report.Column{Type: meta.TypeMoney}, []any{"3"}, 0},
		{"no figure at all", report.Column{Type: meta.TypeDecimal, Scale: 3}, []any{"text", nil}, 0},
		{"hundreds, written short", report.Column{Type: meta.TypeDecimal, Scale: 3}, []any{"1e2"}, 0},
	} {
		var rows []map[string]any
		tt.column.Key = "x"
		for _, v := range tt.values {
			rows = append(rows, map[string]any{"x": v})
		}
		if got := digitsOf(tt.column, rows); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// columns are two groups and a figure.
func columns() []report.Column {
	return []report.Column{
		{Key: "owner", Title: "Owner", Role: report.Group, Type: meta.TypeText, Unit: "kg"},
		{Key: "kind", Title: "Kind", Role: report.Group, Type: meta.TypeText},
		{Key: "qty", Title: "Qty", Role: report.Figure, Type: meta.TypeDecimal, Scale: 3, Unit: "kg", Total: true},
	}
}

func rowsOf(figures ...string) (rows []map[string]any) {
	for i, figure := range figures {
		rows = append(rows, map[string]any{"owner": fmt.Sprint("O", i), "kind": fmt.Sprint("K", i%2), "qty": json.Number(figure)})
	}
	return rows
}

func TestATableHasTitlesRowsAndTotals(t *testing.T) {
	t.Parallel()
	part := Of(&report.Answer{Columns: columns(), Rows: rowsOf("1.5", "1000"), Totals: map[string]any{"owner": "x", "qty": json.Number("1001.5")}, More: true}, reader())
	if want := []Column{{"Owner", false}, {"Kind", false}, {"Qty (kg)", true}}; !slices.Equal(part.Columns, want) {
		t.Errorf("columns are %v, want %v", part.Columns, want)
	}
	if got := fmt.Sprint(part.Rows, part.Totals); got != "[[O0 K0 1.5] [O1 K1 1\u00a0000.0]] [report.total  1\u00a0001.5]" {
		t.Errorf("rows and totals are %s", got)
	}
	if part.Note != "report.more 2" || part.Bars != nil {
		t.Errorf("the note is %q, bars %v", part.Note, part.Bars)
	}
	none := Of(&report.Answer{Columns: columns(), Totals: map[string]any{"qty": json.Number("0")}}, reader())
	if none.Totals != nil || none.Note != "" {
		t.Errorf("without rows there are totals %v and a note %q", none.Totals, none.Note)
	}
	one := Of(&report.Answer{Columns: columns()[2:], Rows: rowsOf("2"), Totals: map[string]any{"qty": json.Number("2")}}, reader())
	if fmt.Sprint(one.Totals) != "[2]" {
		t.Errorf("without a group the total is %v", one.Totals)
	}
}

func TestAPaperTellsWhoTookItAndWhen(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 9, 23, 30, 0, 0, time.UTC)
	p := PaperOf(&report.Answer{Title: "Goods", Columns: columns()}, []report.Fact{{Title: "a", Words: "b"}}, reader(), "es", "Ann", now)
	if p.Title != "Goods" || p.Foot != "Ann · 2026-03-10 07:30" || p.Language != "es" || len(p.Facts) != 1 || len(p.Parts) != 1 {
		t.Errorf("the paper is %+v", p)
	}
}

// charted is an answer with a chart.
func charted(series string, rows []map[string]any, change func(figure *report.Column)) *report.Answer {
	a := &report.Answer{Columns: columns(), Chart: &report.Chart{X: "owner", Series: series, Measures: []string{"qty"}, Rows: rows}}
	change(&a.Columns[2])
	return a
}

func as(*report.Column) {}

func TestBarsAreSharesOfTheLargest(t *testing.T) {
	t.Parallel()
	rest := append(rowsOf("50", "-10", "200"), map[string]any{"_rest": true, "qty": json.Number("100.5")})
	bars, upright := bars(charted("", rest, as), reader())
	want := []Bar{{"O0", "50.0", 0.25}, {"O1", "-10.0", 0}, {"O2", "200.0", 1}, {"report.rest", "100.5", 0.5025}}
	if !slices.Equal(bars, want) || upright {
		t.Errorf("bars are %v (upright: %t), want %v", bars, upright, want)
	}
}

// TestWhatCannotBeDrawnIsLeftToTheTable holds charts without a bar to none at all.
func TestWhatCannotBeDrawnIsLeftToTheTable(t *testing.T) {
	t.Parallel()
	made := func(figure *report.Column) { figure.Made = true }
	shares := func(figure *report.Column) { figure.Total = false }
	for name, answer := range map[string]*report.Answer{
		"no chart": {Columns: columns()}, "no rows": charted("", nil, as), "nothing above zero": charted("", rowsOf("0", "-1"), as),
		"parts of what is made of other figures": charted("kind", rowsOf("1", "2"), made), "parts that do not add up": charted("kind", rowsOf("1", "2"), shares),
	} {
		if part := Of(answer, reader()); part.Bars != nil || part.Upright || part.Shown != "" {
			t.Errorf("%s: %+v", name, part)
		}
	}
}

// TestPartsOfABarAreAddedUp splits each owner by kind, exactly.
func TestPartsOfABarAreAddedUp(t *testing.T) {
	t.Parallel()
	rows := rowsOf("0.1", "5", "0.2")
	rows[2]["owner"], rows[2]["kind"] = "O0", "K1"
	part := Of(charted("kind", rows, as), reader())
	if want := []Bar{{"O0", "0.3", 0.06}, {"O1", "5.0", 1}}; !slices.Equal(part.Bars, want) || part.Shown != "Qty (kg)" {
		t.Errorf("bars of %q are %v, want %v", part.Shown, part.Bars, want)
	}
	if sum := together(rows, columns()[0], columns()[2])[0]["qty"].(decimal.Decimal); sum.String() != "0.3" {
		t.Errorf("the sum is %s", sum)
	}
}

// TestOfManyBarsTheLatestAreDrawn holds the sheet to what has room, and days to bars that
// stand.
func TestOfManyBarsTheLatestAreDrawn(t *testing.T) {
	t.Parallel()
	rows := rowsOf(slices.Repeat([]string{"1"}, mostBars+5)...)
	for period, stands := range map[string]bool{"day": true, "month": true, "": false, meta.ByAge: false, meta.ByLeft: false} {
		a := charted("", rows, as)
		a.Columns[0].Period = period
		bars, upright := bars(a, reader())
		if len(bars) != mostBars || bars[0].Title != "O5" || upright != stands {
			t.Errorf("%q: %d bars from %s, upright %t", period, len(bars), bars[0].Title, upright)
		}
	}
}
