package query_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

type object = map[string]any

func rolled(key, kind string, scale int, rollup object) any {
	f := object{"key": key, "type": kind, "rollup": rollup}
	if scale > 0 {
		f["scale"] = scale
	}
	return f
}

// rolling is the world with roll-ups of every kind.
func rolling(t testing.TB) *catalog.Release {
	return accesstest.Extended(t, map[string][]any{
		"brand": {
			rolled("items", "integer", 0, object{"of": "item", "by": "brand_id", "fn": "count"}),
			rolled("fragile", "integer", 0, object{"of": "item", "by": "brand_id", "fn": "count", "where": "row.kind == 'fragile'"}),
			rolled("plain", "integer", 0, object{"of": "item", "by": "brand_id", "fn": "count", "where": "row.kind == 'plain'"}),
			rolled("owners", "integer", 0, object{"of": "item", "by": "brand_id", "fn": "count_distinct", "field": "customer_id"}),
			rolled("prices", "money", 2, object{"of": "item", "by": "brand_id", "fn": "sum", "field": "price"}),
			rolled("dearest", "money", 2, object{"of": "item", "by": "brand_id", "fn": "max", "field": "price"}),
			rolled("first_made", "date", 0, object{"of": "item", "by": "brand_id", "fn": "min", "field": "made_on"}),
			rolled("last_seen", "instant", 0, object{"of": "item", "by": "brand_id", "fn": "max", "field": "seen_at"}),
			rolled("of_acme", "integer", 0, object{"of": "item", "by": "brand_id", "fn": "count", "where": "row.customer_id.code == 'ACME'"}),
			rolled("unseen", "integer", 0, object{"of": "item", "by": "brand_id", "fn": "count", "where": "row.seen_at != nil"}),
		},
		"item": {
			rolled("ordered", "decimal", 3, object{"of": "order_line", "by": "item_id", "fn": "sum", "field": "qty"}),
			rolled("open_lines", "integer", 0, object{"of": "order_line", "by": "item_id", "fn": "count", "where": "row.order_id.status == 'open'"}),
			object{"key": "left", "type": "decimal", "scale": 3, "computed": "row.weight - row.ordered"},
			object{"key": "of_brand", "type": "integer", "computed": "row.brand_id.items"},
		},
		"customer": {rolled("orders", "integer", 0, object{"of": "order", "by": "customer_id", "fn": "count"})},
	}, map[string][]any{
		"order":      {object{"key": "customer", "on": []any{"customer_id"}}},
		"order_line": {object{"key": "item", "on": []any{"item_id"}}},
	})
}

func eachRolling(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		w := accesstest.With(t, db, rolling(t))
		if err := db.Migrate(t.Context(), query.Migrations()); err != nil {
			t.Fatal(err)
		}
		b := &bench{World: w, t: t, q: query.New(db, query.Options{}), items: map[string]int64{}, orders: map[string]int64{}}
		b.fill()
		b.system = b.Rights(auth.System("test"))
		run(t, b)
	})
}

// exact asks for a page, its numbers as they are written.
func (b *bench) exact(rights *access.Rights, table, request string) []object {
	b.t.Helper()
	var r query.Request
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		b.t.Fatal(err)
	}
	page, err := b.q.List(b.t.Context(), rights, table, r)
	if err != nil {
		b.t.Fatalf("list %s %s: %v", table, request, err)
	}
	defer page.Release()
	var answer struct{ Rows []object }
	decoder := json.NewDecoder(bytes.NewReader(page.Bytes()))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		b.t.Fatal(err)
	}
	return answer.Rows
}

func number(row object, key string) decimal.Decimal {
	n, _ := row[key].(json.Number)
	d, _ := decimal.NewFromString(string(n))
	return d
}

func countIf(rows []object, holds func(object) bool) json.Number {
	n := 0
	for _, row := range rows {
		if holds(row) {
			n++
		}
	}
	return json.Number(fmt.Sprint(n))
}

func sumOf(rows []object, key string) json.Number {
	var sum decimal.Decimal
	for _, row := range rows {
		sum = sum.Add(number(row, key))
	}
	return json.Number(sum.String())
}

func extreme(rows []object, key string, sign int) any {
	var found any
	for _, row := range rows {
		v := row[key]
		if v == nil {
			continue
		}
		if n, isNumber := v.(json.Number); isNumber {
			if found == nil || number(row, key).Cmp(number(object{"n": found}, "n"))*sign > 0 {
				found = n
			}
		} else if found == nil || strings.Compare(v.(string), found.(string))*sign > 0 {
			found = v
		}
	}
	return found
}

