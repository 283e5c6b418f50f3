// Package site runs the product with metadata of a site's own: a folder of objects
// and overlays that no Go and no React knows.
package site

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// TestDockAppointments has the folder of the guide make a document of its own: rows
// with numbers and rules, a guarded way, a report, a card of the home page, rights,
// and words of its own for a shipped list.
func TestDockAppointments(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := &dock{T: t, server: world.DemoWith(t, dsn, os.DirFS("../../docs/examples/dock-appointments"))}
		d.admin = d.server.Login(t, "user", "admin")
		d.keepsAppointments()
		d.reports()
		d.showsItsCard()
		d.saysItsWords()
		d.isGranted()
	})
}

type m = map[string]any

var english = map[string]string{"Accept-Language": "en"}

// dock is the product with the site's folder.
type dock struct {
	*testing.T
	server *apptest.Server
	admin  *apptest.Session
}

func (d *dock) ask(path string, body m) apptest.Answer {
	d.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		d.Fatal(err)
	}
	return d.server.Do(d, apptest.Call{Path: "/api/" + path, Body: string(text), As: d.admin, Key: fmt.Sprint(d.Name(), path, string(text)), Headers: english})
}

// appointment saves one at a door and an hour.
func (d *dock) appointment(door, hour, plate string) apptest.Answer {
	d.Helper()
	return d.ask("data/dock_appointment/save", m{
		"warehouse_id": m{"code": "SH1"}, "dock_door": door, "due_at": "2026-12-01T" + hour + ":00:00Z", "plate": plate,
	})
}

// keepsAppointments takes one its way; a double booking and a guard are told.
func (d *dock) keepsAppointments() {
	d.Helper()
	var row struct {
		ID     int64
		DocNo  string `json:"doc_no"`
		Status string
	}
	made := d.appointment("D1", "08", "")
	made.Into(d, &row)
	if !strings.HasPrefix(row.DocNo, "DA") || row.Status != "planned" {
		d.Fatalf("the appointment is %s", made.Text)
	}
	if again := d.appointment("D1", "08", "沪A·88888"); again.StatusCode != 422 || !strings.Contains(again.Text, "The door is taken") {
		d.Errorf("a door is given twice: %s", again.Text)
	}
	early := d.ask("data/dock_appointment/act", m{"name": "arrive", "id": row.ID})
	if early.Result || !strings.Contains(early.Text, "Enter the licence plate first") {
		d.Errorf("a truck without a plate arrives: %s", early.Text)
	}
	d.appointment("D2", "09", "沪A·88888").Into(d, &row)
	for _, step := range []struct{ act, status string }{{"arrive", "arrived"}, {"finish", "finished"}} {
		var done struct{ Record struct{ Status string } }
		answer := d.ask("data/dock_appointment/act", m{"name": step.act, "id": row.ID})
		if answer.Into(d, &done); done.Record.Status != step.status {
			d.Errorf("%s: %s", step.act, answer.Text)
		}
	}
}

// reports adds up what both appointments take.
func (d *dock) reports() {
	d.Helper()
	var report struct {
		Totals struct{ Appointments, Minutes int }
	}
	answer := d.ask("report/dock_use/query", m{"params": m{"due_at": []string{"2026-12-01", "2026-12-01"}}})
	if answer.Into(d, &report); report.Totals.Appointments != 2 || report.Totals.Minutes != 120 {
		d.Errorf("the report says %s", answer.Text)
	}
}

// showsItsCard finds the card that was added to a shipped home page.
func (d *dock) showsItsCard() {
	d.Helper()
	if answer := d.ask("home/get", m{}); !strings.Contains(answer.Text, "1 appointment open") {
		d.Errorf("the home page has no card of the dock: %.300s", answer.Text)
	}
}

// saysItsWords finds the column of a shipped list under the site's title, and first.
func (d *dock) saysItsWords() {
	d.Helper()
	answer := d.ask("meta/screen", m{"menuId": 110101})
	if !strings.Contains(answer.Text, "Customer PO") {
		d.Errorf("the list of orders does not say the site's word: %.300s", answer.Text)
	}
}

// isGranted: what the site adds is nobody's before a role grants its menu.
func (d *dock) isGranted() {
	d.Helper()
	picker := d.server.Login(d, "user", "picker")
	answer := d.server.Do(d, apptest.Call{Path: "/api/data/dock_appointment/query", Body: "{}", As: picker})
	if answer.StatusCode != 423 {
		d.Errorf("a picker reads appointments that nobody granted: %s", answer.Text)
	}
}
