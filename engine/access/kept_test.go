package access_test

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// TestReleasesThatNobodyAsksForAreLetGo holds that who tries one draft after another does
// not fill the memory with them, and that what is in force is kept meanwhile.
func TestReleasesThatNobodyAsksForAreLetGo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		actor := accesstest.Office(1, w.Role("user", grant{Menus: []int{12}}))
		first := w.Rights(actor)
		var seen []weak.Pointer[catalog.Release]
		for range 8 {
			seen = append(seen, look(t, w))
			if w.Rights(actor) != first {
				t.Fatal("the rights in force were compiled anew")
			}
		}
		runtime.GC()
		held := 0
		for _, release := range seen {
			if release.Value() != nil {
				held++
			}
		}
		runtime.KeepAlive(w)
		if held > 3 {
			t.Errorf("%d of %d releases that were looked at are held", held, len(seen))
		}
	})
}

// look asks for rights under a release of its own.
func look(t *testing.T, w *accesstest.World) weak.Pointer[catalog.Release] {
	t.Helper()
	release := accesstest.Release(t)
	err := w.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := w.Access.For(ctx, tx, release, accesstest.Office(1))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return weak.Make(release)
}
