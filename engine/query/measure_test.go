package query_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
)

// group asks for figures of items as a client does.
func (b *bench) group(request string, more ...func(*query.Aggregation)) (string, error) {
	b.t.Helper()
	var a query.Aggregation
	if err := json.Unmarshal([]byte(request), &a); err != nil {
		b.t.Fatal(err)
	}
	for _, change := range more {
		change(&a)
	}
	page, err := b.q.Aggregate(b.t.Context(), b.system, "item", a)
	if err != nil {
		return "", err
	}
	defer page.Release()
	text := strings.TrimPrefix(string(page.Bytes()), `{"rows":[`)
	return strings.TrimSuffix(text, `],"totalIsFloor":false}`), nil
}

func TestFiguresOfGroups(t *testing.T) {
	t.Parallel()
	tests := []struct{ about, request, want string }{
		{"a count of a field leaves out what has none", `{"measures":[{"fn":"count","field":"price","as":"n"}]}`, `{"n":6}`},
		{"the least of figures", `{"measures":[{"fn":"min","field":"price","as":"n"},{"fn":"max","field":"price","as":"m"}]}`, `{"n":-1.05,"m":100}`},
		{"the latest of days and moments", `{"measures":[{"fn":"max","field":"made_on","as":"d"},{"fn":"min","field":"seen_at","as":"m"}]}`, `{"d":"2026-01-02","m":"2026-03-09T17:30:00Z"}`},
		{"an average of nothing is nothing", `{"filter":{"field":"code","op":"eq","value":"D"},"measures":[{"fn":"avg","field":"price","as":"a"},{"fn":"sum","field":"price","as":"s"}]}`, `{"a":null,"s":0}`},
		{"what is taken off counts where both are there", `{"measures":[{"fn":"sum","field":"pieces","less":"pieces","as":"n"},{"fn":"sum","field":"price","as":"p"}]}`, `{"n":0,"p":217.7}`},
		{"hours between moments", `{"measures":[{"fn":"hours","field":"seen_at","less":"seen_at","as":"h"}]}`, `{"h":0}`},
		{"groups by a figure, least first", `{"group":["code"],"measures":[{"fn":"sum","field":"price","as":"p"}],"sort":["p"]}`, `{"code":"C","p":-2.1},{"code":"D","p":0},{"code":"A","p":19.8},{"code":"B","p":200}`},
		{"groups by a count, most first", `{"group":["brand_id.name"],"measures":[{"fn":"count","as":"n"}],"sort":["-n"],"size":1}`, `{"brand_id.name":null,"n":4}`},
		{"groups by a group, backwards, nothing first", `{"group":["made_on"],"measures":[{"fn":"count","as":"n"}],"sort":["-made_on"]}`, `{"made_on":null,"n":6},{"made_on":"2026-01-02","n":2}`},
		{"groups in order without a sort, nothing last", `{"group":["active"],"measures":[{"fn":"count","as":"n"}]}`, `{"active":false,"n":2},{"active":true,"n":2},{"active":null,"n":4}`},
		{"a reference to nothing has no label", `{"group":["brand_id"],"filter":{"field":"code","op":"eq","value":"D"},"measures":[{"fn":"count","as":"n"}]}`, `{"brand_id":null,"brand_id__label":null,"n":2}`},
		{"a search narrows", `{"search":"cup","group":["code"],"measures":[{"fn":"count","as":"n"}]}`, `{"code":"A","n":2},{"code":"C","n":2}`},
		{"a search beside a filter binds in order", `{"search":"cup","filter":{"field":"code","op":"eq","value":"C"},"group":["code"],"measures":[{"fn":"count","as":"n"}]}`, `{"code":"C","n":2}`},
	}
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			if got, err := b.group(tt.request); got != tt.want || err != nil {
				t.Errorf("%s: %s (%v), want %s", tt.about, got, err, tt.want)
			}
		}
	})
}

