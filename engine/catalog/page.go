package catalog

import (
	"net/url"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Page is a compiled page for strangers.
type Page struct {
	Key    string
	Meta   *meta.Page
	Fixed  string // the address, without what its last part stands for
	Param  string // name of that part; "" when all of the address is fixed
	Blocks []PageBlock
}

// PageBlock is a compiled part of a page.
type PageBlock struct {
	Meta  *meta.PageBlock
	Table *Table // nil: of words
	Where *expression.Program
	Shows []PageField
	Asks  []*Field // of a form
	With  map[string]*expression.Program
	Lines *PageLines // nil: none
}

// PageField is a field as a page shows it.
type PageField struct {
	Meta *meta.PageField
	Path Path
}

// PageLines are records that belong to the one that a page shows.
type PageLines struct {
	Meta  *meta.PageLines
	Table *Table
	Where *expression.Program
	Shows []PageField
}

// At is the address of what a page finds by a name.
func (p *Page) At(named string) string { return p.Fixed + "/" + url.PathEscape(named) }

// Private reports whether the page is for who was given its address: it says so, or
// changes a record.
func (p *Page) Private() bool {
	return p.Meta.Private || slices.ContainsFunc(p.Blocks, func(b PageBlock) bool { return b.Meta.Changes() })
}

// Reads reports whether records of a table may be seen on the page: those that its blocks
// name, and those that these refer to, as their conditions and paths do.
func (p *Page) Reads(release *Release, table string) bool {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Table.refersTo(release, table, 2) || b.Lines != nil && b.Lines.Table.refersTo(release, table, 1) {
			return true
		}
	}
	return false
}

// refersTo reports whether a table is another one, or leads to it in some steps.
func (t *Table) refersTo(release *Release, table string, steps int) bool {
	if t == nil {
		return false
	}
	return t.Key == table || steps > 0 && slices.ContainsFunc(t.Fields, func(f *Field) bool {
		return f.Meta.To != "" && release.Tables[f.Meta.To].refersTo(release, table, steps-1)
	})
}

// Rights are those that the page gives to everybody, within what its conditions leave.
func (p *Page) Rights() (rights []string) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		switch {
		case b.Table == nil:
			continue
		case b.Meta.Changes():
			rights = append(rights, b.Table.Right("update"))
		case b.Meta.Kind == meta.BlockForm:
			rights = append(rights, b.Table.Right("create"))
		default:
			rights = append(rights, b.Table.Right("read"))
		}
		if b.Lines != nil {
			rights = append(rights, b.Lines.Table.Right("read"))
		}
	}
	return rights
}

// PageAt finds the page of an address, and what its last part is.
func (r *Release) PageAt(address string) (page *Page, named string) {
	for _, p := range r.Pages {
		rest, ok := strings.CutPrefix(address, p.Fixed)
		switch {
		case !ok:
		case p.Param == "" && rest == "":
			return p, ""
		case p.Param != "" && len(rest) > 1 && rest[0] == '/' && !strings.Contains(rest[1:], "/"):
			return p, rest[1:]
		}
	}
	return nil, ""
}

func (c *compiler) makePages() {
	for key, m := range meta.Sorted(c.model.Pages) {
		p := &Page{Key: key, Meta: m}
		p.Fixed, p.Param = m.Split()
		for i := range m.Blocks {
			p.Blocks = append(p.Blocks, c.pageBlock(m, i))
		}
		c.rel.Pages[key] = p
	}
}

func (c *compiler) pageBlock(m *meta.Page, i int) PageBlock {
	b := PageBlock{Meta: &m.Blocks[i], Table: c.rel.Tables[m.Blocks[i].Table], With: map[string]*expression.Program{}}
	if b.Table == nil {
		return b
	}
	path := "blocks/" + number(i)
	b.Where = c.program(&m.Object, path+"/where", b.Meta.Where, c.rel.RowEnv(b.Table), expression.Bool)
	b.Shows = pageFields(b.Table, b.Meta.Shows)
	for _, key := range b.Meta.Fields {
		field, _ := b.Table.Field(key)
		b.Asks = append(b.Asks, field)
	}
	for key, source := range meta.Sorted(b.Meta.With) {
		b.With[key] = c.program(&m.Object, path+"/with/"+key, source, c.rel.env(c.rel.userVars(), expression.Server), nil)
	}
	if lines := b.Meta.Lines; lines != nil {
		t := c.rel.Tables[lines.Table]
		b.Lines = &PageLines{Meta: lines, Table: t, Shows: pageFields(t, lines.Shows)}
		b.Lines.Where = c.program(&m.Object, path+"/lines/where", lines.Where, c.rel.RowEnv(t), expression.Bool)
	}
	return b
}

func pageFields(t *Table, list []meta.PageField) []PageField {
	fields := make([]PageField, len(list))
	for i := range list {
		fields[i] = PageField{Meta: &list[i], Path: t.mustPath(list[i].Key)}
	}
	return fields
}
