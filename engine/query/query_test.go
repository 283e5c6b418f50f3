package query_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

type (
	grant = accesstest.Grant
	rule  = accesstest.Rule
	row   = accesstest.Row
)

// bench is the world with a Query over it.
type bench struct {
	*accesstest.World
	t            *testing.T
	q            *query.Query
	acme, globex int64
	sun, moon    int64
	items        map[string]int64 // "ACME/A"
	orders       map[string]int64
	system       *access.Rights
}

// each runs a test over the same records on both databases.
func each(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, filled(t, db)) })
}

// one is what each gives, where the database is not the point.
func one(t *testing.T) *bench {
	t.Helper()
	return filled(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
}

func filled(t *testing.T, db *store.DB) *bench {
	t.Helper()
	w := accesstest.New(t, db)
	if err := db.Migrate(t.Context(), query.Migrations()); err != nil {
		t.Fatal(err)
	}
	zone := time.FixedZone("east", 8*3600)
	q := query.New(db, query.Options{Zone: func(context.Context, auth.Actor) *time.Location { return zone }})
	b := &bench{World: w, t: t, q: q, items: map[string]int64{}, orders: map[string]int64{}}
	b.fill()
	b.system = b.Rights(auth.System("test"))
	return b
}

func (b *bench) fill() {
	b.Insert("user", row{"id": int64(1), "account": "u", "true_name": "Uma", "user_type": "user"})
	b.acme = b.Insert("customer", row{"code": "ACME", "name": "Acme"})
	b.globex = b.Insert("customer", row{"code": "GLOB", "name": "Globex"})
	b.sun = b.Insert("brand", row{"name": "Sun", "country": "ES", "maker_id": b.acme})
	b.moon = b.Insert("brand", row{"name": "Moon", "maker_id": b.globex})
	money := func(text string) any { return decimal.RequireFromString(text) }
	day := time.Date(2026, 3, 9, 17, 30, 0, 0, time.UTC) // already the 10th in the east
	for _, it := range []row{
		{"code": "A", "name": "Été cup", "brand_id": b.sun, "price": money("9.90"), "pieces": int64(3), "kind": "plain", "active": true, "made_on": "2026-01-02", "seen_at": day},
		{"code": "B", "name": "Plate", "brand_id": b.moon, "price": money("100"), "pieces": int64(1), "kind": "fragile", "active": false, "weight": money("0.125")},
		{"code": "C", "name": "中文 ＣＵＰ", "price": money("-1.05"), "extra": map[string]any{"a": json.Number("1.50")}},
		{"code": "D"},
	} {
		for owner, name := range map[int64]string{b.acme: "ACME", b.globex: "GLOB"} {
			copied := row{"customer_id": owner, "pin": "secret"}
			for k, v := range it {
				copied[k] = v
			}
			b.items[name+"/"+it["code"].(string)] = b.Insert("item", copied)
		}
	}
	for owner, name := range map[int64]string{b.acme: "ACME", b.globex: "GLOB"} {
		order := b.Insert("order", row{"customer_id": owner, "code": "O-" + name, "status": "open", "note": "n"})
		b.orders[name] = order
		for i, code := range []string{"A", "B"} {
			b.Insert("order_line", row{"order_id": order, "line_no": int64(20 - 10*i), "item_id": b.items[name+"/"+code], "qty": money("2.5")})
		}
	}
}

// list asks for a page as a client does: with JSON.
func (b *bench) list(rights *access.Rights, table, request string) (map[string]any, error) {
	b.t.Helper()
	var r query.Request
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		return nil, err
	}
	page, err := b.q.List(b.t.Context(), rights, table, r)
	return b.decode(page, err)
}

func (b *bench) decode(page *query.Page, err error) (map[string]any, error) {
	b.t.Helper()
	if err != nil {
		return nil, err
	}
	defer page.Release()
	var out map[string]any
	if err := json.Unmarshal(page.Bytes(), &out); err != nil {
		b.t.Fatalf("the answer is no JSON: %v\n%s", err, page.Bytes())
	}
	return out, nil
}

