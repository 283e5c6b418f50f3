package release

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// upgrade is what a start with another version of the program leaves to be decided.
type upgrade struct {
	clashes []clash
	files   Folder // of the site, where they are not sound and what was sound is in force; nil is the rule
}

// upgraded puts the site's files of a release on top of what this program ships: the one
// and the other where they do not meet. Of a place that both changed the site's stays,
// unless it yields, of what ships no more nothing does; each is told and waits for
// somebody to decide.
func (r *Releases) upgraded(ctx context.Context, files Folder, of Release, yields bool) (Folder, []clash, error) {
	var was texts
	same := false
	err := r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		layers, err := of.layers(ctx, tx)
		if err != nil || len(layers) == 0 || slices.Equal(shipped(layers), pack(r.Shipped).layers) {
			same = true
			return err
		}
		was, err = r.shippedWith(ctx, tx, layers)
		return err
	})
	if err != nil || same || len(files) == 0 {
		return files, nil, err
	}
	now, err := r.shippedNow()
	if err != nil {
		return nil, nil, err
	}
	m := &merge{r: r, ours: r.side(was, files), theirs: r.side(now, Folder{}), upgrades: true, yields: yields}
	for _, ofElements := range []bool{true, false} { // which fields of other objects have members from
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if (namedBy(name).Kind == meta.ElementKind) == ofElements {
				m.base = m.ours.without(name)
				m.theirs.files.lay(m.file(name))
			}
		}
		m.theirs = r.side(now, m.theirs.files)
	}
	return m.theirs.files, m.clashes, nil
}

// without is a side before a file was written.
func (s *side) without(name string) *side {
	files := maps.Clone(s.files)
	delete(files, name)
	return &side{shapes: s.shapes, shipped: s.shipped, files: files, elements: s.elements}
}

// upgradeSet begins the title of a change set that an upgrade made: the release that was
// in force before follows. The list of change sets words it.
const upgradeSet = "^"

// UpgradeOf tells after which release an upgrade made a change set; false where a person
// did.
func (c Change) UpgradeOf() (release string, is bool) { return strings.CutPrefix(c.Title, upgradeSet) }

// keepUpgrade opens a change set of what an upgrade left to be decided.
func (r *Releases) keepUpgrade(ctx context.Context, tx *store.Tx, made Release, left upgrade) error {
	if len(left.clashes) == 0 && left.files == nil {
		return nil
	}
	id, err := r.addChange(ctx, tx, fmt.Sprint(upgradeSet, made.Parent), made.Author)
	if err != nil {
		return err
	}
	if left.files != nil {
		there, err := under(ctx, tx, 0)
		if err != nil {
			return err
		}
		for _, e := range r.editsBetween(there, left.files) {
			if err := r.keepEdit(ctx, tx, id, made.Author, e); err != nil {
				return err
			}
		}
	}
	return r.keepConflicts(ctx, tx, id, made.Number, left.clashes)
}
