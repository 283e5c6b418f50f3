package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/store"
)

// follow takes the action that a mapping has follow an import, as far as the asker
// may.
func (a *App) follow(ctx context.Context, tx *store.Tx, rights *access.Rights, table, action string, id int64) error {
	_, err := a.Documents.ActIn(ctx, tx, rights, table, action, id, nil)
	return err
}

// ImportFile reads a file of this machine through a mapping, as the system.
func (a *App) ImportFile(ctx context.Context, ask exchange.Import, path string, tell func(done, total int) error) (*exchange.Outcome, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	ask.Actor = auth.System("import")
	return a.Exchange.Import(ctx, ask, filepath.Base(path), content, tell)
}
