package auth

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"time"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Options are what Auth needs from outside.
type Options struct {
	Master    MasterKey
	UserTypes func() []meta.UserType    // of the current release
	Place     func() *meta.WorkingPlace // of the current release; nil: none
	Now       func() time.Time          // default time.Now
	Log       *slog.Logger              // default slog.Default()
	Effort    Effort                    // of new hashes of passwords; the zero Effort is the least
	Changes   *Changes                  // shared with all who keep rights; default one of its own
}

// Auth keeps credentials and sessions. It is safe for use by many goroutines.
type Auth struct {
	db        *store.DB
	master    MasterKey
	userTypes func() []meta.UserType
	places    func() *meta.WorkingPlace
	passwords *hasher
	now       func() time.Time
	log       *slog.Logger
	changes   *Changes
	sessions  Kept[string, keptSession] // by the hash of the access token
	underway  underway
	turns     turns
}

// New gives the Auth of a migrated database.
func New(db *store.DB, o Options) *Auth {
	a := &Auth{db: db, master: o.Master, userTypes: o.UserTypes, places: o.Place, passwords: newHasher(o.Effort), now: o.Now, log: o.Log, changes: o.Changes}
	if a.now == nil {
		a.now = time.Now
	}
	if a.log == nil {
		a.log = slog.Default()
	}
	if a.changes == nil {
		a.changes = &Changes{}
	}
	return a
}

// How long things are kept that serve only for a while.
const (
	keepUsed     = time.Hour // that a signature was used; its time is refused after twice signWindow
	keepAttempts = 24 * time.Hour
)

// Purge deletes what is past: sessions, tickets, attempts, and the calls of before a time: a
// handheld may come back from a dead spot days later and repeat one.
func (a *Auth) Purge(ctx context.Context, calls time.Time) error {
	now := a.now()
	return a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		for _, old := range []struct {
			text   string
			before time.Time
		}{
			{"delete from auth_session where expires_at < ?", now},
			{"delete from auth_ticket where expires_at < ?", now},
			{"delete from auth_device_code where expires_at < ?", now},
			{"delete from auth_known where seen_at < ?", now.Add(-keepKnown)},
			{"delete from auth_attempt where since < ?", now.Add(-keepAttempts)},
			{"delete from auth_call where created_at < ?", calls},
			{"delete from auth_call where created_at < ? and call_key is null", now.Add(-keepUsed)},
		} {
			if _, err := tx.Exec(ctx, old.text, old.before.UnixMilli()); err != nil {
				return fmt.Errorf("purge: %w", err)
			}
		}
		return nil
	})
}

// secret gives n random bytes as hex digits.
func secret(n int) (string, error) {
	b := make([]byte, n)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make secret: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// NewID gives a short random name for something that a person may have to tell
// another, such as an error.
func NewID() string {
	b := make([]byte, 6)
	rand.Read(b) // never fails since Go 1.24
	return hex.EncodeToString(b)
}
