package record

import (
	"context"
	"errors"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// largestUpsert is the most rows of one call.
const largestUpsert = 500

// Upsert is what to insert or update by a key that the sender knows.
type Upsert struct {
	Key  []string // fields of a declared unique key
	Rows []Row
	All  bool // all rows or none; else each by itself
}

// UpsertResult is what became of a row.
type UpsertResult struct {
	ID      int64
	Created bool
	Err     error // fault that refused the row; nil: it is saved
}

// Upsert saves rows by a key: a row whose key exists among the caller's records
// updates that record, any other inserts one. With All the first refusal is the
// error and nothing is kept; else each row has its own result.
//
// TooLarge record.too_many_rows; Invalid record.no_such_key.
func (r *Records) Upsert(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, ask Upsert) ([]UpsertResult, error) {
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	if err := leave(t); err != nil {
		return nil, err
	}
	if len(ask.Rows) > largestUpsert {
		return nil, fault.New(fault.TooLarge, "record.too_many_rows", "max", largestUpsert, "count", len(ask.Rows))
	}
	unique := uniqueOn(t, ask.Key)
	if unique == nil {
		return nil, fault.New(fault.Invalid, "record.no_such_key", "table", t.Meta.Title).On("key")
	}
	results := make([]UpsertResult, len(ask.Rows))
	for i, row := range ask.Rows {
		one := func(ctx context.Context) (err error) {
			results[i], err = r.upsertOne(ctx, tx, rights, t, unique, row, numberedPath(i))
			return err
		}
		if ask.All {
			if err := r.Together(ctx, tx, one); err != nil {
				return nil, err
			}
			continue
		}
		err := tx.Savepoint(ctx, func(ctx context.Context) error { return r.alone(ctx, tx, one) })
		var refused *fault.Fault
		switch {
		case errors.As(err, &refused) && refused.Code != fault.Unavailable:
			results[i] = UpsertResult{Err: refused}
		case err != nil:
			return nil, err
		}
	}
	return results, nil
}

// uniqueOn finds the declared key on exactly these fields.
func uniqueOn(table *catalog.Table, keys []string) *catalog.Unique {
	wanted := slices.Sorted(slices.Values(keys))
	for _, u := range table.Uniques {
		on := make([]string, len(u.Fields))
		for i, f := range u.Fields {
			on[i] = f.Key
		}
		slices.Sort(on)
		if slices.Equal(on, wanted) {
			return u
		}
	}
	return nil
}

// upsertOne saves one row by a key.
func (r *Records) upsertOne(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, unique *catalog.Unique, row Row, path string) (UpsertResult, error) {
	row = owned(rights, table, row)
	id, err := r.existing(ctx, tx, rights, table, unique, row, path)
	if err != nil {
		return UpsertResult{}, err
	}
	asked := make(Row, len(row)+1)
	for key, v := range row {
		asked[key] = v
	}
	delete(asked, "id")
	if id != 0 {
		asked["id"] = id
	}
	s, err := r.saveAll(ctx, tx, rights, table.Key, []Row{asked}, func(int) string { return path })
	if err != nil {
		return UpsertResult{}, err
	}
	return UpsertResult{ID: s.heads[0].id(), Created: id == 0}, nil
}

// existing finds the record that a row's key names; 0 when there is none.
func (r *Records) existing(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, unique *catalog.Unique, row Row, path string) (int64, error) {
	s, err := r.begin(tx, rights, table.Key)
	if err != nil {
		return 0, err
	}
	c := &change{table: table, path: path, given: row, new: Row{}}
	var keyed []keyedReference
	for _, f := range unique.Fields {
		v := row[f.Key]
		if parts, isKey := v.(map[string]any); isKey && f.To != nil {
			keyed = append(keyed, keyedReference{change: c, field: f, parts: parts})
			continue
		}
		value, bad := f.Parse(v)
		s.faults.add(c, f.Key, bad)
		c.new[f.Key] = value
	}
	if err := s.resolveKeys(ctx, keyed); err != nil {
		return 0, err
	}
	if err := s.report(ctx); err != nil {
		return 0, err
	}
	where := Where{Match: Row{}, Limit: 1}
	for _, f := range unique.Fields {
		if c.new[f.Key] == nil {
			return 0, nil
		}
		where.Match[f.Key] = c.new[f.Key]
	}
	found, err := r.Find(ctx, tx, rights, table.Key, where)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return ID(found[0]), nil
}
