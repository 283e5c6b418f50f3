package query_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
)

// TestATotalIsAFloorPastTenThousand counts one record more than is told.
func TestATotalIsAFloorPastTenThousand(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.run(`insert into department (id, version, created_at, updated_at, name) with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select 5000000 + i, 1, 0, 0, 'D' from n`, 10_000)
		total := func(request string) string {
			page, err := b.list(b.system, "department", request)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(int(page["total"].(float64)), " ", page["totalIsFloor"])
		}
		if got := total(`{"total":true,"size":1}`); got != "10000 false" {
			t.Errorf("of ten thousand: %s", got)
		}
		b.Insert("department", row{"name": "one more"})
		for request, want := range map[string]string{
			`{"total":"capped","size":1}`: "10000 true", `{"total":"exact","size":1}`: "10001 false", `{"total":true,"size":500,"page":21}`: "10000 true",
			`{"total":true,"filter":{"field":"name","op":"eq","value":"one more"}}`: "1 false",
		} {
			if got := total(request); got != want {
				t.Errorf("%s: %s, want %s", request, got, want)
			}
		}
		if page, err := b.list(b.system, "department", `{"total":false,"size":1}`); err != nil || page["total"] != nil {
			t.Errorf("nobody asked for the total: %v (%v)", page, err)
		}
	})
}

