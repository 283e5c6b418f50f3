package contract_test

import (
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

var num = decimal.RequireFromString

func TestAQuantityHasThousandths(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string]bool{"0": true, "1": true, "-2": true, "0.001": true, "123456789.125": true, "0.0001": false, "1.0005": false} {
		if got := contract.IsQty(num(text)); got != whole {
			t.Errorf("%s is kept without a loss: %v", text, got)
		}
	}
	if contract.QtyOf(num("2.5")) != contract.Pieces(2)+500 || contract.OnePiece != "1000" || contract.Pieces(0) != 0 {
		t.Errorf("2.5 are %d, one piece %s", contract.QtyOf(num("2.5")), contract.OnePiece)
	}
}

func TestAPieceHasTheVolumeOfItsSides(t *testing.T) {
	t.Parallel()
	side := func(cm string) contract.PieceSide { return contract.PieceSide(plugin.Fix[hundredths](num(cm))) }
	for _, tt := range [][4]string{{"10", "10", "10", "1"}, {"12.5", "8", "4", "0.4"}, {"0.1", "0.1", "0.1", "0.000001"}, {"30", "20", "0", "0"}} {
		if got := contract.Litres(side(tt[0]), side(tt[1]), side(tt[2])); !got.Equal(num(tt[3])) {
			t.Errorf("%s x %s x %s cm are %s l, want %s", tt[0], tt[1], tt[2], got, tt[3])
		}
	}
}

type hundredths struct{}

func (hundredths) Digits() int32 { return 2 }

func TestNoMoreThanThereIsMayBeTaken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		qty  string
		most int
		ok   bool
	}{{"5", 5, true}, {"5.001", 5, false}, {"0", 0, true}, {"0.001", 0, false}, {"4.999", 5, true}} {
		err := contract.AtMost(num(tt.qty), contract.Pieces(tt.most))
		if (err == nil) != tt.ok || err != nil && !fault.IsKey(err, "station.over") {
			t.Errorf("%s of %d: %v", tt.qty, tt.most, err)
		}
	}
}

// TestACodeStandsForItsPieces: one, where nobody said how many, or nonsense.
func TestACodeStandsForItsPieces(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		values map[string]any
		want   string
	}{
		"nothing is said": {nil, "1"}, "six": {map[string]any{contract.PackQty: num("6")}, "6"}, "half a piece": {map[string]any{contract.PackQty: num("0.5")}, "0.5"},
		"nothing": {map[string]any{contract.PackQty: num("0")}, "1"}, "less than nothing": {map[string]any{contract.PackQty: num("-2")}, "1"}, "no number": {map[string]any{contract.PackQty: "6"}, "1"},
	} {
		if got := contract.PackOf(plugin.Candidate{Values: tt.values}); !got.Equal(num(tt.want)) {
			t.Errorf("%s: %s pieces, want %s", name, got, tt.want)
		}
	}
}
