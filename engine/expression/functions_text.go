package expression

import (
	"context"
	"strings"
	"time"
	"unicode"

	"github.com/shopspring/decimal"
)

// spaces are what trim takes off, in Go and in the browser: the plain ones, the
// fixed one and the full-width one.
const spaces = " \t\n\v\f\r\u00a0\u3000"

// lastCased is the last letter that upper and lower take or give (Latin, Greek,
// Cyrillic); beyond it Go and browsers follow different versions of Unicode.
const lastCased = 0x052f

// instantLayout spells an instant as browsers do.
const instantLayout = "2006-01-02T15:04:05.000Z"

func textFunctions() []Function {
	return []Function{
		{Name: "upper", Args: []Type{Text}, Result: Text, Targets: everywhere, Call: callMapped(unicode.ToUpper)},
		{Name: "lower", Args: []Type{Text}, Result: Text, Targets: everywhere, Call: callMapped(unicode.ToLower)},
		{Name: "left", Args: []Type{Text, Int}, Result: Text, Targets: Server, Call: callLeft},
		{Name: "trim", Args: []Type{Text}, Result: Text, Targets: everywhere, Call: callTrim},
		{Name: "text", Args: []Type{Any}, ResultOf: textResult, Targets: everywhere, Call: callText},
		{Name: "concat", Args: []Type{Any}, Variadic: true, ResultOf: textResult, Targets: everywhere, TakesNull: true, Call: callConcat},
	}
}

// callLeft keeps the first characters of a text.
func callLeft(_ context.Context, args []any) (any, error) {
	text, ok := args[0].(string)
	if !ok {
		return nil, badValue(Text, args[0])
	}
	count, ok := integer(args[1])
	if !ok {
		return nil, badValue(Int, args[1])
	}
	runes := []rune(text)
	return string(runes[:min(max(count, 0), int64(len(runes)))]), nil
}

// textResult is Text unless a record or list is among the arguments.
func textResult(args []Argument) Type {
	for _, arg := range args {
		if isComposite(arg.Type) {
			return nil
		}
	}
	return Text
}

func callMapped(mapping func(rune) rune) func(context.Context, []any) (any, error) {
	return func(_ context.Context, args []any) (any, error) {
		text, ok := args[0].(string)
		if !ok {
			return nil, badValue(Text, args[0])
		}
		return strings.Map(func(r rune) rune {
			if mapped := mapping(r); r != 'İ' && max(r, mapped) <= lastCased {
				return mapped
			}
			return r
		}, text), nil
	}
}

func callTrim(_ context.Context, args []any) (any, error) {
	text, ok := args[0].(string)
	if !ok {
		return nil, badValue(Text, args[0])
	}
	return strings.Trim(text, spaces), nil
}

func callText(_ context.Context, args []any) (any, error) { return spell(args[0]) }

// callConcat joins texts and what text() spells; null counts as nothing.
func callConcat(_ context.Context, args []any) (any, error) {
	var b strings.Builder
	for _, arg := range args {
		if arg == nil {
			continue
		}
		text, err := spell(arg)
		if err != nil {
			return nil, err
		}
		if b.WriteString(text); b.Len() > MaxText {
			return nil, tooCostly("text", MaxText)
		}
	}
	return b.String(), nil
}

// spell writes a value as text.
func spell(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool:
		if v {
			return "true", nil
		}
		return "false", nil
	case int64:
		return decimal.NewFromInt(v).String(), nil
	case decimal.Decimal:
		return v.String(), nil
	case time.Time:
		return v.UTC().Format(instantLayout), nil
	}
	return "", badValue(Text, v)
}
