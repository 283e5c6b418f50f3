package public

import (
	_ "embed"
	"html/template"
	"io"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
)

//go:embed page.html
var source string

//go:embed page.css
var style string

var sheet = template.Must(template.New("page").Parse(source))

// Frame is what stands around a page.
type Frame struct {
	Made
	Name      string // of the product
	Language  string
	Languages []Language
	Ways      []Link // to the other pages
	Doors     []Link // to sign in
	Origin    string // of this server, for what is shown elsewhere
	Address   string // of this page, with its host
	Here      string // its path
	Private   bool   // for who was handed its address
	Words     map[string]string
	Style     template.CSS
}

// Language is a language in which the page may be read.
type Language struct{ Key, Name, Address string }

// Write draws a page.
func (f *Frame) Write(to io.Writer) error {
	f.Style = template.CSS(style) //nolint:gosec // our own
	return sheet.Execute(to, f)
}

// Ways leads to the pages that have a place, in its order.
func Ways(release *catalog.Release, language string) []Link {
	var placed []*catalog.Page
	for _, p := range release.Pages {
		if p.Meta.Order > 0 && p.Param == "" {
			placed = append(placed, p)
		}
	}
	slices.SortFunc(placed, func(x, y *catalog.Page) int { return x.Meta.Order - y.Meta.Order })
	ways := make([]Link, len(placed))
	for i, p := range placed {
		ways[i] = Link{p.Meta.Title.In(language), p.Fixed}
	}
	return ways
}