// codes gives what the rows of a list are, as "A B".
func (b *bench) codes(rights *access.Rights, table, request string) string {
	b.t.Helper()
	out, err := b.list(rights, table, request)
	if err != nil {
		return err.Error()
	}
	return column(out, "code")
}

func column(out map[string]any, key string) string {
	var texts []string
	for _, r := range out["rows"].([]any) {
		texts = append(texts, fmt.Sprint(r.(map[string]any)[key]))
	}
	return strings.Join(texts, " ")
}

// acmeOnly narrows a filter to one customer's items.
func acmeOnly(filter string) string {
	return `{"sort":["code"],"filter":{"and":[{"field":"customer_id.code","op":"eq","value":"ACME"},` + filter + `]}}`
}

func TestFilters(t *testing.T) {
	t.Parallel()
	tests := []struct{ filter, want string }{
		{`{"field":"code","op":"eq","value":"B"}`, "B"},
		{`{"field":"code","op":"ne","value":"B"}`, "A C D"},
		{`{"field":"code","op":"in","value":["A","C","Z"]}`, "A C"},
		{`{"field":"code","op":"nin","value":["A","C"]}`, "B D"},
		{`{"field":"price","op":"gt","value":9.9}`, "B"},
		{`{"field":"price","op":"ge","value":9.9}`, "A B"},
		{`{"field":"price","op":"between","value":[-1.05,9.90]}`, "A C"},
		{`{"field":"price","op":"null"}`, "D"},
		{`{"field":"price","op":"eq","value":null}`, "D"},
		{`{"field":"price","op":"ne","value":null}`, "A B C"},
		{`{"not":{"field":"price","op":"gt","value":0}}`, "C D"},
		{`{"field":"active","op":"eq","value":true}`, "A"},
		{`{"field":"made_on","op":"le","value":"2026-01-02"}`, "A"},
		{`{"field":"seen_at","op":"eq","value":"2026-03-10"}`, "A"},
		{`{"field":"seen_at","op":"eq","value":"2026-03-09"}`, ""},
		{`{"field":"seen_at","op":"between","value":["2026-03-10","2026-03-10"]}`, "A"},
		{`{"field":"seen_at","op":"lt","value":"2026-03-09T17:30:00.001Z"}`, "A"},
		{`{"field":"name","op":"like","value":"ETE"}`, "A"},
		{`{"field":"name","op":"like","value":"cup"}`, "A C"},
		{`{"field":"name","op":"starts","value":"中文"}`, "C"},
		{`{"field":"name","op":"like","value":"%"}`, ""},
		{`{"field":"brand_id.name","op":"eq","value":"Sun"}`, "A"},
		{`{"field":"brand_name","op":"eq","value":"Moon"}`, "B"},
		{`{"field":"brand_id.maker_id.code","op":"eq","value":"GLOB"}`, "B"},
		{`{"field":"brand_id","op":"eq","value":{"name":"Moon"}}`, "B"},
		{`{"field":"brand_id","op":"nin","value":[{"name":"Moon"}]}`, "A"},
		{`{"field":"customer_id","op":"eq","value":{"code":"GLOB"}}`, ""},
		{`{"or":[{"field":"code","op":"eq","value":"A"},{"field":"code","op":"eq","value":"D"}]}`, "A D"},
		{`{"or":[]}`, ""},
		{`{"and":[]}`, "A B C D"},
		{`{"field":"extra","op":"notnull"}`, "C"},
	}
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			for range 2 { // made, then kept
				if got := b.codes(b.system, "item", acmeOnly(tt.filter)); got != tt.want {
					t.Errorf("%s: %q, want %q", tt.filter, got, tt.want)
				}
			}
		}
	})
}

func TestRequestsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"not":`, 50) + `{"field":"code","op":"null"}` + strings.Repeat(`}`, 50)
	tests := []struct{ request, key, path string }{
		{`{"filter":{"field":"nope","op":"eq","value":1}}`, "query.unknown_field", "filter.field"},
		{`{"filter":{"and":[{"or":[{"field":"code","op":"??","value":1}]}]}}`, "query.bad_operator", "filter.and[0].or[0].op"},
		{`{"filter":{"not":{"field":"price","op":"eq","value":"x"}}}`, "field.not_number", "filter.not.value"},
		{`{"filter":{"field":"price","op":"eq","value":[1]}}`, "field.not_number", "filter.value"},
		{`{"filter":{"field":"price","op":"in","value":1}}`, "query.needs_list", "filter.value"},
		{`{"filter":{"field":"price","op":"between","value":[1]}}`, "query.needs_two", "filter.value"},
		{`{"filter":{"field":"price","op":"lt","value":null}}`, "query.no_null", "filter.value"},
		{`{"filter":{"field":"price","op":"like","value":"1"}}`, "query.bad_operator", "filter.op"},
		{`{"filter":{"field":"brand_id","op":"eq","value":{"country":"ES"}}}`, "query.unknown_key", "filter.value"},
		{`{"filter":{"field":"brand_id","op":"lt","value":{"name":"ES"}}}`, "field.not_reference", "filter.value"},
		{`{"filter":{"field":"worth","op":"gt","value":1}}`, "query.computed_field", "filter.field"},
		{`{"filter":{"field":"pin","op":"eq","value":"secret"}}`, "query.unknown_field", "filter.field"},
		{`{"filter":{"field":"code\"; drop table item; --","op":"eq","value":1}}`, "query.unknown_field", "filter.field"},
		{`{"filter":{"field":"name","op":"like","value":"a\u0000b"}}`, "query.bad_search", "filter.value"},
		{`{"filter":{"and":1}}`, "query.bad_filter", "filter"},
		{`{"filter":[1]}`, "query.bad_filter", "filter"},
		{`{"filter":{"field":"code","op":"eq","value":1,"more":2}}`, "query.bad_filter", "filter"},
		{`{"filter":` + deep + `}`, "query.too_many_nodes", "filter"},
		{`{"filter":{"field":"brand_id.maker_id.created_by.department_id.name","op":"null"}}`, "query.unknown_field", "filter.field"},
		{`{"sort":["code","-pin"]}`, "query.unknown_field", "sort[1]"},
		{`{"sort":["extra"]}`, "query.not_sortable", "sort[0]"},
		{`{"fields":["code","pin"]}`, "query.unknown_field", "fields[1]"},
		{`{"sums":["code"]}`, "query.not_number", "sums[0]"},
		{`{"size":501}`, "query.size_range", "size"},
		{`{"size":-1}`, "query.size_range", "size"},
		{`{"page":9223372036854775807}`, "query.page_range", "page"},
		{`{"page":-1}`, "query.page_range", "page"},
		{`{"cursor":"x"}`, "query.bad_cursor", "cursor"},
		{`{"cursor":"W10"}`, "query.bad_cursor", "cursor"},
		{`{"search":"` + strings.Repeat("x", 300) + `"}`, "query.bad_search", "search"},
	}
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			_, err := b.list(b.system, "item", tt.request)
			f, ok := fault.As(err)
			if !ok || f.Code != fault.Invalid || f.Key != tt.key || f.Path != tt.path {
				t.Errorf("%.120s: %v, want %s on %s", tt.request, err, tt.key, tt.path)
			}
		}
		if _, err := b.list(b.system, "nope", `{}`); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("an unknown table: %v", err)
		}
	})
}

func TestOrderIsTheSameOnBothDatabases(t *testing.T) {
	t.Parallel()
	tests := []struct{ sort, want string }{
		{`["price"]`, "C A B D"},
		{`["-price"]`, "D B A C"},
		{`["brand_id.name"]`, "B A C D"},
		{`["-brand_id__label","code"]`, "C D A B"},
		{`["name"]`, "B A C D"},
		{`["-code"]`, "D C B A"},
	}
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			request := `{"sort":` + tt.sort + `,"filter":{"field":"customer_id","op":"eq","value":{"code":"ACME"}}}`
			if got := b.codes(b.system, "item", request); got != tt.want {
				t.Errorf("sort %s: %q, want %q", tt.sort, got, tt.want)
			}
		}
	})
}

func TestCursorsWalkTheWholeList(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, sort := range []string{`[]`, `["price"]`, `["-price"]`, `["brand_id.name","-name"]`, `["active"]`, `["-seen_at"]`, `["id"]`, `["customer_id","code"]`} {
			whole, err := b.list(b.system, "item", `{"sort":`+sort+`}`)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			cursor := ""
			for range 10 {
				page, err := b.list(b.system, "item", `{"size":3,"sort":`+sort+`,"cursor":"`+cursor+`"}`)
				if err != nil {
					t.Fatalf("sort %s: %v", sort, err)
				}
				ids = append(ids, column(page, "id"))
				if cursor, _ = page["nextCursor"].(string); cursor == "" {
					break
				}
			}
			if got, want := strings.Join(ids, " "), column(whole, "id"); got != want {
				t.Errorf("sort %s: walked %s, want %s", sort, got, want)
			}
		}
	})
}

func TestTotalsAndSums(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, request := range []string{`{"size":2,"total":true,"sums":["price","pieces"]}`, `{"total":"exact","sums":["price","pieces"]}`} {
			out, err := b.list(b.system, "item", request)
			if err != nil {
				t.Fatal(err)
			}
			sums := out["sums"].(map[string]any)
			if out["total"] != 8.0 || out["totalIsFloor"] != false || sums["price"] != 217.7 || sums["pieces"] != 8.0 {
				t.Errorf("%s: total %v, sums %v", request, out["total"], sums)
			}
		}
		out, err := b.list(b.system, "item", `{"size":2,"page":9,"total":true}`)
		if err != nil || out["total"] != 8.0 {
			t.Errorf("a page behind the end: total %v (%v)", out["total"], err)
		}
	})
}

func TestARowHasExactValuesAndLabels(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		page, err := b.q.Get(t.Context(), b.system, "item", b.items["ACME/A"])
		if err != nil {
			t.Fatal(err)
		}
		text := string(page.Bytes())
		for _, want := range []string{
			`"price":9.9,`, `"brand_id__label":"Sun"`, `"customer_id__label":"ACME Acme"`, `"_label":"A"`, `"seen_at":"2026-03-09T17:30:00Z"`,
			`"made_on":"2026-01-02"`, `"brand_name":"Sun"`, `"worth":29.7`, `"active":true`, `"weight":null`, `"name":"Été cup"`, `"_can":["update","delete"]`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is missing in %s", want, text)
			}
		}
		if strings.Contains(text, "secret") || strings.Contains(text, "__fold") {
			t.Errorf("the answer tells too much: %s", text)
		}
		_, err = b.q.Get(t.Context(), b.system, "item", 424242)
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("an unknown record: %v", err)
		}
	})
}

func TestNamesFindRecordsLetterByLetter(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		long := strings.Repeat("x", 300)
		page, err := b.list(b.system, "item", `{"names":["A","Été cup","nobody","`+long+`"],"sort":["id"],"fields":["name"]}`)
		if err != nil || len(page["rows"].([]any)) == 0 || !strings.Contains(column(page, "name"), "Été cup") {
			t.Errorf("named rows = %v (%v)", page, err)
		}
		none, err := b.list(b.system, "item", `{"names":["nobody"],"fields":["name"]}`)
		if err != nil || len(none["rows"].([]any)) != 0 {
			t.Errorf("rows of an unknown name = %v (%v)", none, err)
		}
	})
}

func TestADocumentComesWithLinesAndActions(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		role := b.Role("user", grant{Menus: []int{14}, Buttons: map[int][]string{14: {"audit", "update"}}})
		rights := b.Rights(accesstest.Office(1, role))
		order := func(id int64) map[string]any {
			out, err := b.decode(b.q.Get(t.Context(), rights, "order", id))
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		out := order(b.orders["ACME"])
		lines := out["lines"].([]any)
		if len(lines) != 2 || lines[0].(map[string]any)["line_no"] != 10.0 || lines[0].(map[string]any)["item_id__label"] != "B" {
			t.Errorf("lines = %v", lines)
		}
		if got := fmt.Sprint(out["_can"]); got != "[update audit]" {
			t.Errorf("_can = %s", got)
		}
		empty := b.Insert("order", row{"customer_id": b.acme, "code": "E", "status": "open"})
		if got := fmt.Sprint(order(empty)["_can"]); got != "[update]" {
			t.Errorf("_can without lines = %s, the guard must refuse", got)
		}
		if got := fmt.Sprint(order(empty)["_cannot"]); got != "map[audit:guard]" {
			t.Errorf("_cannot without lines = %s", got)
		}
		done := b.Insert("order", row{"customer_id": b.acme, "code": "F", "status": "done"})
		if got := fmt.Sprint(order(done)["_can"]); got != "[]" {
			t.Errorf("_can when done = %s", got)
		}
		if got := fmt.Sprint(order(done)["_cannot"]); got != "map[audit:state]" {
			t.Errorf("_cannot when done = %s", got)
		}
		page, err := b.list(rights, "order", `{"can":true,"sort":["code"],"fields":["code"]}`)
		if err != nil || column(page, "_can") != "[update audit] [] [update audit] [update audit]" {
			t.Errorf("_can in a list = %v (%v)", page, err)
		}
	})
}

func TestOwnersSeeOnlyTheirs(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		role := b.Role("client", grant{Menus: []int{92, 93, 94}})
		rights := b.Rights(accesstest.Client(7, b.acme, role))
		tests := []struct{ table, request, want string }{
			{"item", `{"sort":["code"]}`, "A B C D"},
			{"item", `{"sort":["code"],"filter":{"or":[{"field":"code","op":"eq","value":"A"},{"field":"customer_id","op":"ne","value":0.5e1}]}}`, "A B C D"},
			{"item", `{"filter":{"field":"customer_id","op":"eq","value":{"code":"GLOB"}}}`, ""},
			{"item", `{"sort":["code"],"filter":{"field":"brand_id.maker_id.code","op":"notnull"}}`, "A"},
			{"order", `{}`, "O-ACME"},
			{"customer", `{}`, "ACME"},
			{"order", `{"search":"o-glob"}`, ""},
		}
		for _, tt := range tests {
			if got := b.codes(rights, tt.table, tt.request); got != tt.want {
				t.Errorf("%s %s: %q, want %q", tt.table, tt.request, got, tt.want)
			}
		}
		if out, err := b.list(rights, "brand", `{"sort":["name"]}`); err != nil || column(out, "maker_id__label") != "<nil> ACME Acme" {
			t.Errorf("brands = %v (%v): a foreign label must be null", out, err)
		}
		if _, err := b.q.Get(t.Context(), rights, "item", b.items["GLOB/A"]); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("a foreign record: %v", err)
		}
		if _, err := b.list(rights, "role", `{}`); fault.CodeOf(err) != fault.Denied {
			t.Errorf("a table without right: %v", err)
		}
	})
}

func TestFieldsAreReadOnlyWhereGranted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		masked := b.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Mask: []string{"price", "brand_name"}, Hide: []string{"weight"}}}})
		priceOfA := b.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.code == 'A'"}}})
		some := b.Rights(accesstest.Office(1, masked, priceOfA))
		none := b.Rights(accesstest.Office(1, masked))

		out, err := b.list(some, "item", acmeOnly(`{"and":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := column(out, "price"); got != "9.9 <nil> <nil> <nil>" {
			t.Errorf("prices = %s", got)
		}
		if got := column(out, "_masked"); got != "<nil> [price weight brand_name worth] [price weight brand_name worth] [price weight brand_name worth]" &&
			got != "<nil> [price weight brand_name] [price weight brand_name] [price weight brand_name]" {
			t.Errorf("masked = %s", got)
		}
		tests := []struct {
			rights *access.Rights
			filter string
			want   string
		}{
			{some, `{"field":"price","op":"gt","value":0}`, "A"},
			{some, `{"field":"price","op":"null"}`, ""},
			{some, `{"field":"brand_name","op":"notnull"}`, "A"},
			{none, `{"field":"price","op":"gt","value":0}`, ""},
			{none, `{"field":"price","op":"notnull"}`, ""},
			{none, `{"field":"brand_name","op":"notnull"}`, ""},
		}
		for _, tt := range tests {
			if got := b.codes(tt.rights, "item", acmeOnly(tt.filter)); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.filter, got, tt.want)
			}
		}
		out, err = b.list(none, "item", `{"sums":["price","weight"],"sort":["-price"],"fields":["price","weight","code"]}`)
		if err != nil || len(out["sums"].(map[string]any)) != 0 {
			t.Errorf("sums of what nobody may read = %v (%v)", out["sums"], err)
		}
		if got := column(out, "_masked"); !strings.HasPrefix(got, "[price] [price]") {
			t.Errorf("a field that is masked everywhere: %s", got)
		}
		out, err = b.list(some, "item", `{"sums":["price"]}`)
		if err != nil || out["sums"].(map[string]any)["price"] != 19.8 {
			t.Errorf("sum over readable rows = %v (%v)", out["sums"], err)
		}
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for search, want := range map[string]string{"ete": "A", "CUP": "A C", "été cup": "A", "plate a": "B", "100%": "", "  ": "A B C D", "中文": "C"} {
			request := `{"sort":["code"],"search":"` + search + `","filter":{"field":"customer_id.code","op":"eq","value":"ACME"}}`
			if got := b.codes(b.system, "item", request); got != want {
				t.Errorf("search %q: %q, want %q", search, got, want)
			}
		}
	})
}

