package auth_test

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// onOne is a fixture where the database is not the point.
func onOne(t *testing.T) *fixture {
	t.Helper()
	return newFixture(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
}

// only is the one fault of a validation.
func only(err error) *fault.Fault {
	f, ok := fault.As(err)
	if ok && len(f.Errors) == 1 {
		return f.Errors[0]
	}
	if !ok {
		return &fault.Fault{}
	}
	return f
}

func (f *fixture) addKey(t *testing.T, k auth.Key) (id, secret string, err error) {
	t.Helper()
	err = f.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		id, secret, err = f.AddKey(ctx, tx, k)
		return err
	})
	return id, secret, err
}

// TestAKeyStandsInForASession only for who shows its secret where nobody reads it, or signs
// with it, from where it is taken and as long as it is good.
func TestAKeyStandsInForASession(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		soon := f.clock.Add(time.Hour)
		id, secret, err := f.addKey(t, auth.Key{UserID: 2, Name: "erp", ExpiresAt: soon, Addresses: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("2001:db8::/32")}})
		if err != nil || len(secret) != 64 || len(id) != 16 {
			t.Fatalf("key %q with secret %q (%v)", id, secret, err)
		}
		other, wide, err := f.addKey(t, auth.Key{UserID: 1, Name: "erp", ExpiresAt: soon})
		if err != nil {
			t.Fatal(err)
		}
		disabled, _, err := f.addKey(t, auth.Key{UserID: 3, Name: "erp", ExpiresAt: soon})
		if err != nil {
			t.Fatal(err)
		}
		tests := []struct {
			about, shown, address string
			encrypted, good       bool
		}{
			{"the secret, encrypted", id + "." + secret, "10.1.2.3", true, true},
			{"the secret in the open", id + "." + secret, "10.1.2.3", false, false},
			{"the id, of a call that is signed", id, "10.1.2.3", false, true},
			{"another secret", id + "." + wide, "10.1.2.3", true, false},
			{"no secret", id + ".", "10.1.2.3", true, false},
			{"from elsewhere", id, "10.2.2.3", true, false},
			{"from an address of the other kind that is the same", id, "::ffff:10.1.2.3", true, true},
			{"from the second network", id, "2001:db8::7", true, true},
			{"from nowhere", id, "", true, false},
			{"taken from anywhere", other, "192.0.2.1", true, true},
			{"no key", "0000000000000000", "10.1.2.3", true, false},
			{"of who may not sign in", disabled, "10.1.2.3", true, false},
		}
		for _, tt := range tests {
			s, err := f.KeySession(t.Context(), tt.shown, tt.address, tt.encrypted)
			if (err == nil) != tt.good || err != nil && (fault.CodeOf(err) != fault.Unauthenticated || !fault.IsKey(err, "auth.bad_key")) {
				t.Errorf("%s: %v", tt.about, err)
			}
			if err == nil && tt.shown[:16] == id && (s.Actor.OwnerID != 42 || s.ID != 2 || s.Key != id || s.SignKey() != secret || s.Proven != (tt.shown != id) || !s.ExpiresAt.Equal(soon)) {
				t.Errorf("%s: session %+v", tt.about, s)
			}
		}
		f.clock = soon
		if _, err := f.KeySession(t.Context(), other, "", true); err != nil {
			t.Errorf("at its last moment: %v", err)
		}
		f.clock = soon.Add(time.Millisecond)
		if _, err := f.KeySession(t.Context(), other, "", true); !fault.IsKey(err, "auth.bad_key") {
			t.Errorf("after its end: %v", err)
		}
	})
}