// ofBrand works the roll-ups of a brand out from the items that a reader gets in a list.
func ofBrand(rows []object) object {
	owners := map[any]bool{}
	for _, row := range rows {
		if row["customer_id"] != nil {
			owners[row["customer_id"]] = true
		}
	}
	return object{
		"items":      countIf(rows, func(object) bool { return true }),
		"fragile":    countIf(rows, func(r object) bool { return r["kind"] == "fragile" }),
		"plain":      countIf(rows, func(r object) bool { return r["kind"] == "plain" }),
		"owners":     json.Number(fmt.Sprint(len(owners))),
		"prices":     sumOf(rows, "price"),
		"dearest":    extreme(rows, "price", 1),
		"first_made": extreme(rows, "made_on", -1),
		"last_seen":  extreme(rows, "seen_at", 1),
		"of_acme":    countIf(rows, func(r object) bool { return r["customer_id.code"] == "ACME" }),
		"unseen":     countIf(rows, func(r object) bool { return r["seen_at"] != nil }),
	}
}

// seen are the rows that a reader gets, by the record that they refer to.
func (b *bench) seen(rights *access.Rights, table, by string, fields ...string) map[any][]object {
	names, _ := json.Marshal(append(fields, by))
	all := map[any][]object{}
	for _, row := range b.exact(rights, table, `{"size": 500, "sort": ["id"], "fields": `+string(names)+`}`) {
		all[row[by]] = append(all[row[by]], row)
	}
	return all
}

// agree holds what is rolled up of brands to what the reader would work out himself:
// where it is shown, compared, sorted, added up and grouped by.
func (b *bench) agree(t *testing.T, who string, rights *access.Rights) {
	t.Helper()
	items := b.seen(rights, "item", "brand_id", "kind", "price", "made_on", "seen_at", "customer_id", "customer_id.code")
	brands := b.exact(rights, "brand", `{"size": 500, "sort": ["id"]}`)
	want := map[any]object{}
	total := int64(0)
	for _, brand := range brands {
		naive := ofBrand(items[brand["id"]])
		want[brand["id"]] = naive
		n, _ := naive["items"].(json.Number).Int64()
		total += n
		for key, wanted := range naive {
			got, there := brand[key]
			if !there && !strings.HasPrefix(key, "prices") && key != "dearest" {
				t.Errorf("%s: %s of brand %v is not told", who, key, brand["id"])
			}
			if there && !equal(got, wanted) {
				t.Errorf("%s: %s of brand %v is %v, by hand %v", who, key, brand["id"], got, wanted)
			}
		}
	}
	for _, key := range []string{"items", "fragile", "first_made"} {
		b.agreeOn(t, who, rights, key, want)
	}
	page, err := b.decode(b.q.List(t.Context(), rights, "brand", query.Request{Sums: []string{"items"}, Size: 1}))
	if err != nil || page["sums"].(map[string]any)["items"] != float64(total) {
		t.Errorf("%s: the sum of items is %v (%v), by hand %d", who, page["sums"], err, total)
	}
	b.agreeOnGroups(t, who, rights, want)
}

func equal(got, wanted any) bool {
	if n, ok := got.(json.Number); ok && wanted != nil {
		return number(object{"n": n}, "n").Equal(number(object{"n": wanted}, "n"))
	}
	return got == wanted
}

// agreeOn compares a filter, both orders, and going on by a cursor.
func (b *bench) agreeOn(t *testing.T, who string, rights *access.Rights, key string, want map[any]object) {
	t.Helper()
	var ids []any
	for id := range want {
		ids = append(ids, id)
	}
	for _, value := range []any{json.Number("0"), json.Number("2"), "2026-01-02"} {
		if _, isText := value.(string); isText != (key == "first_made") {
			continue
		}
		text, _ := json.Marshal(value)
		got := len(b.exact(rights, "brand", fmt.Sprintf(`{"size": 500, "filter": {"field": %q, "op": "le", "value": %s}}`, key, text)))
		hold := 0
		for _, id := range ids {
			if v := want[id][key]; v != nil && extreme([]object{{"v": v}, {"v": value}}, "v", 1) == value || equal(want[id][key], value) {
				hold++
			}
		}
		if got != hold {
			t.Errorf("%s: %s <= %v holds for %d brands, by hand for %d", who, key, value, got, hold)
		}
	}
	for _, sort := range []string{key, "-" + key} {
		var walked []any
		cursor := ""
		for range 100 {
			page, err := b.decode(b.q.List(t.Context(), rights, "brand", query.Request{Sort: []string{sort}, Size: 2, Cursor: cursor, Fields: []string{"name"}}))
			if err != nil {
				t.Fatalf("%s: sort by %s: %v", who, sort, err)
			}
			for _, row := range page["rows"].([]any) {
				walked = append(walked, json.Number(fmt.Sprint(int64(row.(object)["id"].(float64)))))
			}
			if cursor, _ = page["nextCursor"].(string); cursor == "" {
				break
			}
		}
		if len(walked) != len(ids) {
			t.Fatalf("%s: sorted by %s there are %d of %d brands", who, sort, len(walked), len(ids))
		}
		for i := 1; i < len(walked); i++ {
			before, after := want[walked[i-1]][key], want[walked[i]][key]
			if sort[0] == '-' {
				before, after = after, before
			}
			if before == nil && after != nil || before != nil && after != nil && !equal(extreme([]object{{"v": before}, {"v": after}}, "v", 1), after) {
				t.Errorf("%s: by %s %v comes before %v", who, sort, before, after)
			}
		}
	}
}

