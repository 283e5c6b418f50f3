package document

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Row is a record: field to value.
type Row = record.Row

// Data is the door to records for hooks, effects and flows.
type Data = record.Data

// Settings gives the values of settings.
type Settings interface {
	// Value gives the value of a setting for a record.
	Value(ctx context.Context, tx *store.Tx, release *catalog.Release, key string, record map[string]any) (any, error)
}

// Finder finds the records that a filter of a request names.
type Finder interface {
	// IDs gives at most limit ids, in ascending order, of the records that an
	// operation of the caller may reach and for which the filter holds.
	IDs(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, op access.Op, filter json.RawMessage, limit int) ([]int64, error)
}

// Parts are what documents are made of.
type Parts struct {
	DB       *store.DB
	Access   *access.Access
	Records  *record.Records
	Settings Settings
	Finder   Finder
	Hooks    *Hooks
	Effects  []Effect
	Now      func() time.Time
	// Answer writes a record as answers show it; the records' own JSON when nil.
	Answer func(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) ([]byte, error)
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
	if d.Answer == nil {
		d.Answer = d.ownAnswer
	}
	parts.Records.OpenData(func(tx *store.Tx, rights *access.Rights) Data { return &data{d, tx, rights} })
	return d, errors.Join(mistakes...)
}

// ownAnswer is the plain answer of a record with its lines.
func (d *Documents) ownAnswer(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) ([]byte, error) {
	row, err := d.Records.Get(ctx, tx, rights, table, id, false)
	if err != nil {
		return nil, err
	}
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	if row, err = d.Records.WithLines(ctx, tx, rights, t, row); err != nil {
		return nil, err
	}
	return d.Records.JSON(ctx, tx, rights, table, row)
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
	ID     int64           `json:"id"`
	Record json.RawMessage `json:"record"` // as it is now
	Err    error           `json:"-"`      // why nothing happened; nil: it is done
}

// SetResult is what an action over a set made, and what it left as it was.
type SetResult struct {
	Created []Created `json:"created"`
	Left    []Left    `json:"left"`
}

// Created is a record that an action made.
type Created struct {
	Table string `json:"table"`
	ID    int64  `json:"id"`
}

// Left is a record that an action over a set did not take. Fault is kept for the
// answer; its words are the server's.
type Left struct {
	ID  int64
	Err *fault.Fault
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
		return nil, nil, fault.New(fault.Denied, "document.system_action", "action", name).With(map[string]any{"reason": "right", "name": table + "." + name})
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
