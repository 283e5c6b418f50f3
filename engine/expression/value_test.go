package expression_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
)

// told is the Go type and the value of a result, or the key of the fault.
func told(v any, err error) string {
	if err == nil {
		return fmt.Sprintf("%T %v", v, v)
	}
	if f, ok := fault.As(err); ok {
		return strings.TrimPrefix(f.Key, "expression.")
	}
	return err.Error()
}

// evaluated is what a source gives over the order, with some variables of its own.
func evaluated(t *testing.T, src string, want expression.Type, vars map[string]any) string {
	t.Helper()
	p, err := expression.Compile(src, orderEnv(), want)
	if err != nil {
		t.Fatal(src, err)
	}
	scope := orderScope()
	for name, v := range vars {
		scope.Vars[name] = v
	}
	return told(p.Eval(t.Context(), scope))
}

type (
	named map[string]any
	words []string
)

// TestAValueFromOutsideIsBroughtIntoAKnownForm holds what a record may carry, and how it
// is refused when it is not of the type of its field.
func TestAValueFromOutsideIsBroughtIntoAKnownForm(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("east", 8*3600)
	for _, tt := range []struct {
		field string
		value any
		want  string
	}{
		{"id", 7, "int64 7"},
		{"id", int64(7), "int64 7"},
		{"id", 7.0, "int64 7"},
		{"id", "7", "int64 7"},
		{"id", "seven", "bad_value"},
		{"id", "", "bad_value"},
		{"id", json.Number("7"), "int64 7"},
		{"id", json.Number("7.0"), "int64 7"},
		{"id", json.Number("x"), "bad_value"},
		{"id", decimal.New(7, 0), "decimal.Decimal 7"},
		{"id", math.NaN(), "bad_value"},
		{"id", uint8(7), "bad_value"},
		{"id", struct{}{}, "bad_value"},
		{"customer_id", "3", "int64 3"},
		{"total", "1.50", "decimal.Decimal 1.5"},
		{"total", 0.1, "decimal.Decimal 0.1"},
		{"total", json.Number("1.5e2"), "int64 150"},
		{"total", decimal.New(15, 1), "decimal.Decimal 150"},
		{"total", decimal.New(1, expression.MaxDigits+1), "bad_value"},
		{"total", decimal.New(0, expression.MaxDigits+1), "decimal.Decimal 0"},
		{"total", decimal.New(1, expression.MaxDigits-1), "decimal.Decimal 1" + strings.Repeat("0", expression.MaxDigits-1)},
		{"total", decimal.New(1, expression.MaxDigits), "bad_value"},
		{"total", decimal.New(1, -expression.MaxDigits), "decimal.Decimal 0." + strings.Repeat("0", expression.MaxDigits-1) + "1"},
		{"total", decimal.New(1, -expression.MaxDigits-1), "bad_value"},
		{"note", "7", "string 7"},
		{"due", "2026-01-01", "string 2026-01-01"},
		{"urgent", true, "bool true"},
		{"at", "2026-01-01T08:00:00.1239+08:00", "time.Time 2026-01-01 00:00:00.123 +0000 UTC"},
		{"at", time.Date(2026, 1, 1, 8, 0, 0, 123_999_999, east), "time.Time 2026-01-01 00:00:00.123 +0000 UTC"},
		{"at", "2026-01-01", "bad_value"},
		{"extra", named{"a": 1}, "map[string]interface {} map[a:1]"},
		{"extra", words{"a", "b"}, "[]interface {} [a b]"},
		{"extra", []int{1}, "[]interface {} [1]"},
		{"extra", map[string]int{"a": 1}, "bad_value"},
		{"extra", make([]int, expression.MaxGiven+1), "too_costly"},
		{"extra", "2026", "string 2026"},
	} {
		row := map[string]any{tt.field: tt.value}
		if got := evaluated(t, "row."+tt.field, nil, map[string]any{"row": row}); got != tt.want {
			t.Errorf("%s carries %T %.20v: got %.40s, want %s", tt.field, tt.value, tt.value, got, tt.want)
		}
	}
	if got := evaluated(t, "len(row.extra)", nil, map[string]any{"row": map[string]any{"extra": make([]int, expression.MaxList)}}); got != "int64 10000" {
		t.Errorf("as long a list as may be: %s", got)
	}
	if got := evaluated(t, "row.note", nil, map[string]any{"row": named{"note": "x"}}); got != "string x" {
		t.Errorf("a record of a named type: %s", got)
	}
}

