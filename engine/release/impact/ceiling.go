package impact

import (
	"bytes"
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Within holds that nobody gives by a release what he may not grant: a role, or a
// person, that gets a right which there is already, or a page for strangers that uses
// one, is the Denied fault right.ceiling, with the right. Rights that come with the
// release are nobody's yet.
func (w *Weigher) Within(ctx context.Context, before, after *catalog.Release, mayGrant func(userType, right string) bool) error {
	one := &weighing{Weigher: w, before: before, after: after}
	if err := one.readSubjects(ctx); err != nil {
		return err
	}
	for _, s := range one.subjects {
		for _, right := range s.after.Granted() {
			if before.HasRight(right) && !s.before.Can(right) && !mayGrant(s.userType, right) {
				return beyond(right)
			}
		}
	}
	for key, page := range after.Pages {
		if old := before.Pages[key]; old != nil && bytes.Equal(old.Meta.Whole(), page.Meta.Whole()) {
			continue
		}
		for _, right := range page.Rights() {
			if before.HasRight(right) && !mayGrant(meta.BackOffice, right) {
				return beyond(right)
			}
		}
	}
	return nil
}

func beyond(right string) error {
	return fault.New(fault.Denied, "right.ceiling", "right", right).With(map[string]string{"reason": "right", "name": right})
}
