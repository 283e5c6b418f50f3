// Package product says what Wareloom is made of: its metadata and the explicit
// list of plugins. The command and the tests that span rooms start from it.
package product

import (
	"fmt"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/metadata"
	"github.com/wareloom/wareloom/plugins/allocation"
	"github.com/wareloom/wareloom/plugins/counting"
	"github.com/wareloom/wareloom/plugins/inbound"
	"github.com/wareloom/wareloom/plugins/inventory"
	"github.com/wareloom/wareloom/plugins/packing"
	"github.com/wareloom/wareloom/plugins/picking"
	"github.com/wareloom/wareloom/plugins/returns"
	"github.com/wareloom/wareloom/plugins/wave"
)

// Wareloom is the whole product.
func Wareloom() (app.Product, error) {
	schemas, err := metadata.Schemas()
	if err != nil {
		return app.Product{}, fmt.Errorf("open schemas: %w", err)
	}
	base := meta.Source{Name: "metadata", Layer: meta.LayerBase, FS: metadata.Files}
	return app.Product{Schemas: schemas, Sources: []meta.Source{base}, Plugins: plugins()}, nil
}

// plugins lists what is compiled in, in the order in which it is registered.
func plugins() []plugin.Plugin {
	stock := inventory.Ledger{Freed: allocation.Freed}
	return []plugin.Plugin{
		inventory.Plugin{Stock: stock},
		allocation.Plugin{Stock: stock},
		inbound.Plugin{Stock: stock},
		wave.Plugin{},
		counting.Plugin{Stock: stock},
		picking.Plugin{Stock: stock, Waves: wave.Waves{}, Counts: counting.Counts{Stock: stock}},
		packing.Plugin{Stock: stock},
		returns.Plugin{Stock: stock},
	}
}