// TestTheEndsOfWhatMayBeAsked holds the last request that is answered beside the first that
// is not.
func TestTheEndsOfWhatMayBeAsked(t *testing.T) {
	t.Parallel()
	many := func(n int, one string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]"
	}
	value := func(op, values string) string {
		return `{"filter":{"field":"pieces","op":"` + op + `","value":` + values + `}}`
	}
	nodes := func(n int) string { return `{"filter":{"and":` + many(n-1, `{"field":"code","op":"null"}`) + `}}` }
	search := func(n int) string { return `{"search":"` + strings.Repeat("x", n) + `"}` }
	like := func(n int) string {
		return `{"filter":{"field":"name","op":"like","value":"` + strings.Repeat("é", n) + `"}}`
	}
	tests := []struct{ good, bad, key, path string }{
		{`{"size":500}`, `{"size":501}`, "query.size_range", "size"},
		{`{"size":500,"page":2001}`, `{"size":500,"page":2002}`, "query.page_range", "page"},
		{`{"sort":` + many(5, `"code"`) + `}`, `{"sort":` + many(6, `"code"`) + `}`, "query.too_many", "sort"},
		{`{"fields":` + many(200, `"code"`) + `}`, `{"fields":` + many(201, `"code"`) + `}`, "query.too_many", "fields"},
		{`{"sums":` + many(20, `"pieces"`) + `}`, `{"sums":` + many(21, `"pieces"`) + `}`, "query.too_many", "sums"},
		{`{"names":` + many(500, `"A"`) + `}`, `{"names":` + many(501, `"A"`) + `}`, "query.too_many", "names"},
		{nodes(50), nodes(51), "query.too_many_nodes", "filter"},
		{value("in", many(1000, "1")), value("in", many(1001, "1")), "query.too_many_values", "filter.value"},
		{value("between", "[1,2]"), value("between", "[1,2,3]"), "query.needs_two", "filter.value"},
		{search(200), search(201), "query.bad_search", "search"},
		{`{"search":"a b c d e f g h"}`, `{"search":"a b c d e f g h i"}`, "query.too_many_words", "search"},
		{like(200), like(201), "query.bad_search", "filter.value"},
		{`{"filter":{"field":"seen_at","op":"eq","value":"0001-01-01"}}`, `{"filter":{"field":"seen_at","op":"eq","value":"0000-01-01"}}`, "field.bad_date", "filter.value"},
		{`{"filter":{"field":"seen_at","op":"eq","value":"2026-02-28"}}`, `{"filter":{"field":"seen_at","op":"eq","value":"2026-02-29"}}`, "field.bad_date", "filter.value"},
		{`{"filter":null,"total":null}`, `{"total":1}`, "query.bad_total", "total"},
		{`{"filter":{"field":"code","op":"eq","value":null}}`, `{"filter":{"field":"code","op":"in","value":[null]}}`, "query.no_null", "filter.value"},
		{`{"filter":{"field":"kind","op":"like","value":"x"}}`, `{"filter":{"field":"brand_id","op":"like","value":"x"}}`, "query.bad_operator", "filter.op"},
		{`{"filter":{"field":"extra","op":"null"}}`, `{"filter":{"field":"extra","op":"eq","value":"x"}}`, "query.bad_operator", "filter.op"},
		{`{"filter":{"field":"code","op":"lt","value":"x"}}`, `{"filter":{"field":"active","op":"lt","value":true}}`, "query.bad_operator", "filter.op"},
		{`{"filter":{"field":"brand_id","op":"in","value":[1]}}`, `{"filter":{"field":"brand_id","op":"all","value":[1]}}`, "query.bad_operator", "filter.op"},
		{`{"filter":{"field":"customer_id","op":"ne","value":{"code":"A"}}}`, `{"filter":{"field":"customer_id","op":"ne","value":{}}}`, "query.unknown_key", "filter.value"},
		{`{"filter":{"field":"created_by","op":"null"}}`, `{"filter":{"field":"created_by","op":"eq","value":{"password":"x"}}}`, "query.unknown_key", "filter.value"},
		{`{"filter":{"not":{"and":[]}}}`, `{"filter":{"not":[]}}`, "query.bad_filter", "filter.not"},
		{`{"filter":{"or":[]}}`, `{"filter":{"or":{}}}`, "query.bad_filter", "filter"},
		{`{"filter":{"and":[]}}`, `{"filter":{"xor":[]}}`, "query.bad_filter", "filter"},
		{`{"filter":{"or":[{"and":[]}]}}`, `{"filter":{"or":[{"and":[],"or":[]}]}}`, "query.bad_filter", "filter.or[0]"},
		{`{"filter":{"field":"code","op":"null"}}`, `{"filter":{"field":"code"}}`, "query.bad_filter", "filter"},
		{`{"filter":{}}`, `{"filter":{"field":"","op":"null"}}`, "query.bad_filter", "filter"},
		{`{"filter":{"field":"code","op":"null","value":1}}`, `{"filter":{"field":"code","op":1}}`, "query.bad_filter", "filter"},
		{`{"sort":["brand_id__label"]}`, `{"sort":["code__label"]}`, "query.unknown_field", "sort[0]"},
		{`{"sort":["-brand_id"]}`, `{"sort":["worth"]}`, "query.not_sortable", "sort[0]"},
		{`{"sums":["price"]}`, `{"sums":["price","nope"]}`, "query.unknown_field", "sums[1]"},
		{`{"sums":["weight"]}`, `{"sums":["worth"]}`, "query.not_number", "sums[0]"},
		{`{"sums":["pieces"],"total":"exact"}`, `{"sums":["version"]}`, "query.not_number", "sums[0]"},
	}
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			if _, err := b.list(b.system, "item", tt.good); err != nil {
				t.Errorf("%.80s: %v", tt.good, err)
			}
			_, err := b.list(b.system, "item", tt.bad)
			if f, ok := fault.As(err); !ok || f.Code != fault.Invalid || f.Key != tt.key || f.Path != tt.path {
				t.Errorf("%.80s: %v, want %s on %s", tt.bad, err, tt.key, tt.path)
			}
		}
	})
}

