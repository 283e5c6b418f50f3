package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// keyName is how the names of keys begin, unlike those of sessions.
const keyName = "key-"

// Name names the session, or the key that stands in for one. It lets nobody in; what
// a session gave away bears it, to end with the session.
func (s Session) Name() string {
	if s.Key != "" {
		return keyName + s.Key
	}
	return strconv.FormatInt(s.ID, 10)
}

// SessionNamed finds the live session of a name, or of a key that is taken from the
// address. An Unauthenticated fault when it ended.
func (a *Auth) SessionNamed(ctx context.Context, name, address string) (s Session, err error) {
	if id, isKey := strings.CutPrefix(name, keyName); isKey {
		return a.KeySession(ctx, id, address, true)
	}
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return Session{}, fault.New(fault.Unauthenticated, "msg.not_logged_in").Because(err)
	}
	err = a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		var hash string
		const text = "select token_hash from auth_session where id = ? and expires_at > ?"
		if err := tx.Get(ctx, &hash, text, id, a.now().UnixMilli()); err != nil {
			return err
		}
		return a.readSession(ctx, tx, hash, &s)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return Session{}, fault.New(fault.Unauthenticated, "msg.not_logged_in")
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session %s: %w", name, err)
	}
	return s, nil
}
