package meta

import (
	"slices"
	"strconv"
	"strings"
)

// Check tells what is wrong with the names of a model: what does not exist, what
// exists twice and what may not be referred to. Without registries the names of
// code are taken as right. Expressions are checked where they are compiled, in
// package catalog.
func Check(m *Model, types FieldTypes, registries ...Registry) Problems {
	c := &checker{model: m, types: types, special: types.special(), registries: registries}
	c.modules()
	for _, e := range Sorted(m.Elements) {
		c.element(e)
	}
	for _, t := range Sorted(m.Tables) {
		c.table(t)
	}
	for _, d := range Sorted(m.Documents) {
		c.document(d)
	}
	c.screens()
	for _, d := range Sorted(m.Dropdowns) {
		c.dropdown(d)
	}
	for _, r := range Sorted(m.CodeRules) {
		c.codeRule(r)
	}
	for _, x := range Sorted(m.Mappings) {
		c.mapping(x)
	}
	for _, x := range Sorted(m.Exports) {
		c.exportTemplate(x)
	}
	for _, s := range Sorted(m.Settings) {
		c.setting(s)
	}
	c.menus()
	c.pages()
	c.texts()
	for _, l := range Sorted(m.Languages) {
		c.language(l)
	}
	for _, p := range Sorted(m.Plugins) {
		c.plugin(p)
		c.offers(p)
	}
	for _, t := range Sorted(m.Tests) {
		c.test(t)
	}
	return c.problems
}

type checker struct {
	model      *Model
	types      FieldTypes
	special    map[string]bool // members that not every type has
	registries []Registry
	problems   Problems
	object     *Object             // being checked
	reach      map[string][]string // module to the modules that it may refer to
}

// wrong notes a problem at a member of the object being checked.
func (c *checker) wrong(path, key string, pairs ...any) {
	c.problems = append(c.problems, c.object.Problem(path, key, pairs...))
}

// at joins the parts of a path.
func at(parts ...any) string {
	var words []string
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			if part != "" { // the object itself
				words = append(words, part)
			}
		case int:
			words = append(words, strconv.Itoa(part))
		}
	}
	return strings.Join(words, "/")
}

// refer finds what a member names and holds the reference to the modules.
func refer[T any, P kept[T]](c *checker, path, kind string, objects map[string]P, key string) P {
	target, ok := objects[key]
	if !ok {
		c.wrong(path, "meta.unknown", "kind", kind, "name", key)
		return nil
	}
	to := target.object().Module
	if from := c.object.Module; from != "" && to != "" && !slices.Contains(c.reach[from], to) {
		c.wrong(path, "meta.not_required", "kind", kind, "name", key, "module", to, "own", from)
	}
	return target
}

// path checks a path from a table to a field; nil when it leads nowhere.
func (c *checker) path(path string, table *Table, text string) *Field {
	f, ok := c.model.Path(table, text)
	if !ok {
		c.wrong(path, "meta.unknown_field", "table", table.Key, "name", text)
		return nil
	}
	if f.Secret {
		c.wrong(path, "meta.secret_shown", "name", text)
	}
	return f
}

// own checks the key of a field of a table.
func (c *checker) own(path string, table *Table, key string) *Field {
	f, ok := table.Field(key)
	if !ok {
		c.wrong(path, "meta.unknown_field", "table", table.Key, "name", key)
	}
	return f
}

// once notes the keys of a list that stand in it twice.
func once[T any](c *checker, path string, list []T, key func(*T) string) {
	seen := map[string]bool{}
	for i := range list {
		k := key(&list[i])
		if seen[k] {
			c.wrong(at(path, i), "meta.twice", "name", k)
		}
		seen[k] = true
	}
}

// modules checks what modules require, and works out what each may refer to:
// itself, what it requires, and what that requires in turn.
func (c *checker) modules() {
	c.reach = map[string][]string{}
	for key, module := range Sorted(c.model.Modules) {
		c.object = &module.Object
		for i, name := range module.Requires {
			if c.model.Modules[name] == nil {
				c.wrong(at("requires", i), "meta.unknown", "kind", "module", "name", name)
			}
		}
		for i, userType := range module.UserTypes {
			c.owner(at("user_types", i, "owner"), userType.Owner)
		}
		c.reach[key] = c.required(key, nil)
		c.workingPlace(module.WorkingPlace)
	}
}

func (c *checker) owner(path string, owner *Owner) {
	if owner == nil {
		return
	}
	table := c.model.Tables[owner.Table]
	switch {
	case table == nil:
		c.wrong(at(path, "table"), "meta.unknown", "kind", "table", "name", owner.Table)
	case owner.Active != "":
		if f, ok := table.Field(owner.Active); !ok || f.Type != TypeBoolean {
			c.wrong(at(path, "active"), "meta.unknown_field", "table", owner.Table, "name", owner.Active)
		}
	}
}

func (c *checker) required(key string, found []string) []string {
	module := c.model.Modules[key]
	if module == nil || slices.Contains(found, key) {
		return found
	}
	found = append(found, key)
	for _, name := range module.Requires {
		found = c.required(name, found)
	}
	return found
}

// texts checks that a text takes the same arguments in every language.
func (c *checker) texts() {
	for _, texts := range Sorted(c.model.Texts) {
		c.object = &texts.Object
		for key, text := range Sorted(texts.Terms) {
			for _, words := range text.Words() {
				if !slices.Equal(arguments(words), arguments(text[English])) {
					c.wrong(at("terms", key), "meta.arguments_differ", "name", key)
					break
				}
			}
		}
	}
}

// arguments lists, sorted, what stands in braces.
func arguments(text string) []string {
	var found []string
	for _, part := range strings.Split(text, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		name, _, _ = strings.Cut(name, ",") // words that go by a number differ
		found = append(found, name)
	}
	slices.Sort(found)
	return slices.Compact(found)
}