func TestRowsForCode(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		err := b.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			one, err := b.q.One(ctx, tx, b.system, "item", b.items["ACME/A"])
			if err != nil {
				return err
			}
			if price := one["price"].(decimal.Decimal); price.String() != "9.9" || one["pieces"] != int64(3) || one["weight"] != nil || one["active"] != true {
				t.Errorf("row = %v", one)
			}
			rows, err := b.q.Rows(ctx, tx, b.system, "item", query.Where{
				Filter: query.All(query.Is("customer_id", query.Eq, b.acme), query.Is("price", query.Ge, decimal.RequireFromString("9.9"))),
				Sort:   []string{"-code"}, Limit: 5, Lock: true,
			})
			if err != nil || len(rows) != 2 || rows[0]["code"] != "B" {
				t.Errorf("rows = %v (%v)", rows, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestAggregates(t *testing.T) {
	t.Parallel()
	tests := []struct{ request, want string }{
		{
			`{"measures":[{"fn":"count","as":"n"},{"fn":"sum","field":"price","as":"p"},{"fn":"avg","field":"price","as":"a"}]}`,
			`{"rows":[{"n":8,"p":217.7,"a":36.283333}],"totalIsFloor":false}`,
		},
		{
			`{"group":["brand_id.name"],"measures":[{"fn":"sum","field":"pieces","as":"n"},{"fn":"max","field":"code","as":"last"}],"sort":["-n"]}`,
			`{"rows":[{"brand_id.name":"Sun","n":6,"last":"A"},{"brand_id.name":"Moon","n":2,"last":"B"},{"brand_id.name":null,"n":0,"last":"D"}],"totalIsFloor":false}`,
		},
		{
			`{"group":["customer_id"],"measures":[{"fn":"count_distinct","field":"brand_id","as":"n"}],"filter":{"field":"customer_id","op":"eq","value":{"code":"ACME"}}}`,
			`{"rows":[{"customer_id":0,"customer_id__label":"ACME Acme","n":2}],"totalIsFloor":false}`,
		},
		{
			`{"group":["code"],"measures":[{"fn":"sum","field":"price","as":"p"}],"having":{"field":"p","op":"gt","value":19.7}}`,
			`{"rows":[{"code":"A","p":19.8},{"code":"B","p":200}],"totalIsFloor":false}`,
		},
	}
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			var a query.Aggregation
			if err := json.Unmarshal([]byte(tt.request), &a); err != nil {
				t.Fatal(err)
			}
			page, err := b.q.Aggregate(t.Context(), b.system, "item", a)
			if err != nil {
				t.Errorf("%s: %v", tt.request, err)
				continue
			}
			want := strings.ReplaceAll(tt.want, `"customer_id":0`, fmt.Sprintf(`"customer_id":%d`, b.acme))
			if got := string(page.Bytes()); got != want {
				t.Errorf("%s:\n got %s\nwant %s", tt.request, got, want)
			}
		}
		role := b.Role("client", grant{Menus: []int{92}})
		rights := b.Rights(accesstest.Client(7, b.acme, role))
		page, err := b.q.Aggregate(t.Context(), rights, "item", query.Aggregation{Measures: []query.Measure{{Fn: query.Count, As: "n"}}})
		if err != nil || string(page.Bytes()) != `{"rows":[{"n":4}],"totalIsFloor":false}` {
			t.Errorf("a client's count: %s (%v)", page.Bytes(), err)
		}
	})
}

