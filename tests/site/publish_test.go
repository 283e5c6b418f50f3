package site

import (
	"context"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/tests/world"
)

// TestPublishedWhileItRuns publishes the folder of the guide into a product at work,
// which has its document, rights, words and live events at once; it goes back, and
// forth again with all rows.
func TestPublishedWhileItRuns(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := &dock{T: t, server: world.Demo(t, dsn)}
		d.admin = d.server.Login(t, "user", "admin")
		if before := d.ask("data/dock_appointment/query", m{}); before.StatusCode != 404 {
			t.Fatalf("there is such a table before it is published: %s", before.Text)
		}
		first := d.publish(os.DirFS("../../docs/examples/dock-appointments"))
		d.keepsAppointments()
		d.showsItsCard()
		d.saysItsWords()
		d.tellsOfRows()

		if _, err := d.server.Releases.Rollback(t.Context(), first-1, release.By{Author: "test"}); err != nil {
			t.Fatal(err)
		}
		if gone := d.ask("data/dock_appointment/query", m{"size": 1}); gone.StatusCode != 404 {
			t.Errorf("the table is there after it was taken back: %s", gone.Text)
		}
		if list := d.ask("meta/screen", m{"menuId": 110101}); strings.Contains(list.Text, "Customer PO") {
			t.Error("the list says the site's word after it was taken back")
		}
		last := d.publish(os.DirFS("../../docs/examples/dock-appointments"))
		var rows struct{ Total int }
		answer := d.ask("data/dock_appointment/query", m{"total": true, "size": 5})
		if answer.Into(d, &rows); rows.Total != 3 || answer.Header.Get("X-Release") != strconv.FormatInt(last, 10) {
			t.Errorf("release %d has %s", last, answer.Text)
		}
	})
}

// publish puts a folder in force on the running server.
func (d *dock) publish(folder fs.FS) int64 {
	d.Helper()
	number, err := d.server.Releases.Publish(d.Context(), folder, release.By{Author: "test"})
	if err != nil {
		d.Fatal(err)
	}
	return number
}

// tellsOfRows hears of a saved row of a table that came while the server ran.
func (d *dock) tellsOfRows() {
	d.Helper()
	events := d.server.Live.Subscribe(1)
	defer events.Close()
	d.appointment("D3", "11", "")
	for _, e := range events.Take() {
		if e.Table == "dock_appointment" {
			return
		}
	}
	d.Error("nobody is told of a row of the new table")
}

// TestServersFollow has a second server on the database take over what the first one
// publishes, and its open pages told; on SQLite as a console beside a server does.
func TestServersFollow(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		first := world.Demo(t, dsn)
		second := apptest.StartProduct(t, dsn, demoProduct(t))
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { second.Run(ctx) })
		defer running.Wait()
		defer stop()
		events := second.Live.Subscribe(1)
		defer events.Close()
		d := &dock{T: t, server: first}
		number := d.publish(os.DirFS("../../docs/examples/dock-appointments"))
		for !told(t, events, number) {
			<-events.Ready()
		}
		d = &dock{T: t, server: second, admin: second.Login(t, "user", "admin")}
		d.keepsAppointments()
	})
}

// told takes what was told, and reports whether that release was.
func told(t *testing.T, events *live.Subscription, number int64) bool {
	t.Helper()
	for _, e := range events.Take() {
		if data, ok := e.Data.(map[string]int64); ok && e.Name == live.Release && data["release"] == number {
			return true
		}
	}
	return false
}

func demoProduct(t *testing.T) app.Product {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestStationsKeepWhatTheirFlowsKnow refuses to take away a step or the flow of a shipped
// station: tasks that are open under it go on under the next release.
func TestStationsKeepWhatTheirFlowsKnow(t *testing.T) {
	t.Parallel()
	for _, op := range []string{`{"op": "hide", "at": "steps/serial"}`, `{"op": "set", "at": "flow", "value": "picking.pick"}`} {
		p := demoProduct(t)
		p.Site = fstest.MapFS{"shelve_no_order.station.overlay.json": {Data: []byte(`{"kind": "overlay", "of": "station", "key": "shelve_no_order",
			"title": {"zh": "步骤", "en": "Steps", "es": "Pasos"}, "ops": [` + op + `]}`)}}
		if _, err := p.Compile(); err == nil || !strings.Contains(err.Error(), "ops: ") {
			t.Errorf("%s: %v", op, err)
		}
	}
}
