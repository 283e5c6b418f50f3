package metadata_test

import (
	"go/ast"
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// questions are the tables that the invariants of a plugin ask for by a statement, by
// the key of the invariant.
func (c *code) questions() map[string][]string {
	found := map[string][]string{}
	for _, file := range c.files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !isOf(call.Fun, "plugin", "Breaking") {
				return true
			}
			key, _ := c.text(call.Args[0])
			question, _ := c.text(call.Args[1])
			tables := map[string]bool{}
			for _, sources := range c.sources(question) {
				for _, table := range sources {
					tables[table] = true
				}
			}
			found[key] = slices.Sorted(maps.Keys(tables))
			return true
		})
	}
	return found
}

// TestInvariantsReadWhatTheySay holds the tables that an invariant says it reads to its
// statement.
func TestInvariantsReadWhatTheySay(t *testing.T) {
	t.Parallel()
	model := product(t)
	folders, err := filepath.Glob("../../plugins/*")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, folder := range folders {
		c := readCode(t, folder, model)
		questions := c.questions()
		for _, o := range slices.Concat(model.Plugins[filepath.Base(folder)].Invariants, model.Plugins[filepath.Base(folder)].Readiness) {
			tables, byStatement := questions[o.Key]
			if !byStatement {
				continue
			}
			asked++
			if !slices.Equal(o.Reads, tables) {
				t.Errorf("%s says that it reads %v, its statement reads %v", o.Key, o.Reads, tables)
			}
		}
	}
	if asked < 50 {
		t.Errorf("%d invariants ask by a statement; were all found?", asked)
	}
}
