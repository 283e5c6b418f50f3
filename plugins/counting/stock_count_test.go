package counting_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

func TestACountGoesOnWhilePeoplePick(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 10)
		h.stock("P2", "A-02", 4)
		count := h.released(object{"count_type": "area", "storage_area_ids": []int64{h.number(`SELECT id FROM storage_area WHERE code = 'A'`)}})
		h.want("stock_count", count, "released")

		ann := h.counter(h.ann, count)
		ann.Want(t, "scan", "A-01", "item", "")
		h.want("stock_count", count, "counting")
		h.move("P1", "A-01", "P-01", 2) // before the scan: the book is 8
		ann.Want(t, "scan", "P1", "qty", "")
		ann.Want(t, "key", "7", "item", "")
		h.move("P1", "A-01", "P-01", 3) // after it
		ann.Want(t, "button", "done", "position", "")
		h.tally(ann, "A-02", "position", "P2", "6")
		h.tally(ann, "A-03", "position")
		ann.Want(t, "scan", "A-04", "item", "")
		ann.Want(t, "button", "empty", "done", "")
		h.want("stock_count", count, "counted")

		head := h.get("stock_count", count)
		if head["gain_qty"] != 2.0 || head["loss_qty"] != 1.0 || head["recount_count"] != 2.0 {
			t.Errorf("gain %v, loss %v, to recount %v; want 2, 1, 2", head["gain_qty"], head["loss_qty"], head["recount_count"])
		}
		h.refused("stock_count", "review", count, nil, "另一人")
		again := h.counter(h.ann, count)
		again.Want(t, "scan", "A-01", "position", "counting.other_person")

		bob := h.counter(h.bob, count)
		h.move("P1", "P-01", "A-01", 1) // the book is 6 now, and one too few are there
		h.tally(bob, "A-01", "position", "P1", "5")
		h.want("stock_count", count, "recounting")
		h.tally(bob, "A-02", "done", "P2", "4") // the first counter was wrong
		h.want("stock_count", count, "reviewing")

		h.move("P1", "A-01", "P-01", 4)
		if next, _ := h.get("stock_count", count)["_next"].(object); next["key"] != "approve" {
			t.Errorf("the next step is %v, want approve", next)
		}
		h.act("stock_count", "approve", count, nil)
		results := h.results(count)
		if len(results) != 1 {
			t.Fatalf("%d results, want 1: only one owner's stock differs", len(results))
		}
		h.act("stock_count", "post", count, nil)
		h.want("count_result", results[0], "posted")
		h.want("stock_count", count, "posted")
		if n := h.at("P1", "A-01"); n != 1 {
			t.Errorf("%d pieces at A-01, want 6 - 1 - 4", n)
		}
		h.Verify(t)

		h.act("count_result", "reverse", results[0], object{"reason": "wrong"})
		if n := h.at("P1", "A-01"); n != 2 {
			t.Errorf("%d pieces at A-01 after the reversal, want 2", n)
		}
	})
}

func TestACountIsApprovedByAnotherPerson(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 3)
		count := h.released(object{"count_type": "product", "product_ids": []int64{h.product["P1"]}})
		h.tally(h.counter(h.lead, count), "A-01", "done", "P1", "3")
		h.act("stock_count", "review", count, nil)
		h.Ask(t, h.lead, "/api/settings/save", object{"key": "count_four_eyes", "level": "system", "value": true}, nil)
		h.refused("stock_count", "approve", count, nil, "由他人批准")
		if o := h.try(h.ann, "stock_count", "approve", count, nil); !o.Result {
			t.Errorf("another person may not approve it: %s", o.Msg)
		}
	})
}

