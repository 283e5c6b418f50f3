package expression

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

// checker turns the parser's tree into ours, with the type of every node.
type checker struct {
	source    string
	env       Env
	functions *Registry
	targets   Target
	elements  []Type // what . and # stand for, innermost last
	nodes     int
	depth     int
}

func newChecker(src string, env Env) *checker {
	c := &checker{source: src, env: env, functions: env.Functions, targets: env.Targets}
	if c.functions == nil {
		c.functions = NewRegistry()
	}
	if c.targets == 0 {
		c.targets = Server
	}
	return c
}

// fail makes a fault at a node of the parser.
func (c *checker) fail(n ast.Node, key string, pairs ...any) error {
	return failAt(c.source, n.Location().From, key, pairs...)
}

// node makes a checked node.
func node(n ast.Node, operation op, t Type, args ...*Node) *Node {
	return &Node{Op: operation, typ: t, at: n.Location().From, Args: args}
}

// check types one node and all below it.
func (c *checker) check(n ast.Node) (*Node, error) {
	c.nodes++
	c.depth++
	defer func() { c.depth-- }()
	if c.nodes > MaxNodes || c.depth > MaxDepth {
		return nil, c.fail(n, "expression.too_long", "max", MaxNodes)
	}
	if literal, err := c.literal(n); literal != nil || err != nil {
		return literal, err
	}
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return c.variable(n)
	case *ast.PointerNode:
		return c.element(n)
	case *ast.ChainNode:
		return c.check(n.Node)
	case *ast.MemberNode:
		return c.member(n)
	case *ast.UnaryNode:
		return c.unary(n)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.ConditionalNode:
		return c.conditional(n, n.Cond, n.Exp1, n.Exp2)
	case *ast.ArrayNode:
		return c.list(n)
	case *ast.BuiltinNode:
		return c.call(n, n.Name, n.Arguments)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			return c.call(n, name.Value, n.Arguments)
		}
	}
	return nil, c.notAllowed(n, construct(n))
}

// construct names a construct of the parser that the language leaves out. It is
// not spelled out: the parser shares parts of chained comparisons, so that the
// spelling of a short source can be endless.
func construct(n ast.Node) string {
	switch n := n.(type) {
	case *ast.SliceNode:
		return "[:]"
	case *ast.MapNode:
		return "{}"
	case *ast.VariableDeclaratorNode:
		return "let"
	case *ast.SequenceNode:
		return ";"
	case *ast.PointerNode:
		return "#" + n.Name
	}
	return "()"
}

func (c *checker) variable(n *ast.IdentifierNode) (*Node, error) {
	t, ok := c.env.Vars[n.Value]
	if !ok {
		return nil, c.fail(n, "expression.unknown_name", "name", n.Value, "nearest", nearest(n.Value, sortedKeys(c.env.Vars)))
	}
	v := node(n, opVar, t)
	v.Name, v.Type = n.Value, t.String()
	return v, nil
}

func (c *checker) element(n *ast.PointerNode) (*Node, error) {
	if len(c.elements) == 0 || n.Name != "" {
		return nil, c.notAllowed(n, construct(n))
	}
	t := c.elements[len(c.elements)-1]
	item := node(n, opItem, t)
	item.Type = t.String()
	return item, nil
}

// member checks a.b and a[b].
func (c *checker) member(n *ast.MemberNode) (*Node, error) {
	base, err := c.check(n.Node)
	if err != nil {
		return nil, err
	}
	name, named := n.Property.(*ast.StringNode)
	switch t := base.typ.(type) {
	case Record:
		if named {
			return c.field(n, base, t.Of, name.Value)
		}
	case Reference:
		if named && base.Op == opField {
			return c.hop(n, base, t.To, name.Value)
		}
	case List:
		if !named {
			return c.index(n, base, t.Of)
		}
	case Scalar:
		if t == JSON {
			return c.index(n, base, JSON)
		}
	}
	return nil, c.fail(n.Property, "expression.no_member", "type", base.typ.String())
}

func (c *checker) field(n *ast.MemberNode, base *Node, table Table, name string) (*Node, error) {
	t, ok := table.Field(name)
	if !ok {
		return nil, c.fail(n.Property, "expression.unknown_field", "table", table.Name(), "name", name,
			"nearest", nearest(name, table.FieldNames()))
	}
	f := node(n.Property, opField, t, base)
	f.Path, f.Type, f.key = []string{name}, t.String(), name
	if rolling, ok := table.(Rolling); ok && rolling.RolledUp(name) {
		f.rolled = table.Name()
	}
	return f, nil
}

// hop follows the reference that base is to a field of its table.
func (c *checker) hop(n *ast.MemberNode, base *Node, table Table, name string) (*Node, error) {
	f, err := c.field(n, base.Args[0], table, name)
	if err != nil {
		return nil, err
	}
	if len(base.Path) > MaxHops {
		return nil, c.fail(n.Property, "expression.too_many_hops", "max", MaxHops)
	}
	f.Path = append(slices.Clone(base.Path), name)
	f.Tables = append(slices.Clone(base.Tables), table.Name())
	f.key = base.key + "." + name
	return f, nil
}

func (c *checker) index(n *ast.MemberNode, base *Node, element Type) (*Node, error) {
	i, err := c.check(n.Property)
	if err != nil {
		return nil, err
	}
	if !is(i.typ, Int) && (base.typ != JSON || !isText(i.typ)) {
		return nil, c.fail(n.Property, "expression.wrong_type", "want", Int.String(), "got", i.typ.String())
	}
	at := node(n.Property, opAt, element, base, i)
	at.Type = element.String()
	return at, nil
}

func (c *checker) conditional(n, cond, yes, no ast.Node) (*Node, error) {
	args, err := c.checkAll(cond, yes, no)
	if err != nil {
		return nil, err
	}
	if !is(args[0].typ, Bool) {
		return nil, c.wrongType(args[0], Bool)
	}
	t, err := c.common(args[1:])
	if err != nil {
		return nil, err
	}
	return node(n, opIf, t, args...), nil
}

func (c *checker) list(n *ast.ArrayNode) (*Node, error) {
	args, err := c.checkAll(n.Nodes...)
	if err != nil {
		return nil, err
	}
	var t Type = null
	if len(args) > 0 {
		if t, err = c.common(args); err != nil {
			return nil, err
		}
	}
	return node(n, opList, List{Of: t}, args...), nil
}

func (c *checker) checkAll(nodes ...ast.Node) ([]*Node, error) {
	checked := make([]*Node, len(nodes))
	for i, n := range nodes {
		var err error
		if checked[i], err = c.check(n); err != nil {
			return nil, err
		}
	}
	return checked, nil
}

// common finds the one type of alternatives; literals become dates or instants
// where the others are.
func (c *checker) common(nodes []*Node) (Type, error) {
	if err := c.adaptAlike(nodes); err != nil {
		return nil, err
	}
	t := nodes[0].typ
	for _, n := range nodes[1:] {
		both := common(t, n.typ)
		if both == nil {
			return nil, c.wrongType(n, t)
		}
		t = both
	}
	return t, nil
}

func (c *checker) wrongType(n *Node, want Type) error {
	return failAt(c.source, n.at, "expression.wrong_type", "want", want.String(), "got", n.typ.String())
}

// fits requires the type of a whole expression or of an argument.
func (c *checker) fits(n *Node, want Type) error {
	if err := c.adapt([]*Node{n}, want); err != nil {
		return err
	}
	if !accepts(want, n.typ) {
		return c.wrongType(n, want)
	}
	return nil
}
