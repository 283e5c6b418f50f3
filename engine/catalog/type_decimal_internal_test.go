package catalog

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

// TestAShiftedNumberIsTheLibrarys holds numbers without their point to what the library says of
// them: those that are shifted, and that none is left out which has few digits.
func TestAShiftedNumberIsTheLibrarys(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	for range 20_000 {
		scale := random.IntN(7)
		n := decimal.New(random.Int64()>>random.IntN(64)*(1-2*random.Int64N(2)), int32(random.IntN(12)-9))
		want := n.Shift(int32(scale))
		got, ok := shifted(n, scale)
		if ok && (!want.IsInteger() || !want.Equal(decimal.NewFromInt(got))) {
			t.Fatalf("seed %d: %v with %d decimals is %d, want %v", seed, n, scale, got, want)
		}
		if shift := n.Exponent() + int32(scale); !ok && want.IsInteger() && n.NumDigits() <= 15 && shift <= 3 {
			t.Fatalf("seed %d: %v with %d decimals is left out", seed, n, scale)
		}
	}
	for _, n := range []decimal.Decimal{{}, decimal.New(0, -30), decimal.New(0, 30), decimal.New(-10, -16), decimal.New(1, 3)} {
		if got, ok := shifted(n, 0); ok && !n.Equal(decimal.NewFromInt(got)) {
			t.Errorf("%v is %d", n, got)
		}
	}
}
