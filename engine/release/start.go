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
// of what the database holds. Where that is not sound any more, as after an upgrade took
// away what it lays itself over, the draft is of what was in force last and is: a
// building does not stand still for a lost column title. The list of releases and the
// log say so.
func (r *Releases) Start(ctx context.Context, folder fs.FS) (*Draft, error) {
	files, before, err := r.read(ctx, folder)
	if err != nil {
		return nil, err
	}
	d, unsound := r.draft(files, before)
	if unsound == nil || folder != nil {
		return d, unsound
	}
	sites, err := r.older(ctx)
	if err != nil {
		return nil, err
	}
	for _, older := range append(sites, Folder{}) {
		if d, err = r.draft(older, before); err == nil {
			r.tellInstead(d, unsound)
			return d, nil
		}
	}
	return nil, unsound // the shipped layers themselves are not sound
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

// mostTried is how many different older layers a start tries.
const mostTried = 10

// older gives the site's layers of the releases before the newest one, each once, the
// newest first.
func (r *Releases) older(ctx context.Context) (sites []Folder, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		sites = nil
		lists, err := siteLists(ctx, tx)
		if err != nil {
			return err
		}
		for _, list := range lists[min(1, len(lists)):min(mostTried, len(lists))] {
			files, err := filesOf(ctx, tx, list)
			if err != nil {
				return err
			}
			sites = append(sites, files)
		}
		return nil
	})
	return sites, err
}

// siteLists gives the different lists of the site's files, the newest first.
func siteLists(ctx context.Context, tx *store.Tx) (lists []string, err error) {
	history, err := History(ctx, tx, mostListed)
	if err != nil {
		return nil, err
	}
	for _, one := range history {
		layers, err := one.layers(ctx, tx)
		if err != nil {
			return nil, err
		}
		if list := siteOf(layers); list != "" && !slices.Contains(lists, list) {
			lists = append(lists, list)
		}
	}
	return lists, nil
}
