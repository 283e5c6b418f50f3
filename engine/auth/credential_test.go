package auth_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

func TestPasswordsThatAreTooEasy(t *testing.T) {
	f := onOne(t)
	tests := []struct{ account, password, want string }{
		{"ann", "1234567", "auth.password_length"},
		{"ann", "éééééééé", ""},
		{"ann", strings.Repeat("é", 7), "auth.password_length"},
		{"ann", strings.Repeat("x", 128), ""},
		{"ann", strings.Repeat("x", 129), "auth.password_length"},
		{"ann", "PassWord", "auth.password_common"},
		{"Ann.Smith", "aNN.sMITH", "auth.password_common"},
		{"ann.smith", "ann.smith1", ""},
	}
	for _, tt := range tests {
		_, err := f.HashPassword(t.Context(), tt.account, tt.password)
		if tt.want == "" && err != nil {
			t.Errorf("%q of %s: %v", tt.password, tt.account, err)
		}
		if got := only(err); tt.want != "" && (got.Key != tt.want || got.Path != "password" || got.Code != fault.Invalid) {
			t.Errorf("%q of %s: %v, want %s", tt.password, tt.account, err, tt.want)
		}
	}
}

func TestWhosePasswordItIs(t *testing.T) {
	f := onOne(t)
	f.password(t, "another horse", 2)
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		for _, tt := range []struct {
			user     int64
			password string
			want     bool
		}{{1, "correct horse", true}, {1, "another horse", false}, {2, "another horse", true}, {2, "", false}, {99, "correct horse", false}} {
			if got, err := f.HasPassword(ctx, tx, tt.user, tt.password); got != tt.want || err != nil {
				t.Errorf("%q of %d: %v (%v)", tt.password, tt.user, got, err)
			}
		}
		return nil
	})
}

// TestOldPasswordsAreNotGuessed by who found a session open.
func TestOldPasswordsAreNotGuessed(t *testing.T) {
	f := onOne(t)
	s, other := f.login(t, "user", "ann"), f.login(t, "user", "ann")
	for range 10 {
		err := f.ChangePassword(t.Context(), s, "guess", "a new password")
		if got := only(err); got.Key != "auth.bad_old_password" || got.Path != "oldPassword" {
			t.Fatal(err)
		}
	}
	if err := f.ChangePassword(t.Context(), s, "correct horse", "a new password"); fault.CodeOf(err) != fault.TooMany {
		t.Errorf("the eleventh: %v", err)
	}
	if err := f.ChangePassword(t.Context(), other, "correct horse", "a new password"); err != nil {
		t.Errorf("in another session: %v", err)
	}
}

// TestTicketsAreGoodForTheirPurpose once, until they end or a later one is given.
func TestTicketsAreGoodForTheirPurpose(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		reset := func(user int64) (token string) {
			f.write(t, func(ctx context.Context, tx *store.Tx) (err error) {
				token, err = f.ResetTicket(ctx, tx, user)
				return err
			})
			return token
		}
		earlier, ann, bob := reset(1), reset(1), reset(2)
		s := f.login(t, "user", "ann")
		bad := func(about string, err error) {
			t.Helper()
			if got, ok := fault.As(err); !ok || got.Key != "auth.bad_ticket" || got.Path != "token" || got.Code != fault.Invalid {
				t.Errorf("%s: %v", about, err)
			}
		}
		bad("an earlier one", f.ResetPassword(t.Context(), earlier, "a new password"))
		bad("none", f.ResetPassword(t.Context(), "", "a new password"))
		bad("for set-up", f.CheckSetupTicket(t.Context(), ann))
		if err := f.ResetPassword(t.Context(), ann, "easy"); only(err).Key != "auth.password_length" {
			t.Errorf("an easy password: %v", err)
		}
		if err := f.ResetPassword(t.Context(), ann, "a new password"); err != nil {
			t.Errorf("that took the ticket: %v", err)
		}
		if _, err := f.Session(t.Context(), s.AccessToken, guid); fault.CodeOf(err) != fault.Unauthenticated {
			t.Errorf("the session goes on: %v", err)
		}
		if _, err := f.Login(t.Context(), auth.Login{Account: "ann", Password: "a new password"}); err != nil {
			t.Errorf("with the new password: %v", err)
		}
		f.clock = f.clock.Add(time.Hour)
		bad("after an hour", f.ResetPassword(t.Context(), bob, "a new password"))
	})
}

