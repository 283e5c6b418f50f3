package expression_test

import (
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
)

var benchmarked = []struct{ name, src string }{
	{"condition", "row.status in ['draft', 'approved'] and row.total > 0.25"},
	{"hop", "row.customer_id.parent_id.name startsWith 'customer'"},
	{"arithmetic", "round(row.total * 1.19 + 4.90, 2)"},
	{"lines", "sum(lines, .qty * .price)"},
}

func BenchmarkCompile(b *testing.B) {
	env := orderEnv()
	env.Functions = expression.NewRegistry()
	for _, bm := range benchmarked {
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := expression.Compile(bm.src, env, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEval(b *testing.B) {
	scope := orderScope()
	for _, bm := range benchmarked {
		b.Run(bm.name, func(b *testing.B) { benchmarkEval(b, bm.src, scope) })
	}
	for _, worst := range hostile() {
		b.Run(fmt.Sprintf("hostile %s", worst.name), func(b *testing.B) {
			benchmarkEval(b, worst.src, expression.Scope{Vars: map[string]any{"lines": manyLines()}})
		})
	}
}

func benchmarkEval(b *testing.B, src string, scope expression.Scope) {
	p, err := expression.Compile(src, orderEnv(), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = p.Eval(b.Context(), scope)
	}
}

// manyLines is as long a list as is taken, with long texts in it.
func manyLines() []any {
	lines := make([]any, expression.MaxList)
	for i := range lines {
		lines[i] = map[string]any{
			"qty": int64(i), "price": decimal.RequireFromString("99999999999999999999999999999.5"), "name": longText,
		}
	}
	return lines
}
