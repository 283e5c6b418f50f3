package meta_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
)

// TestFormatArrangesWhatAnOverlayAdds: a value has the order of the place where it
// comes to stand.
func TestFormatArrangesWhatAnOverlayAdds(t *testing.T) {
	t.Parallel()
	shapes, err := shape.Read(os.DirFS(schemaFolder))
	if err != nil {
		t.Fatal(err)
	}
	text := over(`{"at": "fields", "value": {"type": "text", "title": {"es": "P", "zh": "门", "en": "D"}, "key": "door"}, "op": "add"}`)
	made, err := meta.Format(shapes, "order.table.overlay.json", []byte(text))
	if err != nil || !strings.Contains(string(made), `{"key": "door", "type": "text", "title": {"zh": "门", "en": "D", "es": "P"}}`) {
		t.Errorf("%v %s", err, made)
	}
}
