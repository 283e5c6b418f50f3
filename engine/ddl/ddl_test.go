package ddl_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// shop is a small model: customers, their orders and the lines of those.
func shop() *meta.Model {
	m := meta.NewModel()
	m.Tables["customer"] = &meta.Table{
		Object: meta.Object{Key: "customer"}, Label: []string{"name"},
		Fields: []meta.Field{
			{Key: "code", Type: meta.TypeText, Required: true},
			{Key: "name", Type: meta.TypeText, Search: true},
			{Key: "best_order_id", Type: meta.TypeReference, To: "order"},
		},
		Unique: []meta.Unique{{Key: "code", On: []string{"code"}}},
	}
	m.Tables["order"] = &meta.Table{
		Object: meta.Object{Key: "order"}, Label: []string{"no"},
		Fields: []meta.Field{
			{Key: "no", Type: meta.TypeText},
			{Key: "customer_id", Type: meta.TypeReference, To: "customer"},
			{Key: "paid", Type: meta.TypeBoolean, Default: "false"},
			{Key: "day", Type: meta.TypeDate},
		},
		Unique:  []meta.Unique{{Key: "no", On: []string{"customer_id", "no"}}, {Key: "day", On: []string{"customer_id", "day"}, Nulls: "distinct"}},
		Indexes: []meta.Index{{Key: "open", On: []string{"day"}, Where: "row.paid == false"}},
	}
	low := 0.0
	m.Tables["order_line"] = &meta.Table{
		Object: meta.Object{Key: "order_line"}, Label: []string{"line_no"}, Head: &meta.Head{Table: "order", Field: "order_id"},
		Fields: []meta.Field{
			{Key: "order_id", Type: meta.TypeReference, To: "order", Required: true, OnDelete: "cascade"},
			{Key: "line_no", Type: meta.TypeInteger},
			{Key: "qty", Type: meta.TypeDecimal, Scale: 2, Min: &low},
			{Key: "done", Type: meta.TypeDecimal, Scale: 3, Default: "0"},
		},
		Checks: []meta.Constraint{{Key: "done", Must: "row.done <= row.qty and row.done >= 0.5 - 0.5"}},
	}
	return m
}

func compile(t *testing.T, m *meta.Model) *catalog.Release {
	t.Helper()
	release, err := catalog.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func apply(t *testing.T, db *store.DB, m *meta.Model) ddl.Plan {
	t.Helper()
	migrate(t, db)
	plan, err := ddl.Apply(t.Context(), db, compile(t, m))
	if err != nil {
		t.Fatal(err)
	}
	again, err := ddl.Preview(t.Context(), db, compile(t, m))
	if err != nil {
		t.Fatal(err)
	}
	if len(again) != 0 {
		t.Fatalf("the second plan is not empty: %+v", again)
	}
	return plan
}

// migrate makes the package's own table.
func migrate(t *testing.T, db *store.DB) {
	t.Helper()
	if err := db.Migrate(t.Context(), ddl.Migrations()); err != nil {
		t.Fatal(err)
	}
}

func exec(t *testing.T, db *store.DB, statement string, args ...any) error {
	t.Helper()
	return db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
}

func mustExec(t *testing.T, db *store.DB, statement string, args ...any) {
	t.Helper()
	if err := exec(t, db, statement, args...); err != nil {
		t.Fatal(err)
	}
}

// fill puts one customer with one order of two lines in.
func fill(t *testing.T, db *store.DB) {
	t.Helper()
	const system = "id, version, created_at, updated_at"
	mustExec(t, db, "insert into customer ("+system+", code, name, name__fold) values (1, 1, 0, 0, 'A', 'Ána Ruiz', 'ana ruiz')")
	mustExec(t, db, `insert into "order" (`+system+", customer_id, paid) values (2, 1, 0, 0, 1, ?)", false)
	mustExec(t, db, "insert into order_line ("+system+", order_id, line_no, qty, done) values (3, 1, 0, 0, 2, 7, 150, 1000), (4, 1, 0, 0, 2, 7, 200, 0)")
}

func TestNewTablesKeepWhatTheyAreToldTo(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		apply(t, db, shop())
		fill(t, db)
		const system = "id, version, created_at, updated_at"
		refused := []struct{ name, statement string }{
			{"a second empty number of a customer", `insert into "order" (` + system + ", customer_id) values (9, 1, 0, 0, 1)"},
			{"a code twice", "insert into customer (" + system + ", code) values (9, 1, 0, 0, 'A')"},
			{"no code", "insert into customer (" + system + ") values (9, 1, 0, 0)"},
			{"more done than ordered", "update order_line set done = 1501 where id = 3"},
			{"a figure of 16 digits", "update order_line set qty = 1000000000000000 where id = 3"},
			{"an unknown customer", `update "order" set customer_id = 77 where id = 2`},
		}
		for _, tt := range refused {
			if err := exec(t, db, tt.statement); err == nil {
				t.Errorf("%s is taken", tt.name)
			}
		}
		mustExec(t, db, `insert into "order" (`+system+", customer_id, no) values (5, 1, 0, 0, 1, 'N1')") // no day twice: nulls are distinct
		mustExec(t, db, `delete from "order" where id = 2`)
		if n := count(t, db, "order_line", "1 = 1"); n != 0 {
			t.Errorf("%d lines are left without their order", n)
		}
	})
}

