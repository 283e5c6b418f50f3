package sample_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/sample"
)

// slips are templates of an order with its lines, of an item, and of an item whose codes
// want a number.
const slips = `{
	"tables": [
		{"key": "parcel", "label": ["maker_id"], "fields": [
			{"key": "maker_id", "type": "reference", "to": "customer"}, {"key": "word", "type": "text", "max_length": 7}, {"key": "doc_no", "type": "text"},
			{"key": "plain", "type": "text"}, {"key": "gtin", "type": "text"}, {"key": "sscc", "type": "text"}, {"key": "count", "type": "integer"}, {"key": "load", "type": "decimal", "scale": 3},
			{"key": "whole", "type": "decimal", "scale": 0}, {"key": "kind", "type": "enum", "dropdown": "kind"}, {"key": "sealed", "type": "boolean"}, {"key": "day", "type": "date"}, {"key": "at", "type": "instant"}
		]}
	],
	"prints": [
		{"key": "slip", "table": "order", "lines": "lines", "paper": {"width": 100, "height": 150}, "bands": [
			{"key": "head", "kind": "header", "height": 10, "elements": [{"key": "code", "type": "text", "x": 1, "y": 1, "width": 50, "height": 5, "field": "code"}]},
			{"key": "line", "kind": "line", "height": 5, "elements": [{"key": "item", "type": "text", "x": 1, "y": 0, "width": 50, "height": 5, "field": "item_id"}]}
		]},
		{"key": "label", "table": "parcel", "paper": {"width": 100, "height": 150}, "bands": [{"key": "all", "kind": "body", "height": 140, "elements": [
			{"key": "a", "type": "text", "x": 1, "y": 1, "width": 50, "height": 5, "field": "maker_id"}, {"key": "b", "type": "text", "x": 1, "y": 6, "width": 50, "height": 5, "field": "word"},
			{"key": "c", "type": "text", "x": 1, "y": 11, "width": 50, "height": 5, "field": "doc_no"}, {"key": "d", "type": "text", "x": 1, "y": 16, "width": 50, "height": 5, "field": "plain"},
			{"key": "e", "type": "code", "code": "ean13", "x": 1, "y": 21, "width": 90, "height": 20, "field": "gtin"},
			{"key": "f", "type": "code", "code": "gs1_128", "x": 1, "y": 45, "width": 98, "height": 20, "value": "'(00)' + row.sscc"},
			{"key": "g", "type": "text", "x": 1, "y": 66, "width": 50, "height": 5, "field": "count"}, {"key": "h", "type": "text", "x": 1, "y": 71, "width": 50, "height": 5, "field": "load"},
			{"key": "i", "type": "text", "x": 1, "y": 76, "width": 50, "height": 5, "field": "kind"}, {"key": "j", "type": "text", "x": 1, "y": 81, "width": 50, "height": 5, "field": "sealed"},
			{"key": "k", "type": "text", "x": 1, "y": 86, "width": 50, "height": 5, "field": "day"}, {"key": "l", "type": "text", "x": 1, "y": 91, "width": 50, "height": 5, "field": "whole"}
		]}]}
	]
}`

