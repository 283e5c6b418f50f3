package exchange

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// coded reports whether a column names a record by whatever a scan finds it by: it is a
// reference without a key behind it, to a table whose records answer to codes.
func coded(c *catalog.MappingColumn) bool {
	field := c.Path[0]
	return len(c.Path) == 1 && c.Value == nil && field.Type == meta.TypeReference && len(field.To.Codes) > 0
}

// meant puts records in the place of the codes that name them, of those that the asker
// may see. A code that none answers to, or more than one, is told.
func (b *batch) meant(ctx context.Context, items []*item) error {
	for i := range b.mapping.Columns {
		c := &b.mapping.Columns[i]
		if !coded(c) {
			continue
		}
		for _, it := range items {
			text, given := it.values[c.Path[0].Key].(string)
			if !given {
				continue
			}
			found, err := b.Query.CodeIn(ctx, b.tx, b.rights, query.Scanned{Text: text, Table: c.Path[0].To})
			if err != nil {
				return err
			}
			switch len(found.Found) {
			case 0:
				it.refuse(fault.New(fault.NotFound, "exchange.code_unknown", "code", text, "table", c.Path[0].To.Meta.Title).On(c.Path[0].Key))
			case 1:
				it.values[c.Path[0].Key] = found.Found[0].ID
			default:
				it.refuse(fault.New(fault.Invalid, "exchange.code_of_many", "code", text, "n", len(found.Found), "table", c.Path[0].To.Meta.Title).On(c.Path[0].Key))
			}
		}
	}
	return nil
}

// refuse leaves an item out of the save, for a reason.
func (it *item) refuse(why *fault.Fault) {
	it.fate, it.faults = failed, append(it.faults, why)
}
