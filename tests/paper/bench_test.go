package paper

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// TestBenchesAreOfTheHouse has an owner's person, who may print his products, aim at a
// printer and a workstation of the house: to him there are none.
func TestBenchesAreOfTheHouse(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		if err := server.Seed(t.Context(), fstest.MapFS{"010.json": {Data: []byte(ownerWhoPrints)}}, apptest.Password); err != nil {
			t.Fatal(err)
		}
		admin, owner := server.Login(t, "user", "admin"), server.Login(t, "consignor", "labels")
		call := func(path, body string, as *apptest.Session, want int, word string) apptest.Answer {
			t.Helper()
			answer := server.Do(t, apptest.Call{Path: "/api/" + path, Body: body, As: as})
			if answer.StatusCode != want || !strings.Contains(answer.Text, word) {
				t.Errorf("%s %s: status %d, want %d with %q: %.400s", path, body, answer.StatusCode, want, word, answer.Text)
			}
			return answer
		}
		printer := addPrinter(t, server)
		call("data/workstation/save", fmt.Sprintf(`{"code":"W1","printer_ids":[%d]}`, printer), admin, 200, "")
		own := products(t, server, owner)
		job := func(id int64, to string) string {
			return fmt.Sprintf(`{"type":"product","ids":[%d],%s}`, id, to)
		}
		call("print/jobs", job(own[0], `"printer":"P1"`), owner, 422, `"path":"printer"`)
		call("print/jobs", job(own[0], `"workstation":"W1"`), owner, 422, `"path":"workstation"`)
		call("print/stand", `{"code":"W1"}`, owner, 422, `"path":"code"`)
		call("print/jobs", job(own[0], `"printer":"P1"`), admin, 200, `"state":"waiting"`)
		call("print/stand", `{"code":"W1"}`, admin, 200, `"code":"W1"`)
		reprintNowhere(t, server, admin, printer)
	})
}

// addPrinter adds the printer P1 as an agent does.
func addPrinter(t *testing.T, server *apptest.Server) (id int64) {
	t.Helper()
	err := server.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		if id, err = tx.NextIDs(ctx, 1); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `insert into printer (id, version, created_at, updated_at, code, code__fold, language, dpi, enabled, condition)
			values (?, 1, 0, 0, 'P1', 'p1', 'zpl', '203', ?, 'ready')`, id, true)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// reprintNowhere switches the printer off and prints the label again.
func reprintNowhere(t *testing.T, server *apptest.Server, admin *apptest.Session, printer int64) {
	t.Helper()
	var labels struct{ Rows []struct{ ID int64 } }
	server.Ask(t, admin, "/api/data/print_label/query", map[string]any{"fields": []string{"id"}}, &labels)
	err := server.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "update print_label set status = 'printed'")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	server.Ask(t, admin, "/api/data/printer/save", map[string]any{"id": printer, "version": 1, "enabled": false}, nil)
	body := fmt.Sprintf(`{"id":%d,"name":"reprint","params":{"reason":"torn"}}`, labels.Rows[0].ID)
	answer := server.Do(t, apptest.Call{Path: "/api/data/print_label/act", Body: body, As: admin})
	if answer.StatusCode != 422 || !strings.Contains(answer.Text, "P1") {
		t.Errorf("a reprint at a printer that is switched off: %.400s", answer.Text)
	}
}
