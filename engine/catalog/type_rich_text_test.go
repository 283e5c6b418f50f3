package catalog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// TestHTMLIsCleaned holds what survives of a text to words and a few elements, so that a
// page may show it as it is.
func TestHTMLIsCleaned(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain & <b>bold</b>":                               "plain &amp; <b>bold</b>",
		"<p>open<ul><li>a<li>b":                             "<p>open</p><ul><li>a</li><li>b</li></ul>",
		"<script>run()</script>x<style>*{}</style>":         "x",
		"<img src=x onerror=run()>x":                        "x",
		`<b onclick="run()" style="x">x</b>`:                "<b>x</b>",
		"<div><span>words</span> stay</div>":                "words stay",
		`<a href="https://a.b/c?d=1&e=2">x</a>`:             `<a href="https://a.b/c?d=1&amp;e=2">x</a>`,
		`<a href="javascript:run()">x</a>`:                  "<a>x</a>",
		`<a href=" JaVaScRiPt:run()">x</a>`:                 "<a>x</a>",
		`<a href="data:text/html,x">x</a>`:                  "<a>x</a>",
		`<a href="/here">x</a>`:                             "<a>x</a>",
		`<a href="mailto:a@b.c" target="_blank">x</a>`:      `<a href="mailto:a@b.c">x</a>`,
		"a<br/>b<hr>c":                                      "a<br>bc",
		"<svg><b>x</b><script>run()</script></svg>":         "<b>x</b>",
		"<math><p>x</p></math>":                             "<p>x</p>",
		"<!-- <b>x</b> --> ":                                "",
		"&lt;script&gt;":                                    "&lt;script&gt;",
		"<iframe><b>x</b></iframe><textarea><b></textarea>": "",
		"": "",
	} {
		got := CleanHTML(text)
		if got != want {
			t.Errorf("%q is cleaned to %q, want %q", text, got, want)
		}
		if again := CleanHTML(got); again != got {
			t.Errorf("%q cleaned again is %q", got, again)
		}
	}
}

// parsed spells what a field of a type takes for a value.
func parsed(of string, value any) string {
	f := newField(&meta.Field{Key: "x", Type: of})
	v, bad := f.Parse(value)
	if bad != nil {
		return bad.Rule
	}
	return fmt.Sprint(v)
}

func TestAColourIsSixDigits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"#0B57A4": "#0b57a4", "#000000": "#000000", "#fff": "bad_colour", "0b57a4": "bad_colour", "#0b57a4f": "bad_colour", "red": "bad_colour", "": "<nil>", "#0b57ag": "bad_colour"} {
		if got := parsed(meta.TypeColour, text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// TestAnAddressIsItsParts holds an address to texts of known parts; a text alone is the
// street.
func TestAnAddressIsItsParts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", longestPart)
	for _, tt := range []struct {
		value any
		want  string
	}{
		{"12 Mill Lane", "map[street:12 Mill Lane]"},
		{map[string]any{"city": " Madrid ", "street": nil, "phone": ""}, "map[city:Madrid]"},
		{map[string]any{"town": "x"}, "bad_address"},
		{[]any{"x"}, "bad_address"},
		{true, "bad_address"},
		{map[string]any{}, "<nil>"},
		{"", "<nil>"},
		{nil, "<nil>"},
		{map[string]any{"city": long}, "map[city:" + long + "]"},
		{map[string]any{"city": long + "é"}, "too_long"},
	} {
		if got := parsed(meta.TypeAddress, tt.value); got != tt.want {
			t.Errorf("%v is %s, want %s", tt.value, got, tt.want)
		}
	}
}