func TestHavingComparesFigures(t *testing.T) {
	t.Parallel()
	tests := []struct{ having, want string }{
		{`{"field":"s","op":"ge","value":19.8}`, "AB"},
		{`{"field":"s","op":"lt","value":0}`, "C"},
		{`{"field":"s","op":"eq","value":0}`, "D"},
		{`{"field":"s","op":"ne","value":200}`, "ACD"},
		{`{"field":"a","op":"gt","value":9.89}`, "AB"},
		{`{"field":"a","op":"le","value":9.9}`, "AC"},
		{`{"field":"n","op":"eq","value":2}`, "ABCD"},
		{`{"field":"n","op":"gt","value":1.5}`, "ABCD"},
		{`{"field":"d","op":"lt","value":0.5}`, "CD"},
		{`{"field":"n","op":"ge","value":1e30}`, ""},
		{`{"field":"m","op":"ge","value":9.9}`, "AB"},
		{`{"not":{"field":"a","op":"gt","value":0}}`, "CD"},
		{`{"and":[{"field":"s","op":"gt","value":0},{"field":"s","op":"lt","value":100}]}`, "A"},
		{`{"or":[{"field":"s","op":"lt","value":0},{"field":"s","op":"gt","value":100}]}`, "BC"},
		{`{"and":[{"or":[{"field":"s","op":"lt","value":0},{"field":"s","op":"gt","value":100}]},{"field":"s","op":"gt","value":0}]}`, "B"},
		{`{"and":[]}`, "ABCD"},
		{`{"or":[]}`, ""},
	}
	const figures = `{"group":["code"],"measures":[{"fn":"sum","field":"price","as":"s"},{"fn":"avg","field":"price","as":"a"},{"fn":"count","as":"n"},{"fn":"min","field":"price","as":"m"},{"fn":"count_distinct","field":"brand_id","as":"d"}],"having":`
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			answer, err := b.group(figures + tt.having + "}")
			var got string
			for part := range strings.SplitSeq(answer, `"code":"`) {
				got += part[:min(1, len(part))]
			}
			if got = strings.ReplaceAll(got, "{", ""); got != tt.want || err != nil {
				t.Errorf("having %s: %s (%v), want %s", tt.having, got, err, tt.want)
			}
		}
	})
}

// TestAFigureCountsSomeRecords gives two figures filters of their own: their values are bound
// behind those of the filter and of the words.
func TestAFigureCountsSomeRecords(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		only := func(filters ...string) func(*query.Aggregation) {
			return func(a *query.Aggregation) {
				for i, filter := range filters {
					a.Measures[i].Filter = json.RawMessage(filter)
				}
			}
		}
		got, err := b.group(`{"search":"cup","filter":{"field":"customer_id.code","op":"eq","value":"ACME"},"measures":[{"fn":"count","as":"a"},{"fn":"sum","field":"price","as":"c"},{"fn":"count","as":"n"}]}`,
			only(`{"field":"code","op":"in","value":["A","B"]}`, `{"field":"code","op":"eq","value":"C"}`))
		if want := `{"a":1,"c":-1.05,"n":2}`; got != want || err != nil {
			t.Errorf("got %s (%v), want %s", got, err, want)
		}
		for _, bad := range []string{`{"field":"nope","op":"null"}`, `{"field":"price","op":"eq","value":"x"}`, `[]`} {
			if got, err := b.group(`{"measures":[{"fn":"count","as":"a"}]}`, only(bad)); fault.CodeOf(err) != fault.Invalid {
				t.Errorf("a figure of %s: %s (%v)", bad, got, err)
			}
		}
	})
}

