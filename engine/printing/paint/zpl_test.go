package paint

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// unpacked reads the rows of a graphic as a printer does: letters repeat the next digit, a
// comma ends a row in white, a colon repeats the one before.
func unpacked(data string, digits int) (rows []string) {
	row, times := "", 0
	for _, c := range data {
		switch {
		case c >= 'G' && c <= 'Y':
			times += int(c-'G') + 1
		case c >= 'g' && c <= 'z':
			times += 20 * (int(c-'g') + 1)
		case c == ':':
			rows = append(rows, rows[len(rows)-1])
		case c == ',':
			rows, row = append(rows, row+strings.Repeat("0", digits-len(row))), ""
		default:
			row += strings.Repeat(string(c), max(times, 1))
			times = 0
		}
		if len(row) == digits {
			rows, row = append(rows, row), ""
		}
	}
	return rows
}

// TestWhatIsPackedIsUnpackedAgain packs labels of random and of plain rows, of widths at
// which runs end in every way.
func TestWhatIsPackedIsUnpackedAgain(t *testing.T) {
	t.Parallel()
	for _, stride := range []int{1, 2, 9, 10, 11, 199, 200, 201, 400, 413} {
		d := &Dots{Width: stride * 8, Height: 9, Stride: stride, Bits: make([]byte, stride*9)}
		for i := range d.Bits {
			switch row := i / stride; {
			case row < 3: // black, the same three times
				d.Bits[i] = 0xff
			case row < 5:
				d.Bits[i] = byte(rand.IntN(256))
			case row == 6 && i%stride < stride/2:
				d.Bits[i] = 0x33
			case row == 8 && i%stride == stride-1:
				d.Bits[i] = 0x01
			}
		}
		var want []string
		for y := range d.Height {
			want = append(want, fmt.Sprintf("%X", d.Bits[y*stride:(y+1)*stride]))
		}
		_, rest, _ := strings.Cut(string(ZPL([]*Dots{d})), "^GFA,")
		parts := strings.SplitN(rest, ",", 4)
		data, _, _ := strings.Cut(parts[3], "^FS")
		if got := unpacked(data, 2*stride); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d bytes wide: unpacked are\n%.200v, want\n%.200v", stride, got, want)
		}
	}
}

// TestARunIsAsShortAsItCanBe holds how often a digit is written to its letters.
func TestARunIsAsShortAsItCanBe(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "F", 2: "HF", 19: "YF", 20: "gF", 21: "gGF", 39: "gYF", 40: "hF", 399: "yYF", 400: "zF", 401: "zGF", 420: "zgF", 800: "zzF", 801: "zzGF"} {
		var out bytes.Buffer
		zplRun(&out, 'F', n)
		if got := out.String(); got != want {
			t.Errorf("%d times is %s, want %s", n, got, want)
		}
	}
}

// TestALabelForgetsTheOneBefore holds each label to its own size and to settings that a job
// before may have left.
func TestALabelForgetsTheOneBefore(t *testing.T) {
	t.Parallel()
	one := &Dots{Width: 16, Height: 2, Stride: 2, Bits: []byte{0xff, 0, 0, 0}}
	want := "^XA^PON^LRN^LH0,0^LS0^LT0^PW16^LL2^FO0,0^GFA,4,4,2,HF,,^FS^PQ1^XZ\n"
	if got := string(ZPL([]*Dots{one, one})); got != want+want {
		t.Errorf("two labels are %q, want %q twice", got, want)
	}
	if got := ZPL(nil); len(got) > 0 {
		t.Errorf("no label is %q", got)
	}
}
