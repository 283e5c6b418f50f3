package expression

// Part gives the conjunction of those operands of a condition's outermost "and"s
// whose paths the test takes; nil when it takes none.
func (p *Program) Part(takes func(refs []string) bool) *Program {
	var part *Program
	for _, operand := range operands(p.root) {
		one := newProgram(p.source, operand, p.want)
		switch {
		case !takes(one.Refs()):
		case part == nil:
			part = one
		default:
			both := &Node{Op: opAnd, Args: []*Node{part.root, operand}, typ: Bool, at: operand.at}
			part = newProgram(p.source, both, p.want)
		}
	}
	return part
}

// operands lists what a condition's outermost "and"s join.
func operands(n *Node) []*Node {
	if n.Op != opAnd {
		return []*Node{n}
	}
	var all []*Node
	for _, arg := range n.Args {
		all = append(all, operands(arg)...)
	}
	return all
}
