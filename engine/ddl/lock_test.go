package ddl_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// heldLocks are the tables out of which a transaction shuts others.
const heldLocks = `select distinct c.relname from pg_locks l join pg_class c on c.oid = l.relation
	where l.pid = pg_backend_pid() and c.relkind = 'r' and l.granted and c.relnamespace = current_schema()::regnamespace
	and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

// TestAllLocksAreTakenFirst changes tables in all ways: what is locked at the end was
// locked by name before the first change, and in the order of the names.
func TestAllLocksAreTakenFirst(t *testing.T) {
	t.Parallel()
	changes := []struct {
		name   string
		change func(m *meta.Model)
		locked []string
	}{
		{"a column", func(m *meta.Model) { extend(m, meta.Field{Key: "more", Type: meta.TypeDecimal, Scale: 2}) }, []string{"order"}},
		{"a reference", func(m *meta.Model) { extend(m, meta.Field{Key: "line_id", Type: meta.TypeReference, To: "order_line"}) }, []string{"order", "order_line"}},
		{"a list of references", func(m *meta.Model) { extend(m, meta.Field{Key: "buyers", Type: meta.TypeReferences, To: "customer"}) }, []string{"customer", "order"}},
		{"a list that leads elsewhere", func(m *meta.Model) {
			extend(m, meta.Field{Key: "buyers", Type: meta.TypeReferences, To: "order_line"})
		}, []string{"customer", "order", "order__buyers", "order_line"}},
		{"a reference that goes with its record", func(m *meta.Model) { m.Tables["order"].Fields[1].OnDelete = "cascade" }, []string{"customer", "order"}},
		{"a text to search", func(m *meta.Model) { m.Tables["customer"].Fields[0].Search = true }, []string{"customer"}},
		{"an index", func(m *meta.Model) {
			m.Tables["order"].Indexes = append(m.Tables["order"].Indexes, meta.Index{Key: "no", On: []string{"no"}})
		}, []string{"order"}},
		{"no index", func(m *meta.Model) { m.Tables["order"].Indexes = nil }, []string{"order"}},
		{"a new table", func(m *meta.Model) {
			m.Tables["note"] = &meta.Table{Object: meta.Object{Key: "note"}, Label: []string{"id"}, Fields: []meta.Field{{Key: "order_id", Type: meta.TypeReference, To: "order"}}}
		}, []string{"order"}},
	}
	var locks []string
	db := enginetest.Open(t, enginetest.Postgres(t), store.Options{Tap: func(text string, _ []any) {
		if what, is := strings.CutPrefix(text, "LOCK TABLE "); is {
			name, _, _ := strings.Cut(what, " ")
			locks = append(locks, strings.Trim(name, `"`))
		}
	}})
	model := shop()
	apply(t, db, model)
	for _, tt := range changes {
		tt.change(model)
		locks = nil
		var held []string
		_, err := ddl.ApplyWith(t.Context(), db, compile(t, model), func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &held, heldLocks+" and c.relname = any(string_to_array(?, ',')) order by 1", "customer,order,order_line")
		})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if !slices.Equal(locks, tt.locked) {
			t.Errorf("%s: locked %v, not %v", tt.name, locks, tt.locked)
		}
		for _, table := range held {
			if !slices.Contains(locks, table) {
				t.Errorf("%s: %s was locked on the way", tt.name, table)
			}
		}
	}
}

// extend gives the orders a field, in the place of one of its key.
func extend(m *meta.Model, f meta.Field) {
	order := m.Tables["order"]
	order.Fields = append(slices.DeleteFunc(order.Fields, func(old meta.Field) bool { return old.Key == f.Key }), f)
}

// TestNewColumnsDoNotReadTheTable adds a figure and a reference to a table with rows: no
// statement reads them, and new rows are held to the conditions.
func TestNewColumnsDoNotReadTheTable(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.Postgres(t), store.Options{})
	model := shop()
	apply(t, db, model)
	fill(t, db)
	extend(model, meta.Field{Key: "weight", Type: meta.TypeDecimal, Scale: 2})
	extend(model, meta.Field{Key: "line_id", Type: meta.TypeReference, To: "order_line"})
	for _, step := range apply(t, db, model) {
		for _, statement := range step.SQL {
			if strings.Contains(statement, "CHECK") || strings.Contains(statement, "FOREIGN KEY") {
				if !strings.HasSuffix(statement, " NOT VALID") {
					t.Errorf("it reads all rows: %s", statement)
				}
			}
		}
	}
	for column, value := range map[string]int64{"weight": 1e15, "line_id": 77} {
		if exec(t, db, `update "order" set `+column+" = ?", value) == nil {
			t.Errorf("%s takes %d", column, value)
		}
	}
	mustExec(t, db, `update "order" set weight = 5, line_id = 3`)
}
