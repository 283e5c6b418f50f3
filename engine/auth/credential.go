package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// HashPassword checks a new password of an account and gives what SetHash keeps.
// It takes tens of milliseconds, so it is called before a transaction. An Invalid
// fault when the password is too easy.
func (a *Auth) HashPassword(ctx context.Context, account, password string) (string, error) {
	if err := checkPassword(account, password); err != nil {
		return "", err
	}
	return a.passwords.hash(ctx, known, password)
}

// HasPassword reports whether a password is a user's.
func (a *Auth) HasPassword(ctx context.Context, tx *store.Tx, userID int64, password string) (bool, error) {
	var hash string
	err := tx.QueryRow(ctx, "select hash from auth_credential where user_id = ?", userID).Scan(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read password of user %d: %w", userID, err)
	}
	return a.passwords.matches(ctx, known, password, hash)
}

// SetHash gives a user a new password and ends all sessions of the user but one;
// 0 spares none.
func (a *Auth) SetHash(ctx context.Context, tx *store.Tx, userID int64, hash string, but int64) error {
	const text = `insert into auth_credential (user_id, hash, changed_at) values (?, ?, ?)
		on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`
	if _, err := tx.Exec(ctx, text, userID, hash, a.now().UnixMilli()); err != nil {
		return fmt.Errorf("keep password of user %d: %w", userID, err)
	}
	return a.EndSessions(ctx, tx, userID, but)
}

// ChangePassword replaces the password of the session's user and ends the user's
// other sessions. An Invalid fault on oldPassword or password. The change happens
// in the call's own transaction, after the old password was proven.
func (a *Auth) ChangePassword(ctx context.Context, s Session, oldPassword, password string) error {
	l := Login{UserType: s.Actor.UserType, Account: s.Actor.Account, Password: oldPassword}
	guesses := []guess{{key: hexSum([]byte("change\n" + s.AccessToken)), limit: guessesHere}}
	if err := a.countGuess(ctx, guesses); err != nil {
		return err
	}
	if _, err := a.verify(ctx, l, known); err != nil {
		if fault.IsKey(err, "auth.bad_login") {
			return fault.Join([]*fault.Fault{fault.New(fault.Invalid, "auth.bad_old_password").On("oldPassword").Breaking("wrong")})
		}
		return err
	}
	hash, err := a.HashPassword(ctx, s.Actor.Account, password)
	if err != nil {
		return err
	}
	return a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := Once(ctx, tx, "", func() ([]byte, error) {
			return []byte("null"), a.SetHash(ctx, tx, s.Actor.UserID, hash, s.ID)
		})
		return err
	})
}

// Tickets: what they open, and how long they are good.
const (
	ticketSetup = "setup"
	ticketReset = "reset"
	setupLife   = 30 * 24 * time.Hour
	resetLife   = time.Hour
)

// SetupTicket gives a one-time token with which the first account is made, or ""
// when the database has accounts. An earlier one ends.
func (a *Auth) SetupTicket(ctx context.Context) (token string, err error) {
	err = a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		var accounts int
		if err := tx.Get(ctx, &accounts, "select count(*) from auth_credential"); err != nil || accounts > 0 {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from auth_ticket where purpose = ?", ticketSetup); err != nil {
			return err
		}
		token, err = a.issue(ctx, tx, ticketSetup, nil, setupLife)
		return err
	})
	return token, err
}

// UseSetupTicket uses the token up. An Invalid fault when it is not good.
func (a *Auth) UseSetupTicket(ctx context.Context, tx *store.Tx, token string) error {
	_, err := a.redeem(ctx, tx, ticketSetup, token)
	return err
}

// ResetTicket gives a one-time token with which a user sets a new password; an
// earlier one ends. Whether the caller may is the caller's to check.
func (a *Auth) ResetTicket(ctx context.Context, tx *store.Tx, userID int64) (string, error) {
	if _, err := tx.Exec(ctx, "delete from auth_ticket where purpose = ? and user_id = ?", ticketReset, userID); err != nil {
		return "", fmt.Errorf("end earlier ticket: %w", err)
	}
	return a.issue(ctx, tx, ticketReset, userID, resetLife)
}

// CheckSetupTicket refuses a token that is not good, before anything dear is done for
// it. An Invalid fault.
func (a *Auth) CheckSetupTicket(ctx context.Context, token string) error {
	return a.checkTicket(ctx, ticketSetup, token)
}

func (a *Auth) checkTicket(ctx context.Context, purpose, token string) error {
	var good bool
	err := a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		const text = "select count(*) > 0 from auth_ticket where token_hash = ? and purpose = ? and expires_at > ?"
		return tx.Get(ctx, &good, text, hexSum([]byte(token)), purpose, a.now().UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("look for ticket: %w", err)
	}
	if !good {
		return fault.New(fault.Invalid, "auth.bad_ticket").On("token")
	}
	return nil
}

// ResetPassword sets a new password by a reset token and ends the user's
// sessions. An Invalid fault when the token is not good.
func (a *Auth) ResetPassword(ctx context.Context, token, password string) error {
	if err := a.checkTicket(ctx, ticketReset, token); err != nil {
		return err
	}
	if err := checkPassword("", password); err != nil {
		return err
	}
	hash, err := a.passwords.hash(ctx, holders, password)
	if err != nil {
		return err
	}
	return a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		userID, err := a.redeem(ctx, tx, ticketReset, token)
		if err != nil {
			return err
		}
		return a.SetHash(ctx, tx, userID, hash, 0)
	})
}

func (a *Auth) issue(ctx context.Context, tx *store.Tx, purpose string, userID any, life time.Duration) (string, error) {
	token, err := secret(16)
	if err != nil {
		return "", err
	}
	const text = "insert into auth_ticket (token_hash, purpose, user_id, expires_at) values (?, ?, ?, ?)"
	if _, err := tx.Exec(ctx, text, hexSum([]byte(token)), purpose, userID, a.now().Add(life).UnixMilli()); err != nil {
		return "", fmt.Errorf("issue %s ticket: %w", purpose, err)
	}
	return token, nil
}

func (a *Auth) redeem(ctx context.Context, tx *store.Tx, purpose, token string) (int64, error) {
	const text = "delete from auth_ticket where token_hash = ? and purpose = ? and expires_at > ? returning user_id"
	var userID sql.NullInt64
	err := tx.QueryRow(ctx, text, hexSum([]byte(token)), purpose, a.now().UnixMilli()).Scan(&userID)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Invalid, "auth.bad_ticket").On("token")
	}
	if err != nil {
		return 0, fmt.Errorf("redeem %s ticket: %w", purpose, err)
	}
	return userID.Int64, nil
}
