package files

import (
	"encoding/binary"
	"errors"
	"image"
	_ "image/gif"  // knows the size of such pictures
	_ "image/jpeg" // the same
	_ "image/png"  // the same
	"io"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// mostPixels bounds a picture, since a small file may unfold to gigabytes in the
// browser of whoever looks at it.
const mostPixels = 40_000_000

// checkPixels reads the head of a picture. What calls itself a picture and has no
// head of one is none.
func checkPixels(mediaType string, content io.Reader) error {
	if !strings.HasPrefix(mediaType, "image/") {
		return nil
	}
	width, height, err := sizeOf(mediaType, content)
	if err != nil || width <= 0 || height <= 0 {
		return fault.New(fault.Unsupported, "file.type", "type", mediaType).Because(err)
	}
	if width > mostPixels/height {
		return fault.New(fault.TooLarge, "file.too_many_pixels", "max", mostPixels/1_000_000)
	}
	return nil
}

// sizeOf gives width and height of a picture.
func sizeOf(mediaType string, content io.Reader) (width, height int, err error) {
	switch mediaType {
	case "image/bmp", "image/webp":
		head := make([]byte, 30)
		if _, err := io.ReadFull(content, head); err != nil {
			return 0, 0, err
		}
		if mediaType == "image/bmp" {
			return sizeOfBMP(head)
		}
		return sizeOfWebP(head)
	}
	size, _, err := image.DecodeConfig(content)
	return size.Width, size.Height, err
}

// errHead says that a picture's head is none.
var errHead = errors.New("no head of a picture")

// sizeOfBMP reads the head of Windows 3 and later; a picture may stand upside down.
func sizeOfBMP(head []byte) (width, height int, err error) {
	if binary.LittleEndian.Uint32(head[14:]) < 40 {
		return 0, 0, errHead
	}
	width, height = int(int32(binary.LittleEndian.Uint32(head[18:]))), int(int32(binary.LittleEndian.Uint32(head[22:])))
	return width, max(height, -height), nil
}

// sizeOfWebP reads the head of any of the three kinds: plain, lossless, extended.
func sizeOfWebP(head []byte) (width, height int, err error) {
	switch string(head[12:16]) {
	case "VP8 ":
		if string(head[23:26]) != "\x9d\x01\x2a" {
			return 0, 0, errHead
		}
		return int(binary.LittleEndian.Uint16(head[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(head[28:]) & 0x3fff), nil
	case "VP8L":
		bits := binary.LittleEndian.Uint32(head[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1, nil
	case "VP8X":
		return int(uint24(head[24:])) + 1, int(uint24(head[27:])) + 1, nil
	}
	return 0, 0, errHead
}

func uint24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }
