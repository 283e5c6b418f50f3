package contract

import "time"

// ShelfLife is until when goods may be shipped.
type ShelfLife struct {
	ExpDate     string // YYYY-MM-DD; "" for goods that do not expire
	MinShipDays int64  // that a customer must have left
	TimeZone    string // of the warehouse, whose day counts
}

// Fresh reports whether the goods may still be shipped: their date lies beyond the
// days that a customer must have left.
func (s ShelfLife) Fresh(now time.Time) bool {
	if s.ExpDate == "" {
		return true
	}
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return s.ExpDate > now.In(zone).AddDate(0, 0, int(s.MinShipDays)).Format(time.DateOnly)
}
