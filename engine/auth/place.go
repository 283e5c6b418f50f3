package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// What expressions and others know of where an actor works: the id of the place,
// and its time zone where it has one.
const (
	PlaceValue = "place_id"
	ZoneValue  = "place_zone"
)

// Places lists the places that a user is limited to; limited is false for one who
// may work at all.
func (a *Auth) Places(ctx context.Context, tx *store.Tx, userID int64) (ids []int64, limited bool, err error) {
	where := a.place()
	if where == nil || where.Limit == nil {
		return nil, false, nil
	}
	l := where.Limit
	text := "select " + store.Quote(l.Field) + " from " + store.Quote(l.Table) + " where " + store.Quote(l.User) + " = ? order by 1"
	if err := tx.Select(ctx, &ids, text, userID); err != nil {
		return nil, false, fmt.Errorf("read places of user %d: %w", userID, err)
	}
	return ids, len(ids) > 0, nil
}

// SetPlace keeps where a user works from now on; 0 forgets it. Whether he may is
// the caller's to check.
func (a *Auth) SetPlace(ctx context.Context, tx *store.Tx, userID, placeID int64) error {
	if _, err := tx.Exec(ctx, "delete from auth_place where user_id = ?", userID); err != nil {
		return fmt.Errorf("forget place of user %d: %w", userID, err)
	}
	if placeID != 0 {
		if _, err := tx.Exec(ctx, "insert into auth_place (user_id, place_id) values (?, ?)", userID, placeID); err != nil {
			return fmt.Errorf("keep place of user %d: %w", userID, err)
		}
	}
	return a.changes.Count(ctx, tx)
}

// fillPlace tells where the actor works. A place that he may no longer work at
// counts as none.
func (a *Auth) fillPlace(ctx context.Context, tx *store.Tx, actor *Actor) error {
	where := a.place()
	actor.Values[PlaceValue] = nil
	if where == nil {
		return nil
	}
	zone := "null"
	if where.Zone != "" {
		zone = "p." + store.Quote(where.Zone)
	}
	text, args := "select p.id, "+zone+" from auth_place a join "+store.Quote(where.Table)+" p on p.id = a.place_id where a.user_id = ?", []any{actor.UserID}
	if l := where.Limit; l != nil {
		lines := " from " + store.Quote(l.Table) + " l where l." + store.Quote(l.User) + " = ?"
		text += " and (not exists (select 1" + lines + ") or exists (select 1" + lines + " and l." + store.Quote(l.Field) + " = p.id))"
		args = append(args, actor.UserID, actor.UserID)
	}
	var id int64
	var name sql.NullString
	err := tx.QueryRow(ctx, text, args...).Scan(&id, &name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read place of user %d: %w", actor.UserID, err)
	}
	actor.Values[PlaceValue] = id
	if name.Valid && name.String != "" {
		actor.Values[ZoneValue] = name.String
	}
	return nil
}

// place is the declaration of the current release; nil when it has none.
func (a *Auth) place() *meta.WorkingPlace {
	if a.places == nil {
		return nil
	}
	return a.places()
}
