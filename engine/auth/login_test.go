package auth_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// TestARightPasswordTakesItsOwnGuessBack and not those of others at its address.
func TestARightPasswordTakesItsOwnGuessBack(t *testing.T) {
	f := onOne(t)
	guess := func(i int) error { return f.try(t, fmt.Sprintf("somebody%d", i), "wrong", "192.0.2.1", "") }
	for i := range 49 {
		if err := guess(i); fault.CodeOf(err) != fault.Invalid {
			t.Fatal(err)
		}
	}
	for range 3 {
		if err := f.try(t, "ann", "correct horse", "192.0.2.1", ""); err != nil {
			t.Fatalf("a right one: %v", err)
		}
	}
	if err := guess(50); fault.CodeOf(err) != fault.Invalid {
		t.Errorf("the fiftieth guess: %v", err)
	}
	if err := guess(51); fault.CodeOf(err) != fault.TooMany {
		t.Errorf("one more: %v", err)
	}
}

// TestWaitingIsTold in whole seconds, until the window ends.
func TestWaitingIsTold(t *testing.T) {
	f := onOne(t)
	for range 10 {
		_ = f.try(t, "ann", "wrong", "192.0.2.1", "")
	}
	f.clock = f.clock.Add(14*time.Minute + time.Nanosecond)
	err := f.try(t, "ann", "correct horse", "192.0.2.1", "")
	got, ok := fault.As(err)
	if !ok || got.Code != fault.TooMany || got.Data.(map[string]any)["retryAfter"] != int64(60) {
		t.Errorf("a minute before the end: %+v (%v)", got, err)
	}
}

// TestAnEmptyPasswordIsNobodys, that of an account which there is not included.
func TestAnEmptyPasswordIsNobodys(t *testing.T) {
	f := onOne(t)
	for _, account := range []string{"ann", "zoe", ""} {
		if err := f.try(t, account, "", "192.0.2.1", ""); !fault.IsKey(err, "auth.bad_login") {
			t.Errorf("%q: %v", account, err)
		}
	}
}

func TestHeadersOfASignedCallAreWhole(t *testing.T) {
	f := onOne(t)
	s, key := auth.Session{ID: 1}, auth.Session{ID: 1, Key: "k"}
	now := strconv.FormatInt(f.clock.UnixMilli(), 10)
	for _, tt := range []struct {
		about string
		s     auth.Session
		call  auth.Signed
		want  string
	}{
		{"whole", s, auth.Signed{Nonce: strings.Repeat("n", 128), Guid: guid, Timestamp: now}, ""},
		{"with too long a nonce", s, auth.Signed{Nonce: strings.Repeat("n", 129), Guid: guid, Timestamp: now}, "sign.incomplete"},
		{"without a device", s, auth.Signed{Nonce: "n", Timestamp: now}, "sign.incomplete"},
		{"of a key, which has none", key, auth.Signed{Nonce: "n", Timestamp: now}, ""},
		{"at no time", key, auth.Signed{Nonce: "n", Timestamp: "soon"}, "sign.incomplete"},
		{"as late as may be", s, auth.Signed{Nonce: "n", Guid: guid, Timestamp: strconv.FormatInt(f.clock.UnixMilli()-300_000, 10)}, ""},
		{"later", s, auth.Signed{Nonce: "n", Guid: guid, Timestamp: strconv.FormatInt(f.clock.UnixMilli()-300_001, 10)}, "sign.time"},
		{"as early as may be", s, auth.Signed{Nonce: "n", Guid: guid, Timestamp: strconv.FormatInt(f.clock.UnixMilli()+300_000, 10)}, ""},
	} {
		if err := f.CheckFresh(tt.s, tt.call); (err == nil) != (tt.want == "") || err != nil && !fault.IsKey(err, tt.want) {
			t.Errorf("%s: %v, want %q", tt.about, err, tt.want)
		}
	}
}

// TestNobodyIsLimitedWhereThereAreNoPlaces to work at.
func TestNobodyIsLimitedWhereThereAreNoPlaces(t *testing.T) {
	f := onOne(t)
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		if ids, limited, err := f.Places(ctx, tx, 1); ids != nil || limited || err != nil {
			t.Errorf("limited to %v: %v (%v)", ids, limited, err)
		}
		return nil
	})
	if s := f.login(t, "user", "ann"); s.Actor.Values["place_id"] != nil {
		t.Errorf("works at %v", s.Actor.Values["place_id"])
	}
	if a, b := auth.NewID(), auth.NewID(); a == b || len(a) < 12 {
		t.Errorf("two ids are %s and %s", a, b)
	}
}
