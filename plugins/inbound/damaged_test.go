package inbound_test

import "testing"

// TestDamageIsToldDecidedAndPosted receives a planned delivery with damage and a short
// line, and takes the damaged goods order that comes of it to its postings.
func TestDamageIsToldDecidedAndPosted(t *testing.T) {
	each(t, func(f *floor) {
		plan := f.Plan("DM-1", line("AC-1001", 30), line("AC-1002", 20))
		notice := f.NoticeOf(plan)
		for _, action := range []string{"confirm", "arrive", "unload"} {
			f.Act("asn", notice, action, nil)
		}
		f.ReceiveAll(notice, m{"item": "AC-1001", "qty": 24}, m{"item": "AC-1001", "qty": 6, "quality": "XS"}, m{"item": "AC-1002", "qty": 15})
		f.Lines("asn", notice, "short_qty", 0, 5)
		f.State("inbound_plan", plan, "received")
		f.Act("asn", notice, "cancel_finish", nil)
		f.State("damaged_order", id(f.Find("damaged_order", "asn_id", notice)), "cancelled")
		f.Act("asn", notice, "finish", m{"differences_acknowledged": true})
		f.Refuses("asn", notice, "report_damage", nil, "already")
		order := id(f.Find("damaged_order", "status", "new"))
		_, lines := f.Read("damaged_order", order)
		if len(lines) != 2 || lines[0]["reason"] != "damaged" || lines[0]["base_qty"] != 6.0 || lines[1]["reason"] != "short" || lines[1]["base_qty"] != 5.0 {
			t.Fatalf("the order tells %v", lines)
		}
		f.Refuses("damaged_order", order, "execute", nil, "")
		f.Act("damaged_order", order, "report", nil)
		f.Refuses("damaged_order", order, "decide", nil, "disposition")
		where := lines[0]["position_id"]
		f.Ask("data/damaged_order/save", m{"id": order, "duty": "carrier", "lines": []m{
			{"id": lines[0]["id"], "qty": 3, "disposition": "second"},
			{"product_id": lines[0]["product_id"], "qty": 2, "quality": "XS", "position_id": where, "reason": "damaged", "disposition": "destroy"},
			{"product_id": lines[0]["product_id"], "qty": 1, "quality": "XS", "position_id": where, "reason": "damaged", "disposition": "return"},
		}})
		f.Act("damaged_order", order, "decide", nil)
		f.Act("damaged_order", order, "undecide", nil)
		f.Act("damaged_order", order, "decide", nil)
		f.Act("damaged_order", order, "execute", nil)
		f.Lines("inbound_plan", plan, "closed_qty", 0, 5)
		if codes := f.CodesOf("damaged_order", order); codes != "ATT CC 3, OOU XS -2, RTV XS -1" {
			t.Errorf("posted are %s", codes)
		}
		f.Refuses("damaged_order", order, "execute", nil, "")
		f.Act("damaged_order", order, "close", nil)
	})
}

// TestDamagedGoodsMustBeThere: an order by hand takes no more than lies where it says.
func TestDamagedGoodsMustBeThere(t *testing.T) {
	each(t, func(f *floor) {
		var made m
		bin := f.Find("position", "code", "A-01-01-1")
		f.MustNot("data/damaged_order/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{{"product_id": m{"sku": "AC-1001"}, "qty": 0}}}, "greater than 0")
		f.Ask("data/damaged_order/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{
			{"product_id": m{"sku": "AC-1001"}, "qty": 1, "quality": "ZP", "position_id": bin["id"], "disposition": "destroy"},
		}}).Into(f, &made)
		for _, action := range []string{"report", "decide"} {
			f.Act("damaged_order", id(made), action, nil)
		}
		f.Refuses("damaged_order", id(made), "execute", nil, "")
		f.State("damaged_order", id(made), "decided")
	})
}

// TestDamagedGoodsAreWhereTheyWerePut: the order says where its goods lie, also after they
// were put away, and when that was taken back.
func TestDamagedGoodsAreWhereTheyWerePut(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "DM-2", line("AC-1001", 6))
		f.ReceiveAll(notice, m{"item": "AC-1001", "qty": 6, "quality": "XS"})
		order := id(f.Find("damaged_order", "asn_id", notice))
		lies := func(bin string) {
			t.Helper()
			if _, lines := f.Read("damaged_order", order); lines[0]["position_id__label"] != bin {
				t.Errorf("the goods lie at %v, want %s", lines[0]["position_id__label"], bin)
			}
		}
		lies("R-01")
		s := f.Start("shelve_no_order")
		s.Must("scan", "R-01", "item")
		s.Must("form", m{"item": "AC-1001", "qty": 6, "position": "DMG-01"}, "done")
		lies("DMG-01")
		s.Must("undo", m{"seq": s.Seq}, "item")
		lies("R-01")
	})
}
