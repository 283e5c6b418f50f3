package road

import (
	"context"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// TestAnInexactWalkIsCalledSo: a bill whose positions lack coordinates says at the
// station and on its page that its walk has no length.
func TestAnInexactWalkIsCalledSo(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		f.says("FAR-1", "walk_exact", "m")
		err := f.Server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE position SET x = NULL, y = NULL`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		f.says("FAR-2", "walk_sequence", "1")
	})
}

// says wants the first question of a bill of one order to tell of its walk.
func (f *floor) says(number, key, value string) {
	f.Helper()
	order := f.allocated(number, 1)
	f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
	s := f.Start("pick")
	s.Must("button", "next", "cart")
	if got := s.Fact("walk"); !strings.HasSuffix(got, value) {
		f.Errorf("%s walks %q, want %s", number, got, value)
	}
	kind := strings.TrimPrefix(key, "walk_")
	if n := f.Count(`SELECT COUNT(*) FROM pick_bill WHERE walk_kind = ?`, kind); n != 1 {
		f.Errorf("%d bills have the walk %s", n, kind)
	}
}
