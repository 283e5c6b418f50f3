package document

import (
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

// Merge joins all heads that agree in some fields into the oldest, one by one. Those that
// differ are left, told why. It gives the oldest, and how many were joined.
func (e *EffectEvent) Merge(alike []string, why func(into, head Row) *fault.Fault, join func(into, head Row) error) (into Row, joined int, err error) {
	into = e.Heads[0]
	for _, head := range e.Heads {
		if record.ID(head) < record.ID(into) {
			into = head
		}
	}
	for _, head := range e.Heads {
		switch {
		case record.ID(head) == record.ID(into):
			continue
		case differ(alike, into, head):
			err = e.Leave(record.ID(head), why(into, head))
		default:
			err = join(into, head)
			joined++
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return into, joined, nil
}

func differ(fields []string, a, b Row) bool {
	for _, field := range fields {
		if fmt.Sprint(a[field]) != fmt.Sprint(b[field]) {
			return true
		}
	}
	return false
}
