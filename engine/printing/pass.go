package printing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/foreign"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/picture"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// passing prints files that others drew: those of a field of the records.
type passing struct {
	*Papers
	template *catalog.Print
	ask      Ask
	perMM    float64
	paper    *Paper
	pages    []page.Page // of a format that holds them all
}

// pass prints the files of records, each as it is where the format is the file's own, and
// else drawn on the template's paper. No letter of ours is on it, so it needs no font.
//
// Invalid: print.foreign_none where a record has no file; print.foreign_only_zpl for ZPL in
// another format; print.foreign_broken for what cannot be read, and the faults of
// foreign.Labels. TooLarge: print.too_many_pages, print.too_many_dots.
func (p *Papers) pass(ctx context.Context, tx *store.Tx, rights *access.Rights, template *catalog.Print, ask Ask) (*Paper, error) {
	files, err := p.foreignOf(ctx, tx, rights, template, ask)
	if err != nil {
		return nil, err
	}
	if ask.Format == FormatPDF || ask.Format == FormatSVG {
		ask.DPI = 300 // what is drawn for a screen or another printer
	}
	w := p.passing(template, ask)
	for range max(ask.Copies, 1) {
		for _, f := range files {
			if err := w.add(ctx, f, len(files) == 1 && ask.Copies <= 1); err != nil {
				return nil, err
			}
		}
	}
	if len(w.pages) == 0 {
		return w.paper, nil
	}
	return p.paint(template, nil, ask, &layout.Result{Pages: w.pages})
}

func (p *Papers) passing(template *catalog.Print, ask Ask) passing {
	return passing{p, template, ask, perMM[ask.DPI], &Paper{Name: nameOf(template, ask), Type: contentTypes[ask.Format]}, nil}
}

// draftFiles shows how the files of records come out on the paper.
func (p *Papers) draftFiles(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Ask) (*Drawn, error) {
	template, err := p.atOnce(rights, ask, MostRecords)
	if err != nil {
		return nil, err
	}
	files, err := p.foreignOf(ctx, tx, rights, template, ask)
	if err != nil {
		return nil, err
	}
	w := p.passing(template, ask)
	for _, f := range files {
		if err := w.add(ctx, f, false); err != nil {
			return nil, err
		}
	}
	return &Drawn{Pages: shown(w.pages, nil), Count: len(w.pages), Places: []layout.Place{}, Notices: []layout.Notice{}}, nil
}

// brought is the file of a record.
type brought struct {
	of      string // what people call the record
	content []byte
}

// foreignOf reads the files, in the order in which the records were asked for.
func (p *Papers) foreignOf(ctx context.Context, tx *store.Tx, rights *access.Rights, template *catalog.Print, ask Ask) ([]brought, error) {
	fields := []string{"id", template.Meta.File}
	label := template.Table.Meta.Label
	if len(label) > 0 {
		fields = append(fields, label[0])
	}
	rows, err := p.Query.Rows(ctx, tx, rights, template.Table.Key, query.Where{Filter: query.Is("id", query.In, anyOf(ask.IDs)), Fields: fields})
	if err != nil {
		return nil, fmt.Errorf("read for %s: %w", template.Key, err)
	}
	byID := map[int64]query.Row{}
	for _, row := range rows {
		byID[record.ID(row)] = row
	}
	all := make([]brought, len(ask.IDs))
	for i, id := range ask.IDs {
		row, found := byID[id]
		if !found {
			return nil, fault.New(fault.NotFound, "record.not_found", "table", template.Table.Meta.Title, "id", id)
		}
		if len(label) > 0 {
			all[i].of = record.Text(row, label[0])
		}
		if all[i].content, err = p.readForeign(ctx, tx, record.Text(row, template.Meta.File)); err != nil {
			return nil, err
		}
		if len(all[i].content) == 0 {
			return nil, fault.New(fault.Invalid, "print.foreign_none", "record", all[i].of)
		}
	}
	return all, nil
}

// readForeign reads a file that was kept; nothing where there is none.
func (p *Papers) readForeign(ctx context.Context, tx *store.Tx, key string) ([]byte, error) {
	if key == "" {
		return nil, nil
	}
	file, err := p.File(ctx, tx, key)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(file, foreign.MostBytes+1))
	return content, errors.Join(err, file.Close())
}

