package record

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// wording makes a fault of the failure of a statement that stores records; nil leaves it.
type wording func(err error) error

// failed is the failure of an act that stores records.
func (w wording) failed(act string, err error) error {
	if err == nil {
		return nil
	}
	if err = fmt.Errorf("%s: %w", act, err); w != nil {
		err = w(err)
	}
	return err
}

// insert adds rows in as few statements as possible. They wait for the next question.
func (p *plan) insert(ctx context.Context, tx *store.Tx, rows []Row, word wording) error {
	failed := func(err error) error { return word.failed("insert "+p.table.Key, err) }
	known := holdingOf(tx, p.table.Key)
	for len(rows) > 0 {
		n := together(tx.Dialect(), len(rows))
		values := make([]any, 0, n*(len(p.stored)+len(p.folded)))
		for _, row := range rows[:n] {
			from := len(values)
			var err error
			if values, err = p.encode(values, row); err != nil {
				return err
			}
			known.hold(p, ID(row), values[from:from+len(p.stored)])
			made(tx, p.table, ID(row))
		}
		text, args, err := p.insertion(tx.Dialect(), n, values)
		if err != nil {
			return err
		}
		if err := tx.Put(ctx, failed, text, args...); err != nil {
			return err
		}
		if err := p.insertLinks(ctx, tx, rows[:n], word); err != nil {
			return err
		}
		rows = rows[n:]
	}
	known.wrote(tx)
	return nil
}

// together is how many of so many records one statement adds. SQLite has a text for each
// number of them.
func together(dialect store.Dialect, records int) int {
	if dialect == store.Postgres {
		return min(records, mostTogether)
	}
	return min(1<<(bits.Len(uint(records))-1), largestBatch)
}

// encode appends the database values of a row's columns.
func (p *plan) encode(args []any, row Row) ([]any, error) {
	for _, f := range p.stored {
		v, err := f.Encode(row[f.Key])
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	for _, f := range p.folded {
		args = append(args, fold(row[f.Key]))
	}
	return args, nil
}

// fold is the value of the folded column of a text.
func fold(v any) any {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	return catalog.Fold(text)
}

// column is a column that an update sets.
type column struct {
	field  *catalog.Field
	folded bool
}

func (c column) name() string {
	if c.folded {
		return store.Quote(c.field.FoldColumn())
	}
	return store.Quote(c.field.Key)
}

func (c column) value(row Row) (any, error) {
	if c.folded {
		return fold(row[c.field.Key]), nil
	}
	return c.field.Encode(row[c.field.Key])
}

// update writes the changed columns of records that were read and locked before;
// their versions go up by one. Records with the same changed columns go together. They
// wait for the next question.
func (p *plan) update(ctx context.Context, tx *store.Tx, changes []*change, word wording) error {
	known := holdingOf(tx, p.table.Key)
	var order []string
	groups := map[string][]*change{}
	sets := map[string][]column{}
	for _, c := range changes {
		columns := p.changed(c)
		key := columnKey(columns)
		if _, known := groups[key]; !known {
			order = append(order, key)
			sets[key] = columns
		}
		groups[key] = append(groups[key], c)
		values, err := p.encode(make([]any, 0, len(p.stored)+len(p.folded)), c.new)
		if err != nil {
			return err
		}
		known.hold(p, c.id(), values[:len(p.stored)])
	}
	for _, key := range order {
		for part := range slices.Chunk(groups[key], largestBatch) {
			if err := p.updatePart(ctx, tx, key, sets[key], part, word); err != nil {
				return err
			}
		}
	}
	known.wrote(tx)
	return p.updateLinks(ctx, tx, changes, word)
}

func columnKey(columns []column) string {
	var key strings.Builder
	for _, c := range columns {
		key.WriteString(c.name())
	}
	return key.String()
}

// changed lists the columns in which a record differs from what it was, version
// and the like included.
func (p *plan) changed(c *change) []column {
	var columns []column
	for _, f := range p.stored {
		if f.Key == "id" || same(c.old[f.Key], c.new[f.Key]) {
			continue
		}
		columns = append(columns, column{field: f})
		if f.Folded {
			columns = append(columns, column{field: f, folded: true})
		}
	}
	return columns
}

// updatePart updates one record plainly and several by a list of values.
func (p *plan) updatePart(ctx context.Context, tx *store.Tx, key string, columns []column, part []*change, word wording) error {
	text, args, err := p.updateOne(key, columns, part[0])
	if len(part) > 1 {
		text, args, err = p.updateList(tx.Dialect(), key, columns, part)
	}
	if err != nil {
		return err
	}
	return tx.PutSure(ctx, func(updated int64, err error) error {
		if err == nil && updated != int64(len(part)) {
			return changedMeanwhile(part[0])
		}
		return word.failed("update "+p.table.Key, err)
	}, text, args...)
}

func (p *plan) updateOne(key string, columns []column, c *change) (string, []any, error) {
	text, err := p.updateText(key, columns)
	if err != nil {
		return "", nil, err
	}
	args, err := values(make([]any, 0, len(columns)+2), columns, c)
	return text, append(args, c.id(), c.old["version"]), err
}

// updateList updates several records by one list of values.
func (p *plan) updateList(dialect store.Dialect, key string, columns []column, part []*change) (text string, args []any, err error) {
	for _, c := range part {
		if args, err = values(append(args, c.id(), c.old["version"]), columns, c); err != nil {
			return "", nil, err
		}
	}
	shape, listed := strconv.Itoa(len(part)), func(types []string) string { return valuesOf(types, len(part)) }
	if dialect == store.Postgres {
		b := columnwise(args, len(columns)+2)
		args, shape, listed = b.args(), b.shape, func(types []string) string { return source(b.shape, types) }
	}
	text, err = p.updateAllText(dialect, shape, key, columns, listed)
	return text, args, err
}

// values appends what a change puts into columns.
func values(args []any, columns []column, c *change) ([]any, error) {
	for _, column := range columns {
		v, err := column.value(c.new)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	return args, nil
}

// delete removes records by their ids.
func (p *plan) delete(ctx context.Context, tx *store.Tx, ids []int64) error {
	known := holdingOf(tx, p.table.Key)
	for _, id := range ids {
		delete(known.rows, id)
	}
	for part := range slices.Chunk(sorted(ids), largestIn) {
		text, err := p.deleteText()
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, text, part); err != nil {
			return fmt.Errorf("delete %s: %w", p.table.Key, err)
		}
	}
	known.wrote(tx)
	return nil
}
