package ddl_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// letter is a table with one field, beside what that may lead to or choose from.
func letter(f meta.Field) *meta.Model {
	m := meta.NewModel()
	for _, key := range []string{"customer", "seller"} {
		m.Tables[key] = &meta.Table{
			Object: meta.Object{Key: key}, Label: []string{"code"},
			Fields: []meta.Field{{Key: "code", Type: meta.TypeText}},
		}
	}
	m.Dropdowns["printed_by"] = &meta.Dropdown{Object: meta.Object{Key: "printed_by"}, Of: meta.PrintKind}
	m.Dropdowns["colour"] = &meta.Dropdown{Object: meta.Object{Key: "colour"}, Items: []meta.DropdownItem{{Key: "red"}}}
	f.Key = "what"
	m.Tables["letter"] = &meta.Table{
		Object: meta.Object{Key: "letter"}, Label: []string{"no"},
		Fields: []meta.Field{{Key: "no", Type: meta.TypeText}, f},
	}
	return m
}

const letterRow = "insert into letter (id, version, created_at, updated_at, what) values (?, 1, 0, 0, ?)"

func TestAFieldThatMeansAnotherTypeKeepsItsValues(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		from, to meta.Field
		kept     any
		want     string // condition; "" where the change is refused
		key      string
	}{
		{"a count becomes an amount", meta.Field{Type: meta.TypeInteger}, meta.Field{Type: meta.TypeDecimal, Scale: 2}, 5, "what = 500", ""},
		{"a count that is too large for the decimals", meta.Field{Type: meta.TypeInteger}, meta.Field{Type: meta.TypeDecimal, Scale: 6}, 9_999_999_999, "", "ddl.too_long"},
		{"a whole amount becomes a count", meta.Field{Type: meta.TypeDecimal, Scale: 2}, meta.Field{Type: meta.TypeInteger}, 200, "what = 2", ""},
		{"an amount of one and a half", meta.Field{Type: meta.TypeDecimal, Scale: 2}, meta.Field{Type: meta.TypeInteger}, 150, "", "ddl.decimals_lost"},
		{"an amount becomes a weight", meta.Field{Type: meta.TypeDecimal, Scale: 2}, meta.Field{Type: meta.TypeWeight, Scale: 3}, 150, "what = 1500", ""},
		{"a count becomes an instant", meta.Field{Type: meta.TypeInteger}, meta.Field{Type: meta.TypeInstant}, 5, "", "ddl.type_change"},
		{"a count becomes a reference", meta.Field{Type: meta.TypeInteger}, meta.Field{Type: meta.TypeReference, To: "customer"}, 5, "", "ddl.type_change"},
		{"a reference becomes a count", meta.Field{Type: meta.TypeReference, To: "customer"}, meta.Field{Type: meta.TypeInteger}, 1, "", "ddl.type_change"},
		{"a reference leads elsewhere", meta.Field{Type: meta.TypeReference, To: "customer"}, meta.Field{Type: meta.TypeReference, To: "seller"}, 1, "", "ddl.target_change"},
		{"a text becomes a date", meta.Field{Type: meta.TypeText}, meta.Field{Type: meta.TypeDate}, "2026-11-22", "what = '2026-11-22'", ""},
		{"a text that is no date", meta.Field{Type: meta.TypeText}, meta.Field{Type: meta.TypeDate}, "soon", "", "ddl.other_values"},
		{"a text with a mark becomes rich", meta.Field{Type: meta.TypeText}, meta.Field{Type: meta.TypeRichText}, "a < b", "", "ddl.other_values"},
		{"a text that is no choice", meta.Field{Type: meta.TypeText}, meta.Field{Type: meta.TypeEnum, Dropdown: "colour"}, "blue", "", "ddl.other_values"},
		{"a text whose template is gone", meta.Field{Type: meta.TypeText}, meta.Field{Type: meta.TypeEnum, Dropdown: "printed_by"}, "label", "what = 'label'", ""},
		{"a secret becomes a text", meta.Field{Type: meta.TypeSecret}, meta.Field{Type: meta.TypeText}, "sealed:x:y", "", "ddl.type_change"},
		{"a text becomes a count", meta.Field{Type: meta.TypeText}, meta.Field{Type: meta.TypeInteger}, "5", "", "ddl.type_change"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
				apply(t, db, letter(tt.from))
				for _, table := range []string{"customer", "seller"} {
					mustExec(t, db, "insert into "+table+" (id, version, created_at, updated_at) values (1, 1, 0, 0)")
				}
				mustExec(t, db, letterRow, 2, tt.kept)
				mustExec(t, db, letterRow, 3, nil)
				if tt.want != "" {
					apply(t, db, letter(tt.to))
					if n := count(t, db, "letter", tt.want); n != 1 {
						t.Errorf("%s holds for %d rows", tt.want, n)
					}
					return
				}
				_, err := ddl.Apply(t.Context(), db, compile(t, letter(tt.to)))
				refused(t, err, tt.key)
				mustExec(t, db, "update letter set what = null where id = 2")
				apply(t, db, letter(tt.to)) // without values any type will do
				if n := count(t, db, "letter", "what is null"); n != 2 {
					t.Errorf("%d of 2 rows are empty", n)
				}
			})
		})
	}
}

