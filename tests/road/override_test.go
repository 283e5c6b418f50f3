package road

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// lead is how the demo's supervisor proves who he is.
var lead = m{"account": "lead", "password": apptest.Password}

// TestASupervisorLetsMoreCome has a supervisor let an input pass, in place: only what
// is declared, only by who may, and up to the hard limit; both names are kept.
func TestASupervisorLetsMoreCome(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		notice := f.Unload("ACME", "OVER-1", line("AC-1001", 100))
		s := f.as("picker").Start("receive_by_order")
		s.Refused("override", lead, "station.override_unknown") // nothing was refused
		s.Refused("scan", "NO-SUCH-NOTICE", "station.code_unknown")
		s.Refused("override", lead, "station.override_unknown") // nobody may let that pass
		s.Must("scan", "OVER-1", "staging")
		s.Must("scan", "R-01", "item")
		s.Must("scan", "AC-1001", "qty")
		if result := s.Input("key", "110"); result["override"] != true {
			t.Fatalf("more than announced: %v, want what a supervisor may let pass", result)
		}
		s.Refused("override", m{"account": "lead", "password": "wrong"}, "auth.bad_login")
		s.Refused("override", m{"account": "picker", "password": apptest.Password}, "station.override_right")
		s.Refused("override", "lead", "station.override_proof")
		s.Must("override", lead, "item")
		s.Refused("override", lead, "station.override_unknown") // it was for one input
		f.Lines("asn", notice, "received_qty", 110)
		f.wasLetBy("Leo Lead")

		s.Must("undo", m{"seq": s.Seq}, "qty")
		f.Lines("asn", notice, "received_qty", 0)
		s.Refused("key", "121", "inbound.over_receipt")
		s.Refused("override", lead, "inbound.over_receipt") // beyond the hard limit
	})
}

// wasLetBy wants the audit of a receipt to name who let it pass.
func (f *floor) wasLetBy(name string) {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/receipt/query", m{}).Into(f, &page)
	answer := f.Ask("data/receipt/history", m{"id": id(page.Rows[0])})
	if want := `"let_by":"` + name; !strings.Contains(answer.Text, want) {
		f.Errorf("the receipt's history does not say %q: %s", want, answer.Text)
	}
}

// TestAnotherLotMayCome lets a lot come that was not announced.
func TestAnotherLotMayCome(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.Unload("GLOBEX", "LOT-1", line("GX-03", 10, "lot_no", "L1", "exp_date", "2027-07-28"))
		s := f.DockAt("LOT-1")
		s.Refused("form", m{"item": "GX-03", "qty": 5, "lot": "L2", "expiry": "2027-08-30"}, "inbound.other_lot")
		s.Must("override", lead, "item")
	})
}

// TestALeadTakesATaskOver resumes a parked task, by its owner and by who leads.
func TestALeadTakesATaskOver(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.Receive()
		f.Shelve()
		order := f.order()
		picker, packer, boss := f.as("picker"), f.as("packer"), f.as("lead")
		s := picker.Start("pick")
		s.Must("button", "next", "cart")
		s.Must("scan", "TOTE-7", "position")
		s.Must("park", nil, "position")
		if rows := picker.tasks("all"); len(rows) != 1 || rows[0]["mine"] != true || rows[0]["status"] != "parked" || id(m{"id": rows[0]["session"]}) != s.Session {
			t.Errorf("the picker's tasks: %v", rows)
		}
		if rows := packer.tasks("all"); len(rows) != 0 {
			t.Errorf("the packer sees %v", rows)
		}
		if answer := packer.Try("station/pick/resume", m{"session": s.Session}); answer.Result {
			t.Error("the packer took a picker's task")
		}
		if rows := boss.tasks("pick"); len(rows) != 1 || rows[0]["mine"] != false || rows[0]["userTrueName"] != "Pia Picker" {
			t.Errorf("the lead sees %v", rows)
		}
		boss.Ask("station/pick/resume", m{"session": s.Session})
		if answer := picker.Try("station/pick/input", m{"session": s.Session, "inputs": []m{{"seq": s.Seq + 1, "kind": "scan", "value": "x"}}}); answer.StatusCode != 404 {
			t.Errorf("the picker goes on with a task that was taken over: %s", answer.Text)
		}
		s.Floor = boss.Floor
		for s.Screen["step"] == "position" {
			expect := offline(s, nil)
			for code := range expect.Nodes[expect.At].Codes {
				s.Must("scan", code, "item")
			}
			expect = offline(s, nil)
			for code := range expect.Nodes[expect.At].Codes {
				s.Must("scan", code, "qty")
				break
			}
			s.Input("key", s.Screen["max"])
		}
		f.State("sale_order", order, "picked")
	})
}

// tasks lists the tasks that a person may resume.
func (f *floor) tasks(key string) []m {
	f.Helper()
	var list struct{ Rows []m }
	f.Ask("station/"+key+"/sessions", m{}).Into(f, &list)
	return list.Rows
}
