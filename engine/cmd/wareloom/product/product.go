// Package product says what Wareloom is made of: its metadata and the explicit
// list of plugins. The command and the tests that span rooms start from it.
package product

import (
	"fmt"
	"sync"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/metadata"
	"github.com/wareloom/wareloom/plugins/allocation"
	"github.com/wareloom/wareloom/plugins/billing"
	"github.com/wareloom/wareloom/plugins/carriers"
	"github.com/wareloom/wareloom/plugins/counting"
	"github.com/wareloom/wareloom/plugins/desk"
	"github.com/wareloom/wareloom/plugins/idcards"
	"github.com/wareloom/wareloom/plugins/inbound"
	"github.com/wareloom/wareloom/plugins/inventory"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/lights"
	"github.com/wareloom/wareloom/plugins/packing"
	"github.com/wareloom/wareloom/plugins/parcels"
	"github.com/wareloom/wareloom/plugins/picking"
	"github.com/wareloom/wareloom/plugins/rating"
	"github.com/wareloom/wareloom/plugins/replenishment"
	"github.com/wareloom/wareloom/plugins/returns"
	"github.com/wareloom/wareloom/plugins/sorting"
	"github.com/wareloom/wareloom/plugins/spare"
	"github.com/wareloom/wareloom/plugins/tasks"
	"github.com/wareloom/wareloom/plugins/transfers"
	"github.com/wareloom/wareloom/plugins/wave"
	"github.com/wareloom/wareloom/plugins/workorders"
)

// reader reads what is shipped once in a process, however many products are made of it.
var reader = sync.OnceValues(func() (*meta.Reader, error) {
	schemas, err := metadata.Schemas()
	return meta.NewReader(schemas), err
})

// Wareloom is the whole product.
func Wareloom() (app.Product, error) {
	schemas, err := metadata.Schemas()
	if err != nil {
		return app.Product{}, fmt.Errorf("open schemas: %w", err)
	}
	known, err := reader()
	if err != nil {
		return app.Product{}, fmt.Errorf("read schemas: %w", err)
	}
	base := meta.Source{Name: "metadata", Layer: meta.LayerBase, FS: metadata.Files}
	return app.Product{Schemas: schemas, Sources: []meta.Source{base}, Plugins: plugins(), Reader: known}, nil
}

// plugins lists what is compiled in, in the order in which it is registered.
func plugins() []plugin.Plugin {
	stock := inventory.Ledger{Freed: allocation.Freed, Follow: []contract.Follow{picking.Follow, transfers.Follow, replenishment.Follow}}
	counts := counting.Counts{Stock: stock}
	return []plugin.Plugin{
		inventory.Plugin{Stock: stock},
		allocation.Plugin{Stock: stock},
		inbound.Plugin{Stock: stock, Walls: lights.Walls{}},
		wave.Plugin{},
		lights.Plugin{},
		counting.Plugin{Stock: stock},
		picking.Plugin{Stock: stock, Waves: wave.Waves{}, Counts: counts},
		packing.Plugin{Stock: stock, Picks: picking.Picks{Stock: stock, Waves: wave.Waves{}, Counts: counts}, Walls: lights.Walls{}},
		rating.Plugin{Rates: &rating.Rates{}},
		billing.Plugin{},
		spare.Plugin{},
		carriers.Plugin{Numbers: spare.Numbers{}},
		idcards.Plugin{},
		parcels.Plugin{},
		sorting.Plugin{},
		returns.Plugin{Stock: stock},
		transfers.Plugin{Stock: stock},
		desk.Plugin{Shortages: allocation.Shortages{}},
		tasks.Plugin{},
		replenishment.Plugin{Stock: stock, Carry: transfers.Carrying{Stock: stock}, Counts: counting.Counts{Stock: stock}},
		workorders.Plugin{Stock: stock, Choose: allocation.Allocator{Stock: stock}},
	}
}
