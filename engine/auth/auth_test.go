package auth_test

import (
	"context"
	"encoding/hex"
	"strconv"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

const guid = "00000000-0000-4000-8000-000000000000"

// fixture is an Auth with one back-office user, one user of a customer and one
// who is disabled, all with the password "correct horse".
type fixture struct {
	*auth.Auth
	db    *store.DB
	clock time.Time
}

// little is what a hash costs where nobody guesses.
var little = auth.Effort{Memory: 64, Passes: 1}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	f := &fixture{db: db, clock: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)}
	f.Auth = auth.New(db, auth.Options{
		UserTypes: func() []meta.UserType {
			return []meta.UserType{{Key: "user"}, {Key: "customer", Owner: &meta.Owner{Table: "customer", Field: "customer_id"}}}
		},
		Effort: little,
		Now:    func() time.Time { return f.clock },
	})
	if err := db.Migrate(t.Context(), auth.Migrations()); err != nil {
		t.Fatal(err)
	}
	f.alter(t,
		`create table "user" (id bigint primary key, account text, true_name text, user_type text, mobile text,
			language text, department_id bigint, enabled boolean, customer_id bigint)`,
		`create table "role" (id bigint primary key, user_type text, enabled boolean)`,
		`create table user_role (user_id bigint, role_id bigint)`,
		`insert into "user" values (1, 'ann', 'Ann', 'user', '1', 'en', 7, true, null),
			(2, 'bob', 'Bob', 'customer', null, null, null, true, 42), (3, 'cy', 'Cy', 'user', null, null, null, false, null)`,
		`insert into "role" values (10, 'user', true), (11, 'user', false), (12, 'customer', true)`,
		`insert into user_role values (1, 10), (1, 11), (1, 12)`)
	f.password(t, "correct horse", 1, 2, 3)
	return f
}

func (f *fixture) alter(t *testing.T, statements ...string) {
	t.Helper()
	err := f.db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) password(t *testing.T, password string, users ...int64) {
	t.Helper()
	hash, err := f.HashPassword(t.Context(), "", password)
	if err != nil {
		t.Fatal(err)
	}
	err = f.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, id := range users {
			if err := f.SetHash(ctx, tx, id, hash, 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) login(t *testing.T, userType, account string) auth.Session {
	t.Helper()
	s, err := f.Login(t.Context(), auth.Login{
		UserType: userType, Account: account, Password: "correct horse", Device: auth.Device{Guid: guid, Address: "10.0.0.1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLogin(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		tests := []struct {
			name                        string
			userType, account, password string
			wantCode                    fault.Code
			wantKey                     string
		}{
			{name: "back office by default", account: "ann", password: "correct horse"},
			{name: "user of a customer", userType: "customer", account: "bob", password: "correct horse"},
			{name: "wrong password", account: "ann", password: "wrong", wantCode: fault.Invalid, wantKey: "auth.bad_login"},
			{name: "unknown account", account: "zoe", password: "correct horse", wantCode: fault.Invalid, wantKey: "auth.bad_login"},
			{name: "right account, wrong type", userType: "customer", account: "ann", password: "correct horse", wantCode: fault.Invalid, wantKey: "auth.use_back_office"},
			{name: "a customer at the back office", account: "bob", password: "correct horse", wantCode: fault.Invalid, wantKey: "auth.use_portal"},
			{name: "a guess at a customer's account", account: "bob", password: "wrong", wantCode: fault.Invalid, wantKey: "auth.bad_login"},
			{name: "disabled, wrong type", userType: "customer", account: "cy", password: "correct horse", wantCode: fault.Invalid, wantKey: "auth.bad_login"},
			{name: "disabled", account: "cy", password: "correct horse", wantCode: fault.Invalid, wantKey: "auth.bad_login"},
			{name: "unknown type", userType: "robot", account: "ann", password: "correct horse", wantCode: fault.Invalid, wantKey: "auth.unknown_user_type"},
		}
		for _, tt := range tests {
			_, err := f.Login(t.Context(), auth.Login{UserType: tt.userType, Account: tt.account, Password: tt.password})
			if got := fault.CodeOf(err); got != tt.wantCode || tt.wantKey != "" && !fault.IsKey(err, tt.wantKey) {
				t.Errorf("%s: code = %d, want %d %s (err: %v)", tt.name, got, tt.wantCode, tt.wantKey, err)
			}
		}
	})
}

func TestLoginIsThrottled(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		guess := func(password string) error {
			_, err := f.Login(t.Context(), auth.Login{Account: "ann", Password: password, Device: auth.Device{Address: "10.0.0.9"}})
			return err
		}
		for range 10 {
			if got := fault.CodeOf(guess("wrong")); got != fault.Invalid {
				t.Fatalf("code = %d, want %d", got, fault.Invalid)
			}
		}
		if got := fault.CodeOf(guess("correct horse")); got != fault.TooMany {
			t.Errorf("after ten guesses: code = %d, want %d", got, fault.TooMany)
		}
		f.login(t, "user", "ann") // from another address
		f.clock = f.clock.Add(16 * time.Minute)
		if err := guess("correct horse"); err != nil {
			t.Errorf("after the window: %v", err)
		}
	})
}