// TestTextsMeanAnotherTypeInPlace tells what can be done beside programs that run: free
// text takes whatever they write, a date does not. No table is copied for either.
func TestTextsMeanAnotherTypeInPlace(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		apply(t, db, letter(meta.Field{Type: meta.TypeText, TextRules: meta.TextRules{MaxLength: 40}}))
		mustExec(t, db, letterRow, 2, "2026-11-22")
		steps := []struct {
			to    meta.Field
			apart bool
		}{
			{meta.Field{Type: meta.TypeLongText}, false},
			{meta.Field{Type: meta.TypeDate}, true},
			{meta.Field{Type: meta.TypeText}, true}, // where running programs look for a date
		}
		for _, step := range steps {
			plan := apply(t, db, letter(step.to))
			if apart := len(plan.Apart()) > 0; apart != step.apart {
				t.Errorf("to %s: apart is %v", step.to.Type, apart)
			}
			if len(plan) == 0 || len(plan.Rebuilt()) > 0 {
				t.Errorf("to %s: the plan is %+v", step.to.Type, plan)
			}
			if n := count(t, db, "letter", "what = '2026-11-22'"); n != 1 {
				t.Errorf("to %s: %d rows are as they were", step.to.Type, n)
			}
		}
	})
}

// refused demands one hazard, that counts one row.
func refused(t *testing.T, err error, key string) {
	t.Helper()
	f, ok := fault.As(err)
	if !ok || !slices.ContainsFunc(f.Errors, func(e *fault.Fault) bool { return e.Key == key && e.Params["rows"] == 1 }) {
		t.Fatalf("got %v, want %s of one row", err, key)
	}
}

func TestForeignKeysFollowMetadata(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		to := func(table, onDelete string) meta.Field {
			return meta.Field{Type: meta.TypeReference, To: table, OnDelete: onDelete}
		}
		apply(t, db, letter(meta.Field{Type: meta.TypeInteger}))
		apply(t, db, letter(to("customer", "")))
		mustExec(t, db, "insert into customer (id, version, created_at, updated_at) values (1, 1, 0, 0)")
		mustExec(t, db, "insert into seller (id, version, created_at, updated_at) values (2, 1, 0, 0)")
		if exec(t, db, letterRow, 9, 2) == nil {
			t.Error("a count that became a reference has no foreign key")
		}
		mustExec(t, db, letterRow, 3, 1)
		if exec(t, db, "delete from customer") == nil {
			t.Error("a record that is referred to goes")
		}
		apply(t, db, letter(to("customer", "cascade")))
		mustExec(t, db, "delete from customer")
		if n := count(t, db, "letter", "1 = 1"); n != 0 {
			t.Errorf("%d letters stay without their customer", n)
		}
		apply(t, db, letter(to("seller", "")))
		mustExec(t, db, letterRow, 4, 2)
		apply(t, db, letter(to("seller", "")))
	})
}

func TestAnOlderDatabaseIsToldWhatItsColumnsMean(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		apply(t, db, letter(meta.Field{Type: meta.TypeInteger}))
		mustExec(t, db, letterRow, 2, 5)
		mustExec(t, db, "delete from column_meaning") // as before the meaning was kept
		apply(t, db, letter(meta.Field{Type: meta.TypeDecimal, Scale: 2}))
		if n := count(t, db, "letter", "what = 500"); n != 1 {
			t.Error("a count was taken for hundredths")
		}
		mustExec(t, db, "delete from column_meaning")
		apply(t, db, letter(meta.Field{Type: meta.TypeInteger}))
		if n := count(t, db, "letter", "what = 5"); n != 1 {
			t.Error("hundredths were taken for a count")
		}
	})
}

func TestTextsAreFoldedAnewWhenTheyAreSearchedAgain(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		searched, plain := letter(meta.Field{Type: meta.TypeText, Search: true}), letter(meta.Field{Type: meta.TypeText})
		apply(t, db, searched)
		mustExec(t, db, "insert into letter (id, version, created_at, updated_at, what, what__fold) values (2, 1, 0, 0, 'Ána', 'ana')")
		apply(t, db, plain)
		mustExec(t, db, "update letter set what = 'Ñu' where id = 2")
		apply(t, db, searched)
		if n := count(t, db, "letter", "what__fold = 'nu'"); n != 1 {
			t.Error("the text is found under what it was")
		}
	})
}

// TestManyTextsAreFolded begins to search more texts than one statement folds, some of
// them empty or gone.
func TestManyTextsAreFolded(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		apply(t, db, letter(meta.Field{Type: meta.TypeText}))
		mustExec(t, db, `with recursive n (i) as (select 1 union all select i + 1 from n where i < 2300)
			insert into letter (id, version, created_at, updated_at, what) select i * 3 - 100, 1, 0, 0, 'ÑU ' || i from n`)
		mustExec(t, db, "update letter set what = null where id % 7 = 0")
		mustExec(t, db, "update letter set what = '' where id % 7 = 1")
		apply(t, db, letter(meta.Field{Type: meta.TypeText, Search: true}))
		const wrong = "what__fold is distinct from case when what = '' then '' else 'nu ' || substr(what, 4) end"
		if n := count(t, db, "letter", wrong); n != 0 {
			t.Errorf("%d texts are folded wrongly", n)
		}
	})
}
