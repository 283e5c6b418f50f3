package expression_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
)

// customer and order describe records that refer to each other in a circle.
type table struct {
	name   string
	fields map[string]expression.Type
}

func (t *table) Name() string { return t.name }

func (t *table) Field(name string) (expression.Type, bool) {
	f, ok := t.fields[name]
	return f, ok
}

func (t *table) FieldNames() []string { return expression.Shape{Fields: t.fields}.FieldNames() }

func orderEnv() expression.Env {
	customer := &table{name: "customer", fields: map[string]expression.Type{
		"name": expression.Text, "limit": expression.Decimal,
	}}
	customer.fields["parent_id"] = expression.Reference{To: customer}
	line := &table{name: "order_line", fields: map[string]expression.Type{
		"qty": expression.Int, "price": expression.Decimal, "name": expression.Text,
	}}
	order := &table{name: "order", fields: map[string]expression.Type{
		"id": expression.Int, "customer_id": expression.Reference{To: customer}, "total": expression.Decimal,
		"status": expression.Enum{Values: []string{"draft", "approved"}}, "due": expression.Date,
		"at": expression.Instant, "urgent": expression.Bool, "note": expression.Text, "extra": expression.JSON,
	}}
	return expression.Env{Vars: map[string]expression.Type{
		"row":   expression.Record{Of: order},
		"old":   expression.Record{Of: order},
		"lines": expression.List{Of: expression.Record{Of: line}},
		"user":  expression.Record{Of: expression.Shape{Key: "user", Fields: map[string]expression.Type{"customer_id": expression.Int}}},
		"tags":  expression.List{Of: expression.Text},
	}}
}

func orderScope() expression.Scope {
	return expression.Scope{
		Vars: map[string]any{
			"row": map[string]any{
				"id": int64(7), "customer_id": int64(3), "total": decimal.RequireFromString("0.3"), "status": "draft",
				"due": "2026-02-28", "at": time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC), "note": "你好",
				"extra": map[string]any{"n": 1.5, "l": []any{"x"}},
			},
			"lines": []map[string]any{
				{"qty": int64(2), "price": decimal.RequireFromString("0.10"), "name": "a"},
				{"qty": int64(1), "price": nil, "name": "b"},
			},
			"tags": []string{"x", "y"},
		},
		Resolve: func(_ context.Context, table string, id int64) (map[string]any, error) {
			if table != "customer" {
				return nil, errors.New("unknown table " + table)
			}
			if id > 9 {
				return nil, nil
			}
			return map[string]any{"id": id, "name": fmt.Sprint("customer ", id), "parent_id": id + 1}, nil
		},
	}
}

