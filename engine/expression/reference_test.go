package expression_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
)

// TestTheReferenceIsTrue evaluates the examples of docs/expressions.md, and demands a
// row for every function and form.
func TestTheReferenceIsTrue(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/expressions.md")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	rows := regexp.MustCompile("(?m)^\\| `(.+?)` \\|? ?.*?\\| `(.+?)` \\| `([^`]+)` \\|").FindAllStringSubmatch(string(text), -1)
	for _, row := range rows {
		named = append(named, row[1])
		example, want := row[2], row[3]
		same := "(" + example + ") == (" + want + ")"
		if strings.HasPrefix(want, "[") {
			same = "len(" + want + ") == len(" + example + ") and all(" + want + ", # in " + example + ")"
		}
		program, err := expression.Compile(same, orderEnv(), expression.Bool)
		if err != nil {
			t.Errorf("%s: %v", same, err)
			continue
		}
		scope := orderScope()
		if got, err := program.Eval(t.Context(), scope); err != nil || got != true {
			t.Errorf("%s is not %s: %v %v", example, want, got, err)
		}
	}
	for _, name := range expression.NewRegistry().Names(expression.Server) {
		if !slices.Contains(named, name) {
			t.Errorf("%s has no example", name)
		}
	}
	t.Logf("%d examples", len(rows))
}
