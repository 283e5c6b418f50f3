package contract

import (
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// ShelfLife is until when goods may be shipped.
type ShelfLife struct {
	ExpDate     string // YYYY-MM-DD; "" for goods that do not expire
	MinShipDays int64  // that a customer must have left
	TimeZone    string // of the warehouse, whose day counts
}

// Fresh reports whether the goods may still be shipped: their date lies beyond the
// days that a customer must have left.
func (s ShelfLife) Fresh(now time.Time) bool {
	until, ends := s.Until()
	return !ends || now.Before(until)
}

// Until is the moment from which the goods may no longer be shipped, as a day begins
// in the warehouse; ends is false for goods that do not expire.
func (s ShelfLife) Until() (until time.Time, ends bool) {
	zone := plugin.Zone(s.TimeZone)
	expires, err := time.ParseInLocation(time.DateOnly, s.ExpDate, zone)
	return expires.AddDate(0, 0, -int(s.MinShipDays)), err == nil
}
