package expression

import "time"

// elementsOf gives the elements of a list; null is the empty list.
func (m *machine) elementsOf(n *Node) ([]any, error) {
	v, err := m.eval(n)
	if v == nil || err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	switch {
	case !ok:
		return nil, badValue(List{}, v)
	case len(list) > MaxGiven:
		return nil, tooCostly("list", MaxGiven)
	}
	return list, nil
}

func (m *machine) list(n *Node) (any, error) {
	if err := m.meter.list(len(n.Args)); err != nil {
		return nil, err
	}
	list := make([]any, len(n.Args))
	for i, arg := range n.Args {
		v, err := m.eval(arg)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

// in looks for a value in a list; null is in none, and in a null list is none.
func (m *machine) in(n *Node) (any, error) {
	v, err := m.eval(n.Args[0])
	if err != nil {
		return nil, err
	}
	list, err := m.elementsOf(n.Args[1])
	if v == nil || err != nil {
		return false, err
	}
	for _, element := range list {
		if err := m.step(m.ctx, 1); err != nil {
			return nil, err
		}
		element, err := normal(element, Any)
		if err != nil {
			return nil, err
		}
		if element != nil && equalValues(v, element) {
			return true, nil
		}
	}
	return false, nil
}

func (m *machine) overList(n *Node) (any, error) {
	list, err := m.elementsOf(n.Args[0])
	if err != nil {
		return nil, err
	}
	if len(n.Args) == 1 {
		return m.withoutBody(n.Op, list)
	}
	m.elements = append(m.elements, nil)
	defer func() { m.elements = m.elements[:len(m.elements)-1] }()
	switch n.Op {
	case opAny, opAll:
		return m.quantify(n.Args[1], list, n.Op == opAny)
	case opSum:
		return m.sum(n.Args[1], list)
	case opCount:
		kept, err := m.filter(n.Args[1], list)
		return int64(len(kept)), err
	case opFilter:
		return m.made(m.filter(n.Args[1], list))
	default:
		return m.made(m.mapped(n.Args[1], list))
	}
}

// withoutBody is sum(list) or count(list).
func (m *machine) withoutBody(form op, list []any) (any, error) {
	if form == opCount {
		return int64(len(list)), nil
	}
	var total any = int64(0)
	for _, element := range list {
		err := m.step(m.ctx, 1)
		if err != nil {
			return nil, err
		}
		if total, err = addTo(total, element); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// addTo adds a number to a sum; null adds nothing.
func addTo(total, v any) (any, error) {
	v, err := normal(v, Any)
	if v == nil || err != nil {
		return total, err
	}
	if !isNumeric(v) {
		return nil, badValue(Decimal, v)
	}
	return arithmetic(opAdd, total, v)
}

// enter makes an element the one that the body looks at.
func (m *machine) enter(element any) { m.elements[len(m.elements)-1] = element }

// quantify looks for an element whose condition is the one that decides.
func (m *machine) quantify(body *Node, list []any, decides bool) (any, error) {
	for _, element := range list {
		m.enter(element)
		holds, err := m.truth(body)
		if err != nil {
			return nil, err
		}
		if holds == decides {
			return decides, nil
		}
	}
	return !decides, nil
}

func (m *machine) sum(body *Node, list []any) (any, error) {
	var total any = int64(0)
	for _, element := range list {
		m.enter(element)
		v, err := m.eval(body)
		if err != nil {
			return nil, err
		}
		if total, err = addTo(total, v); err != nil {
			return nil, err
		}
	}
	return total, nil
}

func (m *machine) filter(body *Node, list []any) ([]any, error) {
	var kept []any
	for _, element := range list {
		m.enter(element)
		holds, err := m.truth(body)
		if err != nil {
			return nil, err
		}
		if holds {
			kept = append(kept, element)
		}
	}
	return kept, nil
}

func (m *machine) mapped(body *Node, list []any) ([]any, error) {
	values := make([]any, len(list))
	for i, element := range list {
		m.enter(element)
		v, err := m.eval(body)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// made counts a new list.
func (m *machine) made(list []any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	if list == nil {
		list = []any{}
	}
	return list, m.meter.list(len(list))
}

// suits reports whether a value may be given to an argument of the type; only
// values out of JSON can fail.
func suits(v any, t Type) bool {
	switch t {
	case Bool:
		_, ok := v.(bool)
		return ok
	case Text, Date:
		_, ok := v.(string)
		return ok
	case Int:
		_, ok := integer(v)
		return ok
	case Decimal:
		return isNumeric(v)
	case Instant:
		_, ok := v.(time.Time)
		return ok
	}
	return true
}
