package catalog_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// TestAValueAtTheBoundOfItsType holds the last value that a type takes and the first that it
// refuses, and the other ways in which forms and files give a value.
func TestAValueAtTheBoundOfItsType(t *testing.T) {
	t.Parallel()
	low, high := -2.5, 9.0
	integer, money := meta.Field{Type: meta.TypeInteger}, meta.Field{Type: meta.TypeMoney, Scale: 2}
	small := meta.Field{Type: meta.TypeDecimal, Scale: 1, Min: &low, Max: &high}
	digits := func(n int) json.Number { return json.Number(strings.Repeat("0", n-1) + "7") }
	for _, tt := range []struct {
		field meta.Field
		given any
		want  string // value, or rule of the refusal
	}{
		{integer, "", "<nil>"},
		{integer, 7, "7"},
		{integer, int64(7), "7"},
		{integer, 7.0, "7"},
		{integer, 7.5, "not_integer"},
		{integer, decimal.New(70, -1), "7"},
		{integer, json.Number("9007199254740991"), "9007199254740991"},
		{integer, json.Number("-9007199254740991"), "-9007199254740991"},
		{integer, json.Number("-9007199254740992"), "out_of_range"},
		{integer, digits(40), "7"},
		{integer, digits(41), "not_number"},
		{integer, json.Number("0e40"), "0"},
		{integer, json.Number("0e41"), "not_number"},
		{integer, json.Number("0e-40"), "0"},
		{integer, json.Number("0e-41"), "not_number"},
		{integer, []any{}, "not_number"},
		{money, "", "<nil>"},
		{money, " 7", "not_number"},
		{money, json.Number("9999999999999.99"), "9999999999999.99"},
		{money, json.Number("10000000000000"), "out_of_range"},
		{money, json.Number("-10000000000000"), "out_of_range"},
		{money, json.Number("0.01"), "0.01"},
		{money, json.Number("0.001"), "scale"},
		{money, json.Number("1.10e1"), "11"},
		{small, json.Number("-2.5"), "-2.5"},
		{small, json.Number("-2.6"), "out_of_range"},
		{small, json.Number("9"), "9"},
		{small, json.Number("9.1"), "out_of_range"},
		{meta.Field{Type: meta.TypeDate}, "", "<nil>"},
		{meta.Field{Type: meta.TypeDate}, 20260101, "bad_date"},
		{meta.Field{Type: meta.TypeDate}, "0001-01-01", "0001-01-01"},
		{meta.Field{Type: meta.TypeDate}, "0000-12-31", "bad_date"},
		{meta.Field{Type: meta.TypeDate}, "9999-12-31", "9999-12-31"},
		{meta.Field{Type: meta.TypeInstant}, "", "<nil>"},
		{meta.Field{Type: meta.TypeInstant}, "0001-01-01T00:00:00Z", "0001-01-01 00:00:00 +0000 UTC"},
		{meta.Field{Type: meta.TypeInstant}, "0001-01-01T00:00:00+01:00", "bad_instant"},
		{meta.Field{Type: meta.TypeInstant}, "9999-12-31T23:59:59Z", "9999-12-31 23:59:59 +0000 UTC"},
		{meta.Field{Type: meta.TypeInstant}, "9999-12-31T23:59:59-01:00", "bad_instant"},
		{meta.Field{Type: meta.TypeInstant}, 7, "bad_instant"},
		{meta.Field{Type: meta.TypeInstant}, time.Date(2026, 1, 1, 8, 0, 0, 1_999_999, time.FixedZone("", 8*3600)), "2026-01-01 00:00:00.001 +0000 UTC"},
		{meta.Field{Type: meta.TypeEnum, Dropdown: "any"}, strings.Repeat("长", 64), strings.Repeat("长", 64)},
		{meta.Field{Type: meta.TypeEnum, Dropdown: "any"}, strings.Repeat("x", 65), "too_long"},
		{meta.Field{Type: meta.TypeEnum, Dropdown: "any"}, " ", "<nil>"},
		{meta.Field{Type: meta.TypeEnum, Dropdown: "any"}, 7, "not_text"},
		{meta.Field{Type: meta.TypeText}, strings.Repeat("长", 255), strings.Repeat("长", 255)},
		{meta.Field{Type: meta.TypeText}, strings.Repeat("长", 256), "too_long"},
		{meta.Field{Type: meta.TypeText}, "\xff", "bad_text"},
		{meta.Field{Type: meta.TypeText}, "a\x1d\tb", "a\x1d\tb"},
		{meta.Field{Type: meta.TypeText}, "a\x1eb", "bad_text"},
		{meta.Field{Type: meta.TypeText}, "a\u0085b", "bad_text"},
		{meta.Field{Type: meta.TypeLongText}, " a ", " a "},
		{meta.Field{Type: meta.TypeText, Format: meta.FormatNumber}, "1.50", "1.50"},
		{meta.Field{Type: meta.TypeText, Format: meta.FormatNumber}, "1,5", "bad_number"},
		{meta.Field{Type: meta.TypeText, Format: meta.FormatNumber}, "-0.0", "bad_number"},
		{meta.Field{Type: meta.TypeBoolean}, false, "false"},
		{meta.Field{Type: meta.TypeBoolean}, 1, "not_boolean"},
		{meta.Field{Type: meta.TypeColour}, "#12345", "bad_colour"},
		{meta.Field{Type: meta.TypeColour}, "#1234567", "bad_colour"},
		{meta.Field{Type: meta.TypeColour}, " ", "<nil>"},
		{meta.Field{Type: meta.TypeColour}, 7, "not_text"},
	} {
		v, bad := field(t, tt.field).Parse(tt.given)
		got := fmt.Sprint(v)
		if bad != nil {
			got = bad.Rule
		}
		if got != tt.want {
			t.Errorf("%s of %T %.40v is %s, want %s", tt.field.Type, tt.given, tt.given, got, tt.want)
		}
	}
}

