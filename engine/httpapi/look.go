package httpapi

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// noteLook is what the history of a record says of a sealed file of it that was opened.
const noteLook = "look"

// How long a reason is, in characters.
const (
	shortestReason = 2
	longestReason  = 200
)

func noReason() *fault.Fault {
	return fault.New(fault.Denied, "file.needs_reason").With(map[string]string{"reason": "why"})
}

// noteLook writes into the history of the record that holds a sealed file that the caller
// looks at it, and why. NotFound when no record that he may read holds it.
func (q *request) noteLook(f files.File, reason string) error {
	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n < shortestReason || n > longestReason {
		return fault.New(fault.Invalid, "file.bad_reason", "min", shortestReason, "max", longestReason).On("reason").Breaking("required")
	}
	return q.api.DB.Write(q.ctx, func(ctx context.Context, tx *store.Tx) error {
		table, id, err := q.guardOf(ctx, tx, f.Key)
		if err != nil {
			return err
		}
		if table == nil {
			return fault.New(fault.NotFound, "file.unknown")
		}
		return q.api.Records.Note(ctx, tx, q.rights, table, id, noteLook, reason)
	})
}

// guardOf finds a record that the caller may read and whose guarded field holds a file;
// nil for none.
func (q *request) guardOf(ctx context.Context, tx *store.Tx, key string) (*catalog.Table, int64, error) {
	for _, held := range files.Guards(q.release) {
		table := q.release.Tables[held.Table]
		f, _ := table.Field(held.Column)
		if q.rights.FieldRead(table, f).Never() || !q.rights.Can(table.Right(meta.Read)) {
			continue
		}
		rows, err := q.api.Query.Rows(ctx, tx, q.rights, table.Key, query.Where{Filter: query.Is(f.Key, query.Eq, key), Limit: 1})
		if err != nil {
			return nil, 0, err
		}
		if len(rows) > 0 {
			id, _ := rows[0]["id"].(int64)
			return table, id, nil
		}
	}
	return nil, 0, nil
}
