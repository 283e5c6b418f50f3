package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Func is one function of a list. An error ends the event.
type Func[E any] func(ctx context.Context, event E) error

// entry is a registered function.
type entry[E any] struct {
	key   string
	order int
	run   Func[E]
}

// List is an ordered list of functions for one kind of event. The zero List is
// empty and ready. It is filled at start by one goroutine, and then only run.
type List[E any] struct {
	entries  []entry[E]
	mistakes []error
}

// Add puts a function into the list: lower orders run first, equal orders in the
// order of their keys, so that the sequence does not depend on who registered
// first. A mistake is kept for Check.
func (l *List[E]) Add(key string, order int, run Func[E]) {
	switch {
	case key == "":
		l.mistakes = append(l.mistakes, errors.New("a hook has no key"))
	case run == nil:
		l.mistakes = append(l.mistakes, fmt.Errorf("hook %q has no function", key))
	case slices.Contains(l.Keys(), key):
		l.mistakes = append(l.mistakes, fmt.Errorf("hook %q is registered twice", key))
	default:
		l.insert(entry[E]{key, order, run})
	}
}

func (l *List[E]) insert(e entry[E]) {
	at, _ := slices.BinarySearchFunc(l.entries, e, func(a, b entry[E]) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.key, b.key))
	})
	l.entries = slices.Insert(l.entries, at, e)
}

// Check gives all mistakes of the registration together; nil if there are none.
func (l *List[E]) Check() error { return errors.Join(l.mistakes...) }

// Keys gives the keys in the order in which the functions run.
func (l *List[E]) Keys() []string {
	keys := make([]string, len(l.entries))
	for i, e := range l.entries {
		keys[i] = e.key
	}
	return keys
}

// Run calls the functions in order and stops at the first error, which it gives
// back unchanged, since it may be an answer to a person.
func (l *List[E]) Run(ctx context.Context, event E) error {
	for _, e := range l.entries {
		if err := e.run(ctx, event); err != nil {
			return err
		}
	}
	return nil
}
