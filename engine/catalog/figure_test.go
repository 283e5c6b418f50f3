package catalog_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// figures are the cases that the browser is held to as well.
type figures struct {
	Numbers struct {
		Accepted []string `json:"accepted"`
		Refused  []string `json:"refused"`
	} `json:"numbers"`
	ByteLengths map[string]float64 `json:"byte_lengths"`
}

func readFigures(t *testing.T) (f figures) {
	t.Helper()
	text, err := os.ReadFile("testdata/figures.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestNumberCheck(t *testing.T) {
	t.Parallel()
	cases := readFigures(t).Numbers
	for _, text := range cases.Accepted {
		if !catalog.IsNumber(text) {
			t.Errorf("%q was refused", text)
		}
	}
	for _, text := range cases.Refused {
		if catalog.IsNumber(text) {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestNumberField(t *testing.T) {
	t.Parallel()
	f := field(t, meta.Field{Type: meta.TypeText, Format: meta.FormatNumber})
	if v, bad := f.Parse("0101.5"); v != "0101.5" || bad != nil {
		t.Errorf("Parse = %v, %v; want the digits as typed", v, bad)
	}
	if v, bad := f.Parse(""); v != nil || bad != nil {
		t.Errorf("Parse of nothing = %v, %v; want null", v, bad)
	}
	if _, bad := f.Parse("1,000"); bad == nil || bad.Rule != "bad_number" || bad.Params["field"] == nil {
		t.Errorf("Parse = %v, want bad_number that names the field", bad)
	}
}

func TestByteLength(t *testing.T) {
	t.Parallel()
	for text, want := range readFigures(t).ByteLengths {
		if got := catalog.ByteLength(text); got != want {
			t.Errorf("ByteLength(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestByteLengthBoundsField(t *testing.T) {
	t.Parallel()
	for text, length := range readFigures(t).ByteLengths {
		if text == "" {
			continue
		}
		f := field(t, meta.Field{Type: meta.TypeText, MaxLength: 1, LengthIn: meta.LengthInBytes})
		_, bad := f.Parse(text)
		if fits := length <= 1; fits != (bad == nil) {
			t.Errorf("%q of length %v in a field of 1: %v", text, length, bad)
		}
		if bad != nil && (bad.Rule != "too_wide" || bad.Params["length"] != length || bad.Params["field"] == nil) {
			t.Errorf("%q: %v, want too_wide with its length and field", text, bad)
		}
	}
}
