package tasks

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the task board, the workers, and the job that takes tasks back.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "tasks" }

// Register adds the job, and what keeps tasks in their building.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	for document := range kinds {
		r.BeforeAct(document, "assign", "building", 100, worksHere)
		r.BeforeSave(document, "building", 100, meantHere)
	}
	r.Job("take_back", takeBack)
	r.Every("* * * * *", "take_back")
}

var _ plugin.Plugin = Plugin{}
