package screen

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Caller is whom a screen is compiled for.
type Caller struct {
	Rights   *access.Rights
	Language string
	// Setting gives a setting's value and the level that it comes from.
	Setting func(ctx context.Context, key string) (value any, level string, err error)
}

// compiler is one compilation: the screen as far as it is known.
type compiler struct {
	Caller
	ctx     context.Context // lives for one compilation
	release *catalog.Release
	screen  *Screen
}

// defaultPage is the number of rows of a page where a list says none.
const defaultPage = 50

// ByMenu compiles the screen of a menu entry. A Denied fault when the entry is
// not granted, a NotFound fault when it has no screen.
func (c Caller) ByMenu(ctx context.Context, id int) (*Screen, error) {
	item, ok := c.Rights.Release().Menus[id]
	if !ok || item.Screen == "" {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", id)
	}
	if _, granted := slices.BinarySearch(c.Rights.MenuIDs(), id); !granted {
		name := fmt.Sprint("menu ", id)
		return nil, fault.New(fault.Denied, "right.missing", "right", name).With(map[string]string{"reason": "right", "name": name})
	}
	s, err := c.ByKey(ctx, item.Screen)
	if err != nil {
		return nil, err
	}
	s.MenuID, s.Route, s.Title = id, item.Route, item.Title.In(c.Language)
	return s, nil
}

// ByKey compiles a screen by its name "<kind>:<key>".
func (c Caller) ByKey(ctx context.Context, name string) (*Screen, error) {
	kind, key, _ := strings.Cut(name, ":")
	w := &compiler{Caller: c, ctx: ctx, release: c.Rights.Release()}
	w.screen = &Screen{Release: w.release.Number, Key: key, Kind: kind, Tables: map[string]*Table{}, Dropdowns: map[string][]Option{}}
	w.locate(name)
	if err := w.fill(kind, key); err != nil {
		return nil, err
	}
	return w.screen, nil
}

// locate finds the granted menu entry that shows the screen, for its address.
func (w *compiler) locate(name string) {
	if item := w.menuOf(name); item != nil {
		w.screen.MenuID, w.screen.Route, w.screen.Title = item.ID, item.Route, w.text(item.Title)
	}
}

// menuOf is the first granted menu entry of a screen; nil when there is none.
func (w *compiler) menuOf(name string) *meta.MenuItem {
	return w.Rights.Entry(name)
}

// routeOf gives the route of a screen that the caller may open, "" for none.
func (w *compiler) routeOf(screen string) string {
	if screen == "" { // groups have none either
		return ""
	}
	if item := w.menuOf(screen); item != nil {
		return item.Route
	}
	return ""
}

func (w *compiler) fill(kind, key string) error {
	switch kind {
	case "list", "tree":
		return w.fillList(key, kind == "tree")
	case "form", "document":
		return w.fillRecord(key)
	case "tool":
		return w.fillTool(key)
	case "import":
		return w.fillImport(key)
	case "station":
		return w.fillStation(key)
	case "settings":
		return w.fillSettings(key)
	case "report":
		return w.fillReport(key)
	case "print":
		return w.fillPrint(key)
	case "board":
		return w.fillBoard(key)
	case "home", "custom":
		return nil // what they show is code in the browser, which asks for rows by rights
	}
	return w.unknown(key)
}

// fillPrint names the template that an address prints by; the page of paper does the rest.
func (w *compiler) fillPrint(key string) error {
	template, ok := w.release.Prints[key]
	if !ok {
		return w.unknown(key)
	}
	w.entitle(template.Meta.Title)
	return w.Rights.Require(template.Right())
}

func (w *compiler) unknown(key string) error {
	return fault.New(fault.NotFound, "screen.unknown", "key", key)
}

// fillList compiles a list and the page that its rows open.
func (w *compiler) fillList(key string, tree bool) error {
	list, ok := w.release.Lists[key]
	if !ok {
		return w.unknown(key)
	}
	if err := w.Rights.Require(list.Table.Root().Key + "." + string(access.Read)); err != nil {
		return err
	}
	w.entitle(list.Meta.Title)
	compiled, err := w.list(list)
	if err != nil {
		return err
	}
	w.screen.List = compiled
	if tree {
		compiled.ParentField = parentField(list.Table)
	}
	if compiled.Open != "none" {
		w.page(list.Table, list.Meta.FormKey(), compiled.Open)
	}
	return nil
}

// fillRecord compiles a record's page with the list that leads to it.
func (w *compiler) fillRecord(key string) error {
	table, ok := w.release.Tables[key]
	if form := w.release.Forms[key]; form != nil {
		table, ok = form.Table, true
	}
	if !ok {
		return w.unknown(key)
	}
	if err := w.Rights.Require(table.Root().Key + "." + string(access.Read)); err != nil {
		return err
	}
	if list, found := w.release.Lists[key]; found {
		compiled, err := w.list(list)
		if err != nil {
			return err
		}
		w.screen.List = compiled
		w.entitle(list.Meta.Title)
	}
	w.entitle(table.Meta.Title)
	w.page(table, key, "document")
	return nil
}

// page adds a form of a table, the named one or else its own, and its document
// where it is one.
func (w *compiler) page(table *catalog.Table, form, open string) {
	w.table(table)
	if f := cmp.Or(w.release.Forms[form], w.release.Forms[table.Key], w.formOf(table)); f != nil {
		w.screen.Form = w.form(f)
	}
	if document, ok := w.release.Document(table.Key); ok && open == "document" {
		w.screen.Document = w.document(document)
	}
}

// formOf is the first form of a table by key.
func (w *compiler) formOf(table *catalog.Table) *catalog.Form {
	for _, form := range meta.Sorted(w.release.Forms) {
		if form.Table == table {
			return form
		}
	}
	return nil
}

// entitle gives the screen a title unless its menu entry gave one.
func (w *compiler) entitle(title meta.Text) {
	if w.screen.Title == "" {
		w.screen.Title = w.text(title)
	}
}

func (w *compiler) text(t meta.Text) string { return t.In(w.Language) }

func (w *compiler) textOr(t *meta.Text, other string) string {
	if t == nil {
		return other
	}
	return w.text(*t)
}

// tree gives an expression for the browser; nil when it cannot evaluate it.
func (w *compiler) tree(p *expression.Program) Tree { return w.release.Browser(p) }

func parentField(table *catalog.Table) string {
	for _, f := range table.Fields {
		if f.Type == meta.TypeParent {
			return f.Key
		}
	}
	return ""
}
