package foreign_test

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/foreign"
)

// TestLabelsOfZPLAreCounted, since a printer that counts proves by it that they came out.
func TestLabelsOfZPLAreCounted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"^XA^FO20,20^A0N,30^FDA!b^FS^XZ": 1,
		"^XA^LRN^MNY^MFN,N^LH10,12^MCY^POI^PW812^CI27\n^FO5,5^BY2^BCN,80,N,N,N,A^FD>:1Z^FS\r\n^PQ3,0,1,Y^XZ\n": 3,
		"\ufeff ~DGR:LOGO.GRF,8,1,FF00FF00FF00FF00\n^XA^FO1,1^XGR:LOGO.GRF,1,1^FS^XZ^XA^IDR:LOGO.GRF^FS^XZ\n":  1, // the second one deletes
		"^xa^fo1,1^gb10,10,2^fs^xz^XA^FO1,1^GFB,4,4,1,^~!\x02^FS^XZ":                                           2,
		"^XA^FO0,0^GFA,4,4,1,F!:Z^FS^XZ": 1,
	} {
		if n, err := foreign.Labels([]byte(text)); err != nil || n != want {
			t.Errorf("%q: %d labels, want %d (%v)", text, n, want, err)
		}
		if kind := foreign.KindOf([]byte(text)); kind != foreign.ZPL {
			t.Errorf("%q is a %s", text, kind)
		}
	}
}

// TestWhatIsNoLabelIsRefused: what a printer would do beside printing, and what it would
// take for something else than the text that it stands in.
func TestWhatIsNoLabelIsRefused(t *testing.T) {
	t.Parallel()
	label := "^XA^FO1,1^FDa^FS^XZ"
	for _, text := range []string{
		"~JR" + label, label + "~JR", "^XA^JUF^FO1,1^FDa^FS^XZ", "^XA^NS1,a^XZ", "^XA^KP1234^XZ", "^XA^SXA,A,Y,Y,10.0.0.1,9200^XZ", "~DYE:A,P,P,9,,AA" + label, "~HS" + label, "^XA^HH^XZ",
		"^XA^DFR:A^FS^XZ", "^XA^CC*^FO1,1^FDa^FS^XZ", "~CC*" + label, "^XA^MUM^FO1,1^FDa^FS^XZ",
		"! U1 setvar \"device.reset\" \"now\"\r\n" + label, label + "\r\n! U1 do \"device.reset\" \"\"\r\n", "~DGR:A,1,1,FF{}{\"device.reset\":\"now\"}" + label, "~DGR:A,2,1,FF! U1 do \"device.reset\"" + label, "^XA! U1 do^FO1,1^FDa^FS^XZ",
		"^XA^FO1,1^FDa\x02JUF^FS^XZ", "^XA^FO1,1^FDa\x10JR^FS^XZ", "^XA^FO1,1^GFA,4,4,1,FF\x10JR^FS^XZ", "^XA^FO1,1^GFB,400,4,1,F^FS^XZ", "^XA^FO1,1^GFB^FS^XZ",
		"^XA" + label, "^FDa^FS", "^XZ", "hello", "", "^", "^X",
	} {
		if n, err := foreign.Labels([]byte(text)); !fault.IsKey(err, "print.foreign_zpl") && !fault.IsKey(err, "print.foreign_labels") {
			t.Errorf("%q passes as %d labels (%v)", text, n, err)
		}
	}
	for _, text := range []string{"^XA^FO1,1^FDa^FS", "^XA^XZ", "^XA^FO1,1^FDa^FS^PQ99999^XZ", strings.Repeat(label, 21)} {
		if n, err := foreign.Labels([]byte(text)); !fault.IsKey(err, "print.foreign_labels") {
			t.Errorf("%.40q passes as %d labels (%v)", text, n, err)
		}
	}
}
