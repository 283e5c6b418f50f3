package access

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// CheckWrite decides about a record as it will be after a change; changed are the
// fields that the actor gave. The row must belong to the actor's owner and pass
// the condition of a role that grants writing (its `check`, else its `rows`), and
// such a role must let each changed field be written.
//
// Faults, all Denied: right.row for the record, right.field on the first field
// that may not be written, preview.read_only for who looks as a role. Reaching the record before the change is RowsAs'
// matter, that of a line's head the writer's.
func (r *Rights) CheckWrite(ctx context.Context, tx *store.Tx, table *catalog.Table, row map[string]any, changed ...string) error {
	if r.system {
		return nil
	}
	if r.within != nil {
		return ReadOnly()
	}
	if inside, err := r.inFence(ctx, tx, table, row); err != nil || !inside {
		return orRefused(err, table)
	}
	scope := r.scope(row, r.resolver(tx))
	scope.Roll = Rolls(tx, r.release)
	left, passed := slices.Clone(changed), false
	for _, g := range r.roles {
		if !g.may(table, Create) && !g.may(table, Update) {
			continue
		}
		accepts, err := g.accepts(ctx, table, scope)
		if err != nil {
			return fmt.Errorf("check write of %s: %w", table.Key, err)
		}
		if accepts {
			passed = true
			left = slices.DeleteFunc(left, func(field string) bool { return g.writes(table, field) })
		}
	}
	if !passed {
		return orRefused(nil, table)
	}
	if len(left) > 0 {
		return denied("right.field", table, "field", left[0]).On(left[0])
	}
	return nil
}

// Changeable gives the rows that the actor may change and leave otherwise as they are:
// those that Update reaches and CheckWrite accepts as they stand, for a statement that
// names the table by the alias.
func (r *Rights) Changeable(table *catalog.Table, alias string) Predicate {
	reached := r.RowsAs(table, Update, alias)
	if r.system {
		return reached
	}
	var accepted []Predicate
	for _, g := range r.roles {
		if g.may(table, Create) || g.may(table, Update) {
			accepted = append(accepted, r.acceptedBy(g.rules[table.Key], table, alias))
		}
	}
	return reached.And(anyOf(accepted))
}

// acceptedBy gives the rows that a rule lets be as they are; see accepts.
func (r *Rights) acceptedBy(rule *rule, table *catalog.Table, alias string) Predicate {
	if rule == nil || rule.broken || rule.check == nil {
		return r.ruleRows(rule, table, alias)
	}
	return r.met(rule.check, table, alias)
}

// accepts reports whether the role lets a record be as it is.
func (g *role) accepts(ctx context.Context, table *catalog.Table, scope expression.Scope) (bool, error) {
	rule := g.rules[table.Key]
	if rule == nil {
		return true, nil
	}
	condition := rule.check
	if condition == nil {
		condition = rule.rows
	}
	if rule.broken || condition == nil {
		return !rule.broken, nil
	}
	return condition.Holds(ctx, scope)
}

// inFence reports whether a record belongs to the actor's owner.
func (r *Rights) inFence(ctx context.Context, tx *store.Tx, table *catalog.Table, row map[string]any) (bool, error) {
	if r.owner == nil {
		return true, nil
	}
	if field, ok := r.ownerField(table); ok {
		owner, _ := row[field].(int64)
		return owner != 0 && owner == r.actor.OwnerID, nil
	}
	if table.Head == nil {
		return false, nil
	}
	head, ok := row[table.HeadField.Key].(int64)
	if !ok {
		return false, nil
	}
	inside := r.fence(place{table.Head, Update, Alias})
	var one int
	text := "SELECT 1 FROM " + table.Head.From() + " AS " + Alias + " WHERE " + Alias + `."id" = ? AND ` + inside.SQL()
	err := tx.Get(ctx, &one, text, append([]any{head}, inside.args...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// resolver loads the records that rules follow references to.
func (r *Rights) resolver(tx *store.Tx) expression.Resolver {
	return func(ctx context.Context, key string, id int64) (map[string]any, error) {
		table, err := r.release.Table(key)
		if err != nil {
			return nil, err
		}
		return load(ctx, tx, table, id)
	}
}

// load reads a record without regard to rights; nil when there is none.
func load(ctx context.Context, tx *store.Tx, table *catalog.Table, id int64) (map[string]any, error) {
	fields := table.Columns()
	names := make([]string, len(fields))
	into, values := make([]any, len(fields)), make([]any, len(fields))
	for i, field := range fields {
		names[i], into[i] = store.Quote(field.Key), &values[i]
	}
	text := "SELECT " + strings.Join(names, ", ") + " FROM " + table.From() + " AS " + Alias + ` WHERE "id" = ?`
	err := tx.QueryRow(ctx, text, id).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load %s %d: %w", table.Key, id, err)
	}
	row := make(map[string]any, len(fields))
	for i, field := range fields {
		if row[field.Key], err = field.Decode(values[i]); err != nil {
			return nil, err
		}
	}
	return row, nil
}

// orRefused passes an error on, or refuses the record.
func orRefused(err error, table *catalog.Table) error {
	if err != nil {
		return fmt.Errorf("check write of %s: %w", table.Key, err)
	}
	return denied("right.row", table)
}

func denied(key string, table *catalog.Table, pairs ...any) *fault.Fault {
	right := table.Key + "." + string(Update)
	return fault.New(fault.Denied, key, append([]any{"table", table.Meta.Title}, pairs...)...).
		With(map[string]string{"reason": "right", "name": right})
}
