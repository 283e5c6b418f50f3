package expression

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

// TestIntegersGoOnExactly holds sums, differences and products to exact ones where they do
// not fit into 64 bits, and to the bound of digits.
func TestIntegersGoOnExactly(t *testing.T) {
	t.Parallel()
	const most, least = math.MaxInt64, math.MinInt64
	for _, tt := range []struct {
		op   op
		a, b any
		want string
	}{
		{opAdd, int64(1), int64(2), "int64 3"},
		{opAdd, int64(most), int64(1), "decimal.Decimal 9223372036854775808"},
		{opAdd, int64(least), int64(-1), "decimal.Decimal -9223372036854775809"},
		{opAdd, int64(most), int64(least), "int64 -1"},
		{opAdd, int64(5), int64(0), "int64 5"},
		{opSub, int64(least), int64(1), "decimal.Decimal -9223372036854775809"},
		{opSub, int64(0), int64(least), "decimal.Decimal 9223372036854775808"},
		{opSub, int64(most), int64(-1), "decimal.Decimal 9223372036854775808"},
		{opSub, int64(5), int64(0), "int64 5"},
		{opMul, int64(most), int64(2), "decimal.Decimal 18446744073709551614"},
		{opMul, int64(least), int64(-1), "decimal.Decimal 9223372036854775808"},
		{opMul, int64(-1), int64(least), "decimal.Decimal 9223372036854775808"},
		{opMul, int64(least), int64(1), "int64 -9223372036854775808"},
		{opMul, int64(0), int64(least), "int64 0"},
		{opAdd, decimal.RequireFromString("0.1"), decimal.RequireFromString("0.2"), "decimal.Decimal 0.3"},
		{opMul, int64(3), decimal.RequireFromString("0.1"), "decimal.Decimal 0.3"},
	} {
		got, err := arithmetic(tt.op, tt.a, tt.b)
		if text := fmt.Sprintf("%T %v", got, got); err != nil || text != tt.want {
			t.Errorf("%v %v %v is %s (%v), want %s", tt.a, tt.op, tt.b, text, err, tt.want)
		}
	}
	wide := decimal.RequireFromString(strings.Repeat("9", MaxDigits))
	if _, err := arithmetic(opAdd, wide, int64(1)); !fault.IsKey(err, "expression.too_costly") {
		t.Errorf("one digit too many: %v", err)
	}
	if got, err := arithmetic(opSub, wide, int64(1)); err != nil {
		t.Errorf("as many digits as may be: %v (%v)", got, err)
	}
}

// TestNumbersAreReadAsTheyAreWritten holds texts to numbers of a fixed form.
func TestNumbersAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "int64 0", "-7": "int64 -7", "007": "int64 7", "1.50": "decimal.Decimal 1.5", "-0.5": "decimal.Decimal -0.5",
		"9223372036854775808":          "decimal.Decimal 9223372036854775808",
		strings.Repeat("1", MaxDigits): "decimal.Decimal " + strings.Repeat("1", MaxDigits), "1." + strings.Repeat("1", MaxDigits): "-", "1." + strings.Repeat("1", MaxDigits-1): "decimal.Decimal 1." + strings.Repeat("1", MaxDigits-1),
		"": "-", "-": "-", ".5": "-", "5.": "-", "1e3": "-", "+1": "-", "1,000": "-", "1 000": "-", "١": "-", "--1": "-", "1.2.3": "-",
		"NaN": "-", strings.Repeat("1", MaxDigits+1): "-",
	} {
		got, ok := parseNumber(text)
		spelled := fmt.Sprintf("%T %v", got, got)
		if !ok {
			spelled = "-"
		}
		if spelled != want {
			t.Errorf("%q is read as %s, want %s", text, spelled, want)
		}
	}
}

// TestNumbersOfJSONAreExact holds figures of records to integers where they are whole, and
// to no number where they are too large for any.
func TestNumbersOfJSONAreExact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"1e3": "int64 1000", "1.50": "decimal.Decimal 1.5", "2.0": "int64 2", "0e9": "int64 0", "1e-3": "decimal.Decimal 0.001", "1e61": "-", "1e-61": "-", "1e999999999": "-", "x": "-", "": "-"} {
		got, ok := fromJSON(json.Number(text))
		spelled := fmt.Sprintf("%T %v", got, got)
		if !ok {
			spelled = "-"
		}
		if spelled != want {
			t.Errorf("%q is %s, want %s", text, spelled, want)
		}
	}
	for value, want := range map[float64]string{0.1: "0.1", 1e15: "1000000000000000", -2: "-2"} {
		if got, ok := fromFloat(value); !ok || fmt.Sprint(got) != want {
			t.Errorf("%g is %v, want %s", value, got, want)
		}
	}
	for _, value := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, ok := fromFloat(value); ok {
			t.Errorf("%g is %v", value, got)
		}
	}
}

// TestAnEvaluationIsBounded holds each limit to its last value and to the one behind it,
// and an evaluation to end when nobody waits for it any more.
func TestAnEvaluationIsBounded(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		limit string // that is passed by one more
		use   func(m *meter, more int) error
	}{
		"steps":           {"steps", func(m *meter, more int) error { return m.step(t.Context(), MaxSteps+more) }},
		"a text":          {"text", func(m *meter, more int) error { return m.text(t.Context(), strings.Repeat("x", MaxText+more)) }},
		"a list":          {"list", func(m *meter, more int) error { return m.list(MaxList + more) }},
		"memory of lists": {"memory", func(m *meter, more int) error { m.memory = MaxMemory - 10*elementBytes; return m.list(10 + more) }},
		"memory of texts": {"memory", func(m *meter, more int) error {
			m.memory = MaxMemory - 5
			return m.text(t.Context(), strings.Repeat("x", 5+more))
		}},
	} {
		if err := tt.use(&meter{}, 0); err != nil {
			t.Errorf("%s, as much as may be: %v", name, err)
		}
		err := tt.use(&meter{}, 1)
		f, _ := fault.As(err)
		if !fault.IsKey(err, "expression.too_costly") || f.Params["limit"] != tt.limit {
			t.Errorf("%s, one more: %v", name, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	m := &meter{}
	var err error
	for range 2 * stepsPerContext {
		if err = m.step(ended, 1); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits, and it goes on: %v", err)
	}
}
