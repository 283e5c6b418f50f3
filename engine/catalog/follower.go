package catalog

import (
	"context"
	"iter"
	"math/bits"
	"slices"
)

// Sight walks the records that expressions begin at, each with its table.
type Sight iter.Seq2[*Table, map[string]any]

// Whole walks a record and then its lines, set by set; it reports whether it came to the end.
func Whole[L any](yield func(*Table, map[string]any) bool, table *Table, row map[string]any, lines map[string][]L) bool {
	if !yield(table, row) {
		return false
	}
	for _, set := range table.Sets {
		for _, line := range lines[set.Key] {
			if row, is := any(line).(map[string]any); is && !yield(set.Table, row) {
				return false
			}
		}
	}
	return true
}

// Follower reads the records that expressions follow references to: each once, and
// together with those that the other records in sight, or read before, refer to, so that
// a condition over many lines asks once and not for each line.
type Follower struct {
	release *Release
	sight   Sight
	read    func(ctx context.Context, table *Table, ids []int64) (map[int64]map[string]any, error)
	rows    map[*Table]map[int64]map[string]any // nil: no such record
	missed  map[*Table]uint
}

// NewFollower makes a follower over what is in sight, nil for nothing; read gives records
// of a table by their ids, those that are there.
func NewFollower(
	release *Release, sight Sight, read func(ctx context.Context, table *Table, ids []int64) (map[int64]map[string]any, error),
) *Follower {
	return &Follower{release: release, sight: sight, read: read, rows: map[*Table]map[int64]map[string]any{}, missed: map[*Table]uint{}}
}

// Follow implements expression.Resolver.
func (f *Follower) Follow(ctx context.Context, key string, id int64) (map[string]any, error) {
	table, err := f.release.Table(key)
	if err != nil {
		return nil, err
	}
	known := f.rows[table]
	if row, isKnown := known[id]; isKnown {
		return row, nil
	}
	if known == nil {
		known = map[int64]map[string]any{}
		f.rows[table] = known
	}
	ids := f.missing(table, id)
	found, err := f.read(ctx, table, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		known[id] = found[id]
	}
	return known[id], nil
}

// missing lists what to read of a table, id among it. All in sight is walked at the
// first, second, fourth, eighth ... miss only: what refers to a table may come into sight
// one by one, and then a walk for each would be a square of them.
func (f *Follower) missing(table *Table, id int64) []int64 {
	ids := []int64{id}
	if f.missed[table]++; bits.OnesCount(f.missed[table]) != 1 {
		return ids
	}
	for of, row := range f.within {
		for _, field := range of.Fields {
			if field.To != table {
				continue
			}
			if to, is := row[field.Key].(int64); is {
				if _, known := f.rows[table][to]; !known {
					ids = append(ids, to)
				}
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// within walks what is in sight, and what was read.
func (f *Follower) within(yield func(*Table, map[string]any) bool) {
	if f.sight != nil {
		for table, row := range f.sight {
			if !yield(table, row) {
				return
			}
		}
	}
	for table, rows := range f.rows {
		for _, row := range rows {
			if row != nil && !yield(table, row) {
				return
			}
		}
	}
}
