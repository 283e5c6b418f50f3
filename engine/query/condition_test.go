package query_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// lens is a field as a random filter looks at it: what a record has there, nil for nothing,
// and what it is compared with, each a float64 or a text.
type lens struct {
	field  string
	of     func(query.Row) any
	values []any
	text   bool // it is searched in
	folded bool // and capitals do not count
}

func lenses(east *time.Location, brands map[int64]string) []lens {
	plain := func(key string) func(query.Row) any { return func(r query.Row) any { return r[key] } }
	seen := func(r query.Row, layout string, zone *time.Location) any {
		at, ok := r["seen_at"].(time.Time)
		if !ok {
			return nil
		}
		return at.In(zone).Format(layout)
	}
	return []lens{
		{field: "code", of: plain("code"), values: []any{"A", "b1", "c", "B", "1"}, text: true, folded: true},
		{field: "kind", of: plain("kind"), values: []any{"plain", "fragile"}},
		{field: "remark", of: plain("remark"), values: []any{"x", "X", "y%", "_"}, text: true},
		{field: "made_on", of: plain("made_on"), values: []any{"2026-01-01", "2026-01-02", "2026-01-03"}},
		{field: "brand_id.name", of: func(r query.Row) any {
			if id, ok := r["brand_id"].(int64); ok {
				return brands[id]
			}
			return nil
		}, values: []any{"Sun", "Moon"}},
		{field: "pieces", of: func(r query.Row) any {
			if n, ok := r["pieces"].(int64); ok {
				return float64(n)
			}
			return nil
		}, values: []any{-1.0, 0.0, 1.0, 2.0}},
		{field: "price", of: func(r query.Row) any {
			if n, ok := r["price"].(decimal.Decimal); ok {
				return n.InexactFloat64()
			}
			return nil
		}, values: []any{-1.05, 0.0, 9.9, 100.0}},
		{field: "seen_at", of: func(r query.Row) any { return seen(r, time.DateOnly, east) }, values: []any{"2026-03-09", "2026-03-10", "2026-03-11"}},
		{field: "seen_at", of: func(r query.Row) any { return seen(r, time.RFC3339, time.UTC) }, values: []any{"2026-03-09T16:00:00Z", "2026-03-10T15:59:59Z"}},
	}
}

// holding makes a random filter of some depth, and says for a record whether it holds.
func holding(random *rand.Rand, all []lens, depth int) (filter any, holds func(query.Row) bool) {
	if depth == 0 || random.IntN(3) == 0 {
		return leafOf(random, all[random.IntN(len(all))])
	}
	switch random.IntN(3) {
	case 0:
		part, holds := holding(random, all, depth-1)
		return object{"not": part}, func(r query.Row) bool { return !holds(r) }
	case 1:
		parts, each := several(random, all, depth)
		return object{"and": parts}, func(r query.Row) bool {
			return !slices.ContainsFunc(each, func(holds func(query.Row) bool) bool { return !holds(r) })
		}
	}
	parts, each := several(random, all, depth)
	return object{"or": parts}, func(r query.Row) bool {
		return slices.ContainsFunc(each, func(holds func(query.Row) bool) bool { return holds(r) })
	}
}

func several(random *rand.Rand, all []lens, depth int) (parts []any, each []func(query.Row) bool) {
	parts = []any{}
	for range random.IntN(4) {
		part, holds := holding(random, all, depth-1)
		parts, each = append(parts, part), append(each, holds)
	}
	return parts, each
}

