// Package road walks the straight road of goods through the HTTP API, as devices
// would: from a pre-arrival notice to a package handed over and taken back.
package road

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// floor is the demo building with a person in it.
type floor struct {
	*testing.T
	server  *apptest.Server
	session *apptest.Session
}

// enter starts the product with its demo and signs the administrator in. When the
// test ends, every invariant is checked.
func enter(t *testing.T, dsn string) *floor {
	t.Helper()
	server := world.Demo(t, dsn)
	f := &floor{T: t, server: server, session: server.Login(t, "user", "admin")}
	t.Cleanup(f.verify)
	return f
}

func (f *floor) verify() {
	report, err := f.server.Verify(context.Background()) // a test's own context has ended when it is cleaned up
	if err != nil {
		f.Errorf("verify: %v", err)
	}
	for _, one := range report.Invariants {
		if !one.OK {
			f.Errorf("invariant %s is broken: %v", one.Key, one.Breaches)
		}
	}
}

// ask sends a call and wants it granted.
func (f *floor) ask(path string, body any) apptest.Answer {
	f.Helper()
	answer := f.try(path, body)
	if !answer.Result {
		f.Fatalf("%s %v: %s", path, body, answer.Text)
	}
	return answer
}

// try sends a call.
func (f *floor) try(path string, body any) apptest.Answer {
	f.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		f.Fatal(err)
	}
	return f.server.Do(f, apptest.Call{Path: "/api/" + path, Body: string(text), As: f.session, Headers: map[string]string{"Accept-Language": "en"}})
}

type m = map[string]any

// find gives the first record of a table that has a value.
func (f *floor) find(table, field string, value any) m {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/"+table+"/query", m{"filter": m{"field": field, "op": "eq", "value": value}}).Into(f, &page)
	if len(page.Rows) == 0 {
		f.Fatalf("there is no %s with %s %v", table, field, value)
	}
	return page.Rows[0]
}

func id(row m) int64 { return int64(row["id"].(float64)) }

// act takes an action on one document.
func (f *floor) act(table string, id int64, name string, params m) {
	f.Helper()
	f.ask("data/"+table+"/act", m{"name": name, "id": id, "params": params})
}

// state wants a document in a state.
func (f *floor) state(table string, id int64, want string) {
	f.Helper()
	var row m
	f.ask("data/"+table+"/get", m{"id": id}).Into(f, &row)
	if row["status"] != want {
		f.Errorf("%s %v is %v, want %s", table, row["_label"], row["status"], want)
	}
}

// station is a task at a scan station.
type station struct {
	*floor
	key     string
	session int64
	seq     int64
	screen  m
}

func (f *floor) start(key string) *station {
	f.Helper()
	return f.startIn(key, m{})
}

// startIn begins a task with params.
func (f *floor) startIn(key string, params m) *station {
	f.Helper()
	var answer struct {
		Session int64
		Screen  m
	}
	f.ask("station/"+key+"/start", m{"params": params}).Into(f, &answer)
	return &station{floor: f, key: key, session: answer.Session, screen: answer.Screen}
}

// open begins a task with a code that was brought along.
func (f *floor) open(key, code string) (*station, []m) {
	f.Helper()
	var answer struct {
		Session, Seq int64
		Results      []m
		Screen       m
	}
	f.ask("station/"+key+"/start", m{"params": m{}, "input": code}).Into(f, &answer)
	return &station{floor: f, key: key, session: answer.Session, seq: answer.Seq, screen: answer.Screen}, answer.Results
}

// input sends one input and gives its result.
func (s *station) input(kind string, value any) m {
	s.Helper()
	s.seq++
	var answer struct {
		Results []m
		Screen  m
	}
	s.ask("station/"+s.key+"/input", m{"session": s.session, "inputs": []m{{"seq": s.seq, "kind": kind, "value": value}}, "knows": true}).Into(s, &answer)
	answer.Screen["expect"] = expectAfter(s.screen["expect"], answer.Screen["expect"])
	s.screen = answer.Screen
	return answer.Results[0]
}

