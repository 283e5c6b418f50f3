package screen

import (
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// Grantable is a menu entry that a role may be granted, with its buttons.
type Grantable struct {
	ID      int               `json:"id"`
	Parent  int               `json:"parent"`
	Title   string            `json:"title"`
	Hidden  bool              `json:"hidden"`
	Rights  []string          `json:"rights"` // that it grants by itself
	Buttons []GrantableButton `json:"buttons"`
}

// GrantableButton is a button granted by itself. Title is empty for those that
// every table has; their words are the client's.
type GrantableButton struct {
	Code   string   `json:"code"`
	Title  string   `json:"title,omitempty"`
	Rights []string `json:"rights"`
}

// Grantable lists the entries of a user type's menu, and their buttons, that the
// caller may grant: nobody gives what he has not got. A group is listed for what is
// below it.
func (c Caller) Grantable(userType string) []Grantable {
	release, list, groups := c.Rights.Release(), []Grantable{}, map[int]bool{}
	for _, item := range slices.Backward(release.MenuOrder) {
		leaf := item.Screen != "" && item.Users() == userType && c.mayGrant(userType, release.MenuRights(item.ID))
		if !leaf && !groups[item.ID] {
			continue
		}
		groups[item.Parent] = true
		list = append(list, Grantable{
			ID: item.ID, Parent: item.Parent, Title: item.Title.In(c.Language), Hidden: item.Hidden,
			Rights: append([]string{}, release.MenuRights(item.ID)...), Buttons: c.grantableButtons(userType, item),
		})
	}
	slices.Reverse(list)
	return list
}

func (c Caller) mayGrant(userType string, rights []string) bool {
	return !slices.ContainsFunc(rights, func(right string) bool { return !c.Rights.MayGrant(userType, right) })
}

func (c Caller) grantableButtons(userType string, item *meta.MenuItem) []GrantableButton {
	release, buttons := c.Rights.Release(), []GrantableButton{}
	for _, code := range release.Buttons(item.ID) {
		if rights := release.ButtonRights(item.ID, code); c.mayGrant(userType, rights) {
			buttons = append(buttons, GrantableButton{Code: code, Title: ButtonTitle(release, item, code, c.Language), Rights: append([]string{}, rights...)})
		}
	}
	return buttons
}

// ButtonTitle is the title that metadata gives a button of an entry, the template of
// files or the action that it takes; "" for those that every table has.
func ButtonTitle(release *catalog.Release, item *meta.MenuItem, code, language string) string {
	for _, b := range item.Buttons {
		if b.Key == code && b.Title != nil {
			return b.Title.In(language)
		}
	}
	if template, ok := release.Exports[code]; ok && template.Meta.Granted {
		return template.Meta.Title.In(language)
	}
	_, key, _ := strings.Cut(item.Screen, ":")
	if list, ok := release.Lists[key]; ok {
		key = list.Table.Key
	}
	document, ok := release.Document(key)
	if !ok {
		return ""
	}
	if action, ok := document.Action(code); ok {
		return action.Meta.Title.In(language)
	}
	return ""
}
