package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/release"
	shipped "github.com/wareloom/wareloom/metadata"
)

const metaUsage = "meta check [--site FOLDER] | meta test [--site FOLDER] | meta plan|publish|import|export --site FOLDER | meta texts LANGUAGE --site FOLDER | meta rollback NUMBER | meta releases | meta columns [--drop TABLE.FIELD] | meta fmt [--check] FOLDER... | meta offers [--check] FILE | meta export FOLDER | meta diff FOLDER"

// metadata checks the metadata of this build, gives files their one form, writes the
// metadata into a folder, or tells how a folder that was written before, by this
// build or another, differs from it. With a database it publishes what a site says.
func metadata(ctx context.Context, args []string, out, errs io.Writer) error {
	check, note, drop := false, "", ""
	c, args, err := readConfig("meta", args, errs, func(f *flag.FlagSet) {
		f.BoolVar(&check, "check", false, "of fmt and offers: only tell which files have another form")
		f.StringVar(&note, "note", "", "of publish and rollback: why, for the list of releases")
		f.StringVar(&drop, "drop", "", "of columns: the kept column TABLE.FIELD, or TABLE, that goes for good with its values")
	})
	if err != nil {
		return err
	}
	switch {
	case len(args) == 1 && args[0] == "check":
		return checkMetadata(c, out)
	case len(args) == 1 && args[0] == "test":
		return testMetadata(ctx, c, out)
	case len(args) > 1 && args[0] == "fmt":
		return formatMetadata(args[1:], check, out)
	case len(args) == 2 && args[0] == "offers":
		return offersPage(c, args[1], check, out)
	case len(args) == 2 && args[0] == "texts":
		return renewTexts(c, args[1], out)
	case len(args) == 2 && args[0] == "export":
		return exportMetadata(args[1])
	case len(args) == 2 && args[0] == "diff":
		return diffMetadata(args[1], out)
	}
	s := site{config: c, note: note, drop: drop, out: out, errs: errs}
	if do, known := s.command(args); known {
		return do(ctx)
	}
	return errors.New("say check, test, plan, publish, rollback, releases, columns, import, export, texts, fmt, offers or diff, with its folder; usage: wareloom " + metaUsage)
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

// testMetadata runs the tests of all metadata, with that of a site, on a database of
// their own. The error says that some failed.
func testMetadata(ctx context.Context, c config, out io.Writer) error {
	p, err := c.product()
	if err != nil {
		return err
	}
	release, err := p.Compile()
	if err != nil {
		return err
	}
	results, err := app.Prove(ctx, p, version())
	if err != nil {
		return err
	}
	failed := 0
	for _, one := range httpapi.NewTexts(catalog.New(release)).Tests(results, "en") {
		line := "ok    " + one.Key
		if !one.Passed {
			failed++
			line = fmt.Sprintf("FAIL  %s at %s: %s", one.Key, one.Step, one.Message)
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d tests failed", failed, len(results))
	}
	return nil
}

func metadataFiles() (map[string][]byte, error) {
	p, err := compiledIn()
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
	if _, err := os.Stat(folder); err != nil { // which names the folder, as its own files do not
		return fmt.Errorf("open folder: %w", err)
	}
	there, err := readFolder(os.DirFS(folder))
	if err != nil {
		return err
	}
	return tellDifferences(out, there, here)
}

// tellDifferences lists what becomes of files; of an object that changed, each change.
func tellDifferences(out io.Writer, there, here map[string][]byte) error {
	shapes, err := shippedShapes()
	if err != nil {
		return err
	}
	changes, err := release.Differences(shapes, there, here)
	if err != nil {
		return err
	}
	for _, one := range changes {
		lines := append([]string{fmt.Sprintf("%-8s %s", one.What, one.Path)}, one.Words...)
		if _, err := fmt.Fprintln(out, strings.Join(lines, "\n         ")); err != nil {
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
