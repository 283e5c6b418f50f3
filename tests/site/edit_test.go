package site

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/release"
)

// BenchmarkEdit tells what it costs to say what is wrong after one object changed: the
// whole product is read, checked and compiled.
func BenchmarkEdit(b *testing.B) {
	wareloom, err := product.Wareloom()
	if err != nil {
		b.Fatal(err)
	}
	s := apptest.StartProduct(b, enginetest.SQLite(b), wareloom)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		const words = `{"kind": "overlay", "of": "list", "key": "product", "ops": [{"op": "set", "at": "columns/sku/title", "value": {"zh": "%[1]d", "en": "%[1]d", "es": "%[1]d"}}]}`
		problems, err := s.Releases.Check(release.Folder{"product.list.overlay.json": fmt.Appendf(nil, words, n)})
		if err != nil || len(problems) > 0 {
			b.Fatal(err, problems)
		}
	}
}
