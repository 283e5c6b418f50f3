package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/release/proof"
	"github.com/wareloom/wareloom/engine/store"
)

// Prove runs the tests of a product on an empty database of its own, which goes then:
// no number is used up, nobody is told or waits. Version is that of the program.
func Prove(ctx context.Context, p Product, version string) (results []proof.Result, err error) {
	folder, err := os.MkdirTemp("", "wareloom-test-")
	if err != nil {
		return nil, fmt.Errorf("make folder of the tests: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	a, err := New(ctx, Config{
		DSN: "sqlite:" + filepath.Join(folder, "test.db"), Files: folder, Product: p, Version: version, Log: slog.New(slog.DiscardHandler),
		Page: os.DirFS(folder), Master: auth.MasterKey{}, // nobody looks, and nothing is kept
	})
	if err != nil {
		return nil, err
	}
	results, err = a.Prover().Run(ctx, a.Catalog.Current())
	return results, errors.Join(err, a.Close())
}

// Prover runs tests on the database of the app, and undoes them.
func (a *App) Prover() *proof.Prover {
	return &proof.Prover{DB: a.DB, Records: a.Records, Documents: a.Documents, Stations: a.Stations, Person: a.rightsOf}
}

// rightsOf gives the rights of a user as he is in a transaction.
func (a *App) rightsOf(ctx context.Context, tx *store.Tx, release *catalog.Release, user int64) (*access.Rights, error) {
	actor, err := a.Auth.Current(ctx, tx, auth.Actor{UserID: user, Language: release.Languages.Choose()})
	if err != nil {
		return nil, err
	}
	return a.Access.For(ctx, tx, release, actor)
}

// prove runs the tests of the product with a site's files over it.
func (a *App) prove(ctx context.Context, site fs.FS) ([]proof.Result, error) {
	p := a.config.Product
	p.Site = site
	return Prove(ctx, p, a.config.Version)
}
