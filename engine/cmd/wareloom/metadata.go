package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/diff"
	"github.com/wareloom/wareloom/engine/meta/shape"
	shipped "github.com/wareloom/wareloom/metadata"
)

const metaUsage = "meta check [--site FOLDER] | meta plan|publish|import|export --site FOLDER | meta rollback NUMBER | meta releases | meta fmt [--check] FOLDER... | meta export FOLDER | meta diff FOLDER"

// metadata checks the metadata of this build, gives files their one form, writes the
// metadata into a folder, or tells how a folder that was written before, by this
// build or another, differs from it. With a database it publishes what a site says.
func metadata(ctx context.Context, args []string, out, errs io.Writer) error {
	check, note := false, ""
	c, args, err := readConfig("meta", args, errs, func(f *flag.FlagSet) {
		f.BoolVar(&check, "check", false, "of fmt: only tell which files have another form")
		f.StringVar(&note, "note", "", "of publish and rollback: why, for the list of releases")
	})
	if err != nil {
		return err
	}
	switch {
	case len(args) == 1 && args[0] == "check":
		return checkMetadata(c, out)
	case len(args) > 1 && args[0] == "fmt":
		return formatMetadata(args[1:], check, out)
	case len(args) == 2 && args[0] == "export":
		return exportMetadata(args[1])
	case len(args) == 2 && args[0] == "diff":
		return diffMetadata(args[1], out)
	}
	s := site{config: c, note: note, out: out, errs: errs}
	if do, known := s.command(args); known {
		return do(ctx)
	}
	return errors.New("say check, plan, publish, rollback, releases, import, export, fmt or diff, with its folder; usage: wareloom " + metaUsage)
}

// checkMetadata reads and compiles all metadata, with that of a site.
func checkMetadata(c config, out io.Writer) error {
	release, err := c.compile()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d tables, %d documents, %d lists: sound\n", len(release.Tables), len(release.Documents), len(release.Lists))
	return err
}

func metadataFiles() (map[string][]byte, error) {
	p, err := product.Wareloom()
	if err != nil {
		return nil, err
	}
	return p.Files()
}

func exportMetadata(folder string) error {
	files, err := metadataFiles()
	if err != nil {
		return err
	}
	return writeFolder(folder, files)
}

func writeFolder(folder string, files map[string][]byte) error {
	for name, text := range files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("%s lies outside of the folder", name)
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		if err := os.WriteFile(path, text, 0o640); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

// diffMetadata lists the files that this build adds to a folder, changes in it, or
// does not have; of an object that changed, each change.
func diffMetadata(folder string, out io.Writer) error {
	here, err := metadataFiles()
	if err != nil {
		return err
	}
	there, err := readFolder(os.DirFS(folder))
	if err != nil {
		return err
	}
	return tellDifferences(out, there, here)
}

// tellDifferences lists what becomes of files.
func tellDifferences(out io.Writer, there, here map[string][]byte) error {
	shapes, err := shippedShapes()
	if err != nil {
		return err
	}
	all := maps.Clone(there)
	maps.Copy(all, here)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		old, was := there[name]
		text, is := here[name]
		word := "changed"
		switch {
		case was && is && bytes.Equal(old, text):
			continue
		case !was:
			word = "added"
		case !is:
			word = "removed"
		}
		if _, err := fmt.Fprintf(out, "%-8s %s\n", word, name); err != nil {
			return err
		}
		if err := tellChanges(out, shapes, name, old, text); err != nil {
			return err
		}
	}
	return nil
}

// tellChanges tells what changed between two texts of one object.
func tellChanges(out io.Writer, shapes *shape.Shapes, name string, old, text []byte) error {
	if old == nil || text == nil || !meta.IsObject(shapes, name) {
		return nil
	}
	from, to, s, err := meta.Versions(shapes, name, old, text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, op := range diff.Between(from, to, s) {
		if _, err := fmt.Fprintf(out, "         %s\n", op); err != nil {
			return err
		}
	}
	return nil
}

func shippedShapes() (*shape.Shapes, error) {
	schemas, err := shipped.Schemas()
	if err != nil {
		return nil, err
	}
	return shape.Read(schemas)
}

// readFolder reads every file, schemas included.
func readFolder(folder fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".json" {
			return err
		}
		files[name], err = fs.ReadFile(folder, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read folder: %w", err)
	}
	return files, nil
}
