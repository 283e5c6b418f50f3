package report

import "time"

// Days are the first and the last day of a stretch of days, as YYYY-MM-DD.
type Days [2]string

// DaysOf gives the days of a named period, as seen from a day; false for a name
// that is none.
func DaysOf(period string, today time.Time) (Days, bool) {
	from, to := today, today
	switch period {
	case "today":
	case "yesterday":
		from, to = today.AddDate(0, 0, -1), today.AddDate(0, 0, -1)
	case "this_week":
		from = today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	case "last_week":
		to = today.AddDate(0, 0, -(int(today.Weekday())+6)%7-1)
		from = to.AddDate(0, 0, -6)
	case "last_7_days":
		from = today.AddDate(0, 0, -6)
	case "last_30_days":
		from = today.AddDate(0, 0, -29)
	case "last_90_days":
		from = today.AddDate(0, 0, -89)
	case "this_month":
		from = today.AddDate(0, 0, 1-today.Day())
	case "last_month":
		to = today.AddDate(0, 0, -today.Day())
		from = to.AddDate(0, 0, 1-to.Day())
	case "this_year":
		from = today.AddDate(0, 0, 1-today.YearDay())
	default:
		return Days{}, false
	}
	return Days{from.Format(time.DateOnly), to.Format(time.DateOnly)}, true
}

// hourFrom gives the first and the last moment of the hour that begins at one.
func hourFrom(first string) Days {
	at, err := time.Parse(time.RFC3339, first)
	if err != nil {
		return Days{first, first}
	}
	return Days{first, at.Add(time.Hour - time.Millisecond).Format(time.RFC3339Nano)}
}

// lastDay gives the last day of the period that begins on a day.
func lastDay(first, period string) string {
	day, err := time.Parse(time.DateOnly, first)
	if err != nil {
		return first
	}
	switch period {
	case "week":
		day = day.AddDate(0, 0, 6)
	case "month":
		day = day.AddDate(0, 1, -1)
	case "year":
		day = day.AddDate(1, 0, -1)
	}
	return day.Format(time.DateOnly)
}