// expectAfter is what to expect where a screen may tell it as a difference to the one
// before.
func expectAfter(before, told any) any {
	now, _ := told.(m)
	if now["rest"] != true {
		return told
	}
	was, _ := before.(m)
	whole, left := m{}, m{}
	maps.Copy(whole, was)
	for _, told := range []any{was["left"], now["left"]} {
		some, _ := told.(m)
		maps.Copy(left, some)
	}
	whole["at"], whole["left"] = now["at"], left
	return whole
}

// must sends an input that is accepted and wants the step that follows.
func (s *station) must(kind string, value any, next string) {
	s.Helper()
	if result := s.input(kind, value); result["ok"] != true {
		s.Fatalf("%s %s %v is refused: %v", s.key, kind, value, result["message"])
	}
	if s.screen["step"] != next {
		s.Fatalf("%s is at step %v after %v, want %s", s.key, s.screen["step"], value, next)
	}
}

// refused sends an input that is refused for a reason.
func (s *station) refused(kind string, value any, code string) {
	s.Helper()
	result := s.input(kind, value)
	if result["ok"] != false || result["code"] != code {
		s.Errorf("%s %v: %v, want refusal %s", s.key, value, result, code)
	}
	if message, _ := result["message"].(string); strings.Contains(message, code) || message == "" {
		s.Errorf("refusal of %v says %q", value, message)
	}
}

func TestRoad(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.receive()
		f.shelve()
		order := f.order()
		f.pick(order)
		number := f.pack(order)
		f.send(number)
		f.state("sale_order", order, "shipped")
		f.takeBack(order)
	})
}

// receive receives the demo's first notice, wrong scans included.
func (f *floor) receive() {
	notice := id(f.find("asn", "ext_no", "DEMO-ASN-1"))
	s := f.start("receive_by_order")
	s.refused("scan", "NO-SUCH-NOTICE", "station.code_unknown")
	s.refused("scan", "DEMO-ASN-1", "inbound.not_unloading")
	f.act("asn", notice, "arrive", m{"dock": "3"})
	f.act("asn", notice, "unload", nil)
	s.must("scan", "DEMO-ASN-1", "staging")
	s.refused("scan", "A-01-01-1", "inbound.other_use")
	s.must("scan", "R-01", "item")
	s.refused("scan", "6900000004002", "station.code_unknown") // another owner's
	s.must("scan", "6900000001001", "qty")
	s.refused("key", "241", "inbound.over_receipt")
	s.must("key", "100", "item")
	s.must("undo", m{"seq": s.seq}, "qty")
	s.must("key", "240", "item")
	s.must("form", m{"item": "6900000001002", "qty": 60}, "item")
	s.must("form", m{"item": "AC-1003", "qty": 110}, "item")
	s.must("button", "finish", "acknowledge")
	s.must("form", m{"confirmed": true}, "done")
	f.state("asn", notice, "counted")
}

// shelve takes everything from staging to bins.
func (f *floor) shelve() {
	s := f.start("shelve_no_order")
	s.must("scan", "R-01", "item")
	s.must("scan", "6900000001001", "qty")
	s.must("key", "240", "position")
	s.refused("scan", "R-02", "inbound.other_use")
	s.must("scan", "A-01-01-1", "item")
	s.must("form", m{"item": "AC-1002", "qty": 60, "position": "A-02-01-1"}, "item")
	s.must("form", m{"item": "AC-1003", "qty": 110, "position": "A-03-05-1"}, "done")
	f.state("asn", id(f.find("asn", "ext_no", "DEMO-ASN-1")), "done")
}

