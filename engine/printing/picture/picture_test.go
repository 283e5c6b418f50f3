package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"
)

// corner is a white picture with a black dot in its upper left corner.
func corner(width, height int) *image.Gray {
	made := image.NewGray(image.Rect(0, 0, width, height))
	for i := range made.Pix {
		made.Pix[i] = 0xff
	}
	made.SetGray(0, 0, color.Gray{})
	return made
}

func packed(t *testing.T, from image.Image, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var file bytes.Buffer
	if encode == nil {
		encode = func(file *bytes.Buffer) error { return png.Encode(file, from) }
	}
	if err := encode(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestPicturesOfManyKindsAreRead, and what is none is refused before it is unfolded.
func TestPicturesOfManyKindsAreRead(t *testing.T) {
	t.Parallel()
	small := corner(3, 2)
	for name, content := range map[string][]byte{
		"png":  packed(t, small, nil),
		"jpeg": packed(t, small, func(file *bytes.Buffer) error { return jpeg.Encode(file, small, nil) }),
		"gif":  packed(t, small, func(file *bytes.Buffer) error { return gif.Encode(file, small, nil) }),
	} {
		read, err := Read(content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if width, height := read.Size(); width != 3 || height != 2 {
			t.Errorf("%s is %d by %d", name, width, height)
		}
	}
	whole := packed(t, small, nil)
	for name, content := range map[string][]byte{
		"nothing": nil, "a text": []byte("no picture"), "half a file": whole[:len(whole)-20],
		"a file too large": append(whole, make([]byte, MostBytes)...),
	} {
		if _, err := Read(content); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// head is the beginning of a PNG that says how large it is.
func head(width, height uint32) []byte {
	chunk := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	chunk = append(chunk, 8, 0, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
}

// TestAPictureThatUnfoldsToTooMuchIsRefused by what its head says, before the rest of it is
// looked for; of a sharp one all pixels are kept, so that it may have fewer.
func TestAPictureThatUnfoldsToTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	tooMuch := func(err error) bool { return err != nil && err.Error() == ErrNone.Error() }
	for _, tt := range []struct {
		width, height uint32
		plain, sharp  bool // refused as too much
	}{
		{4000, 2500, false, false}, {4000, 2501, false, true}, {4000, 6000, false, true}, {4000, 6001, true, true}, {1 << 16, 1 << 14, true, true},
	} {
		_, plain := Read(head(tt.width, tt.height))
		_, sharp := ReadSharp(head(tt.width, tt.height))
		if tooMuch(plain) != tt.plain || tooMuch(sharp) != tt.sharp {
			t.Errorf("%d by %d: %v, and sharp: %v", tt.width, tt.height, plain, sharp)
		}
	}
}

// TestALargePictureIsMadeSmaller in both directions alike, and never to nothing; a sharp one
// keeps all its pixels.
func TestALargePictureIsMadeSmaller(t *testing.T) {
	t.Parallel()
	for from, want := range map[image.Point]image.Point{
		{2400, 600}: {1200, 300}, {600, 2400}: {300, 1200}, {1200, 1200}: {1200, 1200}, {1201, 1}: {1200, 1}, {1, 4000}: {1, 1200}, {7, 5}: {7, 5},
	} {
		width, height := New(image.NewGray(image.Rectangle{Max: from})).Size()
		if got := image.Pt(width, height); got != want {
			t.Errorf("%v becomes %v, want %v", from, got, want)
		}
		width, height = Sharp(image.NewGray(image.Rectangle{Max: from})).Size()
		if got := image.Pt(width, height); got != from {
			t.Errorf("a sharp one of %v becomes %v", from, got)
		}
	}
}

// TestAPictureTurnsClockwise, as often as four times, and stays sharp.
func TestAPictureTurnsClockwise(t *testing.T) {
	t.Parallel()
	p := Sharp(corner(3, 2))
	for quarters, want := range []image.Point{{0, 0}, {1, 0}, {2, 1}, {0, 2}, {0, 0}} {
		turned := p.Turned(quarters)
		width, height := turned.Size()
		dots := turned.Dots(width, height)
		for i, dark := range dots {
			if at := image.Pt(i%width, i/width); dark != (at == want) {
				t.Errorf("after %d quarters the dot at %v is dark: %t", quarters, at, dark)
			}
		}
		if quarters%2 == 1 != (width == 2 && height == 3) || turned.sharp != p.sharp || turned != p.Turned(quarters) {
			t.Errorf("after %d quarters it is %d by %d", quarters, width, height)
		}
	}
	if p.Turned(4) != p {
		t.Error("a whole turn makes another picture")
	}
}

// TestGreysAreSpread as so many dots; those of a sharp picture are none: what is half dark is
// burnt whole.
func TestGreysAreSpread(t *testing.T) {
	t.Parallel()
	const side = 20
	burnt := func(p *Picture) (count int) {
		for _, dark := range p.Dots(side, side) {
			if dark {
				count++
			}
		}
		return count
	}
	of := func(value uint8) *image.Gray {
		made := image.NewGray(image.Rect(0, 0, side, side))
		for i := range made.Pix {
			made.Pix[i] = value
		}
		return made
	}
	if n := burnt(New(of(128))); n < 150 || n > 250 {
		t.Errorf("of half a grey %d of 400 dots are burnt", n)
	}
	if black, white := burnt(New(of(0))), burnt(New(of(255))); black != side*side || white != 0 {
		t.Errorf("of black burnt are %d dots, of white %d", black, white)
	}
	for value, want := range map[uint8]int{0: 400, 127: 400, 128: 0, 255: 0} {
		if n := burnt(Sharp(of(value))); n != want {
			t.Errorf("of the sharp grey %d burnt are %d dots, want %d", value, n, want)
		}
	}
	red := image.NewRGBA(image.Rect(0, 0, 1, 1))
	red.Set(0, 0, color.RGBA{R: 0xff, A: 0xff})
	green := image.NewRGBA(image.Rect(0, 0, 1, 1))
	green.Set(0, 0, color.RGBA{G: 0xff, A: 0xff})
	if !Sharp(red).Dots(1, 1)[0] || Sharp(green).Dots(1, 1)[0] {
		t.Error("red is dark, green is light")
	}
}

// TestWhatIsClearIsWhite: paper has no other ground.
func TestWhatIsClearIsWhite(t *testing.T) {
	t.Parallel()
	p := Sharp(image.NewRGBA(image.Rect(0, 0, 2, 1)))
	if dots := p.Dots(2, 1); dots[0] || dots[1] {
		t.Error("a clear picture is black")
	}
	file, err := p.PNG()
	if err != nil {
		t.Fatal(err)
	}
	read, err := png.Decode(bytes.NewReader(file))
	if err != nil || read.Bounds().Size() != image.Pt(2, 1) {
		t.Fatalf("packed is %v, %v", read, err)
	}
	if r, g, b, a := read.At(0, 0).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff || a != 0xffff {
		t.Errorf("its ground is %d %d %d %d", r, g, b, a)
	}
}

// TestDotsAreOfTheSizeAskedFor, whatever was asked before.
func TestDotsAreOfTheSizeAskedFor(t *testing.T) {
	t.Parallel()
	p := Sharp(corner(2, 2))
	if a, b := p.Dots(2, 2), p.Dots(4, 4); len(a) != 4 || len(b) != 16 || !a[0] || !b[0] || b[15] {
		t.Errorf("dots are %v and %v", a, b)
	}
	moved := image.NewGray(image.Rect(5, 5, 7, 7)) // a part of a larger one
	moved.Pix = []uint8{0, 0xff, 0xff, 0xff}
	if dots := Sharp(moved).Dots(2, 2); !dots[0] || dots[1] || dots[2] || dots[3] {
		t.Errorf("of a part of a picture dots are %v", dots)
	}
}
