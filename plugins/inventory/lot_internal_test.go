package inventory

import (
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestALotIsCompletedByItsProduct: an expiry follows from the day of making, and goods that
// expire without lots have the day as their lot. What a person says stands.
func TestALotIsCompletedByItsProduct(t *testing.T) {
	t.Parallel()
	keeps := goods{ShelfLife: 30}
	dated := goods{ExpiryCtl: true, ShelfLife: 30}
	both := goods{ExpiryCtl: true, LotCtl: true, ShelfLife: 30}
	for _, tt := range []struct {
		name     string
		g        goods
		said     contract.Lot
		no       string
		expires  string
		reckoned bool
	}{
		{"nothing is said", dated, contract.Lot{}, "", "", false},
		{"made on a day", keeps, contract.Lot{No: "L1", MfgDate: "2026-01-15"}, "L1", "2026-02-14", true},
		{"over the end of a leap February", keeps, contract.Lot{No: "L1", MfgDate: "2028-02-10"}, "L1", "2028-03-11", true},
		{"a day is said", keeps, contract.Lot{No: "L1", MfgDate: "2026-01-15", ExpDate: "2027-01-01"}, "L1", "2027-01-01", false},
		{"nobody knows how long it keeps", goods{}, contract.Lot{No: "L1", MfgDate: "2026-01-15"}, "L1", "", false},
		{"the day is the lot", dated, contract.Lot{ExpDate: "2027-01-01"}, "2027-01-01", "2027-01-01", false},
		{"the reckoned day is the lot", dated, contract.Lot{MfgDate: "2026-01-15"}, "2026-02-14", "2026-02-14", true},
		{"goods with lots have numbers", both, contract.Lot{ExpDate: "2027-01-01"}, "", "2027-01-01", false},
		{"a number that is said", dated, contract.Lot{No: "L1", ExpDate: "2027-01-01"}, "L1", "2027-01-01", false},
		{"no day", keeps, contract.Lot{No: "L1", MfgDate: "spring"}, "L1", "", false},
	} {
		got := tt.g.complete(tt.said)
		if got.No != tt.no || got.ExpDate != tt.expires || got.reckoned != tt.reckoned || got.MfgDate != tt.said.MfgDate {
			t.Errorf("%s: %+v, want %q until %q", tt.name, got, tt.no, tt.expires)
		}
	}
}

// TestGoodsThatExpireComeWithADate where somebody has them in his hands.
func TestGoodsThatExpireComeWithADate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(p *posting, m *contract.Move)
		want   bool
	}{
		{"received", func(*posting, *contract.Move) {}, true},
		{"that do not expire", func(p *posting, _ *contract.Move) { p.goods[1].ExpiryCtl = false }, false},
		{"found by a count", func(_ *posting, m *contract.Move) { m.Code = contract.CountDiff }, false},
		{"taken back", func(_ *posting, m *contract.Move) { m.ReverseOf = 7 }, false},
		{"that lay there", func(_ *posting, m *contract.Move) { m.From.PositionID = 2 }, false},
		{"found", func(_ *posting, m *contract.Move) { m.Code = contract.OtherIn }, true},
		{"that came back", func(_ *posting, m *contract.Move) { m.Code = contract.ReturnIn }, true},
	} {
		p := &posting{places: somewhere(), goods: map[int64]*goods{1: {ID: 1, ExpiryCtl: true}}}
		m := fromTo(contract.Receipt, 9, 1)
		if tt.change(p, m); p.mustHaveDate(m) != tt.want {
			t.Errorf("goods %s: a date is needed: %v", tt.name, !tt.want)
		}
	}
}

// TestDaysAreLeftFromTheWarehousesDay: none on its last, less behind it.
func TestDaysAreLeftFromTheWarehousesDay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		zone, expires, now string
		want               int64
	}{
		{"Asia/Shanghai", "2026-03-10", "2026-03-01T12:00:00Z", 9},
		{"Asia/Shanghai", "2026-03-10", "2026-03-01T16:00:00Z", 8}, // the second has begun there
		{"Asia/Shanghai", "2026-03-10", "2026-03-10T12:00:00Z", 0},
		{"Asia/Shanghai", "2026-03-10", "2026-03-11T12:00:00Z", -1},
		{"Europe/Madrid", "2026-03-30", "2026-03-28T12:00:00Z", 2}, // over a night of 23 hours
		{"Nowhere", "2026-03-10", "2026-03-01T23:59:59Z", 9},
		{"UTC", "soon", "2026-03-01T12:00:00Z", 0},
	} {
		now, err := time.Parse(time.RFC3339, tt.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := (expiring{TimeZone: tt.zone, ExpDate: tt.expires}).daysLeft(now); got != tt.want {
			t.Errorf("of %s at %s in %s %d days are left, want %d", tt.expires, tt.now, tt.zone, got, tt.want)
		}
	}
}
