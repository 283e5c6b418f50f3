package record

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Actions that the audit knows beside those of documents.
const (
	actionInsert  = "insert"
	actionUpdate  = "update"
	actionDelete  = "delete"
	actionRestore = "restore"
)

// unit gathers what a transaction changed, so that each record gets one row in
// the audit however often it was touched, and each head with new lines is worked
// out once.
type unit struct {
	order   []recordRef
	entries map[recordRef]*entry
	stale   []stale // heads whose lines were saved by themselves
}

type recordRef struct {
	table *catalog.Table
	id    int64
}

// entry is the audit row of a record in the making.
type entry struct {
	action  string
	about   string // what a note was about; "" for nothing
	head    int64  // of a line; 0 of others
	from    Row
	to      Row
	actor   auth.Actor
	release int64
}

type unitKey struct{}

// Together runs fn as one unit of change: when it ends without error, heads are
// brought up to date with lines that were saved by themselves, and the audit is
// written. Within another unit it is part of that one.
func (r *Records) Together(ctx context.Context, tx *store.Tx, fn func(ctx context.Context) error) error {
	if ctx.Value(unitKey{}) != nil {
		return fn(ctx)
	}
	return r.alone(ctx, tx, fn)
}

// alone is Together for a unit of its own even within another one.
func (r *Records) alone(ctx context.Context, tx *store.Tx, fn func(ctx context.Context) error) error {
	u := &unit{entries: map[recordRef]*entry{}}
	ctx = context.WithValue(ctx, unitKey{}, u)
	if err := fn(ctx); err != nil {
		return err
	}
	if err := r.refresh(ctx, tx, u); err != nil {
		return err
	}
	return u.write(ctx, tx, &r.phrases, r.now())
}

// record notes a change of a record in the unit; the first value of a field and
// the last one count.
func (u *unit) record(ref recordRef, action string, from, to Row, actor auth.Actor, release int64) {
	if ref.table.Meta.InsertOnly {
		return
	}
	e, known := u.entries[ref]
	if !known {
		e = &entry{action: action, from: Row{}, to: to, actor: actor, release: release}
		u.entries[ref] = e
		u.order = append(u.order, ref)
		if from == nil { // a new record, whose first value of every field is nothing
			return
		}
		e.to = make(Row, len(to))
	}
	if known && action != actionUpdate {
		e.action = action
	}
	for key, v := range to {
		if _, noted := e.to[key]; !noted {
			e.from[key] = from[key]
		}
		e.to[key] = v
	}
}

// note hands what the save changed to the unit.
func (s *saving) note(ctx context.Context) error {
	u, ok := ctx.Value(unitKey{}).(*unit)
	if !ok {
		return nil
	}
	for _, batch := range s.batches() {
		for _, c := range batch.lines {
			s.noteChange(u, batch.plan, c)
		}
	}
	s.noteParents(ctx)
	return nil
}

// noteParents has the heads of lines that changed by themselves brought up to
// date when the unit ends.
func (s *saving) noteParents(ctx context.Context) {
	u, ok := ctx.Value(unitKey{}).(*unit)
	if !ok || s.plan.table.Head == nil {
		return
	}
	heads := slices.Collect(maps.Keys(s.parents))
	for _, c := range s.heads {
		if id := Int(c.new, s.plan.table.HeadField.Key); id != 0 {
			heads = append(heads, id)
		}
	}
	for _, id := range heads {
		u.stale = append(u.stale, stale{recordRef{s.plan.table.Head, id}, s.rights})
	}
}

func (s *saving) noteChange(u *unit, p *plan, c *change) {
	if p.table.Meta.InsertOnly {
		return
	}
	action, from, to := actionUpdate, c.old, Row{}
	switch {
	case c.drop:
		action = actionDelete
	case c.isNew():
		action, from = actionInsert, nil
	}
	for _, f := range p.stored {
		if f.System || f.Meta.Unaudited && action == actionUpdate || c.drop && c.old[f.Key] == nil || !c.drop && same(c.old[f.Key], c.new[f.Key]) {
			continue
		}
		to[f.Key] = nil
		if !c.drop {
			to[f.Key] = c.new[f.Key]
		}
	}
	if len(to) > 0 {
		id := c.id()
		if c.drop {
			id = ID(c.old)
		}
		ref := recordRef{p.table, id}
		u.record(ref, action, from, to, s.actor, s.release.Number)
		u.entries[ref].head = headOf(p.table, c)
	}
}

// headOf is the head of a line; 0 of others.
func headOf(table *catalog.Table, c *change) int64 {
	switch {
	case table.Head == nil:
		return 0
	case c.drop:
		return Int(c.old, table.HeadField.Key)
	}
	return Int(c.new, table.HeadField.Key)
}

const auditColumns = 9

// write stores the unit's audit rows.
func (u *unit) write(ctx context.Context, tx *store.Tx, known *phrases, now time.Time) error {
	if len(u.order) == 0 {
		return nil
	}
	id, err := tx.NextIDs(ctx, len(u.order))
	if err != nil {
		return fmt.Errorf("new ids for audit: %w", err)
	}
	const head = "insert into record_audit (id, phrase, record_id, changes, user_id, let_by, release_number, at, head_id, table_key, action, reason, source) values "
	const row = "(?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', '', '')"
	supervisor, source, at := letBy(ctx), sourceOf(ctx), now.UnixMilli()
	rows, err := u.gather(source)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(rows, largestBatch) {
		args, used := make([]any, 0, len(part)*auditColumns), map[int64]phrase{}
		for _, g := range part {
			phraseID := g.kind.phrase.id()
			used[phraseID] = g.kind.phrase
			record, under, changes := g.columns()
			args = append(args, id, phraseID, record, changes, g.kind.user, supervisor, g.kind.release, at, under)
			id += int64(len(g.ids))
		}
		if err := known.keep(ctx, tx, used); err != nil {
			return err
		}
		if err := tx.AtEnd(ctx, head+row+strings.Repeat(", "+row, len(part)-1), args...); err != nil {
			return fmt.Errorf("write audit: %w", err)
		}
	}
	return nil
}

// aboutKey is where the audit keeps what a note was about; no field begins so.
const aboutKey = "_about"

// same compares two values of a field.
func same(a, b any) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case decimal.Decimal:
		y, ok := b.(decimal.Decimal)
		return ok && x.Equal(y)
	case time.Time:
		y, ok := b.(time.Time)
		return ok && x.Equal(y)
	case string, int64, bool:
		return a == b
	}
	return sameJSON(a, b)
}

type sourceKey struct{}

// WithSource says in the audit where the changes made under the context come
// from, as the input of a station.
func WithSource(ctx context.Context, source string) context.Context {
	return context.WithValue(ctx, sourceKey{}, source)
}

type leaveKey struct{}

// WithLeave says in the audit that a supervisor let the changes pass which are made
// under the context, beside the user who makes them.
func WithLeave(ctx context.Context, supervisor int64) context.Context {
	return context.WithValue(ctx, leaveKey{}, supervisor)
}

func letBy(ctx context.Context) int64 {
	supervisor, _ := ctx.Value(leaveKey{}).(int64)
	return supervisor
}

func sourceOf(ctx context.Context) string {
	source, _ := ctx.Value(sourceKey{}).(string)
	return source
}
