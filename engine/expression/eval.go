package expression

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// Resolver loads the record that a reference leads to; nil when there is none.
type Resolver func(ctx context.Context, table string, id int64) (map[string]any, error)

// Roller gives the value of a field that a record of a table does not carry.
type Roller func(ctx context.Context, table string, record map[string]any, field string) (any, error)

// Scope is what an expression is evaluated over. Records are maps from field to
// value. A record may carry fields of the records that it refers to under their
// path, as "customer_id.name"; they go before the resolver.
type Scope struct {
	Vars    map[string]any // a missing name is null
	Resolve Resolver       // nil: references that are not loaded are refused
	Roll    Roller         // nil: what a record does not carry is null
}

// Eval computes the expression. The result is of the type that Compile wanted,
// or null.
//
// Faults: expression.too_costly for a limit, expression.not_loaded for a
// reference that nobody loads, expression.bad_value for a value that is not of
// its declared type, and those of the functions.
func (p *Program) Eval(ctx context.Context, scope Scope) (any, error) {
	m := over(ctx, scope)
	v, err := m.eval(p.root)
	if err != nil {
		return nil, err
	}
	return conform(v, p.want)
}

// Constant gives the value of an expression that is a text, number or truth as it
// stands, which needs no scope; false for every other.
func (p *Program) Constant() (any, bool) { return p.constant, p.constant != nil }

// Holds evaluates a condition; null counts as false.
func (p *Program) Holds(ctx context.Context, scope Scope) (bool, error) {
	m := over(ctx, scope)
	return m.truth(p.root)
}

// machine is one evaluation.
type machine struct {
	meter
	ctx      context.Context
	scope    Scope
	elements []any // what . and # stand for, innermost last
}

func over(ctx context.Context, scope Scope) *machine {
	m := &machine{ctx: ctx, scope: scope}
	m.allow(scope.Vars)
	return m
}

func (m *machine) eval(n *Node) (any, error) {
	if err := m.step(m.ctx, 1); err != nil {
		return nil, err
	}
	switch n.Op {
	case opNil, opBool, opText, opNumber, opInstant:
		return n.literal, nil
	case opVar:
		return normal(m.scope.Vars[n.Name], n.typ)
	case opItem:
		return normal(m.elements[len(m.elements)-1], n.typ)
	case opField:
		return m.field(n)
	case opAt:
		return m.at(n)
	case opList:
		return m.list(n)
	case opCall:
		return m.call(n)
	case opIf:
		return m.choose(n)
	case opCoalesce:
		return m.coalesce(n)
	case opIn:
		return m.in(n)
	case opAny, opAll, opFilter, opEach, opCount, opSum:
		return m.overList(n)
	case opNot, opAnd, opOr, opIsNil, opNotNil:
		return m.logic(n)
	case opNeg:
		return m.negate(n)
	default:
		return m.binary(n)
	}
}

// truth evaluates a condition.
func (m *machine) truth(n *Node) (bool, error) {
	v, err := m.eval(n)
	if v == nil || err != nil {
		return false, err
	}
	b, ok := v.(bool)
	if !ok {
		return false, badValue(Bool, v)
	}
	return b, nil
}

func (m *machine) logic(n *Node) (any, error) {
	switch n.Op {
	case opIsNil, opNotNil:
		v, err := m.eval(n.Args[0])
		return (v == nil) == (n.Op == opIsNil), err
	case opNot:
		b, err := m.truth(n.Args[0])
		return !b, err
	default: // and, or
		b, err := m.truth(n.Args[0])
		if err != nil || b == (n.Op == opOr) {
			return b, err
		}
		return m.truth(n.Args[1])
	}
}

func (m *machine) choose(n *Node) (any, error) {
	yes, err := m.truth(n.Args[0])
	if err != nil {
		return nil, err
	}
	if yes {
		return m.eval(n.Args[1])
	}
	return m.eval(n.Args[2])
}

func (m *machine) coalesce(n *Node) (any, error) {
	for _, arg := range n.Args {
		if v, err := m.eval(arg); v != nil || err != nil {
			return v, err
		}
	}
	return nil, nil
}

func (m *machine) negate(n *Node) (any, error) {
	v, err := m.eval(n.Args[0])
	if v == nil || err != nil {
		return nil, err
	}
	if !isNumeric(v) {
		return nil, badValue(Decimal, v)
	}
	return arithmetic(opSub, int64(0), v)
}

func (m *machine) binary(n *Node) (any, error) {
	a, err := m.eval(n.Args[0])
	if err != nil {
		return nil, err
	}
	b, err := m.eval(n.Args[1])
	if err != nil {
		return nil, err
	}
	computes := n.Op == opAdd || n.Op == opSub || n.Op == opMul
	switch {
	case computes:
		return m.combine(n.Op, a, b)
	case a == nil || b == nil:
		return false, nil
	}
	return m.compare(n.Op, a, b)
}

// compare tells whether two values that are there stand as the operation says.
func (m *machine) compare(operation op, a, b any) (any, error) {
	switch operation {
	case opEq, opNe:
		return equalValues(a, b) == (operation == opEq), nil
	case opContains, opStarts, opEnds:
		return m.textTest(operation, a, b)
	default:
		order, err := compareValues(a, b)
		return ordered(operation, order), err
	}
}

