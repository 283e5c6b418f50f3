package paper

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/tests/world"
)

// TestATemplateIsOfferedFirstWhereItIsMeant follows the print settings, and the port of a
// waybill before them, in what is offered and in what is drawn when nobody chose.
func TestATemplateIsOfferedFirstWhereItIsMeant(t *testing.T) {
	t.Parallel()
	fonts := family(t)
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		server.API.Papers.Family = read
		server.API.Papers.PDF = sync.OnceValues(func() (*paint.PDF, error) { return paint.NewPDF(fonts) })
		admin := server.Login(t, "user", "admin")
		var page struct {
			Rows []struct {
				ID   int64
				Port int64 `json:"port_id"`
			} `json:"rows"`
		}
		server.Ask(t, admin, "/api/data/waybill/query", map[string]any{"filter": map[string]any{"field": "port_id", "op": "notnull"}, "size": 1}, &page)
		waybill, ask := page.Rows[0], map[string]any{"type": "waybill", "ids": []int64{page.Rows[0].ID}}
		expect := func(when, first, height string) {
			t.Helper()
			var offered []struct{ Key string }
			server.Ask(t, admin, "/api/print/templates", ask, &offered)
			if len(offered) < 2 || offered[0].Key != first {
				t.Errorf("%s: offered %v, want %s first", when, offered, first)
			}
			drawn := server.Do(t, apptest.Call{Path: "/api/print/render", Body: `{"type":"waybill","ids":` + fmt.Sprintf("[%d]", waybill.ID) + `,"format":"svg"}`, As: admin})
			if !strings.Contains(drawn.Text, height+"mm") {
				t.Errorf("%s: drawn %.200s, want %s mm high", when, drawn.Text, height)
			}
		}
		set := func(key string, value any) {
			t.Helper()
			server.Ask(t, admin, "/api/settings/save", map[string]any{"key": key, "level": "system", "value": value}, &struct{}{})
		}
		port := func(paper any) {
			t.Helper()
			var kept map[string]any
			server.Ask(t, admin, "/api/data/port/get", map[string]any{"id": waybill.Port}, &kept)
			server.Ask(t, admin, "/api/data/port/save", map[string]any{"id": waybill.Port, "version": kept["version"], "waybill_paper": paper}, &struct{}{})
		}
		expect("as shipped", "waybill_label", "150")
		set("waybill_paper", "100x180")
		expect("the setting", "waybill_label_180", "180")
		port("100x150")
		expect("the port before the setting", "waybill_label", "150")
		port(nil)
		expect("the port says nothing", "waybill_label_180", "180")
		set("waybill_copies", 3)
		drawn := server.Do(t, apptest.Call{Path: "/api/print/render", Body: `{"type":"waybill","ids":` + fmt.Sprintf("[%d]", waybill.ID) + `}`, As: admin})
		if pages := drawn.Header.Get("X-Print-Pages"); pages != "3" {
			t.Errorf("%s pages, want 3 copies", pages)
		}
	})
}