func count(t *testing.T, db *store.DB, table, where string) (n int) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &n, "select count(*) from "+store.Quote(table)+" where "+where)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestChangesThatKeepAllData(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(m *meta.Model)
		table  string
		where  string // holds for every row afterwards
	}{
		{"a new field", func(m *meta.Model) { add(m, "order", meta.Field{Key: "note", Type: meta.TypeText}) }, "order", "note is null"},
		{"a new field with a default", func(m *meta.Model) {
			add(m, "order", meta.Field{Key: "rank", Type: meta.TypeDecimal, Scale: 1, Required: true, Default: "1.5"})
		}, "order", "rank = 15"},
		{"a new reference", func(m *meta.Model) {
			add(m, "order_line", meta.Field{Key: "payer_id", Type: meta.TypeReference, To: "customer"})
		}, "order_line", "payer_id is null"},
		{"a field that is searched from now on", func(m *meta.Model) { m.Tables["customer"].Fields[0].Search = true }, "customer", "code__fold = 'a'"},
		{"more decimals", func(m *meta.Model) { m.Tables["order_line"].Fields[2].Scale = 4 }, "order_line", "qty in (15000, 20000)"},
		{"fewer decimals where none is lost", func(m *meta.Model) { m.Tables["order_line"].Fields[2].Scale = 1 }, "order_line", "qty in (15, 20)"},
		{"a field that must be given from now on", func(m *meta.Model) { m.Tables["order_line"].Fields[2].Required = true }, "order_line", "qty > 0"},
		{"a field that need not be given any more", func(m *meta.Model) { m.Tables["customer"].Fields[0].Required = false }, "customer", "code = 'A'"},
		{"a field that is gone", func(m *meta.Model) {
			m.Tables["customer"].Fields = m.Tables["customer"].Fields[1:]
			m.Tables["customer"].Unique = nil
		}, "customer", "code = 'A'"},
		{"another check", func(m *meta.Model) { m.Tables["order_line"].Checks[0].Must = "row.qty >= 1" }, "order_line", "qty > 0"},
		{"another key", func(m *meta.Model) { m.Tables["order"].Unique[0].On = []string{"no"} }, "order", "no is null"},
		{"a new key", func(m *meta.Model) {
			m.Tables["order_line"].Unique = []meta.Unique{{Key: "qty", On: []string{"order_id", "qty"}}}
		}, "order_line", "qty > 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
				apply(t, db, shop())
				fill(t, db)
				rows := count(t, db, tt.table, "1 = 1")
				changed := shop()
				tt.change(changed)
				if plan := apply(t, db, changed); len(plan) == 0 {
					t.Fatal("the plan is empty")
				}
				if n := count(t, db, tt.table, tt.where); n != rows {
					t.Errorf("%s holds for %d of %d rows", tt.where, n, rows)
				}
			})
		})
	}
}