// ordered tells whether an order is the one that was asked for.
func ordered(operation op, order int) bool {
	switch operation {
	case opLt:
		return order < 0
	case opLe:
		return order <= 0
	case opGt:
		return order > 0
	default:
		return order >= 0
	}
}

// combine does arithmetic, or joins texts.
func (m *machine) combine(operation op, a, b any) (any, error) {
	if a == nil || b == nil {
		return nil, nil
	}
	if isNumeric(a) && isNumeric(b) {
		return arithmetic(operation, a, b)
	}
	x, ok := a.(string)
	y, both := b.(string)
	if operation != opAdd || !ok || !both {
		return nil, badValue(Decimal, a)
	}
	joined := x + y
	return joined, m.text(m.ctx, joined)
}

func (m *machine) textTest(operation op, a, b any) (any, error) {
	text, ok := a.(string)
	part, both := b.(string)
	if !ok || !both {
		return nil, badValue(Text, a)
	}
	if err := m.step(m.ctx, (len(text)+len(part))/bytesPerStep); err != nil {
		return nil, err
	}
	switch operation {
	case opContains:
		return strings.Contains(text, part), nil
	case opStarts:
		return strings.HasPrefix(text, part), nil
	default:
		return strings.HasSuffix(text, part), nil
	}
}

// field reads a field of a record, or of one that its references lead to.
func (m *machine) field(n *Node) (any, error) {
	base, err := m.eval(n.Args[0])
	if base == nil || err != nil {
		return nil, err
	}
	record, ok := base.(map[string]any)
	if !ok {
		return nil, badValue(Record{}, base)
	}
	v, err := m.follow(record, n.Path, n.Tables, n.key, n.rolled)
	if err != nil {
		return nil, err
	}
	return normal(v, n.typ)
}

// follow reads a path from a record; key is the path joined by dots, rolled the table of
// what it leads to where no record carries that.
func (m *machine) follow(record map[string]any, path, tables []string, key, rolled string) (any, error) {
	if v, loaded := record[key]; loaded {
		return v, nil
	}
	if len(path) == 1 {
		return m.roll(record, rolled, path[0])
	}
	if err := m.step(m.ctx, 1); err != nil {
		return nil, err
	}
	v, err := normal(record[path[0]], Int)
	if v == nil || err != nil {
		return nil, err
	}
	id, ok := integer(v)
	if !ok {
		return nil, badValue(Int, v)
	}
	if m.scope.Resolve == nil {
		return nil, fault.New(fault.Invalid, "expression.not_loaded", "path", key)
	}
	next, err := m.scope.Resolve(m.ctx, tables[0], id)
	if err != nil {
		return nil, fmt.Errorf("follow %s to %s %d: %w", path[0], tables[0], id, err)
	}
	if next == nil {
		return nil, nil
	}
	return m.follow(next, path[1:], tables[1:], key[len(path[0])+1:], rolled)
}

// roll reads what a record does not carry; null where that is nothing.
func (m *machine) roll(record map[string]any, table, field string) (any, error) {
	if table == "" || m.scope.Roll == nil {
		return nil, nil
	}
	return m.scope.Roll(m.ctx, table, record, field)
}

// at reads a member of a JSON object or an element of a list; null outside.
func (m *machine) at(n *Node) (any, error) {
	base, err := m.eval(n.Args[0])
	if base == nil || err != nil {
		return nil, err
	}
	i, err := m.eval(n.Args[1])
	if i == nil || err != nil {
		return nil, err
	}
	switch base := base.(type) {
	case map[string]any:
		if name, ok := i.(string); ok {
			return normal(base[name], n.typ)
		}
	case []any:
		if at, ok := integer(i); ok {
			if at < 0 || at >= int64(len(base)) {
				return nil, nil
			}
			return normal(base[at], n.typ)
		}
	}
	return nil, badValue(JSON, base)
}

func (m *machine) call(n *Node) (any, error) {
	args := make([]any, len(n.Args))
	for i, arg := range n.Args {
		v, err := m.eval(arg)
		if err != nil {
			return nil, err
		}
		if v == nil && !n.function.TakesNull {
			return nil, nil
		}
		args[i] = v
		if err := m.argument(v); err != nil {
			return nil, err
		}
	}
	for i, v := range args {
		if v != nil && !suits(v, n.function.argType(i)) {
			return nil, badValue(n.function.argType(i), v)
		}
	}
	return m.result(n.function.Call(m.ctx, args))
}

// argument counts the work that a function has with an argument.
func (m *machine) argument(v any) error {
	switch v := v.(type) {
	case string:
		return m.step(m.ctx, len(v)/bytesPerStep)
	case []any:
		return m.step(m.ctx, len(v))
	}
	return nil
}

// result counts what a function made and brings it into a known form.
func (m *machine) result(v any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	if text, ok := v.(string); ok {
		return text, m.text(m.ctx, text)
	}
	return normal(v, Any)
}
