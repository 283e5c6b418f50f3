package road

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// plan makes a receiving plan of ACME and takes it to approved.
func (f *floor) plan(number string, lines ...m) int64 {
	f.Helper()
	var made m
	f.ask("data/inbound_plan/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "lines": lines}).Into(f, &made)
	for _, action := range []string{"submit", "approve"} {
		f.act("inbound_plan", id(made), action, nil)
	}
	return id(made)
}

// mustNot sends a call that is refused with a sentence.
func (f *floor) mustNot(path string, body any, says string) {
	f.Helper()
	answer := f.try(path, body)
	if answer.Result || !strings.Contains(answer.Text, says) {
		f.Errorf("%s %v: %v %s, want a refusal that says %q", path, body, answer.Result, answer.Text, says)
	}
}

// refuses takes an action that is refused with a sentence.
func (f *floor) refuses(table string, id int64, name string, params m, says string) {
	f.Helper()
	f.mustNot("data/"+table+"/act", m{"name": name, "id": id, "params": params}, says)
}

// read gives a document with its lines.
func (f *floor) read(table string, id int64) (row m, lines []m) {
	f.Helper()
	f.ask("data/"+table+"/get", m{"id": id}).Into(f, &row)
	list, _ := row["lines"].([]any)
	for _, l := range list {
		lines = append(lines, l.(m))
	}
	return row, lines
}

// noticeOf makes the next notice of a plan and gives its id.
func (f *floor) noticeOf(plan int64) int64 {
	f.Helper()
	f.act("inbound_plan", plan, "notice", nil)
	var page struct{ Rows []m }
	f.ask("data/asn/query", m{"filter": m{"field": "inbound_plan_id", "op": "eq", "value": plan}, "sort": []string{"-id"}}).Into(f, &page)
	return id(page.Rows[0])
}

// TestPlanFollowsItsNotices takes a plan through two notices, of which the second is
// received short and taken back.
func TestPlanFollowsItsNotices(t *testing.T) {
	inbound(t, func(f *floor) {
		plan := f.plan("PL-1", line("AC-1001", 10, "unit", "carton"), line("AC-1002", 50))
		_, lines := f.read("inbound_plan", plan)
		f.mustNot("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[0]["id"], "qty": 11}}}, "This notice")
		f.mustNot("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[1]["id"], "_delete": true}}}, "This notice")
		f.ask("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[0]["id"], "notice_qty": 11}}})
		f.refuses("inbound_plan", plan, "notice", nil, "Line 10 has 10 left")
		f.ask("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[0]["id"], "notice_qty": 4}}})
		first := f.noticeOf(plan)
		f.state("inbound_plan", plan, "partly_noticed")
		f.lines("asn", first, "base_qty", 48)
		f.lines("inbound_plan", plan, "noticed_qty", 48, 0)
		second := f.noticeOf(plan)
		f.state("inbound_plan", plan, "noticed")
		f.lines("asn", second, "base_qty", 72, 50)
		f.mustNot("data/asn/delete", m{"ids": []int64{second}}, "cancel it")
		f.act("asn", second, "cancel", nil)
		f.state("inbound_plan", plan, "partly_noticed")
		second = f.noticeOf(plan)
		for _, action := range []string{"confirm", "arrive", "unload"} {
			f.act("asn", first, action, nil)
			f.act("asn", second, action, nil)
		}
		f.refuses("inbound_plan", plan, "cancel", nil, "has arrived")
		f.receiveAll(first, m{"item": "AC-1001", "qty": 48})
		f.state("inbound_plan", plan, "receiving")
		f.refuses("inbound_plan", plan, "close", nil, "not counted")
		f.receiveAll(second, m{"item": "AC-1001", "qty": 72}, m{"item": "AC-1002", "qty": 45})
		f.state("inbound_plan", plan, "received")
		f.lines("inbound_plan", plan, "received_qty", 120, 45)
		f.act("receipt", id(f.find("receipt", "asn_id", second)), "reverse", m{"reason": "counted wrong"})
		f.state("inbound_plan", plan, "receiving")
		f.lines("inbound_plan", plan, "received_qty", 48, 0)
		f.receiveAll(second, m{"item": "AC-1001", "qty": 72}, m{"item": "AC-1002", "qty": 45})
		f.state("inbound_plan", plan, "received")
		third := f.noticeOf(plan) // the five that did not come
		f.lines("asn", third, "base_qty", 5)
		f.state("inbound_plan", plan, "receiving")
		f.act("asn", third, "cancel", nil)
		f.act("inbound_plan", plan, "close", nil)
		f.lines("inbound_plan", plan, "closed_qty", 0, 5)
		f.refuses("inbound_plan", plan, "notice", nil, "")
	})
}

// receiveAll receives goods of an unloaded notice at R-01 and finishes it.
func (f *floor) receiveAll(notice int64, goods ...m) {
	f.Helper()
	row, _ := f.read("asn", notice)
	s := f.start("receive_by_order")
	s.must("scan", row["doc_no"], "staging")
	s.must("scan", "R-01", "item")
	for _, g := range goods {
		s.must("form", g, "item")
	}
	if s.input("button", "finish"); s.screen["step"] == "acknowledge" {
		s.must("form", m{"confirmed": true}, "done")
	}
	f.state("asn", notice, "counted")
}

// TestPlanIsCancelledWithItsNotices cancels before anything arrived, and rejects and
// revises another.
func TestPlanIsCancelledWithItsNotices(t *testing.T) {
	inbound(t, func(f *floor) {
		plan := f.plan("PL-2", line("AC-1001", 12))
		notice := f.noticeOf(plan)
		f.refuses("inbound_plan", plan, "notice", nil, "")
		f.act("inbound_plan", plan, "cancel", nil)
		f.state("inbound_plan", plan, "cancelled")
		f.state("asn", notice, "cancelled")

		var made m
		f.ask("data/inbound_plan/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}}).Into(f, &made)
		f.refuses("inbound_plan", id(made), "submit", nil, "Add lines")
		f.mustNot("data/inbound_plan/save", m{"id": made["id"], "lines": []m{line("GX-01", 1)}}, "")
		f.mustNot("data/inbound_plan/save", m{"id": made["id"], "lines": []m{line("AC-1001", -1)}}, "greater than 0")
		f.ask("data/inbound_plan/save", m{"id": made["id"], "lines": []m{line("AC-1001", 1)}})
		f.act("inbound_plan", id(made), "submit", nil)
		f.refuses("inbound_plan", id(made), "reject", nil, "")
		f.act("inbound_plan", id(made), "reject", m{"reason": "no room this week"})
		f.act("inbound_plan", id(made), "revise", nil)
		f.state("inbound_plan", id(made), "draft")
	})
}

// TestConsignorPlansForHimself: the portal shows and takes one's own plans only, and
// approving is the house's.
func TestConsignorPlansForHimself(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		house := f.session
		f.session = f.server.Login(t, "consignor", "acme")
		var made m
		f.ask("data/inbound_plan/save", m{"warehouse_id": m{"code": "SH1"}, "ext_no": "MINE-1", "lines": []m{line("AC-1001", 24)}}).Into(f, &made)
		if made["source"] != "portal" {
			t.Errorf("the plan is from %v", made["source"])
		}
		f.mustNot("data/inbound_plan/save", m{"warehouse_id": m{"code": "SH1"}, "lines": []m{line("GX-01", 1)}}, "")
		f.act("inbound_plan", id(made), "submit", nil)
		f.act("inbound_plan", id(made), "withdraw", nil)
		f.act("inbound_plan", id(made), "submit", nil)
		for _, action := range []string{"approve", "reject", "close", "notice"} {
			f.mustNot("data/inbound_plan/act", m{"name": action, "id": made["id"], "params": m{}}, "")
		}
		f.session = f.server.Login(t, "consignor", "globex")
		f.mustNot("data/inbound_plan/get", m{"id": made["id"]}, "")
		f.mustNot("data/inbound_plan/act", m{"name": "withdraw", "id": made["id"]}, "")
		f.session = house
		f.act("inbound_plan", id(made), "approve", nil)
		f.session = f.server.Login(t, "consignor", "acme")
		f.act("inbound_plan", id(made), "cancel", nil)
		f.state("inbound_plan", id(made), "cancelled")
		f.session = house
	})
}