func TestFiguresThatMakeNoSense(t *testing.T) {
	t.Parallel()
	many := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }
	count := `"measures":[{"fn":"count","as":"n"}]`
	tests := []struct{ request, key, path string }{
		{`{}`, "query.nothing_asked", "measures"},
		{`{"size":-1,` + count + `}`, "query.size_range", "size"},
		{`{"size":5001,` + count + `}`, "query.size_range", "size"},
		{`{"group":[` + many(9, `"code"`) + `]}`, "query.too_many", "group"},
		{`{"measures":[` + many(21, `{"fn":"count","as":"n"}`) + `]}`, "query.too_many", "measures"},
		{`{"sort":[` + many(6, `"n"`) + `],` + count + `}`, "query.too_many", "sort"},
		{`{"group":["code","nope"]}`, "query.unknown_field", "group[1]"},
		{`{"group":["code","code"]}`, "query.unknown_field", "group[1]"},
		{`{"group":["worth"]}`, "query.unknown_field", "group[0]"},
		{`{"group":["extra"]}`, "query.unknown_field", "group[0]"},
		{`{"group":["pin"]}`, "query.unknown_field", "group[0]"},
		{`{"group":["made_on:century"]}`, "query.unknown_field", "group[0]"},
		{`{"measures":[{"fn":"count","as":"n"},{"fn":"count","as":"n"}]}`, "query.bad_measure", "measures[1]"},
		{`{"group":["code"],"measures":[{"fn":"count","as":"code"}]}`, "query.bad_measure", "measures[0]"},
		{`{"measures":[{"fn":"count","as":""}]}`, "query.bad_measure", "measures[0]"},
		{`{"measures":[{"fn":"count","as":"n; drop"}]}`, "query.bad_measure", "measures[0]"},
		{`{"measures":[{"fn":"sum","as":"n"}]}`, "query.unknown_field", "measures[0]"},
		{`{"measures":[{"fn":"sum","field":"worth","as":"n"}]}`, "query.unknown_field", "measures[0]"},
		{`{"measures":[{"fn":"sum","field":"code","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"avg","field":"seen_at","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"min","field":"extra","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"median","field":"price","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"hours","field":"seen_at","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"hours","field":"price","less":"seen_at","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"hours","field":"seen_at","less":"price","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"sum","field":"price","less":"nope","as":"n"}]}`, "query.unknown_field", "measures[0]"},
		{`{"measures":[{"fn":"sum","field":"price","less":"worth","as":"n"}]}`, "query.unknown_field", "measures[0]"},
		{`{"measures":[{"fn":"sum","field":"price","less":"weight","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"sum","field":"pieces","less":"code","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"measures":[{"fn":"max","field":"price","less":"price","as":"n"}]}`, "query.bad_function", "measures[0]"},
		{`{"sort":["n","-m"],` + count + `}`, "query.unknown_field", "sort[1]"},
		{`{"having":{"field":"m","op":"gt","value":1},` + count + `}`, "query.unknown_field", "having.field"},
		{`{"having":{"and":[{"field":"n","op":"like","value":1}]},` + count + `}`, "query.bad_operator", "having.and[0].op"},
		{`{"having":{"not":{"field":"n","op":"gt","value":"1"}},` + count + `}`, "field.not_number", "having.not.value"},
		{`{"having":{"field":"n","op":"gt","value":1e41},` + count + `}`, "field.not_number", "having.value"},
		{`{"having":{"field":"n","op":"gt","value":1e-41},` + count + `}`, "field.not_number", "having.value"},
		{`{"having":{"field":"n","op":"gt","value":1` + strings.Repeat("0", 40) + `},` + count + `}`, "field.not_number", "having.value"},
		{`{"having":{"field":"d","op":"gt","value":"soon"},"measures":[{"fn":"max","field":"made_on","as":"d"}]}`, "field.bad_date", "having.value"},
		{`{"having":{"field":1},` + count + `}`, "query.bad_filter", "having"},
		{`{"filter":{"field":1},` + count + `}`, "query.bad_filter", "filter"},
		{`{"filter":{"field":"price","op":"eq","value":"x"},` + count + `}`, "field.not_number", "filter.value"},
		{`{"search":"a b c d e f g h i",` + count + `}`, "query.too_many_words", "search"},
	}
	each(t, func(t *testing.T, b *bench) {
		for _, tt := range tests {
			got, err := b.group(tt.request)
			f, ok := fault.As(err)
			if !ok || f.Code != fault.Invalid || f.Key != tt.key || f.Path != tt.path {
				t.Errorf("%.120s: %s (%v), want %s on %s", tt.request, got, err, tt.key, tt.path)
			}
		}
		for _, good := range []string{
			`{"size":5000,` + count + `}`, `{"group":["code","name","kind","active","made_on","seen_at","price","pieces"]}`,
			`{"sort":[` + many(5, `"n"`) + `],` + count + `}`, `{"having":{"field":"n","op":"lt","value":1e40},` + count + `}`,
			`{"having":{"field":"n","op":"gt","value":1e-40},` + count + `}`, `{"having":{"field":"n","op":"lt","value":1` + strings.Repeat("0", 39) + `},` + count + `}`,
		} {
			if _, err := b.group(good); err != nil {
				t.Errorf("%s: %v", good, err)
			}
		}
	})
}

