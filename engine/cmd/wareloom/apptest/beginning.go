package apptest

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/release"
)

// Beginning is a product with seeds as many tests begin with it. Its zero value is
// ready, and is for one product and its seeds; so is the name, as that of
// enginetest.Beginning.
type Beginning struct {
	Name string

	kept     enginetest.Beginning
	once     sync.Once
	releases *release.Compilations // of all its servers
}

// Start builds a server of the product over a fresh database with the seeds.
func (b *Beginning) Start(t testing.TB, dsn string, product app.Product, seeds ...fs.FS) *Server {
	t.Helper()
	return b.StartWith(t, dsn, product, nil, seeds...)
}

// StartWith is Start of a server whose configuration is changed before.
func (b *Beginning) StartWith(t testing.TB, dsn string, product app.Product, changes []func(*app.Config), seeds ...fs.FS) *Server {
	t.Helper()
	b.once.Do(func() { b.kept.Name, b.releases = b.Name, release.NewCompilations(nil) })
	product.Compilations = b.releases
	folder := t.TempDir()
	b.kept.Lay(t, dsn, folder, func(dsn, folder string) error { return begin(t, dsn, folder, product, seeds) })
	return startIn(t, dsn, folder, product, changes...)
}

// begin fills a database and a folder with seeds, and closes it.
func begin(t testing.TB, dsn, folder string, product app.Product, seeds []fs.FS) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	a, err := app.New(t.Context(), cheap(t, app.Config{DSN: dsn, Files: folder, Page: fstest.MapFS{}, Product: product}))
	if err != nil {
		return err
	}
	for _, seed := range seeds {
		err = errors.Join(err, a.Seed(t.Context(), seed, Password))
	}
	return errors.Join(err, a.Close())
}
