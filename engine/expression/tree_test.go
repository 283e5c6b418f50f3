package expression

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

// TestTheBrowserIsGivenTheWholeTree holds the JSON of each part that the twin in the
// browser evaluates.
func TestTheBrowserIsGivenTheWholeTree(t *testing.T) {
	t.Parallel()
	customer := Shape{Key: "customer", Fields: map[string]Type{"name": Text}}
	env := Env{Vars: map[string]Type{
		"row":  Record{Of: Shape{Key: "order", Fields: map[string]Type{"customer_id": Reference{To: customer}, "extra": JSON, "at": Instant}}},
		"tags": List{Of: Text},
	}}
	for src, want := range map[string]string{
		"true":                 `{"op":"bool","value":true}`,
		"false":                `{"op":"bool","value":false}`,
		"1_000":                `{"op":"number","value":"1000"}`,
		".50":                  `{"op":"number","value":"0.50"}`,
		"nil":                  `{"op":"nil"}`,
		"tags":                 `{"op":"var","name":"tags","type":"list"}`,
		"tags[0]":              `{"op":"at","type":"text","args":[{"op":"var","name":"tags","type":"list"},{"op":"number","value":"0"}]}`,
		"row.extra.a":          `{"op":"at","type":"json","args":[{"op":"field","path":["extra"],"type":"json","args":[{"op":"var","name":"row","type":"record"}]},{"op":"text","value":"a"}]}`,
		"row.customer_id.name": `{"op":"field","path":["customer_id","name"],"tables":["customer"],"type":"text","args":[{"op":"var","name":"row","type":"record"}]}`,
		"any(tags, # == 'a')":  `{"op":"any","args":[{"op":"var","name":"tags","type":"list"},{"op":"eq","args":[{"op":"item","type":"text"},{"op":"text","value":"a"}]}]}`,
		"round(1, 2)":          `{"op":"call","name":"round","args":[{"op":"number","value":"1"},{"op":"number","value":"2"}]}`,
		"row.at == '2026-01-01T00:00:00Z'": `{"op":"eq","args":[{"op":"field","path":["at"],"type":"instant","args":[{"op":"var","name":"row","type":"record"}]},` +
			`{"op":"instant","value":"2026-01-01T00:00:00Z"}]}`,
	} {
		p, err := Compile(src, env, nil)
		if err != nil {
			t.Fatal(src, err)
		}
		if got, err := json.Marshal(p.Tree()); string(got) != want || err != nil {
			t.Errorf("%s\n  is %s (%v)\nwant %s", src, got, err, want)
		}
	}
}

// TestTheNearestNameIsOneSlipAway holds what counts as a slip, and that what is far from
// every name is answered with a few of them.
func TestTheNearestNameIsOneSlipAway(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"abc", ""}: 3, {"abc", "abc"}: 0, {"abc", "abd"}: 1, {"abc", "ab"}: 1, {"ab", "abc"}: 1, {"abc", "acb"}: 1, {"abc", "bac"}: 1, {"abcd", "badc"}: 2,
		{"abc", "cab"}: 2, {"abc", "cba"}: 2, {"abxy", "abzq"}: 2, {"kitten", "sitting"}: 3, {"ab", "cd"}: 2, {"ab", "ca"}: 2,
	} {
		if got := editDistance(pair[0], pair[1]); got != want {
			t.Errorf("from %q to %q are %d slips, want %d", pair[0], pair[1], got, want)
		}
	}
	known := []string{"amount", "code", "colour", "date", "name", "weight"}
	for name, want := range map[string]string{
		"amuont": "amount", "nane": "name", "dame": "date", "zzzz": "amount, code, colour, date, name", "": "amount, code, colour, date, name",
		"x":                                  "amount, code, colour, date, name",
		strings.Repeat("x", 10_000) + "name": "amount, code, colour, date, name", "wx": "amount, code, colour, date, name", "da": "amount, code, colour, date, name", "dat": "date",
	} {
		if got := nearest(name, known); got != want {
			t.Errorf("%.20q is nearest to %s, want %s", name, got, want)
		}
	}
}

// TestALimitIsKeptByWhatCostsMoreThanAStep holds that long texts and long lists are paid
// for where they are read, not only where they are made.
func TestALimitIsKeptByWhatCostsMoreThanAStep(t *testing.T) {
	t.Parallel()
	many := func(n int, v any) []any {
		list := make([]any, n)
		for i := range list {
			list[i] = v
		}
		return list
	}
	long := strings.Repeat("x", MaxText)
	env := Env{Vars: map[string]Type{"texts": List{Of: Text}, "lists": JSON, "numbers": List{Of: Int}, "text": Text}}
	for _, tt := range []struct {
		src   string
		vars  map[string]any
		limit any
	}{
		{"all(texts, len(#) > 0)", map[string]any{"texts": many(50, long)}, nil},
		{"all(texts, len(#) > 0)", map[string]any{"texts": many(70, long)}, "steps"},
		{"all(texts, # contains 'x')", map[string]any{"texts": many(70, long)}, "steps"},
		{"all(texts, 'x' contains text or true)", map[string]any{"texts": many(70, "x"), "text": long}, "steps"},
		{"all(lists, len(#) > 0)", map[string]any{"lists": many(11, many(MaxList, nil))}, "steps"},
		{"all(lists, not (1 in #))", map[string]any{"lists": many(11, many(MaxList, int64(2)))}, "steps"},
		{"all(lists, sum(#) == 0)", map[string]any{"lists": many(11, many(MaxList, nil))}, "steps"},
		{"count(numbers)", map[string]any{"numbers": many(MaxGiven, nil)}, nil},
		{"count(numbers)", map[string]any{"numbers": many(MaxGiven+1, nil)}, "list"},
		{"all(lists, [#, #] != nil)", map[string]any{"lists": many(MaxList, nil)}, nil},
		{"all(texts, [#,#,#,#,#,#,#,#,#,#] != nil)", map[string]any{"texts": many(7000, nil)}, "memory"},
		{"any(texts, len(# + '!') == 0)", map[string]any{"texts": many(20, strings.Repeat("x", 60_000))}, "memory"},
	} {
		p, err := Compile(tt.src, env, nil)
		if err != nil {
			t.Fatal(tt.src, err)
		}
		_, err = p.Eval(t.Context(), Scope{Vars: tt.vars})
		var f *fault.Fault
		if errors.As(err, &f); tt.limit == nil && err != nil || tt.limit != nil && (f == nil || f.Params["limit"] != tt.limit) {
			t.Errorf("%s: %v, want the limit of %v", tt.src, err, tt.limit)
		}
	}
}

// TestAListThatIsMadeIsNeverNothing holds that a list without elements is [] to who reads it.
func TestAListThatIsMadeIsNeverNothing(t *testing.T) {
	t.Parallel()
	env := Env{Vars: map[string]Type{"tags": List{Of: Text}}}
	for _, src := range []string{"filter(tags, false)", "map(tags, #)", "[]"} {
		p, err := Compile(src, env, nil)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Eval(t.Context(), Scope{})
		if text, _ := json.Marshal(v); string(text) != "[]" || err != nil {
			t.Errorf("%s is %s (%v)", src, text, err)
		}
	}
}