// order makes an order and takes it to a released wave.
func (f *floor) order() int64 {
	var made m
	f.ask("data/sale_order/save", m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-1", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
		"lines": []m{{"product_id": m{"sku": "AC-1001"}, "qty": 3}, {"product_id": m{"sku": "AC-1003"}, "qty": 2}},
	}).Into(f, &made)
	order := id(made)
	f.act("sale_order", order, "audit", nil)
	f.act("sale_order", order, "allocate", nil)
	f.state("sale_order", order, "allocated")
	f.ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
	f.state("sale_order", order, "waved")
	return order
}

// pick picks the order's bill, with wrong scans and an undo.
func (f *floor) pick(order int64) {
	s := f.start("pick")
	s.must("button", "next", "cart")
	s.must("scan", "TOTE-7", "position")
	s.refused("scan", "A-10-20-3", "picking.wrong_position")
	for range 2 {
		var want struct{ Position, SKU string }
		for _, target := range s.screen["target"].([]any) {
			switch fact := target.(m); fact["field"] {
			case "position":
				want.Position = fact["value"].(string)
			case "item":
				want.SKU, _, _ = strings.Cut(fact["value"].(string), " ")
			}
		}
		s.must("scan", want.Position, "item")
		s.refused("scan", "AC-1002", "picking.wrong_item")
		s.must("scan", want.SKU, "qty")
		s.refused("key", "99", "station.over")
		qty := s.screen["max"]
		if result := s.input("key", qty); result["ok"] != true {
			s.Fatalf("pick %v: %v", qty, result)
		}
	}
	f.state("sale_order", order, "picked")
	s.must("undo", m{"seq": s.seq}, "qty")
	f.state("sale_order", order, "picking")
	s.must("key", s.screen["max"], "done")
	f.state("sale_order", order, "picked")
}

// pack verifies the order and gives the number of its package.
func (f *floor) pack(order int64) string {
	s := f.start("verify_by_order")
	s.must("scan", "ROAD-1", "item")
	s.refused("scan", "AC-1002", "packing.wrong_item")
	s.must("form", m{"item": "6900000001001", "qty": 3}, "item")
	s.refused("scan", "6900000001001", "packing.over")
	s.must("scan", "AC-1003", "item")
	s.must("scan", "AC-1003", "box")
	s.refused("scan", "AC-1003", "packing.over") // a piece too many is no box
	s.must("button", "skip", "weight")
	result := s.input("key", "1.25")
	if result["ok"] != true {
		f.Fatalf("pack: %v", result)
	}
	f.state("sale_order", order, "weighed")
	return fmt.Sprint(result["code"])
}

// send hands the package over, once.
func (f *floor) send(number string) {
	s := f.start("send_check")
	s.must("scan", number, "package")
	s.refused("scan", number, "packing.sent_before")
}

// takeBack returns one piece.
func (f *floor) takeBack(order int64) {
	var row struct{ Lines []m }
	f.ask("data/sale_order/get", m{"id": order}).Into(f, &row)
	var made m
	f.ask("data/rma/save", m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "sale_order_id": order,
		"lines": []m{{"product_id": row.Lines[0]["product_id"], "qty": 1, "sale_order_line_id": row.Lines[0]["id"]}},
	}).Into(f, &made)
	for _, action := range []string{"wait", "receive", "grade"} {
		f.act("rma", id(made), action, nil)
	}
	f.act("rma", id(made), "dispose", m{"position_id": m{"warehouse_id": made["warehouse_id"], "code": "A-01-01-1"}})
	f.state("rma", id(made), "disposed")
}

func TestCancelledOrderIsPutBack(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.receive()
		f.shelve()
		order := f.order()
		f.pick(order)
		f.act("sale_order", order, "cancel", nil)
		f.state("sale_order", order, "cancelled")
		s := f.start("put_back")
		s.must("scan", "ROAD-1", "item")
		s.must("form", m{"item": "AC-1001", "qty": 3, "position": "A-01-01-1"}, "item")
		s.must("scan", "AC-1003", "qty")
		s.must("key", "2", "position")
		s.must("scan", "A-03-05-1", "done")
	})
}
