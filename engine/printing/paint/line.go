package paint

import (
	"bytes"
	"fmt"

	"github.com/wareloom/wareloom/engine/printing/page"
)

// TSPL writes labels in TSPL: their size, then one picture whose burnt dots are 0.
// pages are the labels that were drawn, for their size in mm.
func TSPL(pages []page.Page, labels []*Dots) []byte {
	var out bytes.Buffer
	for i, d := range labels {
		fmt.Fprintf(&out, "SIZE %g mm,%g mm\r\nGAP 2 mm,0 mm\r\nDIRECTION 1\r\nREFERENCE 0,0\r\nCLS\r\nBITMAP 0,0,%d,%d,0,",
			float64(pages[i].Width)/1000, float64(pages[i].Height)/1000, d.Stride, d.Height)
		for _, b := range d.Bits {
			out.WriteByte(^b)
		}
		out.WriteString("\r\nPRINT 1,1\r\n")
	}
	return out.Bytes()
}

// CPCL writes labels in CPCL, the picture in hexadecimal digits, since some printers
// take control bytes of a binary one for commands.
func CPCL(labels []*Dots) []byte {
	var out bytes.Buffer
	for _, d := range labels {
		fmt.Fprintf(&out, "! 0 200 200 %d 1\r\nPAGE-WIDTH %d\r\nEG %d %d 0 0 ", d.Height, d.Width, d.Stride, d.Height)
		for _, b := range d.Bits {
			out.WriteByte(hexDigits[b>>4])
			out.WriteByte(hexDigits[b&15])
		}
		out.WriteString("\r\nFORM\r\nPRINT\r\n")
	}
	return out.Bytes()
}
