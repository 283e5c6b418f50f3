package archtest

import (
	"fmt"
	"go/ast"
	"path"
	"strings"
	"testing"
)

// The most lines of a file and of a function.
const (
	goFileLines   = 600
	goFuncLines   = 80
	typeFileLines = 300
)

// staysSmall holds the sizes of files and functions. Tests may be long in
// tables, generated files as they come.
func staysSmall(files []source) (mistakes []string) {
	for _, file := range files {
		limit := typeFileLines
		if file.isGo() {
			limit = goFileLines
			mistakes = append(mistakes, longFunctions(file)...)
		}
		free := !file.isGo() && (file.isTest() || strings.Contains(path.Base(file.path), ".gen."))
		if file.lines() > limit && !free {
			mistakes = append(mistakes, fmt.Sprintf("%s: %d lines, at most %d", file.path, file.lines(), limit))
		}
	}
	return mistakes
}

func longFunctions(file source) (mistakes []string) {
	for _, decl := range file.tree.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil || file.isTest() {
			continue
		}
		first, last := file.set.Position(fn.Pos()).Line, file.set.Position(fn.End()).Line
		if lines := last - first + 1; lines > goFuncLines {
			mistakes = append(mistakes, file.say(fn.Pos(), "%s has %d lines, at most %d", fn.Name.Name, lines, goFuncLines))
		}
	}
	return mistakes
}

// staysCalm finds init functions, and panics in the engine.
func staysCalm(files []source) (mistakes []string) {
	for _, file := range files {
		if !file.isGo() || file.isTest() {
			continue
		}
		ast.Inspect(file.tree, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.FuncDecl:
				if n.Name.Name == "init" && n.Recv == nil {
					mistakes = append(mistakes, file.say(n.Pos(), "func init()"))
				}
			case *ast.CallExpr:
				if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "panic" && file.in("engine") {
					mistakes = append(mistakes, file.say(n.Pos(), "panic"))
				}
			}
			return true
		})
	}
	return mistakes
}

// takesGivenTime finds plugins that look at the machine's clock: what they write
// carries the instant of the transaction. The search of waves measures its own effort.
func takesGivenTime(files []source) (mistakes []string) {
	for _, file := range files {
		if !file.isGo() || file.isTest() || !file.in("plugins") || file.in("plugins/wave/batching") {
			continue
		}
		ast.Inspect(file.tree, func(node ast.Node) bool {
			if name, ok := node.(*ast.SelectorExpr); ok && name.Sel.Name == "Now" {
				if library, plain := name.X.(*ast.Ident); plain && library.Name == "time" {
					mistakes = append(mistakes, file.say(node.Pos(), "time.Now: take tx.Now()"))
				}
			}
			return true
		})
	}
	return mistakes
}

func TestFilesStaySmall(t *testing.T) { check(t, staysSmall) }
func TestCodeStaysCalm(t *testing.T)  { check(t, staysCalm) }
func TestTimeIsGiven(t *testing.T)    { check(t, takesGivenTime) }

func TestTimeRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	checkSamples(t, takesGivenTime, []sample{
		{"a look at the clock", "plugins/billing/a.go", "package p\nimport \"time\"\nvar now = time.Now()\n", "a.go:3: time.Now"},
		{"a clock handed on", "plugins/billing/a.go", "package p\nimport \"time\"\nvar now = time.Now\n", "a.go:3: time.Now"},
		{"a test", "plugins/billing/a_test.go", "package p\nimport \"time\"\nvar now = time.Now()\n", ""},
		{"the instant of the transaction", "plugins/billing/a.go", "package p\nvar now = tx.Now()\n", ""},
	})
}

func TestSizeRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	long := func(lines int) string { return strings.Repeat("\n", lines) }
	checkSamples(t, staysSmall, []sample{
		{"long go file", "engine/query/a.go", "package p" + long(601), "601 lines, at most 600"},
		{"go file at the limit", "engine/query/a.go", "package p" + long(600), ""},
		{"long function", "plugins/billing/a.go", "package p\nfunc f() {" + long(80) + "}\n", "f has 81 lines"},
		{"function at the limit", "plugins/billing/a.go", "package p\nfunc f() {" + long(79) + "}\n", ""},
		{"long test function", "engine/query/a_test.go", "package p\nfunc f() {" + long(90) + "}\n", ""},
		{"long screen", "runtime-ui/src/a.tsx", long(301), "301 lines, at most 300"},
		{"long test of a screen", "runtime-ui/src/a.test.tsx", long(301), ""},
		{"generated types", "runtime-ui/src/a.gen.ts", long(301), ""},
	})
}

func TestCalmRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	checkSamples(t, staysCalm, []sample{
		{"init", "plugins/billing/a.go", "package p\nfunc init() {}\n", "a.go:2: func init()"},
		{"method named init", "plugins/billing/a.go", "package p\ntype t int\nfunc (t) init() {}\n", ""},
		{"panic", "engine/query/a.go", "package p\nfunc f() {\n\tpanic(1)\n}\n", "a.go:3: panic"},
		{"panic in a test", "engine/query/a_test.go", "package p\nfunc f() { panic(1) }\n", ""},
	})
}
