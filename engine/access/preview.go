package access

import (
	"context"
	"maps"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// ReadOnly refuses a change by somebody who looks at the product as a role: the
// fault preview.read_only is Denied.
func ReadOnly() error {
	return fault.New(fault.Denied, "preview.read_only").With(map[string]string{"reason": "preview"})
}

// bounded compiles the rights of an actor. Those of one who looks as a role are the
// role's within his own: he sees what both show.
func (a *Access) bounded(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (*Rights, error) {
	rights, err := a.compile(ctx, tx, release, actor)
	if err != nil || actor.Own == nil {
		return rights, err
	}
	if rights.within, err = a.compile(ctx, tx, release, *actor.Own); err != nil {
		return nil, err
	}
	if own := rights.within; own.actor.UserType == actor.UserType {
		maps.DeleteFunc(rights.menus, func(id int, _ bool) bool { return !own.menus[id] })
	}
	return rights, nil
}

// shows reports whether somebody may see what a right of a user type allows: one
// that he has himself, or that only the other user type can have. The rows behind
// it are his own all the same.
func (r *Rights) shows(userType, right string) bool {
	return r.Can(right) || r.beyond(userType, right)
}

// and is where both let a field be read. It is masked only where neither hides it.
func (g Grant) and(other Grant) Grant {
	masked := g.Masked && (other.Masked || !other.Never()) || other.Masked && !g.Never()
	return Grant{Predicate: g.And(other.Predicate), Masked: masked}
}
