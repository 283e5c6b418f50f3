package station_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/station"
)

func TestReadQuantity(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"5": "5", "1.25": "1.25", "0.001": "0.001", "1e3": "1000", "1.500": "1.5"} {
		if got, err := station.ReadQuantity(text, 3); err != nil || got.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "0", "-1", "0.0001", "1e999999999", "1e-999999999", "12345678901234567890123", "NaN", "١٢"} {
		if _, err := station.ReadQuantity(text, 3); !fault.IsKey(err, "station.bad_qty") {
			t.Errorf("%q: %v, want station.bad_qty", text, err)
		}
	}
	if _, err := station.ReadQuantity("1.5", 0); err == nil {
		t.Error("1.5 is a whole number")
	}
}
