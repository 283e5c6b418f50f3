package screen

import (
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
)

// MenuNode is a node of the menu tree as the shell draws it.
type MenuNode struct {
	Path       string      `json:"path"`
	Redirect   string      `json:"redirect,omitempty"`
	Hidden     bool        `json:"hidden"`
	AlwaysShow bool        `json:"alwaysShow"`
	Meta       MenuMeta    `json:"meta"`
	Children   []*MenuNode `json:"children"`
}

// MenuMeta is what the shell knows of a node.
type MenuMeta struct {
	Title   string `json:"title"`
	Icon    string `json:"icon"` // "" for none
	MenuID  int    `json:"menu_Id"`
	Name    string `json:"menuName"` // the title, which clients by the specification put on a tab
	Level   int    `json:"level"`    // 1 at the top
	NoCache bool   `json:"noCache"`
	Screen  string `json:"screen,omitempty"`
	Module  string `json:"module,omitempty"` // must be licensed before the entry opens
}

// Menus gives the menu tree of the granted entries of the caller's user type.
func (c Caller) Menus() []*MenuNode {
	granted := c.Rights.MenuIDs()
	top := []*MenuNode{}
	nodes := map[int]*MenuNode{}
	for _, item := range c.Rights.Release().MenuOrder {
		if _, ok := slices.BinarySearch(granted, item.ID); !ok || !c.owns(item) {
			continue
		}
		node := c.node(item)
		nodes[item.ID] = node
		if parent, ok := nodes[item.Parent]; ok {
			node.Meta.Level = parent.Meta.Level + 1
			parent.Children = append(parent.Children, node)
		} else {
			top = append(top, node)
		}
	}
	redirect(top)
	return top
}

// owns reports whether an entry is for the caller's user type; the back office's
// is the one without a name.
func (c Caller) owns(item *meta.MenuItem) bool {
	userType := item.UserType
	if userType == "" {
		userType = "user"
	}
	actor := c.Rights.Actor()
	return actor.IsSystem() || actor.UserType == userType
}

func (c Caller) node(item *meta.MenuItem) *MenuNode {
	title := item.Title.In(c.Language)
	return &MenuNode{
		Path: item.Route, Hidden: item.Hidden, AlwaysShow: item.AlwaysShow, Children: []*MenuNode{},
		Meta: MenuMeta{
			Title: title, Icon: item.Icon, MenuID: item.ID, Level: 1, NoCache: item.NoCache,
			Name: title, Screen: item.Screen, Module: item.Module,
		},
	}
}

// redirect leads a group to its first child that is shown.
func redirect(nodes []*MenuNode) {
	for _, node := range nodes {
		for _, child := range node.Children {
			if !child.Hidden {
				node.Redirect = child.Path
				break
			}
		}
		redirect(node.Children)
	}
}
