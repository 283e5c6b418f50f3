package catalog_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// field compiles one field of a table of its own.
func field(t *testing.T, f meta.Field) *catalog.Field {
	t.Helper()
	f.Key = "x"
	m := meta.NewModel()
	m.Dropdowns["size"] = &meta.Dropdown{Object: meta.Object{Key: "size"}, Items: []meta.DropdownItem{{Key: "S"}, {Key: "L"}}}
	m.Dropdowns["any"] = &meta.Dropdown{Object: meta.Object{Key: "any"}, Open: true}
	m.Tables["item"] = &meta.Table{Object: meta.Object{Key: "item"}, Label: []string{"x"}, Fields: []meta.Field{f}}
	release, err := catalog.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	compiled, _ := release.Tables["item"].Field("x")
	return compiled
}

// TestValuesComeBack sends values through all forms: JSON, row, database, row,
// and JSON again.
func TestValuesComeBack(t *testing.T) {
	t.Parallel()
	scaled := func(kind string, scale int) meta.Field { return meta.Field{Type: kind, Scale: scale} }
	tests := []struct {
		field    meta.Field
		json     string
		row      any
		database any
		back     string // JSON; "" for the same as before
	}{
		{meta.Field{Type: meta.TypeText}, `" Grün \"1\"\n "`, "Grün \"1\"", "Grün \"1\"", `"Grün \"1\""`},
		{meta.Field{Type: meta.TypeLongText}, `"a\nb\u2028"`, "a\nb\u2028", "a\nb\u2028", "\"a\\nb\u2028\""},
		{meta.Field{Type: meta.TypeBarcode}, `"01\u001d02"`, "01\x1d02", "01\x1d02", ""},
		{meta.Field{Type: meta.TypeText}, `"  "`, nil, nil, "null"},
		{meta.Field{Type: meta.TypeEnum, Dropdown: "size"}, `"L"`, "L", "L", ""},
		{meta.Field{Type: meta.TypeEnum, Dropdown: "any"}, `"XL"`, "XL", "XL", ""},
		{meta.Field{Type: meta.TypeInteger}, "-42", int64(-42), int64(-42), ""},
		{meta.Field{Type: meta.TypeInteger}, "1e3", int64(1000), int64(1000), "1000"},
		{meta.Field{Type: meta.TypeInteger}, `"7"`, int64(7), int64(7), "7"},
		{meta.Field{Type: meta.TypeReference, To: "item"}, "9007199254740991", int64(9007199254740991), int64(9007199254740991), ""},
		{meta.Field{Type: meta.TypeParent}, `""`, nil, nil, "null"},
		{scaled(meta.TypeDecimal, 3), "1.50", decimal.New(15, -1), int64(1500), "1.5"},
		{scaled(meta.TypeDecimal, 3), "-0.005", decimal.New(-5, -3), int64(-5), ""},
		{scaled(meta.TypeDecimal, 3), "999999999999.999", decimal.New(999_999_999_999_999, -3), int64(999_999_999_999_999), ""},
		{scaled(meta.TypeMoney, 2), "100", decimal.NewFromInt(100), int64(10000), "100"},
		{scaled(meta.TypeWeight, 4), "0", decimal.Zero, int64(0), ""},
		{meta.Field{Type: meta.TypeBoolean}, "true", true, true, ""},
		{meta.Field{Type: meta.TypeDate}, `"2024-02-29"`, "2024-02-29", "2024-02-29", ""},
		{meta.Field{Type: meta.TypeInstant}, `"2026-03-09T08:30:00.1234+08:00"`, time.Date(2026, 3, 9, 0, 30, 0, 123e6, time.UTC), int64(1773016200123), `"2026-03-09T00:30:00.123Z"`},
		{meta.Field{Type: meta.TypeColour}, `"#0F766E"`, "#0f766e", "#0f766e", `"#0f766e"`},
		{meta.Field{Type: meta.TypeImage}, `"0a"`, "0a", "0a", ""},
		{meta.Field{Type: meta.TypeAddress}, `{"city":" Köln ","phone":null,"street":""}`, map[string]any{"city": "Köln"}, `{"city":"Köln"}`, `{"city":"Köln"}`},
		{meta.Field{Type: meta.TypeAddress}, `"Kai 7"`, map[string]any{"street": "Kai 7"}, `{"street":"Kai 7"}`, `{"street":"Kai 7"}`},
		{meta.Field{Type: meta.TypeAddress}, `{}`, nil, nil, "null"},
		{meta.Field{Type: meta.TypeRichText}, `"<p onclick=x>a <b>b</b></p>"`, "<p>a <b>b</b></p>", "<p>a <b>b</b></p>", `"<p>a <b>b</b></p>"`},
		{meta.Field{Type: meta.TypeRichText}, `"<script>alert(1)</script>"`, nil, nil, "null"},
		{meta.Field{Type: meta.TypeJSON}, `{"a":[1.10,null]}`, map[string]any{"a": []any{json.Number("1.10"), nil}}, `{"a":[1.10,null]}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.field.Type+" "+tt.json, func(t *testing.T) {
			t.Parallel()
			f := field(t, tt.field)
			row, bad := f.Parse(decode(t, tt.json))
			if bad != nil || !same(row, tt.row) {
				t.Fatalf("Parse = %#v, %v; want %#v", row, bad, tt.row)
			}
			database, err := f.Encode(row)
			if err != nil || database != tt.database {
				t.Fatalf("Encode = %#v, %v; want %#v", database, err, tt.database)
			}
			if again, err := f.Decode(database); err != nil || !same(again, tt.row) {
				t.Errorf("Decode = %#v, %v; want %#v", again, err, tt.row)
			}
			want := tt.back
			if want == "" {
				want = tt.json
			}
			if back := string(f.AppendJSON(nil, database)); back != want {
				t.Errorf("AppendJSON = %s, want %s", back, want)
			}
		})
	}
}

func decode(t *testing.T, text string) (v any) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func same(a, b any) bool {
	if d, ok := a.(decimal.Decimal); ok {
		e, ok := b.(decimal.Decimal)
		return ok && d.Equal(e)
	}
	return fmt.Sprintf("%#v", a) == fmt.Sprintf("%#v", b)
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	low, high := 0.0, 9.5
	tests := []struct {
		field meta.Field
		json  string
		rule  string
	}{
		{meta.Field{Type: meta.TypeText}, "1", "not_text"},
		{meta.Field{Type: meta.TypeText}, `"a\u0000b"`, "bad_text"},
		{meta.Field{Type: meta.TypeText, TextRules: meta.TextRules{MaxLength: 3}}, `"äöüß"`, "too_long"},
		{meta.Field{Type: meta.TypeEnum, Dropdown: "size"}, `"M"`, "not_in_list"},
		{meta.Field{Type: meta.TypeInteger}, `"x"`, "not_number"},
		{meta.Field{Type: meta.TypeInteger}, "1e999999999", "not_number"},
		{meta.Field{Type: meta.TypeInteger}, "1.5", "not_integer"},
		{meta.Field{Type: meta.TypeInteger}, "9007199254740992", "out_of_range"},
		{meta.Field{Type: meta.TypeInteger, Min: &low}, "-1", "out_of_range"},
		{meta.Field{Type: meta.TypeDecimal, Scale: 1, Max: &high}, "9.6", "out_of_range"},
		{meta.Field{Type: meta.TypeDecimal, Scale: 2}, "1.001", "scale"},
		{meta.Field{Type: meta.TypeDecimal, Scale: 3}, "1000000000000", "out_of_range"},
		{meta.Field{Type: meta.TypeDecimal, Scale: 3}, "true", "not_number"},
		{meta.Field{Type: meta.TypeBoolean}, `"yes"`, "not_boolean"},
		{meta.Field{Type: meta.TypeColour}, `"red"`, "bad_colour"},
		{meta.Field{Type: meta.TypeAddress}, `{"planet":"Mars"}`, "bad_address"},
		{meta.Field{Type: meta.TypeAddress}, `[1]`, "bad_address"},
		{meta.Field{Type: meta.TypeAddress}, `{"city":7}`, "not_text"},
		{meta.Field{Type: meta.TypeDate}, `"2023-02-29"`, "bad_date"},
		{meta.Field{Type: meta.TypeDate}, `"09.03.2026"`, "bad_date"},
		{meta.Field{Type: meta.TypeInstant}, `"2026-03-09 08:30"`, "bad_instant"},
		{meta.Field{Type: meta.TypeReference, To: "item"}, "0", "not_reference"},
		{meta.Field{Type: meta.TypeReference, To: "item"}, `{"code":"A"}`, "not_reference"},
	}
	for _, tt := range tests {
		t.Run(tt.field.Type+" "+tt.json, func(t *testing.T) {
			t.Parallel()
			v, bad := field(t, tt.field).Parse(decode(t, tt.json))
			if bad == nil || bad.Rule != tt.rule || bad.Key != "field."+tt.rule || bad.Path != "x" {
				t.Errorf("got %v, %v; want %s on x", v, bad, tt.rule)
			}
		})
	}
}

func TestAppendJSONAllocatesNothing(t *testing.T) { // counts allocations
	values := map[string]any{
		meta.TypeText: "Grün \"1\"", meta.TypeInteger: int64(42), meta.TypeDecimal: int64(-1500), meta.TypeBoolean: int64(1),
		meta.TypeDate: "2026-03-09", meta.TypeInstant: int64(1773016200123),
	}
	buffer := make([]byte, 0, 200)
	for kind, value := range values {
		f := field(t, meta.Field{Type: kind})
		if n := testing.AllocsPerRun(100, func() { f.AppendJSON(buffer, value) }); n != 0 {
			t.Errorf("%s: %v allocations", kind, n)
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"abc-1": "abc-1", "Ábç ÑÜ": "abc nu", "ＡＢ１２　ｃ": "ab12 c", "Straße": "straße", "订单 Ａ": "订单 a", "  a \n b ": "a b", "": "", "İ": "i", "ｶﾞ": "カ",
	}
	for text, want := range tests {
		if got := catalog.Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
		if again := catalog.Fold(catalog.Fold(text)); again != catalog.Fold(text) {
			t.Errorf("folding %q twice gives %q", text, again)
		}
	}
}
