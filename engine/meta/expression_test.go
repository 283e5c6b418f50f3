package meta_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta"
)

func TestATextIsGivenAsTheSourceOfIt(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		`"row.a == 'b'"`: "row.a == 'b'", `{"is": "new"}`: "'new'", `{"is": ""}`: "''", `{"is": "it's"}`: `"it's"`,
	} {
		var got meta.Expression
		if err := json.Unmarshal([]byte(written), &got); err != nil || string(got) != want {
			t.Errorf("%s is %s, want %s (%v)", written, got, want, err)
		}
	}
}

func TestATextInQuotesIsRefusedWithWhatToWrite(t *testing.T) {
	t.Parallel()
	const table = `{"kind": "table", "key": "visit", "title": {"zh": "访", "en": "Visit", "es": "Visita"}, "label": ["note"], "fields": [
		{"key": "note", "type": "text", "title": {"zh": "注", "en": "Note", "es": "Nota"}, "default": DEFAULT}]}`
	for given, want := range map[string]string{
		`"'new'"`: `fields/0/default: meta.quoted_text name='new' now={"is": "new"}`, `{"is": "new"}`: "", `"concat('a', 'b')"`: "", `{"is": 5}`: "meta.schema",
	} {
		files := fstest.MapFS{"visit.table.json": {Data: []byte(strings.Replace(table, "DEFAULT", given, 1))}}
		_, err := meta.Load(os.DirFS(schemaFolder), meta.Source{Name: "base", Layer: meta.LayerBase, FS: files})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", given, err, want)
		}
	}
}
