package layout

import (
	"context"
	"encoding/base64"
	"errors"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/page"
	"github.com/wareloom/wareloom/engine/printing/picture"
)

// mostPixels bounds the pictures of one print, each of which counts once.
const mostPixels = 40_000_000

// picture is what an image element shows; nil where its field is empty.
func (m *maker) picture(ctx context.Context, e *catalog.PrintElement) (*picture.Picture, error) {
	key := e.Meta.Image
	if e.Field != nil {
		var err error
		if key, err = m.words(ctx, e, 0); err != nil || key == "" {
			return nil, err
		}
	}
	if known, ok := m.pictures[key]; ok {
		return known, nil
	}
	read, err := m.readPicture(ctx, e, key)
	if errors.Is(err, picture.ErrNone) || fault.CodeOf(err) == fault.NotFound {
		return nil, fault.New(fault.Invalid, "print.picture", "record", m.of.Label, "element", e.Meta.Key).Because(err)
	}
	if err != nil {
		return nil, err
	}
	if m.pictures == nil {
		m.pictures = map[string]*picture.Picture{}
	}
	m.pictures[key] = read
	width, height := read.Size()
	if m.pixels += width * height; m.pixels > mostPixels {
		return nil, fault.New(fault.TooLarge, "print.too_many_pixels", "max", mostPixels/1_000_000)
	}
	return read, nil
}

func (m *maker) readPicture(ctx context.Context, e *catalog.PrintElement, key string) (*picture.Picture, error) {
	if e.Field != nil {
		if m.Picture == nil {
			return nil, picture.ErrNone
		}
		return m.Picture(ctx, key)
	}
	content, err := base64.StdEncoding.DecodeString(key)
	if err != nil {
		return nil, errors.Join(picture.ErrNone, err)
	}
	return picture.Read(content)
}

// image draws a picture as large as its element has room for, with its own proportions.
func (m *maker) image(p *part, x, y int) {
	width, height := p.image.Size()
	roomX, roomY := um(p.meta.Width), um(p.meta.Height)
	drawn := page.Image{Element: p.meta.Key, Picture: p.image, Width: roomX, Height: height * roomX / width}
	if drawn.Height > roomY {
		drawn.Width, drawn.Height = width*roomY/height, roomY
	}
	drawn.X = x + share(roomX-drawn.Width, p.meta.Align)
	drawn.Y = y + share(roomY-drawn.Height, p.meta.Vertical)
	m.page.Images = append(m.page.Images, drawn)
}

// share is how much of free room lies before what is set at a side.
func share(free int, side string) int {
	switch side {
	case "center", "middle":
		return free / 2
	case "right", "bottom":
		return free
	}
	return 0
}
