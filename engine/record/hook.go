package record

import (
	"context"
	"errors"
	"maps"
	"slices"

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

// DeleteBatch is records of one table that go in one deletion: those that were
// asked for, or what belongs to them. A function before it may refuse by a fault.
type DeleteBatch struct {
	Table string
	Rows  []Row
	Actor auth.Actor
	Tx    *store.Tx
	Data  Data
}

// Hooks are the functions that run before and after records of a table are
// saved or deleted. They are filled at start, and then only run.
type Hooks struct {
	before       map[string]*hook.List[*SaveBatch]
	after        map[string]*hook.List[*SaveBatch]
	beforeDelete map[string]*hook.List[*DeleteBatch]
	afterDelete  map[string]*hook.List[*DeleteBatch]
}

// NewHooks gives an empty list.
func NewHooks() *Hooks {
	return &Hooks{
		before: map[string]*hook.List[*SaveBatch]{}, after: map[string]*hook.List[*SaveBatch]{},
		beforeDelete: map[string]*hook.List[*DeleteBatch]{}, afterDelete: map[string]*hook.List[*DeleteBatch]{},
	}
}

// BeforeDelete adds a function that runs once for the records of the table that
// are about to go.
func (h *Hooks) BeforeDelete(table, key string, order int, fn hook.Func[*DeleteBatch]) {
	listOf(h.beforeDelete, table).Add(key, order, fn)
}

// AfterDelete adds a function that runs once for the records of the table that
// went.
func (h *Hooks) AfterDelete(table, key string, order int, fn hook.Func[*DeleteBatch]) {
	listOf(h.afterDelete, table).Add(key, order, fn)
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
	return errors.Join(check(h.before), check(h.after), check(h.beforeDelete), check(h.afterDelete))
}

func check[E any](lists map[string]*hook.List[E]) error {
	var all []error
	for _, list := range lists {
		all = append(all, list.Check())
	}
	return errors.Join(all...)
}

// Tables lists the tables that have hooks, so that a misspelt one stops the start.
func (h *Hooks) Tables() []string {
	return slices.Concat(
		slices.Collect(maps.Keys(h.before)), slices.Collect(maps.Keys(h.after)),
		slices.Collect(maps.Keys(h.beforeDelete)), slices.Collect(maps.Keys(h.afterDelete)))
}

func listOf[E any](lists map[string]*hook.List[E], table string) *hook.List[E] {
	list, ok := lists[table]
	if !ok {
		list = &hook.List[E]{}
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

// after runs the hooks that act on what was saved, and has who looks at it told.
func (s *saving) after(ctx context.Context) error {
	for _, batch := range s.batches() {
		if slices.ContainsFunc(batch.lines, func(c *change) bool { return !c.drop }) {
			s.tx.Changed(batch.plan.table.Key)
		}
	}
	return s.runHooks(ctx, s.hooks.after)
}

func (s *saving) runHooks(ctx context.Context, lists map[string]*hook.List[*SaveBatch]) error {
	if len(lists) == 0 {
		return nil
	}
	for _, batch := range s.batches() {
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

// runDelete runs the hooks of records that go.
func (s *saving) runDelete(ctx context.Context, lists map[string]*hook.List[*DeleteBatch], parts []part) error {
	for _, p := range parts {
		list, ok := lists[p.plan.table.Key]
		if !ok {
			continue
		}
		data, err := s.data(ctx)
		if err != nil {
			return err
		}
		batch := &DeleteBatch{Table: p.plan.table.Key, Rows: p.rows, Actor: s.actor, Tx: s.tx, Data: data}
		if err := list.Run(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}
