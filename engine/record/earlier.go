package record

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Earlier is what leads a record back to what it was after a change of its history.
type Earlier struct {
	Record map[string]any `json:"record"` // as Save takes it: the version, and only what differs
	Left   []Left         `json:"left"`   // what stays as it is although it was something else
}

// Left is a value that is not taken back.
type Left struct {
	Set   string `json:"set,omitempty"` // of a line
	Line  int64  `json:"line,omitempty"`
	Field string `json:"field,omitempty"` // "": the lines of the set
	Why   string `json:"why"`             // one of the reasons below
}

// Why a value is not taken back.
const (
	leftFixed = "fixed" // nobody writes it by hand
	leftRight = "right" // not this person
	leftState = "state" // not in the state that the document is in
	leftLock  = "lock"  // rows of another table stand on it
	leftGone  = "gone"  // what it refers to is there no more, or not for this person
)

// Earlier tells what a save would have to say so that a record, with its lines, is again
// what it was after a change of its history. Nothing is written: who asks sees it and saves
// it as any change, under the same rights and rules.
//
// Invalid: nothing is taken back in this table; Denied: no right to its history or to change
// it; NotFound: no such record for the caller, or no such change of it.
func (r *Records) Earlier(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id, change int64) (*Earlier, error) {
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	if !t.Meta.Revertible {
		return nil, fault.New(fault.Invalid, "record.not_revertible", "table", t.Meta.Title)
	}
	if err := rights.Require(t.Key + "." + meta.History); err != nil {
		return nil, err
	}
	if err := rights.RequireOn(t, access.Update); err != nil {
		return nil, err
	}
	row, err := r.Get(ctx, tx, rights, table, id, false)
	if err != nil {
		return nil, err
	}
	rows, err := r.trail(ctx, tx, rights.Release(), t, id)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(rows, func(row auditRow) bool { return row.ID == change })
	if at < 0 {
		return nil, fault.New(fault.NotFound, "record.change_unknown", "id", change)
	}
	past, err := wound(rows[:at])
	if err != nil {
		return nil, fmt.Errorf("read history of %s %d: %w", table, id, err)
	}
	return r.leadBack(ctx, tx, rights, t, row, past)
}

// once is what a record was: the values that differ from now, as far as the audit tells.
type once struct {
	there  bool // at all; of a record that was neither made nor deleted since, true
	values map[string]json.RawMessage
}

type onceRef struct {
	table string
	id    int64
}

// wound goes back through rows of the audit, newest first.
func wound(rows []auditRow) (map[onceRef]*once, error) {
	past := map[onceRef]*once{}
	for _, row := range rows {
		var changes map[string]json.RawMessage
		if err := json.Unmarshal([]byte(row.whole()), &changes); err != nil {
			return nil, err
		}
		ref := onceRef{row.Table, row.RecordID}
		if past[ref] == nil {
			past[ref] = &once{there: true, values: map[string]json.RawMessage{}}
		}
		if err := past[ref].before(row.Action, changes); err != nil {
			return nil, err
		}
	}
	return past, nil
}

// before goes back behind one change.
func (o *once) before(action string, changes map[string]json.RawMessage) error {
	o.there = action != actionInsert && action != actionRestore
	for key, change := range changes {
		if key == aboutKey {
			continue
		}
		var pair [2]json.RawMessage
		if err := json.Unmarshal(change, &pair); err != nil {
			return err
		}
		o.values[key] = pair[0]
	}
	return nil
}

// returning is a record on its way back.
type returning struct {
	*Records
	tx     *store.Tx
	rights *access.Rights
	table  *catalog.Table
	locked map[string]meta.Text
	state  *catalog.State // of the head; nil for none
	left   []Left
}

func (r *Records) leadBack(ctx context.Context, tx *store.Tx, rights *access.Rights, t *catalog.Table, row Row, past map[onceRef]*once) (*Earlier, error) {
	locked, err := r.Locked(ctx, tx, rights, t, ID(row))
	if err != nil {
		return nil, err
	}
	readable, err := r.readable(ctx, tx, rights, t.Key, ID(row))
	if err != nil {
		return nil, err
	}
	b := returning{Records: r, tx: tx, rights: rights, table: t, locked: locked, state: stateOf(t, row), left: []Left{}}
	given := map[string]any{"id": ID(row), "version": row["version"]}
	if was := past[onceRef{t.Key, ID(row)}]; was != nil {
		values, err := b.values(ctx, t, Left{}, row, was.values, readable)
		if err != nil {
			return nil, err
		}
		maps.Copy(given, values)
	}
	for _, set := range t.Sets {
		lines, err := b.lines(ctx, set, ID(row), past)
		if err != nil {
			return nil, err
		}
		if len(lines) > 0 {
			given[set.Key] = lines
		}
	}
	return &Earlier{Record: given, Left: b.left}, nil
}

