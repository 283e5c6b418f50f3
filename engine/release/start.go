package release

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
)

// Start makes the draft that a start puts in force: of a folder where there is one, else
// of what the database holds, which a newer version of the program is put under. Where
// that is not sound any more, the draft is of what was in force last and is: a building
// does not stand still for a lost column title. The list of releases, the log and a
// change set say so, which holds what is to be mended.
func (r *Releases) Start(ctx context.Context, folder fs.FS) (*Draft, error) {
	files, before, err := r.read(ctx, folder)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Safe:
		return r.safe(ctx, before)
	case folder != nil:
		return r.draft(files, before)
	}
	d, unsound, err := r.upgrade(ctx, files, before, before)
	if err != nil || unsound == nil {
		return d, err
	}
	sites, err := r.older(ctx)
	if err != nil {
		return nil, err
	}
	for _, older := range append(sites, olderSite{}) {
		instead, fails, err := r.upgrade(ctx, older.files, older.of, before)
		if err != nil {
			return nil, err
		}
		if fails == nil {
			instead.upgrade = d.upgrade // what is to be mended is that of the newest
			r.tellInstead(instead, unsound)
			return instead, nil
		}
	}
	return nil, unsound // the shipped layers themselves are not sound
}

// LeavesOut tells whether what is in force here is what ships alone, after a safe start.
func (r *Releases) LeavesOut() bool { return r.Safe && !r.mended.Load() }

// safe makes the draft of the shipped layers alone, for this server: it stays until
// another release is put in force. A database of another version is started as ever first:
// the tables are to be those of this program.
func (r *Releases) safe(ctx context.Context, before Release) (*Draft, error) {
	d, err := r.draft(Folder{}, before)
	if err != nil || before.Number == 0 { // a new database
		return d, err
	}
	if err := r.checkServes(ctx, d); err != nil {
		return nil, err
	}
	r.Log.Warn("the site's metadata is left out: mend it in a change set, or go back to another release, and start without --safe")
	d.Release, d.safe = d.Release.WithNumber(before.Number), true
	return d, nil
}

// upgrade makes the draft of the site's files of a release under this program. If it is
// not sound with what the site says where both changed, what ships now holds there;
// unsound is why that is not sound either.
func (r *Releases) upgrade(ctx context.Context, files Folder, of, before Release) (d *Draft, unsound, err error) {
	left := upgrade{}
	for _, yields := range []bool{false, true} {
		made, clashes, err := r.upgraded(ctx, files, of, yields)
		if err != nil {
			return nil, nil, err
		}
		d, fails := r.draft(made, before)
		if fails == nil {
			d.upgrade = upgrade{clashes: clashes}
			return d, nil, nil
		}
		if unsound == nil {
			left, unsound = upgrade{clashes, made}, fails
		}
		if len(clashes) == 0 {
			break
		}
	}
	return &Draft{upgrade: left}, unsound, nil
}

// insteadOf begins the note of a release that came in the place of one that is not
// sound: its number and the first problem follow. The list of releases words it.
const insteadOf = "!"

func (r *Releases) tellInstead(d *Draft, unsound error) {
	first, _, _ := strings.Cut(unsound.Error(), "\n")
	d.instead = fmt.Sprintf("%s%d: %s", insteadOf, d.before.Number, first)
	r.Log.Error("the site's metadata is not sound with this version: what was in force last and is sound takes its place; mend it and publish it anew",
		slog.Int64("release", d.before.Number), slog.Any("error", unsound))
}

// Instead tells which release the one in force takes the place of, because it is not
// sound with this version of the program; "" is the rule.
func (r *Releases) Instead(ctx context.Context) string {
	newest, err := r.newest(ctx)
	if err != nil {
		return ""
	}
	note, is := strings.CutPrefix(newest.Note, insteadOf)
	number, _, worded := strings.Cut(note, ":")
	if !is || !worded {
		return ""
	}
	return number
}

// mostTried is how many different older layers a start tries.
const mostTried = 10

// olderSite is a site as a release had it.
type olderSite struct {
	files Folder
	of    Release
	list  string // hash of its list of files
}

// older gives the site's layers of the releases before the newest one, each once, the
// newest first.
func (r *Releases) older(ctx context.Context) (sites []olderSite, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		if sites, err = siteLists(ctx, tx); err != nil {
			return err
		}
		sites = sites[min(1, len(sites)):min(mostTried, len(sites))]
		for i, site := range sites {
			if sites[i].files, err = filesOf(ctx, tx, site.list); err != nil {
				return err
			}
		}
		return nil
	})
	return sites, err
}

// siteLists gives the different lists of the site's files, the newest first.
func siteLists(ctx context.Context, tx *store.Tx) (sites []olderSite, err error) {
	history, err := History(ctx, tx, MostListed)
	if err != nil {
		return nil, err
	}
	for _, one := range history {
		layers, err := one.layers(ctx, tx)
		if err != nil {
			return nil, err
		}
		list := siteOf(layers)
		if list != "" && !slices.ContainsFunc(sites, func(s olderSite) bool { return s.list == list }) {
			sites = append(sites, olderSite{of: one, list: list})
		}
	}
	return sites, nil
}
