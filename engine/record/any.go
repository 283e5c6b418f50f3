package record

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// Any reports whether a table has a row of which a condition holds, whoever may see
// it. row is one of the rows; the other names are the scope's.
func (r *Records) Any(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, where *expression.Program, scope expression.Scope) (bool, error) {
	condition, args, err := where.SQL(ctx, scope, access.NewColumns(table, access.Alias))
	if err != nil {
		return false, err
	}
	id, _ := table.Field("id")
	rows, err := r.plans.of(rights.Release(), table).readSome(ctx, tx, newSelection([]*catalog.Field{id}), fmt.Sprintf("where %s limit 1", condition), args...)
	return len(rows) > 0, err
}
