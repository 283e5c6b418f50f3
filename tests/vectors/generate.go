package vectors

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
)

// perValues is how many expressions in a row share their values.
const perValues = 100

// Generate makes cases from a seed: the same ones for the same seed. What they
// have to give is what the interpreter in Go gives.
func Generate(seed uint64, count int) ([]Case, error) {
	lines, err := generatedLines(seed, count)
	if err != nil {
		return nil, err
	}
	return casesOf(lines)
}

func generatedLines(seed uint64, count int) ([]*Line, error) {
	random := rand.New(rand.NewPCG(seed, seed))
	g := grammar{chooser{random}}
	lines := []*Line{{World: generatedWorld()}}
	for i := range count {
		if i%perValues == 0 {
			lines = append(lines, values{chooser{random}}.line(i/perValues+1))
		}
		expr := g.expression()
		lines = append(lines, &Line{Expr: &expr})
	}
	for _, expr := range letterCases() {
		lines = append(lines, &Line{Expr: &expr})
	}
	cases, err := casesOf(lines)
	if err != nil {
		return nil, err
	}
	for _, c := range cases {
		if err := c.expect(); err != nil {
			return nil, fmt.Errorf("evaluate %s: %w", c.Expr(), err)
		}
	}
	return lines, nil
}

// letterCases changes the case of every letter that upper and lower change, and
// of some beyond.
func letterCases() []string {
	var letters strings.Builder
	for r := 'A'; r < 0x600; r++ {
		if unicode.IsLetter(r) {
			letters.WriteRune(r)
		}
	}
	return []string{"upper('" + letters.String() + "')", "lower('" + letters.String() + "')"}
}

// compile compiles a case as for a slot of the browser and the server.
func (c Case) compile() (*expression.Program, error) {
	return expression.Compile(c.Expr(), c.World.Env(expression.Server|expression.Browser), nil)
}

// expect notes in the case's line what the interpreter gives.
func (c Case) expect() error {
	p, err := c.compile()
	if err != nil {
		return err
	}
	v, err := p.Eval(context.Background(), c.Scope())
	if f, refused := fault.As(err); refused {
		c.Line.Error = f.Key
		return nil
	}
	c.Line.Want = Canonical(v)
	return err
}

// WriteAll writes the core and generated cases with their checked trees.
func WriteAll(w io.Writer, seed uint64, count int) error {
	lines, err := coreLines()
	if err != nil {
		return err
	}
	generated, err := generatedLines(seed, count)
	if err != nil {
		return err
	}
	lines = append(lines, generated...)
	cases, err := casesOf(lines)
	if err != nil {
		return err
	}
	for _, c := range cases {
		if p, err := c.compile(); err == nil {
			c.Line.Tree = p.Tree()
		}
	}
	return writeLines(w, lines)
}

// writeLines leaves out what does not compile: the browser never sees it.
func writeLines(w io.Writer, lines []*Line) error {
	out := json.NewEncoder(w)
	for _, line := range lines {
		if line.Expr != nil && line.Tree == nil {
			continue
		}
		if err := out.Encode(line); err != nil {
			return fmt.Errorf("write line: %w", err)
		}
	}
	return nil
}
