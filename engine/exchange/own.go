package exchange

import (
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/record"
)

// ownMapping is a mapping as the caller may use it: what it says by itself of a field that
// he may not write is left to the field's default, and an owner's person need not name him.
func ownMapping(rights *access.Rights, m *catalog.Mapping) *catalog.Mapping {
	own := *m
	own.Columns = ownColumns(rights, m.Table, m.Columns)
	if m.Set != nil {
		own.Lines = ownColumns(rights, m.Set.Table, m.Lines)
	}
	return &own
}

func ownColumns(rights *access.Rights, table *catalog.Table, all []catalog.MappingColumn) []catalog.MappingColumn {
	var own []catalog.MappingColumn
	for _, c := range all {
		if c.Value != nil && c.Meta.From == "" && !rights.FieldWrite(table, c.Path[0]) {
			continue
		}
		if c.Path[0] == ownerField(rights, table) {
			optional := *c.Meta
			optional.Required = false
			c.Meta = &optional
		}
		own = append(own, c)
	}
	return own
}

// ownerField names the owner in a table whom the caller is bound to; nil when nobody binds
// him, or the table names none.
func ownerField(rights *access.Rights, table *catalog.Table) *catalog.Field {
	if rights.Actor().OwnerID == 0 {
		return nil
	}
	return table.Owners[rights.Actor().UserType]
}

// offered drops columns that the caller has nothing to fill in: his own owner, and fields
// that he may not write.
func (im *importing) offered(columns []*catalog.MappingColumn) []*catalog.MappingColumn {
	if im.caller == nil {
		return columns
	}
	return slices.DeleteFunc(columns, func(c *catalog.MappingColumn) bool {
		table := im.mapping.Table
		if field, _ := table.Field(c.Path[0].Key); field != c.Path[0] {
			table = im.mapping.Set.Table
		}
		return c.Path[0] == ownerField(im.caller, im.mapping.Table) || !im.caller.FieldWrite(table, c.Path[0])
	})
}

// own names the caller's owner where the file does not.
func (im *importing) own(values record.Row) {
	if owner := ownerField(im.caller, im.mapping.Table); owner != nil && values[owner.Key] == nil {
		values[owner.Key] = im.caller.Actor().OwnerID
	}
}
