package paper

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/tests/world"
)

// TestRenderGoesByRights prints positions of the demo in every format, and nothing for who
// may not, of records that are not there or are too many.
func TestRenderGoesByRights(t *testing.T) {
	t.Parallel()
	fonts := family(t)
	server := world.Demo(t, enginetest.SQLite(t))
	server.API.Papers.Family = read
	server.API.Papers.PDF = sync.OnceValues(func() (*paint.PDF, error) { return paint.NewPDF(fonts) })
	admin, acme := server.Login(t, "user", "admin"), server.Login(t, "consignor", "acme")
	var page struct {
		Rows []struct{ ID int64 } `json:"rows"`
	}
	server.Ask(t, admin, "/api/data/position/query", map[string]any{"size": 3, "filter": map[string]any{"field": "barcode", "op": "notnull"}}, &page)
	if len(page.Rows) != 3 {
		t.Fatalf("%d positions", len(page.Rows))
	}
	ids := fmt.Sprintf("[%d,%d]", page.Rows[0].ID, page.Rows[1].ID)
	for _, tt := range []struct {
		name, body string
		as         *apptest.Session
		status     int // of the envelope; 0: a file
		begins     string
	}{
		{"a PDF", `{"type":"position","ids":` + ids + `}`, admin, 0, "%PDF-1."},
		{"an SVG", `{"template":"position_label_small","format":"svg","ids":` + ids + `}`, admin, 0, "<svg "},
		{"ZPL", `{"type":"position","format":"zpl","dpi":300,"ids":` + ids + `}`, admin, 0, "^XA"},
		{"TSPL", `{"type":"position","format":"tspl","ids":` + ids + `}`, admin, 0, "SIZE 60 mm,40 mm\r\n"},
		{"CPCL", `{"type":"position","format":"cpcl","ids":` + ids + `}`, admin, 0, "! 0 200 200 320 1"},
		{"an owner of goods", `{"type":"position","ids":` + ids + `}`, acme, 423, ""},
		{"a record that is not there", `{"type":"position","ids":[999999999]}`, admin, 404, ""},
		{"no template", `{"type":"ghost","ids":[1]}`, admin, 404, ""},
		{"no records", `{"type":"position","ids":[]}`, admin, 422, ""},
		{"a format that there is not", `{"type":"position","format":"doc","ids":` + ids + `}`, admin, 422, ""},
		{"dots that there are not", `{"type":"position","format":"zpl","dpi":96,"ids":` + ids + `}`, admin, 422, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			answer := server.Do(t, apptest.Call{Method: http.MethodPost, Path: "/api/print/render", Body: tt.body, As: tt.as})
			if answer.StatusCode != tt.status || !strings.HasPrefix(answer.Text, tt.begins) {
				t.Errorf("status %d, want %d; text %.200q", answer.StatusCode, tt.status, answer.Text)
			}
			if pages := answer.Header.Get("X-Print-Pages"); tt.status == 0 && pages != "2" {
				t.Errorf("%s pages, want 2", pages)
			}
		})
	}
}
