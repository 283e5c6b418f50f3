package printing

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/foreign"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// papers are templates of orders and of items, and who may print them.
//
//go:embed testdata/papers.json
var papers string

// Entries of the menu: what their people may do.
const (
	printsOrders = 51
	printsItems  = 52
	looks        = 53
	blind        = 54 // prints orders and sees nobody's name
	printsFiles  = 55
)

// latin is a font that has Latin letters alone.
var latin = sync.OnceValues(func() (*font.Family, error) {
	regular, err := font.Parse("regular", goregular.TTF)
	bold, errBold := font.Parse("bold", gobold.TTF)
	return &font.Family{Regular: regular, Bold: bold}, errors.Join(err, errBold)
})

// drawer draws the PDFs of all tests.
var drawer = foreign.NewDrawer("")

// desk is the world with its templates, two orders of ACME and their items.
type desk struct {
	*accesstest.World
	*Papers
	t             *testing.T
	customer      int64
	first, second int64 // orders
	apple, bowl   int64 // items: one plain, one fragile
}

func each(t *testing.T, run func(t *testing.T, d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, open(t, db)) })
}

func open(t *testing.T, db *store.DB) *desk {
	t.Helper()
	d := &desk{World: accesstest.With(t, db, accesstest.Joined(t, papers)), t: t}
	d.Papers = &Papers{
		Query: query.New(db, query.Options{}), Family: latin, PDF: sync.OnceValues(func() (*paint.PDF, error) {
			family, err := latin()
			if err != nil {
				return nil, err
			}
			return paint.NewPDF(family)
		}),
		File: func(context.Context, *store.Tx, string) (io.ReadCloser, error) {
			return nil, fault.New(fault.NotFound, "file.unknown")
		},
		Zone:   func(context.Context, auth.Actor) *time.Location { return time.UTC },
		Drawer: drawer,
	}
	d.customer = d.Insert("customer", accesstest.Row{"code": "ACME", "name": "Acme Ltd"})
	d.apple = d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "APPLE", "kind": "plain"})
	d.bowl = d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "BOWL", "kind": "fragile"})
	d.first = d.order("O-1", "", d.bowl, d.apple)
	d.second = d.order("O-2", "two")
	return d
}

// order makes an order whose lines are numbered from the last to the first.
func (d *desk) order(code, note string, items ...int64) int64 {
	d.t.Helper()
	id := d.Insert("order", accesstest.Row{"customer_id": d.customer, "code": code, "note": note, "status": "open"})
	for i, item := range items {
		d.Insert("order_line", accesstest.Row{"order_id": id, "line_no": int64(10 * (len(items) - i)), "item_id": item, "qty": decimalOf(int64(i + 1))})
	}
	return id
}

// with gives the rights of a person with menus and rules.
func (d *desk) with(rules map[string]accesstest.Rule, menus ...int) *access.Rights {
	d.t.Helper()
	return d.Rights(accesstest.Office(7, d.Role("user", accesstest.Grant{Menus: menus, Rules: rules})))
}

func (d *desk) render(rights *access.Rights, ask Ask) (paper *Paper, err error) {
	err = d.DB.Read(d.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		paper, err = d.Render(ctx, tx, rights, ask)
		return err
	})
	return paper, err
}

// says gives the words of an SVG in their order.
func says(svg string) (words []string) {
	for _, part := range strings.Split(svg, "<title>")[1:] {
		word, _, _ := strings.Cut(part, "</title>")
		words = append(words, word)
	}
	return words
}

// TestAPrintIsOfWhatIsAsked holds a paper to the records in the order in which they were
// asked for, one named twice drawn twice, each with its lines and as often as it says.
func TestAPrintIsOfWhatIsAsked(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsOrders)
		paper, err := d.render(rights, Ask{Template: "slip", IDs: []int64{d.second, d.first, d.first}, Format: FormatSVG, Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		one := []string{"O-1", "Acme Ltd", "APPLE", "4", "BOWL", "2", "Order"} // the head of a page is drawn when the page is full
		two := []string{"O-2", "Acme Ltd", "two", "Order"}
		got := slices.DeleteFunc(says(string(paper.Content)), func(word string) bool { return strings.HasPrefix(word, "ACME") })
		if want := slices.Concat(two, two, one, one); !slices.Equal(got, want) {
			t.Errorf("printed is %q, want %q", got, want)
		}
		if paper.Pages != 4 || paper.Name != "Slip.svg" || paper.Type != "image/svg+xml" || len(paper.Notices) > 0 {
			t.Errorf("the paper is %s, %s, of %d pages: %v", paper.Name, paper.Type, paper.Pages, paper.Notices)
		}
	})
}

