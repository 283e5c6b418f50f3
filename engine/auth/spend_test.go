package auth_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// TestSpendWaitsInVain: a call whose signature cannot be used up in time, because others
// write all the while, is told to come again and not that the server is broken.
func TestSpendWaitsInVain(t *testing.T) {
	dsn := enginetest.SQLite(t) // one writer, for whom the clock of the test stands still
	synctest.Test(t, func(t *testing.T) {
		db := enginetest.Open(t, dsn, store.Options{})
		if err := db.Migrate(t.Context(), auth.Migrations()); err != nil {
			t.Fatal(err)
		}
		held, release, ended := make(chan struct{}), make(chan struct{}), make(chan error)
		go func() {
			ended <- db.Write(t.Context(), func(context.Context, *store.Tx) error {
				close(held)
				<-release
				return nil
			})
		}()
		<-held
		ctx := auth.WithCall(t.Context(), auth.Call{UserID: 1, Nonce: "n"})
		err := auth.New(db, auth.Options{}).Spend(ctx)
		if code := fault.CodeOf(err); code != fault.Unavailable {
			t.Errorf("it answers %d (%v), want %d", code, err, fault.Unavailable)
		}
		close(release)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