// TestAnEmptyDatabaseIsSetUpByItsLatestTicket once.
func TestAnEmptyDatabaseIsSetUpByItsLatestTicket(t *testing.T) {
	f := onOne(t)
	f.alter(t, "delete from auth_credential")
	ticket := func() string {
		token, err := f.SetupTicket(t.Context())
		if err != nil || token == "" {
			t.Fatalf("ticket %q (%v)", token, err)
		}
		return token
	}
	earlier, token := ticket(), ticket()
	use := func(token string) error {
		return f.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error { return f.UseSetupTicket(ctx, tx, token) })
	}
	if err := f.CheckSetupTicket(t.Context(), earlier); !fault.IsKey(err, "auth.bad_ticket") {
		t.Errorf("an earlier one: %v", err)
	}
	if err := f.CheckSetupTicket(t.Context(), token); err != nil {
		t.Errorf("the latest: %v", err)
	}
	if err := use(token); err != nil {
		t.Errorf("its use: %v", err)
	}
	for _, spent := range []string{token, earlier} {
		if err := use(spent); !fault.IsKey(err, "auth.bad_ticket") {
			t.Errorf("another use: %v", err)
		}
	}
	late := ticket()
	f.clock = f.clock.Add(30 * 24 * time.Hour)
	if err := use(late); !fault.IsKey(err, "auth.bad_ticket") {
		t.Errorf("after thirty days: %v", err)
	}
}

// TestWhoAskedBeforeIsWhoHeIsNow with his rights of today, in the language that he asked in.
func TestWhoAskedBeforeIsWhoHeIsNow(t *testing.T) {
	f := onOne(t)
	asker := f.login(t, "user", "ann").Actor
	asker.Language, asker.Roles = "es", []int64{11}
	current := func(was auth.Actor) (now auth.Actor, err error) {
		err = f.db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			now, err = f.Current(ctx, tx, was)
			return err
		})
		return now, err
	}
	if now, err := current(asker); err != nil || now.Language != "es" || len(now.Roles) != 1 || now.Roles[0] != 10 || now.TrueName != "Ann" {
		t.Errorf("now: %+v (%v)", now, err)
	}
	if now, err := current(auth.System("jobs")); err != nil || !now.IsSystem() || now.System != "jobs" {
		t.Errorf("the system: %+v (%v)", now, err)
	}
	looks := f.As(asker, auth.Preview{Role: 12, UserType: "customer", Owner: 42})
	if now, err := current(looks); err != nil || now.UserType != "customer" || now.OwnerID != 42 || len(now.Roles) != 1 || now.Roles[0] != 12 || now.Own == nil {
		t.Errorf("who looks as a role: %+v (%v)", now, err)
	}
	f.alter(t, `update "user" set enabled = false where id = 1`)
	if _, err := current(asker); fault.CodeOf(err) != fault.Denied || !fault.IsKey(err, "auth.asker_gone") {
		t.Errorf("when he may not sign in: %v", err)
	}
}

func TestAnAccountIsFoundByItsType(t *testing.T) {
	f := onOne(t)
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		if actor, err := f.Find(ctx, tx, "customer", "bob"); err != nil || actor.UserID != 2 || actor.OwnerID != 42 || actor.Values["language"] != nil {
			t.Errorf("bob: %+v (%v)", actor, err)
		}
		if actor, err := f.Find(ctx, tx, "user", "ann"); err != nil || actor.OwnerID != 0 || actor.Values["department_id"] != int64(7) || actor.Values["customer_id"] != nil {
			t.Errorf("ann: %+v (%v)", actor, err)
		}
		if _, err := f.Find(ctx, tx, "user", "bob"); fault.CodeOf(err) != fault.NotFound || !fault.IsKey(err, "auth.unknown_account") {
			t.Errorf("bob of the back office: %v", err)
		}
		return nil
	})
}