func TestDropdowns(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		role := b.Role("client", grant{Menus: []int{92}})
		rights := b.Rights(accesstest.Client(7, b.acme, role))
		ask := func(rights *access.Rights, params map[string]any, codes ...string) string {
			page, err := b.q.Dropdown(t.Context(), rights, codes, params)
			if err != nil {
				return err.Error()
			}
			return string(page.Bytes())
		}
		if got, want := ask(rights, nil, "kind", "colour"), `{"kind":[{"value":"plain","label":"Plain"},{"value":"fragile","label":"Fragile"}],"colour":[{"value":"red","label":"Red"}]}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := ask(rights, map[string]any{"brand_id": json.Number(fmt.Sprint(b.sun))}, "item_of"), fmt.Sprintf(`{"item_of":[{"value":%d,"label":"A Été cup"}]}`, b.items["ACME/A"]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := ask(rights, map[string]any{"search": "plate"}, "item_of"), fmt.Sprintf(`{"item_of":[{"value":%d,"label":"B Plate"}]}`, b.items["ACME/B"]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		nobody := b.Rights(auth.Actor{})
		if got := ask(nobody, nil, "colour"); got != `{"colour":[{"value":"red","label":"红"}]}` {
			t.Errorf("a public dropdown without session: %s", got)
		}
		for _, code := range []string{"kind", "item_of"} {
			if _, err := b.q.Dropdown(t.Context(), nobody, []string{code}, nil); fault.CodeOf(err) != fault.Unauthenticated {
				t.Errorf("%s without session: %v", code, err)
			}
		}
		if got, want := ask(rights, nil, "nope", "colour", "none"), `{"colour":[{"value":"red","label":"Red"}]}`; got != want {
			t.Errorf("with unknown dropdowns: %s, want %s", got, want)
		}
	})
}
