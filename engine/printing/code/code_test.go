package code

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

func TestWhatIsWrongIsRefusedNotMended(t *testing.T) {
	t.Parallel()

	for _, tt := range []struct{ name, kind, text, want string }{
		{"an EAN-13", EAN13, "4006381333931", ""},
		{"an EAN-13 with another check digit", EAN13, "4006381333932", "code.bad_check"},
		{"an EAN-13 without its check digit", EAN13, "400638133393", "code.bad_length"},
		{"an EAN-8", EAN8, "96385074", ""},
		{"a UPC-A", UPCA, "036000291452", ""},
		{"a UPC-A with letters", UPCA, "03600029145A", "code.bad_character"},
		{"an ITF-14", ITF14, "15400141288763", ""},
		{"an ITF-14 with another check digit", ITF14, "15400141288760", "code.bad_check"},
		{"Code 39 in small letters", Code39, "abc", "code.bad_character"},
		{"Code 128 with a command of a printer", Code128, "^XZ^XA~JR_5E>8", ""},
		{"Code 128 in Chinese", Code128, "库位", "code.bad_character"},
		{"Code 128 with a line break", Code128, "A\r\nB", "code.bad_character"},
		{"QR in Chinese", QR, "库位 A-01", ""},
		{"nothing", QR, "", "code.empty"},
		{"too much for a QR", QR, strings.Repeat("x", 4000), "code.too_long"},
		{"a kind that there is not", "aztec", "x", "code.unknown"},
		{"an SSCC", GS1128, "(00)340123450000000017", ""},
		{"an SSCC with another check digit", GS1128, "(00)340123450000000018", "code.bad_check"},
		{"48 characters", GS1128, "(01)04012345678901(10)" + strings.Repeat("A", 19) + "(21)12345678", ""},
		{"49 characters", GS1128, "(01)04012345678901(10)" + strings.Repeat("A", 20) + "(21)12345678", "code.too_long"},
		{"no element string", GS1128, "0104012345678901", "code.no_element"},
		{"an identifier that there is not", GS1128, "(98765)1", "code.unknown_ai"},
		{"the last day of a month", GS1DataMatrix, "(17)270200", ""},
		{"29 February of a leap year", GS1DataMatrix, "(17)280229", ""},
		{"29 February of another", GS1DataMatrix, "(17)270229", "code.bad_date"},
		{"a value with a blank", GS1DataMatrix, "(10)A B", "code.bad_character"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Make(tt.kind, tt.text)
			got := ""
			if f, ok := fault.As(err); ok {
				got = f.Key
			}
			if got != tt.want {
				t.Errorf("Make(%s, %q) = %q, want %q", tt.kind, tt.text, got, tt.want)
			}
		})
	}
}

func TestFixedElementsComeFirstAndOpenOnesEndWithASeparator(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{
		"(10)ABC(21)S1":                       "10ABC|21S1",
		"(10)ABC(17)270101(01)04012345678901": "1727010101040123456789" + "0110ABC",
		"(37)12(02)04006381333931":            "02040063813339313712",
		"(10)A(11)260101":                     "1126010110A",
		"(3103)001250(10)X":                   "310300125010X",
	} {
		found, err := Elements(text)
		if got := join(found, "|"); err != nil || got != want {
			t.Errorf("%s = %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestEverySymbolHasItsQuietZone(t *testing.T) {
	t.Parallel()

	for kind, text := range map[string]string{EAN13: "4006381333931", Code128: "A", QR: "A", DataMatrix: "A"} {
		s, err := Make(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		if s.Left == 0 || s.Right == 0 || !s.Linear() && s.Around == 0 || !s.Dark(0, 0) {
			t.Errorf("%s: %+v", kind, s)
		}
	}
}

func TestSamplesAreCodes(t *testing.T) {
	t.Parallel()
	for kind := range kinds {
		text := Sample(kind)
		if text == "" {
			text = "A01-0203"
		}
		if _, err := Make(kind, text); err != nil {
			t.Errorf("%s of %q: %v", kind, text, err)
		}
	}
}
