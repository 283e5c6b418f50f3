package app

import (
	"context"
	"io/fs"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// keepReleases makes what keeps releases and puts them in force.
func (a *App) keepReleases() error {
	shapes, err := shape.Read(a.config.Product.Schemas)
	if err != nil {
		return err
	}
	shipped, err := layersOf(a.config.Product.shipped(a.plugins))
	if err != nil {
		return err
	}
	a.reader = a.config.Product.reader()
	a.Catalog, a.published = catalog.New(nil), make(chan struct{}, 1)
	a.Releases = release.New(release.Options{
		DB: a.DB, Catalog: a.Catalog, Shapes: shapes, Shipped: shipped, Folder: a.config.Product.Site != nil && !a.config.Safe, Safe: a.config.Safe, Log: a.log, Now: a.config.Now,
		Compilations: a.config.Product.Compilations, Compile: a.compileWith, Slots: a.slotsWith, Model: a.readShipped, Rights: a.changes.Count, BackUp: a.backUpBefore, Swapped: a.swapped, Prove: a.prove, Left: leaveToFinish,
	})
	return nil
}

// followed is how long every server has to follow a release, or to say nothing any more.
const followed = 20 * time.Second

// leaveToFinish has what a release left done when every server has followed it.
func leaveToFinish(ctx context.Context, tx *store.Tx) error {
	_, err := job.Enqueue(ctx, tx, job.New{Kind: release.JobFinish, UniqueKey: release.JobFinish, RunAt: tx.Now().Add(followed)})
	return err
}

// compile makes the release that the start puts in force: with the site's folder where
// there is one, else with what the database holds.
func (a *App) compile(ctx context.Context) (err error) {
	if err := a.keepReleases(); err != nil {
		return err
	}
	a.draft, err = a.Releases.Start(ctx, a.config.Product.Site)
	return err
}

func (a *App) compileWith(site fs.FS) (*catalog.Release, error) {
	made, err := a.config.Product.compile(a.reader, a.plugins, a.Settings.OfWhoAsks(), site)
	if err != nil {
		return nil, err
	}
	made.SealWith(a.config.Master)
	return made, nil
}

func (a *App) slotsWith(site fs.FS) (*catalog.Slots, error) {
	return a.config.Product.slots(a.reader, a.plugins, a.Settings, site)
}

func (a *App) readShipped() (*meta.Model, error) {
	return a.reader.Load(a.config.Product.shipped(a.plugins)...)
}

// layersOf reads the files of sources.
func layersOf(sources []meta.Source) ([]release.Layer, error) {
	var layers []release.Layer
	for _, s := range sources {
		files, err := release.ReadFolder(s.FS)
		if err != nil {
			return nil, err
		}
		layers = append(layers, release.Layer{Layer: s.Layer, Name: s.Name, Files: files})
	}
	return layers, nil
}

// watch follows what other processes put in force, and what this one is told of.
func (a *App) watch(ctx context.Context) { a.Releases.Watch(ctx, a.published) }

// lookForRelease has it look at once whether there is another release.
func (a *App) lookForRelease() {
	select {
	case a.published <- struct{}{}:
	default: // it is about to look
	}
}

// swapped brings along what does not read the release in force by itself.
func (a *App) swapped(ctx context.Context, number int64) {
	a.log.Info("another release is in force", "release", number)
	if err := a.readZone(ctx); err != nil {
		a.log.Error("time zone not read", "error", err)
	}
	a.Live.Recheck()
	a.Live.Here(live.Event{Name: live.Release, Data: map[string]int64{"release": number}})
}

// wordsOf gives the texts of one release by a key.
func wordsOf(texts *httpapi.Texts) func(of *catalog.Release, language, key string, params fault.Params) string {
	return func(of *catalog.Release, language, key string, params fault.Params) string {
		return texts.Under(of).Word(language, key, params)
	}
}

// pastPrint is what is in force, with a template of paper as an earlier release had it.
func (a *App) pastPrint(ctx context.Context, template string, number int64) (*catalog.Release, error) {
	return a.Releases.WithPast(ctx, release.Named{Kind: "print", Key: template}, number)
}
