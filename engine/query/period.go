package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Period is a stretch of the calendar that days and times are grouped by. A group
// names it after a colon, as in "made_at:month", and its value is the first day; of an
// hour it is the moment at which it begins.
type Period string

// The periods. A week begins on Monday.
const (
	Hour  Period = "hour" // of times alone
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
	Year  Period = "year"
)

// calendarFrom is the year from which on the changes of a zone's clock count;
// before it the offset of its beginning holds.
const calendarFrom = 2010

// calendarAhead is how many years of changes of the clock are known beyond now.
const calendarAhead = 2

// periodOf writes the first day of the period that a value lies in. False when
// values of the family lie in none, or there is no such period.
func periodOf(p Period, dialect store.Dialect, of meta.Family, v piece, zone *time.Location) (piece, bool) {
	if !slices.Contains([]Period{Hour, Day, Week, Month, Year}, p) {
		return piece{}, false
	}
	switch {
	case p == Hour:
		return hourOf(v, zone), of == meta.FamilyMoment
	case of == meta.FamilyDay:
		if dialect == store.Postgres {
			return truncated(p, glue("CAST(", v, " AS date)")), true
		}
		return formatted(p, v), true
	case of == meta.FamilyMoment:
		local := glue("((", v, " + ", offset(v, zone), ") / 1000)")
		if dialect == store.Postgres {
			return truncated(p, glue("to_timestamp(", local, ") AT TIME ZONE 'UTC'")), true
		}
		return formatted(p, glue(local, ", 'unixepoch'")), true
	default:
		return piece{}, false
	}
}

// hourOf is the moment at which the hour of a value began by the clock of a zone. It
// stays a moment: where the clock is put back, two hours are called alike.
func hourOf(v piece, zone *time.Location) piece {
	return glue("(", v, " - (", v, " + ", offset(v, zone), ") % 3600000)")
}

// truncated is the first day as PostgreSQL writes it.
func truncated(p Period, v piece) piece {
	return glue("to_char(date_trunc('"+string(p)+"', ", v, "), 'YYYY-MM-DD')")
}

// formatted is the first day as SQLite writes it.
func formatted(p Period, v piece) piece {
	switch p {
	case Week:
		return glue("date(", v, ", '-6 days', 'weekday 1')")
	case Month:
		return glue("strftime('%Y-%m-01', ", v, ")")
	case Year:
		return glue("strftime('%Y-01-01', ", v, ")")
	default:
		return glue("date(", v, ")")
	}
}

// offset writes how far a zone's clock is ahead of UTC, in milliseconds, at the
// time of a value. SQLite knows no zones, so that the changes of the clock stand
// in the statement, the latest first.
func offset(v piece, zone *time.Location) piece {
	at := time.Date(calendarFrom, 1, 1, 0, 0, 0, 0, zone)
	last := time.Now().AddDate(calendarAhead, 0, 0)
	first, whens := milliseconds(at), []any{}
	for {
		_, next := at.ZoneBounds()
		if next.IsZero() || next.After(last) {
			break
		}
		at = next.In(zone)
		when := glue(" WHEN ", v, fmt.Sprintf(" >= %d THEN %s", at.UnixMilli(), milliseconds(at)))
		whens = append([]any{when}, whens...)
	}
	if len(whens) == 0 {
		return raw(first)
	}
	return glue("CASE", glue(whens...), " ELSE ", first, " END")
}

func milliseconds(at time.Time) string {
	_, seconds := at.Zone()
	return strconv.Itoa(seconds * 1000)
}

// cutPeriod splits the name of a group; "" is none.
func cutPeriod(name string) (field string, p Period) {
	field, period, _ := strings.Cut(name, ":")
	return field, Period(period)
}

// appendDay writes a first day as JSON.
func appendDay(dst []byte, cell any) []byte {
	day, ok := cell.(string)
	if text, isBytes := cell.([]byte); isBytes {
		day, ok = string(text), true
	}
	if !ok {
		return append(dst, "null"...)
	}
	return strconv.AppendQuote(dst, day)
}

// stretchOf writes how many of the days have come by the day of a value; null for
// none. False when values of the family are no days, or an edge is none.
func stretchOf(edges []string, dialect store.Dialect, of meta.Family, v piece, zone *time.Location) (piece, bool) {
	day, ok := periodOf(Day, dialect, of, v, zone)
	if !ok {
		return piece{}, false
	}
	whens := []any{glue("CASE WHEN ", v, " IS NULL THEN NULL")}
	for i, edge := range slices.Backward(edges) {
		if _, err := time.Parse(time.DateOnly, edge); err != nil {
			return piece{}, false
		}
		whens = append(whens, glue(" WHEN ", day, " >= '"+edge+"' THEN "+strconv.Itoa(i+1)))
	}
	return glue(append(whens, " ELSE 0 END")...), true
}

// appendCount writes a number of stretches as JSON.
func appendCount(dst []byte, cell any) []byte {
	if cell == nil {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, countOf(cell), 10)
}
