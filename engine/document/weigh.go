package document

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Whole is a document with its lines by set.
type Whole struct {
	Head  Row
	Lines map[string][]Row
}

// Wholes reads documents with their lines, as the rights allow.
func (d *Documents) Wholes(ctx context.Context, tx *store.Tx, rights *access.Rights, of *catalog.Document, where record.Where) ([]Whole, error) {
	rows, err := d.Records.Find(ctx, tx, rights, of.Key, where)
	if err != nil {
		return nil, err
	}
	m := move{Documents: d, tx: tx, rights: rights, document: of}
	for _, row := range rows {
		m.heads = append(m.heads, &head{row: row, lines: map[string][]Row{}})
	}
	if err := m.readLines(ctx); err != nil {
		return nil, err
	}
	wholes := make([]Whole, len(m.heads))
	for i, h := range m.heads {
		wholes[i] = Whole{h.row, h.lines}
	}
	return wholes, nil
}

// Refuses reports whether the guard of an action, or its needs, would refuse a
// document without parameters, whatever its state. The action may be that of another
// release than the one which the document was read under: rights say which.
func (d *Documents) Refuses(ctx context.Context, tx *store.Tx, rights *access.Rights, of *catalog.Document, action *catalog.Action, w Whole) (bool, error) {
	h := &head{old: w.Head, row: w.Head, lines: w.Lines}
	m := &move{Documents: d, tx: tx, rights: rights, document: of, action: action, heads: []*head{h}}
	if action.Must != nil {
		if holds, err := action.Must.Holds(m.about(ctx, h), m.scope(h, h.old)); err != nil || !holds {
			return true, err
		}
	}
	missing, err := m.missing(ctx, h)
	return len(missing) > 0, err
}
