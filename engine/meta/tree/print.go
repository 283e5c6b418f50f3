package tree

import (
	"strings"
	"unicode/utf8"
)

// width is how many characters a line may have before its object or list is broken
// up; a literal is never broken.
const width = 150

// Print writes a value in the one form of metadata files: what fits stays on a line,
// the outermost object is always broken up, members keep their order.
func Print(n *Node) []byte {
	p := printer{}
	p.broken(n, "")
	p.WriteByte('\n')
	return []byte(p.String())
}

type printer struct{ strings.Builder }

// value writes a node behind a lead, followed by one more character at most.
func (p *printer) value(n *Node, indent string, lead int) {
	line := Line(n)
	if n.Kind == Literal || len(n.Items)+len(n.Members) == 0 || lead+utf8.RuneCountInString(line)+1 <= width {
		p.WriteString(line)
		return
	}
	p.broken(n, indent)
}

// broken writes each member or item on a line of its own.
func (p *printer) broken(n *Node, indent string) {
	inner := indent + "  "
	p.WriteString(brackets[n.Kind][0])
	for i, m := range n.Members {
		p.next(i, inner)
		name := Value(m.Name).Text + ": "
		p.WriteString(name)
		p.value(m.Value, inner, len(inner)+utf8.RuneCountInString(name))
	}
	for i, item := range n.Items {
		p.next(i, inner)
		p.value(item, inner, len(inner))
	}
	if len(n.Items)+len(n.Members) > 0 {
		p.WriteString("\n" + indent)
	}
	p.WriteString(n.Text + brackets[n.Kind][1])
}

func (p *printer) next(i int, indent string) {
	if i > 0 {
		p.WriteByte(',')
	}
	p.WriteString("\n" + indent)
}

var brackets = map[Kind][2]string{Object: {"{", "}"}, List: {"[", "]"}, Literal: {"", ""}}

// Line writes a value on one line.
func Line(n *Node) string {
	parts := make([]string, 0, len(n.Items)+len(n.Members))
	for _, m := range n.Members {
		parts = append(parts, Value(m.Name).Text+": "+Line(m.Value))
	}
	for _, item := range n.Items {
		parts = append(parts, Line(item))
	}
	return brackets[n.Kind][0] + n.Text + strings.Join(parts, ", ") + brackets[n.Kind][1]
}