// TestHoursBetweenMoments adds up what lies between two moments of a record.
func TestHoursBetweenMoments(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		begun := time.Date(2026, 3, 9, 17, 30, 0, 0, time.UTC)
		for code, hours := range map[string]time.Duration{"H1": 90 * time.Minute, "H2": 20 * time.Minute} {
			b.Insert("item", row{"customer_id": b.acme, "code": code, "seen_at": begun.Add(hours), "created_at": begun})
		}
		const hours = `{"filter":{"field":"code","op":"starts","value":"h"},"measures":[{"fn":"hours","field":"seen_at","less":"created_at","as":"h"}]`
		if got, err := b.group(hours + `}`); got != `{"h":1.83}` || err != nil {
			t.Errorf("hours = %s (%v)", got, err)
		}
		for value, want := range map[string]string{"1.8": `{"h":1.83}`, "1.9": ""} {
			if got, err := b.group(hours + `,"having":{"field":"h","op":"gt","value":` + value + `}}`); got != want || err != nil {
				t.Errorf("more than %s hours: %s (%v)", value, got, err)
			}
		}
	})
}

// TestALongTotalIsAText keeps the digits that a JSON number would lose.
func TestALongTotalIsAText(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for i, price := range []string{"9999999999999.99", "0.01", "9999999999999.99"} {
			b.Insert("item", row{"customer_id": b.acme, "code": "L" + string(rune('0'+i)), "price": decimal.RequireFromString(price)})
		}
		for codes, want := range map[string]string{`["L0"]`: `9999999999999.99`, `["L0","L1"]`: `10000000000000`, `["L0","L2"]`: `"19999999999999.98"`} {
			got, err := b.group(`{"filter":{"field":"code","op":"in","value":` + codes + `},"measures":[{"fn":"sum","field":"price","as":"p"}]}`)
			if got != `{"p":`+want+`}` || err != nil {
				t.Errorf("sum of %s: %s (%v), want %s", codes, got, err, want)
			}
		}
	})
}

// TestStretchesBetweenDays counts how many edges have come by a day.
func TestStretchesBetweenDays(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		edges := func(days ...string) func(*query.Aggregation) {
			return func(a *query.Aggregation) { a.Edges = map[string][]string{a.Group[0]: days} }
		}
		for day, code := range map[string]string{"2026-01-01": "E1", "2026-02-01": "E2"} {
			b.Insert("item", row{"customer_id": b.acme, "code": code, "made_on": day})
		}
		ask := func(field string) string {
			return `{"group":["` + field + `"],"measures":[{"fn":"count","as":"n"}]}`
		}
		got, err := b.group(ask("made_on"), edges("2026-01-02", "2026-01-31"))
		if want := `{"made_on":0,"n":1},{"made_on":1,"n":2},{"made_on":2,"n":1},{"made_on":null,"n":6}`; got != want || err != nil {
			t.Errorf("days: %s (%v), want %s", got, err, want)
		}
		got, err = b.group(ask("seen_at"), edges("2026-03-10"))
		if want := `{"seen_at":1,"n":2},{"seen_at":null,"n":8}`; got != want || err != nil {
			t.Errorf("moments by the reader's day: %s (%v), want %s", got, err, want)
		}
		for field, edge := range map[string]string{"code": "2026-01-01", "made_on": "2026-01-01' or 1=1"} {
			if got, err := b.group(ask(field), edges(edge)); fault.CodeOf(err) != fault.Invalid {
				t.Errorf("stretches of %s by %s: %s (%v)", field, edge, got, err)
			}
		}
	})
}
