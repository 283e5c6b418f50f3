package record

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// lookedThrough is how many ids one answer looks through: a search for what seldom changes
// must not read the whole audit in one statement.
const lookedThrough = 1 << 20

// narrowEnough is how many ids around a moment are not told apart.
const narrowEnough = 1 << 10

// logWindow is what one answer looks through: the rows of the audit from an id on, below
// another.
type logWindow struct {
	from, before int64
	more         bool // what is asked for may stand before it too
}

// window is the newest part of what is asked for. It begins with a row, so that no change of
// the rows before it has an id in it.
func (ask *LogRequest) window(ctx context.Context, tx *store.Tx) (w logWindow, err error) {
	oldest, before, err := ask.bounds(ctx, tx)
	if err != nil {
		return w, err
	}
	const text = "select coalesce(max(id), 0) from record_audit where id <= ?"
	if err := tx.Get(ctx, &w.from, text, before-lookedThrough); err != nil {
		return w, fmt.Errorf("look for an older change: %w", err)
	}
	return logWindow{max(w.from, oldest), before, w.from > oldest}, nil
}

// bounds are the ids between which all that is asked for stands, the second excluded. A period
// is narrowed to ids, which follow the time within sealAfter (store.IDLife).
func (ask *LogRequest) bounds(ctx context.Context, tx *store.Tx) (oldest, before int64, err error) {
	if before = ask.Before; before == 0 {
		last, err := tx.LastID(ctx)
		if err != nil {
			return 0, 0, err
		}
		before = last + 1
	}
	if !ask.To.IsZero() {
		if _, before, err = around(ctx, tx, ask.To.Add(sealAfter), before); err != nil {
			return 0, 0, err
		}
	}
	if !ask.From.IsZero() {
		oldest, _, err = around(ctx, tx, ask.From.Add(-sealAfter), before)
	}
	return oldest, before, err
}

// around narrows down where the audit comes to a moment, among what stands before an id: the
// change with the id below, if it is not 0, was before the moment, and the first from above
// on, if there is one, was not.
func around(ctx context.Context, tx *store.Tx, at time.Time, before int64) (below, above int64, err error) {
	above = before
	for above-below > narrowEnough {
		middle := below + (above-below)/2
		var rows []struct {
			ID int64 `db:"id"`
			At int64 `db:"at"`
		}
		const text = "select id, at from record_audit where id >= ? and id < ? order by id limit 1"
		if err := tx.Select(ctx, &rows, text, middle, above); err != nil {
			return 0, 0, fmt.Errorf("look for the changes of a time: %w", err)
		}
		if len(rows) == 0 || rows[0].At >= at.UnixMilli() {
			above = middle
		} else {
			below = rows[0].ID
		}
	}
	return below, above, nil
}
