package reweigh_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/docs/examples/reweigh"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// weighs wants the product AC-1001 to have a weight.
func weighs(t *testing.T, server *apptest.Server, as *apptest.Session, want string) {
	t.Helper()
	var page struct{ Rows []map[string]any }
	server.Ask(t, as, "/api/data/product/query", map[string]any{"filter": map[string]any{"field": "sku", "op": "eq", "value": "AC-1001"}}, &page)
	if got := fmt.Sprint(page.Rows[0]["weight"]); got != want {
		t.Errorf("the product weighs %s, want %s", got, want)
	}
}

func TestReweighing(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.StartWith(t, dsn, reweigh.Plugin{})
		w.Product(t, w.Owners[0], "AC-1001", plugin.Row{"barcodes": []any{map[string]any{"barcode": "6900000001001"}}})
		admin := w.Login(t, "user", world.Administrator)
		s := w.Scanner(t, admin, "weigh", nil)
		s.Want(t, "scan", "NONE", "item", "station.code_unknown")
		s.Want(t, "scan", "AC-1001", "weight", "")
		s.Want(t, "key", "light", "weight", "station.bad_qty")
		s.Want(t, "weight", "0.31", "item", "")
		weighs(t, w.Server, admin, "0.31")
		s.Want(t, "scan", "AC-1001", "weight", "")
		s.Want(t, "weight", "0.9", "reason", "")
		s.Want(t, "key", "hungry", "reason", "reweigh.no_reason")
		s.Want(t, "button", "back", "weight", "")
		s.Want(t, "weight", "0.9", "reason", "")
		s.Want(t, "key", "packed_anew", "item", "")
		weighs(t, w.Server, admin, "0.9")
		s.Want(t, "undo", nil, "reason", "")
		weighs(t, w.Server, admin, "0.31")
	})
}

// TestAStationIsShort holds what is said of stations: four steps take at most 120 lines.
func TestAStationIsShort(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("reweigh.go")
	if lines := strings.Count(string(text), "\n"); err != nil || lines > 120 {
		t.Errorf("the station has %d lines, at most 120; %v", lines, err)
	}
}
