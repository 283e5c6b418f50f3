package model

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// areas are those that are counted as a whole, with their positions.
var areas = map[string][]string{"B": {"B-01", "B-02"}, "C": {"C-01", "C-02"}, "D": {"D-01"}, "E": {"E-01"}}

// count counts an area at its station, and the differences are posted.
func (p *player) count() {
	area := one(p, sorted(areas))
	house := houseOf(areas[area][0])
	var id int64
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &id, `SELECT id FROM storage_area WHERE code = ? AND warehouse_id = ?`, area, p.houses[house])
	})
	row, code := p.save("stock_count", plugin.Row{"warehouse_id": p.houses[house], "count_type": "area", "storage_area_ids": []any{id}})
	if code != "" {
		p.diverge("draw a count up: %s", code)
	}
	doc := plugin.ID(row)
	p.mustAct("stock_count", doc, "release", nil)
	d := p.begin(fmt.Sprint("count ", doc), "count_scan", map[string]any{"warehouse_id": p.houses[house]}, plugin.Text(row, "doc_no"))
	var moves []move
	for _, at := range areas[area] {
		moves = append(moves, p.countAt(d, bin(at))...)
	}
	p.leave(d)
	p.settleCount(doc, moves)
}

// countAt counts a position, and gives the differences that are found.
func (p *player) countAt(d *device, at spot) (moves []move) {
	p.mustGive(d, "scan", at.position)
	diff := outside(at.house, "count_diff")
	for _, q := range p.piles(func(q pile) bool { return q.spot == at }) {
		lies := p.stock.lies[q]
		seen := lies
		if p.chance(25) {
			seen = max(lies+int64(p.random.IntN(5)-2)*piece, 0)
		}
		if seen > 0 { // what nobody sees is not there
			p.countPile(d, q, seen)
		}
		switch m := (move{goods: q.goods, into: q.goods, settles: true}); {
		case seen > lies:
			m.from, m.to, m.qty = diff, at, seen-lies
			moves = append(moves, m)
		case seen < lies:
			m.from, m.to, m.qty = at, diff, lies-seen
			moves = append(moves, m)
		}
	}
	p.mustGive(d, "button", "done")
	return moves
}

// countPile counts goods that lie there, chosen among those of the same product.
func (p *player) countPile(d *device, q pile, seen int64) {
	p.mustGive(d, "scan", q.sku)
	if d.Screen.Step == "choose" {
		says := q.quality + " ·"
		if q.lot != "" {
			says = q.lot + " · " + says
		}
		for _, choice := range d.Screen.List {
			if strings.HasPrefix(fmt.Sprint(choice["detail"]), says) {
				p.mustGive(d, "key", choice["code"])
				break
			}
		}
	}
	if d.Screen.Step != "qty" {
		p.diverge("%+v is not to be counted: step %s, %v", q, d.Screen.Step, d.Screen.List)
	}
	p.mustGive(d, "key", number(seen))
}

// settleCount has the differences of a count posted.
func (p *player) settleCount(doc int64, moves []move) {
	if len(moves) == 0 {
		p.mustAct("stock_count", doc, "review", nil)
		p.mustAct("stock_count", doc, "approve", nil)
		p.judge("count", nil, p.act("stock_count", "post", doc, nil))
		return
	}
	var all int64
	for _, m := range moves {
		all += m.qty
	}
	approve := "approve"
	if all > 100*piece {
		approve = "approve_large"
	}
	p.mustAct("stock_count", doc, "waive", plugin.Row{"reason": "sure"})
	p.mustAct("stock_count", doc, approve, nil)
	then, why := p.stock, []string(nil)
	for _, owner := range []string{"ACME", "GLOBEX"} { // each has a result of his own, posted by itself
		var wrong []string
		then, wrong = then.after(ofOwner(owner, moves)...)
		why = append(why, wrong...)
	}
	for _, m := range moves {
		p.note("%v of %+v from %s to %s", figure(m.qty), m.goods, m.from.position, m.to.position)
	}
	if !p.judge("count", why, p.act("stock_count", "post", doc, nil)) {
		p.mustAct("stock_count", doc, "reject", plugin.Row{"reason": "not now"})
		p.mustAct("stock_count", doc, "cancel", nil)
		return
	}
	for _, id := range p.resultsOf(doc) {
		p.moved("count", then, p.reversed("count_result", id, ofOwner(p.resultOf(id), moves)...))
	}
}

// ofOwner are the moves of one owner's goods.
func ofOwner(owner string, moves []move) (own []move) {
	for _, m := range moves {
		if products[m.goods.sku].owner == owner {
			own = append(own, m)
		}
	}
	return own
}

// resultOf is whose goods a result of a count is about.
func (p *player) resultOf(result int64) (code string) {
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &code, `SELECT c.code FROM count_result r JOIN consignor c ON c.id = r.consignor_id WHERE r.id = ?`, result)
	})
	return code
}

// resultsOf are the results of a count, one for each owner.
func (p *player) resultsOf(doc int64) (ids []int64) {
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &ids, `SELECT id FROM count_result WHERE stock_count_id = ? ORDER BY id`, doc)
	})
	return ids
}

func (p *player) mustAct(table string, id int64, name string, params plugin.Row) {
	p.Helper()
	if code := p.act(table, name, id, params); code != "" {
		p.diverge("%s %s: %s", name, table, code)
	}
}

func (p *player) mustGive(d *device, kind string, value any) {
	p.Helper()
	if code := p.give(d, kind, value); code != "" {
		p.diverge("%s: %s %v: %s", d.work, kind, value, code)
	}
}
