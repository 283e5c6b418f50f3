package access

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// The tables that hold what roles and persons are granted.
const (
	roleMenu   = "role_menu"
	roleButton = "role_button"
	roleRule   = "role_rule"
	userMenu   = "user_menu" // what a person is granted beside his roles
	userButton = "user_button"
)

// role is what one role of the actor grants.
type role struct {
	id     int64
	rights map[string]bool
	rules  map[string]*rule // by table
}

// rule narrows a role on one table.
type rule struct {
	rows     *expression.Program // nil: all rows
	check    *expression.Program // nil: as rows
	hide     map[string]bool
	mask     map[string]bool
	readonly map[string]bool
	broken   bool // cannot be compiled under this release: shows nothing
}

// compile reads the grants of an actor's roles.
func (a *Access) compile(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (*Rights, error) {
	r := &Rights{release: release, actor: actor, rights: map[string]bool{}, menus: map[int]bool{}}
	userType, known := release.UserTypes[actor.UserType]
	switch {
	case actor.IsSystem():
		r.system = true
		return r, nil
	case !known:
		return r, nil
	}
	r.owner = userType.Owner
	loader := loader{tx: tx, release: release, rights: r, roles: map[int64]*role{}, held: map[int64]*holding{}, log: a.log}
	return r, loader.load(ctx)
}

// load reads roles, menus, buttons and rules; each of them for all roles at once.
func (l *loader) load(ctx context.Context) error {
	for _, step := range []struct {
		name string
		read func(context.Context) error
	}{
		{"role", l.readRoles},
		{roleMenu, l.readMenus},
		{roleButton, l.readButtons},
		{userMenu, l.readOwnMenus},
		{userButton, l.readOwnButtons},
		{"grants", l.give},
		{roleRule, l.readRules},
	} {
		if err := step.read(ctx); err != nil {
			return fmt.Errorf("read %s: %w", step.name, err)
		}
	}
	return nil
}

// readRoles takes the roles that are enabled and made for the actor's user type.
func (l *loader) readRoles(ctx context.Context) error {
	const text = `select id from "role" where enabled and user_type = ? and id in ? order by id`
	var ids []int64
	if err := l.tx.Select(ctx, &ids, text, l.rights.actor.UserType, l.rights.actor.Roles); err != nil {
		return err
	}
	for _, id := range ids {
		l.add(id)
	}
	return nil
}

// add begins a role.
func (l *loader) add(id int64) {
	l.roles[id] = &role{id: id, rights: map[string]bool{}, rules: map[string]*rule{}}
	l.held[id] = newHolding()
	l.rights.roles = append(l.rights.roles, l.roles[id])
}

// offered reports whether a menu exists for the actor's user type.
func (l *loader) offered(menu int) bool {
	return menuUserType(l.release, menu) == l.rights.actor.UserType
}

func (l *loader) readRules(ctx context.Context) error {
	var rows []ruleRow
	const text = `select role_id, table_key, "rows", "check", hide, mask, readonly from role_rule where role_id in ?`
	if err := l.tx.Select(ctx, &rows, text, l.rights.actor.Roles); err != nil {
		return err
	}
	for _, row := range rows {
		granted, ok := l.roles[row.Role]
		table, known := l.release.Tables[row.Table]
		if ok && known {
			granted.rules[row.Table] = l.rule(row, table)
		}
	}
	return nil
}

// ruleRow is a row of role_rule.
type ruleRow struct {
	Role     int64          `db:"role_id"`
	Table    string         `db:"table_key"`
	Rows     sql.NullString `db:"rows"`
	Check    sql.NullString `db:"check"`
	Hide     sql.NullString `db:"hide"`
	Mask     sql.NullString `db:"mask"`
	Readonly sql.NullString `db:"readonly"`
}

// rule compiles a rule. One that the release cannot compile, because it names a
// field that is gone, shows nothing: the role must not see more than before.
func (l *loader) rule(row ruleRow, table *catalog.Table) *rule {
	compiled := &rule{}
	var faults [5]error
	compiled.rows, faults[0] = l.program(row.Rows, table)
	compiled.check, faults[1] = l.program(row.Check, table)
	compiled.hide, faults[2] = fieldSet(row.Hide)
	compiled.mask, faults[3] = fieldSet(row.Mask)
	compiled.readonly, faults[4] = fieldSet(row.Readonly)
	for _, err := range faults {
		if err != nil {
			compiled.broken = true
			l.log.Warn("role rule cannot be used", "role", row.Role, "table", row.Table, "error", err)
		}
	}
	return compiled
}

func (l *loader) program(source sql.NullString, table *catalog.Table) (*expression.Program, error) {
	if strings.TrimSpace(source.String) == "" {
		return nil, nil
	}
	program, err := CompileRule(l.release, table, source.String)
	if err == nil && CallsFunction(program) {
		l.rights.volatile = true
	}
	return program, err
}

// CallsFunction reports whether the meaning of an expression may change with time,
// so that SQL made of it must not be kept.
func CallsFunction(p *expression.Program) bool {
	for _, ref := range p.Refs() {
		if strings.HasSuffix(ref, "()") {
			return true
		}
	}
	return false
}

// CompileRule compiles the text of a role rule for a table. The faults are those
// of expression.Compile.
func CompileRule(release *catalog.Release, table *catalog.Table, source string) (*expression.Program, error) {
	return expression.Compile(source, release.RowEnv(table), expression.Bool)
}

func fieldSet(text sql.NullString) (map[string]bool, error) {
	if text.String == "" {
		return nil, nil
	}
	var fields []string
	if err := json.Unmarshal([]byte(text.String), &fields); err != nil {
		return nil, fmt.Errorf("read fields of rule: %w", err)
	}
	set := map[string]bool{}
	for _, field := range fields {
		set[field] = true
	}
	return set, nil
}
