package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Trial is the release that an open change set would make, to be looked at. It is
// never in force.
type Trial struct {
	Release *catalog.Release
	Tables  []string // that are not yet as it says
}

// mostTrials is how many states of change sets are kept to be looked at: a look asks
// several times.
const mostTrials = 4

// Trial compiles an open change set over the release in force. The error names all
// that is wrong with it; faults are release.no_change and release.change_ended.
func (r *Releases) Trial(ctx context.Context, change int64) (trial *Trial, err error) {
	var state string
	var before Release
	var files Folder
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		var edits []edit
		if before, edits, err = lookedAt(ctx, tx, change); err != nil {
			return err
		}
		state = stateOf(before, edits)
		if known, found := r.trials.find(state); found {
			trial = known
			return nil
		}
		if files, err = before.siteFiles(ctx, tx); err == nil {
			files.lay(edits)
		}
		return err
	})
	if err != nil || trial != nil {
		return trial, err
	}
	ctx = context.WithoutCancel(ctx) // others may wait for it
	return r.trials.get(state, func() (*Trial, error) { return r.tryOut(ctx, files, before) })
}

// lookedAt gives the newest release and what an open change set makes of it.
func lookedAt(ctx context.Context, tx *store.Tx, change int64) (newest Release, edits []edit, err error) {
	c, err := findChange(ctx, tx, change, "")
	if err == nil {
		err = c.mustBeOpen()
	}
	if err == nil {
		newest, err = Newest(ctx, tx)
	}
	if err == nil {
		edits, err = editsOf(ctx, tx, change)
	}
	return newest, edits, err
}

// stateOf names a change set over a release, which says too how the tables are. Another
// number is another state, though the files come out alike.
func stateOf(before Release, edits []edit) string {
	text, _ := json.Marshal(edits) // of names and texts
	sum := sha256.Sum256(fmt.Appendf(text, "%d %s", before.Number, before.Content))
	return hex.EncodeToString(sum[:])
}

// tryOut makes the trial of a site's files over a release.
func (r *Releases) tryOut(ctx context.Context, files Folder, before Release) (*Trial, error) {
	d, err := r.draft(files, before)
	if err != nil {
		return nil, err
	}
	plan, err := r.Plan(ctx, d)
	if err != nil {
		return nil, err
	}
	made := &Trial{Release: d.Release}
	for _, step := range said(plan, d.Release) {
		made.Tables = append(made.Tables, step.Table)
	}
	slices.Sort(made.Tables)
	made.Tables = slices.Compact(made.Tables)
	return made, nil
}
