package httpapi

import (
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// tried makes a record, takes an action on it and tells what it is then; none of it is
// kept.
func (q *request) tried(row record.Row, ask document.Request) (answer json.RawMessage, err error) {
	if !ask.Preview {
		return nil, missing("preview")
	}
	if err := q.rights.Require(q.table.Right(meta.Create)); err != nil {
		return nil, err
	}
	delete(row, "id") // what is there is not tried on
	err = q.api.DB.Rehearse(q.ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := q.checkFiles(ctx, tx, q.table, row, ""); err != nil {
			return err
		}
		made, err := q.api.Records.SaveKnown(ctx, tx, q.rights, q.table.Key, row)
		if err != nil {
			return err
		}
		if _, err := q.api.Documents.ActIn(ctx, tx, q.rights, q.table.Key, ask.Name, record.ID(made.Row), ask.Params); err != nil {
			return err
		}
		answer, err = q.saved(ctx, tx, made)
		return err
	})
	return answer, err
}
