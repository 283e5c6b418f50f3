package app

import (
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/station"
)

// counter brings the flow of stations that need no plugin: actions on a document that
// was scanned.
type counter struct{ acting *station.Acting }

// Name implements plugin.Plugin.
func (counter) Name() string { return "engine" }

// Register implements plugin.Plugin.
func (c counter) Register(r *plugin.Registrar) { r.Flow("act", c.acting.Flow()) }
