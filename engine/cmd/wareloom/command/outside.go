package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/outside"
)

const (
	newUsage   = "new plugin NAME [FOLDER] [--module PATH] [--source CHECKOUT]"
	buildUsage = "build --with FOLDER [--with FOLDER]... [--source CHECKOUT] [-o FILE]"
)

// newPlugin writes the beginning of a plugin into a folder.
func newPlugin(_ context.Context, args []string, out, errs io.Writer) error {
	var s outside.Skeleton
	flags := newFlags("new", errs)
	flags.StringVar(&s.Module, "module", "", "path of its Go module; by default example.com/NAME")
	flags.StringVar(&s.Source, "source", "", "checkout of Wareloom that it is written against; by default the release of this binary")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) < 2 || len(rest) > 3 || rest[0] != "plugin" {
		return errors.New("name the plugin, and its folder if it is another; usage: wareloom " + newUsage)
	}
	s.Name, s.Version = rest[1], Number
	if s.Source, err = outside.Checkout(s.Source); err != nil {
		return err
	}
	if s.Shapes, err = shippedShapes(); err != nil {
		return err
	}
	if s.Taken, err = namesTaken(); err != nil {
		return err
	}
	folder := rest[len(rest)-1]
	if err := s.Write(folder); err != nil {
		return err
	}
	return tellNext(out, folder, s.Source)
}

// tellNext tells what is done with a plugin that was begun.
func tellNext(out io.Writer, folder, source string) error {
	first, from := "  go mod tidy\n", ""
	if source != "" {
		first, from = "", " --source "+source
	}
	_, err := fmt.Fprintf(out, "%s holds the plugin. Go on there with:\n%s  go test ./...\n  wareloom build --with .%s\n", folder, first, from)
	return err
}

// namesTaken are the names of plugins, modules and files of metadata of this binary.
func namesTaken() ([]string, error) {
	p, err := compiledIn()
	if err != nil {
		return nil, err
	}
	release, err := p.Compile()
	if err != nil {
		return nil, err
	}
	files, err := p.Files()
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range release.Model.Plugins {
		names = append(names, name)
	}
	for name := range release.Model.Modules {
		names = append(names, name)
	}
	for name := range files {
		if base := path.Base(name); base != "module.json" { // of which every module has one
			names = append(names, base)
		}
	}
	return names, nil
}

// buildWith builds a binary with further plugins.
func buildWith(ctx context.Context, args []string, out, errs io.Writer) error {
	b := outside.Build{Out: out}
	flags := newFlags("build", errs)
	flags.Func("with", "folder of a plugin's Go package; may be said several times", func(folder string) error {
		full, err := filepath.Abs(folder)
		b.Plugins = append(b.Plugins, full)
		return err
	})
	flags.StringVar(&b.Source, "source", "", "checkout of Wareloom; by default what the plugins' go.mod say")
	flags.StringVar(&b.File, "o", "wareloom", "file of the binary")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if err := none(rest, "build"); err != nil {
		return err
	}
	if b.Source, err = outside.Checkout(b.Source); err != nil {
		return err
	}
	return b.Run(ctx)
}

// newFlags are the flags of a command that has no configuration.
func newFlags(name string, errs io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet("wareloom "+name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // what is wrong is said once, by the caller
	flags.Usage = func() { printUsage(flags, name, errs) }
	return flags
}
