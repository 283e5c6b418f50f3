package auth_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

const otherGuid = "00000000-0000-4000-8000-000000000001"

func (f *fixture) code(t *testing.T, name string) string {
	t.Helper()
	var code string
	f.write(t, func(ctx context.Context, tx *store.Tx) (err error) {
		code, _, err = f.DeviceCode(ctx, tx, name, 1)
		return err
	})
	return code
}

// enrol makes a device that proves itself.
func (f *fixture) enrol(t *testing.T, guid, name string) auth.Device {
	t.Helper()
	d := auth.Device{Guid: guid, Address: "10.0.0.1"}
	got, secret, err := f.Enrol(t.Context(), f.code(t, name), d)
	if err != nil || got != name {
		t.Fatalf("enrol %s: as %q (%v)", name, got, err)
	}
	d.Secret = secret
	return d
}

func (f *fixture) badge(t *testing.T, user int64, code, pin string) error {
	t.Helper()
	b, err := f.HashBadge(t.Context(), auth.Badge{Code: code, Pin: pin})
	if err != nil {
		return err
	}
	return f.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error { return f.SetBadge(ctx, tx, user, b) })
}

func TestADeviceIsEnrolledByACodeOnce(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		d := auth.Device{Guid: guid, Address: "10.0.0.1"}
		code, late := f.code(t, "gate"), f.code(t, "late")
		if len(code) != 8 || strings.Trim(code, "0123456789") != "" {
			t.Errorf("code = %q", code)
		}
		name, secret, err := f.Enrol(t.Context(), code, d)
		if err != nil || name != "gate" || len(secret) < 32 {
			t.Fatalf("enrolled as %q with %q (%v)", name, secret, err)
		}
		bad := func(about, code string, d auth.Device) {
			t.Helper()
			_, _, err := f.Enrol(t.Context(), code, d)
			if got, ok := fault.As(err); !ok || got.Key != "auth.bad_device_code" || got.Path != "code" {
				t.Errorf("%s: %v", about, err)
			}
		}
		bad("the code again", code, auth.Device{Guid: otherGuid})
		bad("another code", "00000000", auth.Device{Guid: otherGuid, Address: "10.0.0.2"})
		if _, _, err := f.Enrol(t.Context(), late, auth.Device{Guid: "no guid"}); !fault.IsKey(err, "msg.no_guid") {
			t.Errorf("a device that names itself wrongly: %v", err)
		}
		f.clock = f.clock.Add(15 * time.Minute)
		bad("a code that is too old", late, d)

		d.Secret = secret
		f.write(t, func(ctx context.Context, tx *store.Tx) error {
			if name, err := f.Prove(ctx, tx, d); name != "gate" || err != nil {
				t.Errorf("proven as %q (%v)", name, err)
			}
			for about, wrong := range map[string]auth.Device{"another secret": {Guid: guid, Secret: "x"}, "none": {Guid: guid}, "another device": {Guid: otherGuid, Secret: secret}} {
				if _, err := f.Prove(ctx, tx, wrong); fault.CodeOf(err) != fault.Unauthenticated || !fault.IsKey(err, "auth.not_enrolled") {
					t.Errorf("%s: %v", about, err)
				}
			}
			return nil
		})
		again := f.enrol(t, guid, "new gate")
		f.write(t, func(ctx context.Context, tx *store.Tx) error {
			if name, err := f.Prove(ctx, tx, again); name != "new gate" || err != nil {
				t.Errorf("enrolled anew it is %q (%v)", name, err)
			}
			if _, err := f.Prove(ctx, tx, d); fault.CodeOf(err) != fault.Unauthenticated {
				t.Errorf("its secret of before is good: %v", err)
			}
			return nil
		})
	})
}

// TestCodesOfDevicesAreNotGuessed counts what an address tries, and takes a right one back.
func TestCodesOfDevicesAreNotGuessed(t *testing.T) {
	f := onOne(t)
	try := func(code, address string) error {
		_, _, err := f.Enrol(t.Context(), code, auth.Device{Guid: guid, Address: address})
		return err
	}
	for range 9 {
		if err := try("wrong", "10.0.0.1"); fault.CodeOf(err) != fault.Invalid {
			t.Fatal(err)
		}
	}
	if err := try(f.code(t, "gate"), "10.0.0.1"); err != nil {
		t.Errorf("the tenth is right: %v", err)
	}
	for range 10 {
		if err := try("wrong", "10.0.0.1"); fault.CodeOf(err) != fault.Invalid {
			t.Fatal(err)
		}
	}
	if err := try(f.code(t, "gate"), "10.0.0.1"); fault.CodeOf(err) != fault.TooMany {
		t.Errorf("after ten wrong ones: %v", err)
	}
	if err := try(f.code(t, "gate"), "10.0.0.2"); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
}

