package archtest

import (
	"go/ast"
	"strings"
	"testing"
)

// asksTheType finds lists of types of fields: what holds of some types each of them says
// of itself (meta.Traits), so that a further type is a file and no search. One type alone
// may be named where only it is meant.
func asksTheType(files []source) (mistakes []string) {
	for _, file := range files {
		if !file.isGo() || file.isTest() || !file.in("engine") || file.in("engine/catalog") {
			continue
		}
		ast.Inspect(file.tree, func(node ast.Node) bool {
			var parts []ast.Expr
			switch n := node.(type) {
			case *ast.CaseClause:
				parts = n.List
			case *ast.CompositeLit:
				for _, element := range n.Elts {
					if pair, ok := element.(*ast.KeyValueExpr); ok {
						element = pair.Key
					}
					parts = append(parts, element)
				}
			}
			if named := namedTypes(parts); len(named) > 1 {
				mistakes = append(mistakes, file.say(node.Pos(), "%s: ask for a trait of the type", strings.Join(named, ", ")))
			}
			return true
		})
	}
	return mistakes
}

func namedTypes(parts []ast.Expr) (names []string) {
	for _, part := range parts {
		name, ok := part.(*ast.SelectorExpr)
		if ok && strings.HasPrefix(name.Sel.Name, "Type") && isName(name.X, "meta") {
			names = append(names, name.Sel.Name)
		}
	}
	return names
}

func isName(e ast.Expr, name string) bool {
	ident, ok := e.(*ast.Ident)
	return ok && ident.Name == name
}

func TestTypesAreAsked(t *testing.T) { check(t, asksTheType) }

func TestTypeRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	checkSamples(t, asksTheType, []sample{
		{"a case of two", "engine/query/a.go", "package p\nfunc f() {\n\tswitch x {\n\tcase meta.TypeText, meta.TypeCode:\n\t}\n}\n", "a.go:4: TypeText, TypeCode"},
		{"a list", "engine/query/a.go", "package p\nvar l = []string{meta.TypeText, meta.TypeCode}\n", "ask for a trait"},
		{"a map", "engine/query/a.go", "package p\nvar m = map[string]int{meta.TypeText: 1, meta.TypeCode: 2}\n", "ask for a trait"},
		{"one alone", "engine/query/a.go", "package p\nvar ok = f.Type == meta.TypeReference\n", ""},
		{"where types are", "engine/catalog/a.go", "package p\nvar l = []string{meta.TypeText, meta.TypeCode}\n", ""},
	})
}
