package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// How often a password may be guessed within guessWindow: for one account from
// one address, for one account from anywhere, for all accounts from one address.
const (
	guessWindow     = 15 * time.Minute
	guessesHere     = 10
	guessesAnywhere = 50
	guessesAddress  = 50
)

// Login is who wants to sign in, from where.
type Login struct {
	UserType string // "" is the type of the back office
	Account  string
	Password string
	Device   Device
}

// BackOffice is the user type that no owner bounds.
const BackOffice = meta.BackOffice

// Login opens a session.
//
// An Invalid fault when account and password do not belong together, whether the
// account is unknown, disabled or has another password; a TooMany fault, with
// the seconds to wait, when they were guessed too often.
func (a *Auth) Login(ctx context.Context, l Login) (Session, error) {
	if l.UserType == "" {
		l.UserType = BackOffice
	}
	if _, ok := a.userType(l.UserType); !ok {
		return Session{}, fault.New(fault.Invalid, "auth.unknown_user_type", "type", l.UserType).On("userType")
	}
	var s Session
	err := a.withPassword(ctx, l, func(ctx context.Context, tx *store.Tx, p Person) (err error) {
		if err = a.remember(ctx, tx, p, l.Device); err != nil {
			return err
		}
		s, err = a.open(ctx, tx, p, l.Device)
		return err
	})
	return s, err
}

// withPassword does what the person may whose account and password these are. A
// device that the account was used on before counts its guesses and waits for its
// hashes apart: outsiders who hammer the account do not keep it out.
func (a *Auth) withPassword(ctx context.Context, l Login, then func(context.Context, *store.Tx, Person) error) error {
	guesses, in := l.guesses(), strangers
	here, err := a.wasHere(ctx, l)
	if err != nil {
		return err
	}
	if here {
		guesses, in = []guess{{key: hexSum([]byte("device\n" + l.Device.Guid + "\n" + l.UserType + "\n" + l.Account)), limit: guessesHere}}, known
	}
	return a.proven(ctx, guesses, func() (Person, error) { return a.verify(ctx, l, in) }, then)
}

// guesses are what a failed login counts towards; the first belongs to one account on
// one address.
func (l Login) guesses() []guess {
	return []guess{
		{key: hexSum([]byte(l.Device.Address + "\n" + l.UserType + "\n" + l.Account)), limit: guessesHere},
		{key: hexSum([]byte(l.UserType + "\n" + l.Account)), limit: guessesAnywhere},
		{key: hexSum([]byte("address\n" + l.Device.Address)), limit: guessesAddress, shared: true},
	}
}

// proven counts a guess and, when verify finds the person, takes it back and does
// what the person may in the same transaction. Of one account on one address one
// guess runs at a time: right ones sent side by side are no guesses.
func (a *Auth) proven(ctx context.Context, guesses []guess, verify func() (Person, error), then func(context.Context, *store.Tx, Person) error) error {
	leave, err := a.turns.take(ctx, guesses[0].key)
	if err != nil {
		return err
	}
	defer leave()
	if err := a.countGuess(ctx, guesses); err != nil {
		return err
	}
	p, err := verify()
	if err != nil {
		return err
	}
	return a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := forget(ctx, tx, guesses); err != nil {
			return err
		}
		return then(ctx, tx, p)
	})
}

// verify finds the person whose password it is. A known account asks the database
// and hashes as often as an unknown one until its password is right.
func (a *Auth) verify(ctx context.Context, l Login, in queue) (Person, error) {
	var account struct {
		ID   int64  `db:"id"`
		Hash string `db:"hash"`
	}
	err := a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &account, `select u.id, c.hash from "user" u join auth_credential c on c.user_id = u.id
			where u.user_type = ? and u.account = ?`, l.UserType, l.Account)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Person{}, fmt.Errorf("read account: %w", err)
	}
	matches, err := a.passwords.matches(ctx, in, l.Password, account.Hash)
	if err != nil {
		return Person{}, err
	}
	if matches {
		p, err := a.enabledPerson(ctx, account.ID)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return p, err
		}
	}
	return Person{}, a.refusal(ctx, l, in)
}