// TestWhatNoColumnHoldsIsRefused holds that a value of another kind than its column is an
// error of ours, on the way in and on the way out, and never a zero.
func TestWhatNoColumnHoldsIsRefused(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{meta.TypeText, meta.TypeInteger, meta.TypeReference, meta.TypeDecimal, meta.TypeBoolean, meta.TypeDate, meta.TypeInstant} {
		f := field(t, meta.Field{Type: kind, To: map[string]string{meta.TypeReference: "item"}[kind]})
		if v, err := f.Decode(struct{}{}); err == nil || !strings.Contains(err.Error(), "decode field x") {
			t.Errorf("%s reads nothing known as %v (%v)", kind, v, err)
		}
		if v, err := f.Encode(struct{}{}); err == nil || !strings.Contains(err.Error(), "encode field x") {
			t.Errorf("%s writes nothing known as %v (%v)", kind, v, err)
		}
		for name, of := range map[string]func(any) (any, error){"reads": f.Decode, "writes": f.Encode} {
			if v, err := of(nil); v != nil || err != nil {
				t.Errorf("%s %s null as %v (%v)", kind, name, v, err)
			}
		}
		if got := string(f.AppendJSON(nil, nil)); got != "null" {
			t.Errorf("%s shows null as %s", kind, got)
		}
	}
	amount := field(t, meta.Field{Type: meta.TypeDecimal, Scale: 2})
	for text, key := range map[string]string{"0.001": "field.scale", "10000000000000": "field.out_of_range", "-10000000000000": "field.out_of_range"} {
		if v, err := amount.Encode(decimal.RequireFromString(text)); err == nil || !strings.Contains(err.Error(), key+" (422) on x") {
			t.Errorf("%s is written as %v (%v)", text, v, err)
		}
	}
	for given, want := range map[any]int64{int64(7): 700, 7: 700, decimal.RequireFromString("-9999999999999.99"): -catalog.LargestScaled} {
		if v, err := amount.Encode(given); v != want || err != nil {
			t.Errorf("%v is written as %v (%v)", given, v, err)
		}
	}
	truth := field(t, meta.Field{Type: meta.TypeBoolean})
	for kept, want := range map[any]string{true: "true", int64(1): "true", false: "false", int64(0): "false"} {
		v, err := truth.Decode(kept)
		if shown := string(truth.AppendJSON(nil, kept)); fmt.Sprint(v) != want || shown != want || err != nil {
			t.Errorf("%T %v is %v and shown as %s (%v)", kept, kept, v, shown, err)
		}
	}
}

// TestAScaledFigureIsWrittenExactly holds the figures that a JSON number stands for to those
// that are kept.
func TestAScaledFigureIsWrittenExactly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		scaled int64
		scale  int
		want   string
	}{
		{0, 0, "0"},
		{0, 3, "0"},
		{7, 0, "7"},
		{7, 1, "0.7"},
		{7, 3, "0.007"},
		{-7, 3, "-0.007"},
		{70, 1, "7"},
		{70, 3, "0.07"},
		{700, 3, "0.7"},
		{1234, 2, "12.34"},
		{-1234, 4, "-0.1234"},
		{1000, 2, "10"},
		{math.MaxInt64, 2, "92233720368547758.07"},
		{math.MinInt64, 2, "-92233720368547758.08"},
		{math.MinInt64, 0, "-9223372036854775808"},
	} {
		if got := string(catalog.AppendScaled([]byte("<"), tt.scaled, tt.scale)); got != "<"+tt.want {
			t.Errorf("%d of %d digits is %s, want %s", tt.scaled, tt.scale, got, tt.want)
		}
	}
}

// TestATextIsEscapedAsJSON holds every character that a field keeps to what a reader of JSON
// makes of it.
func TestATextIsEscapedAsJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "plain", `"`, `\`, "\n\r\t", "\x00\x01\x1d\x1f", "a\"b\\c\nd", "红\u2028\u2029\U0001f4e6", "end\\"} {
		var back string
		written := catalog.AppendString(nil, text)
		if err := json.Unmarshal(written, &back); err != nil || back != text {
			t.Errorf("%q is written as %s, which reads %q (%v)", text, written, back, err)
		}
	}
}