func (b *bench) agreeOnGroups(t *testing.T, who string, rights *access.Rights, want map[any]object) {
	t.Helper()
	page, err := b.decode(b.q.Aggregate(t.Context(), rights, "brand", query.Aggregation{
		Group: []string{"items"}, Measures: []query.Measure{{Fn: query.Count, As: "n"}, {Fn: query.Sum, Field: "fragile", As: "fragile"}},
	}))
	if err != nil {
		t.Fatalf("%s: group by items: %v", who, err)
	}
	by := map[any][]object{}
	for _, one := range want {
		by[string(one["items"].(json.Number))] = append(by[string(one["items"].(json.Number))], one)
	}
	for _, row := range page["rows"].([]any) {
		of := by[fmt.Sprint(row.(object)["items"])]
		if row.(object)["n"] != float64(len(of)) || fmt.Sprint(row.(object)["fragile"]) != string(sumOf(of, "fragile")) {
			t.Errorf("%s: group %v, by hand %d brands with %s", who, row, len(of), sumOf(of, "fragile"))
		}
	}
}

func TestRollupsAreWhatTheReaderWouldWorkOut(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	eachRolling(t, func(t *testing.T, b *bench) {
		random := rand.New(rand.NewPCG(uint64(seed), 7)) //nolint:gosec // a test
		acme := accesstest.Client(7, b.acme, b.Role("client", grant{Menus: []int{92, 93, 94}}))
		masked := accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 13, 14}, Rules: map[string]rule{"item": {Mask: []string{"price"}}}}))
		some := accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 13, 14}, Rules: map[string]rule{"item": {Rows: "row.kind == 'plain' or row.pieces > 2"}}}),
			b.Role("user", grant{Menus: []int{12, 13, 14}, Rules: map[string]rule{"item": {Rows: "row.active == true", Hide: []string{"kind"}}}}))
		for i := range 5 {
			b.Insert("brand", row{"name": fmt.Sprintf("brand %d", i)})
		}
		for step := range 6 {
			for i := range 8 {
				b.disturb(random, fmt.Sprintf("%d.%d", step, i))
			}
			b.agree(t, "the system", b.system)
			b.agree(t, "a client", b.Rights(acme))
			b.agree(t, "one who sees no prices", b.Rights(masked))
			b.agree(t, "one of two roles", b.Rights(some))
		}
	})
}

// disturb makes, changes or deletes an item.
func (b *bench) disturb(random *rand.Rand, code string) {
	b.t.Helper()
	var ids []int64
	for _, brand := range b.exact(b.system, "brand", `{"size": 500, "fields": ["name"]}`) {
		id, _ := brand["id"].(json.Number).Int64()
		ids = append(ids, id)
	}
	slices.Sort(ids)
	brand := ids[random.IntN(len(ids))]
	maybe := func(v any) any {
		if random.IntN(4) == 0 {
			return nil
		}
		return v
	}
	switch random.IntN(4) {
	case 0:
		b.run(`update item set brand_id = ? where id = (select min(id) from item where brand_id = ?)`, maybe(brand), ids[random.IntN(len(ids))])
	case 1:
		b.run(`delete from item where id = (select max(id) from item where brand_id = ?) and not exists (select 1 from order_line where item_id = item.id)`, brand)
	default:
		b.Insert("item", row{
			"customer_id": []int64{b.acme, b.globex}[random.IntN(2)], "code": code, "brand_id": brand,
			"price": maybe(decimal.New(random.Int64N(2_000_00)-1_000_00, -2)), "kind": maybe([]string{"plain", "fragile"}[random.IntN(2)]),
			"pieces": maybe(random.Int64N(5)), "active": maybe(random.IntN(2) == 0), "made_on": maybe(fmt.Sprintf("2026-01-%02d", 1+random.IntN(28))),
			"seen_at": maybe(time.Date(2026, 3, 1+random.IntN(20), 0, 0, 0, 0, time.UTC)),
		})
	}
}

