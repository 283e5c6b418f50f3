package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the import path of the repository.
const module = "github.com/wareloom/wareloom/"

// source is one file of the repository.
type source struct {
	path string // from the root, with slashes
	text string
	tree *ast.File // nil if not Go
	set  *token.FileSet
}

// rule finds what is wrong with a set of files, one sentence each.
type rule func(files []source) []string

func (s source) isGo() bool { return s.tree != nil }

func (s source) isTest() bool {
	base := path.Base(s.path)
	return strings.HasSuffix(base, "_test.go") || strings.Contains(base, ".test.") ||
		strings.HasPrefix(s.path, "engine/enginetest/") || strings.HasPrefix(s.path, "tests/") || strings.Contains(s.path, "/testing/")
}

// in reports whether the file lies in one of the folders.
func (s source) in(folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(s.path, folder+"/") })
}

func (s source) lines() int { return strings.Count(s.text, "\n") }

// say names the place of a mistake.
func (s source) say(pos token.Pos, format string, args ...any) string {
	return fmt.Sprintf("%s:%d: %s", s.path, s.set.Position(pos).Line, fmt.Sprintf(format, args...))
}

// imports gives the import paths of a Go file.
func (s source) imports() []string {
	var paths []string
	for _, spec := range s.tree.Imports {
		paths = append(paths, strings.Trim(spec.Path.Value, `"`))
	}
	return paths
}

// ours gives the folders of this repository that a Go file imports.
func (s source) ours() []string {
	var folders []string
	for _, name := range s.imports() {
		if folder, ok := strings.CutPrefix(name, module); ok {
			folders = append(folders, folder)
		}
	}
	return folders
}

// parse makes a source of a text.
func parse(name, text string) (source, error) {
	s := source{path: name, text: text, set: token.NewFileSet()}
	if path.Ext(name) != ".go" {
		return s, nil
	}
	tree, err := parser.ParseFile(s.set, name, text, parser.SkipObjectResolution)
	s.tree = tree
	return s, err
}

// repository reads all Go and TypeScript files from the root down.
func repository(t *testing.T) []source {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var files []source
	err = fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipFolder(name, entry.Name())
		}
		if !slices.Contains([]string{".go", ".ts", ".tsx"}, path.Ext(name)) {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		file, err := parse(name, string(text))
		files = append(files, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// skipFolder leaves out what is not ours.
func skipFolder(name, base string) error {
	if base == "node_modules" || base == "dist" || name != "." && strings.HasPrefix(base, ".") {
		return fs.SkipDir
	}
	return nil
}

// check runs a rule on the repository.
func check(t *testing.T, r rule) {
	t.Helper()
	for _, mistake := range r(repository(t)) {
		t.Error(mistake)
	}
}

// sample is a made-up file that a rule must refuse or accept.
type sample struct {
	name string
	path string
	text string
	want string // part of the mistake; "" is none
}

// checkSamples shows that a rule can see a mistake, and only that.
func checkSamples(t *testing.T, r rule, samples []sample) {
	t.Helper()
	for _, sample := range samples {
		t.Run(sample.name, func(t *testing.T) {
			file, err := parse(sample.path, sample.text)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(r([]source{file}), "\n")
			if sample.want == "" && got != "" || !strings.Contains(got, sample.want) {
				t.Errorf("got %q, want %q", got, sample.want)
			}
		})
	}
}

// importing is the text of a Go file with imports.
func importing(paths ...string) string {
	text := "package p\n"
	for _, name := range paths {
		text += "import _ \"" + name + "\"\n"
	}
	return text
}
