package query_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
)

// TestNoRequestBreaks asks what makes little sense at random: it is answered or refused with
// a reason, alike on both databases, and never fails.
func TestNoRequestBreaks(t *testing.T) {
	t.Parallel()
	const n = 200
	seed := uint64(time.Now().UnixNano())
	asked := map[string]string{}
	eachRolling(t, func(t *testing.T, b *bench) {
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 5)) //nolint:gosec // a test
		one := func(of ...string) string { return of[random.IntN(len(of))] }
		fields := append([]string{"brand_id.maker_id.code", "brand_id.items", "customer_id.name", "brand_id.dearest", "of_brand", "nope", ""}, keysOf(b)...)
		value := func() string {
			return one("null", "true", "0", "-1", "1.5", "1e30", "1e-30", "9223372036854775807", "9223372036854775808", `""`, `"x"`, `"1"`, `"2026-01-01"`, `"9999-12-31"`, `"0001-01-01"`, `"2026-13-01"`,
				`"2026-01-01T00:00:00Z"`, "[]", "[1]", `["x",null]`, `[1,2]`, `["2026-01-01","2026-02-01"]`, "{}", `{"code":"A"}`, `{"name":"Sun"}`, `{"name":5}`, `[{"name":"Sun"}]`, `"`+strings.Repeat("y", 201)+`"`)
		}
		ops := []string{"eq", "ne", "lt", "le", "gt", "ge", "in", "nin", "like", "starts", "null", "notnull", "between", "all"}
		for i := range n {
			field := one(fields...)
			filter := fmt.Sprintf(`{"field":%q,"op":%q,"value":%s}`, field, one(ops...), value())
			field = one(fields...)
			shown := fmt.Sprintf(`{"sort":[%q],"fields":[%q],"sums":[%q],"size":3}`, one("", "-")+field, field, one("pieces", "price", "brand_id.items", field))
			grouped := fmt.Sprintf(`{"group":[%q],"measures":[{"fn":"count","as":"m"}]}`, field+one("", "", ":day", ":week", ":hour"))
			measured := fmt.Sprintf(`{"group":["kind"],"measures":[{"fn":%q,"field":%q,"as":"m"}],"having":{"field":"m","op":%q,"value":%s}}`,
				one("count", "count_distinct", "sum", "avg", "min", "max"), field, one("eq", "lt", "ge"), value())
			for _, text := range []string{`{"total":true,"size":3,"filter":` + filter + `}`, shown, grouped, measured} {
				_, err := b.ask(text)
				got := "answered"
				if f, ok := fault.As(err); ok {
					got = f.Key + " on " + f.Path
				}
				if code := fault.CodeOf(err); err != nil && code != fault.Invalid {
					t.Errorf("request %d %s: %v", i, text, err)
				}
				if before, known := asked[text]; known && before != got {
					t.Errorf("request %d %s: %s here, %s there", i, text, got, before)
				}
				asked[text] = got
			}
		}
	})
}

func (b *bench) ask(text string) (map[string]any, error) {
	if !strings.Contains(text, `"measures"`) {
		return b.list(b.system, "item", text)
	}
	var a query.Aggregation
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return nil, err
	}
	return b.decode(b.q.Aggregate(b.t.Context(), b.system, "item", a))
}

func keysOf(b *bench) (keys []string) {
	for _, f := range b.Table("item").Fields {
		keys = append(keys, f.Key)
	}
	return keys
}
