package expression

import (
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

// maxProduct bounds what a product in SQL may be, so that sums of products stay
// within 64 bits: SQLite would go on with inexact numbers beyond, PostgreSQL
// would fail.
const maxProduct = 1_000_000_000_000_000_000

// arithmetic writes + - * over scaled integers; null stays null.
func (w sqlWriter) arithmetic(operation op, nodes []*Node) (fragment, error) {
	l, r, err := w.values(nodes)
	if err != nil {
		return fragment{}, err
	}
	if l.isValue && l.value == nil || r.isValue && r.value == nil {
		return fragment{isValue: true, typ: Int}, nil
	}
	if l, r, err = written(l, r); err != nil {
		return fragment{}, err
	}
	if operation == opMul {
		return product(l, r), nil
	}
	if l, r, err = aligned(l, r); err != nil {
		return fragment{}, err
	}
	sum := relation(l, operator(operation), r)
	sum.typ, sum.scale = numberOf(l.typ, r.typ), l.scale
	return sum, nil
}

// written turns the operand that is a value into a scaled argument.
func written(l, r fragment) (fragment, fragment, error) {
	var err error
	if l.isValue {
		l, err = argument(l.value)
	}
	if r.isValue && err == nil {
		r, err = argument(r.value)
	}
	return l, r, err
}

// argument writes a number as scaled integer with the decimals that it has.
func argument(v any) (fragment, error) {
	if !isNumeric(v) {
		return fragment{}, badValue(Decimal, v)
	}
	d := toDecimal(v).Normalize()
	scale := max(0, -d.Exponent())
	return scaledArgument(d, scale)
}

func scaledArgument(d decimal.Decimal, scale int32) (fragment, error) {
	n, ok := whole(d.Shift(scale)).(int64)
	if !ok || n > maxProduct || n < -maxProduct {
		return fragment{}, fault.New(fault.Invalid, "expression.not_in_sql", "what", d.String())
	}
	return fragment{text: "?", args: []any{n}, typ: Decimal, scale: scale, value: d}, nil
}

// aligned brings two numbers to the greater of their scales.
func aligned(l, r fragment) (fragment, fragment, error) {
	scale := max(l.scale, r.scale)
	l, err := rescaled(l, scale)
	if err != nil {
		return l, r, err
	}
	r, err = rescaled(r, scale)
	return l, r, err
}

func rescaled(f fragment, scale int32) (fragment, error) {
	if f.scale == scale {
		return f, nil
	}
	if d, ok := f.value.(decimal.Decimal); ok {
		return scaledArgument(d, scale)
	}
	factor, err := scaledArgument(decimal.New(1, scale-f.scale), 0)
	if err != nil {
		return f, err
	}
	grown := product(f, factor)
	grown.scale = scale
	return grown, nil
}

// product writes a product that is null when it would be too great.
func product(l, r fragment) fragment {
	if l.text == "?" {
		l, r = r, l
	}
	plain := relation(l, "*", r)
	p := fragment{typ: numberOf(l.typ, r.typ), scale: l.scale + r.scale}
	if r.text == "?" {
		limit := strconv.FormatInt(limitFor(r.args[0]), 10)
		p.text = "CASE WHEN " + l.text + " BETWEEN -" + limit + " AND " + limit + " THEN " + plain.text + " END"
		p.args = append(append([]any{}, l.args...), plain.args...)
	} else {
		most := strconv.Itoa(maxProduct)
		p.text = "CASE WHEN " + l.text + " = 0 OR abs(" + r.text + ") <= " + most + " / NULLIF(abs(" + l.text + "), 0) THEN " + plain.text + " END"
		for _, args := range [][]any{l.args, r.args, l.args, plain.args} {
			p.args = append(p.args, args...)
		}
	}
	p.text = "(" + p.text + ")"
	return p
}

// limitFor gives the greatest factor that keeps the product with n in bounds.
func limitFor(n any) int64 {
	factor, _ := n.(int64)
	return maxProduct / max(1, factor, -factor)
}
