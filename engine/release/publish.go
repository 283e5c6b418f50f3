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
// ddl.hazard, release.apart, release.consent, release.other_version, release.moved,
// release.folder, release.tables_in_use, release.test_failed, right.ceiling.
func (r *Releases) Publish(ctx context.Context, site fs.FS, by By) (int64, error) {
	put, err := r.publishSite(ctx, site, by, r.checkTests)
	return put.Release, err
}

// judge refuses a draft that a site's files lead to.
type judge func(ctx context.Context, files Folder, d *Draft) error

// publishSite publishes what it may at once. Else it has the data moved first: by a job,
// or here, and not while others wait to publish or to follow.
func (r *Releases) publishSite(ctx context.Context, site fs.FS, by By, sound judge) (Put, error) {
	put, d, ahead, err := r.publishNow(ctx, site, by, sound)
	if err != nil || len(ahead) == 0 {
		return put, err
	}
	if by.Later != nil {
		return d.later(ctx, by)
	}
	tell := by.Tell
	if tell == nil {
		tell = func(int, int) error { return ctx.Err() }
	}
	if err := ddl.Prepare(ctx, r.DB, ahead, tell); err != nil {
		return Put{}, inUse(err, ahead)
	}
	by.prepared = true
	put, _, _, err = r.publishNow(ctx, site, by, sound)
	return put, err
}

// publishNow publishes a site's files, or gives the draft and the plan of what is to be
// done ahead.
func (r *Releases) publishNow(ctx context.Context, site fs.FS, by By, sound judge) (put Put, d *Draft, ahead ddl.Plan, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Folder {
		return put, nil, nil, fault.New(fault.Conflict, "release.folder")
	}
	files, before, err := r.read(ctx, site)
	if err != nil {
		return put, nil, nil, err
	}
	if d, err = r.draft(files, before); err != nil {
		return put, nil, nil, err
	}
	if !d.isNew() {
		return Put{Release: d.before.Number}, d, nil, nil
	}
	if err := r.meant(d, by); err != nil {
		return put, nil, nil, err
	}
	if err := r.checkCeiling(ctx, d, by); err != nil {
		return put, nil, nil, err
	}
	if err := sound(ctx, files, d); err != nil {
		return put, nil, nil, err
	}
	ahead, err = r.publish(ctx, d, by)
	if err == nil && len(ahead) == 0 {
		put.Release = d.Release.Number
	}
	return put, d, ahead, err
}

// meant refuses what was not decided on: another release came into force, or the change
// set became another.
func (r *Releases) meant(d *Draft, by By) error {
	if by.Expect != 0 && by.Expect != d.before.Number || by.content != "" && by.content != d.content.hash {
		return moved(d.before.Number)
	}
	return nil
}

// publish puts a draft in force, or gives the plan of what is to be done ahead.
func (r *Releases) publish(ctx context.Context, d *Draft, by By) (ahead ddl.Plan, err error) {
	if err := r.checkServes(ctx, d); err != nil {
		return nil, err
	}
	plan, err := r.Plan(ctx, d)
	if err != nil {
		return nil, err
	}
	unread, err := r.unread(ctx, d)
	if err != nil {
		return nil, err
	}
	if err := unread.Err(); err != nil {
		return nil, err
	}
	if tables := plan.Apart(); len(tables) > 0 {
		return nil, fault.New(fault.Conflict, "release.apart", "tables", tables)
	}
	if err := plan.Err(); err != nil {
		return nil, err
	}
	if err := consented(plan, by); err != nil {
		return nil, err
	}
	if !by.prepared && len(plan.Ahead()) > 0 {
		return plan, nil
	}
	if err := r.putInForce(ctx, d, plan, by); err != nil {
		return nil, inUse(err, plan)
	}
	r.mended.Store(true)
	r.Swapped(ctx, d.Release.Number)
	return nil, nil
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
	put, err := r.publishSite(ctx, site, by, func(context.Context, Folder, *Draft) error { return nil })
	return put.Release, err
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
			r.made.recent.forget()
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
