package release

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// mostPast is how many templates of then, and the like, are kept at hand.
const mostPast = 16

// WithPast is the release in force with one object as an earlier release had it: over the
// tables that there are, since those of then may be gone. It is the one in force where the
// object is still the same, where nothing is kept of that release, and where what it said
// does not go with the tables any more.
func (r *Releases) WithPast(ctx context.Context, of Named, number int64) (*catalog.Release, error) {
	current := r.Catalog.Current()
	if number == 0 || number == current.Number || r.LeavesOut() {
		return current, nil
	}
	return r.past.get(fmt.Sprint(current.Number, number, of), func() (*catalog.Release, error) {
		was, err := r.textOf(ctx, of, number)
		if err != nil || was == nil {
			return current, passed(err)
		}
		made, err := r.withText(ctx, of, was)
		if err != nil || made == nil {
			return current, passed(err)
		}
		return made.WithNumber(current.Number), nil
	})
}

// passed lets go what only tells that the past cannot be had.
func passed(err error) error {
	if _, refused := fault.As(err); refused {
		return nil
	}
	return err
}

// withText compiles what is in force with another text of an object; nil where that is
// not sound, or what there is already.
func (r *Releases) withText(ctx context.Context, of Named, text json.RawMessage) (*catalog.Release, error) {
	inForce, err := r.filesAt(ctx, 0, 0)
	if err != nil {
		return nil, err
	}
	name, said, err := r.fileOf(inForce, Edit{Named: of, Object: text})
	if err != nil || inForce.says(name, said) {
		return nil, err
	}
	files := maps.Clone(inForce)
	files.put(name, said)
	made, err := r.compiled(files)
	if err != nil {
		return nil, err
	}
	return made.release, nil
}

// textOf is what all layers of a release came to for an object, those of the program of
// then among them; nil where it had none. 0 is the release in force.
func (r *Releases) textOf(ctx context.Context, of Named, number int64) (text json.RawMessage, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		text = nil
		release, err := Newest(ctx, tx)
		if err == nil && number != 0 {
			release, err = find(ctx, tx, number)
		}
		if err != nil {
			return err
		}
		layers, err := release.layers(ctx, tx)
		if err != nil {
			return err
		}
		site, err := filesOf(ctx, tx, siteOf(layers))
		if err != nil {
			return err
		}
		for _, l := range layers {
			if text, err = r.laidBy(ctx, tx, l, site, of, text); err != nil {
				return err
			}
		}
		return nil
	})
	return text, err
}

// laidBy is what a layer makes of what those below it say.
func (r *Releases) laidBy(ctx context.Context, tx *store.Tx, l layerLine, site Folder, of Named, text json.RawMessage) (json.RawMessage, error) {
	lines, err := linesOf(ctx, tx, l.Files)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		switch base := path.Base(line.Path); {
		case base == of.Key+"."+of.Kind+".json":
			if text, err = readObject(ctx, tx, line.Hash); err != nil {
				return nil, err
			}
		case base == of.Key+overlayEnd(of) && text != nil:
			laid, err := readObject(ctx, tx, line.Hash)
			if err != nil {
				return nil, err
			}
			if text, err = r.lay(site, of, text, laid); err != nil {
				return nil, err
			}
		}
	}
	return text, nil
}
