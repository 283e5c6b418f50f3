package foreign

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"math"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// The limits of drawing a file.
const (
	mostTime  = 20 * time.Second
	mostMB    = 192 // memory of one file
	mostSide  = 8192
	perPoint  = 25.4 / 72 // mm
	tolerance = 1.04      // by which a label may be larger than the paper, and lose its margin
)

// Drawer draws PDF. It is PDFium in a box of WebAssembly, which sees no file, no address
// and no clock of the machine; each file has a box of its own, which is thrown away.
type Drawer struct {
	folder string
	turn   chan pdfium.Pool // who draws has it; nil before the first
}

// NewDrawer makes a drawer that keeps its machine code in a folder, since making it takes
// seconds. Without a folder it makes none and draws some ten times as slowly.
func NewDrawer(folder string) *Drawer {
	d := &Drawer{folder, make(chan pdfium.Pool, 1)}
	d.turn <- nil
	return d
}

// Room is what a page is drawn for: so many dots for each mm, and no more than these.
type Room struct {
	PerMM         float64
	Width, Height int // dots
}

// Draw draws the pages of a file, as large as they say or, where they do not fit in the
// room, as large as that is; a page that lies across is measured turned. One file is drawn
// after the other.
//
// ErrNone for what is no PDF, is locked, or is larger than the limits.
func (d *Drawer) Draw(ctx context.Context, content []byte, room Room) (pages []image.Image, err error) {
	var pool pdfium.Pool
	select {
	case pool = <-d.turn:
		defer func() { d.turn <- pool }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if pool == nil {
		if pool, err = d.open(); err != nil {
			return nil, err
		}
	}
	box, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("open a box for a PDF: %w", err)
	}
	if pages, err = inTime(ctx, box, content, room); err != nil && ctx.Err() == nil {
		err = errors.Join(ErrNone, err)
	}
	return pages, err
}

// inTime draws in a box, which is thrown away after it, or while it is drawn in for too
// long.
func inTime(ctx context.Context, box pdfium.Pdfium, content []byte, room Room) (pages []image.Image, err error) {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = box.Kill() })
	pages, err = drawAll(box, content, room)
	if stop() {
		err = errors.Join(err, box.Close())
	}
	return pages, err
}

func (d *Drawer) open() (pdfium.Pool, error) {
	config := wazero.NewRuntimeConfigInterpreter()
	if d.folder != "" {
		kept, err := wazero.NewCompilationCacheWithDir(d.folder)
		if err != nil {
			return nil, fmt.Errorf("keep what draws PDF: %w", err)
		}
		config = wazero.NewRuntimeConfig().WithCompilationCache(kept)
	}
	config = config.WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).WithMemoryLimitPages(mostMB << 4).WithCloseOnContextDone(true)
	pool, err := webassembly.Init(webassembly.Config{MaxTotal: 1, RuntimeConfig: config, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard})
	if err != nil {
		return nil, fmt.Errorf("open what draws PDF: %w", err)
	}
	return pool, nil
}

func drawAll(box pdfium.Pdfium, content []byte, room Room) ([]image.Image, error) {
	file, err := box.OpenDocument(&requests.OpenDocument{File: &content})
	if err != nil {
		return nil, err
	}
	count, err := box.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: file.Document})
	if err != nil {
		return nil, err
	}
	if count.PageCount < 1 || count.PageCount > MostLabels {
		return nil, fmt.Errorf("%d pages", count.PageCount)
	}
	pages := make([]image.Image, count.PageCount)
	for i := range pages {
		if pages[i], err = drawOne(box, requests.Page{ByIndex: &requests.PageByIndex{Document: file.Document, Index: i}}, file.Document, room); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

func drawOne(box pdfium.Pdfium, page requests.Page, file references.FPDF_DOCUMENT, room Room) (image.Image, error) {
	size, err := box.GetPageSize(&requests.GetPageSize{Page: page})
	if err != nil {
		return nil, err
	}
	width, height := room.dots(size.Width, size.Height)
	if width < 1 || height < 1 || width > mostSide || height > mostSide {
		return nil, fmt.Errorf("a page of %g x %g points", size.Width, size.Height)
	}
	drawn, err := box.RenderPageInPixels(&requests.RenderPageInPixels{Page: page, Width: width, Height: height, RenderForm: true, Document: &file})
	if err != nil {
		return nil, err
	}
	defer drawn.Cleanup()
	return copied(drawn.Result.RenderedImage), nil
}

// dots is how large a page of points is drawn.
func (r Room) dots(width, height float64) (int, int) {
	w, h := width*perPoint*r.PerMM, height*perPoint*r.PerMM
	within, below := float64(r.Width), float64(r.Height)
	if (w > h) != (within > below) {
		within, below = below, within
	}
	if less := min(within/w, below/h); less < 1/tolerance {
		w, h = w*less, h*less
	}
	return int(math.Round(w)), int(math.Round(h))
}

// copied takes a picture out of the memory of the box.
func copied(from image.Image) image.Image {
	to := image.NewRGBA(from.Bounds())
	draw.Draw(to, to.Rect, from, to.Rect.Min, draw.Src)
	return to
}
