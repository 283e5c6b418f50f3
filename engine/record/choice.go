package record

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Chooser says for which record something is chosen in a field.
type Chooser struct {
	Field  *catalog.Field
	Record Row  // the record as far as the field's where reads it
	Stands bool // what was chosen before is asked about: it need only fit the record
}

// Choices is the condition on the records that a save would take there, over the rows
// of the table that the field refers to; "" for none. References of the record are
// followed as far as the caller may.
func (r *Records) Choices(ctx context.Context, tx *store.Tx, rights *access.Rights, c Chooser) (text string, args []any, err error) {
	where := c.Field.Where
	if c.Stands {
		where = c.Field.Fits
	}
	if where == nil {
		return "", nil, nil
	}
	resolve := func(ctx context.Context, table string, id int64) (map[string]any, error) {
		row, err := r.Get(ctx, tx, rights, table, id, false)
		if fault.CodeOf(err) == fault.NotFound {
			return nil, nil
		}
		return row, err
	}
	scope := expression.Scope{Vars: map[string]any{"record": c.Record, "user": rights.Actor().Values}, Resolve: resolve, Roll: access.Rolls(tx, rights.Release())}
	return where.SQL(ctx, scope, access.NewColumns(c.Field.To, access.Alias))
}

// Edited is a record being edited, as a request gives it, as far as the where of a
// field reads it: a line has what it lacks from its head. What means nothing is empty;
// whom an owner bounds need not say the owner, as on saving.
func Edited(rights *access.Rights, table *catalog.Table, field *catalog.Field, given map[string]any) Row {
	row, actor := Row{}, rights.Actor()
	for _, key := range catalog.RecordFields(field.Where) {
		row[key] = nil
		of := table
		f, known := of.Field(key)
		if !known && table.Head != nil {
			of = table.Head
			f, known = of.Field(key)
		}
		if known && given[key] == nil && actor.OwnerID != 0 && f == of.Owners[actor.UserType] {
			row[key] = actor.OwnerID
		}
		if !known || given[key] == nil {
			continue
		}
		if v, bad := f.Parse(given[key]); bad == nil {
			row[key] = v
		}
	}
	return row
}
