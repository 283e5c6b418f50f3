package paint

import (
	"bytes"
	"fmt"
)

// ZPL writes labels in ZPL II, each with all settings that linger from the job before.
// No text of a record reaches the printer's own language: it is in the picture.
func ZPL(labels []*Dots) []byte {
	var out bytes.Buffer
	for _, d := range labels {
		fmt.Fprintf(&out, "^XA^PON^LRN^LH0,0^LS0^LT0^PW%d^LL%d^FO0,0^GFA,%d,%d,%d,", d.Width, d.Height, len(d.Bits), len(d.Bits), d.Stride)
		d.zplRows(&out)
		out.WriteString("^FS^PQ1^XZ\n")
	}
	return out.Bytes()
}

// zplRows packs the rows: a colon repeats the row before, a comma ends one that is
// white from there.
func (d *Dots) zplRows(out *bytes.Buffer) {
	var before []byte
	for y := range d.Height {
		row := d.Bits[y*d.Stride : (y+1)*d.Stride]
		if y > 0 && bytes.Equal(row, before) {
			out.WriteByte(':')
		} else {
			zplRow(out, row)
		}
		before = row
	}
}

const hexDigits = "0123456789ABCDEF"

func zplRow(out *bytes.Buffer, row []byte) {
	digits := make([]byte, 0, 2*len(row))
	for _, b := range row {
		digits = append(digits, hexDigits[b>>4], hexDigits[b&15])
	}
	ink := bytes.TrimRight(digits, "0")
	for from := 0; from < len(ink); {
		to := from
		for to < len(ink) && ink[to] == ink[from] {
			to++
		}
		zplRun(out, ink[from], to-from)
		from = to
	}
	if len(ink) < len(digits) {
		out.WriteByte(',')
	}
}

// zplRun writes a digit n times: g..z stand for 20..400, G..Y for 1..19.
func zplRun(out *bytes.Buffer, digit byte, n int) {
	alone := n == 1
	for ; n >= 400; n -= 400 {
		out.WriteByte('z')
		if n == 400 {
			out.WriteByte(digit)
			return
		}
	}
	if n >= 20 {
		out.WriteByte(byte('g' + n/20 - 1))
	}
	if n%20 > 0 && !alone { // 401 is zG: what is left of it is one, too
		out.WriteByte(byte('G' + n%20 - 1))
	}
	if n > 0 {
		out.WriteByte(digit)
	}
}
