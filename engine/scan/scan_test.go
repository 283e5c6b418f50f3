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

func TestTradeItemNumbersAreKnownInEveryLength(t *testing.T) {
	t.Parallel()

	for text, want := range map[string][]string{
		"09506000134352": {"09506000134352", "9506000134352"},
		"9506000134352":  {"9506000134352", "09506000134352"},
		"036000291452":   {"036000291452", "0036000291452", "00036000291452"},
		"00036000291452": {"00036000291452", "036000291452", "0036000291452"},
		"AB-1":           {"AB-1"},
		"123":            {"123"},
	} {
		if got := scan.Forms(text); !slices.Equal(got, want) {
			t.Errorf("Forms(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestElementsAreKnownInEveryFormOfTheirField(t *testing.T) {
	t.Parallel()

	code := scan.Read("(00)395060001343520017(02)09506000134352(37)2")
	for element, want := range map[string][]string{
		"00": {"395060001343520017"}, "01": nil, "02": {"09506000134352", "9506000134352"}, "37": {"2"},
	} {
		if got := code.Values(element); !slices.Equal(got, want) {
			t.Errorf("element %s is %v, want %v", element, got, want)
		}
	}
}
