package inventory

import (
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestALabelOfAUnitStandsForAllItHolds: its count times the pieces of the code; without a
// count it is the code of a product.
func TestALabelOfAUnitStandsForAllItHolds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, count string
		pack        int64
		want        string
		filled      any
	}{
		{"boxes of six", "12", 6, "72", true},
		{"single pieces", "12", 1, "12", true},
		{"a code without pieces is one", "12", 0, "12", true},
		{"no count", "", 6, "6", nil},
	} {
		found := []plugin.Candidate{{ID: 1, Values: map[string]any{contract.PackQty: decimal.NewFromInt(tt.pack)}}}
		code := plugin.Code{Text: "x", Elements: map[string]string{}}
		if tt.count != "" {
			code.Elements[unitCounts] = tt.count
		}
		if err := fill(found, code); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := contract.PackOf(found[0]); got.String() != tt.want || found[0].Values[contract.Filled] != tt.filled {
			t.Errorf("%s: %s pieces, filled %v", tt.name, got, found[0].Values[contract.Filled])
		}
	}
}

// TestLinesWithoutAUnitAreInPieces, with as many digits as the tables keep.
func TestLinesWithoutAUnitAreInPieces(t *testing.T) {
	t.Parallel()
	batch := func(qty string) *plugin.SaveBatch {
		row := plugin.Row{"product_id": int64(1), "qty": decimal.RequireFromString(qty)}
		return &plugin.SaveBatch{Events: []*plugin.SaveEvent{{New: row}}}
	}
	for _, qty := range []string{"3", "0", "2.125"} {
		b := batch(qty)
		if err := fillBaseQty(t.Context(), b); err != nil || plugin.Decimal(b.Events[0].New, "base_qty").String() != qty {
			t.Errorf("%s of no unit are %v pieces, %v", qty, b.Events[0].New["base_qty"], err)
		}
	}
	if err := fillBaseQty(t.Context(), batch("0.0005")); !fault.IsKey(err, "stock.bad_qty") {
		t.Errorf("half a thousandth: %v", err)
	}
}
