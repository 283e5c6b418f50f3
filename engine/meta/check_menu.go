package meta

import (
	"slices"
	"strings"
)

// menus checks all entries together: their ids are one set of numbers.
func (c *checker) menus() {
	seen := menuNames{ids: map[int]bool{}, routes: map[string]bool{}, rights: map[string]bool{}, types: map[string]bool{}}
	for _, right := range c.model.Rights() {
		seen.rights[right] = true
	}
	for _, registry := range c.registries {
		for _, right := range registry.Rights() {
			seen.rights[right] = true
		}
	}
	for _, userType := range c.model.UserTypes() {
		seen.types[userType.Key] = true
	}
	parents := map[int]int{}
	for _, menu := range Sorted(c.model.Menus) {
		for _, item := range menu.Items {
			parents[item.ID] = item.Parent
		}
	}
	for _, menu := range Sorted(c.model.Menus) {
		c.object = &menu.Object
		for i := range menu.Items {
			c.menuItem(at("items", i), &menu.Items[i], seen)
			c.menuParent(at("items", i, "parent"), menu.Items[i].ID, parents)
		}
	}
}

// menuNames are the names that menu entries share or use.
type menuNames struct {
	ids           map[int]bool
	routes        map[string]bool // by user type
	rights, types map[string]bool
}

func (c *checker) menuItem(path string, item *MenuItem, seen menuNames) {
	if seen.ids[item.ID] {
		c.wrong(at(path, "key"), "meta.menu_id_twice", "id", item.ID)
	}
	seen.ids[item.ID] = true
	route := item.UserType + " " + item.Route
	if seen.routes[route] || !strings.HasPrefix(item.Route, "/") {
		c.wrong(at(path, "route"), "meta.menu_route", "route", item.Route)
	}
	seen.routes[route] = true
	if item.UserType != "" && !seen.types[item.UserType] {
		c.wrong(at(path, "user_type"), "meta.unknown", "kind", "user type", "name", item.UserType)
	}
	if _, known := c.model.Modules[item.Module]; item.Module != "" && !known {
		c.wrong(at(path, "module"), "meta.unknown", "kind", "module", "name", item.Module)
	}
	c.menuScreen(at(path, "screen"), item)
	c.menuRights(at(path, "rights"), item.Rights, seen.rights)
	once(c, at(path, "buttons"), item.Buttons, func(b *MenuButton) string { return b.Key })
	for i, button := range item.Buttons {
		c.menuRights(at(path, "buttons", i, "rights"), button.Rights, seen.rights)
	}
}

func (c *checker) menuRights(path string, rights []string, known map[string]bool) {
	for i, right := range rights {
		if !known[right] && (len(c.registries) > 0 || c.ownRight(right)) {
			c.wrong(at(path, i), "meta.unknown", "kind", "right", "name", right)
		}
	}
}

// ownRight reports a right that must come from the model, since it is one of a
// table's; without registries the rights of endpoints are unknown.
func (c *checker) ownRight(right string) bool {
	key, _, _ := strings.Cut(right, ".")
	return c.model.Tables[key] != nil
}

// menuScreen checks the screens that are metadata; the others are code.
func (c *checker) menuScreen(path string, item *MenuItem) {
	key := item.ScreenKey()
	switch item.ScreenKind() {
	case "list", "tree":
		refer(c, path, "list", c.model.Lists, key)
	case "document":
		refer(c, path, "document", c.model.Documents, key)
		refer(c, path, "list", c.model.Lists, key)
	case "form":
		refer(c, path, "form", c.model.Forms, key)
	case "tool":
		refer(c, path, "tool", c.model.Tools, key)
	case "import":
		refer(c, path, "mapping", c.model.Mappings, key)
	case "station":
		refer(c, path, "station", c.model.Stations, key)
	case "print":
		refer(c, path, "print", c.model.Prints, key)
		if !strings.HasSuffix(item.Route, "/"+IDsOfRoute) {
			c.wrong(path, "meta.print_route", "name", key)
		}
	case "report":
		refer(c, path, "report", c.model.Reports, key)
	case "board":
		refer(c, path, "board", c.model.Boards, key)
	}
	c.menuParams(path, item)
}

// menuParams checks that a report has what its entry begins it with.
func (c *checker) menuParams(path string, item *MenuItem) {
	report := c.model.Reports[item.ScreenKey()]
	for field := range Sorted(item.Params) {
		known := item.ScreenKind() == "report" && report != nil &&
			slices.ContainsFunc(report.Params, func(p ReportParam) bool { return p.Path() == field })
		if !known {
			c.wrong(at(strings.TrimSuffix(path, "screen")+"params", field), "meta.unknown", "kind", "parameter", "name", field)
		}
	}
}

// menuParent checks that the entry hangs on the tree.
func (c *checker) menuParent(path string, id int, parents map[int]int) {
	for steps := 0; id != 0; steps++ {
		parent, ok := parents[id]
		if !ok || steps > len(parents) {
			c.wrong(path, "meta.menu_parent", "id", id)
			return
		}
		id = parent
	}
}

// hasEntry reports whether a menu entry opens a screen.
func (c *checker) hasEntry(screen string) bool {
	for _, menu := range c.model.Menus {
		if slices.ContainsFunc(menu.Items, func(item MenuItem) bool { return item.Screen == screen }) {
			return true
		}
	}
	return false
}
