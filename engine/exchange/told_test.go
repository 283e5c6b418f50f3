package exchange

import (
	"html"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

func TestWhatAFieldTellsIsWordedInAFile(t *testing.T) {
	t.Parallel()

	x := &Exchange{Told: func(language, text string) string { return language + " " + html.EscapeString(text) }}
	for format, want := range map[string]string{meta.FormatTold: "es P&G", "": "P&G"} {
		f := &catalog.Field{Type: meta.TypeText, Meta: &meta.Field{Type: meta.TypeText, Format: format}}
		c := outColumn{path: "reason", field: f, told: x.toldIn(f, "es")}
		if got := c.cell(map[string]any{"reason": "P&G"}, time.UTC); got != want {
			t.Errorf("format %q: the cell is %v, want %q", format, got, want)
		}
	}
}
