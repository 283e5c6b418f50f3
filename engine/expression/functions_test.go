package expression_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
)

// TestAFunctionAtItsBounds holds what the examples of the reference leave out: signs, the
// first and the last value of a range, nulls, and what is no value of the kind.
func TestAFunctionAtItsBounds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", expression.MaxText)
	vars := map[string]any{"row": map[string]any{
		"id": int64(7), "total": "-2.5", "extra": map[string]any{
			"text": "a", "half": 1.5, "two": "2", "yes": true, "no": false, "one": int64(1), "list": []any{int64(3), nil, int64(1)},
			"mixed": []any{int64(1), "a"}, "odd": []any{struct{}{}}, "object": map[string]any{}, "long": long,
		},
		"at": "2026-01-01T08:00:00.25+08:00", "due": "not a day", "note": "ab",
	}}
	for src, want := range map[string]string{
		"abs(0)": "int64 0", "abs(-1)": "int64 1", "abs(3)": "int64 3", "abs(row.total)": "decimal.Decimal 2.5",
		"abs(-9223372036854775807 - 1)": "decimal.Decimal 9223372036854775808", "abs(row.extra.text)": "bad_value",
		"round(row.total)": "int64 -3", "round(2.4)": "int64 2", "round(2.345, 2)": "decimal.Decimal 2.35", "round(2.5, 0)": "int64 3",
		"round(1.5, 20)": "decimal.Decimal 1.5", "round(1.5, 21)": "bad_scale", "round(1.5, -1)": "bad_scale",
		"round(1.5, row.extra.half)": "bad_value",
		"div(7, 2, 0)":               "int64 4", "div(1, 3, 2)": "decimal.Decimal 0.33", "div(1, 0, 2)": "<nil> <nil>", "div(1, 0.0, 2)": "<nil> <nil>",
		"div(1, 3, 21)": "bad_scale", "div(1, nil, 2)": "<nil> <nil>",
		"mod(7, 4)": "int64 3", "mod(-7, 4)": "int64 -3", "mod(7, 0)": "<nil> <nil>", "mod(7, 2.5)": "decimal.Decimal 2",
		"mod(7.5, 2)":  "decimal.Decimal 1.5",
		"min(3, 1, 2)": "int64 1", "max(3, 1, 4)": "int64 4", "min(nil, 2, nil)": "int64 2", "max(nil, nil)": "<nil> <nil>",
		"min(row.extra.list)": "int64 1", "max(row.extra.list)": "int64 3", "min(row.extra.list, 1)": "bad_value",
		"max(row.extra.mixed)": "bad_value", "min(row.extra.odd)": "bad_value", "max('a', 'c', 'b')": "string c", "min([])": "<nil> <nil>",
		"number('-1.50')": "decimal.Decimal -1.5", "number('7')": "int64 7", "number('7 ')": "<nil> <nil>", "number(row.id)": "int64 7",
		"number(row.extra.yes)": "bad_value", "number(row.extra.half)": "decimal.Decimal 1.5", "number(nil)": "<nil> <nil>",
		"len('你好')": "int64 2", "len(row.extra.list)": "int64 3", "len(row.extra.object)": "bad_value", "len(row.extra.one)": "bad_value",
		"upper('aßİ')": "string Aßİ", "upper('\u052f\u0561')": "string \u052e\u0561", "lower('\u052e\u0531')": "string \u052f\u0531",
		"lower('ẞÀ')": "string ẞà", "upper('ÿ')": "string Ÿ", "upper(row.extra.one)": "bad_value", "lower('İ')": "string İ",
		"trim(' \\t\\n\\v\\f\\r\u00a0\u3000a b\u3000')": "string a b", "trim('\u2003a')": "string \u2003a", "trim(row.extra.yes)": "bad_value",
		"left('仓库A1', 0)": "string ", "left('仓库A1', 4)": "string 仓库A1", "left(row.extra.one, 1)": "bad_value", "left('ab', row.extra.half)": "bad_value",
		"text(row.extra.yes)": "string true", "text(row.extra.no)": "string false", "text(7)": "string 7", "text(1.50)": "string 1.5",
		"text(row.at)": "string 2026-01-01T00:00:00.250Z", "text(row.extra.list)": "bad_value", "text(nil)": "<nil> <nil>",
		"concat(nil)": "string ", "concat('a', nil, 1, row.extra.yes)": "string a1true", "concat('a', row.extra.list)": "bad_value",
		"concat(row.extra.long, 'x')": "too_costly", "len(concat(row.extra.long, nil))": "int64 100000",
		"len(row.extra.long + '')": "int64 100000", "row.extra.long + 'x'": "too_costly",
		"dateAdd('2024-02-28', 2)": "string 2024-03-01", "dateAdd('2026-01-01', -1)": "string 2025-12-31",
		"dateAdd('0001-01-02', -1)": "string 0001-01-01", "dateAdd('0001-01-01', -1)": "bad_value",
		"dateAdd('9999-12-30', 1)": "string 9999-12-31", "dateAdd('9999-12-31', 1)": "bad_value", "dateAdd('2026-01-01', 3652061)": "bad_value",
		"dateAdd('9999-12-31', -3652058)": "string 0001-01-01", "dateAdd('0001-01-01', 3652058)": "string 9999-12-31",
		"dateAdd('2026-01-01', -3652061)": "bad_value", "dateAdd('2026-01-01', 9223372036854775807)": "bad_value",
		"dateAdd(row.due, 1)": "bad_value", "dateAdd('2026-01-01', row.extra.half)": "bad_value", "dateAdd(row.extra.text, 1)": "bad_value",
		"dateAdd(row.extra.one, 1)":            "bad_value",
		"dateDiff('2024-03-01', '2024-02-28')": "int64 2", "dateDiff('2024-02-28', '2024-03-01')": "int64 -2",
		"dateDiff(row.due, '2024-03-01')": "bad_value", "dateDiff('2024-03-01', row.due)": "bad_value",
		"dateDiff('9999-12-31', '0001-01-01')": "int64 3652058",
		"year('2024-02-29')":                   "int64 2024", "month('2024-02-29')": "int64 2", "day('2024-02-29')": "int64 29",
		"day(row.due)": "bad_value",
	} {
		if got := evaluated(t, src, nil, vars); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
}