func TestTwoCountersOfOnePosition(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 3)
		count := h.released(nil)
		ann, bob := h.counter(h.ann, count), h.counter(h.bob, count)
		ann.Want(t, "scan", "A-01", "item", "")
		bob.Want(t, "scan", "A-01", "position", "counting.position_taken")
		ann.Want(t, "button", "leave", "position", "")
		bob.Want(t, "scan", "A-01", "item", "")
		ann.Want(t, "scan", "A-01", "position", "counting.position_taken")
		bob.Want(t, "scan", "P1", "qty", "")
		bob.Want(t, "key", "3", "item", "")
		bob.Want(t, "button", "leave", "position", "")
		ann.Want(t, "scan", "A-01", "position", "counting.position_taken") // begun is begun

		other := h.create(nil)
		h.refused("stock_count", "release", other, nil, h.docNo(count))
		h.act("stock_count", "cancel", count, nil)
		bob.Want(t, "scan", "A-02", "position", "counting.not_under_way")
		h.act("stock_count", "release", other, nil)
	})
}

func TestABlindCountTellsNothing(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 17)
		for _, blind := range []bool{true, false} {
			count := h.released(object{"blind": blind, "count_type": "product", "product_ids": []int64{h.product["P1"]}})
			s := h.counter(h.ann, count)
			s.Want(t, "scan", "A-01", "item", "")
			seen := false
			for _, line := range s.Screen.List {
				seen = seen || strings.Contains(line["detail"].(string), "17")
			}
			if seen == blind {
				t.Errorf("blind %v: the screen shows the book %v", blind, seen)
			}
			h.act("stock_count", "cancel", count, nil)
		}
	})
}

func TestUndoTakesACountBack(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		count := h.released(object{"count_type": "product", "product_ids": []int64{h.product["P1"]}})
		s := h.counter(h.ann, count)
		s.Want(t, "scan", "A-01", "item", "")
		s.Want(t, "scan", "P1", "qty", "")
		s.Want(t, "key", "2", "item", "")
		s.Want(t, "scan", "P1", "qty", "")
		s.Want(t, "key", "4", "item", "") // adds up to 6
		s.Want(t, "undo", object{"seq": 6}, "qty", "")
		s.Want(t, "key", "3", "item", "")
		s.Want(t, "button", "done", "done", "")
		h.want("stock_count", count, "counted")
		s.Want(t, "undo", object{"seq": 9}, "item", "")
		h.want("stock_count", count, "counting")
		if n := h.number(`SELECT counted_count FROM stock_count WHERE id = ?`, count); n != 0 {
			t.Errorf("%d positions are counted after the undo", n)
		}
		h.move("P1", "A-01", "P-01", 1)
		s.Want(t, "scan", "P1", "qty", "")
		s.Want(t, "key", "1", "qty", "counting.moved_between")
		s.Want(t, "button", "back", "item", "")
		s.Want(t, "button", "again", "item", "")
		s.Want(t, "scan", "P1", "qty", "")
		s.Want(t, "key", "4", "item", "")
		s.Want(t, "button", "done", "done", "")
		h.act("stock_count", "review", count, nil)
		h.act("stock_count", "approve", count, nil)
		h.act("stock_count", "post", count, nil)
		if n := len(h.results(count)); n != 0 {
			t.Errorf("%d results of a count without differences", n)
		}
	})
}

func TestAFrozenCountOpensItsPositions(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 2)
		count := h.released(object{"freeze": true, "count_type": "product", "product_ids": []int64{h.product["P1"]}})
		status := func() int64 {
			return h.number(`SELECT COUNT(*) FROM position WHERE id = ? AND status = 'frozen'`, h.Places["A-01"])
		}
		if status() != 1 {
			t.Error("the position is not frozen")
		}
		s := h.counter(h.ann, count)
		h.tally(s, "A-01", "done", "P1", "1")
		h.act("stock_count", "waive", count, object{"reason": "small"})
		if status() != 0 {
			t.Error("the position is still frozen")
		}
		h.act("stock_count", "approve", count, nil)
		h.act("count_result", "confirm", h.results(count)[0], nil)
		h.act("count_result", "approve", h.results(count)[0], nil)
		h.want("stock_count", count, "posted")
		if n := h.at("P1", "A-01"); n != 1 {
			t.Errorf("%d pieces, want 1", n)
		}
	})
}

