package release

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/store"
)

// rebaseOthers brings every open change set but one onto a release, in the transaction
// that puts it in force: whoever works on one finds what came, and what clashes with it.
func (r *Releases) rebaseOthers(ctx context.Context, tx *store.Tx, but int64) error {
	var open []Change
	if err := tx.Select(ctx, &open, changeColumns+" where state = ? and id <> ? order by id", Open, but); err != nil {
		return fmt.Errorf("list change sets: %w", err)
	}
	for _, c := range open {
		if err := r.rebase(ctx, tx, c); err != nil {
			return err
		}
	}
	return nil
}

// rebase brings a change set onto the newest release: what only it changed stays, what
// both changed is a conflict.
func (r *Releases) rebase(ctx context.Context, tx *store.Tx, c Change) error {
	newest, err := Newest(ctx, tx)
	if err != nil || newest.Number == c.Base {
		return err
	}
	edits, err := editsOf(ctx, tx, c.ID)
	if err != nil {
		return err
	}
	m := &merge{r: r}
	if len(edits) > 0 {
		if m.base, err = r.sideOf(ctx, tx, c.Base); err != nil {
			return err
		}
		if m.theirs, err = r.sideOf(ctx, tx, newest.Number); err != nil {
			return err
		}
		mine := m.base.files.with(edits)
		m.ours = r.side(m.base.shipped, mine)
	}
	for _, e := range edits {
		for _, made := range m.file(e.Path) {
			if err := r.rewrite(ctx, tx, c, m.theirs.files, made); err != nil {
				return err
			}
		}
	}
	if err := r.keepConflicts(ctx, tx, c.ID, newest.Number, m.clashes); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "update release_change set base = ? where id = ?", newest.Number, c.ID); err != nil {
		return fmt.Errorf("rebase change set %d: %w", c.ID, err)
	}
	return nil
}

// rewrite keeps what a change set makes of a file now; nothing where the release says
// the same.
func (r *Releases) rewrite(ctx context.Context, tx *store.Tx, c Change, inForce Folder, made edit) error {
	if inForce.says(made.Path, made.Text) {
		return dropEdit(ctx, tx, c.ID, made.Path)
	}
	return r.keepEdit(ctx, tx, c.ID, c.Author, made)
}

// sideOf is what a release said.
func (r *Releases) sideOf(ctx context.Context, tx *store.Tx, number int64) (*side, error) {
	of, err := find(ctx, tx, number)
	if err != nil {
		return nil, err
	}
	layers, err := of.layers(ctx, tx)
	if err != nil {
		return nil, err
	}
	shipped, err := r.shippedWith(ctx, tx, layers)
	if err != nil {
		return nil, err
	}
	files, err := filesOf(ctx, tx, siteOf(layers))
	if err != nil {
		return nil, err
	}
	return r.side(shipped, files), nil
}
