package impact

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// Within holds that nobody gives by a release what he may not grant: a role, or a
// person, that gets a right which there is already is the Denied fault right.ceiling,
// with the right. Rights that come with the release are nobody's yet.
func (w *Weigher) Within(ctx context.Context, before, after *catalog.Release, mayGrant func(userType, right string) bool) error {
	one := &weighing{Weigher: w, before: before, after: after}
	if err := one.readSubjects(ctx); err != nil {
		return err
	}
	for _, s := range one.subjects {
		for _, right := range s.after.Granted() {
			if before.HasRight(right) && !s.before.Can(right) && !mayGrant(s.userType, right) {
				return fault.New(fault.Denied, "right.ceiling", "right", right).
					With(map[string]string{"reason": "right", "name": right})
			}
		}
	}
	return nil
}
