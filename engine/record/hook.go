package record

import (
	"context"
	"errors"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/hook"
	"github.com/wareloom/wareloom/engine/store"
)

// SaveEvent is a record on its way into the database. A function before the save
// may set fields of New or refuse by a fault; one after it may write other
// records through Data.
type SaveEvent struct {
	Table string
	Old   Row // nil on insert
	New   Row
	Head  Row // of a line saved with its document: the head as it will be; else nil
	Actor auth.Actor
	Tx    *store.Tx
	Data  Data
}

// IsNew reports whether the record is inserted.
func (e *SaveEvent) IsNew() bool { return e.Old == nil }

// SaveBatch is all the records of one table in one save, so that a function can
// ask once for what it needs for all of them.
type SaveBatch struct {
	Table  string
	Events []*SaveEvent
	Actor  auth.Actor
	Tx     *store.Tx
	Data   Data
}

// Hooks are the functions that run before and after records of a table are
// saved. They are filled at start, and then only run.
type Hooks struct {
	before map[string]*hook.List[*SaveBatch]
	after  map[string]*hook.List[*SaveBatch]
}

// NewHooks gives an empty list.
func NewHooks() *Hooks {
	return &Hooks{before: map[string]*hook.List[*SaveBatch]{}, after: map[string]*hook.List[*SaveBatch]{}}
}

// Before adds a function that runs for each record before it is checked and
// stored.
func (h *Hooks) Before(table, key string, order int, fn hook.Func[*SaveEvent]) {
	h.BeforeAll(table, key, order, each(fn))
}

// BeforeAll adds a function that runs once for all records of the table in a save.
func (h *Hooks) BeforeAll(table, key string, order int, fn hook.Func[*SaveBatch]) {
	listOf(h.before, table).Add(key, order, fn)
}

// After adds a function that runs for each record after it is stored.
func (h *Hooks) After(table, key string, order int, fn hook.Func[*SaveEvent]) {
	h.AfterAll(table, key, order, each(fn))
}

// AfterAll adds a function that runs once for all records of the table that a
// save stored.
func (h *Hooks) AfterAll(table, key string, order int, fn hook.Func[*SaveBatch]) {
	listOf(h.after, table).Add(key, order, fn)
}

// Check gives all mistakes of the registration together.
func (h *Hooks) Check() error {
	var all []error
	for _, lists := range []map[string]*hook.List[*SaveBatch]{h.before, h.after} {
		for _, list := range lists {
			all = append(all, list.Check())
		}
	}
	return errors.Join(all...)
}

// Tables lists the tables that have hooks, so that a misspelt one stops the start.
func (h *Hooks) Tables() []string {
	var tables []string
	for _, lists := range []map[string]*hook.List[*SaveBatch]{h.before, h.after} {
		for table := range lists {
			tables = append(tables, table)
		}
	}
	return tables
}

func listOf(lists map[string]*hook.List[*SaveBatch], table string) *hook.List[*SaveBatch] {
	list, ok := lists[table]
	if !ok {
		list = &hook.List[*SaveBatch]{}
		lists[table] = list
	}
	return list
}

// each runs a function for one record after the other.
func each(fn hook.Func[*SaveEvent]) hook.Func[*SaveBatch] {
	if fn == nil {
		return nil
	}
	return func(ctx context.Context, batch *SaveBatch) error {
		for _, event := range batch.Events {
			if err := fn(ctx, event); err != nil {
				return err
			}
		}
		return nil
	}
}

// before runs the hooks that may refuse and set fields: those of the heads, then
// those of the lines.
func (s *saving) before(ctx context.Context) error { return s.runHooks(ctx, s.hooks.before) }

// after runs the hooks that act on what was saved.
func (s *saving) after(ctx context.Context) error { return s.runHooks(ctx, s.hooks.after) }

func (s *saving) runHooks(ctx context.Context, lists map[string]*hook.List[*SaveBatch]) error {
	if len(lists) == 0 {
		return nil
	}
	for _, batch := range append([]lineBatch{{s.plan, s.heads}}, s.lines...) {
		list, ok := lists[batch.plan.table.Key]
		if !ok {
			continue
		}
		if err := s.runList(ctx, list, batch); err != nil {
			return err
		}
	}
	return nil
}

func (s *saving) runList(ctx context.Context, list *hook.List[*SaveBatch], batch lineBatch) error {
	data, err := s.data(ctx)
	if err != nil {
		return err
	}
	event := &SaveBatch{Table: batch.plan.table.Key, Actor: s.actor, Tx: s.tx, Data: data}
	paths := map[*SaveEvent]*change{}
	for _, c := range batch.lines {
		if c.drop {
			continue
		}
		one := &SaveEvent{Table: event.Table, Old: c.old, New: c.new, Actor: s.actor, Tx: s.tx, Data: data}
		if c.head != nil {
			one.Head = c.head.new
		}
		paths[one] = c
		event.Events = append(event.Events, one)
	}
	if len(event.Events) == 0 {
		return nil
	}
	if err := list.Run(ctx, event); err != nil {
		return err
	}
	for one, c := range paths {
		c.new = one.New
	}
	return nil
}
