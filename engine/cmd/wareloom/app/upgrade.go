package app

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// tellUpgrade tells those who may change the product of what an upgrade left to be
// decided, each once; a failure to tell is only logged.
func (a *App) tellUpgrade(ctx context.Context) {
	sets, err := a.Releases.Changes(ctx, release.Open)
	for _, set := range sets {
		if before, is := set.UpgradeOf(); is && err == nil {
			err = a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
				users, err := a.developers(ctx, tx)
				if err != nil {
					return err
				}
				return a.notices.Add(ctx, tx, notice.New{
					Users: users, Key: upgradeKey(set), Params: map[string]any{"release": before, "n": set.Conflicts},
					Source: fmt.Sprint("upgrade:", set.ID),
				})
			})
		}
	}
	if err != nil && ctx.Err() == nil {
		a.log.Error("nobody was told of what the upgrade left to be decided", "error", err)
	}
}

// upgradeKey is the text: the site went on with the newer version, or is not sound.
func upgradeKey(set release.Change) string {
	if set.Objects > 0 {
		return "notice.upgrade_unsound"
	}
	return "notice.upgrade"
}

// developers are the users who may change the product.
func (a *App) developers(ctx context.Context, tx *store.Tx) (found []int64, err error) {
	var users []int64
	if err := tx.Select(ctx, &users, `select id from "user" where enabled order by id`); err != nil {
		return nil, fmt.Errorf("read users: %w", err)
	}
	for _, user := range users {
		actor, err := a.Auth.Current(ctx, tx, auth.Actor{UserID: user})
		if err != nil {
			return nil, err
		}
		rights, err := a.Access.For(ctx, tx, a.Catalog.Current(), actor)
		if err != nil {
			return nil, err
		}
		if rights.Can(meta.RightDev) {
			found = append(found, user)
		}
	}
	return found, nil
}