func TestSession(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		opened := f.login(t, "customer", "bob")

		s, err := f.Session(t.Context(), opened.AccessToken, guid)
		if err != nil {
			t.Fatal(err)
		}
		if s.Actor.OwnerID != 42 || s.Actor.Values["customer_id"] != int64(42) || s.SignKey() != opened.SignKey() {
			t.Errorf("session = %+v, want owner 42 and the key of the login", s)
		}
		if ann := f.login(t, "user", "ann"); len(ann.Actor.Roles) != 1 || ann.Actor.Roles[0] != 10 {
			t.Errorf("roles = %v, want the enabled one of the user's type", ann.Actor.Roles)
		}

		f.clock = f.clock.Add(11 * time.Hour)
		if _, err := f.Session(t.Context(), opened.AccessToken, guid); err != nil {
			t.Errorf("within its life: %v", err)
		}
		f.clock = f.clock.Add(11 * time.Hour)
		if _, err := f.Session(t.Context(), opened.AccessToken, guid); err != nil {
			t.Errorf("kept alive by use: %v", err)
		}
		for name, try := range map[string][2]string{
			"unknown token": {"nothing", guid}, "no token": {"", guid}, "other device": {opened.AccessToken, guid[1:] + "9"},
		} {
			if _, err := f.Session(t.Context(), try[0], try[1]); fault.CodeOf(err) != fault.Unauthenticated {
				t.Errorf("%s: %v, want unauthenticated", name, err)
			}
		}
		f.clock = f.clock.Add(13 * time.Hour)
		if _, err := f.Session(t.Context(), opened.AccessToken, guid); fault.CodeOf(err) != fault.Unauthenticated {
			t.Errorf("after its life: %v, want unauthenticated", err)
		}
	})
}

func TestChangePasswordEndsOtherSessions(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		here, there := f.login(t, "user", "ann"), f.login(t, "user", "ann")

		if err := f.ChangePassword(t.Context(), here, "wrong", "a new password"); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("wrong old password: %v, want invalid", err)
		}
		if err := f.ChangePassword(t.Context(), here, "correct horse", "12345678"); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("common password: %v, want invalid", err)
		}
		if err := f.ChangePassword(t.Context(), here, "correct horse", "a new password"); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Session(t.Context(), here.AccessToken, guid); err != nil {
			t.Errorf("own session: %v", err)
		}
		if _, err := f.Session(t.Context(), there.AccessToken, guid); fault.CodeOf(err) != fault.Unauthenticated {
			t.Errorf("other session: %v, want unauthenticated", err)
		}
	})
}

func TestResetTicketIsGoodOnce(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		var token string
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			token, err = f.ResetTicket(ctx, tx, 1)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.ResetPassword(t.Context(), token, "a new password"); err != nil {
			t.Fatal(err)
		}
		if err := f.ResetPassword(t.Context(), token, "another one"); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("second use: %v, want invalid", err)
		}
		if setup, err := f.SetupTicket(t.Context()); err != nil || setup != "" {
			t.Errorf("set-up of a database with accounts: %q, %v, want none", setup, err)
		}
	})
}

