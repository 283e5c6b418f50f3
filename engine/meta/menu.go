package meta

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// MenuItems lists the entries of all menus: parents before children, children in
// the order in which they are written, menus by their order and key.
func (m *Model) MenuItems() []*MenuItem {
	children := map[int][]*MenuItem{}
	menus := slices.SortedFunc(maps.Values(m.Menus), func(a, b *Menu) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Key, b.Key))
	})
	for _, menu := range menus {
		for i := range menu.Items {
			item := &menu.Items[i]
			children[item.Parent] = append(children[item.Parent], item)
		}
	}
	var items []*MenuItem
	var add func(parent int)
	add = func(parent int) {
		below := children[parent]
		delete(children, parent) // so that a circle ends; Check tells of it
		for _, item := range below {
			items = append(items, item)
			add(item.ID)
		}
	}
	add(0)
	return items
}

// IDsOfRoute ends the route of a print: the ids of what is printed stand in its place.
const IDsOfRoute = "{ids}"

// ScreenKind is the kind of a menu entry's screen, "" for a group.
func (i *MenuItem) ScreenKind() string {
	kind, _, _ := strings.Cut(i.Screen, ":")
	return kind
}

// ScreenKey is the key of a menu entry's screen.
func (i *MenuItem) ScreenKey() string {
	_, key, _ := strings.Cut(i.Screen, ":")
	return key
}
