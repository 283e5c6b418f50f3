package station

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

// What many steps take, read and refused in one place. Each gives a Handle for
// Step.Take, or Step.Form, that hands the value on.

// TakeText takes what was scanned or typed: a lot, a serial number, a box.
func TakeText[T Task](then With[T, string]) Handle[T] {
	return func(t T, ctx context.Context) error { return then(t, ctx, t.turn().In.Text()) }
}

// TakeQuantity takes a quantity above 0 with at most scale digits after the point.
//
// Invalid station.bad_qty: it is none.
func TakeQuantity[T Task](scale int32, then With[T, decimal.Decimal]) Handle[T] {
	return TakeText(func(t T, ctx context.Context, text string) error {
		qty, err := ReadQuantity(text, scale)
		if err != nil {
			return err
		}
		return then(t, ctx, qty)
	})
}

// TakeWeight takes a weight above 0, typed or from a scale, with at most scale digits
// after the point; refusal is the key of what is told when it is none, with its value.
func TakeWeight[T Task](scale int32, refusal string, then With[T, decimal.Decimal]) Handle[T] {
	return TakeText(func(t T, ctx context.Context, text string) error {
		weight, err := ReadQuantity(text, scale)
		if err != nil {
			return fault.New(fault.Invalid, refusal, "value", text)
		}
		return then(t, ctx, weight)
	})
}

// TakeDate takes a date as YYYY-MM-DD, or as its eight digits, which a keypad has; refusal
// is the key of what is told when it is none of the calendar, with its value.
func TakeDate[T Task](refusal string, then With[T, string]) Handle[T] {
	return TakeText(func(t T, ctx context.Context, text string) error {
		for _, layout := range []string{time.DateOnly, "20060102"} {
			if day, err := time.Parse(layout, text); err == nil {
				return then(t, ctx, day.Format(time.DateOnly))
			}
		}
		return fault.New(fault.Invalid, refusal, "value", text)
	})
}

// TakeReason takes one of the reasons; refusal is the key of what is told when it is
// none. See Reasons for what a screen shows.
func TakeReason[T Task](reasons []string, refusal string, then With[T, string]) Handle[T] {
	return TakeText(func(t T, ctx context.Context, text string) error {
		if !slices.Contains(reasons, text) {
			return fault.New(fault.Invalid, refusal)
		}
		return then(t, ctx, text)
	})
}

// TakePhoto takes a photo, as the key of the file that was uploaded.
//
// Invalid station.no_photo: it is none.
func TakePhoto[T Task](then With[T, string]) Handle[T] {
	return TakeText(func(t T, ctx context.Context, key string) error {
		if t.turn().In.Kind != KindPhoto || key == "" {
			return fault.New(fault.Invalid, "station.no_photo")
		}
		return then(t, ctx, key)
	})
}

// Reasons are reasons as choices of a screen; their words have the keys prefix and
// reason.
func Reasons(prefix string, reasons []string) []Choice {
	var list []Choice
	for _, r := range reasons {
		list = append(list, Choice{Code: r, Word: prefix + r})
	}
	return list
}

// TakeForm takes all about something in one input, as the JSON object of F; refusal is
// the key of what is told when it is none.
func TakeForm[T Task, F any](refusal string, then With[T, F]) Handle[T] {
	return func(t T, ctx context.Context) error {
		var form F
		if err := json.Unmarshal(t.turn().In.Value, &form); err != nil {
			return fault.New(fault.Invalid, refusal).Because(err)
		}
		return then(t, ctx, form)
	}
}
