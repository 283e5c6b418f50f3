package record

import (
	"context"
	"fmt"
	"math"

	"github.com/wareloom/wareloom/engine/store"
)

// lookedThrough is how many ids one answer looks through: a search for what seldom changes
// must not read the whole audit in one statement.
const lookedThrough = 1 << 20

// idSpan are the ids of rows after one, up to another.
type idSpan struct{ after, until int64 }

// logWindow is what one answer looks through: the rows of the audit from an id on, below
// another. What is older is asked for before next; 0 at the end.
type logWindow struct{ from, before, next int64 }

// window is the newest part of what is asked for.
func (ask *LogRequest) window(ctx context.Context, tx *store.Tx) (w logWindow, err error) {
	spans, err := ask.spans(ctx, tx)
	if err != nil || len(spans) == 0 {
		return w, err
	}
	newest := spans[0]
	w.before = newest.until + 1
	// It begins with a row, so that no change of the rows before it has an id in it.
	const text = "select coalesce(max(id), 0) from record_audit where id <= ?"
	if err := tx.Get(ctx, &w.from, text, w.before-lookedThrough); err != nil {
		return w, fmt.Errorf("look for an older change: %w", err)
	}
	switch {
	case w.from > newest.after:
		w.next = w.from
	case len(spans) > 1:
		w.from, w.next = newest.after+1, spans[1].until+mostGathered
	default:
		w.from = newest.after + 1
	}
	return w, nil
}

// spans are where what is asked for may stand, the newest first, as far as it was not looked
// through by answers before.
func (ask *LogRequest) spans(ctx context.Context, tx *store.Tx) (left []idSpan, err error) {
	before := ask.Before
	if before == 0 {
		last, err := tx.LastID(ctx)
		if err != nil {
			return nil, err
		}
		before = last + 1
	}
	all := []idSpan{{0, math.MaxInt64}}
	if !ask.From.IsZero() || !ask.To.IsZero() {
		if all, err = ask.sealed(ctx, tx); err != nil {
			return nil, err
		}
	}
	for _, span := range all {
		if span.until = min(span.until, before-1); span.until > span.after {
			left = append(left, span)
		}
	}
	return left, nil
}

// sealed are the ids under seals that cover something of the period, and those under none yet.
// Not the ids tell of a time, but what the seals say: clocks may be wrong for a while.
func (ask *LogRequest) sealed(ctx context.Context, tx *store.Tx) ([]idSpan, error) {
	var seals []seal
	const text = "select " + sealColumns + " from record_seal where hash <> '' and until_id <> 0 order by number"
	if err := tx.Select(ctx, &seals, text); err != nil {
		return nil, fmt.Errorf("read the times of seals: %w", err)
	}
	period, last := idSpan{}, int64(0)
	for _, s := range seals {
		if ask.meets(s) {
			if period.until == 0 {
				period.after = last
			}
			period.until = s.Until
		}
		last = s.Until
	}
	rest := idSpan{last, math.MaxInt64}
	switch {
	case period.until == 0:
		return []idSpan{rest}, nil
	case last-period.until < mostGathered: // a row may reach from one into the other
		return []idSpan{{period.after, rest.until}}, nil
	}
	return []idSpan{rest, period}, nil
}

// meets reports whether some of what a seal covers may be of the period.
func (ask *LogRequest) meets(s seal) bool {
	if !s.FirstAt.Valid {
		return true
	}
	return (ask.From.IsZero() || s.LastAt.Int64 >= ask.From.UnixMilli()) && (ask.To.IsZero() || s.FirstAt.Int64 < ask.To.UnixMilli())
}
