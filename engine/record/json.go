package record

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// JSON writes a record, with the lines that its row carries, as answers show it:
// without the fields that the caller may not read; those that he may read on
// other rows only are named under _masked.
func (r *Records) JSON(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, row Row) ([]byte, error) {
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	return r.appendRecord(ctx, tx, rights, nil, t, row)
}

func (r *Records) appendRecord(ctx context.Context, tx *store.Tx, rights *access.Rights, dst []byte, table *catalog.Table, row Row) ([]byte, error) {
	readable, err := r.fieldsOf(ctx, tx, rights, table, row)
	if err != nil {
		return nil, err
	}
	dst = strconv.AppendInt(append(dst, `{"id":`...), idOf(row), 10)
	var masked []byte
	for _, f := range table.Columns()[1:] {
		if !readable[f.Key] {
			if grant := rights.FieldRead(table, f); grant.Masked {
				masked = catalog.AppendString(append(masked, ','), f.Key)
			}
			continue
		}
		dst = append(catalog.AppendString(append(dst, ','), f.Key), ':')
		if dst, err = appendValue(dst, f, row[f.Key]); err != nil {
			return nil, err
		}
	}
	if len(masked) > 0 {
		dst = append(append(append(dst, `,"_masked":[`...), masked[1:]...), ']')
	}
	for _, set := range table.Sets {
		lines, carried := row[set.Key].([]Row)
		if !carried {
			continue
		}
		if dst, err = r.appendLines(ctx, tx, rights, dst, set, lines); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func (r *Records) appendLines(ctx context.Context, tx *store.Tx, rights *access.Rights, dst []byte, set *catalog.LineSet, lines []Row) ([]byte, error) {
	dst = append(catalog.AppendString(append(dst, ','), set.Key), ":["...)
	for i, line := range lines {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = r.appendRecord(ctx, tx, rights, dst, set.Table, line); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

// fieldsOf lists the fields that the caller may read on a record. The database
// is asked only when that depends on the record.
func (r *Records) fieldsOf(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, row Row) (map[string]bool, error) {
	readable := make(map[string]bool, len(table.Fields))
	for _, f := range table.Fields {
		grant := rights.FieldRead(table, f)
		if !grant.All() && !grant.Never() {
			return r.readable(ctx, tx, rights, table.Key, idOf(row))
		}
		readable[f.Key] = grant.All()
	}
	return readable, nil
}

// WithLines adds all lines of a document's sets to its row.
func (r *Records) WithLines(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, row Row) (Row, error) {
	whole := maps.Clone(row)
	for _, set := range table.Sets {
		lines, err := r.Lines(ctx, tx, rights, set, []int64{idOf(row)})
		if err != nil {
			return nil, err
		}
		whole[set.Key] = slices.Clone(lines[idOf(row)])
	}
	return whole, nil
}
