package expression

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

func numberFunctions() []Function {
	return []Function{
		{Name: "abs", Args: []Type{Decimal}, ResultOf: sameNumber, Targets: everywhere, Call: callAbs},
		{Name: "round", Args: []Type{Decimal, Int}, Optional: 1, ResultOf: rounded(1), Targets: everywhere, Call: callRound},
		{Name: "div", Args: []Type{Decimal, Decimal, Int}, ResultOf: rounded(2), Targets: everywhere, Call: callDiv},
		{Name: "mod", Args: []Type{Decimal, Decimal}, ResultOf: sameNumber, Targets: everywhere, Call: callMod},
		{Name: "min", Args: []Type{Any}, Variadic: true, Alike: true, ResultOf: extreme, Targets: everywhere, TakesNull: true, Call: callExtreme(-1)},
		{Name: "max", Args: []Type{Any}, Variadic: true, Alike: true, ResultOf: extreme, Targets: everywhere, TakesNull: true, Call: callExtreme(1)},
		{Name: "number", Args: []Type{Any}, ResultOf: numberResult, Targets: everywhere, Call: callNumber},
		{Name: "len", Args: []Type{Any}, ResultOf: lenResult, Targets: everywhere, Call: callLen},
	}
}

// sameNumber is Int for integers, else Decimal.
func sameNumber(args []Argument) Type {
	result := args[0].Type
	for _, arg := range args[1:] {
		result = numberOf(result, arg.Type)
	}
	if _, reference := result.(Reference); reference {
		return Int
	}
	return result
}

// rounded is Int when the scale, the argument at the index, is left out or the
// literal 0, else Decimal.
func rounded(index int) func([]Argument) Type {
	return func(args []Argument) Type {
		if index >= len(args) || args[index].Literal == int64(0) {
			return Int
		}
		return Decimal
	}
}

// extreme is the common type of values that have an order; a single list gives
// its elements.
func extreme(args []Argument) Type {
	result := args[0].Type
	if list, ok := result.(List); ok && len(args) == 1 {
		result = list.Of
	}
	for _, arg := range args[1:] {
		if result = common(result, arg.Type); result == nil {
			return nil
		}
	}
	if isComposite(result) || result == Bool {
		return nil
	}
	return result
}

func numberResult(args []Argument) Type {
	if t := args[0].Type; isText(t) || isNumber(t) || isDynamic(t) {
		return Decimal
	}
	return nil
}

func lenResult(args []Argument) Type {
	_, list := args[0].Type.(List)
	if list || isText(args[0].Type) || isDynamic(args[0].Type) {
		return Int
	}
	return nil
}

func callAbs(_ context.Context, args []any) (any, error) {
	if compareNumbers(args[0], int64(0)) >= 0 {
		return args[0], nil
	}
	return arithmetic(opSub, int64(0), args[0])
}

func callRound(_ context.Context, args []any) (any, error) {
	var scale any = int64(0)
	if len(args) == 2 {
		scale = args[1]
	}
	places, err := scaleOf(scale)
	if err != nil {
		return nil, err
	}
	return scaled(toDecimal(args[0]).Round(places), places)
}

func callDiv(_ context.Context, args []any) (any, error) {
	places, err := scaleOf(args[2])
	if err != nil {
		return nil, err
	}
	divisor := toDecimal(args[1])
	if divisor.IsZero() {
		return nil, nil
	}
	return scaled(toDecimal(args[0]).DivRound(divisor, places), places)
}

func callMod(_ context.Context, args []any) (any, error) {
	x, ok := args[0].(int64)
	y, both := args[1].(int64)
	switch {
	case compareNumbers(args[1], int64(0)) == 0:
		return nil, nil
	case ok && both:
		return x % y, nil
	}
	return limited(toDecimal(args[0]).Mod(toDecimal(args[1])))
}

// scaleOf reads a number of decimals.
func scaleOf(v any) (int32, error) {
	n, ok := integer(v)
	if !ok || n < 0 || n > MaxScale {
		return 0, fault.New(fault.Invalid, "expression.bad_scale", "max", MaxScale)
	}
	return int32(n), nil
}

// scaled gives a rounded number, as integer when no decimals are kept.
func scaled(d decimal.Decimal, places int32) (any, error) {
	if places == 0 {
		return whole(d), nil
	}
	return limited(d)
}

// callExtreme finds the least or the greatest value, passing over nulls.
func callExtreme(sign int) func(context.Context, []any) (any, error) {
	return func(_ context.Context, args []any) (any, error) {
		if list, ok := args[0].([]any); ok && len(args) == 1 {
			args = list
		}
		var best any
		for _, v := range args {
			v, err := normal(v, Any)
			if err != nil {
				return nil, err
			}
			if v == nil {
				continue
			}
			if best == nil {
				best = v
				continue
			}
			order, err := compareValues(v, best)
			if err != nil {
				return nil, err
			}
			if order == sign {
				best = v
			}
		}
		return best, nil
	}
}

func callNumber(_ context.Context, args []any) (any, error) {
	text, ok := args[0].(string)
	if !ok {
		if !isNumeric(args[0]) {
			return nil, badValue(Decimal, args[0])
		}
		return args[0], nil
	}
	n, _ := parseNumber(text)
	return n, nil
}

func callLen(_ context.Context, args []any) (any, error) {
	switch v := args[0].(type) {
	case string:
		return int64(len([]rune(v))), nil
	case []any:
		return int64(len(v)), nil
	}
	return nil, badValue(Text, args[0])
}
