package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // reads the first picture of such files
	_ "image/jpeg" // reads such pictures
	"image/png"
	"sync"

	_ "golang.org/x/image/bmp" // reads such pictures
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // reads such pictures
)

// The limits of a picture.
const (
	MostBytes  = 16 << 20
	mostPixels = 24_000_000 // that it unfolds to
	mostSide   = 1200       // pixels that are kept, which is 100 mm at 300 dpi
	mostSharp  = 10_000_000 // of a picture of which all are kept: 100 x 180 mm at 600 dpi
)

// ErrNone says that something is no picture that can be printed, or a too large one.
var ErrNone = errors.New("no picture that can be printed")

// Picture is a picture on white ground.
type Picture struct {
	pixels *image.RGBA
	sharp  bool // of letters and codes: its greys are no greys

	mu     sync.Mutex
	turned [4]*Picture
	packed []byte
	dots   map[image.Point][]bool
}

// Read reads PNG, JPEG, GIF, WebP and BMP. What is larger than paper needs is made smaller.
func Read(content []byte) (*Picture, error) {
	read, err := decode(content, mostPixels)
	if err != nil {
		return nil, err
	}
	return New(read), nil
}

// ReadSharp reads a picture of letters and codes, of the same kinds: it keeps all its
// pixels, and what is half dark is burnt black.
func ReadSharp(content []byte) (*Picture, error) {
	read, err := decode(content, mostSharp)
	if err != nil {
		return nil, err
	}
	return Sharp(read), nil
}

func decode(content []byte, most int) (image.Image, error) {
	if len(content) > MostBytes {
		return nil, ErrNone
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || head.Width <= 0 || head.Height <= 0 || head.Width > most/head.Height {
		return nil, errors.Join(ErrNone, err)
	}
	read, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, errors.Join(ErrNone, err)
	}
	return read, nil
}

// Sharp takes a picture of letters and codes that was read, or drawn.
func Sharp(read image.Image) *Picture {
	return &Picture{pixels: scaled(read, read.Bounds().Dx(), read.Bounds().Dy()), sharp: true}
}

// New takes a picture that was read, or drawn.
func New(read image.Image) *Picture {
	width, height := read.Bounds().Dx(), read.Bounds().Dy()
	if longest := max(width, height); longest > mostSide {
		width, height = max(width*mostSide/longest, 1), max(height*mostSide/longest, 1)
	}
	return &Picture{pixels: scaled(read, width, height)}
}

// scaled brings a picture to a size, on white.
func scaled(from image.Image, width, height int) *image.RGBA {
	to := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(to, to.Rect, image.White, image.Point{}, draw.Src)
	if from.Bounds().Size() == to.Rect.Size() {
		draw.Draw(to, to.Rect, from, from.Bounds().Min, draw.Over)
		return to
	}
	draw.BiLinear.Scale(to, to.Rect, from, from.Bounds(), draw.Over, nil)
	return to
}

// Size gives the pixels.
func (p *Picture) Size() (width, height int) {
	size := p.pixels.Rect.Size()
	return size.X, size.Y
}

// Turned gives the picture turned by quarters clockwise.
func (p *Picture) Turned(quarters int) *Picture {
	quarters %= 4
	if quarters == 0 {
		return p
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turned[quarters] == nil {
		now := p
		for range quarters {
			now = now.quarter()
		}
		p.turned[quarters] = now
	}
	return p.turned[quarters]
}

func (p *Picture) quarter() *Picture {
	width, height := p.Size()
	to := image.NewRGBA(image.Rect(0, 0, height, width))
	for y := range height {
		for x := range width {
			to.SetRGBA(height-1-y, x, p.pixels.RGBAAt(x, y))
		}
	}
	return &Picture{pixels: to, sharp: p.sharp}
}

// PNG gives the picture as such a file.
func (p *Picture) PNG() ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.packed == nil {
		var file bytes.Buffer
		if err := png.Encode(&file, p.pixels); err != nil {
			return nil, fmt.Errorf("pack a picture: %w", err)
		}
		p.packed = file.Bytes()
	}
	return p.packed, nil
}

// Dots gives the picture as so many dots, row by row, its greys spread over neighbours
// unless it is sharp.
func (p *Picture) Dots(width, height int) []bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := image.Pt(width, height)
	if known, ok := p.dots[size]; ok {
		return known
	}
	dots := make([]bool, width*height)
	if small := scaled(p.pixels, width, height); p.sharp {
		halves(dots, small)
	} else {
		spread(dots, small)
	}
	if p.dots == nil {
		p.dots = map[image.Point][]bool{}
	}
	p.dots[size] = dots
	return dots
}

// halves burns what is darker than half.
func halves(dots []bool, from *image.RGBA) {
	for i := range dots {
		r, g, b := int(from.Pix[4*i]), int(from.Pix[4*i+1]), int(from.Pix[4*i+2])
		dots[i] = 299*r+587*g+114*b < 127_500
	}
}

// spread burns greys as so many dots among neighbours.
func spread(dots []bool, from *image.RGBA) {
	burnt := image.NewPaletted(from.Rect, color.Palette{color.White, color.Black})
	draw.FloydSteinberg.Draw(burnt, burnt.Rect, from, image.Point{})
	for i, index := range burnt.Pix {
		dots[i] = index == 1
	}
}
