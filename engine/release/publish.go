package release

import (
	"context"
	"io/fs"
	"log/slog"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Publish puts files of a site in force while the product runs, and gives the number
// of their release: that of the newest one if they say nothing new. Requests under
// way end under the release that they began with. Faults: what Compile finds,
// ddl.hazard, release.apart, release.other_version, release.moved, release.folder,
// release.tables_in_use, release.test_failed, right.ceiling.
func (r *Releases) Publish(ctx context.Context, site fs.FS, by By) (int64, error) {
	return r.publishSite(ctx, site, by, r.checkTests)
}

// judge refuses a draft that a site's files lead to.
type judge func(ctx context.Context, files Folder, d *Draft) error

func (r *Releases) publishSite(ctx context.Context, site fs.FS, by By, sound judge) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Folder {
		return 0, fault.New(fault.Conflict, "release.folder")
	}
	files, before, err := r.read(ctx, site)
	if err != nil {
		return 0, err
	}
	d, err := r.draft(files, before)
	switch {
	case err != nil:
		return 0, err
	case by.Expect != 0 && by.Expect != d.before.Number:
		return 0, moved(d.before.Number)
	case !d.isNew():
		return d.before.Number, nil
	}
	if err := r.checkCeiling(ctx, d, by); err != nil {
		return 0, err
	}
	if err := sound(ctx, files, d); err != nil {
		return 0, err
	}
	return r.publish(ctx, d, by)
}

func (r *Releases) publish(ctx context.Context, d *Draft, by By) (int64, error) {
	if err := r.checkServes(ctx, d); err != nil {
		return 0, err
	}
	plan, err := r.Plan(ctx, d)
	if err != nil {
		return 0, err
	}
	if tables := plan.Apart(); len(tables) > 0 {
		return 0, fault.New(fault.Conflict, "release.apart", "tables", tables)
	}
	if err := r.putInForce(ctx, d, plan, by); err != nil {
		return 0, inUse(err, plan)
	}
	r.mended.Store(true)
	r.Swapped(ctx, d.Release.Number)
	return d.Release.Number, nil
}

// inUse words that the tables of a plan were in use however often they were asked for.
// Nothing was applied.
func inUse(err error, plan ddl.Plan) error {
	if tables := plan.Locked(); len(tables) > 0 && fault.IsKey(err, store.Busy) {
		return fault.New(fault.Conflict, "release.tables_in_use", "tables", tables).Because(err)
	}
	return err
}

// Rollback publishes what the site's files were under an older release. The shipped
// layers stay those of the program. No test is run: who goes back may be in need, and
// what he goes back to was in force.
func (r *Releases) Rollback(ctx context.Context, number int64, by By) (int64, error) {
	files, err := r.Export(ctx, number)
	if err != nil {
		return 0, err
	}
	site, err := files.FS()
	if err != nil {
		return 0, err
	}
	return r.publishSite(ctx, site, by, func(context.Context, Folder, *Draft) error { return nil })
}

// checkCeiling refuses to give by a release what its author may not grant.
func (r *Releases) checkCeiling(ctx context.Context, d *Draft, by By) error {
	if by.MayGrant == nil {
		return nil
	}
	return r.Weigher.Within(ctx, r.Catalog.Current(), d.Release, by.MayGrant)
}

// checkServes refuses to publish where the newest release is of another version of
// the program: its servers could not follow.
func (r *Releases) checkServes(ctx context.Context, d *Draft) error {
	return r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		layers, err := d.before.layers(ctx, tx)
		if err != nil || slices.Equal(shipped(layers), shipped(d.content.layers)) {
			return err
		}
		return fault.New(fault.Conflict, "release.other_version", "release", d.before.Number)
	})
}

// watchEvery is how late a release of another process is seen where nobody tells.
const watchEvery = time.Second

// Watch follows what other processes put in force until the context ends; told wakes
// it up before its time.
func (r *Releases) Watch(ctx context.Context, told <-chan struct{}) {
	for {
		if err := r.Follow(ctx); err != nil && ctx.Err() == nil {
			r.Log.Error("the newest release is not followed", slog.Any("error", err))
		}
		select {
		case <-told:
		case <-time.After(watchEvery):
			r.made.forget()
			r.trials.forget()
		case <-ctx.Done():
			return
		}
	}
}

// Follow puts the newest release in force here, if it came since.
func (r *Releases) Follow(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	newest, err := r.newest(ctx)
	if err != nil || newest.Number <= max(r.passed, r.Catalog.Current().Number) {
		return err
	}
	d, err := r.Draft(ctx, nil)
	if err == nil && d.isNew() {
		err = fault.New(fault.Conflict, "release.other_version", "release", newest.Number)
	}
	if err != nil {
		if fault.CodeOf(err) != fault.Unavailable {
			r.passed = newest.Number // trying again would find the same
		}
		return err
	}
	if r.Folder {
		r.Log.Warn("the site's files were published elsewhere: the next start takes the folder of --site again", slog.Int64("release", newest.Number))
	}
	r.Catalog.Publish(d.Release)
	r.mended.Store(true)
	r.Swapped(ctx, d.Release.Number)
	return nil
}

func (r *Releases) newest(ctx context.Context) (newest Release, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		newest, err = Newest(ctx, tx)
		return err
	})
	return newest, err
}
