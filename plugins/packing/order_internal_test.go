package packing

import (
	"database/sql"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// keyOf is the key of a refusal; "" for none.
func keyOf(err error) string {
	if f, refused := fault.As(err); refused {
		return f.Key
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// TestAnOrderGoesOnUnlessSomebodyStopsIt: what stops it is named, the stronger first, with the
// place where it is put.
func TestAnOrderGoesOnUnlessSomebodyStopsIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                string
		o                   order
		goesOn, keeps, pack string // refusals of going on, of work at hand, of being packed
	}{
		{"picked", order{Status: "picked"}, "", "", ""},
		{"reopened", order{Status: "checked"}, "", "", ""},
		{"held", order{Status: "picked", Held: true}, "packing.held", "packing.held", "packing.held"},
		{"held somewhere", order{Status: "picked", Held: true, HoldPlace: "H-1"}, "packing.held_at", "packing.held_at", "packing.held_at"},
		{"intercepted", order{Status: "picked", Intercepted: true}, "packing.intercepted", "packing.intercepted", "packing.intercepted"},
		{"held and intercepted", order{Status: "picked", Held: true, Intercepted: true, HoldPlace: "H-1"}, "packing.intercepted_at", "packing.intercepted_at", "packing.intercepted_at"},
		{"cancelled", order{Status: "cancelled"}, "", "packing.cancelled", "packing.cancelled"},
		{"cancelled while it waited", order{Status: "cancelled", WaitsIn: "TOTE-1"}, "", "packing.cancelled", "packing.cancelled"},
		{"its rest is awaited", order{Status: "picked", WaitsIn: "TOTE-1"}, "", "", "packing.waits_for_rest"},
		{"being picked", order{Status: "picking"}, "", "", "packing.not_picked"},
		{"packed", order{Status: "packed"}, "", "", "packing.not_picked"},
		{"sent", order{Status: "shipped"}, "", "", "packing.not_picked"},
	} {
		if got := keyOf(tt.o.mustGoOn()); got != tt.goesOn {
			t.Errorf("one that is %s goes on: %q, want %q", tt.name, got, tt.goesOn)
		}
		if got := keyOf(tt.o.mustNotStop()); got != tt.keeps {
			t.Errorf("one that is %s is kept at: %q, want %q", tt.name, got, tt.keeps)
		}
		if got := keyOf(tt.o.mustBePicked()); got != tt.pack {
			t.Errorf("one that is %s is packed: %q, want %q", tt.name, got, tt.pack)
		}
	}
}

// TestAPackageIsSentOnce, and who scans it again hears when it was, on the warehouse's clock.
func TestAPackageIsSentOnce(t *testing.T) {
	t.Parallel()
	at := sql.NullInt64{Int64: time.Date(2026, 3, 1, 20, 30, 0, 0, time.UTC).UnixMilli(), Valid: true}
	for status, want := range map[string]string{"packed": "", "shipped": "packing.sent_before", "open": "packing.not_packed", "cancelled": "packing.not_packed"} {
		p := &parcel{No: "PK1", Status: status, ShippedAt: at, TimeZone: sql.NullString{String: "Asia/Shanghai", Valid: true}}
		err := p.mustWait()
		if keyOf(err) != want {
			t.Errorf("a package that is %s: %v, want %q", status, err, want)
		}
		if f, refused := fault.As(err); refused && status == "shipped" && f.Params["at"] != "2026-03-02 04:30" {
			t.Errorf("it was sent at %v", f.Params["at"])
		}
	}
	if got := (&parcel{ShippedAt: at}).sentAt(); got != "2026-03-01 20:30" {
		t.Errorf("in no zone it was sent at %s", got)
	}
}

// TestAShipmentIsCancelledOnItsDay, as the warehouse counts days.
func TestAShipmentIsCancelledOnItsDay(t *testing.T) {
	t.Parallel()
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, time.UTC) }
	for _, tt := range []struct {
		name string
		a, b time.Time
		zone string
		want bool
	}{
		{"an hour later", at(1, 8), at(1, 9), "UTC", true},
		{"behind midnight", at(1, 23), at(2, 0), "UTC", false},
		{"midnight is earlier in Shanghai", at(1, 15), at(1, 16), "Asia/Shanghai", false},
		{"and not where the world's is", at(1, 23), at(2, 0), "Asia/Shanghai", true},
		{"in a zone that is none", at(1, 23), at(2, 0), "Nowhere", false},
		{"a year later", at(1, 8), at(1, 8).AddDate(1, 0, 0), "UTC", false},
	} {
		if got := sameDay(tt.a, tt.b, tt.zone); got != tt.want {
			t.Errorf("%s: of one day %v", tt.name, got)
		}
	}
}

// TestAShortageIsToldWithItsReasonAndHour: the day too where it was another.
func TestAShortageIsToldWithItsReasonAndHour(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC) // the second has begun in Shanghai
	base := missing{SKU: "P1", Name: "Scarf", Ordered: contract.Pieces(5), Qty: contract.Pieces(2), Reason: "not_found", Position: "A-01", TimeZone: "Asia/Shanghai"}
	for _, tt := range []struct {
		name   string
		change func(m *missing)
		says   string
		at     string
	}{
		{"today", func(m *missing) { m.At = now.Add(-time.Hour).UnixMilli() }, "packing.short.not_found", "03:00"},
		{"on the day before", func(m *missing) { m.At = now.Add(-6 * time.Hour).UnixMilli() }, "packing.short.not_found", "2026-03-01 22:00"},
		{"nobody said why", func(m *missing) { m.At, m.Reason = now.UnixMilli(), "" }, "packing.short.unknown", "04:00"},
		{"nobody said where", func(m *missing) { m.At, m.Position = now.UnixMilli(), "" }, "packing.short.unknown", "04:00"},
		{"in no zone", func(m *missing) { m.At, m.TimeZone = now.UnixMilli(), "Nowhere" }, "packing.short.not_found", "20:00"},
	} {
		m := base
		tt.change(&m)
		c := m.choice(now)
		if c.Says != tt.says || c.Params["at"] != tt.at || c.Params["missing"] != "2" || c.Params["ordered"] != "5" || c.State != "short" || c.Code != "P1" {
			t.Errorf("%s: told %+v, want %s at %s", tt.name, c, tt.says, tt.at)
		}
	}
}

// TestACartonCostsWhatIsKnown: a price without a currency is none.
func TestACartonCostsWhatIsKnown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		cost     contract.Price
		currency string
		want     string
	}{{25000, "CNY", "2.5"}, {25000, "", ""}, {0, "CNY", ""}} {
		got := (&carton{Cost: tt.cost, Currency: tt.currency}).cost()
		if got.Valid != (tt.want != "") || got.Valid && got.Decimal.String() != tt.want {
			t.Errorf("%d %q cost %v, want %q", tt.cost, tt.currency, got, tt.want)
		}
	}
}
