package expression

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// comparison writes ==, !=, <, <=, > or >=.
func (w sqlWriter) comparison(n *Node) (fragment, error) {
	l, r, err := w.values(n.Args)
	if err != nil {
		return fragment{}, err
	}
	return compare(n.Op, l, r)
}

// compare writes a comparison of two fragments, at least one of them a column.
func compare(operation op, l, r fragment) (fragment, error) {
	switch {
	case l.isValue && l.value == nil || r.isValue && r.value == nil:
		return verdict(false), nil
	case l.isValue:
		return compareWith(mirrored(operation), r, l.value)
	case r.isValue:
		return compareWith(operation, l, r.value)
	case isNumber(l.typ):
		var err error
		if l, r, err = aligned(l, r); err != nil {
			return fragment{}, err
		}
	}
	return relation(l, operator(operation), r), nil
}

func relation(l fragment, operator string, r fragment) fragment {
	return condition("("+l.text+" "+operator+" "+r.text+")", append(append([]any{}, l.args...), r.args...)...)
}

// operator spells a comparison or arithmetic in SQL.
func operator(operation op) string {
	switch operation {
	case opAdd:
		return "+"
	case opSub:
		return "-"
	case opEq:
		return "="
	case opNe:
		return "<>"
	case opLt:
		return "<"
	case opLe:
		return "<="
	case opGt:
		return ">"
	default:
		return ">="
	}
}

// mirrored is the comparison with its sides exchanged.
func mirrored(operation op) op {
	switch operation {
	case opLt:
		return opGt
	case opLe:
		return opGe
	case opGt:
		return opLt
	case opGe:
		return opLe
	default:
		return operation
	}
}

// compareWith compares a column with a value that is not null.
func compareWith(operation op, f fragment, v any) (fragment, error) {
	if isNumber(f.typ) && isNumeric(v) {
		return compareNumber(operation, f, toDecimal(v)), nil
	}
	arg, ok := bound(f.typ, v)
	switch {
	case ok:
		return relation(f, operator(operation), condition("?", arg)), nil
	case operation == opEq:
		return verdict(false), nil
	case operation == opNe:
		return notNull(f), nil
	}
	return fragment{}, badValue(f.typ, v)
}

// notNull is what is left of a comparison that holds for every value.
func notNull(f fragment) fragment { return condition("("+f.text+" IS NOT NULL)", f.args...) }

// bound gives a value as argument for a column that is not a number; ok is
// false when the value is of another kind.
func bound(t Type, v any) (arg any, ok bool) {
	switch v := v.(type) {
	case string:
		return v, isText(t) || t == Date
	case bool:
		return v, t == Bool
	case time.Time:
		return v.UnixMilli(), t == Instant
	}
	return nil, false
}

// compareNumber compares a scaled column with a number. The number is brought
// to the column's scale, never the column, so that an index still serves; what
// lies between two steps of the scale is compared with the step below it.
func compareNumber(operation op, f fragment, d decimal.Decimal) fragment {
	steps := d.Shift(f.scale)
	if !steps.IsInteger() {
		switch operation {
		case opEq:
			return verdict(false)
		case opNe:
			return notNull(f)
		case opLt:
			operation = opLe
		case opGe:
			operation = opGt
		default: // the others compare alike with the step below
		}
		steps = steps.Floor()
	}
	if n, ok := whole(steps).(int64); ok {
		return relation(f, operator(operation), condition("?", n))
	}
	if operation == opNe || (operation == opLt || operation == opLe) == (d.Sign() > 0) && operation != opEq {
		return notNull(f)
	}
	return verdict(false)
}

// in writes a membership: with a list of values as IN, with columns in the list
// as comparisons.
func (w sqlWriter) in(n *Node) (fragment, error) {
	l, err := w.value(n.Args[0])
	if err != nil {
		return fragment{}, err
	}
	if !constant(n.Args[1]) {
		return w.inColumns(l, n.Args[1].Args)
	}
	if l.isValue { // arithmetic with null
		return verdict(false), nil
	}
	list, err := w.machine.elementsOf(n.Args[1])
	if err != nil {
		return fragment{}, err
	}
	var args []any
	for _, v := range list {
		if v, err = normal(v, Any); err != nil {
			return fragment{}, err
		}
		if arg, ok := exactly(l, v); ok {
			args = append(args, arg)
		}
	}
	if len(args) == 0 {
		return verdict(false), nil
	}
	places := strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ")
	return relation(l, "IN", condition("("+places+")", args...)), nil
}

// exactly gives the argument that equals a value in a column; ok is false when
// no value of the column can.
func exactly(f fragment, v any) (arg any, ok bool) {
	if !isNumber(f.typ) || !isNumeric(v) {
		return bound(f.typ, v)
	}
	steps := toDecimal(v).Shift(f.scale)
	if !steps.IsInteger() {
		return nil, false
	}
	arg, ok = whole(steps).(int64)
	return arg, ok
}

func (w sqlWriter) inColumns(l fragment, nodes []*Node) (fragment, error) {
	parts := make([]string, len(nodes))
	var args []any
	for i, n := range nodes {
		r, err := w.value(n)
		if err != nil {
			return fragment{}, err
		}
		same, err := compareAny(l, r)
		if err != nil {
			return fragment{}, err
		}
		parts[i], args = same.text, append(args, same.args...)
	}
	return condition("("+strings.Join(parts, " OR ")+")", args...), nil
}

// compareAny compares for equality where both sides may be values.
func compareAny(l, r fragment) (fragment, error) {
	if l.isValue && r.isValue {
		return verdict(l.value != nil && r.value != nil && equalValues(l.value, r.value)), nil
	}
	return compare(opEq, l, r)
}
