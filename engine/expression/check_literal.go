package expression

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/expr-lang/expr/ast"
)

// literal checks constants; nil for any other node.
func (c *checker) literal(n ast.Node) (*Node, error) {
	switch n := n.(type) {
	case *ast.NilNode:
		return node(n, opNil, null), nil
	case *ast.BoolNode:
		return literalNode(n, opBool, Bool, n.Value, n.Value), nil
	case *ast.StringNode:
		return literalNode(n, opText, Text, n.Value, n.Value), nil
	case *ast.IntegerNode:
		return literalNode(n, opNumber, Int, strconv.Itoa(n.Value), int64(n.Value)), nil
	case *ast.FloatNode:
		return c.decimal(n)
	}
	return nil, nil
}

func literalNode(n ast.Node, operation op, t Type, shown, value any) *Node {
	l := node(n, operation, t)
	l.Value, l.literal = shown, value
	return l
}

// decimal reads a fraction from the source, since the parser's float has lost
// digits. Exponents are refused.
func (c *checker) decimal(n *ast.FloatNode) (*Node, error) {
	at := n.Location()
	text := strings.ReplaceAll(string([]rune(c.source)[at.From:at.To]), "_", "")
	spelled := strings.TrimSuffix(text, ".")
	if strings.HasPrefix(spelled, ".") {
		spelled = "0" + spelled
	}
	value, ok := parseNumber(spelled)
	if !ok {
		return nil, c.fail(n, "expression.bad_literal", "value", text, "type", Decimal.String())
	}
	return literalNode(n, opNumber, Decimal, spelled, toDecimal(value)), nil
}

// adapt makes text literals among the nodes dates, instants or values of a
// closed list, as the type beside them asks, and refuses those that are none.
func (c *checker) adapt(nodes []*Node, beside Type) error {
	for _, n := range nodes {
		var err error
		switch {
		case n.Op == opList && len(n.Args) > 0:
			err = c.adaptList(n, beside)
		case n.Op == opText:
			err = c.adaptText(n, beside)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// adaptAlike adapts literals to the others of nodes that have one type. A closed
// list is not asked: one of the others may well be outside it.
func (c *checker) adaptAlike(nodes []*Node) error {
	for _, n := range nodes {
		if n.literal != nil || isText(n.typ) {
			continue
		}
		if err := c.adapt(nodes, n.typ); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) adaptList(n *Node, beside Type) error {
	if list, ok := beside.(List); ok {
		beside = list.Of
	}
	if err := c.adapt(n.Args, beside); err != nil {
		return err
	}
	t, err := c.common(n.Args)
	n.typ = List{Of: t}
	return err
}

func (c *checker) adaptText(n *Node, beside Type) error {
	text, _ := n.literal.(string)
	ok := true
	switch t := beside.(type) {
	case Enum:
		if !slices.Contains(t.Values, text) {
			return failAt(c.source, n.at, "expression.unknown_value", "value", text, "nearest", nearest(text, t.Values))
		}
	case Scalar:
		ok = c.adaptTime(n, t, text)
	}
	if !ok {
		return failAt(c.source, n.at, "expression.bad_literal", "value", text, "type", beside.String())
	}
	return nil
}

// adaptTime retypes a text literal as date or instant; false when it is none.
func (c *checker) adaptTime(n *Node, t Scalar, text string) bool {
	switch t {
	case Date:
		if _, err := parseDate(text); err != nil {
			return false
		}
		n.typ = Date
	case Instant:
		instant, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return false
		}
		n.Op, n.typ, n.literal = opInstant, Instant, instant.Truncate(time.Millisecond)
	default: // a text beside another type stays one
	}
	return true
}
