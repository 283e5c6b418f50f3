package auth

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// OpenSession is a session as its user sees it.
type OpenSession struct {
	ID        int64  `db:"id"`
	Address   string `db:"address"`
	Agent     string `db:"agent"`
	CreatedAt int64  `db:"created_at"` // unix milliseconds
	ExpiresAt int64  `db:"expires_at"` // unix milliseconds
}

// UsedAt is when the session was used, to within ten minutes, in unix
// milliseconds.
func (s *OpenSession) UsedAt() int64 { return s.ExpiresAt - sessionLife.Milliseconds() }

// Sessions lists the open sessions of a user, the one used last first.
func (a *Auth) Sessions(ctx context.Context, tx *store.Tx, userID int64) (list []OpenSession, err error) {
	const text = `select id, address, agent, created_at, expires_at from auth_session
		where user_id = ? and expires_at > ? order by expires_at desc, id desc`
	if err := tx.Select(ctx, &list, text, userID, a.now().UnixMilli()); err != nil {
		return nil, fmt.Errorf("list sessions of user %d: %w", userID, err)
	}
	return list, nil
}

// EndSession ends one session of a user. NotFound: auth.no_session.
func (a *Auth) EndSession(ctx context.Context, tx *store.Tx, userID, id int64) error {
	ended, err := tx.Exec(ctx, "delete from auth_session where user_id = ? and id = ?", userID, id)
	if err != nil {
		return fmt.Errorf("end session %d: %w", id, err)
	}
	if ended == 0 {
		return fault.New(fault.NotFound, "auth.no_session")
	}
	return a.changes.Count(ctx, tx)
}