func leafOf(random *rand.Rand, l lens) (filter any, holds func(query.Row) bool) {
	v, w := l.values[random.IntN(len(l.values))], l.values[random.IntN(len(l.values))]
	with := func(op string, value any, holds func(have any) bool) (any, func(query.Row) bool) {
		return object{"field": l.field, "op": op, "value": value}, func(r query.Row) bool { return holds(l.of(r)) }
	}
	there := func(holds func(have any) bool) func(any) bool {
		return func(have any) bool { return have != nil && holds(have) }
	}
	kinds := 11
	if l.text {
		kinds = 13
	}
	switch random.IntN(kinds) {
	case 0:
		return with("eq", v, func(have any) bool { return have == v })
	case 1:
		return with("ne", v, there(func(have any) bool { return have != v }))
	case 2:
		return with("lt", v, there(func(have any) bool { return less(have, v) }))
	case 3:
		return with("le", v, there(func(have any) bool { return !less(v, have) }))
	case 4:
		return with("gt", v, there(func(have any) bool { return less(v, have) }))
	case 5:
		return with("ge", v, there(func(have any) bool { return !less(have, v) }))
	case 6:
		return with("between", []any{v, w}, there(func(have any) bool { return !less(have, v) && !less(w, have) }))
	case 7:
		return with("in", []any{v, w}, func(have any) bool { return have == v || have == w })
	case 8:
		return with("nin", []any{v, w}, there(func(have any) bool { return have != v && have != w }))
	case 9:
		return with([]string{"null", "eq"}[random.IntN(2)], nil, func(have any) bool { return have == nil })
	case 10:
		return with([]string{"notnull", "ne"}[random.IntN(2)], nil, func(have any) bool { return have != nil })
	case 11:
		return with("like", v, there(func(have any) bool { return strings.Contains(l.fold(have), l.fold(v)) }))
	}
	return with("starts", v, there(func(have any) bool { return strings.HasPrefix(l.fold(have), l.fold(v)) }))
}

func (l lens) fold(v any) string {
	if l.folded {
		return strings.ToLower(v.(string))
	}
	return v.(string)
}

func less(a, b any) bool {
	if n, isNumber := a.(float64); isNumber {
		return n < b.(float64)
	}
	return a.(string) < b.(string)
}

// TestAFilterHoldsWhereAReaderSaysSo asks random trees, and reads them over the records.
func TestAFilterHoldsWhereAReaderSaysSo(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	each(t, func(t *testing.T, b *bench) {
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test
		maybe := func(of ...any) any { return append(of, nil)[random.IntN(len(of)+1)] }
		for i := range 24 {
			b.Insert("item", row{
				"customer_id": b.acme, "code": fmt.Sprintf("%s%d", []string{"a", "B", "c"}[i%3], i), "kind": maybe("plain", "fragile"), "remark": maybe("x", "X_", "y% x"),
				"made_on": maybe("2026-01-01", "2026-01-02", "2026-01-03"), "brand_id": maybe(b.sun, b.moon), "pieces": maybe(int64(-1), int64(0), int64(2)),
				"price":   maybe(decimal.RequireFromString("9.9"), decimal.RequireFromString("-1.05"), decimal.New(0, 0)),
				"seen_at": maybe(time.Date(2026, 3, 9, 15, 59, 59, 0, time.UTC), time.Date(2026, 3, 9, 16, 0, 0, 0, time.UTC), time.Date(2026, 3, 10, 15, 59, 59, 0, time.UTC), time.Date(2026, 3, 10, 16, 0, 0, 0, time.UTC)),
			})
		}
		all := lenses(time.FixedZone("east", 8*3600), map[int64]string{b.sun: "Sun", b.moon: "Moon"})
		err := b.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			rows, err := b.q.Rows(ctx, tx, b.system, "item", query.Where{})
			if err != nil {
				return err
			}
			for range 200 {
				tree, holds := holding(random, all, 3)
				filter, err := json.Marshal(tree)
				if err != nil {
					return err
				}
				page, err := b.q.ListIn(ctx, tx, b.system, "item", query.Request{Filter: filter, Sort: []string{"id"}, Fields: []string{"code"}, Total: query.ExactTotal, Size: 1})
				answer, err := b.decode(page, err)
				if err != nil {
					return fmt.Errorf("%s: %w", filter, err)
				}
				var want []query.Row
				for _, r := range rows {
					if holds(r) {
						want = append(want, r)
					}
				}
				if answer["total"] != float64(len(want)) || len(want) > 0 && column(answer, "code") != want[0]["code"] {
					t.Errorf("%s: %v from %s on, want %d", filter, answer["total"], column(answer, "code"), len(want))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
