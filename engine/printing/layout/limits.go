package layout

import (
	"context"
	"errors"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
)

// The limits of one print. They bound what a template or a record can cost, whoever
// made it.
const (
	MostPages    = 2000
	MostElements = 400_000 // looked at, drawn or not
	MostCopies   = 999
	MostText     = 10_000    // characters of one element
	MostLetters  = 5_000_000 // characters of all
	MostTime     = 30 * time.Second
)

// count counts an element that is looked at.
func (m *maker) count(ctx context.Context) error {
	if m.elements++; m.elements > MostElements {
		return fault.New(fault.TooLarge, "print.too_many_elements", "max", MostElements)
	}
	return ctx.Err()
}

// weigh counts the characters of an element.
func (m *maker) weigh(element, words string) error {
	n := len([]rune(words))
	if n > MostText {
		return fault.New(fault.TooLarge, "print.text_too_long", "record", m.of.Label, "element", element, "max", MostText)
	}
	if m.letters += n; m.letters > MostLetters {
		return fault.New(fault.TooLarge, "print.too_much_text", "max", MostLetters)
	}
	return nil
}

// slow words the end of the time that a print may take; outside is the caller's own
// context.
func (m *maker) slow(outside context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && outside.Err() == nil {
		return fault.New(fault.TooLarge, "print.too_slow", "seconds", int(m.Time.Seconds())).Because(err)
	}
	return err
}
