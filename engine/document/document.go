package document

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// Row is a record: field to value.
type Row = record.Row

// Data is the door to records for hooks, effects and flows.
type Data = record.Data

// Parts are what documents are made of.
type Parts struct {
	DB       *store.DB
	Access   *access.Access
	Records  *record.Records
	Query    *query.Query
	Settings *setting.Settings
	Hooks    *Hooks
	Effects  []Effect

	// Current gives who asked for a job as he is by now.
	Current func(ctx context.Context, tx *store.Tx, was auth.Actor) (auth.Actor, error)

	// Report words what became of the records of a job and keeps it as a file of the
	// asker, whose key it gives; nil: there is no file.
	Report func(ctx context.Context, asker auth.Actor, outcomes []Outcome) (file string, err error)
}

// Documents takes actions on documents.
type Documents struct {
	Parts
	effects map[string]Effect
}

// New makes the documents and gives the records their door for hooks. Two
// effects of one name, or one without a function, are the error.
func New(parts Parts) (*Documents, error) {
	d := &Documents{Parts: parts, effects: map[string]Effect{}}
	var mistakes []error
	for _, effect := range append(engineEffects(), parts.Effects...) {
		if err := d.addEffect(effect); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	parts.Records.OpenData(func(tx *store.Tx, rights *access.Rights) Data { return &data{d, tx, rights} })
	return d, errors.Join(mistakes...)
}

// Largest is the most records of one call; more become a job.
const Largest = 500

// Request asks for an action on one record, on several, or on those that a
// filter names.
type Request struct {
	Name    string          `json:"name"`
	ID      int64           `json:"id"`
	IDs     []int64         `json:"ids"`
	Filter  json.RawMessage `json:"filter"`
	Expect  *int            `json:"expect"`  // records that the person saw under the filter
	Version *int64          `json:"version"` // of the one record
	Params  Row             `json:"params"`
	Preview bool            `json:"preview"` // of an action over a set: roll back in the end
}

// Result is what became of a request: Set for an action over a set, Job when
// there were too many records, else one item per record.
type Result struct {
	Items []Item
	Set   *SetResult
	Job   int64
}

// Item is what became of one record.
type Item struct {
	ID      int64           `json:"id"`
	Record  json.RawMessage `json:"record"`  // as it is now
	Created []Created       `json:"created"` // what was made of it
	Err     error           `json:"-"`       // why nothing happened; nil: it is done
}

// SetResult is what an action over a set made, what it left as it was, and what it
// has to say.
type SetResult struct {
	Created []Created `json:"created"`
	Left    []Left    `json:"left"`
	Told    []Told    `json:"told"`
}

// Created is a record that an action made.
type Created struct {
	Table string `json:"table"`
	ID    int64  `json:"id"`
}

// plan finds the document and action of a call and asks for the right.
func (d *Documents) plan(rights *access.Rights, table, name string) (*catalog.Document, *catalog.Action, error) {
	document, ok := rights.Release().Document(table)
	if !ok {
		return nil, nil, fault.New(fault.NotFound, "document.unknown", "table", table)
	}
	action, ok := document.Action(name)
	if !ok {
		return nil, nil, fault.New(fault.NotFound, "document.no_action", "table", table, "action", name)
	}
	if action.Meta.System {
		if rights.Actor().IsSystem() {
			return document, action, nil
		}
		return nil, nil, fault.New(fault.Denied, "document.system_action", "action", action.Meta.Title).With(map[string]any{"reason": "right", "name": table + "." + name})
	}
	return document, action, rights.Require(action.Right)
}

// chosen lists the records of a request in ascending order.
func (r Request) chosen() []int64 {
	ids := r.IDs
	if r.ID != 0 {
		ids = append([]int64{r.ID}, ids...)
	}
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}
