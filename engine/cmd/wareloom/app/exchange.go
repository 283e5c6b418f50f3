package app

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// follow takes the action that a mapping has follow an import, or a template its print, as
// far as the asker may.
func (a *App) follow(ctx context.Context, tx *store.Tx, rights *access.Rights, table, action string, id int64) error {
	_, err := a.Documents.ActIn(ctx, tx, rights, table, action, id, nil)
	return err
}

// importer brings the effect by which a file is taken back, and holds what people change
// of learned columns.
type importer struct{ exchange *exchange.Exchange }

// Name implements plugin.Plugin.
func (importer) Name() string { return "exchange" }

// Register implements plugin.Plugin.
func (i importer) Register(r *plugin.Registrar) {
	r.Effect("roll_back", i.exchange.RollBackEffect)
	r.BeforeSave(exchange.HeadingTable, "column", 10, func(_ context.Context, e *plugin.SaveEvent) error {
		return exchange.HoldHeading(e.Data.Release(), e.New)
	})
}
