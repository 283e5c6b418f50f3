package expression

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"github.com/wareloom/wareloom/engine/fault"
)

// Program is a compiled expression. It is immutable and may be evaluated by
// many goroutines at once.
type Program struct {
	source   string
	root     *Node
	want     Type
	refs     []string
	constant any // what a text, number or truth as it stands comes to; nil of others
}

func newProgram(source string, root *Node, want Type) *Program {
	c := refCollector{seen: map[string]bool{}}
	c.visit(root, nil, true)
	p := &Program{source: source, root: root, want: want, refs: sortedKeys(c.seen)}
	if v, err := conform(root.literal, want); err == nil {
		p.constant = v
	}
	return p
}

// Compile parses and checks an expression. want is the type it has to have; nil
// takes any.
//
// Every fault is Invalid, has a key of its own (expression.unknown_field,
// expression.mismatch, ...) and the parameters line and column, counted from 1.
func Compile(src string, env Env, want Type) (*Program, error) {
	if utf8.RuneCountInString(src) > MaxSource {
		return nil, failAt(src, 0, "expression.too_long", "max", MaxSource)
	}
	tree, err := parser.Parse(src)
	if err != nil {
		return nil, syntaxFault(src, err)
	}
	c := newChecker(src, env)
	root, err := c.check(tree.Node)
	if err != nil {
		return nil, err
	}
	if err := c.fits(root, want); err != nil {
		return nil, err
	}
	p := newProgram(src, root, want)
	if env.Targets&SQL != 0 {
		if err := p.checkSQL(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Source gives the text that was compiled.
func (p *Program) Source() string { return p.source }

// Tree gives the checked tree; its JSON is what the browser evaluates.
func (p *Program) Tree() *Node { return p.root }

// Type gives the type of the expression.
func (p *Program) Type() Type { return p.root.typ }

// Refs lists, in order and without repetition, the paths that the expression
// reads, as "row.customer_id.name" or "lines.qty", and the functions it calls,
// as "now()". The list is the program's own.
func (p *Program) Refs() []string { return p.refs }

// Named lists, in order and without repetition, the texts that calls of a function begin
// with, as the keys of settings.
func (p *Program) Named(function string) []string {
	names := map[string]bool{}
	p.root.Walk(func(n *Node) bool {
		if n.Op == opCall && n.Name == function && len(n.Args) > 0 && n.Args[0].Op == opText {
			if name, ok := n.Args[0].literal.(string); ok {
				names[name] = true
			}
		}
		return true
	})
	return sortedKeys(names)
}

// syntaxFault turns an error of the parser into a fault with its place.
func syntaxFault(src string, err error) error {
	var e *file.Error
	if !errors.As(err, &e) {
		return failAt(src, 0, "expression.syntax", "detail", err.Error())
	}
	return failAt(src, e.From, "expression.syntax", "detail", e.Message)
}

// failAt makes a fault at an offset in the source.
func failAt(src string, offset int, key string, pairs ...any) *fault.Fault {
	line, column := 1, 1
	for i, r := range []rune(src) {
		if i == offset {
			break
		}
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	return fault.New(fault.Invalid, key, slices.Concat(pairs, []any{"line", line, "column", column})...)
}

// maxName is how much of a name is compared with others.
const maxName = 64 // bytes

// nearest gives the known name that differs least from a misspelt one, or the
// first few known names when none is near.
func nearest(name string, known []string) string {
	best, distance := "", min(len(name), maxName)/2+1
	for _, candidate := range known {
		if d := editDistance(name[:min(len(name), maxName)], candidate); d < distance {
			best, distance = candidate, d
		}
	}
	if best == "" {
		return strings.Join(known[:min(len(known), 5)], ", ")
	}
	return best
}

// editDistance counts the letters to add, drop, change or swap with the next.
func editDistance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(last[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
