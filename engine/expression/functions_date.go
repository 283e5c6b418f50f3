package expression

import (
	"context"
	"time"
)

// farDays bounds the distance of two dates that a date can hold.
const farDays = 3_652_060

func dateFunctions() []Function {
	return []Function{
		{Name: "dateAdd", Args: []Type{Date, Int}, Result: Date, Targets: everywhere, Call: callDateAdd},
		{Name: "dateDiff", Args: []Type{Date, Date}, Result: Int, Targets: everywhere, Call: callDateDiff},
		{Name: "year", Args: []Type{Date}, Result: Int, Targets: everywhere, Call: callPart(time.Time.Year)},
		{Name: "month", Args: []Type{Date}, Result: Int, Targets: everywhere, Call: callPart(func(t time.Time) int { return int(t.Month()) })},
		{Name: "day", Args: []Type{Date}, Result: Int, Targets: everywhere, Call: callPart(time.Time.Day)},
	}
}

// parseDate reads "YYYY-MM-DD".
func parseDate(v any) (time.Time, error) {
	text, ok := v.(string)
	if !ok || len(text) != len(time.DateOnly) {
		return time.Time{}, badValue(Date, v)
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() == 0 {
		return time.Time{}, badValue(Date, v)
	}
	return day, nil
}

func callDateAdd(_ context.Context, args []any) (any, error) {
	day, err := parseDate(args[0])
	if err != nil {
		return nil, err
	}
	n, ok := integer(args[1])
	if !ok || n > farDays || n < -farDays {
		return nil, badValue(Int, args[1])
	}
	sum := day.AddDate(0, 0, int(n))
	if sum.Year() < 1 || sum.Year() > 9999 {
		return nil, badValue(Date, sum.Year())
	}
	return sum.Format(time.DateOnly), nil
}

// callDateDiff gives the days from the second date to the first.
func callDateDiff(_ context.Context, args []any) (any, error) {
	a, err := parseDate(args[0])
	if err != nil {
		return nil, err
	}
	b, err := parseDate(args[1])
	if err != nil {
		return nil, err
	}
	const daySeconds = 24 * 60 * 60
	return (a.Unix() - b.Unix()) / daySeconds, nil
}

func callPart(part func(time.Time) int) func(context.Context, []any) (any, error) {
	return func(_ context.Context, args []any) (any, error) {
		day, err := parseDate(args[0])
		if err != nil {
			return nil, err
		}
		return int64(part(day)), nil
	}
}
