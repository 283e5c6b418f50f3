package network

import (
	"encoding/json"
	"sync"
	"testing"
)

// mark names an input.
type mark struct{ Session, Seq int64 }

// entry is an input that a device was told to be taken.
type entry struct {
	does
	kind   string
	undone bool
}

// book is what all devices were told that the server took.
type book struct {
	testing.TB
	mu   sync.Mutex
	told map[mark]*entry
}

// enter enters an input that was taken; false when a device was told of it before.
func (b *book) enter(session int64, one waiting) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := mark{session, one.Input.Seq}
	if was, known := b.told[at]; known {
		if was.does != one.Does || was.kind != one.Input.Kind {
			b.Errorf("input %v was taken as %v, and is told to be taken as %v", at, was, one)
		}
		return false
	}
	b.told[at] = &entry{does: one.Does, kind: one.Input.Kind}
	if one.Input.Kind == "undo" {
		b.takeBack(session, one.Input.Value)
	}
	return true
}

// takeBack notes that an input was taken back, which the value of an undo names.
func (b *book) takeBack(session int64, value any) {
	var named struct{ Seq int64 }
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &named)
	}
	was, known := b.told[mark{session, named.Seq}]
	if err != nil || !known || was.undone {
		b.Errorf("%s takes back what was not taken (%v)", text, err)
		return
	}
	was.undone = true
}

// didMove tells whether an input moved or counted goods, and was not taken back.
func (b *book) didMove(session, seq int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	was, known := b.told[mark{session, seq}]
	return known && was.Code != "" && !was.undone
}
