package sample

import (
	"context"
	"image"
	"image/color"

	"github.com/wareloom/wareloom/engine/printing/picture"
)

// Picture stands for any picture of a record: a grey that grows darker, in a frame.
func Picture(context.Context, string) (*picture.Picture, error) {
	const width, height, frame = 320, 240, 4
	made := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			made.SetGray(x, y, color.Gray{Y: byte(255 - 200*x*y/(width*height))})
			if min(x, y, width-1-x, height-1-y) < frame {
				made.SetGray(x, y, color.Gray{})
			}
		}
	}
	return picture.New(made), nil
}
