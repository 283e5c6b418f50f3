package enginetest

import (
	"errors"
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
// it. It is built once per kind of database, for the first test that asks, and copied
// for every one: a file of SQLite, a template of PostgreSQL. One that has a name is built
// once for all test processes of a run, where the run has a cluster; any other for each.
// Its zero value is ready.
type Beginning struct {
	Name string // a word that is good in the name of a database

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
	kind, from := "sqlite", keeper(files{})
	if !strings.HasPrefix(dsn, "sqlite:") {
		cluster, err := shared()
		if err != nil || cluster.name(dsn) == "" {
			return build, err
		}
		kind, from = "postgres", templates{cluster, b.template()}
	}
	if fill, built := b.kept[kind]; built {
		return fill, nil
	}
	fill, err := b.keepFolder(kind, from, build)
	if err != nil {
		return nil, err
	}
	if b.kept == nil {
		b.kept = map[string]Build{}
	}
	b.kept[kind] = fill
	return fill, nil
}

// template names the database that is kept in the cluster.
func (b *Beginning) template() string {
	if b.Name == "" || !isOneOfMany() {
		return unique("kept")
	}
	return "kept_" + b.Name
}

// keepFolder builds in the folder of the run, unless another process has, or in one that
// is soon gone, and keeps what it holds.
func (b *Beginning) keepFolder(kind string, from keeper, build Build) (Build, error) {
	dir, leave, err := ofRun(b.Name, kind)
	if err != nil {
		return nil, err
	}
	defer leave()
	done := filepath.Join(dir, "done")
	if _, err := os.Stat(done); err != nil {
		if err := from.make(dir, build); err != nil {
			return nil, err
		}
		if err := os.WriteFile(done, nil, 0o600); err != nil {
			return nil, err
		}
	}
	fill, err := from.keep(dir)
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

// keeper makes and keeps the databases of one kind.
type keeper interface {
	make(dir string, build Build) error
	keep(dir string) (fill func(dsn string) error, err error)
}

// files are SQLite databases.
type files struct{}

func (files) make(dir string, build Build) error {
	return build("sqlite:"+filepath.Join(dir, "kept.db"), filepath.Join(dir, "files"))
}

func (files) keep(dir string) (func(dsn string) error, error) {
	file, err := os.ReadFile(filepath.Join(dir, "kept.db"))
	return func(dsn string) error {
		return os.WriteFile(strings.TrimPrefix(dsn, "sqlite:"), file, 0o600)
	}, err
}

// templates are databases of the cluster, of which others are copies.
type templates struct {
	*Cluster
	kept string
}

func (k templates) make(dir string, build Build) error {
	if err := k.Admin("drop database if exists " + k.kept); err != nil { // of one that could not build it
		return err
	}
	if err := k.Admin("create database " + k.kept); err != nil {
		return err
	}
	return build(k.DSN(k.kept), filepath.Join(dir, "files"))
}

func (k templates) keep(string) (func(dsn string) error, error) {
	how, err := k.copying()
	return func(dsn string) error {
		if err := k.Admin("drop database " + k.name(dsn)); err != nil {
			return err
		}
		return k.Admin("create database " + k.name(dsn) + " template " + k.kept + how)
	}, err
}

// name is that of a database of the cluster; "" for one of another.
func (c *Cluster) name(dsn string) string {
	u, err := url.Parse(dsn)
	if err != nil || u.Query().Get("host") != c.dir {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}
