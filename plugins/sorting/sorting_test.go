package sorting_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// hall is the small building with two ports, a region for the first, and a person.
type hall struct {
	*testing.T
	*world.World
	person *apptest.Session
	ports  [2]int64
}

func eachHall(t *testing.T, run func(h *hall)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &hall{T: t, World: world.StartWith(t, dsn)}
		h.person = h.Login(t, "user", world.Administrator)
		for i, code := range []string{"P1", "P2"} {
			h.ports[i] = h.save("port", plugin.Row{"code": code, "name": code, "country": "CN"})
		}
		h.save("goods_region", plugin.Row{"warehouse_id": h.Warehouse, "code": "R1", "name": "R1", "port_id": h.ports[0]})
		run(h)
	})
}

func (h *hall) save(table string, row plugin.Row) (id int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		made, err := data.Save(ctx, table, row)
		id = plugin.ID(made)
		return err
	})
	return id
}

// parcel makes a received parcel of a port, which came by a number.
func (h *hall) parcel(port int64, no string) (id int64) {
	h.Helper()
	id = h.save("waybill", plugin.Row{
		"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "port_id": port, "inbound_no": no, "receiver": "R", "phone": "1", "detail": "1",
		"lines": []any{plugin.Row{"name": "Tea", "qty": 1, "price": decimal.NewFromInt(5)}},
	})
	h.act("waybill", "receive", id, nil)
	return id
}

func (h *hall) act(document, action string, id int64, params plugin.Row) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, document, action, id, params)
		return err
	})
}

// sorted makes a parcel of 2 kg that waits for its panel.
func (h *hall) sorted(port int64, no string) int64 {
	h.Helper()
	id := h.parcel(port, "IN-"+no)
	h.act("waybill", "measure", id, plugin.Row{"gross_weight": decimal.NewFromInt(2)})
	h.numbered(id, no)
	h.act("waybill", "print", id, nil)
	h.act("waybill", "sort", id, nil)
	return id
}

// numbered has a weighed parcel wait for nothing but its label.
func (h *hall) numbered(id int64, no string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.Set(ctx, "waybill", []plugin.Row{{"id": id, "status": "numbered", "tracking_no": no}})
	})
}

func (h *hall) text(question string, args ...any) (s string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &s, "SELECT COALESCE(("+question+"), '')", args...)
	})
	return s
}

// says wants a scan to be answered by an outcome, and the log to tell it.
func (h *hall) says(s *apptest.Scanner, kind, value, step, outcome string) {
	h.Helper()
	given := s.Give(h.T, kind, value)
	logged := h.text("SELECT sorting_outcome FROM sorting_log ORDER BY id DESC LIMIT 1")
	if !given.OK || s.Screen.Step != step || logged != outcome {
		h.Errorf("%s %s leads to %s, logged %q (%s), want %s and %q", kind, value, s.Screen.Step, logged, given.Message, step, outcome)
	}
}

const stateOf = "SELECT status FROM waybill WHERE id = ?"

func TestAParcelIsSortedByAScan(t *testing.T) {
	eachHall(t, func(h *hall) {
		first := h.parcel(h.ports[0], "IN-1")
		for _, station := range []string{"sorting_printer", "pda_printer"} {
			s := h.Scanner(t, h.person, station, nil)
			h.says(s, "scan", "NOBODY", "parcel", "unknown")
		}
		s := h.Scanner(t, h.person, "sorting_printer", nil)
		s.Want(t, "scan", "IN-1", "weight", "")
		s.Want(t, "key", "heavy", "weight", "station.bad_qty")
		s.Want(t, "weight", "950", "weight", "sorting.piece_too_heavy")
		h.says(s, "weight", "1.2", "parcel", "weighed")
		if region := s.Screen.Target[0]["value"]; region != "R1" {
			t.Errorf("the parcel goes to %v", region)
		}
		h.says(s, "scan", "IN-1", "parcel", "no_number")
		h.numbered(first, "T1")
		h.says(s, "scan", "T1", "parcel", "sorted")
		if got := h.text(stateOf, first); got != "sorted" {
			t.Errorf("the parcel is %s", got)
		}
		h.act("waybill", "hold", first, plugin.Row{"reason": "test"})
		h.says(s, "scan", "T1", "parcel", "held")
	})
}

func TestAPanelTakesWhatBelongsOnItAndWeighsWhatItWeighed(t *testing.T) {
	eachHall(t, func(h *hall) {
		ids := map[string]int64{}
		for i, no := range []string{"A", "B", "C"} {
			ids[no] = h.sorted(h.ports[i/2], no)
		}
		plate := h.save("panel", plugin.Row{"warehouse_id": h.Warehouse, "port_id": h.ports[0], "max_pieces": 2})
		no := h.text("SELECT doc_no FROM panel WHERE id = ?", plate)
		s := h.Scanner(t, h.person, "pc_panel", nil)
		s.Want(t, "scan", no, "parcel", "")
		h.says(s, "scan", "C", "parcel", "wrong_port")
		s.Want(t, "scan", "A", "weight", "")
		h.says(s, "weight", "2.2", "parcel", "off_weight")
		s.Want(t, "scan", "A", "weight", "")
		h.says(s, "weight", "2.05", "parcel", "loaded")
		h.says(s, "scan", "A", "parcel", "elsewhere")
		s.Want(t, "undo", nil, "parcel", "") // the refused scan
		s.Want(t, "undo", nil, "weight", "")
		h.says(s, "weight", "2", "parcel", "loaded")
		s.Want(t, "scan", "B", "weight", "")
		h.says(s, "weight", "2", "parcel", "loaded")
		s.Want(t, "button", "close", "panel", "")
		if len(s.Screen.Next) != 1 {
			t.Errorf("a closed panel leads on to %v", s.Screen.Next)
		}
		if got := h.text(stateOf, ids["A"]); got != "bagged" {
			t.Errorf("a parcel of a closed panel is %s", got)
		}
		s.Want(t, "scan", no, "panel", "sorting.panel_closed")
		// A parcel begins the panel of its port: a new one, as that of this port is closed.
		h.says(s, "scan", "A", "panel", "elsewhere")
		s.Want(t, "scan", "C", "weight", "")
		h.says(s, "weight", "2", "parcel", "loaded")
		begun := h.text("SELECT CAST(MAX(id) AS TEXT) FROM panel WHERE status = 'open' AND port_id = ?", h.ports[1])
		if begun == "" || begun == fmt.Sprint(plate) {
			t.Errorf("the parcel is on panel %q", begun)
		}
		again := h.Scanner(t, h.person, "pc_panel", nil)
		h.says(again, "scan", "C", "panel", "elsewhere")
		// A port that wants a card is asked for it before a panel is begun.
		h.save("port", plugin.Row{"id": h.ports[0], "need_id": true})
		held := h.sorted(h.ports[0], "D")
		h.says(again, "scan", "D", "panel", "no_card")
		h.act("waybill", "hold", held, plugin.Row{"reason": "test"})
		h.says(again, "scan", "D", "panel", "held")
		if n := h.text("SELECT CAST(COUNT(*) AS TEXT) FROM panel WHERE status = 'open' AND port_id = ?", h.ports[0]); n != "0" {
			t.Errorf("%s panels were begun for a parcel that cannot go on", n)
		}
	})
}

func (h *hall) find(table string, match plugin.Row) (rows []plugin.Row) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) (err error) {
		rows, err = data.Find(ctx, table, plugin.Where{Match: match})
		return err
	})
	return rows
}
