package contract_test

import (
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestGoodsMayLeaveUntilTheirDayBegins in the warehouse, less the days that a customer must
// have left.
func TestGoodsMayLeaveUntilTheirDayBegins(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		life contract.ShelfLife
		want string // the moment; "" for goods that do not expire
	}{
		{"they do not expire", contract.ShelfLife{TimeZone: "UTC"}, ""},
		{"no day at all", contract.ShelfLife{ExpDate: "soon", TimeZone: "UTC"}, ""},
		{"in Shanghai", contract.ShelfLife{ExpDate: "2026-05-02", TimeZone: "Asia/Shanghai"}, "2026-05-01T16:00:00Z"},
		{"in Lima", contract.ShelfLife{ExpDate: "2026-05-02", TimeZone: "America/Lima"}, "2026-05-02T05:00:00Z"},
		{"in no zone", contract.ShelfLife{ExpDate: "2026-05-02", TimeZone: "Nowhere"}, "2026-05-02T00:00:00Z"},
		{"thirty days before", contract.ShelfLife{ExpDate: "2026-05-31", MinShipDays: 30, TimeZone: "UTC"}, "2026-05-01T00:00:00Z"},
		{"over a change of the clocks", contract.ShelfLife{ExpDate: "2026-04-01", MinShipDays: 7, TimeZone: "Europe/Madrid"}, "2026-03-24T23:00:00Z"},
	} {
		until, ends := tt.life.Until()
		if ends != (tt.want != "") || ends && until.UTC().Format(time.RFC3339) != tt.want {
			t.Errorf("%s: until %s (%v), want %q", tt.name, until.UTC().Format(time.RFC3339), ends, tt.want)
		}
		if ends && (!tt.life.Fresh(until.Add(-time.Millisecond)) || tt.life.Fresh(until)) {
			t.Errorf("%s: the goods do not stop at that moment", tt.name)
		}
		if !ends && !tt.life.Fresh(time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("%s: the goods stop", tt.name)
		}
	}
}