func TestDevicesAreListedAndRevoked(t *testing.T) {
	f := onOne(t)
	begun := f.clock
	gate, dock := f.enrol(t, guid, "gate"), f.enrol(t, otherGuid, "dock")
	if err := f.badge(t, 1, "BADGE-1", "1234"); err != nil {
		t.Fatal(err)
	}
	f.clock = begun.Add(time.Minute)
	s, err := f.LoginBadge(t.Context(), auth.Badge{Code: "BADGE-1", Pin: "1234"}, gate)
	if err != nil {
		t.Fatal(err)
	}
	devices, err := f.Devices(t.Context())
	if err != nil || len(devices) != 2 || devices[0].Name != "dock" || devices[1].Name != "gate" {
		t.Fatalf("devices = %+v (%v)", devices, err)
	}
	if d := devices[1]; d.Guid != guid || d.EnrolledBy != "Ann" || !d.EnrolledAt.Equal(begun) || !d.UsedAt.Equal(f.clock) || !devices[0].UsedAt.IsZero() {
		t.Errorf("devices = %+v", devices)
	}
	revoke := func(guid string) error {
		return f.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error { return f.RevokeDevice(ctx, tx, guid) })
	}
	if err := revoke(guid); err != nil {
		t.Fatal(err)
	}
	if err := revoke(guid); fault.CodeOf(err) != fault.NotFound || !fault.IsKey(err, "auth.no_device") {
		t.Errorf("again: %v", err)
	}
	if _, err := f.Session(t.Context(), s.AccessToken, guid); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("the session on it goes on: %v", err)
	}
	if _, err := f.LoginBadge(t.Context(), auth.Badge{Code: "BADGE-1", Pin: "1234"}, gate); !fault.IsKey(err, "auth.not_enrolled") {
		t.Errorf("a badge on it: %v", err)
	}
	if _, err := f.LoginBadge(t.Context(), auth.Badge{Code: "BADGE-1", Pin: "1234"}, dock); err != nil {
		t.Errorf("a badge on the other: %v", err)
	}
}

func TestBadgesSignInOnEnrolledDevices(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		d := f.enrol(t, guid, "gate")
		for user, code := range map[int64]string{1: "BADGE-1", 3: "BADGE-3"} {
			if err := f.badge(t, user, code, "1234"); err != nil {
				t.Fatal(err)
			}
		}
		stranger := d
		stranger.Secret = "x"
		tests := []struct {
			about, code, pin string
			on               auth.Device
			want             string
		}{
			{"badge and PIN", "BADGE-1", "1234", d, ""},
			{"another PIN", "BADGE-1", "1235", d, "auth.bad_badge"},
			{"no badge", "BADGE-2", "1234", d, "auth.bad_badge"},
			{"of who may not sign in", "BADGE-3", "1234", d, "auth.bad_badge"},
			{"on a device that does not prove itself", "BADGE-1", "1234", stranger, "auth.not_enrolled"},
			{"on none", "BADGE-1", "1234", auth.Device{Guid: otherGuid}, "auth.not_enrolled"},
		}
		for _, tt := range tests {
			s, err := f.LoginBadge(t.Context(), auth.Badge{Code: tt.code, Pin: tt.pin}, tt.on)
			if tt.want == "" && (err != nil || s.Actor.Account != "ann" || s.Guid != guid) || tt.want != "" && (!fault.IsKey(err, tt.want) || fault.CodeOf(err) != fault.Invalid) {
				t.Errorf("%s: %+v (%v)", tt.about, s.Actor, err)
			}
		}
		if err := f.badge(t, 2, "BADGE-1", "4321"); fault.CodeOf(err) != fault.Conflict || !fault.IsKey(err, "auth.badge_taken") {
			t.Errorf("the badge of another: %v", err)
		}
		s, err := f.LoginBadge(t.Context(), auth.Badge{Code: "BADGE-1", Pin: "1234"}, d)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.badge(t, 1, "BADGE-9", "9999"); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Session(t.Context(), s.AccessToken, guid); fault.CodeOf(err) != fault.Unauthenticated {
			t.Errorf("with another badge the session goes on: %v", err)
		}
		for code, want := range map[string]bool{"BADGE-1": false, "BADGE-9": true} {
			if _, err := f.LoginBadge(t.Context(), auth.Badge{Code: code, Pin: "9999"}, d); (err == nil) != want {
				t.Errorf("%s: %v", code, err)
			}
		}
	})
}

