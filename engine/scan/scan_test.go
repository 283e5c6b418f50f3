package scan_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/scan"
)

func TestReadTakesElementStringsApart(t *testing.T) {
	t.Parallel()

	tests := []struct {
		name, text string
		want       map[string]string
	}{
		{"with brackets", "(01)09506000134352(17)270300(10)AB-1", map[string]string{"01": "09506000134352", "17": "2027-03-31", "10": "AB-1"}},
		{"with separators", "]C101095060001343521010AB\x1d1728022937" + "0024", map[string]string{"01": "09506000134352", "10": "10AB", "17": "2028-02-29", "37": "24"}},
		{"with FNC1 at the ends", "\x1d00395060001343520017\x1d", map[string]string{"00": "395060001343520017"}},
		{"contents and count", "(02)09506000134352(37)12(11)260101(21)S/9", map[string]string{"02": "09506000134352", "37": "12", "11": "2026-01-01", "21": "S/9"}},
		{"a date that is none is left out", "(10)A(17)271340", map[string]string{"10": "A"}},
		{"years are of this century", "(17)990101", map[string]string{"17": "2099-01-01"}},
		{"the last of the month", "(17)270200(15)280200(11)271200", map[string]string{"17": "2027-02-28", "15": "2028-02-29", "11": "2027-12-31"}},
		{"the last of the month in a year that Go takes for another", "(17)960200", map[string]string{"17": "2096-02-29"}},
		{"a month that is none has no last day", "(17)271300(12)00(13)1", map[string]string{}},
		{"every fixed length one behind the other", "0209506000134352" + "11260101" + "12260102" + "13260103" + "15260104" + "16260105" + "30005\x1d21B", map[string]string{
			"02": "09506000134352", "11": "2026-01-01", "12": "2026-01-02", "13": "2026-01-03", "15": "2026-01-04", "16": "2026-01-05", "30": "5", "21": "B",
		}},
		{"every kind of date", "(11)260101(12)260102(13)260103(15)260104(16)260105(17)260106", map[string]string{"11": "2026-01-01", "12": "2026-01-02", "13": "2026-01-03", "15": "2026-01-04", "16": "2026-01-05", "17": "2026-01-06"}},
		{"counts without zeros", "(30)007(37)000", map[string]string{"30": "7", "37": "0"}},
		{"a count that is none is left out", "(37)1a(30)-1(10)A", map[string]string{"10": "A"}},
		{"zeros of a batch stay", "(10)007", map[string]string{"10": "007"}},
		{"a variant and numbers of three digits", "2007240X-1\x1d400PO 7", map[string]string{"20": "07", "240": "X-1", "400": "PO 7"}},
		{"a separator behind a fixed length", "0109506000134352\x1d10A", map[string]string{"01": "09506000134352", "10": "A"}},
		{"letters where digits belong", "010950600013435X", map[string]string{}},
		{"a fixed length that is cut short", "0109506000134", map[string]string{}},
		{"a good element before a bad one", "10A\x1d0109", map[string]string{}},
		{"a key without a value", "10", map[string]string{}},
		{"brackets without a value", "(10)(17)270300", map[string]string{}},
		{"brackets that do not close", "(10", map[string]string{}},
		{"brackets around letters", "(AB)1", map[string]string{}},
		{"an unknown element in brackets is kept", "(99)free", map[string]string{"99": "free"}},
		{"each mark of a symbology", "]d2(10)A", map[string]string{"10": "A"}},
		{"of a QR code", "]Q3(10)A", map[string]string{"10": "A"}},
		{"of a databar", "]e0(10)A", map[string]string{"10": "A"}},
		{"a plain code has none", "A-01-02", map[string]string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()

			if got := scan.Read(tt.text).Said(); !maps.Equal(got, tt.want) {
				t.Errorf("elements of %q = %v, want %v", tt.text, got, tt.want)
			}
		})
	}
}

// TestATextIsCleanedOfWhatWedgesAdd holds what goes and what stays of a scanned text.
func TestATextIsCleanedOfWhatWedgesAdd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" A-01\r\n":           "A-01",
		"\x02A\x0001\x03\x7f": "A01",
		"A 01":                "A 01",
		"仓库~":                 "仓库~",
		"\x1d10A\x1d21B\x1d":  "10A\x1d21B",
		"]C110A":              "10A",
		"A]C1":                "A]C1",
		"":                    "",
	} {
		if got := scan.Read(text).Text; got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	if got := scan.Spaced("10A\x1d21B"); got != "10A 21B" {
		t.Errorf("with blanks it is %q", got)
	}
}

func TestTradeItemNumbersAreKnownInEveryLength(t *testing.T) {
	t.Parallel()

	for text, want := range map[string][]string{
		"09506000134352":  {"09506000134352", "9506000134352"},
		"9506000134352":   {"9506000134352", "09506000134352"},
		"036000291452":    {"036000291452", "0036000291452", "00036000291452"},
		"00036000291452":  {"00036000291452", "036000291452", "0036000291452"},
		"000036000291":    {"000036000291", "0000036000291", "00000036000291"},
		"19506000134359":  {"19506000134359"},
		"AB-1":            {"AB-1"},
		"9506000134X52":   {"9506000134X52"},
		"123":             {"123"},
		"12345678901":     {"12345678901"},
		"009506000134352": {"009506000134352"},
		"":                {""},
	} {
		if got := scan.Forms(text); !slices.Equal(got, want) {
			t.Errorf("Forms(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestElementsAreKnownInEveryFormOfTheirField(t *testing.T) {
	t.Parallel()

	code := scan.Read("(00)395060001343520017(02)09506000134352(37)2(01)036000291452(10)09506000134352")
	for element, want := range map[string][]string{
		"00": {"395060001343520017"}, "21": nil, "01": {"036000291452", "0036000291452", "00036000291452"}, "10": {"09506000134352"}, "02": {"09506000134352", "9506000134352"}, "37": {"2"},
	} {
		if got := code.Values(element); !slices.Equal(got, want) {
			t.Errorf("element %s is %v, want %v", element, got, want)
		}
	}
}
