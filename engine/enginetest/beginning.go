package enginetest

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// Beginning is what many tests begin with: a database and a folder of files beside
// it. It is built once per kind of database and test process, for the first test that
// asks, and copied for every one: a file of SQLite, a template of PostgreSQL. Its zero
// value is ready.
type Beginning struct {
	mu   sync.Mutex
	kept map[string]Build // by kind: lays a copy
}

// Build fills an empty database and an empty folder, and has closed the database when
// it returns.
type Build func(dsn, folder string) error

// Lay fills the empty database and folder of a test. What begins in a cluster of its
// own is built there.
func (b *Beginning) Lay(t testing.TB, dsn, folder string, build Build) {
	t.Helper()
	fill, err := b.keep(dsn, build)
	if err == nil {
		err = fill(dsn, folder)
	}
	if err != nil {
		t.Fatalf("begin %s: %v", dsn, err)
	}
}

func (b *Beginning) keep(dsn string, build Build) (Build, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	kind, keep := "sqlite", keepFile
	if !strings.HasPrefix(dsn, "sqlite:") {
		cluster, err := shared()
		if err != nil || cluster.name(dsn) == "" {
			return build, err
		}
		kind, keep = "postgres", cluster.keepDatabase
	}
	if fill, built := b.kept[kind]; built {
		return fill, nil
	}
	fill, err := keepFolder(build, keep)
	if err != nil {
		return nil, err
	}
	if b.kept == nil {
		b.kept = map[string]Build{}
	}
	b.kept[kind] = fill
	return fill, nil
}

// keepFolder builds in a folder that is soon gone, and keeps what it held.
func keepFolder(build Build, keep func(dir string, build Build) (func(dsn string) error, error)) (Build, error) {
	dir, err := os.MkdirTemp("", "wareloom-begin-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	fill, err := keep(dir, build)
	if err != nil {
		return nil, err
	}
	files, err := read(filepath.Join(dir, "files"))
	return func(dsn, folder string) error { return errors.Join(fill(dsn), os.CopyFS(folder, files)) }, err
}

// read holds the files of a folder; none where there is no folder.
func read(folder string) (fstest.MapFS, error) {
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, path))
		files[path] = &fstest.MapFile{Data: content, Mode: 0o600}
		return err
	})
	return files, err
}

// keepFile builds a SQLite database and keeps its file.
func keepFile(dir string, build Build) (func(dsn string) error, error) {
	path := filepath.Join(dir, "kept.db")
	if err := build("sqlite:"+path, filepath.Join(dir, "files")); err != nil {
		return nil, err
	}
	file, err := os.ReadFile(path)
	return func(dsn string) error {
		return os.WriteFile(strings.TrimPrefix(dsn, "sqlite:"), file, 0o600)
	}, err
}

// keepDatabase builds a database of the cluster, of which others are copies.
func (c *Cluster) keepDatabase(dir string, build Build) (func(dsn string) error, error) {
	kept := fmt.Sprintf("kept_%d", databases.Add(1))
	if err := c.Admin("create database " + kept); err != nil {
		return nil, err
	}
	if err := build(c.DSN(kept), filepath.Join(dir, "files")); err != nil {
		return nil, err
	}
	return func(dsn string) error {
		if err := c.Admin("drop database " + c.name(dsn)); err != nil {
			return err
		}
		return c.Admin("create database " + c.name(dsn) + " template " + kept)
	}, nil
}

// name is that of a database of the cluster; "" for one of another.
func (c *Cluster) name(dsn string) string {
	u, err := url.Parse(dsn)
	if err != nil || u.Query().Get("host") != c.dir {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}
