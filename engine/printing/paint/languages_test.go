package paint

import (
	"bytes"
	encoding "encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/wareloom/wareloom/engine/printing/page"
)

// TestEachLanguageSaysTheSameDots reads labels of random dots back from what printers are
// sent: TSPL, whose burnt dots are 0, and CPCL as their manuals have it.
func TestEachLanguageSaysTheSameDots(t *testing.T) {
	t.Parallel()
	for _, width := range []int{8, 9, 15, 321} {
		d := &Dots{Width: width, Height: 21, Stride: (width + 7) / 8}
		d.Bits = make([]byte, d.Stride*d.Height)
		for i := range d.Bits {
			d.Bits[i] = byte(rand.IntN(256))
		}
		tspl := TSPL([]page.Page{{Width: 40_000, Height: 30_000}}, []*Dots{d})
		head := fmt.Appendf(nil, "CLS\r\nBITMAP 0,0,%d,%d,0,", d.Stride, d.Height)
		_, rest, found := bytes.Cut(tspl, head)
		if !found || len(rest) < len(d.Bits) || !bytes.HasPrefix(rest[len(d.Bits):], []byte("\r\nPRINT 1,1\r\n")) {
			t.Fatalf("%d wide: no bitmap of %q in %.120q", width, head, tspl)
		}
		burnt := rest[:len(d.Bits)]
		for i := range burnt {
			burnt[i] = ^burnt[i]
		}
		if !bytes.Equal(burnt, d.Bits) {
			t.Errorf("%d wide: TSPL has other dots", width)
		}
		var offset, stride, height int
		_, rest, _ = bytes.Cut(CPCL([]*Dots{d}), []byte("\r\nEG "))
		if _, err := fmt.Sscanf(string(rest), "%d %d %d %d", &stride, &height, &offset, &offset); err != nil || stride != d.Stride || height != d.Height {
			t.Fatalf("%d wide: no picture in %.60q", width, rest)
		}
		digits := bytes.Fields(rest)[4]
		if bits, err := encoding.DecodeString(string(digits)); err != nil || !bytes.Equal(bits, d.Bits) {
			t.Errorf("%d wide: CPCL has other dots: %v", width, err)
		}
	}
}