func TestWhatACountCovers(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 2)
		h.stock("P2", "A-02", 2)
		h.stock("P2", "A-03", 1)
		h.move("P2", "A-03", "A-04", 1)
		area := h.number(`SELECT id FROM storage_area WHERE code = 'A'`)
		for name, c := range map[string]struct {
			fields object
			want   int64
		}{
			"all":       {object{}, 7}, // R-01, four bins, D-01, T-01
			"owner":     {object{"consignor_id": h.Owners[1]}, 2},
			"area":      {object{"count_type": "area", "storage_area_ids": []int64{area}}, 4},
			"product":   {object{"count_type": "product", "product_ids": []int64{h.product["P2"]}}, 2},
			"class":     {object{"count_type": "abc", "abc": "A"}, 1},
			"moved":     {object{"count_type": "dynamic"}, 4},
			"emptied":   {object{"count_type": "zero"}, 1},
			"positions": {object{"count_type": "position", "positions": []object{{"position_id": h.Places["A-03"]}, {"position_id": h.Places["D-01"]}}}, 2},
		} {
			count := h.released(c.fields)
			if n := h.number(`SELECT COUNT(*) FROM stock_count_position WHERE stock_count_id = ?`, count); n != c.want {
				t.Errorf("%s: %d positions, want %d", name, n, c.want)
			}
			h.act("stock_count", "cancel", count, nil)
		}
		for _, fields := range []object{{"count_type": "area"}, {"count_type": "product"}, {"count_type": "abc"}, {"count_type": "position"}} {
			h.refused("stock_count", "release", h.create(fields), nil, "")
		}
		h.refused("stock_count", "release", h.create(object{"count_type": "abc", "abc": "C"}), nil, "范围")
	})
}

// TestACountIsTriedBeforeItIsMade: the form tells how many positions and rows of stock a
// count would hold, and leaves nothing behind.
func TestACountIsTriedBeforeItIsMade(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 10)
		h.stock("P2", "A-01", 4)
		h.stock("P1", "A-03", 1)
		try := func(fields object) outcome {
			row := object{"warehouse_id": h.Warehouse, "count_type": "full"}
			maps.Copy(row, fields)
			body, err := json.Marshal(object{"name": "release", "preview": true, "record": row})
			if err != nil {
				t.Fatal(err)
			}
			answer := h.Server.Do(t, apptest.Call{Path: "/api/data/stock_count/act", Body: string(body), As: h.lead})
			one := outcome{Result: answer.Result, Msg: answer.Msg}
			if answer.Result {
				answer.Into(t, &one.Record)
			}
			return one
		}
		area := []int64{h.number(`SELECT id FROM storage_area WHERE code = 'A'`)}
		for _, c := range []struct {
			fields          object
			positions, rows float64
		}{
			{object{"count_type": "area", "storage_area_ids": area}, 4, 3},
			{object{"count_type": "product", "product_ids": []int64{h.product["P1"]}}, 2, 2},
			{object{"count_type": "product", "product_ids": []int64{h.product["P2"]}}, 1, 1},
		} {
			if o := try(c.fields); o.Record["position_count"] != c.positions || o.Record["stock_rows"] != c.rows {
				t.Errorf("%v holds %v positions, %v rows of stock (%s); want %v, %v", c.fields, o.Record["position_count"], o.Record["stock_rows"], o.Msg, c.positions, c.rows)
			}
		}
		if o := try(object{"count_type": "area"}); o.Result || !strings.Contains(o.Msg, "库区") {
			t.Errorf("without an area: %v %q, want a refusal that names it", o.Result, o.Msg)
		}
		if n := h.number(`SELECT COUNT(*) FROM stock_count`) + h.number(`SELECT COUNT(*) FROM stock_count_position`); n != 0 {
			t.Errorf("%d rows are left of what was tried", n)
		}
		held := h.released(object{"count_type": "position", "positions": []object{{"position_id": h.Places["A-03"]}}})
		if o := try(nil); o.Result || !strings.Contains(o.Msg, h.docNo(held)) {
			t.Errorf("over another count: %v %q, want a refusal that names it", o.Result, o.Msg)
		}
	})
}
