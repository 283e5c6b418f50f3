package printing

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/foreign"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// MostRecords bounds the records of one print that somebody waits for.
const MostRecords = query.MaxSize

// MostInFile bounds the records that a job draws into a file: each takes a page or more, but on
// sheets of labels.
const MostInFile = layout.MostPages

// Formats of what is printed.
const (
	FormatPDF  = "pdf"
	FormatSVG  = "svg"
	FormatZPL  = "zpl"
	FormatTSPL = "tspl"
	FormatCPCL = "cpcl"
)

// contentTypes are those of the formats.
var contentTypes = map[string]string{
	FormatPDF: "application/pdf", FormatSVG: "image/svg+xml", FormatZPL: "application/zpl",
	FormatTSPL: "application/octet-stream", FormatCPCL: "application/octet-stream",
}

// mostDots bounds the dots of one print for a label printer: 2,000 labels of 100 x 150
// mm at 203 dpi, or 250 MB where the printer takes them unpacked.
const mostDots = 2e9

// perMM are the dots of the heads of label printers by what their makers call dpi; of
// 300 and 600 some makers have 12 and 24 dots for each mm, which is within a dot on
// 60 mm.
var perMM = map[int]float64{203: 8, 300: 300 / 25.4, 600: 600 / 25.4}

// Papers prints records.
type Papers struct {
	Query  *query.Query
	Family func() (*font.Family, error) // read when it is first needed
	PDF    func() (*paint.PDF, error)   // the same
	// File opens a file that a field of a record names. NotFound where there is none.
	File func(ctx context.Context, tx *store.Tx, key string) (io.ReadCloser, error)
	Zone func(ctx context.Context, actor auth.Actor) *time.Location
	// Drawer draws files that others made.
	Drawer *foreign.Drawer
	// Names gives the names of users by their ids.
	Names func(ctx context.Context, tx *store.Tx, release *catalog.Release, users []int64) (map[int64]string, error)

	ready sync.Once
}

// Ready has the fonts read beside what goes on, so that the first label need not wait for
// them. Where they cannot be read, who prints is told.
func (p *Papers) Ready() {
	p.ready.Do(func() { go func() { _, _ = p.Family() }() })
}

// Ask says what is printed, and how.
type Ask struct {
	Template string
	IDs      []int64
	Format   string
	DPI      int    // 0: 203
	Copies   int    // of each record, times those of the template; 0: 1
	Pages    string // as 1-3,5 of what one copy has; "": all
	Language string
}

// Paper is what was printed.
type Paper struct {
	Name    string // of a file
	Type    string // media type
	Content []byte
	Pages   int
	AsItIs  bool // others drew it, and nothing may be added to it
	Notices []layout.Notice
}

// Render prints records for somebody, within his rights on rows and fields.
//
// NotFound: print.unknown, record.not_found. Denied without the right to print the
// table or to read it. Invalid: print.format, print.dpi, print.copies_asked, print.pages, print.no_records and the
// faults of layout.Make, or of pass. TooLarge: print.too_many_records, print.too_many_lines,
// print.too_many_dots and those of layout.Make. Unavailable: print.no_font.
func (p *Papers) Render(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Ask) (*Paper, error) {
	return p.render(ctx, tx, rights, ask, MostRecords)
}

// RenderFile is Render for a job, of up to MostInFile records; files that others drew are as many
// as for Render.
func (p *Papers) RenderFile(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Ask) (*Paper, error) {
	return p.render(ctx, tx, rights, ask, MostInFile)
}

// Fileable finds the template of what RenderFile is asked for, with those of its faults that are
// known before.
func (p *Papers) Fileable(rights *access.Rights, ask Ask) (*catalog.Print, error) {
	template, err := p.atOnce(rights, ask, MostInFile)
	if err != nil {
		return nil, err
	}
	return template, ask.check()
}

func (p *Papers) render(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Ask, most int) (*Paper, error) {
	template, err := p.atOnce(rights, ask, most)
	if err != nil {
		return nil, err
	}
	if err := ask.check(); err != nil {
		return nil, err
	}
	if template.Meta.File != "" {
		return p.pass(ctx, tx, rights, template, ask)
	}
	family, err := p.Family()
	if err != nil {
		return nil, fault.New(fault.Unavailable, "print.no_font").Because(err)
	}
	g := &gathering{Papers: p, tx: tx, rights: rights, template: template, ask: ask, seen: map[string]map[string]any{}}
	records, err := g.records(ctx)
	if err != nil {
		return nil, fmt.Errorf("read for %s: %w", template.Key, err)
	}
	copies := ask.Copies
	if ask.Pages != "" {
		ask.Copies = 1
	}
	made, err := layout.Make(about(ctx, tx, rights), template, records, layout.Options{
		Family: family, PerMM: perMM[ask.DPI], Language: ask.Language, User: rights.Actor().Values, Resolve: g.resolve, Copies: ask.Copies,
		Zone: p.Zone(ctx, rights.Actor()), Picture: g.picture,
	})
	if err != nil {
		return nil, fmt.Errorf("lay out %s: %w", template.Key, err)
	}
	if ask.Pages != "" {
		if made.Pages, err = choose(made.Pages, ask.Pages, copies); err != nil {
			return nil, err
		}
	}
	return p.paint(template, family, ask, made)
}

