package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// proof is what the ledger and the documents say, by which a reason is judged.
type proof struct {
	wanted map[int64][]missing        // of orders that are short
	lies   map[string]map[any]float64 // by kind of place and product, of the ledger
	kept   map[any]float64            // reserved where it is picked, by product
	picked map[int64]time.Time        // when something of an order was picked last
	bills  map[int64]map[string]bool  // states of the bills with open picks, by order
}

// lying are the kinds of places where goods lie that an order may still get, by what the
// place of a movement says.
var lying = map[string][]m{
	"picked":    {{"field": "position_id.position_use", "op": "eq", "value": "bin"}, {"field": "position_id.storage_area_id.pick_allowed", "op": "eq", "value": true}},
	"apart":     {{"field": "position_id.position_use", "op": "eq", "value": "bin"}, {"field": "position_id.storage_area_id.pick_allowed", "op": "eq", "value": false}},
	"receiving": {{"field": "position_id.position_use", "op": "eq", "value": "staging_in"}},
	"returns":   {{"field": "position_id.position_use", "op": "eq", "value": "returns"}},
}

// reading is a question for sums.
type reading struct {
	table  string
	filter []m
	group  []string
	sums   []m
	row    func(m)
}

// prove reads it.
func (p *player) prove(ctx context.Context) (*proof, error) {
	found := &proof{lies: map[string]map[any]float64{}, kept: map[any]float64{}, picked: map[int64]time.Time{}, bills: map[int64]map[string]bool{}}
	var err error
	if found.wanted, err = p.wanted(ctx); err != nil {
		return nil, err
	}
	here := func(path string) m { return m{"field": path, "op": "eq", "value": p.warehouse} }
	read := []reading{
		{"reservation", []m{here("quant_id.warehouse_id"), {"field": "quant_id.position_id.position_use", "op": "eq", "value": "bin"}, {"field": "quant_id.position_id.storage_area_id.pick_allowed", "op": "eq", "value": true}, {"field": "status", "op": "eq", "value": "active"}}, []string{"product_id"}, []m{{"fn": "sum", "field": "qty", "as": "n"}, {"fn": "sum", "field": "consumed", "as": "used"}}, func(row m) {
			found.kept[row["product_id"]] += number(row["n"]) - number(row["used"])
		}},
		{"pick_task", []m{here("sale_order_id.warehouse_id"), {"field": "sale_order_id.status", "op": "in", "value": []string{"waved", "picking"}}}, []string{"sale_order_id"}, []m{{"fn": "max", "field": "picked_at", "as": "last"}}, func(row m) {
			if at, err := time.Parse(time.RFC3339, fmt.Sprint(row["last"])); err == nil {
				found.picked[int64(number(row["sale_order_id"]))] = at
			}
		}},
		{"pick_task", []m{here("sale_order_id.warehouse_id"), {"field": "status", "op": "eq", "value": "ready"}}, []string{"sale_order_id", "pick_bill_id.status"}, []m{{"fn": "count", "as": "n"}}, func(row m) {
			id := int64(number(row["sale_order_id"]))
			if found.bills[id] == nil {
				found.bills[id] = map[string]bool{}
			}
			found.bills[id][fmt.Sprint(row["pick_bill_id.status"])] = true
		}},
	}
	for where, places := range lying { // each by itself, since all may be more groups than one answer has
		found.lies[where] = map[any]float64{}
		filter := append([]m{here("warehouse_id"), {"field": "quant_id", "op": "notnull"}}, places...)
		read = append(read, reading{"stock_move", filter, []string{"product_id"}, []m{{"fn": "sum", "field": "qty", "as": "n"}}, func(row m) {
			found.lies[where][row["product_id"]] += number(row["n"])
		}})
	}
	for _, one := range read {
		if err := p.groups(ctx, one.table, m{"and": one.filter}, one.group, one.sums, one.row); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// mostGroups is how many groups one question is answered with.
const mostGroups = 5000

// groups asks for sums of a table and reads each group whose first sum is not nothing.
func (p *player) groups(ctx context.Context, table string, filter m, group []string, measures []m, row func(m)) error {
	var answer struct{ Rows []m }
	body := m{"filter": filter, "group": group, "measures": measures, "size": mostGroups}
	if measures[0]["fn"] == "sum" {
		body["having"] = m{"field": measures[0]["as"], "op": "ne", "value": 0}
	}
	err := p.Call(ctx, "aggregate", "data/"+table+"/aggregate", body, &answer)
	for _, one := range answer.Rows {
		row(one)
	}
	if len(answer.Rows) == mostGroups {
		return fmt.Errorf("more than %d groups of %s", mostGroups, table)
	}
	return err
}

func number(v any) float64 {
	n, _ := v.(float64)
	return n
}

// moved is when something of an order was done last.
func (f *proof) moved(order m) time.Time {
	at, _ := time.Parse(time.RFC3339, fmt.Sprint(order["updated_at"]))
	if last := f.picked[idOf(order)]; last.After(at) {
		return last
	}
	return at
}

// holds reports whether an order stands for this reason.
func (f *proof) holds(order m, reason string) bool {
	if cause, short := strings.CutPrefix(reason, "short_"); short {
		return order["status"] == "short" && f.cause(idOf(order)) == cause
	}
	taken := f.bills[idOf(order)]["picking"]
	in := func(states ...string) bool { return slices.Contains(states, fmt.Sprint(order["status"])) }
	switch reason {
	case "to_audit":
		return in("new")
	case "to_allocate":
		return in("audited")
	case "to_wave":
		return in("allocated")
	case "to_pick":
		return in("waved", "picking") && !taken
	case "pick_overdue":
		return in("waved", "picking") && taken
	case "to_pack":
		return in("picked", "checked")
	case "carrier":
		return in("packed", "weighed") && order["carrier_id"] == nil
	case "number":
		return in("packed", "weighed") && order["carrier_id"] != nil && order["tracking_no"] == nil
	case "to_send":
		return in("packed", "weighed") && order["tracking_no"] != nil
	case "held":
		return order["held_at"] != nil
	}
	return false
}

// causes are those of a shortage that a replay meets, in the order in which they are lifted.
var causes = []string{"free", "receiving", "apart", "returns", "reserved", "none"}

// cause reckons from the ledger what has to be lifted last until the worst line of an order
// has what it misses.
func (f *proof) cause(order int64) string {
	worst := -1
	for _, line := range f.wanted[order] {
		kept := f.kept[line.product]
		behind := []float64{f.lies["picked"][line.product] - kept, f.lies["receiving"][line.product], f.lies["apart"][line.product], f.lies["returns"][line.product], kept}
		at, sum := len(behind), 0.0
		for i, more := range behind {
			if sum += more; sum >= line.qty {
				at = i
				break
			}
		}
		worst = max(worst, at)
	}
	if worst < 0 {
		return ""
	}
	return causes[worst]
}
