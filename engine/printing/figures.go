package printing

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/figures"
)

// Figures draws a report or a home page as a PDF. The faults are those of layout.Make, and
// Unavailable: print.no_font.
func (p *Papers) Figures(ctx context.Context, paper *figures.Paper) ([]byte, error) {
	family, err := p.Family()
	if err != nil {
		return nil, fault.New(fault.Unavailable, "print.no_font").Because(err)
	}
	made, err := paper.Make(ctx, family)
	if err != nil {
		return nil, err
	}
	pdf, err := p.PDF()
	if err != nil {
		return nil, err
	}
	return pdf.Write(paper.Title, made.Pages)
}
