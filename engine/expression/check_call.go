package expression

import "github.com/expr-lang/expr/ast"

// call checks a function call or one of the forms.
func (c *checker) call(n ast.Node, name string, args []ast.Node) (*Node, error) {
	switch name {
	case "iif":
		if len(args) != 3 {
			return nil, c.argumentCount(n, name, 3, 3, len(args))
		}
		return c.conditional(n, args[0], args[1], args[2])
	case "coalesce":
		if len(args) == 0 {
			return nil, c.argumentCount(n, name, 1, -1, 0)
		}
		checked, err := c.checkAll(args...)
		if err != nil {
			return nil, err
		}
		return c.coalesce(n, checked)
	case "any", "all", "filter", "map", "count", "sum":
		return c.overList(n, op(name), args)
	}
	f, ok := c.functions.functions[name]
	if !ok {
		return nil, c.fail(n, "expression.unknown_function", "name", name, "nearest", nearest(name, c.functions.Names(c.targets)))
	}
	return c.function(n, f, args)
}

func (c *checker) argumentCount(n ast.Node, name string, least, most, got int) error {
	return c.fail(n, "expression.argument_count", "name", name, "min", least, "max", most, "got", got)
}

func (c *checker) function(n ast.Node, f *Function, args []ast.Node) (*Node, error) {
	if missing := c.targets &^ f.Targets; missing != 0 {
		return nil, c.fail(n, "expression.not_here", "name", f.Name, "where", missing.String())
	}
	least, most := f.arity()
	if len(args) < least || most >= 0 && len(args) > most {
		return nil, c.argumentCount(n, f.Name, least, most, len(args))
	}
	checked, err := c.checkAll(args...)
	if err != nil {
		return nil, err
	}
	for i, arg := range checked {
		if err := c.fits(arg, f.argType(i)); err != nil {
			return nil, err
		}
	}
	if f.Alike {
		if err := c.adaptAlike(checked); err != nil {
			return nil, err
		}
	}
	t := f.resultType(checked)
	if t == nil {
		return nil, c.fail(n, "expression.arguments", "name", f.Name, "got", checked[0].typ.String())
	}
	call := node(n, opCall, t, checked...)
	call.Name, call.function = f.Name, f
	return call, nil
}

// overList checks the forms that look at every element of a list.
func (c *checker) overList(n ast.Node, form op, args []ast.Node) (*Node, error) {
	list, err := c.check(args[0])
	if err != nil {
		return nil, err
	}
	var element Type = JSON
	if t, ok := list.typ.(List); ok {
		element = t.Of
	} else if !isDynamic(list.typ) {
		return nil, c.fail(n, "expression.wrong_type", "want", List{}.String(), "got", list.typ.String())
	}
	checked := []*Node{list}
	body := element
	if len(args) == 1 && form == opCount {
		body = Bool // every element counts
	}
	if len(args) > 1 {
		predicate, err := c.predicate(args[1], element)
		if err != nil {
			return nil, err
		}
		checked, body = append(checked, predicate), predicate.typ
	}
	t, err := c.formType(n, form, element, body)
	if err != nil {
		return nil, err
	}
	return node(n, form, t, checked...), nil
}

// predicate checks the part that is evaluated per element.
func (c *checker) predicate(n ast.Node, element Type) (*Node, error) {
	p, ok := n.(*ast.PredicateNode)
	if !ok {
		return nil, c.notAllowed(n, construct(n))
	}
	c.elements = append(c.elements, element)
	defer func() { c.elements = c.elements[:len(c.elements)-1] }()
	return c.check(p.Node)
}

// formType gives the type of a form over a list of elements, whose predicate
// has the type of the body.
func (c *checker) formType(n ast.Node, form op, element, body Type) (Type, error) {
	want := func(ok bool, want, t Type) (Type, error) {
		if !ok {
			return nil, c.fail(n, "expression.wrong_type", "want", want.String(), "got", body.String())
		}
		return t, nil
	}
	switch form {
	case opSum:
		return want(isNumber(body) || isDynamic(body), Decimal, numberOf(body, body))
	case opEach:
		_, list := body.(List)
		return want(!list, Text, List{Of: body})
	case opFilter:
		return want(is(body, Bool), Bool, List{Of: element})
	case opCount:
		return want(is(body, Bool), Bool, Int)
	default:
		return want(is(body, Bool), Bool, Bool)
	}
}
