package road

import "testing"

// TestDamageIsToldDecidedAndPosted receives a planned delivery with damage and a short
// line, and takes the damaged goods order that comes of it to its postings.
func TestDamageIsToldDecidedAndPosted(t *testing.T) {
	inbound(t, func(f *floor) {
		plan := f.plan("DM-1", line("AC-1001", 30), line("AC-1002", 20))
		notice := f.noticeOf(plan)
		for _, action := range []string{"confirm", "arrive", "unload"} {
			f.act("asn", notice, action, nil)
		}
		f.receiveAll(notice, m{"item": "AC-1001", "qty": 24}, m{"item": "AC-1001", "qty": 6, "quality": "XS"}, m{"item": "AC-1002", "qty": 15})
		f.lines("asn", notice, "short_qty", 0, 5)
		f.state("inbound_plan", plan, "received")
		f.act("asn", notice, "cancel_finish", nil)
		f.state("damaged_order", id(f.find("damaged_order", "asn_id", notice)), "cancelled")
		f.act("asn", notice, "finish", m{"differences_acknowledged": true})
		f.refuses("asn", notice, "report_damage", nil, "already")
		order := id(f.find("damaged_order", "status", "new"))
		_, lines := f.read("damaged_order", order)
		if len(lines) != 2 || lines[0]["reason"] != "damaged" || lines[0]["base_qty"] != 6.0 || lines[1]["reason"] != "short" || lines[1]["base_qty"] != 5.0 {
			t.Fatalf("the order tells %v", lines)
		}
		f.refuses("damaged_order", order, "execute", nil, "")
		f.act("damaged_order", order, "report", nil)
		f.refuses("damaged_order", order, "decide", nil, "disposition")
		where := lines[0]["position_id"]
		f.ask("data/damaged_order/save", m{"id": order, "duty": "carrier", "lines": []m{
			{"id": lines[0]["id"], "qty": 3, "disposition": "second"},
			{"product_id": lines[0]["product_id"], "qty": 2, "quality": "XS", "position_id": where, "reason": "damaged", "disposition": "destroy"},
			{"product_id": lines[0]["product_id"], "qty": 1, "quality": "XS", "position_id": where, "reason": "damaged", "disposition": "return"},
		}})
		f.act("damaged_order", order, "decide", nil)
		f.act("damaged_order", order, "undecide", nil)
		f.act("damaged_order", order, "decide", nil)
		f.act("damaged_order", order, "execute", nil)
		f.lines("inbound_plan", plan, "closed_qty", 0, 5)
		if codes := f.codesOf("damaged_order", order); codes != "ATT CC 3, OOU XS -2, RTV XS -1" {
			t.Errorf("posted are %s", codes)
		}
		f.refuses("damaged_order", order, "execute", nil, "")
		f.act("damaged_order", order, "close", nil)
	})
}

// TestDamagedGoodsMustBeThere: an order by hand takes no more than lies where it says.
func TestDamagedGoodsMustBeThere(t *testing.T) {
	inbound(t, func(f *floor) {
		var made m
		bin := f.find("position", "code", "A-01-01-1")
		f.mustNot("data/damaged_order/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{{"product_id": m{"sku": "AC-1001"}, "qty": 0}}}, "greater than 0")
		f.ask("data/damaged_order/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{
			{"product_id": m{"sku": "AC-1001"}, "qty": 1, "quality": "ZP", "position_id": bin["id"], "disposition": "destroy"},
		}}).Into(f, &made)
		for _, action := range []string{"report", "decide"} {
			f.act("damaged_order", id(made), action, nil)
		}
		f.refuses("damaged_order", id(made), "execute", nil, "")
		f.state("damaged_order", id(made), "decided")
	})
}

// TestDamagedGoodsAreWhereTheyWerePut: the order says where its goods lie, also after they
// were put away, and when that was taken back.
func TestDamagedGoodsAreWhereTheyWerePut(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "DM-2", line("AC-1001", 6))
		f.receiveAll(notice, m{"item": "AC-1001", "qty": 6, "quality": "XS"})
		order := id(f.find("damaged_order", "asn_id", notice))
		lies := func(bin string) {
			t.Helper()
			if _, lines := f.read("damaged_order", order); lines[0]["position_id__label"] != bin {
				t.Errorf("the goods lie at %v, want %s", lines[0]["position_id__label"], bin)
			}
		}
		lies("R-01")
		s := f.start("shelve_no_order")
		s.must("scan", "R-01", "item")
		s.must("form", m{"item": "AC-1001", "qty": 6, "position": "DMG-01"}, "done")
		lies("DMG-01")
		s.must("undo", m{"seq": s.seq}, "item")
		lies("R-01")
	})
}
