package ddl_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

var sequences = flag.Int("sequences", 12, "random sequences of changes on each database")

// world is a table whose fields change at random, with what its rows hold as the API
// tells it.
type world struct {
	*testing.T
	*rand.Rand
	db     *store.DB
	fields map[string]meta.Field
	rows   map[int64]map[string]string // JSON by id and field
	taken  int                         // changes that were made
}

// TestRandomChangesKeepEveryValueOrAreRefused writes rows between random changes of
// fields and holds every value, as it is read through the new fields, against what
// it was.
func TestRandomChangesKeepEveryValueOrAreRefused(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		taken := 0
		for i := range *sequences {
			w := &world{T: t, Rand: rand.New(rand.NewPCG(seed, uint64(i))), db: db, fields: map[string]meta.Field{}, rows: map[int64]map[string]string{}}
			table := fmt.Sprintf("thing%d", i)
			w.begin(table)
			w.drop(table)
			taken += w.taken
		}
		if taken == 0 {
			t.Error("every change was refused")
		}
		t.Logf("%d changes made in %d sequences", taken, *sequences)
	})
}

const steps = 8

func (w *world) begin(table string) {
	w.Helper()
	for _, key := range []string{"a", "b", "c"} {
		w.fields[key] = w.field(key)
	}
	w.become(table)
	for range steps {
		for range w.IntN(3) {
			w.write(table)
		}
		key := []string{"a", "b", "c"}[w.IntN(3)]
		before, was := w.fields[key]
		if was && w.IntN(6) == 0 {
			delete(w.fields, key)
		} else {
			w.fields[key] = w.field(key)
		}
		if !w.become(table) {
			delete(w.fields, key)
			if was {
				w.fields[key] = before
			}
			if !w.become(table) {
				w.Fatalf("%s does not go back to what it was: %+v", table, before)
			}
			continue
		}
		w.taken++
		w.check(table)
	}
}

// drop makes room: a plan looks at all tables.
func (w *world) drop(table string) {
	w.Helper()
	err := w.db.Alter(w.Context(), func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "drop table "+table); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "delete from column_meaning where table_key = ?", table)
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
}

// field makes a field of a random type.
func (w *world) field(key string) meta.Field {
	types := []string{
		meta.TypeInteger, meta.TypeInteger, meta.TypeDecimal, meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight,
		meta.TypeText, meta.TypeText, meta.TypeLongText, meta.TypeDate, meta.TypeColour, meta.TypeRichText,
		meta.TypeBoolean, meta.TypeInstant, meta.TypeReference, meta.TypeReference, meta.TypeJSON,
	}
	f := meta.Field{Key: key, Type: types[w.IntN(len(types))]}
	switch f.Type {
	case meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight:
		f.Scale = w.IntN(4)
	case meta.TypeText:
		f.Search = w.IntN(2) == 0
	case meta.TypeReference:
		f.To = []string{"left", "right"}[w.IntN(2)]
		f.OnDelete = []string{"", "cascade"}[w.IntN(2)]
	}
	return f
}

func (w *world) model(table string) *meta.Model {
	m := meta.NewModel()
	for _, key := range []string{"left", "right"} {
		m.Tables[key] = &meta.Table{
			Object: meta.Object{Key: key}, Label: []string{"code"},
			Fields: []meta.Field{{Key: "code", Type: meta.TypeText}},
		}
	}
	fields := []meta.Field{{Key: "no", Type: meta.TypeText}}
	for _, f := range meta.Sorted(w.fields) {
		fields = append(fields, f)
	}
	m.Tables[table] = &meta.Table{Object: meta.Object{Key: table}, Label: []string{"no"}, Fields: fields}
	return m
}

// become changes the database; false where that is refused.
func (w *world) become(table string) bool {
	w.Helper()
	migrate(w.T, w.db)
	release := compile(w.T, w.model(table))
	_, err := ddl.Apply(w.Context(), w.db, release)
	if f, refused := fault.As(err); refused && f.Key == "ddl.hazard" {
		return false
	}
	if err != nil {
		w.Fatal(err)
	}
	if again, err := ddl.Preview(w.Context(), w.db, release); err != nil || len(again) > 0 {
		w.Fatalf("the second plan is not empty: %+v %v", again, err)
	}
	return true
}

