package exchange

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Keeper remembers what an import has saved; a job.Task is one.
type Keeper interface {
	Keep(ctx context.Context, tx *store.Tx, part any) error
	Kept(ctx context.Context) ([]json.RawMessage, error)
}

// part is what became of one batch, kept in its transaction.
type part struct {
	To     int        `json:"to"` // number of the first item behind it
	Of     int        `json:"of"` // items of the file
	Fates  string     `json:"fates"`
	Errors []RowError `json:"errors,omitempty"`
}

// Changed is the key of the fault that ends an import whose file makes other records by
// now than those that were saved; it tells how many are in.
const Changed = "exchange.changed"

// Saved tells how many records of how many the parts of an import are about.
func Saved(parts []json.RawMessage) (done, total int, err error) {
	if len(parts) == 0 {
		return 0, 0, nil
	}
	var last part
	if err := json.Unmarshal(parts[len(parts)-1], &last); err != nil {
		return 0, 0, fmt.Errorf("read what was imported: %w", err)
	}
	return last.To, last.Of, nil
}

// fates are the letters of a part's Fates, one per item.
var fates = map[byte]string{'-': "", 't': there, 'c': created, 'u': updated, 'f': failed}

var letters = map[string]byte{"": '-', there: 't', created: 'c', updated: 'u', failed: 'f'}

// partOf is what became of a batch that ends before item to.
func (im *importing) partOf(items []*item, to int) part {
	p := part{To: to, Of: len(im.items)}
	for _, it := range items {
		p.Fates += string(letters[it.fate])
		if it.fate == failed {
			p.Errors = append(p.Errors, im.errorsOf(it)...)
		}
	}
	return p
}

// keep notes a batch in its own transaction.
func (im *importing) keep(ctx context.Context, tx *store.Tx, items []*item, to int) error {
	if im.keeper == nil {
		return nil
	}
	return im.keeper.Keep(ctx, tx, im.partOf(items, to))
}

// resume counts what an earlier run saved, and tells with which item to go on.
//
// Conflict exchange.changed: the file makes other records by now, so that nobody
// can tell which of them are in.
func (im *importing) resume(ctx context.Context) (from int, err error) {
	if im.keeper == nil || im.ask.DryRun {
		return 0, nil
	}
	kept, err := im.keeper.Kept(ctx)
	if err != nil {
		return 0, err
	}
	for _, text := range kept {
		var p part
		if err := json.Unmarshal(text, &p); err != nil {
			return 0, fmt.Errorf("read what was imported: %w", err)
		}
		if p.Of != len(im.items) || p.To-from != len(p.Fates) {
			return 0, fault.New(fault.Invalid, Changed, "done", p.To, "total", p.Of)
		}
		im.settle(p, im.items[from:p.To])
		from = p.To
	}
	return from, nil
}