func TestEval(t *testing.T) {
	t.Parallel()

	tests := []struct {
		src  string
		want string
	}{
		{"0.1 + 0.2 == row.total", "true"},
		{"row.customer_id", "3"},
		{"row.customer_id.name", "customer 3"},
		{"row.customer_id.parent_id.parent_id.name", "customer 5"},
		{"old.status == nil", "true"},
		{"old.customer_id.name", "<nil>"},
		{"sum(lines, .qty * .price)", "0.2"},
		{"lines | filter(.price != nil) | map(.name)", "[a]"},
		{"'y' in tags", "true"},
		{"row.urgent", "<nil>"},
		{"not row.urgent", "true"},
		{"row.extra.n + 1", "2.5"},
		{"row.extra.l[0]", "x"},
		{"row.extra['n'] == 1.5", "true"},
		{"row.at > '2026-01-02T03:04:05Z'", "true"},
		{"dateAdd(row.due, 1)", "2026-03-01"},
		{"9223372036854775807 + 1", "9223372036854775808"},
		{"-9223372036854775807 - 2", "-9223372036854775809"},
		{"12345678901234567890.12345 + .1", "12345678901234567890.22345"},
		{"concat(row.note, '-', 1.50, nil)", "你好-1.5"},
		{"lines[5].qty", "<nil>"},
		{"left('仓库A1', 3)", "仓库A"},
		{"left('ab', 9)", "ab"},
		{"left('ab', -1)", ""},
		{"left(row.urgent == nil ? nil : 'a', 1)", "<nil>"},
		{"max(map(lines, .qty))", "2"},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			t.Parallel()

			p, err := expression.Compile(tt.src, orderEnv(), nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Eval(t.Context(), orderScope())
			if err != nil || fmt.Sprint(got) != tt.want {
				t.Errorf("got %v, %v; want %s", got, err, tt.want)
			}
		})
	}
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()

	tests := []struct {
		src    string
		want   expression.Type
		key    string
		param  string
		expect any
	}{
		{src: "row.totl > 1", key: "expression.unknown_field", param: "nearest", expect: "total"},
		{src: "rwo.total", key: "expression.unknown_name", param: "nearest", expect: "row"},
		{src: "true and\n row.totl > 1", key: "expression.unknown_field", param: "line", expect: 2},
		{src: "row.totl", key: "expression.unknown_field", param: "column", expect: 5},
		{src: "rond(1.5)", key: "expression.unknown_function", param: "nearest", expect: "round"},
		{src: "row.total > 'a'", key: "expression.mismatch", param: "left", expect: "decimal"},
		{src: "row.status == 'aproved'", key: "expression.unknown_value", param: "nearest", expect: "approved"},
		{src: "row.status in ['draft', 'x']", key: "expression.unknown_value", param: "value", expect: "x"},
		{src: "row.due < '2026-02-30'", key: "expression.bad_literal", param: "type", expect: "date"},
		{src: "row.total / 2", key: "expression.no_division"},
		{src: "row.customer_id.parent_id.parent_id.parent_id.name", key: "expression.too_many_hops"},
		{src: "let a = 1; a", key: "expression.not_allowed"},
		{src: "1..700", key: "expression.not_allowed"},
		{src: "row.total", want: expression.Bool, key: "expression.wrong_type", param: "got", expect: "decimal"},
		{src: "row.total", want: expression.Int, key: "expression.wrong_type"},
		{src: "row.note matches 'a'", key: "expression.not_allowed"},
		{src: "reduce(lines, .qty)", key: "expression.unknown_function"},
		{src: "any(lines, .nope > 1)", key: "expression.unknown_field"},
		{src: "round()", key: "expression.argument_count"},
		{src: "1e9", key: "expression.bad_literal"},
		{src: "row.total >", key: "expression.syntax"},
		{src: "", key: "expression.syntax"},
		{src: "lines == lines", key: "expression.mismatch"},
		{src: "row.note.x", key: "expression.no_member"},
		{src: strings.Repeat("(", 5000), key: "expression.too_long"},
		{src: strings.Repeat("-", 1000) + "1", key: "expression.too_long"},
		{src: strings.Repeat("1+", 1500) + "1", key: "expression.too_long"},
		{src: "upper(lines)", key: "expression.wrong_type"},
		{src: "len(row)", key: "expression.arguments"},
		{src: "{a: 1}", key: "expression.not_allowed"},
		{src: "tags[0:1]", key: "expression.not_allowed", param: "what", expect: "[:]"},
		{src: "(" + strings.Repeat("1 < (", 200) + "1" + strings.Repeat(") < 1", 200) + ")[0:1]", key: "expression.not_allowed"},
		{src: strings.Repeat("1 < (", 200) + "1" + strings.Repeat(") < 1", 200), key: "expression.too_long"},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			t.Parallel()

			_, err := expression.Compile(tt.src, orderEnv(), tt.want)
			f, ok := fault.As(err)
			if !ok || f.Key != tt.key {
				t.Fatalf("err = %v, want %s", err, tt.key)
			}
			if tt.param != "" && f.Params[tt.param] != tt.expect {
				t.Errorf("%s = %v, want %v", tt.param, f.Params[tt.param], tt.expect)
			}
		})
	}
}

// longText takes 3 kB.
var longText = strings.Repeat("长", 1000)

// hostile expressions cost more than is allowed over manyLines.
func hostile() []struct{ name, src string } {
	return []struct{ name, src string }{
		{"nested loops", "all(lines, all(lines, all(lines, true)))"},
		{"long texts", "map(lines, .name + .name)"},
		{"growing numbers", "sum(lines, .price * .price * .price)"},
		{"long divisions", "all(lines, all(lines, div(.price * 99999999999999999999999999.25, .price + 0.1, 20) != 0))"},
		{"searching long texts", "count(lines, any(lines, .name contains 'x'))"},
		{"upper case", "all(lines, all(lines, upper(.name) != 'x'))"},
		{"nested lists", "map(lines, len(filter(lines, true)))"},
		{"membership", "any(lines, 'x' in map(lines, .name))"},
	}
}

