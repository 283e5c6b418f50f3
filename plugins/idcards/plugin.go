package idcards

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the recognition of ID cards.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "idcards" }

// Tables of cards.
const (
	card    = "id_card"
	reading = "id_card_reading"
)

// States of a reading, values of the dropdown card_reading.
const (
	asked  = "asked"
	read   = "read"
	failed = "failed"
)

// Register adds the effects, jobs and invariants.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.BeforeSave(card, "pictures", 100, brought)
	r.AfterSave(card, "pictures", 100, begin)
	r.Effect("read", ask)
	r.Effect("take", take)
	r.Effect("dismiss", dismiss)
	r.Job("read", work)
	r.Job("forget", forget)
	r.Every("40 2 * * *", "forget")
	r.Mend(plugin.Mend{Key: "idcards.pictures_since", Do: since})
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about cards that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("idcards.proposal_is_kept_while_asked", `SELECT c.id, 'a card that is ' || COALESCE(c.reading, 'not read') || ' keeps what was read' FROM id_card c
		JOIN id_card_reading r ON r.id_card_id = c.id WHERE r.read_value IS NOT NULL AND COALESCE(c.reading, '') <> 'read'`),
	plugin.Breaking("idcards.pictures_have_a_day", `SELECT id, 'pictures without a day on which they came' FROM id_card
		WHERE (front IS NOT NULL OR back IS NOT NULL) AND pictures_at IS NULL`),
}
