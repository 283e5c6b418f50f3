package exchange

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
)

// TestRowsThatStayOutTogetherAreToldTogether has one line of an order be wrong: its other
// rows stay out with it and are told, so that the wrong rows, mended and read by
// themselves, bring the whole order.
func TestRowsThatStayOutTogetherAreToldTogether(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, code := range []string{"A", "B"} {
			d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": code})
		}
		who := d.office(nil, carriesOrders)
		head := "No,Customer,Item,Quantity"
		out, err := d.bring(who, "orders", head, "3,ACME,A,1", "3,ACME,NONE,1", "4,ACME,B,1")
		done(t, "with a wrong line", out, err, "3 rows: 1 ok, 2 failed, 0 rejected, 0 skipped; 1 created, 0 updated")
		if got := said(out.Errors); got != "2 @-1 3: record.unknown, 3 Item@2 record.unknown" {
			t.Errorf("told is %s", got)
		}
		mended := []string{head}
		for _, row := range out.Wrong {
			mended = append(mended, strings.ReplaceAll(strings.Join(row.Cells, ","), "NONE", "B"))
		}
		out, err = d.bring(who, "orders", mended...)
		done(t, "the wrong rows, mended", out, err, "2 rows: 2 ok, 0 failed, 0 rejected, 0 skipped; 1 created, 0 updated")
		if got := d.told(`select cast(count(*) as text) from order_line l join "order" o on o.id = l.order_id where o.code = '3'`); got != "2" {
			t.Errorf("the order has %s lines, want 2", got)
		}
	})
}

// TestMendedCellsTakeThePlaceOfOthers holds edits to the cells of the file, also to those
// behind the end of a short row.
func TestMendedCellsTakeThePlaceOfOthers(t *testing.T) {
	t.Parallel()
	sheetOf := func() *sheet {
		return &sheet{headers: []string{"a", "b", "c"}, rows: []sheetRow{{2, []string{"1", "2", "3"}}, {4, []string{"x"}}}}
	}
	for name, tt := range map[string]struct {
		edits []Edit
		want  string // the rows, or the key of the fault
	}{
		"none":                    {nil, "[{2 [1 2 3]} {4 [x]}]"},
		"a cell, without blanks":  {[]Edit{{2, 1, "  new "}}, "[{2 [1 new 3]} {4 [x]}]"},
		"one behind the end":      {[]Edit{{4, 2, "z"}}, "[{2 [1 2 3]} {4 [x  z]}]"},
		"twice, the last one":     {[]Edit{{2, 0, "a"}, {2, 0, "b"}}, "[{2 [b 2 3]} {4 [x]}]"},
		"to nothing":              {[]Edit{{2, 0, ""}}, "[{2 [ 2 3]} {4 [x]}]"},
		"an empty row":            {[]Edit{{3, 0, "a"}}, "exchange.no_cell"},
		"a column that is none":   {[]Edit{{2, 3, "a"}}, "exchange.no_cell"},
		"a column before all":     {[]Edit{{2, -1, "a"}}, "exchange.no_cell"},
		"more than anybody mends": {slices.Repeat([]Edit{{2, 0, "a"}}, mostEdits+1), "exchange.too_many_edits"},
	} {
		im := &importing{ask: Import{Edits: tt.edits}, sheet: sheetOf()}
		var got string
		if err := im.mend(t.Context()); err != nil {
			f, _ := fault.As(err)
			got = f.Key
			if f.Path != "edits" {
				t.Errorf("%s: it is told on %q", name, f.Path)
			}
		} else {
			got = fmt.Sprint(im.sheet.rows)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}