func TestPinsAreNotGuessed(t *testing.T) {
	f := onOne(t)
	d, other := f.enrol(t, guid, "gate"), f.enrol(t, otherGuid, "dock")
	if err := f.badge(t, 1, "BADGE-1", "1234"); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if _, err := f.LoginBadge(t.Context(), auth.Badge{Code: "BADGE-1", Pin: fmt.Sprint(2000 + i)}, d); fault.CodeOf(err) != fault.Invalid {
			t.Fatal(err)
		}
	}
	for _, on := range []auth.Device{d, other} {
		if _, err := f.LoginBadge(t.Context(), auth.Badge{Code: "BADGE-1", Pin: "1234"}, on); fault.CodeOf(err) != fault.TooMany {
			t.Errorf("after ten guesses at the badge: %v", err)
		}
	}
	f.clock = f.clock.Add(16 * time.Minute)
	if _, err := f.LoginBadge(t.Context(), auth.Badge{Code: "BADGE-1", Pin: "1234"}, d); err != nil {
		t.Errorf("after the window: %v", err)
	}
}

func TestBadgesAndPinsHaveALength(t *testing.T) {
	f := onOne(t)
	tests := []struct {
		code, pin string
		paths     []string
	}{
		{"ABCD", "1234", nil},
		{strings.Repeat("é", 64), "12345678", nil},
		{"ABC", "1234", []string{"badge"}},
		{strings.Repeat("A", 65), "1234", []string{"badge"}},
		{"ABCD", "123", []string{"pin"}},
		{"ABCD", "123456789", []string{"pin"}},
		{"ABCD", "12a4", []string{"pin"}},
		{"ABCD", "12/4", []string{"pin"}},
		{"ABCD", "12:4", []string{"pin"}},
		{"", "", []string{"badge", "pin"}},
		{"ABCD", "0990", nil},
	}
	for _, tt := range tests {
		_, err := f.HashBadge(t.Context(), auth.Badge{Code: tt.code, Pin: tt.pin})
		var paths []string
		if f, ok := fault.As(err); ok {
			for _, one := range f.Errors {
				paths = append(paths, one.Path)
			}
		}
		if fmt.Sprint(paths) != fmt.Sprint(tt.paths) {
			t.Errorf("%q with %q: %v, want %v", tt.code, tt.pin, err, tt.paths)
		}
	}
}

// TestVouchingForWhatAnotherDoes signs nobody in.
func TestVouchingForWhatAnotherDoes(t *testing.T) {
	f := onOne(t)
	d := f.enrol(t, guid, "gate")
	if err := f.badge(t, 1, "BADGE-1", "1234"); err != nil {
		t.Fatal(err)
	}
	d.Secret = "" // the session has proven it
	tests := []struct {
		about string
		proof auth.Proof
		on    auth.Device
		want  string
	}{
		{"a badge", auth.Proof{Badge: "BADGE-1", Pin: "1234"}, d, ""},
		{"a badge on a device that is not enrolled", auth.Proof{Badge: "BADGE-1", Pin: "1234"}, auth.Device{Guid: otherGuid}, "auth.not_enrolled"},
		{"a wrong PIN", auth.Proof{Badge: "BADGE-1", Pin: "9999"}, d, "auth.bad_badge"},
		{"a password", auth.Proof{Account: "ann", Password: "correct horse"}, auth.Device{}, ""},
		{"a wrong password", auth.Proof{Account: "ann", Password: "wrong"}, d, "auth.bad_login"},
		{"who is of no back office", auth.Proof{Account: "bob", Password: "correct horse"}, d, "auth.use_portal"},
	}
	for _, tt := range tests {
		actor, err := f.Vouch(t.Context(), tt.proof, tt.on)
		if tt.want == "" && (err != nil || actor.Account != "ann") || tt.want != "" && !fault.IsKey(err, tt.want) {
			t.Errorf("%s: %+v (%v)", tt.about, actor, err)
		}
	}
	var open int
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &open, "select count(*) from auth_session")
	})
	if open != 0 {
		t.Errorf("%d sessions are open", open)
	}
}