// TestAFunctionOfAPluginIsGivenWhatItDeclares holds arguments and results of a function
// that is not ours: values out of JSON are judged, results counted and brought into form.
func TestAFunctionOfAPluginIsGivenWhatItDeclares(t *testing.T) {
	t.Parallel()
	registry := expression.NewRegistry()
	say := func(name string, result expression.Type, takesNull bool, arg expression.Type, call func(any) (any, error)) {
		err := registry.Register(expression.Function{
			Name: name, Args: []expression.Type{arg}, Result: result, Targets: expression.Server, TakesNull: takesNull,
			Call: func(_ context.Context, args []any) (any, error) { return call(args[0]) },
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	same := func(v any) (any, error) { return v, nil }
	for name, arg := range map[string]expression.Type{"ofBool": expression.Bool, "ofText": expression.Text, "ofDate": expression.Date, "ofInt": expression.Int, "ofDecimal": expression.Decimal, "ofInstant": expression.Instant, "ofAny": expression.Any} {
		say(name, expression.JSON, false, arg, same)
	}
	say("isNull", expression.Bool, true, expression.Int, func(v any) (any, error) { return v == nil, nil })
	say("fails", expression.Int, false, expression.Int, func(any) (any, error) { return nil, errors.New("no line") })
	say("makesInt", expression.Int, false, expression.Int, func(any) (any, error) { return 7, nil })
	say("makesLong", expression.Text, false, expression.Int, func(any) (any, error) { return strings.Repeat("x", expression.MaxText+1), nil })
	say("makesOdd", expression.Int, false, expression.Int, func(any) (any, error) { return struct{}{}, nil })
	env := orderEnv()
	env.Functions = registry
	scope := orderScope()
	scope.Vars["row"].(map[string]any)["extra"] = map[string]any{"yes": true, "text": "a", "half": 1.5, "one": int64(1)}
	for src, want := range map[string]string{
		"ofBool(row.extra.yes)": "bool true", "ofBool(row.extra.text)": "bad_value", "ofText(row.extra.text)": "string a",
		"ofText(row.extra.one)": "bad_value", "ofDate(row.extra.text)": "string a", "ofDate(row.extra.yes)": "bad_value",
		"ofInt(row.extra.one)": "int64 1", "ofInt(row.extra.half)": "bad_value", "ofDecimal(row.extra.half)": "decimal.Decimal 1.5",
		"ofDecimal(row.extra.text)": "bad_value", "ofInstant(row.at)": "time.Time 2026-01-02 03:04:05.678 +0000 UTC",
		"ofInstant(row.extra.text)": "bad_value", "ofAny(row.extra.yes)": "bool true",
		"ofText(nil)": "<nil> <nil>", "isNull(nil)": "bool true", "isNull(1)": "bool false", "fails(1)": "no line", "fails(nil)": "<nil> <nil>",
		"makesInt(1)": "int64 7", "makesLong(1)": "too_costly", "makesOdd(1)": "bad_value",
		"ofInt(fails(1))": "no line", "isNull(row.extra.text)": "bad_value",
	} {
		p, err := expression.Compile(src, env, nil)
		if err != nil {
			t.Fatal(src, err)
		}
		if got := told(p.Eval(t.Context(), scope)); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
}
