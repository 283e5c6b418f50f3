package catalog

import (
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Test is a compiled test.
type Test struct {
	Meta  *meta.Test
	Musts []*expression.Program // of its outcomes; nil: one that counts
}

func (c *compiler) makeTests() {
	for _, m := range meta.Sorted(c.model.Tests) {
		made := &Test{Meta: m}
		for i, outcome := range m.Then {
			var must *expression.Program
			if outcome.Must != "" {
				table := c.rel.Tables[m.Of(outcome.Of).Table]
				must = c.program(&m.Object, "then/"+number(i)+"/must", outcome.Must, c.rel.env(c.rel.recordVars(table), expression.Server), expression.Bool)
			}
			made.Musts = append(made.Musts, must)
		}
		c.rel.Tests[m.Key] = made
	}
}
