package expression

import "github.com/expr-lang/expr/ast"

func (c *checker) unary(n *ast.UnaryNode) (*Node, error) {
	arg, err := c.check(n.Node)
	if err != nil {
		return nil, err
	}
	switch n.Operator {
	case "!", "not":
		if !is(arg.typ, Bool) {
			return nil, c.wrongType(arg, Bool)
		}
		return node(n, opNot, Bool, arg), nil
	case "-":
		if !isNumber(arg.typ) && !isDynamic(arg.typ) {
			return nil, c.wrongType(arg, Decimal)
		}
		return node(n, opNeg, numberOf(arg.typ, arg.typ), arg), nil
	}
	return nil, c.notAllowed(n, n.Operator)
}

func (c *checker) notAllowed(n ast.Node, what string) error {
	return c.fail(n, "expression.not_allowed", "what", what)
}

func (c *checker) binary(n *ast.BinaryNode) (*Node, error) {
	if n.Operator == "/" {
		return nil, c.fail(n, "expression.no_division")
	}
	operation, known := binaryOp(n.Operator)
	if !known {
		return nil, c.notAllowed(n, n.Operator)
	}
	args, err := c.checkAll(n.Left, n.Right)
	if err != nil {
		return nil, err
	}
	l, r := args[0], args[1]
	switch operation {
	case opAnd, opOr:
		return c.logical(n, operation, l, r)
	case opEq, opNe:
		return c.equality(n, operation, l, r)
	case opLt, opLe, opGt, opGe:
		return c.ordering(n, operation, l, r)
	case opIn:
		return c.membership(n, l, r)
	case opAdd, opSub, opMul:
		return c.arithmetic(n, operation, l, r)
	case opCoalesce:
		return c.coalesce(n, args)
	default:
		return c.textTest(n, operation, l, r)
	}
}

// binaryOp names the operation of an operator of the language.
func binaryOp(operator string) (op, bool) {
	switch operator {
	case "and", "&&":
		return opAnd, true
	case "or", "||":
		return opOr, true
	case "==":
		return opEq, true
	case "!=":
		return opNe, true
	case "<":
		return opLt, true
	case "<=":
		return opLe, true
	case ">":
		return opGt, true
	case ">=":
		return opGe, true
	case "+":
		return opAdd, true
	case "-":
		return opSub, true
	case "*":
		return opMul, true
	case "??":
		return opCoalesce, true
	case "in", "contains", "startsWith", "endsWith":
		return op(operator), true
	}
	return "", false
}

func (c *checker) mismatch(n ast.Node, operation op, l, r *Node) error {
	operator := string(operation)
	if b, ok := n.(*ast.BinaryNode); ok {
		operator = b.Operator
	}
	return c.fail(n, "expression.mismatch", "operator", operator, "left", l.typ.String(), "right", r.typ.String())
}

func (c *checker) logical(n ast.Node, operation op, l, r *Node) (*Node, error) {
	for _, arg := range []*Node{l, r} {
		if !is(arg.typ, Bool) {
			return nil, c.wrongType(arg, Bool)
		}
	}
	return node(n, operation, Bool, l, r), nil
}

func (c *checker) equality(n ast.Node, operation op, l, r *Node) (*Node, error) {
	test := opIsNil
	if operation == opNe {
		test = opNotNil
	}
	switch {
	case r.Op == opNil:
		return node(n, test, Bool, l), nil
	case l.Op == opNil:
		return node(n, test, Bool, r), nil
	}
	if err := c.comparable(n, operation, l, r); err != nil {
		return nil, err
	}
	return node(n, operation, Bool, l, r), nil
}

func (c *checker) ordering(n ast.Node, operation op, l, r *Node) (*Node, error) {
	if err := c.comparable(n, operation, l, r); err != nil {
		return nil, err
	}
	if l.typ == Bool || r.typ == Bool {
		return nil, c.mismatch(n, operation, l, r)
	}
	return node(n, operation, Bool, l, r), nil
}

// comparable lets literals follow the other side and compares the families.
func (c *checker) comparable(n ast.Node, operation op, l, r *Node) error {
	if err := c.adapt([]*Node{l}, r.typ); err != nil {
		return err
	}
	if err := c.adapt([]*Node{r}, l.typ); err != nil {
		return err
	}
	if !sameFamily(l.typ, r.typ) {
		return c.mismatch(n, operation, l, r)
	}
	return nil
}

func (c *checker) membership(n ast.Node, l, r *Node) (*Node, error) {
	if err := c.adapt([]*Node{r}, l.typ); err != nil {
		return nil, err
	}
	list, ok := r.typ.(List)
	if !ok {
		if !isDynamic(r.typ) || isComposite(l.typ) {
			return nil, c.mismatch(n, opIn, l, r)
		}
		return node(n, opIn, Bool, l, r), nil
	}
	if err := c.adapt([]*Node{l}, list.Of); err != nil {
		return nil, err
	}
	if isComposite(l.typ) || !sameFamily(l.typ, list.Of) {
		return nil, c.mismatch(n, opIn, l, r)
	}
	return node(n, opIn, Bool, l, r), nil
}

func (c *checker) arithmetic(n ast.Node, operation op, l, r *Node) (*Node, error) {
	number := func(t Type) bool { return isNumber(t) || isDynamic(t) }
	text := func(t Type) bool { return isText(t) || isDynamic(t) }
	switch {
	case operation == opAdd && isDynamic(l.typ) && isDynamic(r.typ):
		return node(n, operation, JSON, l, r), nil
	case number(l.typ) && number(r.typ):
		return node(n, operation, numberOf(l.typ, r.typ), l, r), nil
	case operation == opAdd && text(l.typ) && text(r.typ):
		return node(n, operation, Text, l, r), nil
	}
	return nil, c.mismatch(n, operation, l, r)
}

func (c *checker) textTest(n ast.Node, operation op, l, r *Node) (*Node, error) {
	if !isText(l.typ) && !isDynamic(l.typ) || !isText(r.typ) && !isDynamic(r.typ) {
		return nil, c.mismatch(n, operation, l, r)
	}
	return node(n, operation, Bool, l, r), nil
}

func (c *checker) coalesce(n ast.Node, args []*Node) (*Node, error) {
	t, err := c.common(args)
	if err != nil {
		return nil, err
	}
	return node(n, opCoalesce, t, args...), nil
}