func TestTwoKeysOfANameAreGoodAtATime(t *testing.T) {
	f := onOne(t)
	add := func(user int64, name string, life time.Duration) error {
		_, _, err := f.addKey(t, auth.Key{UserID: user, Name: name, ExpiresAt: f.clock.Add(life)})
		return err
	}
	for range 2 {
		if err := add(1, "erp", time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if err := add(1, "erp", time.Hour); fault.CodeOf(err) != fault.Conflict || !fault.IsKey(err, "auth.too_many_keys") {
		t.Errorf("a third: %v", err)
	}
	if err := add(1, "shop", time.Hour); err != nil {
		t.Errorf("of another name: %v", err)
	}
	if err := add(2, "erp", time.Hour); err != nil {
		t.Errorf("of another person: %v", err)
	}
	f.clock = f.clock.Add(time.Hour)
	if err := add(1, "erp", time.Hour); err != nil {
		t.Errorf("when the others have ended: %v", err)
	}
}

// TestWhatIsKnownOfKeys tells the newest first, where they are taken from and when they were
// used, to a minute.
func TestWhatIsKnownOfKeys(t *testing.T) {
	f := onOne(t)
	begun := f.clock
	first, _, err := f.addKey(t, auth.Key{UserID: 1, Name: "erp", ExpiresAt: begun.Add(time.Hour), Addresses: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("192.0.2.7/32")}})
	if err != nil {
		t.Fatal(err)
	}
	f.clock = begun.Add(time.Second)
	second, _, err := f.addKey(t, auth.Key{UserID: 2, Name: "shop", ExpiresAt: begun.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	known := func() (keys []auth.Key) {
		f.write(t, func(ctx context.Context, tx *store.Tx) (err error) {
			keys, err = auth.Keys(ctx, tx)
			return err
		})
		return keys
	}
	keys := known()
	if len(keys) != 2 || keys[0].ID != second || keys[1].ID != first || keys[1].Name != "erp" || keys[1].UserID != 1 || !keys[1].CreatedAt.Equal(begun) || !keys[1].UsedAt.IsZero() {
		t.Fatalf("keys = %+v", keys)
	}
	if got := keys[1].Addresses; len(got) != 2 || got[0].String() != "10.1.0.0/16" || got[1].String() != "192.0.2.7/32" || len(keys[0].Addresses) != 0 {
		t.Errorf("addresses = %v and %v", got, keys[0].Addresses)
	}
	used := f.clock
	for _, step := range []struct{ after, want time.Duration }{{0, 0}, {59 * time.Second, 0}, {time.Minute, time.Minute}} {
		f.clock = used.Add(step.after)
		if _, err := f.KeySession(t.Context(), second, "", false); err != nil {
			t.Fatal(err)
		}
		if got := known()[0].UsedAt; !got.Equal(used.Add(step.want)) {
			t.Errorf("used after %v: known as used at %v", step.after, got)
		}
	}
}

// TestWhatEndsAKey is its revoking, that of all keys of its person, and what ends all that
// lets him in.
func TestWhatEndsAKey(t *testing.T) {
	f := onOne(t)
	ids := map[string]string{}
	for name, user := range map[string]int64{"ann": 1, "ann too": 1, "bob": 2} {
		id, _, err := f.addKey(t, auth.Key{UserID: user, Name: name, ExpiresAt: f.clock.Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = id
	}
	good := func(want ...string) {
		t.Helper()
		left := map[string]bool{}
		for _, name := range want {
			left[name] = true
		}
		for name, id := range ids {
			if _, err := f.KeySession(t.Context(), id, "", false); (err == nil) != left[name] {
				t.Errorf("the key of %s: %v", name, err)
			}
			f.write(t, func(ctx context.Context, tx *store.Tx) error {
				if k, err := auth.FindKey(ctx, tx, id); left[name] && k.Name != name || !left[name] && fault.CodeOf(err) != fault.NotFound {
					t.Errorf("the key of %s is found as %+v (%v)", name, k, err)
				}
				return nil
			})
		}
	}
	good("ann", "ann too", "bob")
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		for _, want := range []bool{true, false} {
			if gone, err := f.RevokeKey(ctx, tx, ids["ann"]); gone != want || err != nil {
				t.Errorf("revoked: %v (%v), want %v", gone, err, want)
			}
		}
		return nil
	})
	good("ann too", "bob")
	f.write(t, func(ctx context.Context, tx *store.Tx) error { return f.EndKeys(ctx, tx, 1) })
	good("bob")

	session := f.login(t, "customer", "bob")
	var ticket string
	f.write(t, func(ctx context.Context, tx *store.Tx) (err error) {
		ticket, err = f.ResetTicket(ctx, tx, 2)
		return err
	})
	f.write(t, func(ctx context.Context, tx *store.Tx) error { return f.End(ctx, tx, 2) })
	good()
	if _, err := f.Session(t.Context(), session.AccessToken, guid); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("the session goes on: %v", err)
	}
	if err := f.ResetPassword(t.Context(), ticket, "a new password"); !fault.IsKey(err, "auth.bad_ticket") {
		t.Errorf("the ticket is good: %v", err)
	}
}

// TestWhatASessionGaveAwayEndsWithIt is found by the name of the session or of the key.
func TestWhatASessionGaveAwayEndsWithIt(t *testing.T) {
	f := onOne(t)
	id, _, err := f.addKey(t, auth.Key{UserID: 1, Name: "erp", ExpiresAt: f.clock.Add(time.Hour), Addresses: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}})
	if err != nil {
		t.Fatal(err)
	}
	key, err := f.KeySession(t.Context(), id, "10.1.0.1", true)
	if err != nil {
		t.Fatal(err)
	}
	opened := f.login(t, "user", "ann")
	for _, name := range []string{key.Name(), opened.Name()} {
		if s, err := f.SessionNamed(t.Context(), name, "10.1.0.1"); err != nil || s.Actor.UserID != 1 {
			t.Errorf("%s: %+v (%v)", name, s, err)
		}
	}
	for _, name := range []string{"x", "", "0", "key-0000", "key-"} {
		if _, err := f.SessionNamed(t.Context(), name, "10.1.0.1"); fault.CodeOf(err) != fault.Unauthenticated {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := f.SessionNamed(t.Context(), key.Name(), "10.2.0.1"); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("the key from elsewhere: %v", err)
	}
	f.clock = f.clock.Add(13 * time.Hour)
	if _, err := f.SessionNamed(t.Context(), opened.Name(), ""); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("when it has ended: %v", err)
	}
}

func TestAHolderMaySignIn(t *testing.T) {
	f := onOne(t)
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		if actor, err := f.Holder(ctx, tx, 2); err != nil || actor.Account != "bob" || actor.OwnerID != 42 {
			t.Errorf("bob: %+v (%v)", actor, err)
		}
		for _, user := range []int64{3, 99} {
			got, ok := fault.As(func() error { _, err := f.Holder(ctx, tx, user); return err }())
			if !ok || got.Code != fault.NotFound || got.Key != "auth.no_holder" || got.Path != "user_id" {
				t.Errorf("user %d: %v", user, got)
			}
		}
		return nil
	})
}
