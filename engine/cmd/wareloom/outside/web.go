package outside

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// uiFolder is the folder of a plugin whose index.ts exports its screens.
const uiFolder = "ui"

// web bundles the web app anew where a plugin has screens of its own, into dist of the
// folder, and reports whether it did. Else the binary has the app of the checkout; what
// is missing then is said on Out.
func (b *Build) web(ctx context.Context, folder string, plugins []found) (bool, error) {
	drawn := slices.DeleteFunc(slices.Clone(plugins), func(p found) bool {
		_, err := os.Stat(filepath.Join(p.Dir, uiFolder, "index.ts"))
		return err != nil
	})
	if len(drawn) == 0 {
		return false, b.tellUnbuilt()
	}
	if why := b.noWeb(); why != "" {
		_, err := fmt.Fprintf(b.Out, "the screens of %s are not in the binary: %s\n", namesOf(drawn), why)
		return false, errors.Join(err, b.tellUnbuilt())
	}
	room := filepath.Join(folder, "web")
	if err := b.layOut(room, drawn); err != nil {
		return false, err
	}
	vite := filepath.Join(b.Source, "node_modules", "vite", "bin", "vite.js")
	if _, err := run(ctx, room, nil, "node", vite, "build", "--logLevel", "warn"); err != nil {
		return false, fmt.Errorf("the screens cannot be bundled: correct what is told of them\n%w", err)
	}
	err := os.Rename(filepath.Join(room, "runtime-ui", "dist"), filepath.Join(folder, "dist"))
	return true, errors.Join(err, os.RemoveAll(room))
}

func namesOf(plugins []found) string {
	names := make([]string, len(plugins))
	for i, p := range plugins {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// tellUnbuilt tells when the checkout has no web app that the binary could have.
func (b *Build) tellUnbuilt() error {
	_, err := os.Stat(filepath.Join(b.Source, "runtime-ui", "dist", "index.html"))
	if errors.Is(err, fs.ErrNotExist) {
		_, err = fmt.Fprintf(b.Out, "the binary has no web app: run make web in a checkout, and name it by --source; %s has none\n", b.Source)
	}
	return err
}

// noWeb tells what is missing to bundle screens; "" where nothing is.
func (b *Build) noWeb() string {
	if _, err := exec.LookPath("node"); err != nil {
		return "install Node"
	}
	if _, err := os.Stat(filepath.Join(b.Source, "node_modules", "vite")); err != nil {
		return "run npm ci in a checkout, and name it by --source; nobody did in " + b.Source
	}
	return ""
}

// layOut copies what the web app is made of, with the screens of the plugins where the
// product's own plugins have theirs.
func (b *Build) layOut(room string, drawn []found) error {
	if err := os.MkdirAll(room, 0o750); err != nil {
		return err
	}
	err := os.Symlink(filepath.Join(b.Source, "node_modules"), filepath.Join(room, "node_modules"))
	for _, name := range []string{"runtime-ui", "designers", "metadata"} {
		err = errors.Join(err, os.CopyFS(filepath.Join(room, name), os.DirFS(filepath.Join(b.Source, name))))
	}
	for _, name := range []string{"package.json", "tsconfig.json", "vite.config.ts"} {
		text, failed := os.ReadFile(filepath.Join(b.Source, name))
		err = errors.Join(err, failed, os.WriteFile(filepath.Join(room, name), text, 0o600))
	}
	shipped, failed := fs.Glob(os.DirFS(b.Source), "plugins/*/"+uiFolder)
	err = errors.Join(err, failed)
	for _, name := range shipped {
		err = errors.Join(err, os.CopyFS(filepath.Join(room, name), os.DirFS(filepath.Join(b.Source, name))))
	}
	for _, p := range drawn {
		to := filepath.Join(room, "plugins", p.Name, uiFolder)
		err = errors.Join(err, os.CopyFS(to, os.DirFS(filepath.Join(p.Dir, uiFolder))))
	}
	return err
}
