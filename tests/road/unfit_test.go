package road

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// TestTheLeadIsLedBackFromWhatExpired: an order whose picked goods expire says so
// within the hour, its next step sets them aside, and other stock is shipped.
func TestTheLeadIsLedBackFromWhatExpired(t *testing.T) {
	each(t, func(f *floor) {
		lots := append(chocolate(2, "lot_no", "L1", "exp_date", "2031-01-31"), chocolate(2, "lot_no", "L2", "exp_date", "2032-01-31")...)
		lots[1]["position_id"] = m{"code": "A-01-02-1"}
		f.Other("in", "opening", lots, "audit", "post")
		order := f.picked("ACME", "ROAD-1", line("AC-2002", 2))
		if step := f.next("sale_order", order); step["key"] != "pack" {
			t.Errorf("fresh goods lead on to %v", step)
		}
		f.dated("L1", time.Now().AddDate(0, 0, 5).Format(time.DateOnly)) // a customer must have more days left
		f.hour("picking.mark_unfit")
		f.hour("picking.mark_unfit")
		if n := f.Count(`SELECT COUNT(*) FROM notice WHERE text_key = 'notice.order_unfit' AND params LIKE '%AC-2002 × 2 (L1)%'`); n != 1 {
			t.Errorf("the lead is told %d times", n)
		}
		f.follow("sale_order", order, "set_aside", nil)
		f.State("sale_order", order, "allocated")
		f.follow("sale_order", order, "wave", nil)
		s := f.Start("pick")
		s.Must("button", "next", "cart")
		s.Must("scan", "TOTE-8", "position")
		s.Must("form", m{"position": "A-01-02-1", "item": "AC-2002", "qty": 2}, "done")
		if step := f.next("sale_order", order); step["key"] != "pack" {
			t.Errorf("replaced goods lead on to %v", step)
		}
	})
}

// dated gives a lot and its stock another expiry date, as the calendar would.
func (f *floor) dated(lot, date string) {
	f.Helper()
	for _, text := range []string{`UPDATE lot SET exp_date = ? WHERE lot_no = ?`, `UPDATE quant SET exp_date = ?, ship_until = NULL WHERE lot_id IN (SELECT id FROM lot WHERE lot_no = ?)`} {
		err := f.Server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, text, date, lot)
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
	}
}
