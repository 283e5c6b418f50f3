package auth_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

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

// TestAUsedSignatureIsKeptWhileItCouldComeAgain, and a call with a key for days, since its
// sender may repeat it.
func TestAUsedSignatureIsKeptWhileItCouldComeAgain(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		db := enginetest.Open(t, dsn, store.Options{})
		if err := db.Migrate(t.Context(), auth.Migrations()); err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		a := auth.New(db, auth.Options{Now: func() time.Time { return now }})
		for _, call := range []auth.Call{{UserID: 1, Nonce: "read"}, {UserID: 1, Nonce: "written", Key: "k", Digest: "d"}} {
			err := db.Write(auth.WithCall(t.Context(), call), func(ctx context.Context, tx *store.Tx) error {
				_, err := auth.Once(ctx, tx, "", func() ([]byte, error) { return []byte("done"), nil })
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct {
			after time.Duration
			want  int
		}{{59 * time.Minute, 2}, {2 * time.Minute, 1}, {6 * 24 * time.Hour, 1}, {24 * time.Hour, 0}} {
			now = now.Add(tt.after)
			if err := a.Purge(t.Context(), now.AddDate(0, 0, -7)); err != nil {
				t.Fatal(err)
			}
			var kept int
			err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return tx.Get(ctx, &kept, "select count(*) from auth_call")
			})
			if err != nil || kept != tt.want {
				t.Errorf("%s later %d calls are kept, want %d (%v)", tt.after, kept, tt.want, err)
			}
		}
	})
}
