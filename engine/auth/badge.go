package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Lengths of a badge's code and of a PIN, in characters.
const (
	minBadge, maxBadge = 4, 64
	minPin, maxPin     = 4, 8
)

// Badge is what signs a person in on an enrolled device: the code that the device
// reads and the PIN that only the person knows.
type Badge struct{ Code, Pin string }

// NewBadge is a badge whose PIN is hashed, which takes a while, before a transaction.
type NewBadge struct{ hash, pin string }

// HashBadge checks a badge and gives what SetBadge keeps. An Invalid fault on badge
// or pin when it is too short, or the PIN is no number.
func (a *Auth) HashBadge(ctx context.Context, b Badge) (NewBadge, error) {
	var bad []*fault.Fault
	if n := len([]rune(b.Code)); n < minBadge || n > maxBadge {
		bad = append(bad, fault.New(fault.Invalid, "auth.badge_length", "min", minBadge, "max", maxBadge).On("badge").Breaking("length"))
	}
	if n := len(b.Pin); n < minPin || n > maxPin || !digits(b.Pin) {
		bad = append(bad, fault.New(fault.Invalid, "auth.pin_length", "min", minPin, "max", maxPin).On("pin").Breaking("length"))
	}
	if err := fault.Join(bad); err != nil {
		return NewBadge{}, err
	}
	pin, err := a.passwords.hash(ctx, known, b.Pin)
	return NewBadge{a.badgeHash(b.Code), pin}, err
}

func digits(text string) bool {
	for _, r := range text {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// badgeHash finds a badge without keeping its code.
func (a *Auth) badgeHash(code string) string {
	mac := hmac.New(sha256.New, a.master.Derive("badge"))
	mac.Write([]byte(code))
	return hex.EncodeToString(mac.Sum(nil))
}

// SetBadge gives a user a badge in place of the one before, and ends the user's
// sessions. A Conflict fault when somebody else has it.
func (a *Auth) SetBadge(ctx context.Context, tx *store.Tx, userID int64, b NewBadge) error {
	var other int64
	err := tx.Get(ctx, &other, "select user_id from auth_badge where badge_hash = ? and user_id <> ?", b.hash, userID)
	if err == nil {
		return fault.New(fault.Conflict, "auth.badge_taken")
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("look for badge: %w", err)
	}
	const text = `insert into auth_badge (user_id, badge_hash, pin_hash, changed_at) values (?, ?, ?, ?)
		on conflict (user_id) do update set badge_hash = excluded.badge_hash, pin_hash = excluded.pin_hash, changed_at = excluded.changed_at`
	if _, err := tx.Exec(ctx, text, userID, b.hash, b.pin, a.now().UnixMilli()); err != nil {
		return fmt.Errorf("keep badge of user %d: %w", userID, err)
	}
	return a.EndSessions(ctx, tx, userID, 0)
}

// LoginBadge opens a session for the person whose badge and PIN these are.
//
// An Invalid fault when the device is not enrolled, or badge and PIN do not belong
// together; a TooMany fault, with the seconds to wait, when they were guessed too
// often.
func (a *Auth) LoginBadge(ctx context.Context, b Badge, d Device) (Session, error) {
	var s Session
	err := a.withBadge(ctx, b, d, false, func(ctx context.Context, tx *store.Tx, p Person) (err error) {
		if _, err := tx.Exec(ctx, "update auth_device set used_at = ? where guid = ?", a.now().UnixMilli(), d.Guid); err != nil {
			return fmt.Errorf("note use of device: %w", err)
		}
		s, err = a.open(ctx, tx, p, d)
		return err
	})
	return s, err
}

// withBadge does what the person may whose badge and PIN these are, on an enrolled
// device. One that was proven by a session need not show its secret.
func (a *Auth) withBadge(ctx context.Context, b Badge, d Device, proven bool, then func(context.Context, *store.Tx, Person) error) error {
	hash := a.badgeHash(b.Code)
	guesses := []guess{{key: hexSum([]byte("badge\n" + d.Guid)), limit: guessesHere}, {key: "badge\n" + hash, limit: guessesHere}}
	return a.proven(ctx, guesses, func() (Person, error) { return a.verifyBadge(ctx, hash, b.Pin, d, proven) }, then)
}

// Proof is what a person shows beside somebody else's session: a badge with its
// PIN, or account and password.
type Proof struct {
	Badge    string `json:"badge"`
	Pin      string `json:"pin"`
	Account  string `json:"account"`
	Password string `json:"password"`
}

// Vouch finds the person of the back office who shows a proof, without signing the
// person in. The faults are those of LoginBadge and Login, and the guesses count
// together with theirs.
func (a *Auth) Vouch(ctx context.Context, proof Proof, d Device) (Actor, error) {
	var actor Actor
	then := func(_ context.Context, _ *store.Tx, p Person) error {
		actor = p.Actor
		return nil
	}
	if proof.Badge != "" {
		err := a.withBadge(ctx, Badge{Code: proof.Badge, Pin: proof.Pin}, d, true, then)
		return actor, err
	}
	l := Login{UserType: BackOffice, Account: proof.Account, Password: proof.Password, Device: d}
	err := a.withPassword(ctx, l, then)
	return actor, err
}

// verifyBadge finds the person of a badge whose PIN it is, on an enrolled device.
func (a *Auth) verifyBadge(ctx context.Context, hash, pin string, d Device, proven bool) (Person, error) {
	var p Person
	var row struct {
		UserID int64  `db:"user_id"`
		Pin    string `db:"pin_hash"`
	}
	err := a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		if err = mustBeEnrolled(ctx, tx, d, proven); err != nil {
			return err
		}
		if err = tx.Get(ctx, &row, "select user_id, pin_hash from auth_badge where badge_hash = ?", hash); err != nil {
			return err
		}
		p, err = a.admitted(ctx, tx, row.UserID)
		return err
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Person{}, fmt.Errorf("read badge: %w", err)
	}
	matches, err := a.passwords.matches(ctx, known, pin, row.Pin)
	if err != nil {
		return Person{}, err
	}
	if !matches || p.Actor.UserID == 0 {
		return Person{}, fault.New(fault.Invalid, "auth.bad_badge")
	}
	return p, nil
}
