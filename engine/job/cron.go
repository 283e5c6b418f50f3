package job

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// timetable is a parsed cron line: for each field the numbers that match.
type timetable struct {
	minute, hour, day, month, weekday uint64 // bit n is number n
	anyDay, anyWeekday                bool
}

// parseCron reads "minute hour day month weekday" with *, lists, ranges and
// steps. Weekdays are 0 to 6 from Sunday; 7 is Sunday too. When both day and
// weekday are given, either is enough, as cron has always read it.
func parseCron(line string) (timetable, error) {
	fields := strings.Fields(line)
	if len(fields) != 5 {
		return timetable{}, fmt.Errorf("cron %q: five fields are needed", line)
	}
	t := timetable{anyDay: strings.HasPrefix(fields[2], "*"), anyWeekday: strings.HasPrefix(fields[4], "*")}
	targets := []struct {
		into      *uint64
		low, high int
	}{{&t.minute, 0, 59}, {&t.hour, 0, 23}, {&t.day, 1, 31}, {&t.month, 1, 12}, {&t.weekday, 0, 7}}
	for i, target := range targets {
		for part := range strings.SplitSeq(fields[i], ",") {
			bits, err := parsePart(part, target.low, target.high)
			if err != nil {
				return timetable{}, fmt.Errorf("cron %q: %w", line, err)
			}
			*target.into |= bits
		}
	}
	t.weekday |= t.weekday >> 7 & 1
	return t, nil
}

// parsePart reads one of *, 5, 1-5, each with an optional /step.
func parsePart(part string, low, high int) (uint64, error) {
	span, stepText, stepped := strings.Cut(part, "/")
	step := 1
	if stepped {
		n, err := strconv.Atoi(stepText)
		if err != nil || n < 1 {
			return 0, fmt.Errorf("%q is not a step", stepText)
		}
		step = n
	}
	from, to := low, high
	if span != "*" {
		first, last, ranged := strings.Cut(span, "-")
		n, err := strconv.Atoi(first)
		m := n
		if ranged && err == nil {
			m, err = strconv.Atoi(last)
		}
		if err != nil || n < low || m > high || n > m {
			return 0, fmt.Errorf("%q is not within %d to %d", span, low, high)
		}
		from = n
		if ranged || !stepped {
			to = m
		}
	}
	var bits uint64
	for n := from; n <= to; n += step {
		bits |= 1 << n
	}
	return bits, nil
}

// searchDays bounds the search: 29 February comes after eight years at the most.
const searchDays = 366 * 9

// next gives the first matching minute after a time, in that time's zone. A
// minute that the clock leaves out in spring does not match.
func (t timetable) next(after time.Time) (time.Time, bool) {
	year, month, day := after.Date()
	for offset := range searchDays {
		date := time.Date(year, month, day+offset, 12, 0, 0, 0, after.Location())
		if !t.matchesDay(date) {
			continue
		}
		if found, ok := t.nextOn(date, after); ok {
			return found, true
		}
	}
	return time.Time{}, false
}

func (t timetable) matchesDay(date time.Time) bool {
	if t.month>>date.Month()&1 == 0 {
		return false
	}
	day, weekday := t.day>>date.Day()&1 == 1, t.weekday>>date.Weekday()&1 == 1
	if t.anyDay || t.anyWeekday {
		return day && weekday
	}
	return day || weekday
}

// nextOn gives the first matching minute of a day that is after a time.
func (t timetable) nextOn(date, after time.Time) (time.Time, bool) {
	year, month, day := date.Date()
	for minute := range 24 * 60 {
		if t.hour>>(minute/60)&1 == 0 || t.minute>>(minute%60)&1 == 0 {
			continue
		}
		at := time.Date(year, month, day, minute/60, minute%60, 0, 0, date.Location())
		if at.After(after) && at.Hour() == minute/60 {
			return at, true
		}
	}
	return time.Time{}, false
}
