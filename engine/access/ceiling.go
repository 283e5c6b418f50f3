package access

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Within holds that nobody gives away or touches more than he has: it refuses work
// on rows of a table that decides about rights when the roles that they belong to,
// or the users that they describe, have a right that the actor lacks. A right over
// rows that a rule of his narrows counts as lacking. It is asked before a change,
// for what is there, and after it, for what it made.
//
// A right that no entry of the actor's own user type carries cannot be held by
// him; he may grant it to another user type, unless an owner bounds him.
//
// Denied: right.ceiling, with the right.
func (r *Rights) Within(ctx context.Context, tx *store.Tx, table string, rows []map[string]any) error {
	if r.system || len(rows) == 0 || !Decides(table) && !Decides(r.headOf(table)) {
		return nil
	}
	grants, err := r.grantsOf(ctx, tx, table, rows)
	if err != nil {
		return err
	}
	for _, grant := range grants {
		for _, right := range grant.rights(r.release) {
			if !r.MayGrant(grant.UserType, right) {
				return fault.New(fault.Denied, "right.ceiling", "right", right).
					With(map[string]string{"reason": "right", "name": right})
			}
		}
	}
	return nil
}

// grantRow is a menu, with all below it or not, or one button of it, that a role or a
// person is granted.
type grantRow struct {
	UserType string `db:"user_type"`
	Menu     int    `db:"menu_id"`
	Button   string `db:"button"` // "": the menu itself
	Whole    bool   `db:"whole"`
}

// rights are those of the grant. What the menu of another user type carries has no
// effect.
func (g grantRow) rights(release *catalog.Release) []string {
	switch {
	case menuUserType(release, g.Menu) != g.UserType:
		return nil
	case g.Button != "":
		return release.ButtonRights(g.Menu, g.Button)
	case !g.Whole:
		return release.MenuRights(g.Menu)
	}
	var rights []string
	all := newHolding()
	all.menu(release, g.Menu, true)
	for menu := range all.menus {
		rights = append(rights, release.MenuRights(menu)...)
	}
	for b := range all.buttons {
		rights = append(rights, release.ButtonRights(b.menu, b.code)...)
	}
	return rights
}

// grantsOf reads what the roles that rows belong to, or whose users they describe,
// are granted, and what those users are granted themselves.
func (r *Rights) grantsOf(ctx context.Context, tx *store.Tx, table string, rows []map[string]any) ([]grantRow, error) {
	roles, users := r.subjects(table, rows)
	const held, own = "(r.id in ? or r.id in (select role_id from user_role where user_id in ?))", "u.id in ?"
	const text = `select r.user_type, m.menu_id, '' as button, coalesce(m.whole, ?) as whole from "role" r join role_menu m on m.role_id = r.id where ` + held +
		` union select r.user_type, b.menu_id, b.button, ` + noBoolean + ` from "role" r join role_button b on b.role_id = r.id where ` + held +
		` union select u.user_type, m.menu_id, '', coalesce(m.whole, ?) from "user" u join user_menu m on m.user_id = u.id where not coalesce(m.withdrawn, ?) and ` + own +
		` union select u.user_type, b.menu_id, b.button, ` + noBoolean + ` from "user" u join user_button b on b.user_id = u.id where not coalesce(b.withdrawn, ?) and ` + own +
		` order by 2, 3`
	var grants []grantRow
	err := tx.Select(ctx, &grants, text, false, roles, users, roles, users, false, false, users, false, users)
	if err != nil {
		return nil, fmt.Errorf("read grants behind %s: %w", table, err)
	}
	return grants, nil
}

// noBoolean is false, as both databases write it.
const noBoolean = "(1 = 0)"

// headOf is the table that a table has the lines of; "" for one that has none.
func (r *Rights) headOf(table string) string {
	if t, known := r.release.Tables[table]; known && t.Head != nil {
		return t.Head.Key
	}
	return ""
}

// subjects gives the roles and the users whose rights rows decide about, or whom they
// bound in another way.
func (r *Rights) subjects(table string, rows []map[string]any) (roles, users []int64) {
	roleField, userField := "role_id", ""
	switch table {
	case "role":
		roleField = "id"
	case "user":
		roleField, userField = "", "id"
	case "user_role":
		userField = "user_id"
	case userMenu, userButton:
		roleField, userField = "", "user_id"
	default: // a product's own lines of a user
		if r.headOf(table) == "user" {
			roleField, userField = "", r.release.Tables[table].HeadField.Key
		}
	}
	for _, row := range rows {
		if id, ok := row[roleField].(int64); ok {
			roles = append(roles, id)
		}
		if id, ok := row[userField].(int64); ok {
			users = append(users, id)
		}
	}
	return roles, users
}

// MayGrant reports whether the actor may have a hand in a right of users of a type;
// see Within.
func (r *Rights) MayGrant(userType, right string) bool {
	if r.system {
		return true
	}
	if r.Can(right) {
		return !r.narrowed(right)
	}
	return r.beyond(userType, right)
}

// beyond reports whether a right is one of another user type only, which somebody
// whom no owner bounds hands out without having it.
func (r *Rights) beyond(userType, right string) bool {
	return r.owner == nil && userType != r.actor.UserType && !r.offers(right)
}

// narrowed reports whether every role of the actor that grants a right over rows
// has a rule that leaves some out.
func (r *Rights) narrowed(right string) bool {
	key, verb, _ := strings.Cut(right, ".")
	table, ok := r.release.Tables[key]
	return ok && !slices.ContainsFunc(r.roles, func(g *role) bool {
		return g.may(table, Op(verb)) && g.rules[key] == nil
	})
}

// offers reports whether any entry of the actor's user type carries a right.
func (r *Rights) offers(right string) bool {
	return slices.ContainsFunc(r.release.MenuOrder, func(item *meta.MenuItem) bool {
		if item.Users() != r.actor.UserType {
			return false
		}
		return slices.Contains(r.release.MenuRights(item.ID), right) ||
			slices.ContainsFunc(r.release.Buttons(item.ID), func(code string) bool {
				return slices.Contains(r.release.ButtonRights(item.ID, code), right)
			})
	})
}

// menuUserType is whose menu an entry belongs to; "" for one that is gone.
func menuUserType(release *catalog.Release, menu int) string {
	item, ok := release.Menus[menu]
	if !ok {
		return ""
	}
	return item.Users()
}
