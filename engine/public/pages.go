package public

import (
	"context"
	"fmt"
	"html/template"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Pages makes pages and takes what their forms send.
type Pages struct {
	Query   *query.Query
	Records *record.Records
	Zone    func(ctx context.Context, actor auth.Actor) *time.Location
	Word    func(f *fault.Fault, language string) string // a fault for a person, as HTML that may be shown
}

// Visit is somebody looking at a page.
type Visit struct {
	Page     *catalog.Page
	Named    string // what the last part of the address is
	Asked    string // what is searched
	Language string
	Sent     string            // block whose form was sent and taken
	Block    string            // block whose form is shown again, with what was refused
	Given    map[string]string // what its fields had
	Refused  *fault.Fault
}

// Made is a page with what it shows.
type Made struct {
	Title, About string
	Blocks       []Block
}

// Block is a part of a page; which members it has goes by its kind.
type Block struct {
	Key, Kind, Title string
	Paragraphs       []string
	Links            []Link
	Rows             []Row
	Record           *Row
	Lines            []Row
	LinesTitle       string
	Search           bool
	Asked            string
	Inputs           []Input
	Files            bool // some inputs take files
	Submit           string
	Notice           string
	Refusal          template.HTML
	Empty            string
}

// Link is a way on.
type Link struct{ Title, Address string }

// Row is a record on a page.
type Row struct {
	Heading, Lead, Address string
	Facts                  []Fact
}

// making is one page in the making.
type making struct {
	*Pages
	tx      *store.Tx
	release *catalog.Release
	rights  *access.Rights
	reader  query.Reader
	visit   Visit
}

// Make reads what a page shows. NotFound: record.not_found, when its address names
// nothing that strangers may see; it says no more, so that nobody learns what there is.
func (p *Pages) Make(ctx context.Context, tx *store.Tx, release *catalog.Release, visit Visit) (*Made, error) {
	m := p.making(ctx, tx, release, visit)
	made := &Made{Title: visit.Page.Meta.Title.In(visit.Language), About: visit.Page.Meta.About.In(visit.Language)}
	for i := range visit.Page.Blocks {
		b := &visit.Page.Blocks[i]
		block, err := m.block(ctx, b)
		if err != nil {
			return nil, fmt.Errorf("block %s of page %s: %w", b.Meta.Key, visit.Page.Key, err)
		}
		if block.Record != nil && block.Record.Heading != "" {
			made.Title = block.Record.Heading
		}
		made.Blocks = append(made.Blocks, *block)
	}
	return made, nil
}

func (p *Pages) making(ctx context.Context, tx *store.Tx, release *catalog.Release, visit Visit) *making {
	m := &making{Pages: p, tx: tx, release: release, rights: access.System(release, "page "+visit.Page.Key), visit: visit}
	m.reader = query.Reader{Language: visit.Language, Zone: p.Zone(ctx, auth.Actor{})}
	return m
}

// Leads gives where what is asked on a page leads, "" where it is searched in the page
// itself.
func (v *Visit) Leads(release *catalog.Release) string {
	for i := range v.Page.Blocks {
		b := v.Page.Blocks[i].Meta
		if asked := clipped(v.Asked); b.Kind == meta.BlockAsk && asked != "" {
			return release.Pages[b.Opens].At(asked)
		}
	}
	return ""
}

func (m *making) block(ctx context.Context, b *catalog.PageBlock) (*Block, error) {
	language := m.visit.Language
	made := &Block{Key: b.Meta.Key, Kind: b.Meta.Kind, Title: in(b.Meta.Title, language), Paragraphs: paragraphs(in(b.Meta.Text, language))}
	for _, link := range b.Meta.Links {
		made.Links = append(made.Links, Link{link.Title.In(language), link.Route})
	}
	made.Submit, made.Empty = in(b.Meta.Submit, language), in(b.Meta.Empty, language)
	switch b.Meta.Kind {
	case meta.BlockRows:
		return made, m.rows(ctx, b, b.Meta.MostRows(), made)
	case meta.BlockRecord:
		return made, m.record(ctx, b, made)
	case meta.BlockAsk:
		made.Search = true
	case meta.BlockForm:
		if b.Meta.Changes() {
			if _, err := m.addressed(ctx, b); err != nil {
				return nil, err
			}
		}
		m.form(b, made)
	}
	return made, nil
}

// in is a text in a language; "" for none.
func in(text *meta.Text, language string) string {
	if text == nil {
		return ""
	}
	return text.In(language)
}
