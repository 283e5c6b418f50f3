package files

import (
	"bytes"
	"image"
	_ "image/gif"  // knows the size of such pictures
	_ "image/jpeg" // the same
	_ "image/png"  // the same

	"github.com/wareloom/wareloom/engine/fault"
)

// mostPixels bounds a picture, since a small file may unfold to gigabytes in the
// browser of whoever looks at it.
const mostPixels = 100_000_000

// checkPixels reads the head of a picture; what is none, or of a kind that is not
// known here, passes.
func checkPixels(content []byte) error {
	size, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil //nolint:nilerr // not a picture
	}
	if size.Width > mostPixels || size.Height > mostPixels || size.Width*size.Height > mostPixels {
		return fault.New(fault.TooLarge, "file.too_many_pixels", "max", mostPixels/1_000_000)
	}
	return nil
}
