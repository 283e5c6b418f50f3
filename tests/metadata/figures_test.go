package metadata_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// figures are the types of figures of the contract, each with what a plugin says that
// relies on such a field.
var figures = map[string]string{
	"Qty":         figure("decimal", contract.Qty(1)),
	"Room":        figure("decimal", contract.Room(1)),
	"PieceWeight": figure("weight", contract.PieceWeight(1)),
	"Load":        figure("weight", contract.Load(1)),
	"PieceSide":   figure("length", contract.PieceSide(1)),
	"Metre":       figure("length", contract.Metre(1)),
	"Walk":        figure("length", contract.Walk(1)),
	"Price":       figure("money", contract.Price(1)),
}

func figure(kind string, one interface{ Decimal() decimal.Decimal }) string {
	return meta.Relied{Type: kind, Scale: -int(one.Decimal().Exponent())}.String()
}

// TestNoScaleStandsInPlugins reads the Go of each plugin. A field of a struct that a
// statement fills from a column with digits has the figure's type, whose digits are those
// that the plugin relies on, and so those of the catalog. Digits stand nowhere else.
func TestNoScaleStandsInPlugins(t *testing.T) {
	t.Parallel()
	model := product(t)
	folders, err := filepath.Glob("../../plugins/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("found %d plugins, %v", len(folders), err)
	}
	filled := 0
	for _, folder := range folders {
		name := filepath.Base(folder)
		for _, text := range readCode(t, folder, model).texts {
			if thousand.MatchString(text) {
				t.Errorf("plugins/%s: a statement has a scale of its own: %.200s", name, text)
			}
		}
		for path, file := range goFiles(t, folder) {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Field:
					filled += mustBeFigure(t, path, model.Plugins[name], n)
				case *ast.FuncDecl:
					if n.Name.Name != "Digits" && digits.MatchString(n.Name.Name) && returnsNumber(n) {
						t.Errorf("%s: %s says digits of its own", path, n.Name.Name)
					}
				case *ast.ValueSpec:
					if digits.MatchString(n.Names[0].Name) && filepath.Base(path) != "figure.go" && slices.ContainsFunc(n.Values, func(v ast.Expr) bool { return number(v) > 0 }) {
						t.Errorf("%s: %s is digits of its own", path, n.Names[0].Name)
					}
				case ast.Expr:
					if scaled := scaleIn(n); scaled != "" {
						t.Errorf("%s: %s: figures of the contract know their digits", path, scaled)
					}
				}
				return true
			})
		}
	}
	if filled < 30 {
		t.Errorf("%d fields of structs are filled from columns with digits; are all seen?", filled)
	}
}

// digits is the name of what says a scale.
var digits = regexp.MustCompile(`(?i)digits|scale\b`)

func returnsNumber(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 && number(r.Results[0]) > 0 {
			found = true
		}
		return true
	})
	return found
}

// thousand is a factor of a scale in a statement.
var thousand = regexp.MustCompile(`\b10{3,}\b`)

func goFiles(t *testing.T, folder string) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files[name], err = parser.ParseFile(token.NewFileSet(), name, nil, 0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// mustBeFigure holds a field of a struct to the columns of its name, and tells whether
// there are such with digits.
func mustBeFigure(t *testing.T, path string, p *meta.Plugin, f *ast.Field) int {
	t.Helper()
	if f.Tag == nil {
		return 0
	}
	tag, _ := strconv.Unquote(f.Tag.Value)
	column := reflect.StructTag(tag).Get("db")
	var kinds []string
	for _, table := range p.Relies {
		for _, relied := range table.Fields {
			if relied.Key == column && relied.Scale > 0 {
				kinds = append(kinds, relied.String())
			}
		}
	}
	if len(kinds) == 0 {
		return 0
	}
	if is := figureOf(f.Type); !slices.Contains(kinds, figures[is]) {
		t.Errorf("%s: the field for %s is %q, which is %q; its plugin relies on %s", path, column, is, figures[is], strings.Join(kinds, ", "))
	}
	return 1
}

// figureOf is the name of a type of figure, alone, in sql.Null or behind a pointer.
func figureOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return figureOf(e.Index)
	case *ast.StarExpr:
		return figureOf(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// scaled are the calls that an amount of digits may not be said to.
var scaled = map[string]bool{"Round": true, "RoundUp": true, "DivRound": true, "ReadQuantity": true, "ReadPieces": true, "TakeWeight": true, "TakeQuantity": true}

// scaleIn says what a scale by hand is in an expression; "" for none.
func scaleIn(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.CallExpr:
		called, ok := e.Fun.(*ast.SelectorExpr)
		if !ok {
			return ""
		}
		if called.Sel.Name == "Shift" || isOf(called, "decimal", "New") {
			return called.Sel.Name
		}
		if scaled[called.Sel.Name] && slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return number(arg) > 0 }) {
			return called.Sel.Name + " with digits"
		}
	case *ast.BinaryExpr:
		if (e.Op == token.MUL || e.Op == token.QUO || e.Op == token.REM) && max(number(e.X), number(e.Y)) >= 1000 {
			return "a factor of " + strconv.Itoa(max(number(e.X), number(e.Y)))
		}
	}
	return ""
}

// number is what a literal says; 0 for all else.
func number(e ast.Expr) int {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return 0
	}
	n, _ := strconv.Atoi(strings.ReplaceAll(lit.Value, "_", ""))
	return n
}

func TestScalesAreFoundInExpressions(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		`q.Shift(3).IntPart()`: true, `decimal.New(n, -3)`: true, `int64(len(s)) * 1000`: true, `done / 1_000`: true,
		`plugin.ReadQuantity(text, 3)`: true, `walk.Round(2)`: true,
		`walk.Round(0)`: false, `plugin.ReadQuantity(text, 0)`: false, `100 * (from - to)`: false,
		`contract.ReadPieces(ctx, codes, contract.QtyDigits)`: false, `decimal.NewFromInt(1000)`: false,
	}
	for text, want := range tests {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		ast.Inspect(e, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				found = found || scaleIn(e) != ""
			}
			return true
		})
		if found != want {
			t.Errorf("%s: found %t, want %t", text, found, want)
		}
	}
}
