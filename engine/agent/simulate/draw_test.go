package simulate

import (
	"fmt"
	"image"
	"testing"
)

// TestGraphicsAreUnpacked reads rows as printers of ZPL do.
func TestGraphicsAreUnpacked(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, data    string
		width, height int
		want          string
	}{
		{"digits", "0F1a", 2, 2, "[[0 15] [1 0]]"}, // small ones are none
		{"a digit repeated", "HFG0", 3, 1, "[[15 15 0]]"},
		{"twenty and two", "gHF", 22, 1, "[[15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15]]"},
		{"the rest is white", "F,A,", 3, 2, "[[15 0 0] [10 0 0]]"},
		{"the row before again", "F0::", 2, 3, "[[15 0] [15 0] [15 0]]"},
		{"no row before", ":F", 2, 1, "[[0 15]]"},
		{"too few", "F", 2, 3, "[[15 0] [0 0] [0 0]]"},
		{"too many", "FFFF00", 2, 1, "[[15 15]]"},
		{"a row that runs over", "JF", 3, 1, "[[15 15 15]]"},
		{"nothing", "", 2, 1, "[[0 0]]"},
		{"of no height", "FF", 2, 0, "[]"},
	}
	for _, tt := range tests {
		if got := fmt.Sprint(rows([]byte(tt.data), tt.width, tt.height)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// dots spells a picture, a # for each black dot.
func dots(picture image.Image) string {
	text := ""
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if r, _, _, _ := picture.At(x, y).RGBA(); r == 0 {
				text += "#"
			} else {
				text += "."
			}
		}
		text += "\n"
	}
	return text
}

func TestALabelIsDrawnAsItPrints(t *testing.T) {
	t.Parallel()
	picture, ok := draw([]byte("^XA^FO0,0^GFA,2,2,1,81F0^FS^XZ"))
	if want := "#......#\n####....\n"; !ok || dots(picture) != want {
		t.Errorf("drawn is\n%s, want\n%s", dots(picture), want)
	}
}

func TestWhatHasNoGraphicIsNotDrawn(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"", "^XA^XZ", "^XA^FDtext^FS^XZ", "^GFA,1,1", "^GFA,1,x,1,F^", "^GFA,1,1,0,F^", "^GFA,1,0,1,F^", "^GFA,1,-1,1,F^", "^GFA,1,1,-1,F^"} {
		if picture, ok := draw([]byte(format)); ok {
			t.Errorf("%q is drawn as\n%s", format, dots(picture))
		}
	}
}
