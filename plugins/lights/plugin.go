package lights

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings light walls.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "lights" }

// Register adds endpoints, hooks, code kinds and invariants.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.AfterSave("light_wall", "slots", 100, slotsOfWall)
	r.Endpoint(plugin.Endpoint{Name: "press", Right: "lights.press", Handle: pressEndpoint})
	r.Endpoint(plugin.Endpoint{Name: "alive", Right: "lights.press", Handle: aliveEndpoint})
	r.CodeKind(plugin.CodeKind{Key: "light_wall", Find: plugin.FindBy("light_wall", ofHouse, "code")})
	r.CodeKind(plugin.CodeKind{Key: "light_slot", Find: plugin.FindBy("light_slot", ofHouse, "code")})
	r.Invariant(plugin.Breaking("lights.off_without_a_person", `SELECT s.id, s.code || ' is ' || s.state || ', nobody works at its wall' FROM light_slot s
		JOIN light_wall w ON w.id = s.light_wall_id WHERE w.session_id IS NULL AND s.state <> 'off'`))
}

// ofHouse narrows a search to the warehouse that is worked in.
var ofHouse = map[string]string{"warehouse_id": "warehouse_id"}

var _ plugin.Plugin = Plugin{}