func TestCheckSignature(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		s := f.login(t, "user", "ann")
		s, err := f.Session(t.Context(), s.AccessToken, guid)
		if err != nil {
			t.Fatal(err)
		}
		token, expires, err := f.SignToken(guid)
		if err != nil || expires.Sub(f.clock) < 12*time.Hour {
			t.Fatalf("token until %v, %v", expires, err)
		}
		at := func(off time.Duration) string { return strconv.FormatInt(f.clock.Add(off).UnixMilli(), 10) }
		call := func(change func(*auth.Signed)) auth.Signed {
			c := auth.Signed{Method: "POST", Path: "/api/x", Timestamp: at(0), Nonce: "n", Guid: guid, UserType: "user", AccessToken: s.AccessToken, Body: []byte(`{"a":"布"}`)}
			if change != nil {
				change(&c)
			}
			return c
		}
		keyOf := func(c auth.Signed) string { return c.Sign2(keyBytes(t, s)) }
		honest := call(nil)
		tests := []struct {
			name      string
			call      auth.Signed
			version   string
			signature string
			wantKey   string
		}{
			{name: "version 2", call: honest, version: "2", signature: keyOf(honest)},
			{name: "version 1", call: honest, signature: honest.Sign1(token, auth.ByCodePoint, honest.Body)},
			{name: "version 1, other body", call: call(func(c *auth.Signed) { c.Body = []byte("{}") }), signature: honest.Sign1(token, auth.ByUTF16, honest.Body), wantKey: "sign.wrong"},
			{name: "version 1, body left out of JSON", call: honest, signature: honest.Sign1(token, auth.ByUTF16, nil), wantKey: "sign.wrong"},
			{name: "version 1, body left out of multipart", call: call(func(c *auth.Signed) { c.Multipart = true }), signature: honest.Sign1(token, auth.ByUTF16, nil)},
			{name: "version 1, multipart with body", call: call(func(c *auth.Signed) { c.Multipart = true }), signature: honest.Sign1(token, auth.ByUTF16, honest.Body)},
			{name: "version 2, other path", call: call(func(c *auth.Signed) { c.Path = "/api/y" }), version: "2", signature: keyOf(honest), wantKey: "sign.wrong"},
			{name: "version 2, other key", call: call(func(c *auth.Signed) { c.IdempotencyKey = "k" }), version: "2", signature: keyOf(honest), wantKey: "sign.wrong"},
			{name: "late", call: call(func(c *auth.Signed) { c.Timestamp = at(-301 * time.Second) }), version: "2", wantKey: "sign.time"},
			{name: "early", call: call(func(c *auth.Signed) { c.Timestamp = at(301 * time.Second) }), version: "2", wantKey: "sign.time"},
			{name: "no time", call: call(func(c *auth.Signed) { c.Timestamp = "" }), version: "2", wantKey: "sign.incomplete"},
			{name: "no nonce", call: call(func(c *auth.Signed) { c.Nonce = "" }), version: "2", wantKey: "sign.incomplete"},
		}
		for _, tt := range tests {
			err := f.CheckSignature(s, tt.call, tt.version, tt.signature)
			if tt.wantKey == "" && err != nil || tt.wantKey != "" && !fault.IsKey(err, tt.wantKey) {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.wantKey)
			}
		}
		f.clock = f.clock.Add(12 * time.Hour) // the token of the last window holds still
		later := call(nil)
		if err := f.CheckSignature(s, later, "1", later.Sign1(token, auth.ByCodePoint, later.Body)); err != nil {
			t.Errorf("before its end: %v", err)
		}
	})
}

func keyBytes(t *testing.T, s auth.Session) []byte {
	t.Helper()
	key, err := hex.DecodeString(s.SignKey())
	if err != nil {
		t.Fatal(err)
	}
	return key
}
