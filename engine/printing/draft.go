package printing

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/printing/picture"
	"github.com/wareloom/wareloom/engine/printing/sample"
	"github.com/wareloom/wareloom/engine/store"
)

// Limits of a draft, which is drawn again after each edit.
const (
	mostDraftPages = 12
	mostDraftTime  = 5 * time.Second
)

// Sketch asks for a template as it is being designed, over records or over one that is
// made up.
type Sketch struct {
	Template string
	IDs      []int64
	Sample   string // a case of package sample, where there are no records; "": usual
	Language string
	DPI      int // 0: 203
}

// Drawn is a draft: its pages, and where the bands of the template lie on them.
type Drawn struct {
	Pages   []DrawnPage     `json:"pages"` // the first ones
	Count   int             `json:"count"` // of all
	Places  []layout.Place  `json:"places"`
	Notices []layout.Notice `json:"notices"`
}

// DrawnPage is a page as an SVG; its sizes are µm.
type DrawnPage struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	SVG    string `json:"svg"`
}

// Draft draws a template for who designs it. What would refuse a print, as a code that
// is wrong, is a notice.
//
// NotFound: print.unknown, record.not_found. Denied without the right to print the
// table, where records are asked for. Invalid: print.sample, print.dpi, and those of pass for
// a template of files. TooLarge: those of layout.Make. Unavailable: print.no_font.
func (p *Papers) Draft(ctx context.Context, tx *store.Tx, rights *access.Rights, s Sketch) (*Drawn, error) {
	if s.DPI == 0 {
		s.DPI = 203
	}
	ask := Ask{Template: s.Template, IDs: s.IDs, Format: FormatSVG, DPI: s.DPI, Language: s.Language}
	if err := ask.check(); err != nil {
		return nil, err
	}
	template, ok := rights.Release().Prints[s.Template]
	if !ok {
		return nil, fault.New(fault.NotFound, "print.unknown", "key", s.Template)
	}
	if template.Meta.File != "" && len(s.IDs) > 0 {
		return p.draftFiles(ctx, tx, rights, ask)
	}
	on, err := p.subject(ctx, tx, rights, ask, s.Sample)
	if err != nil {
		return nil, err
	}
	family, err := p.Family()
	if err != nil {
		return nil, fault.New(fault.Unavailable, "print.no_font").Because(err)
	}
	made, err := layout.Make(about(ctx, tx, rights), template, on.records, layout.Options{
		Family: family, PerMM: perMM[s.DPI], Language: s.Language, Zone: p.Zone(ctx, rights.Actor()),
		User: rights.Actor().Values, Resolve: on.resolve, Picture: on.picture, Time: mostDraftTime, Draft: true,
	})
	if err != nil {
		return nil, fmt.Errorf("lay out %s: %w", s.Template, err)
	}
	drawn := &Drawn{Count: len(made.Pages), Places: []layout.Place{}, Notices: []layout.Notice{}}
	drawn.Pages = shown(made.Pages, family)
	for _, place := range made.Places {
		if place.Page <= mostDraftPages {
			drawn.Places = append(drawn.Places, place)
		}
	}
	drawn.Notices = append(drawn.Notices, made.Notices[:min(len(made.Notices), mostNotices)]...)
	return drawn, nil
}

// shown are the first pages.
func shown(pages []page.Page, family *font.Family) (first []DrawnPage) {
	for i := range pages[:min(len(pages), mostDraftPages)] {
		svg := paint.SVG(pages[i:i+1], family)
		first = append(first, DrawnPage{pages[i].Width, pages[i].Height, string(svg)})
	}
	return first
}

// mostNotices bounds what a draft tells.
const mostNotices = 100

// subject is what a draft is drawn over.
type subject struct {
	records []layout.Record
	resolve expression.Resolver
	picture func(ctx context.Context, file string) (*picture.Picture, error)
}

func (p *Papers) subject(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Ask, of string) (*subject, error) {
	if len(ask.IDs) == 0 {
		switch of {
		case "":
			of = sample.Usual
		case sample.Usual, sample.Longest, sample.Empty, sample.Many:
		default:
			return nil, fault.New(fault.Invalid, "print.sample", "sample", of).On("sample")
		}
		record, resolve := sample.Record(rights.Release(), rights.Release().Prints[ask.Template], of, ask.Language)
		return &subject{[]layout.Record{record}, resolve, sample.Picture}, nil
	}
	template, err := p.atOnce(rights, ask, MostRecords)
	if err != nil {
		return nil, err
	}
	g := &gathering{Papers: p, tx: tx, rights: rights, template: template, ask: ask, seen: map[string]map[string]any{}}
	records, err := g.records(ctx)
	return &subject{records, g.resolve, g.picture}, err
}
