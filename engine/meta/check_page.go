package meta

import (
	"slices"
	"strings"
)

// taken are the first parts of addresses that the server and its web app have for
// themselves.
var taken = []string{"api", "assets", "user", "login", "forget-pwd", "auth-redirect", "404", "401", "dashboard", "redirect", "print", "healthz", "readyz", "metrics"}

// pages checks all pages together: each has an address of its own.
func (c *checker) pages() {
	routes := map[string]bool{}
	for _, item := range c.model.MenuItems() {
		routes[item.Route] = true
	}
	for _, p := range Sorted(c.model.Pages) {
		c.object = &p.Object
		fixed, param := p.Split()
		first, _, _ := strings.Cut(strings.TrimPrefix(fixed, "/"), "/")
		if routes[fixed+param] || slices.Contains(taken, first) {
			c.wrong("route", "meta.page_route", "route", p.Route)
		}
		routes[fixed+param] = true
		c.page(p, param)
	}
}

func (c *checker) page(p *Page, param string) {
	named := false
	once(c, "blocks", p.Blocks, func(b *PageBlock) string { return b.Key })
	for i := range p.Blocks {
		b := &p.Blocks[i]
		named = named || b.Kind == BlockRecord || b.Changes()
		c.pageBlock(at("blocks", i), b)
	}
	if named != (param != "") {
		c.wrong("route", "meta.page_names_nothing", "route", p.Route)
	}
}

// pageBlock holds the members of a block to its kind, and its names to the model.
func (c *checker) pageBlock(path string, b *PageBlock) {
	missing := b.missing()
	if b.Changes() && b.Where == "" {
		missing = "where"
	}
	if missing != "" {
		c.wrong(at(path, missing), "meta.page_lacks", "name", b.Key, "member", missing)
		return
	}
	if b.Kind == BlockText || b.Kind == BlockAsk {
		c.pageOpens(path, b, nil)
		return
	}
	t := refer(c, at(path, "table"), "table", c.model.Tables, b.Table)
	if t == nil {
		return
	}
	c.pagePaths(at(path, "by"), t, b.By)
	c.pagePaths(at(path, "find"), t, b.Find)
	c.pagePaths(at(path, "sort"), t, b.Sort)
	for i, field := range b.Fields {
		c.asked(at(path, "fields", i), t, field, b.Changes())
	}
	for field := range Sorted(b.With) {
		c.own(at(path, "with", field), t, field)
	}
	if b.Tongue != nil {
		c.own(at(path, "tongue/of"), t, b.Tongue.Of)
		c.own(at(path, "tongue/language"), t, b.Tongue.Language)
	}
	c.pageFields(at(path, "shows"), t, b.Shows)
	c.pageOpens(path, b, t)
	c.pageLines(at(path, "lines"), b, t)
}

// missing names a member that a block of its kind cannot do without; "" when none is.
func (b *PageBlock) missing() string {
	has := map[string]bool{
		"text": b.Text != nil || len(b.Links) > 0, "table": b.Table != "", "where": b.Where != "", "by": len(b.By) > 0,
		"shows": len(b.Shows) > 0, "opens": b.Opens != "", "fields": len(b.Fields) > 0, "done": b.Done != nil,
	}
	needs := map[string][]string{
		BlockText: {"text"}, BlockRows: {"table", "where", "shows"}, BlockRecord: {"table", "where", "by", "shows"}, BlockForm: {"table", "fields", "done"}, BlockAsk: {"opens"},
	}
	for _, member := range needs[b.Kind] {
		if !has[member] {
			return member
		}
	}
	return ""
}

// asked checks a field of a form: words, numbers, days and choices are asked for; pictures
// where a record is there already, which bounds how many may come.
func (c *checker) asked(path string, t *Table, key string, pictures bool) {
	f := c.own(path, t, key)
	if f == nil {
		return
	}
	fits := slices.Contains([]string{TypeText, TypeLongText, TypeInteger, TypeDate, TypeEnum, TypeBoolean}, f.Type) || pictures && f.Type == TypeImage
	if !fits || f.Secret || f.Readonly {
		c.wrong(path, "meta.page_asks", "name", key)
	}
}

func (c *checker) pagePaths(path string, t *Table, list []string) {
	for i, field := range list {
		c.path(at(path, i), t, strings.TrimPrefix(field, "-"))
	}
}

func (c *checker) pageFields(path string, t *Table, fields []PageField) {
	once(c, path, fields, func(f *PageField) string { return f.Key })
	for i := range fields {
		c.path(at(path, i, "key"), t, fields[i].Key)
	}
}

// pageOpens checks that a page which is led to finds records, and rows by a field of
// theirs.
func (c *checker) pageOpens(path string, b *PageBlock, t *Table) {
	if b.Opens == "" {
		return
	}
	to := refer(c, at(path, "opens"), "page", c.model.Pages, b.Opens)
	if to == nil {
		return
	}
	switch finds := to.Finds(); {
	case finds == nil:
		c.wrong(at(path, "opens"), "meta.page_opens", "name", b.Opens)
	case t != nil:
		c.path(at(path, "opens"), t, finds.By[0])
	}
}

func (c *checker) pageLines(path string, b *PageBlock, of *Table) {
	if b.Lines == nil {
		return
	}
	t := refer(c, at(path, "table"), "table", c.model.Tables, b.Lines.Table)
	if t == nil {
		return
	}
	c.refersTo(at(path, "field"), t, b.Lines.Field, of)
	c.pagePaths(at(path, "sort"), t, b.Lines.Sort)
	c.pageFields(at(path, "shows"), t, b.Lines.Shows)
}
