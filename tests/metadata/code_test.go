package metadata_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// code is what a plugin's Go says in texts: statements, and keys of tables and fields.
type code struct {
	files     []*ast.File
	constants map[string]string
	texts     []string
	fields    []string            // texts that are one word: keys of fields, among others
	pairs     []use               // keys that stand in a call beside the table they are of
	alias     map[string][]string // of all statements: what an alias may stand for
	named     map[string]bool     // tables
	model     *meta.Model
}

// use is a field that the code names. Where several tables may be meant, one of them is.
type use struct {
	tables []string
	field  string
	said   string
}

var (
	literals  = regexp.MustCompile(`'[^']*'`)
	sourceOf  = regexp.MustCompile(`\b(?:FROM|JOIN|UPDATE|INTO)\s+([a-z_]+)(?:\s+(?:AS\s+)?([a-z]\w*))?`)
	further   = regexp.MustCompile(`,\s*([a-z_]+)\s+([a-z]\w*)\b`)
	qualified = regexp.MustCompile(`\b([a-z]\w*)\.([a-z_]\w*)\b`)
	word      = regexp.MustCompile(`(AS )?\b[a-z_]\w*\b`)
	oneWord   = regexp.MustCompile(`^-?[a-z][a-z0-9_]*$`)
	statement = regexp.MustCompile(`\b(SELECT|UPDATE|INSERT|DELETE|FROM|JOIN|WHERE|AND|OR|SET|ORDER BY|GROUP BY|IN|IS|NOT|COALESCE|SUM|CASE)\b|\w+\.\w+ ?(=|<)|= \?`)
	access    = []string{"Get", "Find", "Save", "SaveMany", "Set", "SetWhere", "Add", "Delete", "Act", "Enqueue", "BeforeSave", "AfterSave", "BeforeSaveAll", "AfterSaveAll"}
)

// readCode reads the Go of a plugin's folder, without its tests.
func readCode(t *testing.T, folder string, model *meta.Model) *code {
	t.Helper()
	c := &code{constants: map[string]string{}, alias: map[string][]string{}, named: map[string]bool{}, model: model}
	var files []*ast.File
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		files = append(files, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // constants are made of constants
		for _, file := range files {
			ast.Inspect(file, c.constant)
		}
	}
	for _, file := range files {
		ast.Inspect(file, c.visit)
	}
	c.nameTables()
	c.files = files
	return c
}

// constant keeps what a name stands for.
func (c *code) constant(n ast.Node) bool {
	spec, ok := n.(*ast.ValueSpec)
	if !ok {
		return true
	}
	for i, name := range spec.Names {
		if i < len(spec.Values) {
			if text, known := c.text(spec.Values[i]); known {
				c.constants[name.Name] = text
			}
		}
	}
	return true
}

// text folds texts that are put together; what is not known then is a gap.
func (c *code) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		text, known := c.constants[e.Name]
		return text, known
	case *ast.ParenExpr:
		return c.text(e.X)
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return "", false
		}
		left, isLeft := c.text(e.X)
		right, isRight := c.text(e.Y)
		return left + gap(isLeft) + right + gap(isRight), isLeft || isRight
	}
	return "", false
}

func gap(known bool) string {
	if known {
		return ""
	}
	return " ? "
}

func (c *code) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Field: // what its tag names a statement names
		n.Tag = nil
	case *ast.IndexExpr:
		c.key(n.Index)
	case *ast.KeyValueExpr:
		c.key(n.Key)
	case *ast.CompositeLit:
		if isOf(n.Type, "fault", "Params") {
			return false
		}
		for _, element := range n.Elts {
			c.key(element)
		}
	case *ast.CallExpr:
		if isOf(n.Fun, "fault", "New") { // what it names are arguments of a text
			return false
		}
		for _, arg := range n.Args {
			c.key(arg)
		}
		c.call(n)
	case ast.Expr:
		text, known := c.text(n)
		if known && !oneWord.MatchString(text) {
			c.texts = append(c.texts, text)
		}
		return !known
	}
	return true
}

// isOf reports whether an expression is a name of a package.
func isOf(e ast.Expr, from, name string) bool {
	selected, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := selected.X.(*ast.Ident)
	return ok && of.Name == from && selected.Sel.Name == name
}

