package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// How often a password may be guessed within guessWindow: for one account from
// one address, and for one account from anywhere.
const (
	guessWindow     = 15 * time.Minute
	guessesHere     = 10
	guessesAnywhere = 100
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
	err := a.proven(ctx, l.guesses(), func() (Person, error) { return a.verify(ctx, l) }, func(ctx context.Context, tx *store.Tx, p Person) (err error) {
		s, err = a.open(ctx, tx, p, l.Device)
		return err
	})
	return s, err
}

// guesses are what a failed login counts towards.
func (l Login) guesses() []guess {
	return []guess{
		{key: hexSum([]byte(l.Device.Address + "\n" + l.UserType + "\n" + l.Account)), limit: guessesHere},
		{key: hexSum([]byte(l.UserType + "\n" + l.Account)), limit: guessesAnywhere},
	}
}

// proven counts a guess and, when verify finds the person, forgets the failed ones
// and does what the person may in the same transaction.
func (a *Auth) proven(ctx context.Context, guesses []guess, verify func() (Person, error), then func(context.Context, *store.Tx, Person) error) error {
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

// verify finds the person whose password it is.
func (a *Auth) verify(ctx context.Context, l Login) (Person, error) {
	var p Person
	var hash string
	err := a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		if p, err = a.person(ctx, tx, "user_type = ? and account = ?", l.UserType, l.Account); err != nil {
			return err
		}
		return tx.Get(ctx, &hash, "select hash from auth_credential where user_id = ?", p.Actor.UserID)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Person{}, fmt.Errorf("read account: %w", err)
	}
	matches, err := a.passwords.matches(ctx, l.Password, hash)
	if err != nil {
		return Person{}, err
	}
	if !matches || !p.enabled {
		return Person{}, fault.New(fault.Invalid, "auth.bad_login")
	}
	return p, nil
}

// guess is one count of failed guesses.
type guess struct {
	key   string
	limit int64
}

// countGuess counts before the password is compared, so that guesses sent side
// by side count too.
func (a *Auth) countGuess(ctx context.Context, guesses []guess) error {
	now := a.now()
	var wait time.Duration
	err := a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		wait = 0
		for _, g := range guesses {
			left, err := g.add(ctx, tx, now)
			if err != nil {
				return fmt.Errorf("count login attempts: %w", err)
			}
			wait = max(wait, left)
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

// forget clears the counts after a success.
func forget(ctx context.Context, tx *store.Tx, guesses []guess) error {
	for _, g := range guesses {
		if _, err := tx.Exec(ctx, "delete from auth_attempt where key = ?", g.key); err != nil {
			return fmt.Errorf("forget login attempts: %w", err)
		}
	}
	return nil
}