// about lets expressions of a template ask for settings: those of the system, since a
// print may be of several records.
func about(ctx context.Context, tx *store.Tx, rights *access.Rights) context.Context {
	return setting.With(ctx, setting.Scope{Tx: tx, Release: rights.Release()})
}

// check refuses what cannot be drawn, and fills in what was not said.
func (a *Ask) check() error {
	if a.DPI == 0 {
		a.DPI = 203
	}
	switch {
	case contentTypes[a.Format] == "":
		return fault.New(fault.Invalid, "print.format", "format", a.Format).On("format")
	case perMM[a.DPI] == 0:
		return fault.New(fault.Invalid, "print.dpi", "dpi", a.DPI).On("dpi")
	}
	return CheckCopies(a.Copies)
}

// MostCopies bounds the copies of a record that somebody asks for.
const MostCopies = 99

// CheckCopies refuses more than MostCopies, and fewer than none; 0 stands for 1.
//
// Invalid: print.copies_asked.
func CheckCopies(copies int) error {
	if copies < 0 || copies > MostCopies {
		return fault.New(fault.Invalid, "print.copies_asked", "max", MostCopies).On("copies")
	}
	return nil
}

// Printable finds the template, if its records may be printed by somebody.
//
// NotFound: print.unknown. Denied without the right to print the table. Invalid:
// print.no_records.
func (p *Papers) Printable(rights *access.Rights, key string, ids []int64) (*catalog.Print, error) {
	template, ok := rights.Release().Prints[key]
	if !ok {
		return nil, fault.New(fault.NotFound, "print.unknown", "key", key)
	}
	if err := rights.Require(template.Right()); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, fault.New(fault.Invalid, "print.no_records").On("ids")
	}
	return template, nil
}

// nameOf is the name of the file that is printed into.
func nameOf(template *catalog.Print, ask Ask) string {
	return template.Meta.Title.In(ask.Language) + "." + ask.Format
}

// paint draws the pages in the format asked for.
func (p *Papers) paint(template *catalog.Print, family *font.Family, ask Ask, made *layout.Result) (*Paper, error) {
	title := template.Meta.Title.In(ask.Language)
	paper := &Paper{Name: nameOf(template, ask), Type: contentTypes[ask.Format], Pages: len(made.Pages), Notices: made.Notices}
	switch ask.Format {
	case FormatPDF:
		pdf, err := p.PDF()
		if err != nil {
			return nil, err
		}
		paper.Content, err = pdf.Write(title, made.Pages)
		return paper, err
	case FormatSVG:
		paper.Content = paint.SVG(made.Pages, family)
		return paper, nil
	}
	content, err := labels(ask, made.Pages, family)
	paper.Content = content
	return paper, err
}

// labels draws pages for a label printer, one after the other: each is a picture that
// takes much room until it is packed.
func labels(ask Ask, pages []page.Page, family *font.Family) ([]byte, error) {
	dots := 0.0
	for i := range pages {
		dots += float64(pages[i].Width) * float64(pages[i].Height) * perMM[ask.DPI] * perMM[ask.DPI] / 1e6
	}
	if dots > mostDots {
		return nil, fault.New(fault.TooLarge, "print.too_many_dots", "max", int(mostDots/1e6)).On("dpi")
	}
	var content []byte
	for i := range pages {
		drawn := []*paint.Dots{paint.Draw(&pages[i], perMM[ask.DPI], family)}
		switch ask.Format {
		case FormatZPL:
			content = append(content, paint.ZPL(drawn)...)
		case FormatTSPL:
			content = append(content, paint.TSPL(pages[i:i+1], drawn)...)
		case FormatCPCL:
			content = append(content, paint.CPCL(drawn)...)
		}
	}
	return content, nil
}

// atOnce is Printable for what is drawn at once. TooLarge: print.too_many_records.
func (p *Papers) atOnce(rights *access.Rights, ask Ask, most int) (*catalog.Print, error) {
	template, err := p.Printable(rights, ask.Template, ask.IDs)
	if err != nil {
		return nil, err
	}
	if template.Meta.File != "" {
		most = MostRecords
	}
	if len(ask.IDs) > most {
		return nil, fault.New(fault.TooLarge, "print.too_many_records", "max", most).On("ids")
	}
	return template, nil
}