func (b *bench) run(statement string, args ...any) {
	b.t.Helper()
	err := b.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func TestRollupsOverLinesAndBehindReferences(t *testing.T) {
	eachRolling(t, func(t *testing.T, b *bench) {
		cup := b.exact(b.system, "item", fmt.Sprintf(`{"filter": {"field": "id", "op": "eq", "value": %d}}`, b.items["ACME/B"]))[0]
		for key, want := range map[string]string{"ordered": "2.5", "open_lines": "1", "left": "-2.375", "of_brand": "2"} {
			if fmt.Sprint(cup[key]) != want {
				t.Errorf("%s is %v, want %s", key, cup[key], want)
			}
		}
		behind := b.exact(b.system, "item", `{"fields": ["code", "brand_id.items", "customer_id.orders"], "filter": {"field": "brand_id.items", "op": "gt", "value": 1}, "sort": ["-customer_id.orders", "code"]}`)
		if len(behind) != 4 || fmt.Sprintf("%v %v", behind[0]["brand_id.items"], behind[0]["customer_id.orders"]) != "2 1" {
			t.Errorf("behind references: %v", behind)
		}
		if by := b.exact(b.system, "item", `{"filter": {"field": "of_brand", "op": "eq", "value": 2}}`); len(by) != 4 {
			t.Errorf("by what follows a reference to a roll-up: %v", by)
		}
	})
}

// TestRollupsNobodyMayRead leaves out what is rolled up of what the reader may not read.
func TestRollupsNobodyMayRead(t *testing.T) {
	eachRolling(t, func(t *testing.T, b *bench) {
		noOrders := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 13}})))
		noPrice := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 13, 14}, Rules: map[string]rule{"item": {Hide: []string{"price"}}}})))
		item := b.exact(noOrders, "item", `{"size": 1, "sort": ["id"]}`)[0]
		if _, told := item["ordered"]; told {
			t.Errorf("orders that nobody granted are added up: %v", item)
		}
		if found := b.exact(noOrders, "item", `{"filter": {"field": "ordered", "op": "gt", "value": 0}}`); len(found) != 0 {
			t.Errorf("and found by: %v", found)
		}
		brand := b.exact(noPrice, "brand", `{"sort": ["-dearest", "prices"]}`)[0]
		for _, key := range []string{"prices", "dearest"} {
			if _, told := brand[key]; told {
				t.Errorf("prices that are hidden are rolled up: %v", brand)
			}
		}
		if _, told := brand["items"]; !told {
			t.Errorf("and items are not: %v", brand)
		}
	})
}

func TestRollupsOfLargeFigures(t *testing.T) {
	eachRolling(t, func(t *testing.T, b *bench) {
		most := decimal.New(999_999_999_999_999, -2)
		for i := range 30 {
			b.Insert("item", row{"customer_id": b.acme, "code": fmt.Sprintf("L%d", i), "brand_id": b.sun, "price": most})
			b.Insert("item", row{"customer_id": b.acme, "code": fmt.Sprintf("S%d", i), "brand_id": b.moon, "price": most.Neg()})
		}
		got := b.exact(b.system, "brand", `{"sort": ["id"], "fields": ["prices"]}`)
		sun := most.Mul(decimal.NewFromInt(30)).Add(decimal.RequireFromString("19.80"))
		moon := most.Mul(decimal.NewFromInt(-30)).Add(decimal.NewFromInt(200))
		for i, wanted := range []decimal.Decimal{sun, moon} {
			if text := strings.Trim(fmt.Sprint(got[i]["prices"]), `"`); text != wanted.String() {
				t.Errorf("the sum is %s, want %s", text, wanted)
			}
		}
	})
}

// TestExpressionsReadRollups judges the whole of what is there, as guards do.
func TestExpressionsReadRollups(t *testing.T) {
	eachRolling(t, func(t *testing.T, b *bench) {
		item := b.Table("item")
		for source, want := range map[string]bool{
			"row.ordered == 2.5 and row.open_lines == 1": true,
			"row.brand_id.items == 2":                    true,
			"row.customer_id.orders > 1":                 false,
		} {
			program, err := expression.Compile(source, b.Release.RecordEnv(item), expression.Bool)
			if err != nil {
				t.Fatal(err)
			}
			err = b.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				record, err := b.q.One(ctx, tx, b.system, "item", b.items["ACME/B"])
				if err != nil {
					return err
				}
				resolve := func(ctx context.Context, table string, id int64) (map[string]any, error) {
					return b.q.One(ctx, tx, b.system, table, id)
				}
				holds, err := program.Holds(ctx, expression.Scope{Vars: object{"row": record}, Resolve: resolve, Roll: access.Rolls(tx, b.Release)})
				if holds != want {
					t.Errorf("%s: %v", source, holds)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		rows := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.open_lines > 0"}}})))
		if found := b.exact(rows, "item", `{}`); len(found) != 4 {
			t.Errorf("a role that sees items with open lines sees %d", len(found))
		}
	})
}
