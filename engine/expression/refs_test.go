package expression_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
)

// TestRefs holds that nothing that an expression reads goes unsaid, whatever it is read
// out of: rights, what is loaded and what is worked out anew go by it.
func TestRefs(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"row.customer_id.name == 'a' or row.customer_id.name == 'b'": "row.customer_id.name",
		"sum(filter(lines, .qty > row.id), .price)":                  "lines lines.price lines.qty row.id",
		"lines[row.id].qty + round(row.extra.n)":                     "lines.qty round() row.extra row.id",
		"user.customer_id in map(lines, .qty)":                       "lines lines.qty user.customer_id",
		"1 + 2":                                                      "",
		"row != nil":                                                 "row",
		"any([1, 2], # > row.id)":                                    "row.id",
		"count(lines)":                                               "lines",
		// a record out of a list that is made
		"filter(lines, .qty > 1)[0].name":          "lines lines.name lines.qty",
		"filter(lines, .qty > 1)[row.id].name":     "lines lines.name lines.qty row.id",
		"map(lines, .qty)[0]":                      "lines lines.qty",
		"map(lines, #)[0].name":                    "lines lines.name",
		"map(tags, lines[0])[0].name":              "lines.name tags",
		"[lines[0], lines[1]][row.id].price":       "lines.price row.id",
		"any([lines[0]], .qty > 1)":                "lines lines.qty",
		"any(map(lines, #), .qty > 1)":             "lines lines.qty",
		"any(filter(lines, true), .qty > .price)":  "lines lines.price lines.qty",
		"sum(map(filter(lines, true), #), .price)": "lines lines.price",
		// one of several records
		"(old ?? row).status":                                    "old.status row.status",
		"coalesce(old, row).customer_id.name":                    "old.customer_id.name row.customer_id.name",
		"(row.urgent ? old : row).note":                          "old.note row.note row.urgent",
		"(row.urgent ? lines : filter(lines, .qty > 0))[0].name": "lines lines.name lines.qty row.urgent",
		"any(row.urgent ? lines : lines, .qty > 1)":              "lines lines.qty row.urgent",
		"row.extra[row.note].x":                                  "row.extra row.note",
		"iif(old == nil, upper(row.note), trim(old.note))":       "old old.note row.note trim() upper()",
	} {
		p, err := expression.Compile(src, orderEnv(), nil)
		if err != nil {
			t.Fatal(src, err)
		}
		if got := p.Refs(); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: reads %v, want %s", src, got, want)
		}
	}
}

// TestRefsOfElementsOfElementsAreFew holds the time of a hostile source, whose elements
// stand for the same records again and again.
func TestRefsOfElementsOfElementsAreFew(t *testing.T) {
	t.Parallel()
	src := ".qty > 1"
	for range 25 {
		src = "any([#, #], " + src + ")"
	}
	p, err := expression.Compile("any(lines, "+src+")", orderEnv(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Refs(); !slices.Equal(got, []string{"lines", "lines.qty"}) {
		t.Errorf("reads %v", got)
	}
}
