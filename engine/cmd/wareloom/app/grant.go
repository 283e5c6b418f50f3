package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/record"
)

// grantOf is a menu that a role is granted, with all its buttons or with these.
type grantOf struct {
	Menu    int      `json:"menu"`
	Buttons []string `json:"buttons"`
}

// grants reads what a role is granted: "*" for every menu of its user type, the
// number of a menu, or a menu with the only buttons; a menu stands for all below
// it.
func grants(raw json.RawMessage, release *catalog.Release) (all bool, list []grantOf, err error) {
	var members []json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return false, nil, fmt.Errorf("grant: %w", err)
	}
	for _, member := range members {
		g := grantOf{}
		switch {
		case string(member) == `"*"`:
			all = true
			continue
		case strings.HasPrefix(string(member), "{"):
			err = json.Unmarshal(member, &g)
		default:
			err = json.Unmarshal(member, &g.Menu)
		}
		if err != nil {
			return false, nil, fmt.Errorf("grant %s: %w", member, err)
		}
		if _, ok := release.Menus[g.Menu]; !ok {
			return false, nil, fmt.Errorf("grant: there is no menu %d", g.Menu)
		}
		list = append(list, g)
	}
	return all, list, nil
}

// grant gives a role its menus and buttons: those of "*" always, so that what an
// upgrade brings reaches the administrator, the others only to a new role.
func (s *seeder) grant(ctx context.Context, roleID int64, made bool, raw json.RawMessage) error {
	if raw == nil {
		return nil
	}
	release := s.rights.Release()
	all, list, err := grants(raw, release)
	if err != nil || !all && !made {
		return err
	}
	role, err := s.Records.Get(ctx, s.tx, s.rights, "role", roleID, false)
	if err != nil {
		return err
	}
	var menus, buttons []record.Row
	for _, item := range release.MenuOrder {
		only, granted := grantedBy(release, list, item.ID)
		if !all && !granted || item.Users() != record.Text(role, "user_type") {
			continue
		}
		menus = append(menus, record.Row{"role_id": roleID, "menu_id": int64(item.ID), "whole": all && item.Parent == 0 || wholly(list, item.ID)})
		for _, code := range release.Buttons(item.ID) {
			if all || only == nil || slices.Contains(only, code) {
				buttons = append(buttons, record.Row{"role_id": roleID, "menu_id": int64(item.ID), "button": code})
			}
		}
	}
	return errors.Join(
		s.addMissing(ctx, "role_menu", roleID, menus, "menu_id"),
		s.addMissing(ctx, "role_button", roleID, buttons, "menu_id", "button"))
}

// wholly reports whether a menu is granted with all that will come under it: by its
// number alone.
func wholly(list []grantOf, id int) bool {
	return slices.ContainsFunc(list, func(g grantOf) bool { return g.Menu == id && g.Buttons == nil })
}

// grantedBy finds the grant of a menu or of what is above it, and the only
// buttons; nil are all.
func grantedBy(release *catalog.Release, list []grantOf, id int) (only []string, granted bool) {
	for id != 0 {
		if i := slices.IndexFunc(list, func(g grantOf) bool { return g.Menu == id }); i >= 0 {
			return list[i].Buttons, true
		}
		item, ok := release.Menus[id]
		if !ok {
			return nil, false
		}
		id = item.Parent
	}
	return nil, false
}

// addMissing saves the rows that the role does not have yet, and makes whole what it
// has in part.
func (s *seeder) addMissing(ctx context.Context, table string, roleID int64, rows []record.Row, key ...string) error {
	held, err := s.Records.Find(ctx, s.tx, s.rights, table, record.Where{Match: record.Row{"role_id": roleID}})
	if err != nil {
		return err
	}
	nameOf := func(row record.Row) string {
		name := ""
		for _, k := range key {
			name += fmt.Sprint(row[k], "\n")
		}
		return name
	}
	known := map[string]record.Row{}
	for _, row := range held {
		known[nameOf(row)] = row
	}
	rows = slices.DeleteFunc(rows, func(row record.Row) bool {
		old := known[nameOf(row)]
		row["id"] = old["id"]
		return old != nil && (row["whole"] != true || old["whole"] == true)
	})
	_, err = s.Records.SaveMany(ctx, s.tx, s.rights, table, rows)
	return err
}
