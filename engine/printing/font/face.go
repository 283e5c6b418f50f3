package font

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Face is a font in one weight.
type Face struct {
	Name string
	Data []byte // the TrueType file

	font   *sfnt.Font
	em     fixed.Int26_6
	glyphs sync.Map // rune to *Glyph
	masks  sync.Map // maskKey to *Mask
}

// Glyph is a letter as the font has it.
type Glyph struct {
	Index   sfnt.GlyphIndex
	Advance float64       // em
	Outline sfnt.Segments // 26.6 of font units, y down
}

// Parse reads a TrueType file.
func Parse(name string, data []byte) (*Face, error) {
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("read font %s: %w", name, err)
	}
	return &Face{Name: name, Data: data, font: parsed, em: fixed.I(int(parsed.UnitsPerEm()))}, nil
}

// Glyph gives the letter of a rune; false when the font has none.
func (f *Face) Glyph(r rune) (*Glyph, bool) {
	if known, ok := f.glyphs.Load(r); ok {
		glyph, _ := known.(*Glyph)
		return glyph, glyph != nil
	}
	glyph := f.load(r)
	f.glyphs.Store(r, glyph)
	return glyph, glyph != nil
}

func (f *Face) load(r rune) *Glyph {
	var buffer sfnt.Buffer
	index, err := f.font.GlyphIndex(&buffer, r)
	if err != nil || index == 0 {
		return nil
	}
	advance, err := f.font.GlyphAdvance(&buffer, index, f.em, font.HintingNone)
	if err != nil {
		return nil
	}
	outline, err := f.font.LoadGlyph(&buffer, index, f.em, nil)
	if err != nil {
		return nil
	}
	return &Glyph{Index: index, Advance: float64(advance) / float64(f.em), Outline: append(sfnt.Segments(nil), outline...)}
}

// Em is how many 26.6 units of an outline make an em.
func (f *Face) Em() float64 { return float64(f.em) }

// Measure gives the width of a text in em, and the first letter that is missing.
func (f *Face) Measure(text string) (width float64, missing rune) {
	for _, r := range text {
		glyph, ok := f.Glyph(r)
		if !ok {
			return 0, r
		}
		width += glyph.Advance
	}
	return width, 0
}

// Family is the font of paper in its two weights.
type Family struct{ Regular, Bold *Face }

// Face gives the weight asked for.
func (f *Family) Face(bold bool) *Face {
	if bold {
		return f.Bold
	}
	return f.Regular
}

// Opener opens the compressed file of a weight, "regular" or "bold".
type Opener func(weight string) (io.ReadCloser, error)

// Lazy gives a function that reads the family when it is first needed: it takes 20 MB.
func Lazy(open Opener) func() (*Family, error) {
	return sync.OnceValues(func() (*Family, error) {
		regular, err := unpack(open, "regular")
		if err != nil {
			return nil, err
		}
		bold, err := unpack(open, "bold")
		return &Family{Regular: regular, Bold: bold}, err
	})
}

func unpack(open Opener, weight string) (*Face, error) {
	file, err := open(weight)
	if err != nil {
		return nil, fmt.Errorf("open font %s: %w", weight, err)
	}
	packed, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("unpack font %s: %w", weight, err), file.Close())
	}
	data, err := io.ReadAll(packed)
	if err := errors.Join(err, packed.Close(), file.Close()); err != nil {
		return nil, fmt.Errorf("unpack font %s: %w", weight, err)
	}
	return Parse(weight, data)
}
