package exchange

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

// TestAColumnFillsWhatItIsChosenFor holds what a person said about columns over what their
// headers say, and headers to the titles of any language.
func TestAColumnFillsWhatItIsChosenFor(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, fileWorld)
	headers := []string{"CUSTOMER", " Código", "What", "Name", "código"}
	for name, tt := range map[string]struct {
		columns []Choice
		want    string // where customer, code, name and price stand, or the key of the fault
	}{
		"nothing is said":            {nil, "0 1 3 -1"},
		"a column without a meaning": {[]Choice{{2, "price"}}, "0 1 3 2"},
		"another one for the name":   {[]Choice{{2, "name"}}, "0 1 2 -1"},
		"one that fills nothing":     {[]Choice{{3, ""}}, "0 1 -1 -1"},
		"the second of two alike":    {[]Choice{{1, ""}}, "0 4 3 -1"},
		"two for one":                {[]Choice{{2, "name"}, {3, "name"}}, "exchange.field_twice"},
		"a column that there is not": {[]Choice{{5, "name"}}, "exchange.unknown_column"},
		"a column before all":        {[]Choice{{-1, "name"}}, "exchange.unknown_column"},
		"a field that there is not":  {[]Choice{{2, "colour"}}, "exchange.unknown_field"},
		"one that the mapping says":  {[]Choice{{2, "secret"}}, "exchange.unknown_field"},
		"several that fill nothing":  {[]Choice{{2, ""}, {3, ""}}, "0 1 -1 -1"},
	} {
		im := &importing{mapping: release.Mappings["items"], ask: Import{Columns: tt.columns, Language: "en"}, sheet: &sheet{headers: headers}}
		var got string
		if err := im.choose(); err != nil {
			f, _ := fault.As(err)
			if got = f.Key; f.Path != "columns" {
				t.Errorf("%s: it is told on %q", name, f.Path)
			}
		} else {
			im.index()
			got = fmt.Sprint(im.cellOf(&im.mapping.Columns[0]), im.cellOf(&im.mapping.Columns[1]), im.cellOf(&im.mapping.Columns[2]), im.cellOf(&im.mapping.Columns[3]))
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// TestAHeadingIsKeptByItsColumn holds what a person writes for a remembered heading to the
// columns of the mapping, by title or key.
func TestAHeadingIsKeptByItsColumn(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, fileWorld)
	for written, want := range map[string]string{"name": "name", "NOMBRE": "name", "价": "price", "customer": "Customer", "": "", "colour": "exchange.unknown_field", "secret": "exchange.unknown_field"} {
		row := record.Row{"mapping": "items", "column_key": written}
		var got string
		if err := HoldHeading(release, row); err != nil {
			f, _ := fault.As(err)
			got = f.Key
		} else {
			got = record.Text(row, "column_key")
		}
		if got != want {
			t.Errorf("%q is kept as %q, want %q", written, got, want)
		}
	}
	if err := HoldHeading(release, record.Row{"mapping": "gone", "column_key": "colour"}); err != nil {
		t.Errorf("of a mapping that is gone: %v", err)
	}
}

// TestAHeadingThatAFileHasTwiceIsLearnedOnce holds what is remembered to the first one.
func TestAHeadingThatAFileHasTwiceIsLearnedOnce(t *testing.T) {
	t.Parallel()
	rows := once([]record.Row{{"heading": "A", "column_key": "1"}, {"id": int64(7)}, {"heading": " a ", "column_key": "2"}, {"id": int64(8)}, {"heading": "b"}})
	if got := fmt.Sprint(rows); got != "[map[column_key:1 heading:A] map[id:7] map[id:8] map[heading:b]]" {
		t.Errorf("learned are %s", got)
	}
}
