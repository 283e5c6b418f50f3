package auth

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// A session lives for sessionLife after its last use. Its end is moved at most
// every sessionStep, so that reads seldom write.
const (
	sessionLife = 12 * time.Hour
	sessionStep = 10 * time.Minute
)

// Session is a signed-in device, or another system under its key.
type Session struct {
	ID          int64
	Actor       Actor
	Mobile      string
	Guid        string // device it was opened on; "" when the device sent none
	ExpiresAt   time.Time
	AccessToken string
	Key         string   // id of the key that stands in for a session; "" for people
	Proven      bool     // the key showed its secret, so that no signature is needed
	Preview     *Preview // the role that it looks as; nil: it looks as itself
	signKey     []byte
	signed2     bool // it has signed with version 2
}

// SignKey gives the key of version 2 signatures as 64 hex digits, for the answer
// of a login.
func (s Session) SignKey() string { return hex.EncodeToString(s.signKey) }

// Session finds the live session of an access token on a device and moves its
// end on. An Unauthenticated fault when there is none, when it belongs to another
// device or when its user may no longer sign in.
func (a *Auth) Session(ctx context.Context, accessToken, guid string) (Session, error) {
	if accessToken == "" {
		return Session{}, fault.New(fault.Unauthenticated, "msg.not_logged_in")
	}
	s, err := a.findSession(ctx, accessToken)
	if errors.Is(err, sql.ErrNoRows) {
		return Session{}, fault.New(fault.Unauthenticated, "msg.not_logged_in")
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session: %w", err)
	}
	if s.Guid != "" && s.Guid != guid || a.now().After(s.ExpiresAt) {
		return Session{}, fault.New(fault.Unauthenticated, "msg.not_logged_in")
	}
	return s, a.extend(ctx, &s)
}

// keptSession is a session as it was read; it is read again now and then, for
// changes that nobody counted.
type keptSession struct {
	Session
	until time.Time
}

const keepSession = time.Minute

// findSession takes a session from memory while nothing changed, else from the
// database; sql.ErrNoRows when there is none.
func (a *Auth) findSession(ctx context.Context, accessToken string) (Session, error) {
	hash := hexSum([]byte(accessToken))
	if number, fresh := a.changes.Fresh(); fresh {
		if s, ok := a.keptSession(number, hash); ok {
			return s, nil
		}
	}
	s := Session{AccessToken: accessToken}
	err := a.db.Ask(ctx, func(ctx context.Context, tx *store.Tx) error {
		number, err := a.changes.Number(ctx, tx)
		if err != nil {
			return err
		}
		var kept bool
		if s, kept = a.keptSession(number, hash); kept {
			return nil
		}
		s = Session{AccessToken: accessToken}
		if err := a.readSession(ctx, tx, hash, &s); err != nil {
			return err
		}
		a.sessions.Put(number, hash, keptSession{s, a.now().Add(keepSession)})
		return nil
	})
	return s, err
}

func (a *Auth) keptSession(number int64, hash string) (Session, bool) {
	kept, ok := a.sessions.Get(number, hash)
	return kept.Session, ok && a.now().Before(kept.until)
}

func (a *Auth) readSession(ctx context.Context, tx *store.Tx, hash string, s *Session) error {
	var row struct {
		ID        int64  `db:"id"`
		UserID    int64  `db:"user_id"`
		Guid      string `db:"guid"`
		SignKey   []byte `db:"sign_key"`
		ExpiresAt int64  `db:"expires_at"`
		Signed2   int64  `db:"signed2"`
	}
	const text = "select id, user_id, guid, sign_key, expires_at, signed2 from auth_session where token_hash = ?"
	if err := tx.Get(ctx, &row, text, hash); err != nil {
		return err
	}
	person, err := a.admitted(ctx, tx, row.UserID)
	if err != nil {
		return err
	}
	s.ID, s.Guid, s.ExpiresAt = row.ID, row.Guid, time.UnixMilli(row.ExpiresAt)
	s.Actor, s.Mobile, s.signed2 = person.Actor, person.Mobile, row.Signed2 != 0
	if s.Preview, err = readPreview(ctx, tx, row.ID); err != nil {
		return err
	}
	s.signKey, err = a.master.Open(signKeyPlace(hash), row.SignKey)
	return err
}

// extend moves the session's end on when that is due.
func (a *Auth) extend(ctx context.Context, s *Session) error {
	end := a.now().Add(sessionLife)
	if end.Sub(s.ExpiresAt) < sessionStep {
		return nil
	}
	err := a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "update auth_session set expires_at = ? where id = ?", end.UnixMilli(), s.ID)
		return err
	})
	if fault.IsKey(err, store.Full) {
		return nil // what is read goes on, and the session ends no sooner than it would
	}
	if err != nil {
		return fmt.Errorf("extend session: %w", err)
	}
	s.ExpiresAt = end
	a.sessions.Drop(hexSum([]byte(s.AccessToken)))
	return nil
}

// Device is where a session is opened.
type Device struct {
	Guid    string
	Address string
	Agent   string
	Secret  string // of an enrolled device; "" when it shows none
}

// open inserts a session of a person.
func (a *Auth) open(ctx context.Context, tx *store.Tx, p Person, d Device) (Session, error) {
	token, err := secret(32)
	if err != nil {
		return Session{}, err
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return Session{}, fmt.Errorf("make signing key: %w", err)
	}
	hash := hexSum([]byte(token))
	sealed, err := a.master.Seal(signKeyPlace(hash), key)
	if err != nil {
		return Session{}, err
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return Session{}, err
	}
	now, end := a.now(), a.now().Add(sessionLife)
	const insert = `insert into auth_session (id, token_hash, user_id, guid, sign_key, created_at, expires_at, address, agent)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	_, err = tx.Exec(ctx, insert, id, hash, p.Actor.UserID, d.Guid, sealed, now.UnixMilli(), end.UnixMilli(), d.Address, d.Agent)
	if err != nil {
		return Session{}, fmt.Errorf("open session: %w", err)
	}
	return Session{ID: id, Actor: p.Actor, Mobile: p.Mobile, Guid: d.Guid, ExpiresAt: end, AccessToken: token, signKey: key}, nil
}

// Logout ends the session.
func (a *Auth) Logout(ctx context.Context, s Session) error {
	return a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "delete from auth_session where id = ?", s.ID); err != nil {
			return err
		}
		return a.changes.Count(ctx, tx)
	})
}

// EndSessions ends all sessions of a user but one; 0 spares none.
func (a *Auth) EndSessions(ctx context.Context, tx *store.Tx, userID, but int64) error {
	if _, err := tx.Exec(ctx, "delete from auth_session where user_id = ? and id <> ?", userID, but); err != nil {
		return fmt.Errorf("end sessions of user %d: %w", userID, err)
	}
	return a.changes.Count(ctx, tx)
}

func signKeyPlace(tokenHash string) string { return "auth_session.sign_key." + tokenHash }
