package record

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// largestIn bounds the ids of one statement.
const largestIn = 500

// selection is columns of a table, to select and to decode.
type selection struct {
	fields []*catalog.Field
	text   string // quoted
}

func newSelection(fields []*catalog.Field) selection {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = store.Quote(f.Key)
	}
	return selection{fields, strings.Join(names, ", ")}
}

// read runs a question for all stored columns of a table and gives its rows.
func (p *plan) read(ctx context.Context, tx *store.Tx, rest string, args ...any) ([]Row, error) {
	return p.readSome(ctx, tx, p.all, rest, args...)
}

func (p *plan) readSome(ctx context.Context, tx *store.Tx, columns selection, rest string, args ...any) (read []Row, err error) {
	if err = tx.Ask(ctx, p.question(columns, rest, args, func(row Row) { read = append(read, row) })); err != nil {
		return nil, fmt.Errorf("read %s: %w", p.table.Key, err)
	}
	return read, nil
}

// question asks for columns of the table's records and gives each to take.
func (p *plan) question(columns selection, rest string, args []any, take func(Row)) store.Question {
	text := "select " + columns.text + " from " + p.table.From() + " as " + access.Alias + " " + rest
	return store.Question{Text: text, Args: args, Take: func(rows *sql.Rows) error {
		for rows.Next() {
			row, err := columns.scan(rows)
			if err != nil {
				return err
			}
			take(row)
		}
		return nil
	}}
}

// scan decodes one row.
func (s selection) scan(rows *sql.Rows) (Row, error) {
	values, into := make([]any, len(s.fields)), make([]any, len(s.fields))
	for i := range values {
		into[i] = &values[i]
	}
	if err := rows.Scan(into...); err != nil {
		return nil, fmt.Errorf("scan row: %w", err)
	}
	return s.decode(values)
}

// decode makes a row of values of the columns.
func (s selection) decode(values []any) (Row, error) {
	row := make(Row, len(s.fields))
	for i, f := range s.fields {
		v, err := f.Decode(values[i])
		if err != nil {
			return nil, fmt.Errorf("decode %s: %w", f.Key, err)
		}
		row[f.Key] = v
	}
	return row, nil
}

// byIDs reads records by their ids, in the order of the ids, locked if asked;
// those that are not there, or for which the condition does not hold, are left out.
func (p *plan) byIDs(ctx context.Context, tx *store.Tx, ids []int64, lock bool, where *access.Predicate) (map[int64]Row, error) {
	found := make(map[int64]Row, len(ids))
	rest, err := p.heldByIDs(tx, ids, where, found)
	if err != nil {
		return nil, err
	}
	if err := tx.Ask(ctx, p.questionsByIDs(tx, p.all, rest, lock, where, found)...); err != nil {
		return nil, fmt.Errorf("read %s: %w", p.table.Key, err)
	}
	return found, nil
}

// questionsByIDs asks as byIDs does, for some columns, the id among them.
func (p *plan) questionsByIDs(tx *store.Tx, columns selection, ids []int64, lock bool, where *access.Predicate, found map[int64]Row) (questions []store.Question) {
	for part := range slices.Chunk(sorted(ids), largestIn) {
		chosen, args := "where id in ?", []any{part}
		if len(part) == 1 { // PostgreSQL plans a list for ten of them: it sorts, or reads all of a small table
			chosen, args = "where id = ?", []any{part[0]}
		}
		rest, args := within(where, chosen, args)
		rest += " order by id" + locking(tx, lock && !p.table.Adopted())
		questions = append(questions, p.question(columns, rest, args, func(row Row) { found[ID(row)] = row }))
	}
	return questions
}

// linesOf reads the lines of a set by the ids of their heads.
func (p *plan) linesOf(ctx context.Context, tx *store.Tx, set *catalog.LineSet, heads []int64) (map[int64][]Row, error) {
	field := store.Quote(set.Field.Key)
	order := field
	if _, numbered := p.table.Field(lineNo); numbered {
		order += ", " + lineNo
	}
	found := make(map[int64][]Row, len(heads))
	heads, err := p.heldLines(tx, set, heads, found)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(sorted(heads), largestIn) {
		rows, err := p.read(ctx, tx, "where "+field+" in ? order by "+order+", id", part)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			head, _ := row[set.Field.Key].(int64)
			found[head] = append(found[head], row)
		}
	}
	return found, nil
}

// within narrows a where clause by a predicate of rights; nil does not.
func within(rows *access.Predicate, where string, args []any) (string, []any) {
	if rows == nil || rows.All() {
		return where, args
	}
	return where + " and " + rows.SQL(), append(args, rows.Args()...)
}

// in writes "in (?, ?)" for n values.
func in(n int) string { return "in (?" + strings.Repeat(", ?", n-1) + ")" }

func anys[T any](values []T) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// sorted gives ids in order without repetition, the order in which rows are locked.
func sorted(ids []int64) []int64 {
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}

// lookups is how the expressions of a save see beyond its rows.
type lookups struct {
	resolve expression.Resolver
	roll    expression.Roller
}

func newLookups(r *Records, tx *store.Tx, release *catalog.Release, sight catalog.Sight) lookups {
	read := func(ctx context.Context, table *catalog.Table, ids []int64) (map[int64]Row, error) {
		return r.plans.of(release, table).byIDs(ctx, tx, ids, false, nil)
	}
	return lookups{catalog.NewFollower(release, sight, read).Follow, access.Rolls(tx, release)}
}

// scope is what an expression sees that begins with these names.
func (l lookups) scope(vars map[string]any) expression.Scope {
	return expression.Scope{Vars: vars, Resolve: l.resolve, Roll: l.roll}
}

// sight walks the records of the save, and the lines of its heads as they will be.
func (s *saving) sight(yield func(*catalog.Table, Row) bool) {
	for _, head := range s.heads {
		if !catalog.Whole(yield, head.table, head.new, head.all) {
			return
		}
	}
	for _, batch := range s.lines {
		for _, line := range batch.lines {
			if !yield(line.table, line.new) {
				return
			}
		}
	}
}

// locking is the clause that locks the rows of a question, if asked.
func locking(tx *store.Tx, lock bool) string {
	if lock {
		return tx.ForUpdate()
	}
	return ""
}
