package access

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
)

// place is where a predicate stands.
type place struct {
	table *catalog.Table
	op    Op
	alias string
}

// Rows gives the condition, never empty, and its arguments that confines an
// operation to the rows it may reach, for a statement that names the table Alias.
func (r *Rights) Rows(table *catalog.Table, op Op) (text string, args []any) {
	p := r.RowsAs(table, op, Alias)
	return p.SQL(), p.Args()
}

// RowsAs is Rows for a table that bears another name in the statement. Read
// includes the rows that the actor may only look up; FieldRead says what of them
// he sees.
func (r *Rights) RowsAs(table *catalog.Table, op Op, alias string) Predicate {
	if r.system {
		return everything()
	}
	if op == Read {
		op = Lookup
	}
	at := place{table, op, alias}
	if known, ok := r.predicates.Load(at); ok {
		return known.(Predicate)
	}
	p := r.fence(at).And(r.granted(at, func(*role) bool { return true }))
	if r.within != nil {
		p = p.And(r.within.RowsAs(table, op, alias))
	}
	r.predicates.Store(at, p)
	return p
}

// granted joins the rows of the roles that grant the operation and pass the
// filter.
func (r *Rights) granted(at place, passes func(*role) bool) Predicate {
	var shown []Predicate
	for _, g := range r.roles {
		if g.may(at.table, at.op) && passes(g) {
			shown = append(shown, r.rowsOf(g, at))
		}
	}
	return anyOf(shown)
}

// fence confines a user of an owned type to his owner's rows.
func (r *Rights) fence(at place) Predicate {
	if r.owner == nil {
		return everything()
	}
	if r.actor.OwnerID == 0 {
		return Predicate{}
	}
	if field, ok := r.ownerField(at.table); ok {
		return condition(column(at.alias, field)+" = ?", r.actor.OwnerID)
	}
	if head := at.table.Head; head != nil {
		return throughHead(at, r.fence(headOf(at)))
	}
	looks := at.op == Lookup || at.op == Named
	switch {
	case at.table.Meta.Shared && looks:
		return everything()
	case at.table.Meta.OfMaker && looks:
		return r.ofMaker(at)
	}
	return Predicate{}
}

// ofMaker are the rows that persons of the actor's owner made.
func (r *Rights) ofMaker(at place) Predicate {
	maker := at.alias + "m"
	text := `EXISTS (SELECT 1 FROM "user" AS ` + maker + " WHERE " + maker + `."id" = ` + column(at.alias, "created_by") +
		" AND " + column(maker, "user_type") + " = ? AND " + column(maker, r.owner.Field) + " = ?)"
	return condition(text, r.actor.UserType, r.actor.OwnerID)
}

// ownerField is the field of a table that names the owner, its id when the rows
// are the owners themselves.
func (r *Rights) ownerField(table *catalog.Table) (string, bool) {
	if table.Key == r.owner.Table {
		return "id", true
	}
	_, ok := table.Field(r.owner.Field)
	return r.owner.Field, ok
}

// rowsOf gives the rows that a role shows: its rule on the table and, for a line,
// the rule on its head.
func (r *Rights) rowsOf(g *role, at place) Predicate {
	p := r.ruleRows(g.rules[at.table.Key], at.table, at.alias)
	if at.op == Lookup && at.table.Known != nil && !g.may(at.table, Read) {
		p = p.And(r.met(at.table.Known, at.table, at.alias))
	}
	if at.table.Head == nil || p.Never() {
		return p
	}
	return p.And(throughHead(at, r.rowsOf(g, headOf(at))))
}

func (r *Rights) ruleRows(rule *rule, table *catalog.Table, alias string) Predicate {
	switch {
	case rule == nil:
		return everything()
	case rule.broken:
		return Predicate{}
	case rule.rows == nil:
		return everything()
	}
	return r.met(rule.rows, table, alias)
}

// met gives the rows that meet a condition.
func (r *Rights) met(rows *expression.Program, table *catalog.Table, alias string) Predicate {
	text, args, err := rows.SQL(context.Background(), r.scope(nil, nil), NewColumns(table, alias))
	if err != nil { // a value of the actor is not what the rule expects
		return Predicate{}
	}
	return condition(text, args...)
}

// scope is what the expressions of rules see beside the columns.
func (r *Rights) scope(row map[string]any, resolve expression.Resolver) expression.Scope {
	return expression.Scope{Vars: map[string]any{"row": row, "user": r.actor.Values}, Resolve: resolve}
}

func headOf(at place) place { return place{at.table.Head, at.op, at.alias + "h"} }

// throughHead carries a condition on the head over to its lines.
func throughHead(at place, head Predicate) Predicate {
	if head.All() || head.Never() {
		return head
	}
	name := headOf(at).alias
	text := "EXISTS (SELECT 1 FROM " + at.table.Head.From() + " AS " + name +
		" WHERE " + name + `."id" = ` + column(at.alias, at.table.HeadField.Key) + " AND " + head.SQL() + ")"
	return condition(text, head.args...)
}
