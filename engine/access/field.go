package access

import (
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
)

// Grant says on which of the visible rows a field may be read.
type Grant struct {
	Predicate
	// Masked says that a row on which the field may not be read names it, so that
	// people see that there is a value.
	Masked bool
}

// fieldPlace is where a grant stands.
type fieldPlace struct {
	field *catalog.Field
	alias string
}

// FieldRead says on which of the rows that RowsAs shows a field may be read, for
// a statement that names the table Alias.
func (r *Rights) FieldRead(table *catalog.Table, field *catalog.Field) Grant {
	return r.FieldReadAs(table, field, Alias)
}

// FieldReadAs is FieldRead for a table that bears another name in the statement.
func (r *Rights) FieldReadAs(table *catalog.Table, field *catalog.Field, alias string) Grant {
	if field.Meta.Secret {
		return Grant{}
	}
	if r.system {
		return Grant{Predicate: everything()}
	}
	at := fieldPlace{field, alias}
	if known, ok := r.grants.Load(at); ok {
		return known.(Grant)
	}
	grant := r.grant(table, field, alias)
	if r.within != nil {
		grant = grant.and(r.within.FieldReadAs(table, field, alias))
	}
	r.grants.Store(at, grant)
	return grant
}

// grant pairs rows and field: the field may be read on the rows of those roles
// that show it.
func (r *Rights) grant(table *catalog.Table, field *catalog.Field, alias string) Grant {
	if field.Rollup != nil && !r.rolls(field.Rollup, alias) {
		return Grant{}
	}
	at := place{table, Lookup, alias}
	all, shown, masked := true, false, false
	for _, g := range r.roles {
		if !g.may(table, Lookup) {
			continue
		}
		shows := g.shows(table, field)
		all, shown = all && shows, shown || shows
		masked = masked || g.masks(table, field)
	}
	switch {
	case !shown:
		return Grant{Masked: masked}
	case all:
		return Grant{Predicate: everything()}
	}
	rows := r.granted(at, func(g *role) bool { return g.shows(table, field) })
	if rows.Equal(r.granted(at, func(*role) bool { return true })) {
		rows = everything()
	}
	return Grant{Predicate: rows, Masked: true}
}

// shows reports whether the role shows a field on its rows.
func (g *role) shows(table *catalog.Table, field *catalog.Field) bool {
	if !g.may(table, Read) && !names(table, field) {
		return false
	}
	rule := g.rules[table.Key]
	return rule == nil || !rule.broken && !rule.hide[field.Key] && !rule.mask[field.Key]
}

func (g *role) masks(table *catalog.Table, field *catalog.Field) bool {
	rule := g.rules[table.Key]
	return rule != nil && g.may(table, Read) && rule.mask[field.Key] && !rule.hide[field.Key]
}

// names reports whether a field is part of what a look-up shows.
func names(table *catalog.Table, field *catalog.Field) bool {
	if known := table.Meta.Known; known != nil && !slices.Contains(known.Label, field.Key) && field.Key != "id" {
		return false
	}
	return field.Key == "id" || slices.ContainsFunc(table.Label, func(path catalog.Path) bool { return path[0] == field })
}

// FieldWrite reports whether some role lets the actor write a field on some row.
// CheckWrite decides about the row itself.
func (r *Rights) FieldWrite(table *catalog.Table, field *catalog.Field) bool {
	return r.system || (r.within == nil || r.within.FieldWrite(table, field)) && slices.ContainsFunc(r.roles, func(g *role) bool {
		return (g.may(table, Create) || g.may(table, Update)) && g.writes(table, field.Key)
	})
}

// writes reports whether the role lets a field be written on its rows.
func (g *role) writes(table *catalog.Table, field string) bool {
	rule := g.rules[table.Key]
	return rule == nil || !rule.broken && !rule.hide[field] && !rule.mask[field] && !rule.readonly[field]
}
