package archtest

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
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

// ownClocks are the files that look at the machine's clock. What is written, compared or
// told has the instant of the transaction, or comes by the clock that the server was given.
var ownClocks = map[string]string{
	"engine/cmd/wareloom/app/app.go":             "the default",
	"engine/cmd/wareloom/app/clock.go":           "the clock that can be put",
	"engine/cmd/wareloom/command/connections.go": "how often the log is told",
	"engine/cmd/wareloom/command/key.go":         "what a person at the console means by days",
	"engine/cmd/wareloom/selftls/authority.go":   "certificates, which browsers judge by theirs",
	"engine/auth/auth.go":                        "the default",
	"engine/auth/changes.go":                     "how old what is kept may be",
	"engine/httpapi/body.go":                     "deadlines of connections",
	"engine/httpapi/live.go":                     "deadlines of connections",
	"engine/httpapi/metrics.go":                  "how long a call takes",
	"engine/httpapi/trouble.go":                  "how often the log is told",
	"engine/job/job.go":                          "leases, which all runners judge by one clock",
	"engine/job/rest.go":                         "how long somebody rests",
	"engine/job/runner.go":                       "how long a job takes",
	"engine/job/task.go":                         "how often progress is written",
	"engine/query/period.go":                     "how far ahead the calendar goes",
	"engine/release/impact/impact.go":            "how long counts may take",
	"engine/release/releases.go":                 "the default",
	"engine/store/altering.go":                   "how long locks are waited for",
	"engine/store/store.go":                      "the default",
	"engine/store/transact.go":                   "how long a transaction is tried",
	"plugins/wave/batching/search.go":            "how long a search may take",
}

// takesGivenTime finds further files that look at the machine's clock, and listed ones
// that no longer do.
func takesGivenTime(files []source) (mistakes []string) {
	for _, file := range files {
		if !file.isGo() || file.isTest() || !file.in("plugins", "engine") || file.in("engine/agent", "engine/access/accesstest") {
			continue
		}
		looks := looksAtClock(file)
		switch listed := ownClocks[file.path] != ""; {
		case listed && len(looks) == 0:
			mistakes = append(mistakes, file.say(file.tree.Pos(), "looks at no clock any more: strike it from the list"))
		case !listed:
			mistakes = append(mistakes, looks...)
		}
	}
	return mistakes
}

func looksAtClock(file source) (found []string) {
	ast.Inspect(file.tree, func(node ast.Node) bool {
		if name, ok := node.(*ast.SelectorExpr); ok && isName(name.X, "time") && slices.Contains([]string{"Now", "Since", "Until"}, name.Sel.Name) {
			found = append(found, file.say(node.Pos(), "time.%s: take tx.Now(), or the clock that was given", name.Sel.Name))
		}
		return true
	})
	return found
}

func TestFilesStaySmall(t *testing.T) { check(t, staysSmall) }
func TestCodeStaysCalm(t *testing.T)  { check(t, staysCalm) }
func TestTimeIsGiven(t *testing.T)    { check(t, takesGivenTime) }

func TestTimeRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	checkSamples(t, takesGivenTime, []sample{
		{"a look at the clock", "plugins/billing/a.go", "package p\nimport \"time\"\nvar now = time.Now()\n", "a.go:3: time.Now"},
		{"a clock handed on", "plugins/billing/a.go", "package p\nimport \"time\"\nvar now = time.Now\n", "a.go:3: time.Now"},
		{"the engine", "engine/query/a.go", "package p\nimport \"time\"\nvar left = time.Until(end)\n", "a.go:3: time.Until"},
		{"a list that is too long", "engine/httpapi/metrics.go", "package p\n", "strike it"},
		{"a stopwatch", "engine/httpapi/metrics.go", "package p\nimport \"time\"\nvar now = time.Now\n", ""},
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
