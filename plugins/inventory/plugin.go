package inventory

import (
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Plugin brings the stock ledger.
type Plugin struct {
	Stock Ledger
}

// Name is the plugin's name.
func (Plugin) Name() string { return "inventory" }

// Register adds effects, hooks, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	l := p.Stock
	r.Metadata(files())
	r.Effect("post", l.post)
	r.Effect("reverse", l.reverseDoc)
	r.Effect("hold", l.hold)
	r.Effect("unhold", l.unhold)
	r.Effect("simulate_put", l.simulate)
	r.Effect("date_lot", l.dateLot)
	r.Effect("tell_lot_reserved", l.tellLotReserved)
	r.Effect("free_lot", l.freeLot)
	r.Effect("adjust", l.adjust)
	r.Effect("weigh_adjustment", l.weigh)
	r.Effect("oppose", l.oppose)
	r.Effect("change_owner", l.changeOwner)
	r.Effect("weigh_owner", l.weighOwner)
	r.Effect("map_products", l.mapProducts)
	r.Effect("offer_transfer", l.offerTransfer)
	r.Effect("end_offer", l.endOffer)
	r.Effect("reprice", l.reprice)
	r.Job("alert_lots", alertLots)
	r.Every("10 * * * *", "alert_lots")
	r.Job("say_until", sayUntilAll)
	r.Every("5 * * * *", "say_until")
	r.Job("add_days", addDays)
	r.Every("* * * * *", "add_days")
	r.Mend(balances)
	r.Effect("generate_positions", l.generatePositions)
	for _, table := range unitLines {
		r.BeforeSaveAll(table, "base_qty", 100, fillBaseQty)
	}
	r.AfterSave("warehouse", "virtual_positions", 100, l.makeVirtualPositions)
	r.AfterSave("position", "opened", 100, l.opened)
	r.AfterSave("product", "ship_until", 100, follow("min_ship_days", `q.product_id = ?`))
	r.AfterSave("warehouse", "ship_until", 200, follow("time_zone", `q.warehouse_id = ?`))
	for _, q := range codeQueries {
		r.CodeKind(plugin.CodeKind{Key: q.kind, Find: q.find, List: q.list})
	}
	for _, i := range invariants {
		r.Invariant(i)
	}
	for _, i := range readiness {
		r.Ready(i)
	}
}

// files are the plugin's metadata without the folder's name.
func files() fs.FS {
	sub, err := fs.Sub(metadata, "metadata")
	if err != nil { // the folder is embedded
		return metadata
	}
	return sub
}

var _ plugin.Plugin = Plugin{}
