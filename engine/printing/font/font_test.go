package font

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

func face(t *testing.T) *Face {
	t.Helper()
	f, err := Parse("regular", goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestATextIsAsWideAsItsLetters, and the first letter that is missing is told, now and when
// it is asked for again.
func TestATextIsAsWideAsItsLetters(t *testing.T) {
	t.Parallel()
	f := face(t)
	a, _ := f.Measure("A")
	b, _ := f.Measure("B")
	if ab, missing := f.Measure("AB"); missing != 0 || math.Abs(ab-a-b) > 1e-9 || a <= 0.3 || a > 1 {
		t.Errorf("AB is %f em wide, its letters %f and %f", ab, a, b)
	}
	for range 2 {
		if width, missing := f.Measure("A库B位"); missing != '库' || width != 0 {
			t.Errorf("missing is %q of %f", missing, width)
		}
	}
	if _, ok := f.Glyph('库'); ok {
		t.Error("a letter that the font has not is there")
	}
	if glyph, ok := f.Glyph(' '); !ok || len(glyph.Outline) > 0 || glyph.Advance <= 0 {
		t.Error("a blank has a width and no outline")
	}
	if _, err := Parse("none", []byte("no font")); err == nil {
		t.Error("what is no font is read")
	}
}

// ink counts the black dots of a mask, and gives the first and the last column with one.
func ink(m *Mask) (count, first, last int) {
	first, last = m.Width, -1
	for y := range m.Height {
		for x := range m.Width {
			if m.Dark(x, y) {
				count, first, last = count+1, min(first, x), max(last, x)
			}
		}
	}
	return count, first + m.X, last + m.X
}

// TestALetterIsDrawnInDots: upright on its baseline, of its size, filled, and farther to the
// right by its shift.
func TestALetterIsDrawnInDots(t *testing.T) {
	t.Parallel()
	f := face(t)
	l, _ := f.Glyph('l')
	const size = 40
	m := f.Mask(l, size, 0)
	count, first, last := ink(m)
	if high := -m.Y; high < size*6/10 || high > size*9/10 || m.Y+m.Height > 1 {
		t.Errorf("l of %d dots is from %d to %d", size, m.Y, m.Y+m.Height)
	}
	if wide := last - first + 1; count < 3*m.Height || first < 0 || wide > size/4 {
		t.Errorf("l has %d dots in %d columns of %d", count, wide, m.Height)
	}
	if twice, _, _ := ink(f.Mask(l, 2*size, 0)); twice < 3*count || twice > 5*count {
		t.Errorf("of twice the size it has %d dots, of one %d", twice, count)
	}
	o, _ := f.Glyph('O')
	ring := f.Mask(o, size, 0)
	middle := ""
	for x := range ring.Width {
		if dark := ring.Dark(x, ring.Height/2); x == 0 || dark != ring.Dark(x-1, ring.Height/2) {
			middle += map[bool]string{true: "#", false: "."}[dark]
		}
	}
	if strings.Trim(middle, ".") != "#.#" || ring.Width > size {
		t.Errorf("the middle of an O of %d columns is %s", ring.Width, middle)
	}
	sum := func(m *Mask) (sum, count int) {
		for y := range m.Height {
			for x := range m.Width {
				if m.Dark(x, y) {
					sum, count = sum+m.X+x, count+1
				}
			}
		}
		return sum, count
	}
	s0, c0 := sum(f.Mask(o, size, 0))
	s3, c3 := sum(f.Mask(o, size, Shifts-1))
	if shift := float64(s3)/float64(c3) - float64(s0)/float64(c0); shift < 0.5 || shift > 1 {
		t.Errorf("a shift of three quarters moves it by %f dots", shift)
	}
	if f.Mask(l, size, 0) != m || f.Mask(l, size, 1) == m || f.Mask(l, size+1, 0) == m || f.Mask(o, size, 0) == m {
		t.Error("a mask is kept by letter, size and shift")
	}
	blank, _ := f.Glyph(' ')
	if none := f.Mask(blank, size, 0); none.Width != 0 || none.Height != 0 {
		t.Errorf("a blank has %d by %d dots", none.Width, none.Height)
	}
}

// shut tells whether a file was closed.
type shut struct {
	io.Reader
	closed *int
}

func (s shut) Close() error { *s.closed++; return nil }

// TestTheFamilyIsReadOnceAndWhenItIsNeeded.
func TestTheFamilyIsReadOnceAndWhenItIsNeeded(t *testing.T) {
	t.Parallel()
	opened, closed := "", 0
	family := Lazy(func(weight string) (io.ReadCloser, error) {
		opened += weight + " "
		var file bytes.Buffer
		packed := gzip.NewWriter(&file)
		data := map[string][]byte{"regular": goregular.TTF, "bold": gobold.TTF}[weight]
		if _, err := packed.Write(data); err != nil {
			return nil, err
		}
		return shut{&file, &closed}, packed.Close()
	})
	if opened != "" {
		t.Error("it is read before it is needed")
	}
	for range 2 {
		read, err := family()
		if err != nil || read.Face(false).Name != "regular" || read.Face(true).Name != "bold" {
			t.Errorf("%v (%v)", read, err)
		}
	}
	if opened != "regular bold " || closed != 2 {
		t.Errorf("opened are %q, closed %d", opened, closed)
	}
}

// TestAFamilyThatIsNotThereIsAnError, whichever weight it is.
func TestAFamilyThatIsNotThereIsAnError(t *testing.T) {
	t.Parallel()
	gone := errors.New("gone")
	closed := 0
	for name, open := range map[string]Opener{
		"no file":    func(string) (io.ReadCloser, error) { return nil, gone },
		"not packed": func(string) (io.ReadCloser, error) { return shut{bytes.NewReader(goregular.TTF), &closed}, nil },
		"half a file": func(string) (io.ReadCloser, error) {
			return shut{bytes.NewReader([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xffabc")), &closed}, nil
		},
	} {
		if _, err := Lazy(open)(); err == nil || name == "no file" && !errors.Is(err, gone) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if closed != 2 {
		t.Errorf("of two files closed are %d", closed)
	}
}
