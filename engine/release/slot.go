package release

import (
	"context"
	"errors"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// mostSlots is how many states of change sets are kept while expressions are written: the
// one at hand, and the release in force.
const mostSlots = 2

// Slot tells what an expression at a path of an object may name under a change set, 0 is
// the release in force, and gives the tables that it speaks of. While names are wrong
// under the set, it is told as the release in force has it. The release is nil where
// nothing is known of the place yet.
func (r *Releases) Slot(ctx context.Context, of Named, path string, change int64) (catalog.Slot, *catalog.Release, error) {
	files, err := r.filesAt(ctx, change, 0)
	if err != nil {
		return catalog.Slot{}, nil, err
	}
	found, err := r.slotsOf(files)
	var wrong meta.Problems
	if errors.As(err, &wrong) {
		if files, err = r.Export(ctx, 0); err == nil {
			found, err = r.slotsOf(files)
		}
	}
	if err != nil {
		return catalog.Slot{}, nil, err
	}
	slot, there := found.Find(of.Kind, of.Key, path)
	if !there {
		return slot, nil, nil
	}
	return slot, found.Release, nil
}

// slotsOf finds the places for expressions under a site's files, or gives those found lately.
func (r *Releases) slotsOf(files Folder) (*catalog.Slots, error) {
	return r.slots.get(files.hash(), func() (*catalog.Slots, error) {
		site, err := files.FS()
		if err != nil {
			return nil, err
		}
		return r.Slots(site)
	})
}