// TestASumIsToldOnce however often it is asked for, and under each of its names.
func TestASumIsToldOnce(t *testing.T) {
	t.Parallel()
	eachRolling(t, func(t *testing.T, b *bench) {
		page, err := b.q.List(t.Context(), b.system, "item", query.Request{Size: 1, Fields: []string{"code"}, Sort: []string{"id"}, Sums: []string{"pieces", "brand_id.items", "pieces", "of_brand"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, sums, _ := strings.Cut(string(page.Bytes()), `"sums":`); !strings.HasPrefix(sums, `{"pieces":8,"brand_id.items":8,"of_brand":8}`) {
			t.Errorf("sums = %s", sums)
		}
	})
}

// TestAFaultQuotesNoMoreThanFits of what was asked.
func TestAFaultQuotesNoMoreThanFits(t *testing.T) {
	t.Parallel()
	b := one(t)
	for name, want := range map[string]string{strings.Repeat("é", 80): strings.Repeat("é", 80), strings.Repeat("é", 81): strings.Repeat("é", 80) + "…", "a\xffb": "ab"} {
		_, err := b.q.List(t.Context(), b.system, "item", query.Request{Sort: []string{name}})
		if f, ok := fault.As(err); !ok || f.Params["field"] != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestNamesStayWithinWhatIsAsked finds by the names, among what the caller asks for, and by
// no field that is secret.
func TestNamesStayWithinWhatIsAsked(t *testing.T) {
	t.Parallel()
	b := one(t)
	ask := func(r query.Request) string {
		r.Sort = []string{"code"}
		page, err := b.decode(b.q.List(t.Context(), b.system, "item", r))
		if err != nil {
			t.Fatal(err)
		}
		return column(page, "code")
	}
	acme := query.Is("customer_id", query.Eq, b.acme)
	for _, tt := range []struct {
		names []string
		where *query.Filter
		want  string
	}{
		{[]string{"A", "Plate"}, nil, "A A B B"}, {[]string{"A", "Plate"}, acme, "A B"}, {[]string{"a"}, acme, ""}, {[]string{""}, acme, ""}, {[]string{"secret"}, acme, ""}, {nil, acme, "A B C D"},
	} {
		if got := ask(query.Request{Names: tt.names, Where: tt.where}); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.names, got, tt.want)
		}
	}
}

// TestLabelsOfManyGroups are read in more than one question.
func TestLabelsOfManyGroups(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.run(`insert into brand (id, version, created_at, updated_at, name) with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select 5000000 + i, 1, 0, 0, 'B' || i from n`, 501)
		b.run(`insert into item (id, version, created_at, updated_at, customer_id, code, brand_id) select id, 1, 0, 0, ?, name, id from brand where id > 5000000`, b.acme)
		page, err := b.decode(b.q.Aggregate(t.Context(), b.system, "item", query.Aggregation{Group: []string{"brand_id"}, Measures: []query.Measure{{Fn: query.Sum, Field: "price", As: "n"}}, Size: 600}))
		if err != nil {
			t.Fatal(err)
		}
		rows := page["rows"].([]any)
		for _, one := range rows {
			r := one.(object)
			if id, _ := r["brand_id"].(float64); id > 5_000_000 && r["brand_id__label"] != fmt.Sprintf("B%d", int(id)-5_000_000) {
				t.Errorf("%v", r)
			}
		}
		if len(rows) != 504 {
			t.Errorf("%d groups", len(rows))
		}
		whole, err := b.decode(b.q.Aggregate(t.Context(), b.system, "item", query.Aggregation{Group: []string{"brand_id"}}))
		if err != nil || len(whole["rows"].([]any)) != 500 {
			t.Errorf("without a size: %d groups (%v)", len(whole["rows"].([]any)), err)
		}
	})
}

// TestALabelNeedsARightToName reads what people read of one record.
func TestALabelNeedsARightToName(t *testing.T) {
	t.Parallel()
	b := one(t)
	own := b.Rights(accesstest.Client(7, b.acme, b.Role("client", grant{Menus: []int{92, 94}})))
	b.Insert("item", row{"customer_id": b.acme, "code": `"` + "\t", "price": decimal.New(1, 0)})
	page, err := b.list(own, "item", `{"filter":{"field":"price","op":"eq","value":1},"fields":["_label","customer_id"]}`)
	if err != nil || column(page, "_label") != "\"\t" || column(page, "customer_id__label") != "ACME Acme" {
		t.Errorf("a label of marks: %v (%v)", page, err)
	}
	few, err := b.list(own, "item", `{"fields":["code","code","id"],"size":1,"sort":["code"]}`)
	if err != nil || len(few["rows"].([]any)[0].(object)) != 2 {
		t.Errorf("a field that is asked for twice: %v (%v)", few, err)
	}
}
