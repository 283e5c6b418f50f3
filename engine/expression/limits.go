package expression

import (
	"cmp"
	"context"

	"github.com/wareloom/wareloom/engine/fault"
)

// The limits of a source text, checked when it is compiled.
const (
	MaxSource = 4000 // characters
	MaxNodes  = 1000 // nodes of the checked tree
	MaxDepth  = 64   // nodes below each other
	MaxHops   = 3    // references followed in one path
)

// The limits of one evaluation, the same in the browser. They keep it under
// 50 ms and 1 MB, or 20 ms for each thousand lines of a record that has more.
const (
	MaxSteps  = 100_000   // nodes evaluated and list elements visited
	LineSteps = 40        // as many for each element of the longest list that is given, where those are more
	MaxGiven  = 100_000   // elements of a list that it is given
	MaxList   = 10_000    // elements of a list that it makes
	MaxText   = 100_000   // bytes of a text, as UTF-8
	MaxMemory = 1_000_000 // bytes of all the texts and lists that are made
	MaxDigits = 60        // digits of a number
	MaxScale  = 20        // decimals that round and div keep
)

const (
	elementBytes    = 16   // memory counted per element of a list that is made
	bytesPerStep    = 64   // text that is read in one step
	stepsPerContext = 1024 // steps between two looks at the context
)

// meter counts what one evaluation costs.
type meter struct {
	steps, memory, nextLook int
	most                    int // steps; 0 for MaxSteps
}

// allow gives an evaluation the steps to go through the lists that it is given.
func (m *meter) allow(vars map[string]any) {
	m.most = MaxSteps
	for _, v := range vars {
		m.most = max(m.most, LineSteps*lengthOf(v))
	}
}

// lengthOf is how many elements a list has; 0 for what is none.
func lengthOf(v any) int {
	switch list := v.(type) {
	case []any:
		return len(list)
	case []map[string]any:
		return len(list)
	}
	return 0
}

// step counts n steps and looks now and then whether the caller has given up.
func (m *meter) step(ctx context.Context, n int) error {
	m.steps += n
	if most := cmp.Or(m.most, MaxSteps); m.steps > most {
		return tooCostly("steps", most)
	}
	if m.steps < m.nextLook {
		return nil
	}
	m.nextLook = m.steps + stepsPerContext
	return ctx.Err()
}

// text counts a text that was made.
func (m *meter) text(ctx context.Context, s string) error {
	if len(s) > MaxText {
		return tooCostly("text", MaxText)
	}
	if m.memory += len(s); m.memory > MaxMemory {
		return tooCostly("memory", MaxMemory)
	}
	return m.step(ctx, len(s)/bytesPerStep)
}

// list counts a list that is about to be made.
func (m *meter) list(length int) error {
	if length > MaxList {
		return tooCostly("list", MaxList)
	}
	if m.memory += length * elementBytes; m.memory > MaxMemory {
		return tooCostly("memory", MaxMemory)
	}
	return nil
}

func tooCostly(limit string, most int) error {
	return fault.New(fault.Invalid, "expression.too_costly", "limit", limit, "max", most)
}
