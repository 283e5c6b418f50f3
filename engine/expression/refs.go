package expression

import (
	"slices"
	"strings"
)

// refCollector notes what the nodes of an expression read.
type refCollector struct{ seen map[string]bool }

// visit notes what a node reads; elements are the paths that . and # stand for, and
// itself is false where only a field of the node's value is read.
func (c refCollector) visit(n *Node, elements []string, itself bool) {
	switch n.Op {
	case opVar, opItem, opField:
		if itself {
			c.note(pathsOf(n, elements))
		}
		c.visitAll(n.Args, elements, false)
	case opAt:
		c.visit(n.Args[0], elements, itself)
		c.visit(n.Args[1], elements, true)
	case opAny, opAll, opFilter, opEach, opCount, opSum:
		c.visit(n.Args[0], elements, true)
		c.visitAll(n.Args[1:], pathsOf(n.Args[0], elements), itself || n.Op != opEach)
	case opIf:
		c.visit(n.Args[0], elements, true)
		c.visitAll(n.Args[1:], elements, itself)
	case opCoalesce, opList:
		c.visitAll(n.Args, elements, itself)
	default:
		if n.Op == opCall {
			c.seen[n.Name+"()"] = true
		}
		c.visitAll(n.Args, elements, true)
	}
}

func (c refCollector) visitAll(nodes []*Node, elements []string, itself bool) {
	for _, n := range nodes {
		c.visit(n, elements, itself)
	}
}

func (c refCollector) note(paths []string) {
	for _, path := range paths {
		c.seen[path] = true
	}
}

// pathsOf names all that the value of a node may be read from, each once: a list is
// named as its elements are.
func pathsOf(n *Node, elements []string) (paths []string) {
	switch n.Op {
	case opVar:
		return []string{n.Name}
	case opItem:
		return elements
	case opAt, opFilter:
		return pathsOf(n.Args[0], elements)
	case opEach:
		return pathsOf(n.Args[1], pathsOf(n.Args[0], elements))
	case opField:
		for _, base := range pathsOf(n.Args[0], elements) {
			paths = append(paths, base+"."+strings.Join(n.Path, "."))
		}
		return paths
	case opIf:
		return pathsOfAll(n.Args[1:], elements)
	case opCoalesce, opList:
		return pathsOfAll(n.Args, elements)
	default:
		return nil
	}
}

func pathsOfAll(nodes []*Node, elements []string) (paths []string) {
	for _, n := range nodes {
		paths = append(paths, pathsOf(n, elements)...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
