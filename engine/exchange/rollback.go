package exchange

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// RollBackEffect deletes all records that imported files made; they lie in the bin. It is
// done with the rights of who asks, not with those of an effect.
//
// Conflict: exchange.not_kept, the mapping does not say which records are of a file;
// exchange.rolled_over, the file changed records that were there before;
// exchange.past_draft, records are past the state in which they may go; exchange.none_left.
// The faults of record.Delete.
func (x *Exchange) RollBackEffect(ctx context.Context, e *document.EffectEvent, _ []record.Row) error {
	person := e.Actor
	if person.UserID != 0 {
		person.System = ""
	}
	rights, err := x.Access.For(ctx, e.Tx, e.Rights.Release(), person)
	if err != nil {
		return err
	}
	for _, head := range e.Heads {
		if err := x.rollBack(ctx, e.Tx, rights, e.Rights, head); err != nil {
			return err
		}
	}
	return nil
}

func (x *Exchange) rollBack(ctx context.Context, tx *store.Tx, rights, system *access.Rights, head record.Row) error {
	mapping := system.Release().Mappings[record.Text(head, "mapping")]
	if mapping == nil || batchField(mapping) == nil {
		return fault.New(fault.Conflict, "exchange.not_kept")
	}
	if n := record.Int(head, "changed"); n > 0 {
		return fault.New(fault.Conflict, "exchange.rolled_over", "n", n)
	}
	rows, err := x.Records.Find(ctx, tx, system, mapping.Table.Key, record.Where{Match: record.Row{batchField(mapping).Key: record.ID(head)}})
	if err != nil {
		return fmt.Errorf("find the records of file %d: %w", record.ID(head), err)
	}
	if len(rows) == 0 {
		return fault.New(fault.Conflict, "exchange.none_left")
	}
	if bad := pastDraft(mapping.Table, rows); bad != nil {
		return bad
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = record.ID(row)
	}
	return x.Records.Delete(ctx, tx, rights, mapping.Table.Key, ids)
}

// pastDraft refuses records of a document that are not drafts any more, all at once: how
// many they are, and which is the first. Nil where all may go.
func pastDraft(t *catalog.Table, rows []record.Row) error {
	if t.Document == nil {
		return nil
	}
	drafts := t.Document.States[0]
	n, first, state := 0, "", drafts
	for _, row := range rows {
		now, ok := t.Document.State(record.Text(row, catalog.StatusField))
		if !ok || now.Meta.Phase == drafts.Meta.Phase {
			continue
		}
		if n++; n == 1 {
			first, state = t.Called(row), now
		}
	}
	if n == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "exchange.past_draft",
		"n", n, "rows", len(rows), "draft", drafts.Meta.Title, "first", first, "state", state.Meta.Title)
}
