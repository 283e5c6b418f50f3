package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/report"
)

// Reader is who reads the paper: the texts in his language, and his clock.
type Reader struct {
	Word func(key string, params fault.Params) string
	Zone *time.Location
}

// Of is a report as a part of a paper.
func Of(answer *report.Answer, reader Reader) Part {
	part := tableOf(answer.Columns, answer.Rows, answer.Totals, reader)
	part.Bars, part.Upright = bars(answer, reader)
	if len(part.Bars) > 0 {
		part.Shown = titleOf(column(answer, answer.Chart.Measures[0]))
	}
	if answer.More {
		part.Note = reader.Word("report.more", fault.Params{"n": len(answer.Rows)})
	}
	return part
}

// PaperOf is a report alone on paper, with what it was narrowed to; name is who took it, and
// now when.
func PaperOf(answer *report.Answer, facts []report.Fact, reader Reader, language, name string, now time.Time) *Paper {
	return &Paper{Title: answer.Title, Facts: facts, Parts: []Part{Of(answer, reader)}, Foot: Foot(name, now, reader.Zone), Language: language}
}

// Foot says who took figures, and when.
func Foot(name string, now time.Time, zone *time.Location) string {
	return name + " · " + catalog.Moment(now, zone)
}

// tableOf puts rows of figures into columns.
func tableOf(columns []report.Column, rows []map[string]any, totals map[string]any, reader Reader) Part {
	var part Part
	digits := make([]int32, len(columns))
	for i := range columns {
		part.Columns = append(part.Columns, Column{titleOf(columns[i]), isNumber(columns[i])})
		digits[i] = digitsOf(columns[i], rows)
	}
	for _, row := range rows {
		part.Rows = append(part.Rows, reader.cells(columns, row, digits))
	}
	if len(totals) > 0 && len(rows) > 0 {
		part.Totals = reader.cells(columns, totals, digits)
		for i, c := range columns {
			if c.Role == report.Group {
				part.Totals[i] = ""
			}
		}
		part.Totals[0] = cmp.Or(part.Totals[0], reader.Word("report.total", nil))
	}
	return part
}

func titleOf(c report.Column) string {
	if c.Unit != "" && c.Role == report.Figure {
		return c.Title + " (" + c.Unit + ")"
	}
	return c.Title
}

func isNumber(c report.Column) bool {
	return c.Role == report.Figure || c.Type == meta.TypeDecimal || c.Type == meta.TypeMoney || c.Type == meta.TypeInteger && c.Period == ""
}

func (r Reader) cells(columns []report.Column, row map[string]any, digits []int32) []string {
	told := make([]string, len(columns))
	for i, c := range columns {
		told[i] = r.cell(c, row, digits[i])
	}
	return told
}

// cell is a value as people read it; a group of what has none is a dash.
func (r Reader) cell(c report.Column, row map[string]any, digits int32) string {
	if label, ok := row[c.Key+"__label"].(string); ok && label != "" {
		return label
	}
	value := row[c.Key]
	if n, ok := numberOf(value); ok && isNumber(c) {
		return grouped(n.StringFixed(digits))
	}
	switch v := value.(type) {
	case nil:
		return map[bool]string{true: "–"}[c.Role == report.Group]
	case bool:
		return map[bool]string{true: "✓", false: "–"}[v]
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return catalog.Moment(at, r.Zone)
		}
		return short(v, c.Period)
	}
	return fmt.Sprint(value)
}

// short is a period by its first day, as short as it is clear.
func short(first, period string) string {
	switch {
	case period == "month" && len(first) >= 7:
		return first[:7]
	case period == "year" && len(first) >= 4:
		return first[:4]
	}
	return first
}

func numberOf(v any) (decimal.Decimal, bool) {
	if v == nil {
		return decimal.Decimal{}, false
	}
	n, err := decimal.NewFromString(fmt.Sprint(v)) // a very large figure comes as a text
	return n, err == nil
}

// cents is what amounts of money show at least.
const cents = 2

// digitsOf are the decimals of all figures of a column, so that their points stand below
// each other.
func digitsOf(c report.Column, rows []map[string]any) int32 {
	var most int32
	if c.Type == meta.TypeMoney {
		most = cents
	}
	for _, row := range rows {
		if n, ok := numberOf(row[c.Key]); ok {
			most = max(most, -n.Exponent())
		}
	}
	return min(most, int32(max(c.Scale, 0)))
}

// grouped puts a narrow blank between thousands, which every language reads.
func grouped(digits string) string {
	whole, rest, _ := strings.Cut(digits, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "\u00a0" + whole[at:]
	}
	if rest != "" {
		rest = "." + rest
	}
	return sign + whole + rest
}

// mostBars is how many bars a sheet has room for: the latest.
const mostBars = 120

// bars draws the first figure of a chart. One that is split by another group is drawn
// whole where its parts add up, else it is left to the table.
func bars(answer *report.Answer, reader Reader) ([]Bar, bool) {
	chart := answer.Chart
	if chart == nil {
		return nil, false
	}
	x, figure := column(answer, chart.X), column(answer, chart.Measures[0])
	rows := chart.Rows
	if chart.Series != "" {
		rows = together(rows, x, figure)
	}
	rows = rows[max(len(rows)-mostBars, 0):]
	digits := digitsOf(figure, rows)
	most := decimal.Zero
	for _, row := range rows {
		n, _ := numberOf(row[figure.Key])
		most = decimal.Max(most, n)
	}
	if !most.IsPositive() {
		return nil, false
	}
	drawn := make([]Bar, len(rows))
	for i, row := range rows {
		n, _ := numberOf(row[figure.Key])
		drawn[i] = Bar{reader.cell(x, row, 0), reader.cell(figure, row, digits), max(n.Div(most).InexactFloat64(), 0)}
		if rest, _ := row["_rest"].(bool); rest {
			drawn[i].Title = reader.Word("report.rest", nil)
		}
	}
	return drawn, x.Period != "" && x.Period != meta.ByAge && x.Period != meta.ByLeft
}

func column(answer *report.Answer, key string) report.Column {
	return answer.Columns[slices.IndexFunc(answer.Columns, func(c report.Column) bool { return c.Key == key })]
}

// together adds the parts of each bar up; nil where they do not add up.
func together(rows []map[string]any, x, figure report.Column) (whole []map[string]any) {
	if !figure.Total || figure.Made {
		return nil
	}
	at := map[string]int{}
	for _, row := range rows {
		name := fmt.Sprint(row[x.Key])
		i, known := at[name]
		if !known {
			i, at[name] = len(whole), len(whole)
			whole = append(whole, map[string]any{x.Key: row[x.Key], x.Key + "__label": row[x.Key+"__label"], figure.Key: decimal.Zero})
		}
		n, _ := numberOf(row[figure.Key])
		sum, _ := whole[i][figure.Key].(decimal.Decimal)
		whole[i][figure.Key] = sum.Add(n)
	}
	return whole
}
