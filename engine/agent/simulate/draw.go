package simulate

import (
	"bytes"
	"image"
	"image/color"
	"strconv"
)

// draw gives the picture of a label of one graphic, as ^GFA has it in hexadecimal digits
// and their run-length form.
func draw(format []byte) (image.Image, bool) {
	_, rest, found := bytes.Cut(format, []byte("^GFA,"))
	parts := bytes.SplitN(rest, []byte(","), 4)
	if !found || len(parts) < 4 {
		return nil, false
	}
	total, err := strconv.Atoi(string(parts[1]))
	stride, errStride := strconv.Atoi(string(parts[2]))
	if err != nil || errStride != nil || stride <= 0 || total <= 0 {
		return nil, false
	}
	data, _, _ := bytes.Cut(parts[3], []byte("^"))
	label := image.NewGray(image.Rect(0, 0, stride*8, total/stride))
	for y, row := range rows(data, stride*2, total/stride) {
		for x := range stride * 8 {
			if row[x/4]&(8>>(x%4)) == 0 {
				label.SetGray(x, y, color.Gray{Y: 0xff})
			}
		}
	}
	return label, true
}

// rows unpacks rows of so many digits: G..Y and g..z repeat the next digit, a comma ends
// a row in white, a colon repeats the one before.
func rows(data []byte, width, height int) [][]byte {
	all := make([][]byte, 0, height)
	row, times := make([]byte, 0, width), 0
	end := func() {
		for len(row) < width {
			row = append(row, 0)
		}
		all, row = append(all, row[:width]), make([]byte, 0, width)
	}
	for _, c := range data {
		switch {
		case c >= 'G' && c <= 'Y':
			times += int(c-'G') + 1
		case c >= 'g' && c <= 'z':
			times += 20 * (int(c-'g') + 1)
		case c == ',':
			end()
		case c == ':' && len(all) > 0:
			all = append(all, all[len(all)-1])
		default:
			row = append(row, bytes.Repeat([]byte{digit(c)}, max(times, 1))...)
			times = 0
			if len(row) >= width {
				end()
			}
		}
	}
	for len(all) < height {
		end()
	}
	return all[:height]
}

func digit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 0
}