// TestRecordsBeginAndEndToChange: what is only made has nobody who changed it. Rows of before
// keep who did; where records may change from now on, those that never did were as they were made.
func TestRecordsBeginAndEndToChange(t *testing.T) {
	t.Parallel()
	fixed := func() *meta.Model {
		m := shop()
		m.Tables["order_line"].InsertOnly = true
		return m
	}
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		apply(t, db, fixed())
		mustExec(t, db, `insert into "order" (id, version, created_at, updated_at, paid) values (2, 1, 0, 0, ?)`, false)
		line := func(id, made int64) {
			mustExec(t, db, "insert into order_line (id, version, created_at, order_id, line_no, qty, done) values (?, 1, ?, 2, 7, 150, 0)", id, made)
		}
		holds := func(where string, rows int) {
			t.Helper()
			if n := count(t, db, "order_line", where); n != rows {
				t.Errorf("%s holds for %d rows, want %d", where, n, rows)
			}
		}
		line(3, 30)
		apply(t, db, shop())
		holds("updated_at = created_at", 1)
		mustExec(t, db, "update order_line set updated_at = 31")
		apply(t, db, fixed())
		line(4, 40)
		apply(t, db, shop())
		holds("updated_at = created_at + 1", 1)
		holds("updated_at = 40", 1)
		if exec(t, db, "insert into order_line (id, version, created_at, order_id, line_no, qty, done) values (5, 1, 50, 2, 7, 150, 0)") == nil {
			t.Error("a line may change, and does not say when it did")
		}
	})
}

func add(m *meta.Model, table string, f meta.Field) {
	m.Tables[table].Fields = append(m.Tables[table].Fields, f)
}

func TestHazardsAreRefusedWithAReason(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(m *meta.Model)
		key    string
	}{
		{"another type", func(m *meta.Model) { m.Tables["order_line"].Fields[1].Type = meta.TypeText }, "ddl.type_change"},
		{"a new field that must be given", func(m *meta.Model) {
			add(m, "order", meta.Field{Key: "rank", Type: meta.TypeInteger, Required: true})
		}, "ddl.required_without_default"},
		{"an empty field that must be given", func(m *meta.Model) { m.Tables["order"].Fields[0].Required = true }, "ddl.nulls"},
		{"decimals that are in use", func(m *meta.Model) { m.Tables["order_line"].Fields[2].Scale = 0 }, "ddl.decimals_lost"},
		{"a key that is there twice", func(m *meta.Model) {
			m.Tables["order_line"].Unique = []meta.Unique{{Key: "order", On: []string{"order_id", "line_no"}}}
		}, "ddl.duplicates"},
		{"a key over what all records begin with", func(m *meta.Model) {
			add(m, "order_line", meta.Field{Key: "rank", Type: meta.TypeInteger, Default: "1"})
			m.Tables["order_line"].Unique = []meta.Unique{{Key: "rank", On: []string{"rank"}}}
		}, "ddl.duplicates_made"},
		{"a check that does not hold", func(m *meta.Model) { m.Tables["order_line"].Checks[0].Must = "row.qty > 1.5" }, "ddl.check_broken"},
	}
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		apply(t, db, shop())
		fill(t, db)
		for _, tt := range tests {
			changed := shop()
			tt.change(changed)
			_, err := ddl.Apply(t.Context(), db, compile(t, changed))
			f, ok := fault.As(err)
			if !ok || f.Key != "ddl.hazard" || !slices.ContainsFunc(f.Errors, func(e *fault.Fault) bool { return e.Key == tt.key }) {
				t.Errorf("%s: got %v, want %s", tt.name, err, tt.key)
			}
		}
		if plan, err := ddl.Preview(t.Context(), db, compile(t, shop())); err != nil || len(plan) != 0 {
			t.Errorf("a refused plan changed the database: %v %v", plan, err)
		}
	})
}

func TestForeignTablesAreLeftAlone(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "create table customer (id bigint primary key, secret text)")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = ddl.Apply(t.Context(), db, compile(t, shop()))
		if f, ok := fault.As(err); !ok || !strings.Contains(f.Error(), "ddl.not_ours") {
			t.Errorf("got %v", err)
		}
	})
}