// TestEvalGoesThroughManyLines: a record may have tens of thousands, and a condition ask each
// of them three things.
func TestEvalGoesThroughManyLines(t *testing.T) {
	t.Parallel()
	lines := make([]map[string]any, 60_000)
	for i := range lines {
		lines[i] = map[string]any{"qty": int64(i), "name": "n", "price": int64(3)}
	}
	p, err := expression.Compile("all(lines, .qty >= 0) and all(lines, .name == 'n') and all(lines, .price == 3)", orderEnv(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if holds, err := p.Holds(t.Context(), expression.Scope{Vars: map[string]any{"lines": lines}}); err != nil || !holds {
		t.Errorf("holds %v, %v", holds, err)
	}
}

func TestEvalStops(t *testing.T) {
	t.Parallel()

	lines := manyLines()
	for _, tt := range hostile() {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()

			p, err := expression.Compile(tt.src, orderEnv(), nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Eval(t.Context(), expression.Scope{Vars: map[string]any{"lines": lines}})
			if !fault.IsKey(err, "expression.too_costly") {
				t.Errorf("err = %v, want expression.too_costly", err)
			}
		})
	}
}

func TestEvalStopsWhenTheCallerLeaves(t *testing.T) {
	t.Parallel()

	p, err := expression.Compile("all(lines, true)", orderEnv(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Eval(ctx, expression.Scope{}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func TestRegistry(t *testing.T) {
	t.Parallel()

	now := expression.Function{
		Name: "now", Result: expression.Instant, Targets: expression.Server | expression.SQL,
		Call: func(context.Context, []any) (any, error) { return time.Unix(0, 0), nil },
	}
	registry := expression.NewRegistry()
	if err := registry.Register(now); err != nil {
		t.Fatal(err)
	}
	for _, taken := range []string{"now", "round", "sum", ""} {
		f := now
		f.Name = taken
		if err := registry.Register(f); err == nil {
			t.Errorf("%q was registered", taken)
		}
	}
	env := orderEnv()
	env.Functions = registry
	p, err := expression.Compile("row.at > now()", env, expression.Bool)
	if err != nil {
		t.Fatal(err)
	}
	if holds, err := p.Holds(t.Context(), orderScope()); !holds || err != nil {
		t.Errorf("holds = %v, %v", holds, err)
	}
	env.Targets = expression.Server | expression.Browser
	if _, err := expression.Compile("row.at > now()", env, nil); !fault.IsKey(err, "expression.not_here") {
		t.Errorf("err = %v, want expression.not_here", err)
	}
}

func TestResultIsOfTheWantedType(t *testing.T) {
	t.Parallel()

	tests := []struct {
		src  string
		want expression.Type
		got  any
	}{
		{"row.id", expression.Decimal, decimal.NewFromInt(7)},
		{"round(row.total)", expression.Int, int64(0)},
		{"row.customer_id", expression.Int, int64(3)},
		{"'2026-01-01'", expression.Date, "2026-01-01"},
		{"row.extra.n", expression.Decimal, decimal.RequireFromString("1.5")},
		{"nil", expression.Bool, nil},
	}
	for _, tt := range tests {
		p, err := expression.Compile(tt.src, orderEnv(), tt.want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Eval(t.Context(), orderScope()); err != nil || fmt.Sprintf("%T %v", got, got) != fmt.Sprintf("%T %v", tt.got, tt.got) {
			t.Errorf("%s: got %T %v, %v; want %T %v", tt.src, got, got, err, tt.got, tt.got)
		}
	}
	p, err := expression.Compile("row.extra.n", orderEnv(), expression.Int)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Eval(t.Context(), orderScope()); !fault.IsKey(err, "expression.bad_value") {
		t.Errorf("err = %v, want expression.bad_value", err)
	}
}

// FuzzCompile holds that no source makes the compiler panic or an accepted
// expression run on.
func FuzzCompile(f *testing.F) {
	for _, src := range []string{"row.a + 1", "any(lines, .qty > #.price)", "let a = 1; a", "{a: 1}.b", "1..3", "row?.x[0:1]", "a(b)(c)", `'\u{1}'`, "if a {b} else {c}", "b'x'", "::len(1)", "#", "$env['x']", "x | y", "not not true", ".5.5"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		p, err := expression.Compile(src, orderEnv(), nil)
		if err != nil {
			if fault.CodeOf(err) != fault.Invalid {
				t.Errorf("err = %v, want a fault", err)
			}
			return
		}
		if _, err := p.Eval(t.Context(), orderScope()); err != nil && fault.CodeOf(err) != fault.Invalid {
			t.Errorf("err = %v, want a fault", err)
		}
	})
}
