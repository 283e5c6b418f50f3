package outside

import (
	"embed"
	"errors"
	"fmt"
	"go/token"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
)

//go:embed all:skeleton
var skeleton embed.FS

// Skeleton is a plugin that is begun: a table, a list, a form, a document, a station, an
// effect, a flow, an endpoint, an invariant, words in three languages, and a test.
type Skeleton struct {
	Name    string // of the plugin, its package and its module of metadata
	Module  string // Go module; "" is example.com/<name>
	Source  string // checkout of Wareloom that it is written against; "" is the release Version
	Version string // of Wareloom, as 0.9.0
	Shapes  *shape.Shapes
	Taken   []string // names of plugins, modules and files of metadata that there are, as hello.menu.json
}

// reserved are names that the files of the skeleton use otherwise.
var reserved = []string{"main", "plugin", "world", "enginetest", "testing", "internal", "vendor"}

var (
	goodName   = regexp.MustCompile(`^[a-z][a-z0-9]{1,23}$`)
	goodModule = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)
)

// Write writes the plugin into a folder that is empty or not there yet. Errors are
// sentences with the remedy.
func (s Skeleton) Write(folder string) error {
	if s.Module == "" {
		s.Module = "example.com/" + s.Name
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	there, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(there) > 0 {
		return fmt.Errorf("the folder %s is not empty: name another one behind the plugin's name, or empty it", folder)
	}
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o640); err != nil {
			return err
		}
	}
	return nil
}

// check tells what is wrong with the names.
func (s Skeleton) check() error {
	switch {
	case !goodName.MatchString(s.Name) || token.IsKeyword(s.Name) || slices.Contains(reserved, s.Name):
		return fmt.Errorf("%q cannot be the name of a plugin: take 2 to 24 small letters and digits, a letter first, that Go and the kit do not use themselves", s.Name)
	case slices.Contains(s.Taken, s.Name):
		return fmt.Errorf("the name %s is taken by a plugin or module of this binary: take another one", s.Name)
	case !goodModule.MatchString(s.Module):
		return fmt.Errorf("--module %s is no path of a Go module: write it as example.com/%s", s.Module, s.Name)
	}
	return nil
}

// files are all files of the plugin, by path.
func (s Skeleton) files() (map[string][]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	files, needs, err := s.needs()
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(skeleton, "skeleton", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		made := strings.TrimSuffix(strings.TrimPrefix(name, "skeleton/"), ".tmpl")
		made = strings.ReplaceAll(made, "NAME", s.Name)
		if slices.Contains(s.Taken, path.Base(made)) {
			return fmt.Errorf("this binary has a %s already: take another name than %s", path.Base(made), s.Name)
		}
		files[made], err = s.fill(name, made, needs)
		return err
	})
	return files, err
}

// fill makes a file of its template; metadata gets its one form.
func (s Skeleton) fill(name, made string, needs string) ([]byte, error) {
	read, err := template.ParseFS(skeleton, name)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := read.Execute(&text, s.words(needs)); err != nil {
		return nil, err
	}
	if !meta.IsObject(s.Shapes, made) {
		return []byte(text.String()), nil
	}
	return meta.Format(s.Shapes, made, []byte(text.String()))
}

// words are what the templates are filled with.
func (s Skeleton) words(needs string) map[string]any {
	imported := fmt.Sprintf("%q", s.Module)
	if path.Base(s.Module) != s.Name {
		imported = s.Name + " " + imported
	}
	return map[string]any{
		"Name": s.Name, "Title": strings.ToUpper(s.Name[:1]) + s.Name[1:], "Import": imported, "Menu": s.menu(),
		"Module": s.Module, "Go": languageVersion, "Version": "v" + s.Version, "Source": s.Source, "Needs": needs,
	}
}

// menu begins the ids of the plugin's menu entries, which want a last digit: each plugin
// has its own, so that two of them meet hardly ever.
func (s Skeleton) menu() uint32 {
	const least, many = 100_000, 900_000
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(s.Name)) // which never fails
	return least + sum.Sum32()%many
}