func made(t *testing.T, template, of string) (layout.Record, func(table string) map[string]any) {
	t.Helper()
	release := accesstest.Joined(t, slips)
	record, resolve := sample.Record(release, release.Prints[template], of, "en")
	return record, func(table string) map[string]any {
		row, err := resolve(t.Context(), table, 1)
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
}

// TestLinesAreMadeUp as many as a case has, each with its own words; the head has none of
// those.
func TestLinesAreMadeUp(t *testing.T) {
	t.Parallel()
	for of, want := range map[string]int{sample.Usual: 3, sample.Longest: 3, sample.Many: 200, sample.Empty: 0} {
		record, _ := made(t, "slip", of)
		if len(record.Lines) != want {
			t.Errorf("%s: %d lines, want %d", of, len(record.Lines), want)
		}
		if _, head := record.Words["item_id"]; head || of != sample.Empty && record.Words["code"] == "" {
			t.Errorf("%s: the head says %v", of, record.Words)
		}
		for _, line := range record.Lines {
			if len(line.Words) != 1 || line.Words["item_id"] == "" || line.Row["qty"] == nil {
				t.Fatalf("%s: a line says %v of %v", of, line.Words, line.Row)
			}
		}
	}
	if record, _ := made(t, "label", sample.Many); len(record.Lines) > 0 {
		t.Error("a template without lines has some")
	}
}

// TestWhatIsUsualIsSaidAsPeopleReadIt.
func TestWhatIsUsualIsSaidAsPeopleReadIt(t *testing.T) {
	t.Parallel()
	record, follow := made(t, "label", sample.Usual)
	for field, want := range map[string]string{
		"maker_id": "A01-0203", "word": "样例 Samp", "doc_no": "A01-0203", "plain": "样例 Sample", "count": "12", "load": "12", "whole": "12", "kind": "Plain", "sealed": "✓", "day": "2026-11-23",
	} {
		if got := record.Words[field]; got != want {
			t.Errorf("%s says %q, want %q", field, got, want)
		}
	}
	if row := record.Row; row["count"] != int64(1) || fmt.Sprint(row["load"]) != "12" || row["kind"] != "plain" || row["sealed"] != true || row["maker_id"] != int64(1) || row["day"] != "2026-11-23" {
		t.Errorf("expressions read %v", row)
	}
	if row := follow("customer"); row["code"] != "A01-0203" || follow("nothing") != nil {
		t.Errorf("the maker is %v", row)
	}
}

// TestTheLongestFillsItsField, and no more: what fits then always fits.
func TestTheLongestFillsItsField(t *testing.T) {
	t.Parallel()
	record, _ := made(t, "label", sample.Longest)
	for field, want := range map[string]int{"word": 7, "doc_no": 24, "maker_id": 24} {
		if got := len([]rune(record.Words[field])); got > want || got < want-1 {
			t.Errorf("%s says %q", field, record.Words[field])
		}
	}
	if n := len([]rune(record.Words["plain"])); n > 200 || n < 190 {
		t.Errorf("a text of any length has %d characters", n)
	}
	for field, want := range map[string]string{"count": "999999", "load": "99999.999", "whole": "99999", "kind": "Fragile"} {
		if got := record.Words[field]; got != want {
			t.Errorf("%s says %q, want %q", field, got, want)
		}
	}
	if load, ok := record.Row["load"].(decimal.Decimal); !ok || load.String() != "99999.999" {
		t.Errorf("an expression reads %v", record.Row["load"])
	}
}

// TestOfNothingThereIsNothing: no words, no values, and no record behind a reference.
func TestOfNothingThereIsNothing(t *testing.T) {
	t.Parallel()
	record, follow := made(t, "label", sample.Empty)
	if len(record.Words) > 0 || len(record.Row) != 1 || follow("customer") != nil {
		t.Errorf("it says %v of %v, and leads to %v", record.Words, record.Row, follow("customer"))
	}
}

// TestEveryCodeOfATemplateCanBeDrawn over what is made up, whether it shows a field or what
// an expression makes of some.
func TestEveryCodeOfATemplateCanBeDrawn(t *testing.T) {
	t.Parallel()
	for _, of := range []string{sample.Usual, sample.Longest} {
		record, _ := made(t, "label", of)
		if got := record.Words["gtin"]; len(got) != 13 || strings.Trim(got, "0123456789") != "" {
			t.Errorf("%s: a number for an EAN-13 is %q", of, got)
		}
		if got := fmt.Sprint(record.Row["sscc"]); len(got) != 18 || strings.Trim(got, "0123456789") != "" {
			t.Errorf("%s: an SSCC without its identifier is %q", of, got)
		}
	}
}

// TestAPictureStandsForAny: framed, and of greys that are no black.
func TestAPictureStandsForAny(t *testing.T) {
	t.Parallel()
	p, err := sample.Picture(t.Context(), "any")
	if err != nil {
		t.Fatal(err)
	}
	width, height := p.Size()
	dots := p.Dots(width, height)
	for _, at := range [][2]int{{0, 0}, {width - 1, height - 1}, {width / 2, 3}, {3, height / 2}} {
		if !dots[at[1]*width+at[0]] {
			t.Errorf("the frame is open at %v", at)
		}
	}
	if dots[4*width+4] {
		t.Error("within the frame it does not begin light")
	}
}
