package catalog_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

func TestRichTextKeepsNothingThatActs(t *testing.T) {
	t.Parallel()
	tests := map[string]any{
		`a < b & c`:               "a &lt; b &amp; c",
		`<ul><li>one<li>two</ul>`: "<ul><li>one</li><li>two</li></ul>",
		`<a href="https://a.b/?x=1&y=2" target="_blank">go</a>`: `<a href="https://a.b/?x=1&amp;y=2">go</a>`,
		`<a href="javascript:alert(1)">go</a>`:                  "<a>go</a>",
		`<a href=" JaVaScRiPt:alert(1)">go</a>`:                 "<a>go</a>",
		`<a href="data:text/html,x">go</a>`:                     "<a>go</a>",
		`<img src=x onerror=alert(1)>b`:                         "b",
		`<svg><script>alert(1)</script></svg>`:                  nil,
		`<style>p{}</style><div>kept</div>`:                     "kept",
		`<math><mi><b>x</b></mi></math>`:                        "<b>x</b>",
		`&lt;script&gt;`:                                        "&lt;script&gt;",
		`<!-- a --><p>b`:                                        "<p>b</p>",
	}
	f := field(t, meta.Field{Type: meta.TypeRichText})
	for text, want := range tests {
		got, bad := f.Parse(text)
		if bad != nil || got != want {
			t.Errorf("%s becomes %v (%v), want %v", text, got, bad, want)
			continue
		}
		if again, _ := f.Parse(got); got != nil && again != got {
			t.Errorf("%s changes when it is cleaned again: %v", got, again)
		}
	}
}
