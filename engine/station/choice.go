package station

import (
	"context"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

// StepChoose is the step at which a person says which of several things a code means.
const StepChoose = "choose"

// Choosing is what a task remembers while a code means several things; a task that
// asks for choices embeds it.
type Choosing struct {
	Code    string    `json:"code,omitempty"`
	Choices []Meaning `json:"choices,omitempty"`
}

// Meaning is one thing that a code means.
type Meaning struct {
	ID     int64           `json:"id,omitempty"`
	Key    string          `json:"key,omitempty"` // tells it from the others; the id when empty
	Label  string          `json:"label,omitempty"`
	Detail string          `json:"detail,omitempty"`
	Pack   decimal.Decimal `json:"pack"` // pieces that the code stands for
}

// MeaningsOf makes what a code was found to mean ready for a choice.
func MeaningsOf(found []Candidate) []Meaning {
	list := make([]Meaning, len(found))
	for i, c := range found {
		list[i] = Meaning{ID: c.ID, Label: c.Label, Detail: c.Detail}
	}
	return list
}

// Code is what tells the meaning from the others when it is chosen.
func (m *Meaning) Code() string {
	if m.Key != "" {
		return m.Key
	}
	return strconv.FormatInt(m.ID, 10)
}

func (c *Choosing) choosing() *Choosing { return c }

// Shown are the meanings as choices of a screen.
func (c *Choosing) Shown() []Choice {
	var list []Choice
	for i := range c.Choices {
		m := &c.Choices[i]
		list = append(list, Choice{Code: m.Code(), Label: m.Label, Detail: m.Detail, State: "open"})
	}
	return list
}

// Chooser is a task that asks for choices.
type Chooser interface {
	Task
	choosing() *Choosing
}

// Choose goes on with what a code means: at once when that is one thing, else the
// person chooses at the step StepChoose, which takes Chosen.
func Choose[T Chooser](ctx context.Context, t T, code string, meanings []Meaning, then With[T, Meaning]) error {
	*t.choosing() = Choosing{}
	if len(meanings) == 1 {
		return then(t, ctx, meanings[0])
	}
	*t.choosing() = Choosing{Code: code, Choices: meanings}
	t.turn().GoTo(StepChoose)
	return nil
}

// Chosen takes the choice of one of the meanings, and forgets the others.
//
// Invalid station.choose: it is none of them.
func Chosen[T Chooser](then With[T, Meaning]) Handle[T] {
	return func(t T, ctx context.Context) error {
		c, code := t.choosing(), t.turn().In.Text()
		at := slices.IndexFunc(c.Choices, func(m Meaning) bool { return m.Code() == code })
		if at < 0 {
			return MustChoose(c.Code)
		}
		one := c.Choices[at]
		*c = Choosing{}
		return then(t, ctx, one)
	}
}

// MustChoose is the refusal of a code that means several things.
func MustChoose(code string) error { return fault.New(fault.Invalid, "station.choose", "code", code) }