// TestAResultIsOfTheTypeThatIsWantedOrRefused holds what JSON gives, whose types show only
// when it is read, to what was wanted of it.
func TestAResultIsOfTheTypeThatIsWantedOrRefused(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	wanted := []expression.Type{nil, expression.Bool, expression.Text, expression.Date, expression.Instant, expression.Decimal, expression.Int, expression.Enum{}, expression.Reference{}}
	for _, tt := range []struct {
		value any
		want  string // for each of them in turn
	}{
		{true, "bool bool - - - - - - -"},
		{"x", "string - string string - - - string -"},
		{at, "time.Time - - - time.Time - - - -"},
		{int64(2), "int64 - - - - decimal.Decimal int64 - int64"},
		{decimal.New(20, -1), "decimal.Decimal - - - - decimal.Decimal int64 - int64"},
		{1.5, "decimal.Decimal - - - - decimal.Decimal - - -"},
		{[]any{}, "[]interface{} - - - - - - - -"},
		{nil, "nil nil nil nil nil nil nil nil nil"},
	} {
		var got []string
		for _, want := range wanted {
			what := evaluated(t, "row.extra.v", want, map[string]any{"row": map[string]any{"extra": map[string]any{"v": tt.value}}})
			what = strings.NewReplacer("bad_value", "-", "<nil>", "nil", "interface {}", "interface{}").Replace(what)
			kind, _, _ := strings.Cut(what, " ")
			got = append(got, kind)
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("%T %v is given as\n %s, want\n %s", tt.value, tt.value, text, tt.want)
		}
	}
}

// TestValuesOfDifferentKindsAreNeitherEqualNorInAnOrder holds comparison over JSON.
func TestValuesOfDifferentKindsAreNeitherEqualNorInAnOrder(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		a, b         any
		equal, order string
	}{
		{int64(1), int64(2), "false", "<"},
		{int64(2), int64(2), "true", "="},
		{int64(3), int64(2), "false", ">"},
		{int64(2), 2.5, "false", "<"},
		{2.5, int64(2), "false", ">"},
		{"a", "b", "false", "<"},
		{"a", "a", "true", "="},
		{"b", "a", "false", ">"},
		{at, at.Add(time.Millisecond), "false", "<"},
		{at, at.In(time.FixedZone("east", 3600)), "true", "="},
		{at.Add(time.Hour), at, "false", ">"},
		{true, true, "true", "-"},
		{true, false, "false", "-"},
		{"1", int64(1), "false", "-"},
		{int64(1), "1", "false", "-"},
		{"true", true, "false", "-"},
		{true, "true", "false", "-"},
		{at, "2026-01-01T00:00:00Z", "false", "-"},
		{"2026-01-01T00:00:00Z", at, "false", "-"},
		{at, int64(0), "false", "-"},
		{[]any{}, []any{}, "false", "-"},
		{map[string]any{}, map[string]any{}, "false", "-"},
		{nil, int64(1), "false", "null"},
		{"a", nil, "false", "null"},
	} {
		vars := map[string]any{"row": map[string]any{"extra": map[string]any{"a": tt.a, "b": tt.b}}}
		is := func(operator string) string {
			return strings.TrimPrefix(evaluated(t, "row.extra.a "+operator+" row.extra.b", nil, vars), "bool ")
		}
		orders := map[string]string{"<": "true true false false", "=": "false true false true", ">": "false false true true", "-": "bad_value bad_value bad_value bad_value", "null": "false false false false"}
		if got := strings.Join([]string{is("<"), is("<="), is(">"), is(">=")}, " "); got != orders[tt.order] {
			t.Errorf("%v beside %v: < <= > >= are %s, want %s", tt.a, tt.b, got, orders[tt.order])
		}
		differs := map[string]string{"true": "false", "false": "true"}[tt.equal]
		if tt.order == "null" {
			differs = "false"
		}
		if got := is("==") + " " + is("!="); got != tt.equal+" "+differs {
			t.Errorf("%v beside %v: == != are %s", tt.a, tt.b, got)
		}
	}
}
