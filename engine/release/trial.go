package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Trial is the release that an open change set would make, to be looked at. It is
// never in force.
type Trial struct {
	Release *catalog.Release
	Tables  []string // that are not yet as it says
}

// trials keeps the last trial of each of a few change sets: a look asks several times.
type trials struct {
	mu   sync.Mutex
	kept map[int64]keptTrial // by change set
}

type keptTrial struct {
	hash  string // of the site's files under it
	trial *Trial
}

// mostTrials is how many compiled releases are kept to be looked at.
const mostTrials = 4

// Trial compiles an open change set over the release in force. The error names all
// that is wrong with it; faults are release.no_change and release.change_ended.
func (r *Releases) Trial(ctx context.Context, change int64) (*Trial, error) {
	files, err := r.openFiles(ctx, change)
	if err != nil {
		return nil, err
	}
	r.trials.mu.Lock()
	defer r.trials.mu.Unlock()
	hash := files.hash()
	if known, ok := r.trials.kept[change]; ok && known.hash == hash {
		return known.trial, nil
	}
	made, err := r.try(ctx, files)
	if err != nil {
		return nil, err
	}
	if r.trials.kept == nil || len(r.trials.kept) >= mostTrials {
		r.trials.kept = map[int64]keptTrial{}
	}
	r.trials.kept[change] = keptTrial{hash, made}
	return made, nil
}

func (r *Releases) try(ctx context.Context, files Folder) (*Trial, error) {
	site, err := files.FS()
	if err != nil {
		return nil, err
	}
	d, err := r.Draft(ctx, site)
	if err != nil {
		return nil, err
	}
	plan, err := r.Plan(ctx, d)
	made := &Trial{Release: d.Release}
	for _, step := range said(plan, d.Release) {
		made.Tables = append(made.Tables, step.Table)
	}
	slices.Sort(made.Tables)
	made.Tables = slices.Compact(made.Tables)
	return made, err
}

// openFiles gives the site's files as an open change set makes them.
func (r *Releases) openFiles(ctx context.Context, change int64) (files Folder, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		c, err := findChange(ctx, tx, change, "")
		if err == nil {
			err = c.mustBeOpen()
		}
		if err == nil {
			files, err = under(ctx, tx, change)
		}
		return err
	})
	return files, err
}

// hash is that of all names and texts.
func (f Folder) hash() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(f[name]))
		sum.Write(f[name])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
