package public

import (
	"strings"
	"testing"
)

// TestWordsAreEscapedOnce: what people wrote is shown as they wrote it, and words that are
// HTML already, as refusals are, are not escaped again.
func TestWordsAreEscapedOnce(t *testing.T) {
	t.Parallel()
	frame := Frame{Made: Made{Title: "A & B <i>", Blocks: []Block{{
		Key: "write", Kind: "form", Refusal: "C &amp; D <b>E</b>",
		Inputs: []Input{{Key: "name", Type: "text", Value: `"><script>`, Refusal: "F &lt; G"}},
	}}}}
	var out strings.Builder
	if err := frame.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h1>A &amp; B &lt;i&gt;</h1>", "C &amp; D <b>E</b>", "F &lt; G", `value="&#34;&gt;&lt;script&gt;"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the page lacks %s: %s", want, out.String())
		}
	}
}
