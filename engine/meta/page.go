package meta

import (
	"cmp"
	"slices"
	"strings"
)

// Page is a page for strangers, made whole on the server.
type Page struct {
	Object
	Route string `json:"route"`
	Order int    `json:"order,omitempty"` // among the pages that every page leads to; 0: none leads there
	About Text   `json:"about"`
	// Private pages are for who was given their address, as those are that change a record.
	Private bool        `json:"private,omitempty"`
	Blocks  []PageBlock `json:"blocks"`
}

// Kinds of blocks.
const (
	BlockText   = "text"
	BlockRows   = "rows"
	BlockRecord = "record"
	BlockForm   = "form"
	BlockAsk    = "ask" // for what names a record of the page that it opens
)

// PageBlock is a part of a page.
type PageBlock struct {
	Key    string                `json:"key"`
	Kind   string                `json:"kind"`
	Title  *Text                 `json:"title,omitempty"`
	Text   *Text                 `json:"text,omitempty"`
	Links  []PageLink            `json:"links,omitempty"`
	Table  string                `json:"table,omitempty"`
	Where  Expression            `json:"where,omitempty"`
	By     []string              `json:"by,omitempty"`   // fields of which one is what the address names
	Find   []string              `json:"find,omitempty"` // fields that a visitor searches
	Sort   []string              `json:"sort,omitempty"`
	Most   int                   `json:"most,omitempty"` // rows; see MostRows
	Tongue *Tongue               `json:"tongue,omitempty"`
	Shows  []PageField           `json:"shows,omitempty"`
	Lines  *PageLines            `json:"lines,omitempty"`
	Opens  string                `json:"opens,omitempty"`  // page that a row leads to
	Fields []string              `json:"fields,omitempty"` // that a visitor fills in
	With   map[string]Expression `json:"with,omitempty"`
	Submit *Text                 `json:"submit,omitempty"`
	Done   *Text                 `json:"done,omitempty"`
	Empty  *Text                 `json:"empty,omitempty"`
}

// PageLink is a way on from a page.
type PageLink struct {
	Key   string `json:"key"`
	Title Text   `json:"title"`
	Route string `json:"route"`
}

// PageField is a field as a page shows it.
type PageField struct {
	Key   string `json:"key"` // its path
	Title *Text  `json:"title,omitempty"`
	As    string `json:"as,omitempty"`
}

// How a page shows a field.
const (
	AsHeading = "heading"
	AsLead    = "lead"
	AsPlain   = "plain"
	AsName    = "name"
	AsDigits  = "digits"
)

// Tongue tells rows apart that say the same in several languages.
type Tongue struct {
	Of       string `json:"of"`
	Language string `json:"language"`
}

// PageLines are records that belong to the one that a page shows.
type PageLines struct {
	Table string      `json:"table"`
	Field string      `json:"field"`
	Title *Text       `json:"title,omitempty"`
	Where Expression  `json:"where,omitempty"`
	Sort  []string    `json:"sort,omitempty"`
	Shows []PageField `json:"shows"`
}

// Changes reports whether the block is a form that changes the record which the address
// names, and makes none.
func (b *PageBlock) Changes() bool { return b.Kind == BlockForm && len(b.By) > 0 }

// MostRows is how many rows a block shows.
func (b *PageBlock) MostRows() int { return cmp.Or(b.Most, 50) }

// How is how the field is shown.
func (f *PageField) How() string { return cmp.Or(f.As, AsPlain) }

// Rows is which of its blocks lists records first; -1 for none.
func (p *Page) Rows() int {
	return slices.IndexFunc(p.Blocks, func(b PageBlock) bool { return b.Kind == BlockRows })
}

// Finds is the block that shows the record which the address names; nil when it names
// none.
func (p *Page) Finds() *PageBlock {
	for i := range p.Blocks {
		if p.Blocks[i].Kind == BlockRecord && len(p.Blocks[i].By) > 0 {
			return &p.Blocks[i]
		}
	}
	return nil
}

// Split gives the fixed part of the address, and the name of what its last part stands
// for; "" when all of it is fixed.
func (p *Page) Split() (fixed, param string) {
	fixed, param, _ = strings.Cut(p.Route, "/{")
	return fixed, strings.TrimSuffix(param, "}")
}
