package report

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// carried is where figures begin that count all until a day: with records of one day that
// stand for those before them, and with what came since. The zero carried begins with the
// first record.
type carried struct {
	field string // of the day since which records are added
	since string
	day   string // of the records themselves
}

// leaves holds for the records that stand for others, and for those since.
func (c carried) leaves() []Leaf {
	if c.since == "" {
		return nil
	}
	return []Leaf{{c.field, query.Ge, c.since}}
}

// bringForward finds the newest records that stand for others before the days of each
// figure, so that what it costs goes by what came since.
func (r *run) bringForward(ctx context.Context, tx *store.Tx) error {
	if r.report.Meta.Carried == nil {
		return nil
	}
	for _, span := range []string{meta.SpanBefore, meta.SpanUntil} {
		begin, err := r.newest(ctx, tx, r.stretch.of(span))
		if err != nil {
			return fmt.Errorf("look for what is carried forward: %w", err)
		}
		r.stretch.begin[span] = begin
	}
	return nil
}

// newest finds the newest records that stand for others, among those of some days.
func (r *run) newest(ctx context.Context, tx *store.Tx, among []Leaf) (carried, error) {
	rule := r.report.Meta.Carried
	always, err := Always(rule.Filter, r.today)
	if err != nil {
		return carried{}, err
	}
	filter, err := json.Marshal(Tree{append(always, among...)})
	if err != nil {
		return carried{}, fmt.Errorf("write filter: %w", err)
	}
	rows, err := r.aggregate(ctx, tx, query.Aggregation{
		Filter: filter, Group: []string{rule.Since}, Sort: []string{"-" + rule.Since}, Size: 1,
		Measures: []query.Measure{{As: "day", Fn: query.Min, Field: r.stretch.field}},
	})
	if err != nil || len(rows) == 0 {
		return carried{}, err
	}
	return carried{rule.Since, textOf(rows[0][rule.Since]), textOf(rows[0]["day"])}, nil
}