// add prints one file; alone tells that it is all that is printed.
func (w *passing) add(ctx context.Context, f brought, alone bool) error {
	kind := foreign.KindOf(f.content)
	switch {
	case len(f.content) > foreign.MostBytes:
		return w.broken(f, nil)
	case kind == foreign.ZPL:
		return w.addZPL(f)
	case kind == foreign.PDF && w.ask.Format == FormatPDF && alone:
		w.paper.Content, w.paper.Pages, w.paper.AsItIs = f.content, 1, true
		return nil
	}
	pictures, err := w.draw(ctx, kind, f)
	if err != nil {
		return err
	}
	for _, one := range pictures {
		sheet := w.sheet(one)
		if w.ask.Format == FormatPDF || w.ask.Format == FormatSVG {
			w.pages = append(w.pages, sheet)
			continue
		}
		content, err := labels(w.ask, []page.Page{sheet}, nil)
		if err != nil {
			return err
		}
		w.paper.Content, w.paper.Pages = append(w.paper.Content, content...), w.paper.Pages+1
	}
	if max(w.paper.Pages, len(w.pages)) > mostForeign {
		return fault.New(fault.TooLarge, "print.too_many_pages", "max", mostForeign)
	}
	return nil
}

// mostForeign bounds the labels of one print, each of which is a picture.
const mostForeign = 100

func (w *passing) broken(f brought, why error) error {
	return fault.New(fault.Invalid, "print.foreign_broken", "record", f.of, "mb", foreign.MostBytes>>20).Because(why)
}

// addZPL passes ZPL on as it is. No other printer knows it.
func (w *passing) addZPL(f brought) error {
	n, err := foreign.Labels(f.content)
	if err != nil {
		return err
	}
	if w.ask.Format != FormatZPL {
		return fault.New(fault.Invalid, "print.foreign_only_zpl", "record", f.of)
	}
	w.paper.Content, w.paper.Pages, w.paper.AsItIs = append(w.paper.Content, f.content...), w.paper.Pages+n, true
	return nil
}

// draw gives a file as pictures, one for each page.
func (w *passing) draw(ctx context.Context, kind string, f brought) ([]*picture.Picture, error) {
	if kind == foreign.Picture {
		read, err := foreign.ReadPicture(f.content)
		if err != nil {
			return nil, w.broken(f, err)
		}
		return []*picture.Picture{read}, nil
	}
	width, height := w.dots()
	pages, err := w.Drawer.Draw(ctx, f.content, foreign.Room{PerMM: w.perMM, Width: width, Height: height})
	if errors.Is(err, foreign.ErrNone) {
		return nil, w.broken(f, err)
	}
	if err != nil {
		return nil, fmt.Errorf("draw a PDF: %w", err)
	}
	all := make([]*picture.Picture, len(pages))
	for i, one := range pages {
		all[i] = picture.Sharp(one)
	}
	return all, nil
}

// dots is how large the paper is for the printer.
func (w *passing) dots() (width, height int) {
	return int(math.Round(w.template.Meta.Paper.Width * w.perMM)), int(math.Round(w.template.Meta.Paper.Height * w.perMM))
}

// nearly is by how much a picture may be larger or smaller than the paper, and is printed
// dot by dot: scaled by so little, bars of two dots would become one or three.
const nearly = 0.04

// sheet lays a picture in the midst of the paper: turned where it lies across, as large as
// the paper takes it.
func (w *passing) sheet(p *picture.Picture) page.Page {
	width, height := w.dots()
	wide, tall := p.Size()
	if (wide > tall) != (width > height) {
		p = p.Turned(1)
		wide, tall = tall, wide
	}
	scale := min(float64(width)/float64(wide), float64(height)/float64(tall))
	if math.Abs(scale-1) <= nearly {
		scale = 1
	}
	um := func(dots float64) int { return int(math.Round(math.Round(dots) / w.perMM * 1000)) }
	drawn := page.Image{Element: w.template.Meta.File, Picture: p, Width: um(float64(wide) * scale), Height: um(float64(tall) * scale)}
	drawn.X, drawn.Y = um((float64(width)-float64(wide)*scale)/2), um((float64(height)-float64(tall)*scale)/2)
	paper := w.template.Meta.Paper
	return page.Page{Width: int(math.Round(paper.Width * 1000)), Height: int(math.Round(paper.Height * 1000)), Images: []page.Image{drawn}}
}
