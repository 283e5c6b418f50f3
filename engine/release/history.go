package release

import (
	"context"
	"path"

	"github.com/wareloom/wareloom/engine/store"
)

// HistoryOf tells in which of the newest releases an object became another, newest
// first: in any layer, by an edit of the site as by another version of the program.
func (r *Releases) HistoryOf(ctx context.Context, of Named) (found []Release, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		found = []Release{}
		all, err := History(ctx, tx, MostListed)
		if err != nil {
			return err
		}
		said := textsSaid{tx: tx, of: of, lists: map[string]string{}}
		for i, one := range all {
			is, err := said.by(ctx, one)
			if err != nil {
				return err
			}
			was := ""
			if i+1 < len(all) {
				if was, err = said.by(ctx, all[i+1]); err != nil {
					return err
				}
			}
			if is != was {
				found = append(found, one)
			}
		}
		return nil
	})
	return found, err
}

// textsSaid finds the texts that releases have of one object. Most lists of files are
// those of the release before, so each is read once.
type textsSaid struct {
	tx    *store.Tx
	of    Named
	lists map[string]string // hashes of the object's files, by hash of the list
}

// by gives the hashes of the object's files in a release; "" where there are none.
func (s textsSaid) by(ctx context.Context, one Release) (hashes string, err error) {
	layers, err := one.layers(ctx, s.tx)
	if err != nil {
		return "", err
	}
	for _, l := range layers {
		if _, known := s.lists[l.Files]; !known {
			if s.lists[l.Files], err = s.in(ctx, l.Files); err != nil {
				return "", err
			}
		}
		hashes += s.lists[l.Files]
	}
	return hashes, nil
}

func (s textsSaid) in(ctx context.Context, list string) (hashes string, err error) {
	lines, err := linesOf(ctx, s.tx, list)
	for _, line := range lines {
		if name := path.Base(line.Path); name == s.of.Key+"."+s.of.Kind+".json" || name == s.of.Key+overlayEnd(s.of) {
			hashes += line.Hash + " "
		}
	}
	return hashes, err
}
