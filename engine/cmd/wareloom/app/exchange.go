package app

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/store"
)

// follow takes the action that a mapping has follow an import, as far as the asker
// may.
func (a *App) follow(ctx context.Context, tx *store.Tx, rights *access.Rights, table, action string, id int64) error {
	_, err := a.Documents.ActIn(ctx, tx, rights, table, action, id, nil)
	return err
}