// key keeps a word where keys of fields stand: as an index, a key or an argument, or in
// a list. Constants of steps of a station are called step....
func (c *code) key(e ast.Expr) {
	if name, ok := e.(*ast.Ident); ok && strings.HasPrefix(name.Name, "step") {
		return
	}
	if text, known := c.text(e); known && oneWord.MatchString(text) {
		c.fields = append(c.fields, strings.TrimPrefix(text, "-"))
	}
}

// call keeps the keys of the records that a door of the engine is given with their table.
func (c *code) call(call *ast.CallExpr) {
	called, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains(access, called.Sel.Name) {
		return
	}
	for i, arg := range call.Args {
		table, _ := c.text(arg)
		if c.model.Tables[table] == nil {
			continue
		}
		c.named[table] = true
		for _, rest := range call.Args[i+1:] {
			c.keys(rest, table)
		}
		return
	}
}

func (c *code) keys(e ast.Expr, table string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if pair, ok := n.(*ast.KeyValueExpr); ok {
			if key, known := c.text(pair.Key); known && c.has(table, key) {
				c.pairs = append(c.pairs, use{[]string{table}, key, table + ": " + key})
			}
		}
		return true
	})
}

// nameTables finds the tables, and what aliases stand for, of all statements.
func (c *code) nameTables() {
	for _, text := range c.texts {
		for alias, tables := range c.sources(text) {
			for _, table := range tables {
				c.named[table] = true
				if !slices.Contains(c.alias[alias], table) {
					c.alias[alias] = append(c.alias[alias], table)
				}
			}
		}
	}
	for _, text := range slices.Concat(c.fields, c.texts) {
		if c.model.Tables[text] != nil {
			c.named[text] = true
		}
	}
}

// sources are the tables of a statement by their names in it.
func (c *code) sources(text string) map[string][]string {
	found := map[string][]string{}
	add := func(table, alias string) {
		if c.model.Tables[table] == nil {
			return
		}
		for _, name := range []string{table, alias} {
			if name != "" && !slices.Contains(found[name], table) {
				found[name] = append(found[name], table)
			}
		}
	}
	text = literals.ReplaceAllString(text, "''")
	for _, m := range sourceOf.FindAllStringSubmatch(text, -1) {
		add(m[1], m[2])
	}
	for _, m := range further.FindAllStringSubmatch(text, -1) {
		add(m[1], m[2])
	}
	return found
}

func (c *code) has(table, field string) bool {
	t := c.model.Tables[table]
	if t == nil {
		return false
	}
	return slices.ContainsFunc(t.Fields, func(f meta.Field) bool { return f.Key == field && !f.Virtual() })
}

// among gives those of the tables that have the field.
func (c *code) among(tables []string, field string) []string {
	tables = slices.DeleteFunc(slices.Clone(tables), func(table string) bool { return !c.has(table, field) })
	slices.Sort(tables)
	return slices.Compact(tables)
}

// uses are the fields that the code names.
func (c *code) uses() []use {
	found := slices.Clone(c.pairs)
	var all []string
	for table := range c.named {
		all = append(all, table)
	}
	for _, text := range c.texts {
		if statement.MatchString(text) {
			found = append(found, c.ofStatement(text, all)...)
		}
	}
	for _, field := range c.fields {
		if tables := c.among(all, field); len(tables) > 0 {
			found = append(found, use{tables, field, field})
		}
	}
	return found
}

func (c *code) ofStatement(said string, all []string) (found []use) {
	text := literals.ReplaceAllString(said, "''")
	sources := c.sources(text)
	var here []string
	for _, tables := range sources {
		here = append(here, tables...)
	}
	note := func(tables []string, field string) {
		if tables = c.among(tables, field); len(tables) > 0 {
			found = append(found, use{tables, field, said})
		}
	}
	for _, m := range qualified.FindAllStringSubmatch(text, -1) {
		if tables := sources[m[1]]; tables != nil {
			note(tables, m[2])
		} else if len(here) == 0 { // a part of a statement
			note(c.alias[m[1]], m[2])
		}
	}
	for _, field := range word.FindAllString(qualified.ReplaceAllString(text, ""), -1) {
		switch {
		case strings.HasPrefix(field, "AS "):
		case len(here) > 0:
			note(here, field)
		default:
			note(all, field)
		}
	}
	return found
}
