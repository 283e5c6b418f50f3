package inbound_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// TestPlanFollowsItsNotices takes a plan through two notices, of which the second is
// received short and taken back.
func TestPlanFollowsItsNotices(t *testing.T) {
	each(t, func(f *floor) {
		plan := f.Plan("PL-1", line("AC-1001", 10, "unit", "carton"), line("AC-1002", 50))
		_, lines := f.Read("inbound_plan", plan)
		f.MustNot("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[0]["id"], "qty": 11}}}, "This notice")
		f.MustNot("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[1]["id"], "_delete": true}}}, "This notice")
		f.Ask("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[0]["id"], "notice_qty": 11}}})
		f.Refuses("inbound_plan", plan, "notice", nil, "Line 10 has 10 left")
		f.Ask("data/inbound_plan/save", m{"id": plan, "lines": []m{{"id": lines[0]["id"], "notice_qty": 4}}})
		first := f.NoticeOf(plan)
		f.State("inbound_plan", plan, "partly_noticed")
		f.Lines("asn", first, "base_qty", 48)
		f.Lines("inbound_plan", plan, "noticed_qty", 48, 0)
		second := f.NoticeOf(plan)
		f.State("inbound_plan", plan, "noticed")
		f.Lines("asn", second, "base_qty", 72, 50)
		f.MustNot("data/asn/delete", m{"ids": []int64{second}}, "cancel it")
		f.Act("asn", second, "cancel", nil)
		f.State("inbound_plan", plan, "partly_noticed")
		second = f.NoticeOf(plan)
		for _, action := range []string{"confirm", "arrive", "unload"} {
			f.Act("asn", first, action, nil)
			f.Act("asn", second, action, nil)
		}
		f.Refuses("inbound_plan", plan, "cancel", nil, "has arrived")
		f.ReceiveAll(first, m{"item": "AC-1001", "qty": 48})
		f.State("inbound_plan", plan, "receiving")
		f.Refuses("inbound_plan", plan, "close", nil, "not counted")
		f.ReceiveAll(second, m{"item": "AC-1001", "qty": 72}, m{"item": "AC-1002", "qty": 45})
		f.State("inbound_plan", plan, "received")
		f.Lines("inbound_plan", plan, "received_qty", 120, 45)
		f.Act("receipt", id(f.Find("receipt", "asn_id", second)), "reverse", m{"reason": "counted wrong"})
		f.State("inbound_plan", plan, "receiving")
		f.Lines("inbound_plan", plan, "received_qty", 48, 0)
		f.ReceiveAll(second, m{"item": "AC-1001", "qty": 72}, m{"item": "AC-1002", "qty": 45})
		f.State("inbound_plan", plan, "received")
		third := f.NoticeOf(plan) // the five that did not come
		f.Lines("asn", third, "base_qty", 5)
		f.State("inbound_plan", plan, "receiving")
		f.Act("asn", third, "cancel", nil)
		f.Act("inbound_plan", plan, "close", nil)
		f.Lines("inbound_plan", plan, "closed_qty", 0, 5)
		f.Refuses("inbound_plan", plan, "notice", nil, "")
	})
}

// TestPlanIsCancelledWithItsNotices cancels before anything arrived, and rejects and
// revises another.
func TestPlanIsCancelledWithItsNotices(t *testing.T) {
	each(t, func(f *floor) {
		plan := f.Plan("PL-2", line("AC-1001", 12))
		notice := f.NoticeOf(plan)
		f.Refuses("inbound_plan", plan, "notice", nil, "")
		f.Act("inbound_plan", plan, "cancel", nil)
		f.State("inbound_plan", plan, "cancelled")
		f.State("asn", notice, "cancelled")

		var made m
		f.Ask("data/inbound_plan/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}}).Into(f, &made)
		f.Refuses("inbound_plan", id(made), "submit", nil, "Add lines")
		f.MustNot("data/inbound_plan/save", m{"id": made["id"], "lines": []m{line("GX-01", 1)}}, "")
		f.MustNot("data/inbound_plan/save", m{"id": made["id"], "lines": []m{line("AC-1001", -1)}}, "greater than 0")
		f.Ask("data/inbound_plan/save", m{"id": made["id"], "lines": []m{line("AC-1001", 1)}})
		f.Act("inbound_plan", id(made), "submit", nil)
		f.Refuses("inbound_plan", id(made), "reject", nil, "")
		f.Act("inbound_plan", id(made), "reject", m{"reason": "no room this week"})
		f.Act("inbound_plan", id(made), "revise", nil)
		f.State("inbound_plan", id(made), "draft")
	})
}

// TestConsignorPlansForHimself: the portal shows and takes one's own plans only, and
// approving is the house's.
func TestConsignorPlansForHimself(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := &floor{world.Enter(t, dsn)}
		house := f.Session
		f.Session = f.Server.Login(t, "consignor", "acme")
		var made m
		f.Ask("data/inbound_plan/save", m{"warehouse_id": m{"code": "SH1"}, "ext_no": "MINE-1", "lines": []m{line("AC-1001", 24)}}).Into(f, &made)
		if made["source"] != "portal" {
			t.Errorf("the plan is from %v", made["source"])
		}
		f.MustNot("data/inbound_plan/save", m{"warehouse_id": m{"code": "SH1"}, "lines": []m{line("GX-01", 1)}}, "")
		f.Act("inbound_plan", id(made), "submit", nil)
		f.Act("inbound_plan", id(made), "withdraw", nil)
		f.Act("inbound_plan", id(made), "submit", nil)
		for _, action := range []string{"approve", "reject", "close", "notice"} {
			f.MustNot("data/inbound_plan/act", m{"name": action, "id": made["id"], "params": m{}}, "")
		}
		f.Session = f.Server.Login(t, "consignor", "globex")
		f.MustNot("data/inbound_plan/get", m{"id": made["id"]}, "")
		f.MustNot("data/inbound_plan/act", m{"name": "withdraw", "id": made["id"]}, "")
		f.Session = house
		f.Act("inbound_plan", id(made), "approve", nil)
		f.Session = f.Server.Login(t, "consignor", "acme")
		f.Act("inbound_plan", id(made), "cancel", nil)
		f.State("inbound_plan", id(made), "cancelled")
		f.Session = house
	})
}
