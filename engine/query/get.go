package query

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// lineNumber is the field that orders lines.
const lineNumber = "line_no"

// Get answers one record as JSON: its fields and labels, the line sets of a
// document, in _can what the actor may do with it now, guards included, in
// _cannot why the other actions are not possible: state, right or guard, and in
// _next the step that leads on.
//
// Faults: table.unknown and record.not_found (NotFound; the latter also for a
// record that is not the actor's), right.missing (Denied).
func (q *Query) Get(ctx context.Context, rights *access.Rights, table string, id int64) (*Page, error) {
	t, err := q.table(rights, table)
	if err != nil {
		return nil, err
	}
	read := q.db.Read
	if isOneRow(t) {
		read = q.db.Ask
	}
	var page *Page
	err = read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		page, err = q.GetIn(ctx, tx, rights, table, id)
		return err
	})
	return page, err
}

// isOneRow reports whether a record mostly is one row that one statement reads.
func isOneRow(t *catalog.Table) bool {
	rolled := func(f *catalog.Field) bool { return f.Rollup != nil }
	return len(t.Sets) == 0 && t.Document == nil && !slices.ContainsFunc(t.Fields, rolled)
}

// GetIn is Get in a running transaction.
func (q *Query) GetIn(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) (*Page, error) {
	return q.tell(ctx, tx, rights, table, getting{id: id})
}

// HeadIn is GetIn without the lines of a document.
func (q *Query) HeadIn(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) (*Page, error) {
	return q.tell(ctx, tx, rights, table, getting{id: id, alone: true})
}

// Tell is GetIn for a record that is known: where memory tells all that the actor sees of
// it, nothing of it is read.
func (q *Query) Tell(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, m Memory) (*Page, error) {
	id, _ := m.Row["id"].(int64)
	return q.tell(ctx, tx, rights, table, getting{id: id, memory: &m})
}

func (q *Query) tell(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, g getting) (*Page, error) {
	t, err := q.table(rights, table)
	if err != nil {
		return nil, err
	}
	p, err := q.prepare(ctx, rights, t, &Request{Where: Is("id", Eq, g.id), Sort: []string{"id"}, Can: true}, aRecord)
	if err != nil {
		return nil, err
	}
	g.q, g.prepared, g.rights, g.table, g.page, g.lines = q, p, rights, t, newPage(), map[string][]Row{}
	if err := g.run(ctx, tx); err != nil {
		g.page.Release()
		return nil, err
	}
	return g.page, nil
}

// getting is one record in the making.
type getting struct {
	q *Query
	*prepared
	rights *access.Rights
	table  *catalog.Table
	id     int64
	alone  bool    // without its lines
	memory *Memory // nil: the record is read
	page   *Page
	whole  *expression.Scope // once it was asked for
	row    Row               // what guards read of the record; nil: the answer does not show it all
	lines  map[string][]Row  // the same of the lines, by set
}

func (g *getting) run(ctx context.Context, tx *store.Tx) error {
	cells := newCells(g.columns)
	if err := g.writeRecord(ctx, tx, cells); err != nil {
		return fmt.Errorf("get %s %d: %w", g.table.Key, g.id, err)
	}
	names, refused, err := g.allowed(ctx, tx, cells)
	if err != nil {
		return fmt.Errorf("judge the actions of %s %d: %w", g.table.Key, g.id, err)
	}
	g.page.data = appendNames(append(g.page.data, `,"_can":`...), names)
	g.page.data = appendRefusals(g.page.data, refused)
	if err := g.appendNext(ctx, tx, cells, names); err != nil {
		return fmt.Errorf("find what comes after %s %d: %w", g.table.Key, g.id, err)
	}
	g.page.data = append(g.page.data, '}')
	return g.page.fill(ctx, tx, g.rights)
}

// writeRecord adds the fields of the record and its lines, from memory where that tells all.
func (g *getting) writeRecord(ctx context.Context, tx *store.Tx, cells cells) error {
	shown := g.table.Sets
	if g.alone {
		shown = nil
	}
	sets := make([]*lineReading, len(shown))
	for i, set := range shown {
		r := Request{Where: Is(set.Field.Key, Eq, g.id), Sort: lineSort(set.Table)}
		p, err := g.q.prepare(ctx, g.rights, set.Table, &r, aRecord)
		if err != nil {
			return fmt.Errorf("read %s: %w", set.Key, err)
		}
		sets[i] = &lineReading{prepared: p, set: set, seen: g.beginLines(set, p)}
	}
	if g.memory != nil && g.recall(cells, sets) {
		return g.writeRecalled(ctx, cells, sets)
	}
	questions := []store.Question{g.head(ctx, cells)}
	for _, l := range sets {
		questions = append(questions, store.Question{Text: l.page.text, Args: l.page.args(l.values), Take: func(rows *sql.Rows) error {
			return g.writeLines(ctx, l, rows)
		}})
	}
	return tx.Ask(ctx, questions...)
}

