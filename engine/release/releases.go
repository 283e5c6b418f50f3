package release

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/release/impact"
	"github.com/wareloom/wareloom/engine/release/proof"
	"github.com/wareloom/wareloom/engine/store"
)

// Options are what Releases need from outside.
type Options struct {
	DB      *store.DB
	Catalog *catalog.Catalog // that is put in force
	Shapes  *shape.Shapes
	Shipped []Layer // of this program, in the order in which they are read
	Folder  bool    // the site's files are those of a folder, which wins at each start
	Safe    bool    // begin with the shipped layers alone, to mend the site's; the database stays as it is
	Log     *slog.Logger
	Now     func() time.Time // default time.Now

	// Compilations may be shared with other servers of the process; nil is of its own.
	Compilations *Compilations
	// Compile checks the shipped layers with a site's files over them and makes the
	// release.
	Compile func(site fs.FS) (*catalog.Release, error)
	// Slots tells what expressions may name under a site's files.
	Slots func(site fs.FS) (*catalog.Slots, error)
	// Model reads the shipped layers.
	Model func() (*meta.Model, error)
	// Rights counts a change of rights, so that what was kept under another release goes.
	Rights func(ctx context.Context, tx *store.Tx) error
	// BackUp copies the database before tables are rebuilt.
	BackUp func(ctx context.Context, tables []string) error
	// Prove runs the tests of the product with a site's files over it; nil runs none.
	Prove func(ctx context.Context, site fs.FS) ([]proof.Result, error)
	// Left has Finish called when all servers have followed; nil does not.
	Left func(ctx context.Context, tx *store.Tx) error
	// Swapped is told after another release came into force.
	Swapped func(ctx context.Context, number int64)
}

// Releases puts releases in force on one server.
type Releases struct {
	Options
	Weigher *impact.Weigher // of previews; it needs what is made once there is a release

	mu     sync.Mutex  // one release is put in force at a time
	passed int64       // newest release that this server cannot follow
	mended atomic.Bool // another release came into force here since a safe start

	shippedModel func() (*meta.Model, error)
	made         *Compilations
	trials       recent[*Trial]         // by stateOf
	proofs       recent[*proofs]        // by the hash of a site's files
	slots        recent[*catalog.Slots] // by the hash of a site's files
	past         recent[*catalog.Release]
}

// New gives the releases of a server.
func New(o Options) *Releases {
	o.Now = clockOf(o.Now)
	return &Releases{
		Options: o, shippedModel: sync.OnceValues(o.Model), made: cmp.Or(o.Compilations, NewCompilations(o.Now)),
		trials: recent[*Trial]{most: mostTrials, spare: spareCompiled, now: o.Now},
		proofs: recent[*proofs]{most: mostTrials, spare: spareCompiled, now: o.Now},
		slots:  recent[*catalog.Slots]{most: mostSlots, spare: spareCompiled, now: o.Now},
		past:   recent[*catalog.Release]{most: mostPast, spare: spareCompiled, now: o.Now},
	}
}

// NewCompilations holds nothing yet; now is time.Now by default.
func NewCompilations(now func() time.Time) *Compilations {
	return &Compilations{recent[*compiled]{most: mostCompiled, spare: spareCompiled, now: clockOf(now)}}
}

func clockOf(now func() time.Time) func() time.Time {
	if now == nil {
		return time.Now
	}
	return now
}

// Draft is a release that is sound and not in force yet.
type Draft struct {
	Release *catalog.Release
	content content
	before  Release // the newest when it was made
	instead string  // why it is not what the newest release says; "" is the rule
	upgrade upgrade // what it left to be decided
	safe    bool    // it is for this server alone, and changes nothing
}

// isNew reports whether it says something else than the newest release.
func (d *Draft) isNew() bool { return d.content.hash != d.before.Content }

// Draft makes the release that files of a site lead to; nil are those that the
// database holds. The error names all that is wrong with them.
func (r *Releases) Draft(ctx context.Context, site fs.FS) (*Draft, error) {
	files, before, err := r.read(ctx, site)
	if err != nil {
		return nil, err
	}
	return r.draft(files, before)
}

// read gives the files of a site, and the newest release; nil are those that it has.
func (r *Releases) read(ctx context.Context, site fs.FS) (files Folder, before Release, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		if before, err = Newest(ctx, tx); err != nil || site != nil {
			return err
		}
		files, err = before.siteFiles(ctx, tx)
		return err
	})
	if err == nil && site != nil {
		files, err = ReadFolder(site)
	}
	return files, before, err
}

