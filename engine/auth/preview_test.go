package auth_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestPreview: a session looks as a role, of its own user type or another one, other
// sessions do not, and it looks as itself again.
func TestPreview(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		s, other := f.login(t, "", "ann"), f.login(t, "", "ann")
		for _, p := range []auth.Preview{{Role: 11, UserType: "user"}, {Role: 12, UserType: "customer", Owner: 42}, {Role: 99}} {
			f.preview(t, func(ctx context.Context, tx *store.Tx) error { return f.StartPreview(ctx, tx, s.ID, p) })
			seen := f.find(t, s)
			if seen.Preview == nil || *seen.Preview != p {
				t.Fatalf("preview = %+v, want %+v", seen.Preview, p)
			}
			actor := f.As(seen.Actor, p)
			if !slices.Equal(actor.Roles, []int64{p.Role}) || actor.UserType != p.UserType || actor.OwnerID != p.Owner || actor.UserID != 1 {
				t.Errorf("as %+v: %+v", p, actor)
			}
			if own := actor.Own; own == nil || !slices.Equal(own.Roles, []int64{10}) || own.UserType != "user" || own.Values["customer_id"] != nil {
				t.Errorf("himself: %+v", own)
			}
			if f.find(t, other).Preview != nil {
				t.Error("another session looks as the role")
			}
		}
		f.preview(t, func(ctx context.Context, tx *store.Tx) error { return f.EndPreview(ctx, tx, s.ID) })
		if seen := f.find(t, s); seen.Preview != nil {
			t.Errorf("preview = %+v after its end", seen.Preview)
		}
	})
}

func (f *fixture) preview(t *testing.T, change store.Func) {
	t.Helper()
	if err := f.db.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) find(t *testing.T, s auth.Session) auth.Session {
	t.Helper()
	found, err := f.Session(t.Context(), s.AccessToken, guid)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
