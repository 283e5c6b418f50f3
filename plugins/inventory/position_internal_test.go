package inventory

import (
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// define is a definition of one position, with further fields.
func define(more plugin.Row) *definition {
	row := plugin.Row{"pattern": "{area}-{aisle:2}-{bay:2}-{level}-{slot}", "warehouse_id": int64(1), "storage_area_id": int64(2)}
	for _, name := range ranges {
		row[name+"_from"], row[name+"_to"] = int64(1), int64(1)
	}
	for key, value := range more {
		row[key] = value
	}
	return &definition{row: row, area: "A", skip: map[string]bool{}, parts: map[string]int64{}}
}

func codesOf(rows []plugin.Row) (codes []string) {
	for _, row := range rows {
		codes = append(codes, plugin.Text(row, "code"))
	}
	return codes
}

// TestADefinitionMakesItsCodes in the order of the walk, which numbers them.
func TestADefinitionMakesItsCodes(t *testing.T) {
	t.Parallel()
	skipping := define(plugin.Row{"aisle_to": int64(2)})
	skipping.skip["A-01-01-1-1"] = true
	for _, tt := range []struct {
		name string
		d    *definition
		want []string
	}{
		{"one", define(nil), []string{"A-01-01-1-1"}},
		{"outermost last", define(plugin.Row{"aisle_from": int64(9), "aisle_to": int64(10), "level_to": int64(2)}), []string{"A-09-01-1-1", "A-09-01-2-1", "A-10-01-1-1", "A-10-01-2-1"}},
		{"wider than it is said", define(plugin.Row{"bay_from": int64(100), "bay_to": int64(100)}), []string{"A-01-100-1-1"}},
		{"one that is skipped", skipping, []string{"A-02-01-1-1"}},
		{"a pattern of its own", define(plugin.Row{"pattern": "X{slot:3}{area}", "slot_to": int64(2)}), []string{"X001A", "X002A"}},
	} {
		rows, err := tt.d.positions()
		if got := codesOf(rows); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v; want %v", tt.name, got, err, tt.want)
		}
		for i, row := range rows {
			if plugin.Int(row, "pick_seq") != int64(i+1) || plugin.Text(row, "barcode") != tt.want[i] {
				t.Errorf("%s: the %d. of the walk is %v", tt.name, i+1, row)
			}
		}
	}
}

func TestAPatternThatTellsNoPositionsApartIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ pattern, want string }{
		{"{aisle}-{bay}", "stock.definition_twice"},
		{"{aisle}-{bay}-{floor}", "stock.definition_pattern"},
		{"A", "stock.definition_twice"},
	} {
		_, err := define(plugin.Row{"pattern": tt.pattern, "level_to": int64(2)}).positions()
		if !fault.IsKey(err, tt.want) {
			t.Errorf("%s: %v, want %s", tt.pattern, err, tt.want)
		}
	}
}

// TestPositionsStandWhereTheyAreSaidTo: from the origin by the distances, with the cross
// aisles between the bays, each of which is two bays wide.
func TestPositionsStandWhereTheyAreSaidTo(t *testing.T) {
	t.Parallel()
	d := decimal.RequireFromString
	rows, err := define(plugin.Row{
		"aisle_from": int64(3), "aisle_to": int64(4), "bay_to": int64(5), "level_to": int64(2), "block_bays": int64(2),
		"origin_x": d("10"), "origin_y": d("20"), "aisle_pitch": d("2.5"), "bay_pitch": d("1.2"), "level_pitch": d("0.8"),
	}).positions()
	if err != nil || len(rows) != 20 {
		t.Fatalf("%d positions, %v", len(rows), err)
	}
	for code, want := range map[string][3]string{
		"A-03-01-1-1": {"10", "20", "0"},
		"A-03-02-2-1": {"10", "21.2", "0.8"},
		"A-03-03-1-1": {"10", "24.8", "0"}, // behind the first cross aisle
		"A-04-05-1-1": {"12.5", "29.6", "0"},
	} {
		at := slices.Index(codesOf(rows), code)
		if at < 0 {
			t.Fatalf("there is no %s", code)
		}
		for i, axis := range []string{"x", "y", "z"} {
			if got := plugin.Decimal(rows[at], axis); !got.Equal(d(want[i])) {
				t.Errorf("%s has %s = %s, want %s", code, axis, got, want[i])
			}
		}
	}
}