// layers are the shipped ones and, if it says something, the site's.
func (r *Releases) layers(site Folder) []Layer {
	if len(site) == 0 {
		return r.Shipped
	}
	return append(slices.Clip(r.Shipped), Layer{Layer: meta.LayerSite, Name: meta.LayerSite, Files: site})
}

// Plan tells what a draft does to the database.
func (r *Releases) Plan(ctx context.Context, d *Draft) (ddl.Plan, error) {
	return ddl.Preview(ctx, r.DB, d.Release)
}

// By is who puts a release in force, and why.
type By struct {
	Author string
	Note   string
	Expect int64 // release that it was decided on; another one is refused; 0: any

	// MayGrant tells whether the author may give a right to users of a type; nil: he may
	// give all, as the console does.
	MayGrant func(userType, right string) bool

	// Consent names the steps of the plan that may give records values; nil: all may.
	Consent []string
	// Later leaves a publish to a job, where data is to be moved first; nil: the caller waits.
	Later func(ctx context.Context, m Moving) (job int64, err error)
	// Tell is told of data that is moved; nil: nobody is.
	Tell ddl.Tell

	change   int64  // change set that it puts in force; 0 is none
	content  string // the only one that is meant; "" is any
	prepared bool   // what could be done ahead was
}

// Begin puts a draft in force while nobody uses the server yet, and tells what it did
// to the database.
func (r *Releases) Begin(ctx context.Context, d *Draft, by By) (ddl.Plan, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if d.instead != "" {
		by.Note = d.instead
	}
	if d.safe {
		r.Catalog.Publish(d.Release)
		return nil, nil
	}
	plan, err := r.Plan(ctx, d)
	if err != nil {
		return nil, err
	}
	if err := r.tellUnread(ctx, d); err != nil {
		return nil, err
	}
	return plan, r.putInForce(ctx, d, plan, by)
}

// putInForce changes the tables and keeps the release in one transaction; then it is
// the one that requests begin with.
func (r *Releases) putInForce(ctx context.Context, d *Draft, plan ddl.Plan, by By) error {
	if err := plan.Err(); err != nil {
		return err
	}
	if tables := plan.Rebuilt(); len(tables) > 0 {
		if err := r.BackUp(ctx, tables); err != nil {
			return err
		}
	}
	if err := r.apply(ctx, d, plan, r.finishing(plan, r.keeping(d, by))); err != nil {
		return err
	}
	r.Catalog.Publish(d.Release)
	return nil
}

// apply changes the tables and has also, unless it is nil, run beside it.
func (r *Releases) apply(ctx context.Context, d *Draft, plan ddl.Plan, also store.Func) (err error) {
	switch {
	case len(plan) > 0:
		_, err = ddl.ApplyWith(ctx, r.DB, d.Release, also)
	case also != nil:
		err = r.DB.Write(ctx, also)
	}
	return err
}

// keeping gives what is written beside the changes of the tables; nil is nothing.
func (r *Releases) keeping(d *Draft, by By) store.Func {
	if !d.isNew() {
		return nil
	}
	kept := Release{
		Number: d.Release.Number, Parent: d.before.Number, Content: d.content.hash, Author: by.Author, Note: by.Note, At: r.Now().UnixMilli(),
	}
	return func(ctx context.Context, tx *store.Tx) error {
		if err := keep(ctx, tx, kept, d.content); err != nil {
			return err
		}
		if by.change != 0 {
			if err := publishedChange(ctx, tx, by.change); err != nil {
				return err
			}
		}
		if err := r.rebaseOthers(ctx, tx, by.change); err != nil {
			return err
		}
		if err := r.keepUpgrade(ctx, tx, kept, d.upgrade); err != nil {
			return err
		}
		if err := r.Rights(ctx, tx); err != nil {
			return err
		}
		return tx.Notify(ctx, Channel, "")
	}
}

// Channel is where servers tell each other that a release was put in force.
const Channel = "wareloom_release"

// Export gives the site's files of a release; 0 is the newest.
func (r *Releases) Export(ctx context.Context, number int64) (files Folder, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		of, err := Newest(ctx, tx)
		if err == nil && number != 0 {
			of, err = find(ctx, tx, number)
		}
		if err != nil {
			return err
		}
		files, err = of.siteFiles(ctx, tx)
		return err
	})
	return files, err
}

// List tells of the newest releases.
func (r *Releases) List(ctx context.Context) (found []Release, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		found, err = History(ctx, tx, MostListed)
		return err
	})
	return found, err
}

// MostListed is how many releases are told of.
const MostListed = 200
