package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"

	"github.com/wareloom/wareloom/engine/store"
)

// Preview is the role that a session looks at the product as. It ends with the
// session, and nothing is changed while it lasts.
type Preview struct {
	Role     int64  `db:"role"`
	UserType string `db:"user_type"` // of the role; "" for one that is gone
	Owner    int64  `db:"owner"`     // whose rows, where the user type has an owner; 0: nobody's
}

// StartPreview has a session look as a role from now on. Whether its user may is
// the caller's to check.
func (a *Auth) StartPreview(ctx context.Context, tx *store.Tx, session int64, p Preview) error {
	return a.setPreview(ctx, tx, session, p.Role, p.Owner)
}

// EndPreview has a session look as itself again.
func (a *Auth) EndPreview(ctx context.Context, tx *store.Tx, session int64) error {
	return a.setPreview(ctx, tx, session, nil, nil)
}

func (a *Auth) setPreview(ctx context.Context, tx *store.Tx, session int64, role, owner any) error {
	const text = "update auth_session set preview_role = ?, preview_owner = ? where id = ?"
	if _, err := tx.Exec(ctx, text, role, owner, session); err != nil {
		return fmt.Errorf("set preview of session %d: %w", session, err)
	}
	return a.changes.Count(ctx, tx)
}

// readPreview reads the role that a session looks as; nil for none.
func readPreview(ctx context.Context, tx *store.Tx, session int64) (*Preview, error) {
	p := &Preview{}
	const text = `select s.preview_role as role, coalesce(r.user_type, '') as user_type,
		coalesce(s.preview_owner, 0) as owner
		from auth_session s left join "role" r on r.id = s.preview_role where s.id = ? and s.preview_role is not null`
	err := tx.Get(ctx, p, text, session)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read preview of session %d: %w", session, err)
	}
	return p, nil
}

// As gives the actor as which somebody looks at the product: with this one role, as
// a user of its type, and still himself for whatever asks who he is.
func (a *Auth) As(actor Actor, p Preview) Actor {
	own := actor
	actor.Own, actor.Roles, actor.UserType, actor.OwnerID = &own, []int64{p.Role}, p.UserType, 0
	actor.Values = maps.Clone(own.Values)
	actor.Values["user_type"] = p.UserType
	for _, field := range a.ownerFields() {
		actor.Values[field] = nil
	}
	if t, ok := a.userType(p.UserType); ok && t.Owner != nil && p.Owner != 0 {
		actor.Values[t.Owner.Field] = p.Owner
	}
	a.own(&actor)
	return actor
}