// lineReading is a line set of an answer in the making.
type lineReading struct {
	*prepared
	set      *catalog.LineSet
	seen     *seenLines
	recalled [][]any // the cells of its lines from memory
	written  bool    // that it has begun
}

// appendRefusals adds the actions that are not possible, each with its reason.
func appendRefusals(dst []byte, refused []refusal) []byte {
	if len(refused) == 0 {
		return dst
	}
	dst = append(dst, `,"_cannot":`...)
	separator := byte('{')
	for _, r := range refused {
		dst = append(append(dst, separator), member(r.action)...)
		dst = catalog.AppendString(dst, r.reason)
		separator = ','
	}
	return append(dst, '}')
}

// head is the question for the record itself, which adds its fields.
func (g *getting) head(ctx context.Context, cells cells) store.Question {
	return store.Question{Text: g.prepared.page.text, Args: g.prepared.page.args(g.values), Take: func(rows *sql.Rows) (err error) {
		if !rows.Next() {
			return cmp.Or(rows.Err(), unknownRecord(g.table, g.id))
		}
		if err := rows.Scan(cells.into...); err != nil {
			return err
		}
		return g.writeHead(ctx, cells.values)
	}}
}

func (g *getting) writeHead(ctx context.Context, cells []any) (err error) {
	g.page.data = g.answer.append(ctx, g.page, g.page.data, cells)
	if outputs := g.answer.values(g.fieldsOf("row")); outputs != nil {
		g.row, err = pick(outputs, cells)
	}
	return err
}

// writeLines adds the lines of a set as far as the actor may see them.
func (g *getting) writeLines(ctx context.Context, l *lineReading, rows *sql.Rows) error {
	cells := newCells(l.columns)
	for rows.Next() {
		if err := rows.Scan(cells.into...); err != nil {
			return err
		}
		if err := g.writeLine(ctx, l, cells.values); err != nil {
			return err
		}
	}
	g.endLines(l)
	return rows.Err()
}

func (g *getting) writeLine(ctx context.Context, l *lineReading, cells []any) error {
	if err := l.seen.add(cells); err != nil {
		return err
	}
	g.page.data = l.answer.append(ctx, g.page, g.separate(l), cells)
	g.page.data = append(g.page.data, '}')
	return nil
}

// separate begins the list of a set, or its next line.
func (g *getting) separate(l *lineReading) []byte {
	if l.written {
		return append(g.page.data, ',')
	}
	l.written = true
	return append(append(append(g.page.data, ','), member(l.set.Key)...), '[')
}

func (g *getting) endLines(l *lineReading) {
	if !l.written {
		g.page.data = g.separate(l)
	}
	g.page.data = append(g.page.data, ']')
	if l.seen.outputs != nil {
		g.lines[l.set.Key] = l.seen.rows
	}
}

// seenLines gathers what guards read of the lines that an answer shows.
type seenLines struct {
	outputs []*output // nil: the answer does not show it all, or nobody asks
	rows    []Row
}

// beginLines begins to gather the lines of a set, where guards read them and the actor sees
// all of them.
func (g *getting) beginLines(set *catalog.LineSet, p *prepared) *seenLines {
	if g.can.needs[set.Key] == nil || !g.rights.RowsAs(set.Table, access.Read, access.Alias).All() {
		return &seenLines{}
	}
	return &seenLines{outputs: p.answer.values(g.fieldsOf(set.Key))}
}

func (s *seenLines) add(cells []any) error {
	if s.outputs == nil {
		return nil
	}
	row, err := pick(s.outputs, cells)
	if row == nil {
		s.outputs, s.rows = nil, nil
		return err
	}
	s.rows = append(s.rows, row)
	return nil
}

func lineSort(table *catalog.Table) []string {
	if _, ok := table.Field(lineNumber); ok {
		return []string{lineNumber, "id"}
	}
	return []string{"id"}
}

