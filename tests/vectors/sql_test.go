package vectors_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/vectors"
)

// TestSQLAgreesWithInterpreter finds, for every condition that has a SQL form,
// the rows that the database takes and those that the interpreter takes.
func TestSQLAgreesWithInterpreter(t *testing.T) {
	t.Parallel()

	for name, cases := range map[string][]vectors.Case{"core": core(t), "generated": generated(t, generatedCount)} {
		t.Run(name, func(t *testing.T) {
			enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
				s := newSample(cases)
				if err := db.Alter(t.Context(), s.fill); err != nil {
					t.Fatal(err)
				}
				tried := 0
				for _, c := range cases {
					if s.compare(t, db, c) {
						tried++
					}
				}
				t.Logf("%d conditions over %d rows", tried, len(s.rows))
			})
		})
	}
}

// sample is the rows of all cases. Each has an id of its own, and so have the
// records that it refers to.
type sample struct {
	world *vectors.World
	rows  []vectors.Case
}

// idsPerRow keeps the ids of the records of different rows apart.
const idsPerRow = 100

func newSample(cases []vectors.Case) *sample {
	s := &sample{world: cases[0].World}
	var last map[string]any
	for _, c := range cases {
		row, _ := c.Values["row"].(map[string]any)
		if c.Line.Values == nil && row["id"] != nil && (last == nil || row["id"] != last["id"]) {
			s.rows, last = append(s.rows, c), row
		}
	}
	return s
}

// fill makes a table of each table of the world and inserts the rows.
func (s *sample) fill(ctx context.Context, tx *store.Tx) error {
	for _, table := range []string{"order", "customer"} {
		columns := []string{"key BIGINT"}
		for _, name := range slices.Sorted(maps.Keys(s.world.Tables[table])) {
			columns = append(columns, strconv.Quote(name)+" "+columnType(tx, s.world.Tables[table][name]))
		}
		if _, err := tx.Exec(ctx, "CREATE TABLE "+strconv.Quote(table)+" ("+strings.Join(columns, ", ")+")"); err != nil {
			return err
		}
	}
	for i, c := range s.rows {
		row, _ := c.Values["row"].(map[string]any)
		if err := s.insert(ctx, tx, "order", i, int64(i), row); err != nil {
			return err
		}
		for id, record := range c.Loaded["customer"] {
			n, _ := strconv.ParseInt(id, 10, 64)
			if err := s.insert(ctx, tx, "customer", i, n, record); err != nil {
				return err
			}
		}
	}
	return nil
}

func columnType(tx *store.Tx, declared string) string {
	kind, _, _ := strings.Cut(declared, ":")
	switch kind {
	case "text", "enum", "date", "json":
		if tx.Dialect() == store.Postgres {
			return `TEXT COLLATE "C"`
		}
		return "TEXT"
	case "bool":
		return "BOOLEAN"
	}
	return "BIGINT"
}

// insert writes one record; the key joins it to the row that it belongs to.
func (s *sample) insert(ctx context.Context, tx *store.Tx, table string, row int, id int64, record map[string]any) error {
	names, places, args := []string{"key"}, []string{"?"}, []any{int64(row*idsPerRow) + id}
	if table == "order" {
		args[0] = int64(row)
	}
	for name, declared := range s.world.Tables[table] {
		names, places = append(names, strconv.Quote(name)), append(places, "?")
		args = append(args, stored(declared, record[name]))
	}
	_, err := tx.Exec(ctx, "INSERT INTO "+strconv.Quote(table)+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(places, ", ")+")", args...)
	return err
}

// stored gives a value as the column keeps it.
func stored(declared string, v any) any {
	switch v := v.(type) {
	case decimal.Decimal:
		scale, _ := strconv.ParseInt(strings.TrimPrefix(declared, "decimal:"), 10, 32)
		return v.Shift(int32(scale)).IntPart()
	case time.Time:
		return v.UnixMilli()
	case map[string]any:
		return fmt.Sprint(v)
	}
	return v
}

// builder maps paths to columns and notes the joins that they need.
type builder struct {
	world *vectors.World
	joins map[string]string
}

// Column implements expression.Builder.
func (b *builder) Column(path []string) (expression.Column, error) {
	alias, table := path[0], "order"
	for _, reference := range path[1 : len(path)-1] {
		next := alias + "." + reference
		target := strings.TrimPrefix(b.world.Tables[table][reference], "ref:")
		b.joins[next] = fmt.Sprintf(`LEFT JOIN %q AS %q ON %q.key = "row".key * %d + %q.%q`,
			target, next, next, idsPerRow, alias, reference)
		alias, table = next, target
	}
	declared := b.world.Tables[table][path[len(path)-1]]
	scale, _ := strconv.ParseInt(strings.TrimPrefix(declared, "decimal:"), 10, 32)
	return expression.Column{SQL: fmt.Sprintf("%q.%q", alias, path[len(path)-1]), Scale: int32(scale)}, nil
}

// compare tries one case; false when it has no SQL form or its value cannot be
// told.
func (s *sample) compare(t *testing.T, db *store.DB, c vectors.Case) bool {
	t.Helper()
	p, err := expression.Compile(c.Expr(), c.World.Env(expression.SQL), expression.Bool)
	if err != nil || c.Line.Error != "" {
		return false
	}
	b := &builder{world: s.world, joins: map[string]string{}}
	scope := c.Scope()
	values := maps.Clone(scope.Vars)
	delete(values, "row")
	condition, args, err := p.SQL(t.Context(), expression.Scope{Vars: values}, b)
	if err != nil {
		t.Errorf("%s: %v", c.Expr(), err)
		return true
	}
	joins := slices.SortedFunc(maps.Values(b.joins), func(a, b string) int { return len(a) - len(b) })
	text := `SELECT "row".key FROM "order" AS "row" ` + strings.Join(joins, " ") + " WHERE " + condition + ` ORDER BY "row".key`
	var got []int64
	err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		got = nil
		return tx.Select(ctx, &got, text, args...)
	})
	if want := s.holding(t, p, values); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s\n%s %v\nrows %v, want %v, err %v", c.Expr(), text, args, got, want, err)
	}
	return true
}

// holding finds the rows for which the interpreter answers true.
func (s *sample) holding(t *testing.T, p *expression.Program, values map[string]any) []int64 {
	t.Helper()
	var keys []int64
	for i, row := range s.rows {
		scope := row.Scope()
		vars := maps.Clone(values)
		vars["row"] = row.Values["row"]
		holds, err := p.Holds(t.Context(), expression.Scope{Vars: vars, Resolve: scope.Resolve})
		if err != nil {
			t.Fatalf("%s: %v", p.Source(), err)
		}
		if holds {
			keys = append(keys, int64(i))
		}
	}
	return keys
}