// lines are those of a set that have to change.
func (b *returning) lines(ctx context.Context, set *catalog.LineSet, head int64, past map[onceRef]*once) ([]map[string]any, error) {
	stored, err := b.plans.of(b.rights.Release(), set.Table).linesOf(ctx, b.tx, set, []int64{head})
	if err != nil {
		return nil, err
	}
	there := map[int64]Row{}
	for _, row := range stored[head] {
		there[ID(row)] = row
	}
	before := len(b.left)
	if err := pair(set, there, past); err != nil {
		return nil, err
	}
	var lines []map[string]any
	for _, ref := range slices.SortedFunc(maps.Keys(past), func(a, b onceRef) int { return cmp.Compare(a.id, b.id) }) {
		if ref.table != set.Table.Key {
			continue
		}
		line, err := b.line(ctx, set, ref.id, there[ref.id], past[ref])
		if err != nil {
			return nil, err
		}
		if line != nil {
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 && b.state != nil && !b.state.MayEdit(set.Key) {
		b.left = append(b.left[:before], Left{Set: set.Key, Why: leftState})
		return nil, nil
	}
	return lines, nil
}

// pair finds lines that are gone among those that were added since: what came back once
// has another id, and a key of its table allows only one of both.
func pair(set *catalog.LineSet, there map[int64]Row, past map[onceRef]*once) error {
	keys := keysOf(set)
	for id, now := range there {
		added := past[onceRef{set.Table.Key, id}]
		if added == nil || added.there {
			continue
		}
		for ref, was := range past {
			if ref.table != set.Table.Key || !was.there || there[ref.id] != nil {
				continue
			}
			twin, err := agree(keys, now, was.values)
			if err != nil {
				return err
			}
			if twin {
				past[onceRef{set.Table.Key, id}] = was
				delete(past, ref)
				break
			}
		}
	}
	return nil
}

// keysOf are the fields that tell the lines of one head apart: those of a key, else all
// that people write.
func keysOf(set *catalog.LineSet) (fields []*catalog.Field) {
	for _, unique := range set.Table.Uniques {
		fields = slices.DeleteFunc(slices.Clone(unique.Fields), func(f *catalog.Field) bool { return f == set.Field })
		if len(fields) > 0 {
			return fields
		}
	}
	return slices.DeleteFunc(set.Table.Columns(), func(f *catalog.Field) bool {
		return f == set.Field || f.System || f.Meta.Readonly || f.Meta.Derived()
	})
}

// agree compares what a line is with what another was, which has only what was not empty.
func agree(keys []*catalog.Field, now Row, was map[string]json.RawMessage) (bool, error) {
	for _, f := range keys {
		value, said := was[f.Key]
		if !said {
			value = json.RawMessage("null")
		}
		same, err := equals(f, now, value)
		if err != nil || !same {
			return false, err
		}
	}
	return len(keys) > 0, nil
}

// line leads one line back; nil when it is as it was.
func (b *returning) line(ctx context.Context, set *catalog.LineSet, id int64, now Row, was *once) (map[string]any, error) {
	switch {
	case now == nil && !was.there:
		return nil, nil
	case !was.there:
		return map[string]any{"id": id, deleteMark: true}, nil
	}
	delete(was.values, set.Field.Key)
	values, err := b.values(ctx, set.Table, Left{Set: set.Key, Line: id}, now, was.values, readableAlways(b.rights, set.Table))
	if err != nil || now != nil && len(values) == 0 {
		return nil, err
	}
	if now != nil {
		values["id"] = id
	}
	return values, nil
}

// values are what a record was and may be given again. now is nil for a line that is gone.
func (b *returning) values(ctx context.Context, t *catalog.Table, at Left, now Row, was map[string]json.RawMessage, readable map[string]bool) (map[string]any, error) {
	given := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(was)) {
		f, known := t.Field(key)
		if !known || !readable[key] || f.Meta.Derived() || f.Meta.Secret || f.Family() == meta.FamilySealed {
			continue
		}
		same, err := equals(f, now, was[key])
		if err != nil {
			return nil, err
		}
		if same {
			continue
		}
		why, err := b.stays(ctx, t, f, now, was[key])
		if err != nil {
			return nil, err
		}
		if why == "" {
			given[key] = was[key]
			continue
		}
		if now == nil && why == leftFixed {
			continue // a line that comes back begins with it anew
		}
		at.Field, at.Why = key, why
		b.left = append(b.left, at)
	}
	return given, nil
}

// equals compares a value with that of the audit.
func equals(f *catalog.Field, now Row, was json.RawMessage) (bool, error) {
	if now == nil {
		return false, nil
	}
	text, err := appendValue(nil, f, now[f.Key])
	return bytes.Equal(text, was), err
}

// stays says why a value is not taken back; "" when it is.
func (b *returning) stays(ctx context.Context, t *catalog.Table, f *catalog.Field, now Row, was json.RawMessage) (string, error) {
	_, locked := b.locked[f.Key]
	switch {
	case f.System || f.Meta.Readonly || f.Meta.Immutable && now != nil:
		return leftFixed, nil
	case !b.rights.FieldWrite(t, f):
		return leftRight, nil
	case t == b.table && b.state != nil && !b.state.MayEdit(f.Key):
		return leftState, nil
	case t == b.table && locked:
		return leftLock, nil
	}
	gone, err := b.gone(ctx, f, was)
	if gone {
		return leftGone, err
	}
	return "", err
}

// gone reports whether a value refers to what is not there any more for the person.
func (b *returning) gone(ctx context.Context, f *catalog.Field, was json.RawMessage) (bool, error) {
	to := f.To
	var ids []int64
	switch {
	case f.Item != nil:
		to = f.Item.To
		if err := json.Unmarshal(was, &ids); err != nil {
			return false, err
		}
	case to != nil && string(was) != "null":
		ids = make([]int64, 1)
		if err := json.Unmarshal(was, &ids[0]); err != nil {
			return false, err
		}
	}
	if len(ids) == 0 {
		return false, nil
	}
	rows := b.rights.RowsAs(to, access.Lookup, access.Alias)
	found, err := b.plans.of(b.rights.Release(), to).byIDs(ctx, b.tx, ids, false, &rows)
	return len(found) < len(ids), err
}
