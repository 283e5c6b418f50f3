package simulator

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
)

// The label of a parcel: 100 x 150 mm at 203 dpi.
const wide, tall = 800, 1200

// label is the label of a number as an aggregator's word for its format says it; nil for
// none.
func label(number, printAs string) []byte {
	switch printAs {
	case "CMD":
		return asZPL(drawn(number))
	case "PDF":
		return asPDF(drawn(number))
	case "IMAGE":
		var file bytes.Buffer
		_ = png.Encode(&file, drawn(number)) // into memory
		return file.Bytes()
	}
	return nil
}

// drawn draws the digits of a number, and as a bar code (two of five) between two boxes.
func drawn(number string) *image.Gray {
	to := image.NewGray(image.Rect(0, 0, wide, tall))
	draw.Draw(to, to.Rect, image.White, image.Point{}, draw.Src)
	box(to, 40, 40, 720, 160)
	box(to, 40, 1000, 720, 160)
	digits := strings.TrimLeft(number, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	bars(to, 100, 320, 400, digits)
	for i, d := range digits {
		segments(to, 100+i*62, 780, int(d-'0'))
	}
	return to
}

func fill(to *image.Gray, x, y, width, height int) {
	draw.Draw(to, image.Rect(x, y, x+width, y+height), image.NewUniform(color.Black), image.Point{}, draw.Src)
}

func box(to *image.Gray, x, y, width, height int) {
	fill(to, x, y, width, 4)
	fill(to, x, y+height-4, width, 4)
	fill(to, x, y, 4, height)
	fill(to, x+width-4, y, 4, height)
}

// twoOfFive are the digits of that code: 1 is a wide bar or gap.
var twoOfFive = [10]string{"00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010"}

// bars draws pairs of digits, the first as bars, the second as the gaps between them.
func bars(to *image.Gray, x, y, height int, digits string) {
	const narrow, broad = 4, 10
	put := func(dark bool, width int) {
		if dark {
			fill(to, x, y, width, height)
		}
		x += width
	}
	for i := range 4 {
		put(i%2 == 0, narrow)
	}
	width := map[byte]int{'0': narrow, '1': broad}
	for i := 0; i+1 < len(digits); i += 2 {
		for j := range 5 {
			put(true, width[twoOfFive[digits[i]-'0'][j]])
			put(false, width[twoOfFive[digits[i+1]-'0'][j]])
		}
	}
	put(true, broad)
	put(false, narrow)
	put(true, narrow)
}

// sevens are the lit segments of a digit: top, upper left and right, middle, lower left
// and right, bottom.
var sevens = [10]string{"1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010", "1111111", "1111011"}

func segments(to *image.Gray, x, y, digit int) {
	const side, thick = 40, 8
	for i, at := range []image.Rectangle{
		image.Rect(0, 0, side, thick), image.Rect(0, 0, thick, side), image.Rect(side-thick, 0, side, side), image.Rect(0, side, side, side+thick),
		image.Rect(0, side, thick, 2*side), image.Rect(side-thick, side, side, 2*side), image.Rect(0, 2*side, side, 2*side+thick),
	} {
		if sevens[digit][i] == '1' {
			fill(to, x+at.Min.X, y+at.Min.Y, at.Dx(), at.Dy())
		}
	}
}

// packed are the rows of a picture as bits, 1 for black.
func packed(from *image.Gray) (rows [][]byte) {
	for y := range tall {
		row := make([]byte, wide/8)
		for x := range wide {
			if from.GrayAt(x, y).Y == 0 {
				row[x/8] |= 0x80 >> (x % 8)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func asZPL(from *image.Gray) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "^XA^PW%d^LL%d^FO0,0^GFA,%d,%d,%d,", wide, tall, wide/8*tall, wide/8*tall, wide/8)
	before := ""
	for _, row := range packed(from) {
		text := fmt.Sprintf("%X", row)
		if text == before {
			out.WriteByte(':') // the same row again
		} else {
			out.WriteString(text)
		}
		before = text
	}
	out.WriteString("^FS^XZ\n")
	return out.Bytes()
}

func asPDF(from *image.Gray) []byte {
	var bits, file bytes.Buffer
	z := zlib.NewWriter(&bits)
	for _, row := range packed(from) {
		_, _ = z.Write(row) // into memory
	}
	_ = z.Close()
	file.WriteString("%PDF-1.4\n")
	var places []int
	draws := "283.46 0 0 425.2 0 0 cm /L Do"
	for i, body := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 283.46 425.2] /Contents 4 0 R /Resources << /XObject << /L 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(draws), draws),
		fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream",
			wide, tall, bits.Len(), bits.Bytes()),
	} {
		places = append(places, file.Len())
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, at := range places {
		fmt.Fprintf(&file, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&file, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, start)
	return file.Bytes()
}
