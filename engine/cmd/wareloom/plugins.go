package main

import (
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/allocation"
	"github.com/wareloom/wareloom/plugins/inventory"
)

// plugins lists what is compiled in, in the order in which it is registered.
func plugins() []plugin.Plugin {
	return []plugin.Plugin{
		inventory.Plugin{},
		allocation.Plugin{Stock: inventory.Ledger{}},
	}
}
