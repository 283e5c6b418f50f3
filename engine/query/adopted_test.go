package query_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// foreign is metadata over a table and a view of another program.
const foreign = `{
	"modules": [{"key": "base", "user_types": [{"key": "user"}]}],
	"tables": [
		{"key": "user", "label": ["account"], "fields": [{"key": "account", "type": "text"}, {"key": "true_name", "type": "text"}]},
		{"key": "rate", "label": ["name"], "adopted": {"from": "Legacy Rate; drop table x--", "key": "No", "columns": {"rate": "Rate %", "valid_from": "valid"}}, "fields": [
			{"key": "name", "type": "text", "search": true}, {"key": "valid_from", "type": "date"}, {"key": "rate", "type": "decimal", "scale": 3},
			{"key": "active", "type": "boolean"}, {"key": "seen", "type": "instant"}, {"key": "pieces", "type": "integer"},
			{"key": "double", "type": "decimal", "scale": 3, "computed": "row.rate * 2"}
		]},
		{"key": "rate_sum", "label": ["name"], "adopted": {"from": "legacy_sum", "key": "No"}, "fields": [{"key": "name", "type": "text"}]},
		{"key": "tariff", "label": ["code"], "fields": [{"key": "code", "type": "text"}, {"key": "rate_id", "type": "reference", "to": "rate"}]}
	]
}`

// legacy makes the table of the other program, in the words of each database.
var legacy = map[store.Dialect][]string{
	store.SQLite: {
		`create table "Legacy Rate; drop table x--" ("No" integer primary key, name varchar(40), valid date, "Rate %" numeric, active boolean, seen datetime, pieces integer)`,
		`insert into "Legacy Rate; drop table x--" values (7, 'Árbol grande', '2026-01-31', 1.25, 1, '2026-03-09 17:30:00.250', 3), (8, 'beta', '2026-02-30', 'none', 0, 'soon', 4.5), (-9, 'Zulu', null, -0.001, null, null, null)`,
	},
	store.Postgres: {
		`create table "Legacy Rate; drop table x--" ("No" integer primary key, name varchar(40), valid date, "Rate %" numeric, active boolean, seen timestamp, pieces smallint)`,
		`insert into "Legacy Rate; drop table x--" values (7, 'Árbol grande', '2026-01-31', 1.25, true, '2026-03-09 17:30:00.250', 3), (8, 'beta', 'infinity', 'NaN', false, 'infinity', null), (-9, 'Zulu', null, -0.001, null, null, null)`,
	},
}

// adopting gives the world of foreign with its rows, and one of ours that refers to them.
func adopting(t *testing.T, db *store.DB) *bench {
	t.Helper()
	release := accesstest.Compile(t, []byte(foreign)).On(db.Dialect())
	err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range append(legacy[db.Dialect()], `create view legacy_sum as select "No", name from "Legacy Rate; drop table x--" where "No" > 7`) {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w := accesstest.With(t, db, release)
	if err := db.Migrate(t.Context(), query.Migrations()); err != nil {
		t.Fatal(err)
	}
	zone := func(context.Context, auth.Actor) *time.Location { return time.UTC }
	w.Insert("tariff", row{"code": "T1", "rate_id": int64(7)})
	w.Insert("tariff", row{"code": "T2", "rate_id": int64(8)})
	return &bench{World: w, t: t, q: query.New(db, query.Options{Zone: zone}), system: access.System(release, "test")}
}

func TestTablesOfOtherProgramsAreRead(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		b := adopting(t, db)
		for _, tt := range []struct{ what, table, request, want string }{
			{
				"values have our form", "rate", `{"filter": {"field": "id", "op": "eq", "value": 7}, "fields": ["name", "valid_from", "rate", "active", "seen", "pieces", "double"]}`,
				`[{"active":true,"double":2.5,"id":7,"name":"Árbol grande","pieces":3,"rate":1.25,"seen":"2026-03-09T17:30:00.25Z","valid_from":"2026-01-31"}]`,
			},
			{
				"what is no value of the field is empty", "rate", `{"filter": {"field": "id", "op": "eq", "value": 8}, "fields": ["valid_from", "rate", "active", "seen", "pieces"]}`,
				`[{"active":false,"id":8,"pieces":null,"rate":null,"seen":null,"valid_from":null}]`,
			},
			{"figures are compared", "rate", `{"filter": {"field": "rate", "op": "lt", "value": 1.25}, "fields": ["rate"]}`, `[{"id":-9,"rate":-0.001}]`},
			{"days are compared", "rate", `{"filter": {"field": "valid_from", "op": "ge", "value": "2026-01-31"}, "fields": ["id"]}`, `[{"id":7}]`},
			{"moments of a day are found", "rate", `{"filter": {"field": "seen", "op": "eq", "value": "2026-03-09"}, "fields": ["id"]}`, `[{"id":7}]`},
			{"truths are compared", "rate", `{"filter": {"field": "active", "op": "eq", "value": false}, "fields": ["id"]}`, `[{"id":8}]`},
			{"texts are sorted by their bytes", "rate", `{"sort": ["name"], "fields": ["name"]}`, `[{"id":-9,"name":"Zulu"},{"id":8,"name":"beta"},{"id":7,"name":"Árbol grande"}]`},
			{"words are searched without accents", "rate", `{"search": "arbol", "fields": ["id"]}`, `[{"id":7}]`},
			{"pages go on", "rate", `{"sort": ["-id"], "fields": ["id"], "page": 2, "size": 1}`, `[{"id":7}]`},
			{"a view is read", "rate_sum", `{"fields": ["name"]}`, `[{"id":8,"name":"beta"}]`},
			{
				"a reference is named", "tariff", `{"sort": ["code"], "fields": ["code", "rate_id"], "filter": {"field": "rate_id.name", "op": "starts", "value": "Á"}}`,
				`[{"code":"T1","id":0,"rate_id":7,"rate_id__label":"Árbol grande"}]`,
			},
			{
				"a field behind a reference is read", "tariff", `{"sort": ["code"], "fields": ["rate_id.rate"], "filter": {"field": "code", "op": "eq", "value": "T1"}}`,
				`[{"id":0,"rate_id.rate":1.25}]`,
			},
		} {
			t.Run(tt.what, func(t *testing.T) {
				got, err := b.list(b.system, tt.table, tt.request)
				if err != nil {
					t.Fatal(err)
				}
				if text := plainRows(t, got, tt.table == "tariff"); text != tt.want {
					t.Errorf("got  %s\nwant %s", text, tt.want)
				}
			})
		}
	})
}

func TestTablesOfOtherProgramsAreAddedUp(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		b := adopting(t, db)
		got, err := b.decode(b.q.Aggregate(t.Context(), b.system, "tariff", query.Aggregation{
			Group: []string{"rate_id"}, Measures: []query.Measure{{Fn: query.Count, As: "n"}, {Field: "rate_id.rate", Fn: query.Sum, As: "sum"}},
		}))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(got)
		if want := `"rate_id":7,"rate_id__label":"Árbol grande","sum":1.25`; !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	})
}

// plainRows writes the rows of an answer; ids of ours are not known before.
func plainRows(t *testing.T, answer map[string]any, ours bool) string {
	t.Helper()
	for _, key := range []string{"rows", "list"} {
		rows, ok := answer[key].([]any)
		if !ok {
			continue
		}
		for _, one := range rows {
			cells := one.(map[string]any)
			delete(cells, "version")
			delete(cells, "_can")
			if ours {
				cells["id"] = 0
			}
		}
		text, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	return fmt.Sprint(answer)
}
