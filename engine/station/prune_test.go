package station

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// TestTasksThatNobodyGoesOnWithAreForgotten, with their inputs; what they did stays, and so
// does the task that somebody went on with.
func TestTasksThatNobodyGoesOnWithAreForgotten(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	left, resumed := o.starts(ann, "PIE").Session, o.starts(ann, "CAKE").Session
	o.exec("update station_session set updated_at = 1 where id = ?", left)
	prune := func() (more bool) {
		err := o.World.DB.Write(o.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			more, err = Prune(ctx, tx, time.UnixMilli(2))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return more
	}
	if !prune() || prune() {
		t.Error("the old task is not found, or found again")
	}
	o.wants(o.one("select group_concat(session_id = ?) from station_input", resumed), "1")
	o.wants(o.one("select group_concat(id = ?) from station_session", resumed), "1")
	o.wants(o.remark(o.pie), "in the oven")
	o.wants(o.gives(ann, left, in(2, KindKey, "1.25")), "fault: station.session_unknown")
	o.wants(o.gives(ann, resumed, in(2, KindKey, "1.25")), "1 of [2 true done baked] at done")
}