// TestASignatureIsUsedOnce whether its call runs, ran, was refused, or wrote.
func TestASignatureIsUsedOnce(t *testing.T) {
	f := onOne(t)
	call := func(user int64, nonce string) context.Context {
		return auth.WithCall(t.Context(), auth.Call{UserID: user, Nonce: nonce, Digest: "d"})
	}
	begin := func(ctx context.Context) func() {
		t.Helper()
		end, err := f.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return end
	}
	refused := func(about string, ctx context.Context) {
		t.Helper()
		if _, err := f.Begin(ctx); fault.CodeOf(err) != fault.Stale || !fault.IsKey(err, "sign.replayed") {
			t.Errorf("%s: %v", about, err)
		}
	}
	ctx := call(1, "n")
	end := begin(ctx)
	refused("while it runs", call(1, "n"))
	begin(call(1, "m"))()
	begin(call(2, "n"))()
	end()
	end = begin(call(1, "n")) // nothing says that it was used
	if err := f.Spend(ctx); err != nil {
		t.Fatal(err)
	}
	end()
	refused("when it was spent", call(1, "n"))
	refused("and again", call(1, "n"))
	if err := f.Spend(call(1, "n")); !fault.IsKey(err, "sign.replayed") {
		t.Errorf("spent twice: %v", err)
	}
	wrote := call(1, "w")
	err := f.db.Write(wrote, func(ctx context.Context, tx *store.Tx) error {
		_, err := auth.Once(ctx, tx, "", func() ([]byte, error) { return []byte("1"), nil })
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	refused("when its call wrote", call(1, "w"))
	if err := f.Spend(wrote); err != nil {
		t.Fatal(err)
	}
	var rows int
	f.write(t, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &rows, "select count(*) from auth_call where nonce = 'w'")
	})
	if rows != 1 {
		t.Errorf("%d rows say that it was used", rows)
	}
	begin(t.Context())()
}

// TestASignatureIsClaimedWithWhatItDoes: nobody looks before, and yet what was used, by whatever
// call and at whatever server, does nothing again.
func TestASignatureIsClaimedWithWhatItDoes(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), auth.Migrations()); err != nil {
			t.Fatal(err)
		}
		one, other := auth.New(db, auth.Options{}), auth.New(db, auth.Options{}) // two servers
		work := func(server *auth.Auth, nonce, key string, do func() ([]byte, error)) ([]byte, error) {
			ctx := auth.WithCall(t.Context(), auth.Call{UserID: 1, Nonce: nonce, Key: key, Digest: "d"})
			end, err := server.Claim(ctx)
			if err != nil {
				return nil, err
			}
			defer end()
			var answer []byte
			err = db.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
				answer, err = auth.Once(ctx, tx, "", do)
				return err
			})
			return answer, errors.Join(err, server.Spend(ctx))
		}
		answers := func(text string) func() ([]byte, error) {
			return func() ([]byte, error) { return []byte(text), nil }
		}
		errNo := errors.New("no")
		for _, c := range []struct {
			about      string
			server     *auth.Auth
			nonce, key string
			do         func() ([]byte, error)
			want       string // "" where the signature was used
		}{
			{"the first", one, "n", "k", answers("first"), "first"},
			{"another of its key", other, "m", "k", answers("second"), "first"},
			{"that one again", one, "m", "", answers("third"), ""},
			{"the first again, by its key", other, "n", "k", answers("fourth"), ""},
			{"and without", one, "n", "", answers("fifth"), ""},
		} {
			answer, err := work(c.server, c.nonce, c.key, c.do)
			if c.want == "" && !fault.IsKey(err, "sign.replayed") || c.want != "" && (err != nil || string(answer) != c.want) {
				t.Errorf("%s: %q, %v", c.about, answer, err)
			}
		}
		if _, err := work(one, "failed", "", func() ([]byte, error) { return nil, errNo }); !errors.Is(err, errNo) || fault.IsKey(err, "sign.replayed") {
			t.Errorf("a refused one: %v", err)
		}
		if _, err := work(other, "failed", "", func() ([]byte, error) { return nil, errNo }); !fault.IsKey(err, "sign.replayed") {
			t.Errorf("what was refused, again: %v", err)
		}
	})
}