// value is what a client may send for a field.
func (w *world) value(f meta.Field) any {
	words := []string{"", "5", "2026-11-22", "#102030", "plain", "a < b", "<b>bold</b>", "Ñandú"}
	switch f.Type {
	case meta.TypeInteger:
		return json.Number(fmt.Sprint(w.IntN(5) * []int{1, 100, 1_000_000_000_000}[w.IntN(3)]))
	case meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight:
		return json.Number(decimal.New(int64(w.IntN(500)), -int32(w.IntN(f.Scale+1))).String())
	case meta.TypeBoolean:
		return w.IntN(2) == 0
	case meta.TypeInstant:
		return "2026-11-22T10:00:00Z"
	case meta.TypeReference:
		return json.Number("1")
	case meta.TypeJSON:
		return map[string]any{"x": json.Number("1")}
	}
	return words[w.IntN(len(words))]
}

// write adds a row with what its fields take.
func (w *world) write(table string) {
	w.Helper()
	t := w.table(table)
	id := int64(len(w.rows) + 1)
	columns, args := []string{"id", "version", "created_at", "updated_at"}, []any{id, 1, 0, 0}
	kept := map[string]string{}
	for key, of := range meta.Sorted(w.fields) {
		f, _ := t.Field(key)
		value, bad := f.Parse(w.value(of))
		if bad != nil {
			continue
		}
		encoded, err := f.Encode(value)
		if err != nil {
			w.Fatal(err)
		}
		if encoded == nil {
			continue
		}
		columns, args = append(columns, store.Quote(key)), append(args, encoded)
		if f.Folded {
			columns, args = append(columns, store.Quote(f.FoldColumn())), append(args, catalog.Fold(encoded.(string)))
		}
		kept[key] = w.told(f, encoded)
	}
	for _, other := range []string{"left", "right"} {
		mustExec(w.T, w.db, "insert into "+store.Quote(other)+" (id, version, created_at, updated_at) values (1, 1, 0, 0) on conflict do nothing")
	}
	mustExec(w.T, w.db, "insert into "+table+" ("+strings.Join(columns, ", ")+") values (?"+strings.Repeat(", ?", len(args)-1)+")", args...)
	w.rows[id] = kept
}

func (w *world) table(key string) *catalog.Table {
	w.Helper()
	t, err := compile(w.T, w.model(key)).Table(key)
	if err != nil {
		w.Fatal(err)
	}
	return t
}

// told is a value as the API tells it. A figure is the same with other decimals.
func (w *world) told(f *catalog.Field, db any) string {
	text := string(f.AppendJSON(nil, db))
	if f.Scale > 0 || f.Type == meta.TypeInteger || slices.Contains([]string{meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight}, f.Type) {
		if n, err := decimal.NewFromString(strings.Trim(text, `"`)); err == nil {
			return n.String()
		}
	}
	return text
}

// check reads every row through the fields as they are now.
func (w *world) check(table string) {
	w.Helper()
	t := w.table(table)
	for id, kept := range w.rows {
		for key := range w.fields {
			f, _ := t.Field(key)
			want, given := kept[key]
			if !given {
				want = "null"
			}
			if got := w.told(f, w.read(table, key, id)); got != want {
				w.Fatalf("row %d of %s: %s (%s, %d decimals) reads %s, was %s", id, table, key, f.Type, f.Scale, got, want)
			}
			if f.Folded && given {
				text, _ := w.read(table, key, id).(string)
				if got := w.read(table, f.FoldColumn(), id); got != catalog.Fold(text) {
					w.Fatalf("row %d of %s: %q is found under %v", id, table, text, got)
				}
			}
		}
	}
}

func (w *world) read(table, column string, id int64) (value any) {
	w.Helper()
	err := w.db.Read(w.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRow(ctx, "select "+store.Quote(column)+" from "+table+" where id = ?", id).Scan(&value)
	})
	if err != nil {
		w.Fatal(err)
	}
	return value
}
