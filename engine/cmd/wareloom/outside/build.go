package outside

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

// Build is a binary of the product with further plugins.
type Build struct {
	Plugins []string // folders of their Go packages
	Source  string   // checkout of Wareloom; "" is what the plugins' go.mod say, and is found
	File    string   // to be made
	Out     io.Writer
}

// found is a plugin as the Go command tells it.
type found struct {
	Dir, ImportPath, Name string
	Module                struct{ Path, Dir string }
}

// Run builds the binary, has it check its metadata, and puts it in its place. What a
// binary lacks that could be built is said on Out. Errors are sentences with the remedy.
func (b *Build) Run(ctx context.Context) error {
	if len(b.Plugins) == 0 {
		return errors.New("no plugin is named: say --with FOLDER for each of them")
	}
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("there is no Go in the PATH: install Go " + languageVersion + " or later from https://go.dev/dl")
	}
	if there, err := os.Stat(b.File); err == nil && there.IsDir() {
		return fmt.Errorf("-o %s is a folder: name the file of the binary", b.File)
	}
	folder, err := os.MkdirTemp("", "wareloom-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	plugins, err := b.lay(ctx, folder)
	if err != nil {
		return err
	}
	page, err := b.web(ctx, folder, plugins)
	if err != nil {
		return err
	}
	if err := write(folder, plugins, page); err != nil {
		return err
	}
	return b.make(ctx, folder)
}

// lay finds the plugins, makes the workspace, and finds the product.
func (b *Build) lay(ctx context.Context, folder string) ([]found, error) {
	plugins, err := b.find(ctx)
	if err != nil {
		return nil, err
	}
	if err := b.settle(plugins); err != nil {
		return nil, err
	}
	if err := b.workspace(folder, plugins); err != nil {
		return nil, err
	}
	if b.Source == "" {
		b.Source, err = product(ctx, folder)
	}
	return plugins, err
}

// product is where the product lies that the plugins of a workspace name.
func product(ctx context.Context, folder string) (string, error) {
	text, err := run(ctx, folder, inWorkspace(folder), "go", "list", "-f", "{{.Module.Dir}}", productModule+"/engine/plugin")
	if err != nil {
		return "", fmt.Errorf("the Wareloom that the plugins name is not found: name by --source the checkout that they are written for\n%w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// inWorkspace has the Go command work in the workspace of a folder, by its own rules.
func inWorkspace(folder string) []string {
	return []string{"GOWORK=" + filepath.Join(folder, "go.work"), "GOFLAGS=", "CGO_ENABLED=" + cmp.Or(os.Getenv("CGO_ENABLED"), "0")}
}

// find asks the Go command for the plugins.
func (b *Build) find(ctx context.Context) ([]found, error) {
	plugins := make([]found, len(b.Plugins))
	for i, folder := range b.Plugins {
		text, err := run(ctx, folder, []string{"GOWORK=off"}, "go", "list", "-json=Dir,ImportPath,Name,Module", ".")
		if err == nil {
			err = json.Unmarshal(text, &plugins[i])
		}
		if err == nil && plugins[i].Module.Dir == "" {
			err = errors.New("it has no go.mod")
		}
		if err != nil {
			return nil, fmt.Errorf("--with %s is no Go package in a module: name the folder of a plugin, as wareloom new plugin makes it (%w)", folder, err)
		}
	}
	return plugins, nil
}

// settle takes the checkout in which a plugin lies, as one of its examples does, for that
// of the product.
func (b *Build) settle(plugins []found) error {
	for _, p := range plugins {
		if p.Module.Path != productModule || p.Module.Dir == b.Source {
			continue
		}
		if b.Source != "" {
			return fmt.Errorf("%s lies in the checkout %s and not in %s: name the one by --source in which it lies", p.Dir, p.Module.Dir, b.Source)
		}
		b.Source = p.Module.Dir
	}
	return nil
}

// mainFile is the program that is built.
var mainFile = template.Must(template.New("main").Parse(`package main

import (
	{{if .Page}}"embed"
	"io/fs"
	{{end}}"os"
	_ "time/tzdata"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/command"
	"github.com/wareloom/wareloom/engine/plugin"
{{range $i, $p := .Plugins}}
	p{{$i}} {{printf "%q" $p.ImportPath}}{{end}}
)
{{if .Page}}
//go:embed all:dist
var dist embed.FS
{{end}}
func main() {
	b := command.Binary{Plugins: []plugin.Plugin{ {{range $i, $p := .Plugins}}p{{$i}}.Plugin{}, {{end}} }}
{{if .Page}}	if page, err := fs.Sub(dist, "dist"); err == nil {
		b.Page = page
	}
{{end}}	os.Exit(command.Main(b))
}
`))

// write writes the program.
func write(folder string, plugins []found, page bool) error {
	var program bytes.Buffer
	if err := mainFile.Execute(&program, map[string]any{"Plugins": plugins, "Page": page}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "main.go"), program.Bytes(), 0o600)
}

// workspace makes the workspace of the program, the plugins and a checkout, which stands
// in for the product whatever version the plugins name, which nobody needs to have
// released.
func (b *Build) workspace(folder string, plugins []found) error {
	used := []string{folder}
	if b.Source != "" {
		used = append(used, b.Source)
	}
	for _, p := range plugins {
		if p.Module.Path != productModule {
			used = append(used, p.Module.Dir)
		}
	}
	slices.Sort(used)
	work := "go " + languageVersion + "\n"
	for _, one := range slices.Compact(used) {
		work += fmt.Sprintf("use %q\n", one)
	}
	module := "module wareloom.build/binary\n\ngo " + languageVersion + "\n"
	return errors.Join(
		os.WriteFile(filepath.Join(folder, "go.work"), []byte(work), 0o600),
		os.WriteFile(filepath.Join(folder, "go.mod"), []byte(module), 0o600),
	)
}

// make compiles the program beside the place of the binary, has its metadata checked, and
// puts it there: a binary that was there stays until the new one is sound.
func (b *Build) make(ctx context.Context, folder string) error {
	file, err := filepath.Abs(b.File)
	if err != nil {
		return err
	}
	made := file + ".new"
	defer os.Remove(made)
	if _, err := run(ctx, folder, inWorkspace(folder), "go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", made, "."); err != nil {
		return fmt.Errorf("the binary does not compile: correct what the compiler tells, or name by --source the checkout that the plugins are written for\n%w", err)
	}
	text, err := run(ctx, folder, nil, made, "meta", "check")
	if err != nil {
		return fmt.Errorf("the binary is compiled and is not sound: correct what it tells of the plugins\n%w", err)
	}
	if err := os.Rename(made, file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(b.Out, "%s: %s", b.File, text)
	return err
}

// mostSaid is how much is passed on of what a program says of its failure, in bytes.
const mostSaid = 2000

// colours are what bundlers colour their errors with, whether there is a terminal or not.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// run runs a program, and gives what it prints; its error is what it says of it first.
func run(ctx context.Context, folder string, environment []string, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir, command.Env = folder, append(os.Environ(), environment...)
	var said bytes.Buffer
	command.Stderr = &said
	text, err := command.Output()
	if err != nil && said.Len() > 0 {
		err = errors.New(strings.TrimSpace(string(colours.ReplaceAll(said.Next(mostSaid), nil))))
	}
	return text, err
}
