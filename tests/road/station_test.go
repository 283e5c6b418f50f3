package road

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// TestStartOfAStation holds the start of a task to its params: read like the fields
// of a record, remembered through every input, and begun once however often it is
// asked for.
func TestStartOfAStation(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		for _, params := range []m{{"warehouse_id": "x"}, {"warehouse_id": 1}, {"shelf": 1}} {
			if answer := f.Try("station/pick/start", m{"params": params}); answer.StatusCode != 422 {
				t.Errorf("started with %v: %s", params, answer.Text)
			}
		}
		var other m
		f.Ask("data/warehouse/save", m{"code": "WH2", "name": "Second", "time_zone": "Europe/Madrid"}).Into(f, &other)
		notice := id(f.Find("asn", "ext_no", "DEMO-ASN-1"))
		f.Act("asn", notice, "arrive", m{"dock": "3"})
		f.Act("asn", notice, "unload", nil)
		s := f.StartIn("receive_by_order", m{"warehouse_id": other["id"]})
		s.Refused("scan", "DEMO-ASN-1", "station.code_unknown")
		own := f.Find("asn", "ext_no", "DEMO-ASN-1")["warehouse_id"]
		f.StartIn("receive_by_order", m{"warehouse_id": own}).Must("scan", "DEMO-ASN-1", "staging")
	})
}

// TestRepeatedStartBeginsOnce repeats a start whose answer was lost.
func TestRepeatedStartBeginsOnce(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		start := func() string {
			return f.Server.Do(f, apptest.Call{Path: "/api/station/pick/start", Body: `{"params":{}}`, As: f.Session, Key: "start-1"}).Text
		}
		if first, second := start(), start(); first != second {
			t.Errorf("first %s, repeated %s", first, second)
		}
	})
}

// TestStartWithACode opens a station past its first question, as the document does
// that leads there; a code that is refused leaves it at the question, with the
// reason.
func TestStartWithACode(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		notice := id(f.Find("asn", "ext_no", "DEMO-ASN-1"))
		s, results := f.Open("receive_by_order", "DEMO-ASN-1")
		if len(results) != 1 || results[0]["code"] != "inbound.not_unloading" || s.Screen["step"] != "order" {
			t.Errorf("a notice that is not unloaded opens %v with %v", s.Screen["step"], results)
		}
		f.Act("asn", notice, "arrive", m{"dock": "3"})
		f.Act("asn", notice, "unload", nil)
		s.Must("scan", "DEMO-ASN-1", "staging")
		s, _ = f.Open("receive_by_order", "DEMO-ASN-1")
		if s.Screen["step"] != "staging" {
			t.Errorf("the notice opens step %v, want staging", s.Screen["step"])
		}
		s.Must("scan", "R-01", "item")
	})
}

// TestTaskAfterTask goes from the end of a task to the next one by a scan, and back
// to the last scan by an undo, also where the next question is asked already.
func TestTaskAfterTask(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.Receive()
		s := f.Start("shelve_no_order")
		s.Must("scan", "R-01", "item")
		s.Must("form", m{"item": "AC-1001", "qty": 240, "position": "A-01-01-1"}, "item")
		s.Must("form", m{"item": "AC-1002", "qty": 60, "position": "A-02-01-1"}, "item")
		s.Must("form", m{"item": "AC-1003", "qty": 110, "position": "A-03-05-1"}, "done")
		if s.Screen["prompt"] == "" {
			t.Error("the end of a task does not ask for the next one")
		}
		s.Refused("scan", "R-01", "inbound.empty_source")
		s.Must("undo", nil, "item")
		s.Must("form", m{"item": "AC-1003", "qty": 110, "position": "A-03-05-1"}, "done")
	})
}

// TestOpenedStationsAreNoTasks lists what was begun, not what was only looked at.
func TestOpenedStationsAreNoTasks(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		listed := func() int {
			var list struct{ Rows []m }
			f.Ask("station/all/sessions", m{}).Into(f, &list)
			return len(list.Rows)
		}
		f.Start("pick")
		f.Start("receive_by_order").Refused("scan", "NONE", "station.code_unknown")
		if n := listed(); n != 0 {
			t.Errorf("%d tasks are open after stations were opened, want none", n)
		}
		f.Receive()
		f.Start("shelve_no_order").Must("scan", "R-01", "item")
		if n := listed(); n != 1 {
			t.Errorf("%d tasks are open after one was begun", n)
		}
		f.waits("shelve_waiting", "quant", "position_id.barcode", "R-01")
		var list struct{ Rows []m }
		f.Ask("station/all/sessions", m{}).Into(f, &list)
		if one := list.Rows[0]; !strings.Contains(fmt.Sprint(one["task"]), "R-01") || one["left"] != 3.0 {
			t.Errorf("the open task says %v", one)
		}
	})
}