// enabledPerson reads a person who may sign in; sql.ErrNoRows when he may not.
func (a *Auth) enabledPerson(ctx context.Context, id int64) (p Person, err error) {
	err = a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		p, err = a.admitted(ctx, tx, id)
		return err
	})
	return p, err
}

// refusal is told to who could not sign in. Who holds the right password of an
// account of another user type learns which door is his; whoever guesses learns
// nothing, and waits as long.
func (a *Auth) refusal(ctx context.Context, l Login, in queue) error {
	userType, hash, err := a.elsewhere(ctx, l)
	if err != nil {
		return err
	}
	matches, err := a.passwords.matches(ctx, in, l.Password, hash)
	if err != nil {
		return err
	}
	if !matches {
		return fault.New(fault.Invalid, "auth.bad_login")
	}
	if t, ok := a.userType(userType); ok && t.Owner != nil {
		return fault.New(fault.Invalid, "auth.use_portal")
	}
	return fault.New(fault.Invalid, "auth.use_back_office")
}

// elsewhere finds the account under another user type; "" when there is none.
func (a *Auth) elsewhere(ctx context.Context, l Login) (userType, hash string, err error) {
	const text = `select u.user_type, c.hash from "user" u join auth_credential c on c.user_id = u.id
		where u.account = ? and u.user_type <> ? and u.enabled order by u.id limit 1`
	err = a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRow(ctx, text, l.Account, l.UserType).Scan(&userType, &hash)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", "", fmt.Errorf("read account: %w", err)
	}
	return userType, hash, nil
}

// guess is one count of failed guesses.
type guess struct {
	key    string
	limit  int64
	shared bool // by many accounts
}

// countGuess counts before the password is compared, so that guesses sent side
// by side count too. The widest count comes first: what it stops leaves no other
// behind, however many accounts an address invents.
func (a *Auth) countGuess(ctx context.Context, guesses []guess) error {
	now := a.now()
	var wait time.Duration
	err := a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		wait = 0
		for _, g := range slices.Backward(guesses) {
			if wait > 0 {
				break
			}
			if wait, err = g.add(ctx, tx, now); err != nil {
				return fmt.Errorf("count login attempts: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if wait > 0 {
		seconds := int64(wait/time.Second) + 1
		return fault.New(fault.TooMany, "auth.too_many", "seconds", seconds).With(map[string]any{"retryAfter": seconds})
	}
	return nil
}

// add counts one guess and gives how long to wait; 0 when it is allowed.
func (g guess) add(ctx context.Context, tx *store.Tx, now time.Time) (time.Duration, error) {
	const text = `insert into auth_attempt as t (key, count, since) values (?, 1, ?)
		on conflict (key) do update set
			count = case when t.since < ? then 1 else t.count + 1 end,
			since = case when t.since < ? then excluded.since else t.since end
		returning count, since`
	var count, since int64
	oldest := now.Add(-guessWindow).UnixMilli()
	if err := tx.QueryRow(ctx, text, g.key, now.UnixMilli(), oldest, oldest).Scan(&count, &since); err != nil {
		return 0, err
	}
	if count <= g.limit {
		return 0, nil
	}
	return max(time.UnixMilli(since).Add(guessWindow).Sub(now), time.Millisecond), nil
}

// forget clears the counts after a success; a shared one loses this guess, which was
// none.
func forget(ctx context.Context, tx *store.Tx, guesses []guess) error {
	for _, g := range guesses {
		text := "delete from auth_attempt where key = ?"
		if g.shared {
			text = "update auth_attempt set count = count - 1 where key = ? and count > 0"
		}
		if _, err := tx.Exec(ctx, text, g.key); err != nil {
			return fmt.Errorf("forget login attempts: %w", err)
		}
	}
	return nil
}
