package printing

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// MostRecords bounds the records of one print.
const MostRecords = query.MaxSize

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

// perMM are the dots of the heads of label printers by what their makers call dpi; of
// 300 and 600 some makers have 12 and 24 dots for each mm, which is within a dot on
// 60 mm.
var perMM = map[int]float64{203: 8, 300: 300 / 25.4, 600: 600 / 25.4}

// Papers prints records.
type Papers struct {
	Query  *query.Query
	Family func() (*font.Family, error) // read when it is first needed
	PDF    func() (*paint.PDF, error)   // the same
	Zone   func(ctx context.Context, actor auth.Actor) *time.Location
	// Names gives the names of users by their ids.
	Names func(ctx context.Context, tx *store.Tx, release *catalog.Release, users []int64) (map[int64]string, error)
}

// Ask says what is printed, and how.
type Ask struct {
	Template string
	IDs      []int64
	Format   string
	DPI      int // 0: 203
	Copies   int // of each record, times those of the template; 0: 1
	Language string
}

// Paper is what was printed.
type Paper struct {
	Name    string // of a file
	Type    string // media type
	Content []byte
	Pages   int
	Notices []layout.Notice
}

// Render prints records for somebody, within his rights on rows and fields.
//
// NotFound: print.unknown, record.not_found. Denied without the right to print the
// table or to read it. Invalid: print.format, print.dpi, print.copies_asked, print.no_records and the
// faults of layout.Make. TooLarge: print.too_many_records. Unavailable: print.no_font.
func (p *Papers) Render(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Ask) (*Paper, error) {
	template, err := printable(rights, ask.Template, ask.IDs)
	if err != nil {
		return nil, err
	}
	if ask.DPI == 0 {
		ask.DPI = 203
	}
	if err := ask.check(); err != nil {
		return nil, err
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
	made, err := layout.Make(ctx, template, records, layout.Options{
		Family: family, PerMM: perMM[ask.DPI], Language: ask.Language, User: rights.Actor().Values, Resolve: g.resolve, Copies: ask.Copies,
	})
	if err != nil {
		return nil, fmt.Errorf("lay out %s: %w", template.Key, err)
	}
	return p.paint(template, family, ask, made)
}

func (a *Ask) check() error {
	switch {
	case contentTypes[a.Format] == "":
		return fault.New(fault.Invalid, "print.format", "format", a.Format).On("format")
	case perMM[a.DPI] == 0:
		return fault.New(fault.Invalid, "print.dpi", "dpi", a.DPI).On("dpi")
	}
	return checkCopies(a.Copies)
}

// paint draws the pages in the format asked for.
func (p *Papers) paint(template *catalog.Print, family *font.Family, ask Ask, made *layout.Result) (*Paper, error) {
	title := template.Meta.Title.In(ask.Language)
	paper := &Paper{Name: title + "." + ask.Format, Type: contentTypes[ask.Format], Pages: len(made.Pages), Notices: made.Notices}
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
	dots := make([]*paint.Dots, len(made.Pages))
	for i := range made.Pages {
		dots[i] = paint.Draw(&made.Pages[i], perMM[ask.DPI], family)
	}
	switch ask.Format {
	case FormatZPL:
		paper.Content = paint.ZPL(dots)
	case FormatTSPL:
		paper.Content = paint.TSPL(made.Pages, dots)
	case FormatCPCL:
		paper.Content = paint.CPCL(dots)
	}
	return paper, nil
}