// TestQuantitiesDueAreProposed offers what is due of the goods, counts where packs or
// pieces are scanned one after another, and offers nothing where a code is asked for.
func TestQuantitiesDueAreProposed(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		offers := func(s *station, want any) {
			t.Helper()
			if s.Screen["default"] != want {
				t.Errorf("step %v of %s offers %v, want %v", s.Screen["step"], s.Key, s.Screen["default"], want)
			}
		}
		notice := id(f.Find("asn", "ext_no", "DEMO-ASN-1"))
		f.Act("asn", notice, "arrive", m{"dock": "3"})
		f.Act("asn", notice, "unload", nil)
		s, _ := f.Open("receive_by_order", "DEMO-ASN-1")
		s.Must("scan", "R-01", "item")
		offers(s, nil)
		s.Must("scan", "6900000001001", "qty")
		offers(s, "240")
		s.Must("scan", "6900000001001", "qty")
		offers(s, "2")
		s.Must("key", "40", "item")
		s.Must("scan", "6900000001001", "qty")
		offers(s, "200")
		s.Must("key", "200", "item")
		s.Must("scan", "6900000001001", "qty")
		offers(s, "1") // more than was announced is counted
		s.Must("button", "back", "item")
		put := f.Start("shelve_no_order")
		put.Must("scan", "R-01", "item")
		put.Must("scan", "6900000001001", "qty")
		offers(put, "240")
		put.Must("key", "240", "position")
		offers(put, nil)
		put.Must("scan", "A-01-01-1", "done")
		f.waved("AC-1001", 3)
		bill, _ := f.Find("pick_bill", "status", "ready")["doc_no"].(string)
		f.waits("pick_waiting", "pick_task", "pick_bill_id.doc_no", bill)
		pick := f.Start("pick")
		pick.Must("button", "next", "cart")
		pick.Must("scan", "TOTE-7", "position")
		offers(pick, nil)
		wave, _ := f.Find("wave", "status", "picking")["doc_no"].(string)
		var none struct{ Rows []m }
		f.Ask("data/wave/aggregate", m{"list": "wave_waiting", "group": []string{"doc_no"}, "measures": []m{{"fn": "count", "as": "n"}}}).Into(f, &none)
		if len(none.Rows) > 0 {
			t.Errorf("%v are to be verified before a piece of them is picked", none.Rows)
		}
		pick.Must("scan", "A-01-01-1", "item")
		pick.Must("scan", "6900000001001", "qty")
		pick.Must("key", "3", "done")
		f.waits("wave_waiting", "wave", "doc_no", wave)
	})
}

// waits wants the first group of a list to bear a name.
func (f *floor) waits(list, table, field, want string) {
	f.Helper()
	var groups struct{ Rows []m }
	f.Ask("data/"+table+"/aggregate", m{"list": list, "group": []string{field}, "measures": []m{{"fn": "count", "as": "n"}}}).Into(f, &groups)
	if len(groups.Rows) == 0 || groups.Rows[0][field] != want {
		f.Errorf("%s shows %v, want %s first", list, groups.Rows, want)
	}
}

// waved makes an order of one product and takes it to a released wave.
func (f *floor) waved(sku string, qty int) {
	f.Helper()
	var made m
	f.Ask("data/sale_order/save", m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "DOOR-1", "receiver": "Door", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
		"lines": []m{{"product_id": m{"sku": sku}, "qty": qty}},
	}).Into(f, &made)
	order := id(made)
	f.Act("sale_order", order, "audit", nil)
	f.Act("sale_order", order, "allocate", nil)
	f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
}

// TestStationsAreDescribed: who draws stations is told their steps and the ways between
// them; others are not.
func TestStationsAreDescribed(t *testing.T) {
	t.Parallel()
	f := enter(t, enginetest.SQLite(t))
	var told struct {
		Flow      string
		Steps     []meta.FlowStep
		Unreached []string
	}
	f.Ask("meta/flow", m{"station": "pick"}).Into(f, &told)
	if len(told.Steps) != 7 || told.Steps[0].Key != "task" || told.Flow != "picking.pick" || len(told.Unreached) > 0 {
		t.Errorf("the station pick is described as %+v", told)
	}
	if ways := told.Steps[2]; ways.Key != "position" || !slices.Contains(ways.To, "item") || !ways.Form {
		t.Errorf("its third step is described as %+v", ways)
	}
	if answer := f.Try("meta/flow", m{"station": "ghost"}); answer.StatusCode != 404 {
		t.Errorf("a station that there is not: %s", answer.Text)
	}
	if answer := f.as("picker").Try("meta/flow", m{"station": "pick"}); answer.StatusCode != 423 {
		t.Errorf("to a picker: %s", answer.Text)
	}
}

// TestStationsArePlayed: an implementer plays a task, a refused scan does not end it, and
// nothing of it stays; others may not.
func TestStationsArePlayed(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		count := func() (n int) {
			err := f.Server.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return tx.QueryRow(ctx, "select count(*) + (select coalesce(sum(last), 0) from record_counter) from station_session").Scan(&n)
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		before := count()
		play := m{"station": "receive_no_order", "params": m{"warehouse_id": m{"code": "SH1"}}, "inputs": []m{
			{"kind": "button", "value": "ghost"}, {"kind": "scan", "value": "NOBODYS"}, {"kind": "button", "value": "unknown"},
		}}
		var played []struct {
			Screen  struct{ Step string }
			Results []struct{ OK bool }
		}
		f.Ask("meta/play", play).Into(f, &played)
		if len(played) != 4 || played[1].Results[0].OK || !played[2].Results[0].OK || played[2].Screen.Step != "owner" || played[3].Screen.Step == "owner" {
			t.Errorf("the play went %+v", played)
		}
		if after := count(); after != before {
			t.Errorf("sessions and counters: %d before the play, %d after it", before, after)
		}
		if answer := f.Try("meta/play", m{"station": "receive_no_order", "inputs": []m{{"kind": "close"}}}); answer.StatusCode != 422 {
			t.Errorf("an input that is not of the flow: %s", answer.Text)
		}
		if answer := f.as("picker").Try("meta/play", play); answer.StatusCode != 423 {
			t.Errorf("to a picker: %s", answer.Text)
		}
	})
}
