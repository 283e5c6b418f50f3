package expression_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
)

func TestPart(t *testing.T) {
	env := expression.Env{Vars: map[string]expression.Type{"a": expression.Int, "b": expression.Int, "c": expression.Bool}, Functions: expression.NewRegistry(), Targets: expression.Server}
	for src, want := range map[string]string{
		"a == 1 and c":                     "a",
		"c and (a == b and (c and b > 2))": "a b",
		"a == 1 or c":                      "a c",
		"c":                                "",
	} {
		p, err := expression.Compile(src, env, expression.Bool)
		if err != nil {
			t.Fatal(src, err)
		}
		part := p.Part(func(refs []string) bool { return slices.Contains(refs, "a") })
		got := ""
		if part != nil {
			got = strings.Join(part.Refs(), " ")
		}
		if got != want {
			t.Errorf("%s: the part that reads a reads %q, want %q", src, got, want)
		}
	}
}
