package road

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// chocolate makes an opening of AC-2002, which expires and has lots.
func chocolate(qty int, more ...any) []m {
	return []m{line("AC-2002", qty, append([]any{"position_id", m{"code": "A-01-01-1"}}, more...)...)}
}

// TestGoodsThatExpireComeWithTheirDate: other inbound and returns ask for it, and
// the shelf life answers where the date of making is known.
func TestGoodsThatExpireComeWithTheirDate(t *testing.T) {
	each(t, func(f *floor) {
		undated := f.Other("in", "opening", chocolate(5, "lot_no", "L1"), "audit")
		f.Wont("data/other_io/act", m{"name": "post", "id": undated}, "expiry date")
		nameless := f.Other("in", "opening", chocolate(5, "exp_date", "2031-01-31"), "audit")
		f.Wont("data/other_io/act", m{"name": "post", "id": nameless}, "lot")
		f.Other("in", "opening", chocolate(5, "lot_no", "L2", "mfg_date", "2030-01-01"), "audit", "post")
		if lot := f.Find("lot", "lot_no", "L2"); lot["exp_date"] != "2031-06-25" { // 540 days
			t.Errorf("made on 2030-01-01, it expires on %v", lot["exp_date"])
		}

		var made m
		f.Ask("data/rma/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{line("AC-2002", 1, "lot_no", "L9")}}).Into(f, &made)
		f.Act("rma", id(made), "wait", nil)
		f.Wont("data/rma/act", m{"name": "receive", "id": made["id"]}, "expiry date")

		f.Unload("ACME", "IN-1", line("AC-2002", 5, "mfg_date", "2030-01-01", "exp_date", nil))
		s := f.DockAt("IN-1")
		s.Must("form", m{"item": "AC-2002", "qty": 5, "lot": "L3"}, "item")
		if lot := f.Find("lot", "lot_no", "L3"); lot["exp_date"] != "2031-06-25" {
			t.Errorf("the notice says when it was made; it expires on %v", lot["exp_date"])
		}
	})
}

// TestALotIsDatedAnew: stock and ledger follow, what is reserved stays so and the
// lead hears of it, and who waited is served.
func TestALotIsDatedAnew(t *testing.T) {
	each(t, func(f *floor) {
		f.Other("in", "opening", chocolate(10, "lot_no", "L1", "exp_date", "2031-01-31"), "audit", "post")
		order := f.asks("ORDER", line("AC-2002", 4))
		f.Act("sale_order", order, "allocate", nil)
		f.State("sale_order", order, "allocated")
		lot := id(f.Find("lot", "lot_no", "L1"))
		f.Wont("data/lot/act", m{"name": "correct", "id": lot, "params": m{"mfg_date": "2031-02-01", "exp_date": "2031-01-01", "reason": "typo"}}, "before")
		f.Act("lot", lot, "correct", m{"exp_date": "2020-01-31", "reason": "label read wrong"})
		if n := f.Count(`SELECT COUNT(*) FROM quant WHERE lot_id = ? AND exp_date = '2020-01-31' AND reserved = 4000`, lot); n != 1 {
			t.Errorf("%d quants follow the new date with what is reserved", n)
		}
		if n := f.Count(`SELECT COUNT(*) FROM stock_move WHERE code = 'ATT' AND lot_id = ? AND reason LIKE '%2031-01-31 → 2020-01-31'`, lot); n != 2 {
			t.Errorf("the ledger has %d legs of the change", n)
		}
		if n := f.Count(`SELECT COUNT(*) FROM notice WHERE text_key = 'notice.lot_reserved'`); n != 1 {
			t.Errorf("the lead is told %d times", n)
		}
		f.Verify()
		waits := f.asks("WAITS", line("AC-2002", 6))
		f.Act("sale_order", waits, "allocate", nil)
		f.State("sale_order", waits, "short")
		f.Act("lot", lot, "correct", m{"exp_date": "2031-03-31", "reason": "label read right"})
		f.Work()
		f.State("sale_order", waits, "allocated")
	})
}

// TestAStoppedLotIsNotReserved: held and recalled lots serve nobody until they are
// released.
func TestAStoppedLotIsNotReserved(t *testing.T) {
	each(t, func(f *floor) {
		f.Other("in", "opening", chocolate(5, "lot_no", "L1", "exp_date", "2031-01-31"), "audit", "post")
		lot := id(f.Find("lot", "lot_no", "L1"))
		f.Act("lot", lot, "hold", m{"reason": "smells"})
		order := f.asks("ORDER", line("AC-2002", 4))
		f.Act("sale_order", order, "allocate", nil)
		f.State("sale_order", order, "short")
		f.Act("lot", lot, "recall", m{"reason": "maker says so"})
		f.State("lot", lot, "recall")
		f.Work()
		f.State("sale_order", order, "short")
		f.Act("lot", lot, "release", nil)
		f.Work()
		f.State("sale_order", order, "allocated")
	})
}

// TestALotIsToldOfOnce: lead and owner hear once of a lot that comes near its date.
func TestALotIsToldOfOnce(t *testing.T) {
	each(t, func(f *floor) {
		soon, later := time.Now().AddDate(0, 0, 30).Format(time.DateOnly), time.Now().AddDate(0, 0, 90).Format(time.DateOnly)
		f.Other("in", "opening", append(chocolate(5, "lot_no", "SOON", "exp_date", soon), chocolate(5, "lot_no", "LATER", "exp_date", later)...), "audit", "post")
		for range 2 {
			f.hour("inventory.alert_lots")
		}
		for who, want := range map[string]int64{"lead": 1, "acme": 1, "globex": 0} {
			if n := f.Count(`SELECT COUNT(*) FROM notice n JOIN "user" u ON u.id = n.user_id WHERE u.account = ? AND n.text_key = 'notice.lot_expires'
				AND n.params LIKE '%SOON%'`, who); n != want {
				t.Errorf("%s is told %d times, want %d", who, n, want)
			}
		}
		acme := f.owner("acme")
		if link := acme.told()["link"]; link != "list:portal_stock?q=SOON" {
			t.Errorf("the owner is led to %v", link)
		}
		if told := f.Find("lot", "lot_no", "LATER"); told["alerted_at"] != nil {
			t.Error("a lot is told of 90 days ahead, its type says 60")
		}
	})
}

// hour brings a job of the timetable forward and runs it.
func (f *floor) hour(kind string) {
	f.Helper()
	err := f.Server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE job SET cron = '', state = 'waiting', due_at = 0, unique_key = NULL WHERE kind = ?`, kind)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Work()
}

// asks makes an audited order of ACME.
func (f *floor) asks(number string, lines ...m) int64 {
	f.Helper()
	return f.wants(number, 0, m{"lines": lines})
}
