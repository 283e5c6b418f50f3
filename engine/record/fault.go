package record

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// maxFaults bounds the faults that one answer lists.
const maxFaults = 100

// faults collects the faults of a save, so that a person sees all at once.
type faults []*fault.Fault

// add notes a fault on a field of a change.
func (f *faults) add(c *change, field string, bad *fault.Fault) {
	if bad != nil && len(*f) < maxFaults {
		*f = append(*f, bad.On(c.path+field))
	}
}

// invalid makes a fault of this package with the broken rule's name.
func invalid(rule string, pairs ...any) *fault.Fault {
	return fault.New(fault.Invalid, "record."+rule, pairs...).Breaking(rule)
}

// Said makes a fault with words that metadata holds.
func Said(code fault.Code, words meta.Text) *fault.Fault {
	return fault.New(code, "record.said", "words", words)
}

// asFault passes a fault on as such and any other error as err.
func asFault(problem error) (bad *fault.Fault, err error) {
	if bad, ok := fault.As(problem); ok && bad.Code == fault.Invalid {
		return bad, nil
	}
	return nil, problem
}

func plainPath(int) string { return "" }

func numberedPath(i int) string { return "rows[" + strconv.Itoa(i) + "]." }

func linePath(set string, i int) string { return set + "[" + strconv.Itoa(i) + "]." }

// sameJSON compares values of JSON fields by what they say.
func sameJSON(a, b any) bool {
	x, err := json.Marshal(a)
	if err != nil {
		return false
	}
	y, err := json.Marshal(b)
	return err == nil && bytes.Equal(x, y)
}
