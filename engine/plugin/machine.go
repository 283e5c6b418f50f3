package plugin

import (
	"context"
	"encoding/json"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/station"
)

// What a machine and its tasks are made of; each is described where it is owned.
type (
	Turn                = station.Turn
	Choosing            = station.Choosing
	Meaning             = station.Meaning
	Task                = station.Task
	Machine[T Task]     = station.Machine[T]
	Step[T Task]        = station.Step[T]
	Press[T Task]       = station.Press[T]
	Handle[T Task]      = station.Handle[T]
	With[T Task, V any] = station.With[T, V]
	chooser             = station.Chooser
	quantities[T Task]  = With[T, decimal.Decimal]
)

// GoTo makes a handle that only goes to a step.
func GoTo[T Task](step string) Handle[T] { return station.GoTo[T](step) }

// Undoing reads what an input left in Reply.Undo; see station.Undoing.
func Undoing[T Task, D any](undo With[T, D]) With[T, json.RawMessage] { return station.Undoing(undo) }

// MeaningsOf makes what a code was found to mean ready for a choice.
func MeaningsOf(found []Candidate) []Meaning { return station.MeaningsOf(found) }

// Choose goes on with what a code means; see station.Choose.
func Choose[T chooser](ctx context.Context, task T, code string, meanings []Meaning, then With[T, Meaning]) error {
	return station.Choose(ctx, task, code, meanings, then)
}

// Chosen takes the choice of a meaning; see station.Chosen.
func Chosen[T chooser](then With[T, Meaning]) Handle[T] { return station.Chosen(then) }

// MustChoose is the refusal of a code that means several things.
func MustChoose(code string) error { return station.MustChoose(code) }

// TakeText takes what was scanned or typed.
func TakeText[T Task](then With[T, string]) Handle[T] { return station.TakeText(then) }

// TakeQuantity takes a quantity; see station.TakeQuantity.
func TakeQuantity[T Task](scale int32, then quantities[T]) Handle[T] {
	return station.TakeQuantity(scale, then)
}

// TakeWeight takes a weight; see station.TakeWeight.
func TakeWeight[T Task](scale int32, refusal string, then quantities[T]) Handle[T] {
	return station.TakeWeight(scale, refusal, then)
}

// TakeDate takes a date; see station.TakeDate.
func TakeDate[T Task](refusal string, then With[T, string]) Handle[T] {
	return station.TakeDate(refusal, then)
}

// TakeReason takes one of the reasons; see station.TakeReason.
func TakeReason[T Task](reasons []string, refusal string, then With[T, string]) Handle[T] {
	return station.TakeReason(reasons, refusal, then)
}

// TakePhoto takes the key of a photo; see station.TakePhoto.
func TakePhoto[T Task](then With[T, string]) Handle[T] { return station.TakePhoto(then) }

// Reasons are reasons as choices of a screen; see station.Reasons.
func Reasons(prefix string, reasons []string) []Choice { return station.Reasons(prefix, reasons) }

// TakeForm takes all about something in one input; see station.TakeForm.
func TakeForm[T Task, F any](refusal string, then With[T, F]) Handle[T] {
	return station.TakeForm(refusal, then)
}
