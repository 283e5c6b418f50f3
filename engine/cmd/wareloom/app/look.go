package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// Look opens a database and changes nothing in it, not even its tables: of the app
// only Verify, Plan, Foresee, SiteFiles, ListReleases, ListKept and Close may be called. The config needs
// no key.
func Look(ctx context.Context, c Config) (*App, error) {
	db, err := store.Open(ctx, c.DSN, store.Options{Log: c.Log, ReadOnly: true, Version: c.Version, Downgrade: c.Downgrade})
	if err != nil {
		return nil, err
	}
	a := &App{DB: db, Live: &live.Hub{}, config: c, log: c.Log}
	if err := errors.Join(a.register(ctx), a.keepReleases()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return a, nil
}

// Plan tells what a start would change: the files of the engine's own tables, and the
// steps for the tables of the product.
func (a *App) Plan(ctx context.Context) (pending []string, plan ddl.Plan, err error) {
	if pending, err = a.DB.Pending(ctx, ownTables()...); err != nil {
		return nil, nil, err
	}
	next, err := a.next(ctx, pending)
	if err != nil {
		return nil, nil, err
	}
	plan, err = ddl.Preview(ctx, a.DB, next)
	return pending, plan, err
}

// Foresee tells what publishing a site's files would do to those who work, in words of
// a language; nothing where the database is not of this version yet.
func (a *App) Foresee(ctx context.Context, files release.Folder, language string) (told httpapi.ToldImpact, err error) {
	pending, err := a.DB.Pending(ctx, ownTables()...)
	if err != nil || len(pending) > 0 {
		return told, err
	}
	there, err := a.Releases.Start(ctx, nil)
	if err != nil {
		return told, err
	}
	a.Catalog.Publish(there.Release) // which the parts ask for what they are about
	a.Access = access.New(a.log, a.changes)
	a.Records = record.New(a.Access, a.Settings, a.plugins.SaveHooks, a.config.Now)
	texts := httpapi.NewTexts(a.Catalog)
	if err := a.makeDocuments(texts); err != nil {
		return told, err
	}
	made, err := a.Releases.Preview(ctx, files)
	if err != nil {
		return told, err
	}
	return texts.Impact(made.Impact, language), nil
}

// next is the release that a start would put in force.
func (a *App) next(ctx context.Context, pending []string) (*catalog.Release, error) {
	if keepsNone(pending) {
		return a.compileWith(a.config.Product.Site)
	}
	draft, err := a.Releases.Start(ctx, a.config.Product.Site)
	if err != nil {
		return nil, err
	}
	return draft.Release, nil
}

// keepsNone reports whether a database is from before releases were kept, so that it
// holds none of a site's files.
func keepsNone(pending []string) bool {
	return slices.ContainsFunc(pending, func(name string) bool { return strings.HasPrefix(name, release.Migrations().Owner+" ") })
}

// SiteFiles are what the database holds of a site.
func (a *App) SiteFiles(ctx context.Context) (release.Folder, error) {
	pending, err := a.DB.Pending(ctx, ownTables()...)
	if err != nil || keepsNone(pending) {
		return release.Folder{}, err
	}
	return a.Releases.Export(ctx, 0)
}

// ListReleases tells of the newest releases.
func (a *App) ListReleases(ctx context.Context) ([]release.Release, error) {
	pending, err := a.DB.Pending(ctx, ownTables()...)
	if err != nil || keepsNone(pending) {
		return nil, err
	}
	return a.Releases.List(ctx)
}

// ListKept lists what is kept of fields and tables that metadata no longer has.
func (a *App) ListKept(ctx context.Context) ([]ddl.Kept, error) {
	pending, err := a.DB.Pending(ctx, ownTables()...)
	if err != nil || keepsNone(pending) {
		return nil, err
	}
	return a.Releases.Kept(ctx)
}
