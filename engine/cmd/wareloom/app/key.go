package app

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/store"
)

// AddKey gives an account a key for another system and gives it as <id>.<secret>,
// which is shown this once.
func (a *App) AddKey(ctx context.Context, of Account, k auth.Key) (string, error) {
	var shown string
	err := a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		actor, err := a.Auth.Find(ctx, tx, of.UserType, of.Name)
		if err != nil {
			return noAccount(of, err)
		}
		k.UserID = actor.UserID
		id, secret, err := a.Auth.AddKey(ctx, tx, k)
		shown = id + "." + secret
		return err
	})
	return shown, err
}

// Keys lists the keys of other systems.
func (a *App) Keys(ctx context.Context) (keys []auth.Key, err error) {
	err = a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		keys, err = auth.Keys(ctx, tx)
		return err
	})
	return keys, err
}

// RevokeKey ends a key at once.
func (a *App) RevokeKey(ctx context.Context, id string) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		found, err := a.Auth.RevokeKey(ctx, tx, id)
		if err == nil && !found {
			return fmt.Errorf("there is no key %s: wareloom key list tells those there are", id)
		}
		return err
	})
}
