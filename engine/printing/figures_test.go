package printing

import (
	"bytes"
	"errors"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/figures"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/paint"
)

// TestFiguresAreAPDF holds a report on paper to a file that is one, and each reason why
// there is none to the fault that tells it.
func TestFiguresAreAPDF(t *testing.T) {
	t.Parallel()
	drawn := func() (*paint.PDF, error) {
		family, err := latin()
		if err != nil {
			return nil, err
		}
		return paint.NewPDF(family)
	}
	gone := errors.New("gone")
	paper := &figures.Paper{Title: "Goods", Foot: "Ann", Language: "en", Parts: []figures.Part{{Sentences: []string{"Nothing waits"}}}}
	content, err := (&Papers{Family: latin, PDF: drawn}).Figures(t.Context(), paper)
	if err != nil || !bytes.HasPrefix(content, []byte("%PDF-")) || !bytes.Contains(content, []byte("%%EOF")) {
		t.Errorf("%d bytes (%v)", len(content), err)
	}
	_, err = (&Papers{Family: func() (*font.Family, error) { return nil, gone }, PDF: drawn}).Figures(t.Context(), paper)
	if !fault.IsKey(err, "print.no_font") || fault.CodeOf(err) != fault.Unavailable || !errors.Is(err, gone) {
		t.Errorf("without a font: %v", err)
	}
	_, err = (&Papers{Family: latin, PDF: func() (*paint.PDF, error) { return nil, gone }}).Figures(t.Context(), paper)
	if !errors.Is(err, gone) {
		t.Errorf("without a PDF: %v", err)
	}
}
