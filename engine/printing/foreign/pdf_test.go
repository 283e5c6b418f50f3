package foreign_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"testing"

	"github.com/wareloom/wareloom/engine/printing/foreign"
)

// sheet is a PDF of a page, in points, whose left half is black.
func sheet(width, height int) []byte {
	var file bytes.Buffer
	var at []int
	file.WriteString("%PDF-1.4\n")
	draw := fmt.Sprintf("0 0 %d %d re f", width/2, height)
	for i, body := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R >>", width, height),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(draw), draw),
	} {
		at = append(at, file.Len())
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&file, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&file, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return file.Bytes()
}

// TestAPDFIsDrawnAsLargeAsItSays, or as the paper takes it; what is none, or too large, is
// refused, and the next one is drawn all the same.
func TestAPDFIsDrawnAsLargeAsItSays(t *testing.T) {
	t.Parallel()
	d := foreign.NewDrawer("")
	room := foreign.Room{PerMM: 8, Width: 800, Height: 1200}
	for _, broken := range [][]byte{nil, []byte("%PDF-1.4"), sheet(283, 425)[:300], sheet(9_000_000, 40)} {
		if _, err := d.Draw(t.Context(), broken, room); !errors.Is(err, foreign.ErrNone) {
			t.Errorf("%.20q is drawn: %v", broken, err)
		}
	}
	for _, tt := range []struct {
		width, height int // points
		want          image.Point
	}{
		{142, 213, image.Pt(401, 601)},  // as it says
		{288, 432, image.Pt(813, 1219)}, // 4 x 6 inch lose their margin
		{432, 288, image.Pt(1219, 813)}, // the same across
		{595, 842, image.Pt(800, 1132)}, // A4
	} {
		pages, err := d.Draw(t.Context(), sheet(tt.width, tt.height), room)
		if err != nil || len(pages) != 1 {
			t.Fatalf("%d x %d points: %d pages, %v", tt.width, tt.height, len(pages), err)
		}
		size := pages[0].Bounds().Size()
		if size != tt.want {
			t.Errorf("%d x %d points are %v dots, want %v", tt.width, tt.height, size, tt.want)
		}
		left, _, _, _ := pages[0].At(size.X/4, size.Y/2).RGBA()
		right, _, _, _ := pages[0].At(size.X*3/4, size.Y/2).RGBA()
		if left != 0 || right != 0xffff {
			t.Errorf("%d x %d points are %d left and %d right", tt.width, tt.height, left, right)
		}
	}
}