// TestEachFormatIsDrawn holds the content to what printers and screens take, with a label
// for each page.
func TestEachFormatIsDrawn(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsItems)
		for format, want := range map[string]struct {
			begins, each, media string
			count               int
		}{
			FormatPDF: {"%PDF-", "/Type /Page\n", "application/pdf", 4}, FormatSVG: {"<svg", `class="page"`, "image/svg+xml", 4},
			FormatZPL: {"^XA", "^XZ", "application/zpl", 4}, FormatTSPL: {"", "PRINT 1,1", "application/octet-stream", 4}, FormatCPCL: {"!", "PRINT\r\n", "application/octet-stream", 4},
		} {
			paper, err := d.render(rights, Ask{Template: "tag", IDs: []int64{d.apple, d.bowl}, Format: format, Language: "es", Copies: 2, DPI: 300})
			if err != nil {
				t.Errorf("%s: %v", format, err)
				continue
			}
			if paper.Type != want.media || paper.Name != "Etiqueta."+format || paper.Pages != 4 || !bytes.HasPrefix(paper.Content, []byte(want.begins)) {
				t.Errorf("%s: %s %s of %d pages begins with %.20q", format, paper.Name, paper.Type, paper.Pages, paper.Content)
			}
			if n := bytes.Count(paper.Content, []byte(want.each)); n != want.count && format != FormatPDF {
				t.Errorf("%s: %q is there %d times, want %d", format, want.each, n, want.count)
			}
		}
	})
}

// TestAPrintIsRefusedWithTheField holds each fault of Render to its key and field.
func TestAPrintIsRefusedWithTheField(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		good := Ask{Template: "slip", IDs: []int64{d.first}, Format: FormatSVG}
		rights := d.with(nil, printsOrders)
		some := d.with(map[string]accesstest.Rule{"order": {Rows: "row.code == 'O-2'"}}, printsOrders)
		tests := []struct {
			name, key, path string
			code            fault.Code
			rights          *access.Rights
			change          func(a *Ask)
		}{
			{"no template", "print.unknown", "", fault.NotFound, rights, func(a *Ask) { a.Template = "none" }},
			{"no right to print", "right.missing", "", fault.Denied, d.with(nil, looks), func(*Ask) {}},
			{"no records", "print.no_records", "ids", fault.Invalid, rights, func(a *Ask) { a.IDs = nil }},
			{"too many records", "print.too_many_records", "ids", fault.TooLarge, rights, func(a *Ask) { a.IDs = make([]int64, MostRecords+1) }},
			{"no format", "print.format", "format", fault.Invalid, rights, func(a *Ask) { a.Format = "" }},
			{"an unknown format", "print.format", "format", fault.Invalid, rights, func(a *Ask) { a.Format = "doc" }},
			{"a head that nobody makes", "print.dpi", "dpi", fault.Invalid, rights, func(a *Ask) { a.DPI = 204 }},
			{"fewer than no copies", "print.copies_asked", "copies", fault.Invalid, rights, func(a *Ask) { a.Copies = -1 }},
			{"too many copies", "print.copies_asked", "copies", fault.Invalid, rights, func(a *Ask) { a.Copies = MostCopies + 1 }},
			{"no such record", "record.not_found", "", fault.NotFound, rights, func(a *Ask) { a.IDs = []int64{d.first, 999} }},
			{"one that he does not see", "record.not_found", "", fault.NotFound, some, func(*Ask) {}},
		}
		for _, tt := range tests {
			ask := good
			tt.change(&ask)
			paper, err := d.render(tt.rights, ask)
			f, _ := fault.As(err)
			if !fault.IsKey(err, tt.key) || fault.CodeOf(err) != tt.code || f.Path != tt.path || paper != nil {
				t.Errorf("%s: %v, want %s on %q", tt.name, err, tt.key, tt.path)
			}
		}
		for _, copies := range []int{0, 1, MostCopies} {
			if err := CheckCopies(copies); err != nil {
				t.Errorf("%d copies: %v", copies, err)
			}
		}
		if paper, err := d.render(some, Ask{Template: "slip", IDs: []int64{d.second}, Format: FormatSVG}); err != nil || paper.Pages != 2 {
			t.Errorf("what he sees: %v", err)
		}
	})
}

// TestWithoutAFontNothingPrints holds the fault that tells the administrator why.
func TestWithoutAFontNothingPrints(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.Family = func() (*font.Family, error) { return nil, errors.New("no such file") }
		if _, err := d.render(d.with(nil, printsOrders), Ask{Template: "slip", IDs: []int64{d.first}, Format: FormatSVG}); !fault.IsKey(err, "print.no_font") || fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("%v", err)
		}
	})
}

// TestDotsAreBounded holds labels to what a printer's memory takes: their paper counts,
// and the square of the printer's dots.
func TestDotsAreBounded(t *testing.T) {
	t.Parallel()
	family, err := latin()
	if err != nil {
		t.Fatal(err)
	}
	metre := []page.Page{{Width: 1_900_000, Height: 1_000_000}} // 1.9e6 mm2
	for dpi, refused := range map[int]bool{203: false, 300: false, 600: false} {
		if _, err := labels(Ask{Format: FormatCPCL, DPI: dpi}, []page.Page{{Width: 60_000, Height: 30_000}}, family); (err != nil) != refused {
			t.Errorf("a label at %d dpi: %v", dpi, err)
		}
	}
	pages := slices.Repeat(metre, 4)
	if _, err := labels(Ask{Format: FormatZPL, DPI: 600}, pages, family); !fault.IsKey(err, "print.too_many_dots") || fault.CodeOf(err) != fault.TooLarge {
		t.Errorf("%d m2 at 600 dpi: %v", len(pages), err)
	}
}
