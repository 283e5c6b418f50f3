package font

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Mask is a letter in dots; X and Y lead from its origin on the baseline to the
// upper left dot.
type Mask struct {
	X, Y          int
	Width, Height int
	dark          []bool
}

// Dark reports whether a dot is black.
func (m *Mask) Dark(x, y int) bool { return m.dark[y*m.Width+x] }

type maskKey struct {
	index sfnt.GlyphIndex
	size  int // 1/64 dot
	shift int // of Shifts
}

// Shifts are the parts of a dot by which letters are set.
const Shifts = 4

// Mask draws a letter at a size in dots, so many of the Shifts to the right.
func (f *Face) Mask(glyph *Glyph, size float64, shift int) *Mask {
	key := maskKey{glyph.Index, int(math.Round(size * 64)), shift}
	if known, ok := f.masks.Load(key); ok {
		mask, _ := known.(*Mask)
		return mask
	}
	mask := drawMask(glyph, float64(key.size)/64/float64(f.em), float64(shift)/Shifts)
	f.masks.Store(key, mask)
	return mask
}

// inked is how much of a dot must be black for it to burn: less than half, so that a
// stroke of eight tenths of a dot is never lost between two dots.
const inked = 0xff * 4 / 10

// drawMask fills the outline.
func drawMask(glyph *Glyph, scale, shift float64) *Mask {
	low, high := bounds(glyph.Outline, scale)
	high.X++ // the shift is less than a dot
	mask := &Mask{X: low.X, Y: low.Y, Width: high.X - low.X, Height: high.Y - low.Y}
	if len(glyph.Outline) == 0 || mask.Width <= 0 || mask.Height <= 0 {
		return &Mask{}
	}
	raster := vector.NewRasterizer(mask.Width, mask.Height)
	raster.DrawOp = draw.Src
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(float64(p.X)*scale+shift) - float32(low.X), float32(float64(p.Y)*scale) - float32(low.Y)
	}
	for _, s := range glyph.Outline {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			raster.ClosePath()
			raster.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			raster.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			raster.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			raster.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	raster.ClosePath()
	grey := image.NewAlpha(image.Rect(0, 0, mask.Width, mask.Height))
	raster.Draw(grey, grey.Bounds(), image.Opaque, image.Point{})
	mask.dark = make([]bool, len(grey.Pix))
	for i, alpha := range grey.Pix {
		mask.dark[i] = alpha >= inked
	}
	return mask
}

func bounds(outline sfnt.Segments, scale float64) (low, high image.Point) {
	box := outline.Bounds()
	floor := func(v fixed.Int26_6) int { return int(math.Floor(float64(v) * scale)) }
	ceil := func(v fixed.Int26_6) int { return int(math.Ceil(float64(v) * scale)) }
	return image.Pt(floor(box.Min.X), floor(box.Min.Y)), image.Pt(ceil(box.Max.X), ceil(box.Max.Y))
}
