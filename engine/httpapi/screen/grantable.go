package screen

import (
	"strings"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/meta"
)

// Grantable is a menu entry that a role may be granted, with its buttons.
type Grantable struct {
	ID      int               `json:"id"`
	Parent  int               `json:"parent"`
	Title   string            `json:"title"`
	Hidden  bool              `json:"hidden"`
	Buttons []GrantableButton `json:"buttons"`
}

// GrantableButton is a button granted by itself. Title is empty for those that
// every table has; their words are the client's.
type GrantableButton struct {
	Code  string `json:"code"`
	Title string `json:"title,omitempty"`
}

// Grantable lists the entries of a user type's menu that the caller holds himself:
// nobody gives what he has not got.
func (c Caller) Grantable(userType string) []Grantable {
	held := map[int]bool{}
	for _, id := range c.Rights.MenuIDs() {
		held[id] = true
	}
	own := c.Rights.Actor().UserType == userType
	list := []Grantable{}
	for _, item := range c.Rights.Release().MenuOrder {
		of := item.UserType
		if of == "" {
			of = auth.BackOffice
		}
		if of != userType || own && !held[item.ID] {
			continue
		}
		list = append(list, Grantable{
			ID: item.ID, Parent: item.Parent, Title: item.Title.In(c.Language), Hidden: item.Hidden, Buttons: c.grantableButtons(item),
		})
	}
	return list
}

func (c Caller) grantableButtons(item *meta.MenuItem) []GrantableButton {
	buttons := []GrantableButton{}
	for _, code := range c.Rights.Release().Buttons(item.ID) {
		buttons = append(buttons, GrantableButton{Code: code, Title: c.buttonTitle(item, code)})
	}
	return buttons
}

// buttonTitle is the title that metadata gives a button, or the action it takes.
func (c Caller) buttonTitle(item *meta.MenuItem, code string) string {
	for _, b := range item.Buttons {
		if b.Code == code && b.Title != nil {
			return b.Title.In(c.Language)
		}
	}
	_, key, _ := strings.Cut(item.Screen, ":")
	release := c.Rights.Release()
	if list, ok := release.Lists[key]; ok {
		key = list.Table.Key
	}
	document, ok := release.Document(key)
	if !ok {
		return ""
	}
	if action, ok := document.Action(code); ok {
		return action.Meta.Title.In(c.Language)
	}
	return ""
}
