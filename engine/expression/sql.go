package expression

import (
	"context"
	"strings"
)

// rowName is the record whose fields are columns in SQL. Everything that does
// not depend on it is evaluated first and bound as a value.
const rowName = "row"

// maxSQL bounds the text that one expression may become.
const maxSQL = 20_000 // bytes

// Column is what a path of the row is in a statement.
type Column struct {
	SQL   string // quoted and qualified, as in `t0."qty"`
	Args  []any  // of the placeholders in SQL, if any
	Scale int32  // decimals of the scaled integer that a decimal is kept as
}

// Builder knows the columns of a statement.
type Builder interface {
	// Column gives the column of a path such as ["row", "customer_id", "name"];
	// every reference on the way is a join of the builder's.
	Column(path []string) (Column, error)
}

// SQL writes a condition as SQL for both databases, with ? for each argument.
// The text is true exactly for the rows for which Holds answers true; where
// that is false the text may also be null. Products beyond 10^18 (of the scaled
// integers) count as null.
//
// The fault expression.not_in_sql names the part that has no SQL form; a
// program compiled for the SQL target has none.
func (p *Program) SQL(ctx context.Context, scope Scope, b Builder) (text string, args []any, err error) {
	if err := p.checkSQL(); err != nil {
		return "", nil, err
	}
	w := sqlWriter{builder: b, machine: &machine{ctx: ctx, scope: scope}}
	f, err := w.condition(p.root)
	if err != nil {
		return "", nil, err
	}
	if len(f.text) > maxSQL {
		return "", nil, tooCostly("sql", maxSQL)
	}
	return f.text, f.args, nil
}

// checkSQL refuses what is not in the sub-language.
func (p *Program) checkSQL() error {
	bad := notCondition(p.root)
	if bad == nil {
		return nil
	}
	what := string(bad.Op)
	if bad.Name != "" {
		what = bad.Name
	}
	return failAt(p.source, bad.at, "expression.not_in_sql", "what", what)
}

// constant reports whether a node does not depend on the row.
func constant(n *Node) bool {
	free := true
	n.Walk(func(n *Node) bool {
		free = free && (n.Op != opVar || n.Name != rowName)
		return free
	})
	return free
}

// notCondition finds the first part of a condition that has no SQL form.
func notCondition(n *Node) *Node {
	if constant(n) {
		return notOfType(n, is(n.typ, Bool))
	}
	switch n.Op {
	case opAnd, opOr, opNot:
		return firstOf(notCondition, n.Args)
	case opEq, opNe, opLt, opLe, opGt, opGe, opIsNil, opNotNil:
		return firstOf(notValue, n.Args)
	case opIn:
		if list := n.Args[1]; list.Op == opList {
			return firstOf(notValue, append([]*Node{n.Args[0]}, list.Args...))
		}
		return firstOf(notOperand, n.Args)
	case opField:
		return notOfType(n, n.typ == Bool)
	default:
		return n
	}
}

// notOperand is notValue, but lets a constant list pass.
func notOperand(n *Node) *Node {
	if constant(n) {
		return nil
	}
	return notValue(n)
}

// notValue finds the first part of a value that has no SQL form.
func notValue(n *Node) *Node {
	if constant(n) {
		return notOfType(n, !isComposite(n.typ))
	}
	switch n.Op {
	case opField:
		return notOfType(n, !isDynamic(n.typ) && !isComposite(n.typ))
	case opNeg, opAdd, opSub, opMul:
		if !isNumber(n.typ) || n.Op == opMul && inexactProduct(n.Args) {
			return n
		}
		return firstOf(notValue, n.Args)
	default:
		return notCondition(n)
	}
}

// inexactProduct is one of two decimal columns, which outgrows 64 bits.
func inexactProduct(args []*Node) bool {
	for _, arg := range args {
		if constant(arg) || arg.typ != Decimal {
			return false
		}
	}
	return true
}

func notOfType(n *Node, fine bool) *Node {
	if fine {
		return nil
	}
	return n
}

func firstOf(find func(*Node) *Node, nodes []*Node) *Node {
	for _, n := range nodes {
		if bad := find(n); bad != nil {
			return bad
		}
	}
	return nil
}

// fragment is a piece of SQL, or a value that is not written yet.
type fragment struct {
	text    string
	args    []any
	typ     Type
	scale   int32
	isValue bool // value stands for the fragment, and text is empty
	value   any
}

func condition(text string, args ...any) fragment {
	return fragment{text: text, args: args, typ: Bool}
}

// verdict is a condition that is decided already.
func verdict(holds bool) fragment {
	if holds {
		return condition("TRUE")
	}
	return condition("FALSE")
}

// sqlWriter writes one condition; its machine evaluates the constant parts.
type sqlWriter struct {
	builder Builder
	machine *machine
}

func (w sqlWriter) condition(n *Node) (fragment, error) {
	if constant(n) {
		holds, err := w.machine.truth(n)
		return verdict(holds), err
	}
	switch n.Op {
	case opAnd:
		return w.join(n.Args, " AND ")
	case opOr:
		return w.join(n.Args, " OR ")
	case opNot:
		f, err := w.condition(n.Args[0])
		return condition("("+f.text+" IS NOT TRUE)", f.args...), err
	case opIn:
		return w.in(n)
	case opIsNil, opNotNil:
		return w.nullTest(n)
	case opField:
		f, err := w.column(n)
		return condition("("+f.text+" IS TRUE)", f.args...), err
	default:
		return w.comparison(n)
	}
}

func (w sqlWriter) join(nodes []*Node, with string) (fragment, error) {
	var parts []string
	var args []any
	for _, n := range nodes {
		f, err := w.condition(n)
		if err != nil {
			return fragment{}, err
		}
		parts, args = append(parts, f.text), append(args, f.args...)
	}
	return condition("("+strings.Join(parts, with)+")", args...), nil
}

// value writes an operand of a comparison or of arithmetic.
func (w sqlWriter) value(n *Node) (fragment, error) {
	if constant(n) {
		v, err := w.machine.eval(n)
		return fragment{isValue: true, value: v, typ: n.typ}, err
	}
	switch n.Op {
	case opField:
		return w.column(n)
	case opNeg:
		return w.arithmetic(opSub, []*Node{{Op: opNumber, typ: Int, literal: int64(0)}, n.Args[0]})
	case opAdd, opSub, opMul:
		return w.arithmetic(n.Op, n.Args)
	default:
		f, err := w.condition(n)
		return condition("("+f.text+" IS TRUE)", f.args...), err
	}
}

func (w sqlWriter) column(n *Node) (fragment, error) {
	c, err := w.builder.Column(append([]string{rowName}, n.Path...))
	return fragment{text: c.SQL, args: c.Args, typ: n.typ, scale: c.Scale}, err
}

func (w sqlWriter) nullTest(n *Node) (fragment, error) {
	f, err := w.value(n.Args[0])
	if f.isValue {
		return verdict((f.value == nil) == (n.Op == opIsNil)), err
	}
	if n.Op == opIsNil {
		return condition("("+f.text+" IS NULL)", f.args...), err
	}
	return condition("("+f.text+" IS NOT NULL)", f.args...), err
}

func (w sqlWriter) values(nodes []*Node) (l, r fragment, err error) {
	if l, err = w.value(nodes[0]); err != nil {
		return l, r, err
	}
	r, err = w.value(nodes[1])
	return l, r, err
}