// TestASignatureOfWhatReadsIsUsedAtOnce, unless any call used it before, however far that is.
func TestASignatureOfWhatReadsIsUsedAtOnce(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), auth.Migrations()); err != nil {
			t.Fatal(err)
		}
		one, other := auth.New(db, auth.Options{}), auth.New(db, auth.Options{}) // two servers
		call := func(nonce string) context.Context {
			return auth.WithCall(t.Context(), auth.Call{UserID: 1, Nonce: nonce, Digest: "d"})
		}
		refused := func(about string, _ func(), err error) {
			t.Helper()
			if !fault.IsKey(err, "sign.replayed") {
				t.Errorf("%s: %v", about, err)
			}
		}
		ctx := call("read")
		end, err := one.Use(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, server := range []*auth.Auth{one, other} {
			end, err := server.Use(call("read"))
			refused("read while it runs", end, err)
			end, err = server.Begin(call("read"))
			refused("written while it runs", end, err)
		}
		end()
		if err := one.Spend(ctx); err != nil {
			t.Fatal(err)
		}
		end, err = one.Use(call("read"))
		refused("read again", end, err)
		err = db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := auth.Once(call("written"), tx, "", func() ([]byte, error) { return nil, nil })
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		end, err = one.Use(call("written"))
		refused("read what was written", end, err)
		var rows int
		err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &rows, "select count(*) from auth_call")
		})
		if err != nil || rows != 2 {
			t.Errorf("%d rows say that two signatures were used: %v", rows, err)
		}
	})
}

// TestAnAnswerWithASecretIsToldOnce and not kept.
func TestAnAnswerWithASecretIsToldOnce(t *testing.T) {
	f := onOne(t)
	ask := func(nonce string) (answer []byte, err error) {
		ctx := auth.WithCall(t.Context(), auth.Call{UserID: 1, Nonce: nonce, Key: "k", Digest: "d"})
		err = f.db.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
			answer, err = auth.Once(ctx, tx, "", func() ([]byte, error) {
				auth.KeepNoAnswer(ctx)
				return []byte("secret"), nil
			})
			return err
		})
		return answer, err
	}
	if answer, err := ask("1"); err != nil || string(answer) != "secret" {
		t.Errorf("at first: %q (%v)", answer, err)
	}
	if _, err := ask("2"); fault.CodeOf(err) != fault.Conflict || !fault.IsKey(err, "call.told_once") {
		t.Errorf("asked again: %v", err)
	}
	auth.KeepNoAnswer(t.Context()) // of no call: nothing to keep
}

// TestASessionDoesNotFallBack to the signatures of before once it has signed with the new ones.
func TestASessionDoesNotFallBack(t *testing.T) {
	f := onOne(t)
	old, opened := f.login(t, "user", "ann"), f.login(t, "user", "ann")
	read := func() auth.Session {
		s, err := f.Session(t.Context(), opened.AccessToken, guid)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := read()
	for _, step := range []struct {
		version string
		back    bool
	}{{"1", false}, {"2", false}, {"1", true}, {"2", false}, {"1", true}} {
		if err := f.HoldVersion(t.Context(), s, step.version); (err != nil) != step.back || step.back && (fault.CodeOf(err) != fault.Stale || !fault.IsKey(err, "sign.fell_back")) {
			t.Errorf("version %s: %v", step.version, err)
		}
		s = read()
	}
	if err := f.HoldVersion(t.Context(), old, "1"); err != nil {
		t.Errorf("another session: %v", err)
	}
	if err := f.HoldVersion(t.Context(), auth.Session{Key: "k", ID: s.ID}, "1"); err != nil {
		t.Errorf("a key: %v", err)
	}
}
