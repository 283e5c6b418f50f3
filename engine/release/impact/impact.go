// Package impact tells what a release would do to those who work: what of theirs it
// breaks, counted in what the database holds now, and who would see or do more or
// less than before.
package impact

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Weigher weighs releases against each other. It changes nothing.
type Weigher struct {
	DB        *store.DB
	Access    *access.Access // whose log nobody reads: rules that a draft breaks are told here
	Documents *document.Documents

	// Current gives an actor with what is known of him by now.
	Current func(ctx context.Context, tx *store.Tx, was auth.Actor) (auth.Actor, error)
}

// Impact is what another release would do.
type Impact struct {
	Breaks []Break
	Gains  []Shift // by role, then by person
	Losses []Shift
}

// Break is something that would not go on as it does.
type Break struct {
	Code   string       // of the text impact.<code>
	Params fault.Params // of the text
	Kind   string       // object that it is about
	Key    string
	Path   string // of the part of it; "" for the whole
	Count  Count
	Where  []Place
}

// Place is a part of an object that names what breaks, or a role whose people lose it.
type Place struct {
	Kind  string    `json:"kind"`
	Key   string    `json:"key"`
	Path  string    `json:"path"`
	Title meta.Text `json:"title"`
}

// What is counted.
const (
	Records = "records"
	People  = "people"
	Places  = "places"
)

// Count is how many there are of something.
type Count struct {
	Of    string // Records, People or Places
	N     int64
	Known bool // false: there was no time to count, or no way
	Least bool // there may be more
}

// Names tells where an object of the release in force is named, or with a field, that
// field of the table which it is.
type Names func(kind, key, field string) ([]Place, error)

// countFor is how long all counts may take together; a person waits for them.
const countFor = 3 * time.Second

// Weigh tells what it would do to put a release in the place of another.
func (w *Weigher) Weigh(ctx context.Context, before, after *catalog.Release, named Names) (*Impact, error) {
	one := &weighing{
		Weigher: w, before: before, after: after, named: named,
		counter: &counter{db: w.DB, until: time.Now().Add(countFor), known: map[string]Count{}},
	}
	for _, step := range []func(context.Context) error{one.readSubjects, one.weighObjects, one.weighDocuments, one.weighMappings, one.weighSubjects, one.weighMenus} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return &one.found, nil
}

// weighing is one release weighed against another.
type weighing struct {
	*Weigher
	before, after *catalog.Release
	named         Names
	counter       *counter
	subjects      []*subject
	found         Impact
}

func (w *weighing) breaks(b Break) { w.found.Breaks = append(w.found.Breaks, b) }
