package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
)

// formatter gives metadata files their one form.
type formatter struct {
	shapes *shape.Shapes
	check  bool // only tells which files have another
	out    io.Writer
	found  int
}

// formatMetadata names the files of the folders that are not in their one form, and
// rewrites them unless they are only checked.
func formatMetadata(folders []string, check bool, out io.Writer) error {
	shapes, err := shippedShapes()
	if err != nil {
		return err
	}
	f := &formatter{shapes: shapes, check: check, out: out}
	for _, folder := range folders {
		if err := filepath.WalkDir(folder, f.visit); err != nil {
			return fmt.Errorf("format %s: %w", folder, err)
		}
	}
	if check && f.found > 0 {
		return errors.New("these files are not in their one form; `wareloom meta fmt FOLDER` gives it to them")
	}
	return nil
}

func (f *formatter) visit(name string, entry fs.DirEntry, err error) error {
	if err != nil || entry.IsDir() || !meta.IsObject(f.shapes, filepath.ToSlash(name)) {
		return err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	made, err := meta.Format(f.shapes, filepath.ToSlash(name), text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if bytes.Equal(made, text) {
		return nil
	}
	f.found++
	if _, err := fmt.Fprintln(f.out, name); err != nil || f.check {
		return err
	}
	return os.WriteFile(name, made, 0o640)
}