// allowed lists what the actor may do, and why not the rest; guards see the whole
// record, also what the actor does not.
func (g *getting) allowed(ctx context.Context, tx *store.Tx, cells cells) ([]string, []refusal, error) {
	var failed error
	names, refused := g.can.judge(cells.values, func(action *catalog.Action) bool {
		if action.Must == nil || failed != nil || asks(action) {
			return failed == nil
		}
		scope, err := g.scope(ctx, tx)
		if err != nil {
			failed = err
			return false
		}
		holds, err := action.Must.Holds(g.about(ctx, tx, scope), *scope)
		return holds && err == nil
	})
	return names, refused, failed
}

// asks reports whether the guard of an action is over what the person is asked,
// which nobody knows before.
func asks(action *catalog.Action) bool {
	return slices.ContainsFunc(action.Must.Refs(), func(path string) bool { return strings.HasPrefix(path, "params.") })
}

// about is the context of guards, which may ask for settings as they hold for the record.
func (g *getting) about(ctx context.Context, tx *store.Tx, scope *expression.Scope) context.Context {
	row, _ := scope.Vars["row"].(map[string]any)
	return setting.With(ctx, setting.Scope{Tx: tx, Release: g.rights.Release(), Record: row})
}

// scope is what guards and steps see: the record, its lines and the actor. It is loaded
// once.
func (g *getting) scope(ctx context.Context, tx *store.Tx) (_ *expression.Scope, err error) {
	if g.whole == nil {
		g.whole, err = g.load(ctx, tx)
	}
	return g.whole, err
}

func (g *getting) load(ctx context.Context, tx *store.Tx) (*expression.Scope, error) {
	if err := g.complete(ctx, tx); err != nil {
		return nil, err
	}
	vars := map[string]any{"row": g.row, "user": g.rights.Actor().Values}
	for set, lines := range g.lines {
		vars[set] = lines
	}
	return &expression.Scope{Vars: vars, Resolve: g.follower(tx).Follow, Roll: access.Rolls(tx, g.rights.Release())}, nil
}

// complete reads what guards need and the answer does not show this actor.
func (g *getting) complete(ctx context.Context, tx *store.Tx) (err error) {
	system := g.q.guards(g.rights.Release())
	if g.row == nil {
		rows, err := g.q.Rows(ctx, tx, system, g.table.Key, Where{Filter: Is("id", Eq, g.id), Fields: g.fieldsOf("row")})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return unknownRecord(g.table, g.id)
		}
		g.row = rows[0]
	}
	for _, set := range g.table.Sets {
		if _, known := g.lines[set.Key]; known || g.can.needs[set.Key] == nil {
			continue
		}
		where := Where{Filter: Is(set.Field.Key, Eq, g.id), Fields: g.fieldsOf(set.Key), Sort: lineSort(set.Table)}
		if g.lines[set.Key], err = g.q.Rows(ctx, tx, system, set.Table.Key, where); err != nil {
			return err
		}
	}
	return nil
}

// follower reads what the record and its lines refer to.
func (g *getting) follower(tx *store.Tx) *catalog.Follower {
	system := g.q.guards(g.rights.Release())
	sight := func(yield func(*catalog.Table, Row) bool) { catalog.Whole(yield, g.table, g.row, g.lines) }
	read := func(ctx context.Context, table *catalog.Table, ids []int64) (map[int64]Row, error) {
		found := make(map[int64]Row, len(ids))
		for part := range slices.Chunk(ids, largestIn) {
			rows, err := g.q.Rows(ctx, tx, system, table.Key, Where{Filter: Is("id", In, part)})
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				id, _ := row["id"].(int64)
				found[id] = row
			}
		}
		return found, nil
	}
	return catalog.NewFollower(g.rights.Release(), sight, read)
}

// fieldsOf are the fields that guards read of the record or of a line set.
func (g *getting) fieldsOf(root string) []string {
	fields := slices.Clone(g.can.needs[root])
	if !slices.Contains(fields, "id") {
		fields = append(fields, "id")
	}
	if root != "row" {
		return fields
	}
	for _, level := range g.rights.Release().Levels {
		if _, ok := g.table.Field(level.Field); ok && !slices.Contains(fields, level.Field) {
			fields = append(fields, level.Field) // by which settings hold for the record
		}
	}
	return fields
}
