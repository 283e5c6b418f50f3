package access

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Compile compiles the rights of an actor under a release that need not be in force,
// and keeps nothing of them.
func (a *Access) Compile(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (*Rights, error) {
	rights, err := a.compile(ctx, tx, release, actor)
	if err != nil {
		return nil, fmt.Errorf("compile rights under release %d: %w", release.Number, err)
	}
	return rights, nil
}

// As gives what these roles grant when another actor of their user type has them.
func (r *Rights) As(actor auth.Actor) *Rights {
	return &Rights{
		release: r.release, actor: actor, system: r.system, owner: r.owner, roles: r.roles, rights: r.rights, menus: r.menus, volatile: r.volatile,
	}
}

// Granted lists the rights that menus and buttons grant the actor, sorted. Those of the
// system, which has all, are not told.
func (r *Rights) Granted() []string { return slices.Sorted(maps.Keys(r.rights)) }

// Scheme says what decides on the rows of a table that the roles show, whoever has
// them: who has equal schemes under two releases sees the same rows under both.
func (r *Rights) Scheme(table *catalog.Table) string {
	if r.system {
		return "all"
	}
	var said strings.Builder
	for t := table; t != nil; t = t.Head {
		if r.owner != nil {
			field, _ := r.ownerField(t)
			_, owned := t.Field(field)
			fmt.Fprintln(&said, t.Key, field, owned, t.Meta.Shared, t.Meta.OfMaker)
		}
		for _, g := range r.roles {
			fmt.Fprintln(&said, t.Key, g.id, g.may(t, Lookup), g.may(t, Read), g.scheme(t))
		}
	}
	return said.String()
}

// scheme says what a role's rule on a table comes to.
func (g *role) scheme(table *catalog.Table) (said string) {
	if table.Known != nil && !g.may(table, Read) {
		said = table.Known.Source()
	}
	rule := g.rules[table.Key]
	switch {
	case rule == nil:
		return said
	case rule.broken:
		return said + " nothing"
	case rule.rows != nil:
		return said + " " + rule.rows.Source()
	}
	return said
}

// Without narrows the predicate to rows for which another one does not hold.
func (p Predicate) Without(other Predicate) Predicate {
	switch {
	case other.all || p.Never():
		return Predicate{}
	case other.Never():
		return p
	}
	text := p.SQL() + " AND " + other.SQL() + " IS NOT TRUE"
	return condition(text, append(append([]any{}, p.args...), other.args...)...)
}

// AnyOf holds where one of the predicates does.
func AnyOf(predicates ...Predicate) Predicate { return anyOf(predicates) }
