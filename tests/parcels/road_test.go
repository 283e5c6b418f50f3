package parcels

import (
	"fmt"
	"slices"
)

// load puts sorted parcels on panels and these on a voyage, a port at a time.
func (y *yard) load() {
	y.Helper()
	for i := range ports {
		sorted := y.book.among(func(p *parcel) bool { return p.status == "sorted" && p.port == i && !p.express })
		for _, p := range y.some(90, sorted) {
			if ports[i].needsCard && !y.chance(5) {
				y.save("waybill", m{"id": p.id, "id_card_id": y.cards[p.owner]})
				p.card = true
			}
		}
		var loaded []*panel
		for some := range slices.Chunk(y.some(95, sorted), 60) {
			if p := y.panels(i, some); p != nil {
				loaded = append(loaded, p)
			}
		}
		if len(loaded) > 0 {
			y.sail(i, loaded)
		}
	}
}

// panels loads a panel. One with a parcel that may not fly is refused until it is taken off.
func (y *yard) panels(port int, parcels []*parcel) *panel {
	y.Helper()
	lines := make([]m, len(parcels))
	for i, p := range parcels {
		lines[i] = m{"waybill_id": p.id}
	}
	on := &panel{port: port, status: "open", id: y.save("panel", m{"warehouse_id": y.world.Warehouse, "port_id": y.portIDs[port], "lines": lines})}
	row, _ := y.Read("panel", on.id)
	on.no = fmt.Sprint(row["doc_no"])
	if second := (m{"warehouse_id": y.world.Warehouse, "port_id": y.portIDs[port], "lines": lines[:1]}); y.Try("data/panel/save", second).Result {
		y.Errorf("%s is on two panels", parcels[0].no)
	}
	flies := func(p *parcel) bool { return !p.held && (p.card || !ports[port].needsCard) }
	stays := slices.DeleteFunc(slices.Clone(parcels), flies)
	if len(stays) > 0 {
		if y.Try("data/panel/act", m{"name": "close", "id": on.id}).Result {
			y.Fatalf("panel %s closes with %s on it", on.no, stays[0].no)
		}
		y.book.refused["panel.close"]++
		y.takeOff(on.id, stays)
	}
	on.parcels = slices.DeleteFunc(slices.Clone(parcels), func(p *parcel) bool { return !flies(p) })
	y.book.panels = append(y.book.panels, on)
	if len(on.parcels) == 0 {
		return nil
	}
	for range 1 + y.random.IntN(2) { // closed, and now and then opened and closed again
		if on.status == "closed" {
			y.Act("panel", on.id, "reopen", nil)
		}
		y.Act("panel", on.id, "close", nil)
		on.status = "closed"
	}
	for _, p := range on.parcels {
		p.status, p.panel = "bagged", on
	}
	y.book.done["bag"] += len(on.parcels)
	return on
}

// takeOff takes parcels off an open panel.
func (y *yard) takeOff(id int64, parcels []*parcel) {
	y.Helper()
	_, lines := y.Read("panel", id)
	var gone []m
	for _, l := range lines {
		if slices.ContainsFunc(parcels, func(p *parcel) bool { return float64(p.id) == l["waybill_id"] }) {
			gone = append(gone, m{"id": l["id"], "_delete": true})
		}
	}
	y.save("panel", m{"id": id, "lines": gone})
}

// sail has a voyage with panels depart.
func (y *yard) sail(port int, panels []*panel) {
	y.Helper()
	lines := make([]m, len(panels))
	for i, p := range panels {
		lines[i] = m{"panel_id": p.id}
	}
	v := &voyage{port: port, panels: panels, id: y.save("voyage", m{"port_id": y.portIDs[port], "voyage_mode": "sea", "master_no": fmt.Sprint("M", len(y.book.voyages)), "lines": lines})}
	y.book.voyages = append(y.book.voyages, v)
	y.Act("voyage", v.id, "seal", nil)
	if y.chance(30) {
		y.Act("voyage", v.id, "unseal", nil)
		y.Act("voyage", v.id, "seal", nil)
	}
	y.Act("voyage", v.id, "depart", nil)
	v.sail("departed", "departed", "bagged")
	y.book.done["depart"] += len(panels)
}

// sail notes where a voyage is with all that is on it. What was lost stays lost.
func (v *voyage) sail(status, parcels, from string) {
	v.status = status
	for _, on := range v.panels {
		on.status, on.voyage = status, v
		for _, p := range on.parcels {
			if p.status == from {
				p.status = parcels
			}
		}
	}
}

// arrive brings the voyages in that departed before, and tells customs of their parcels.
func (y *yard) arrive() {
	y.Helper()
	for _, v := range y.book.voyages {
		if v.status != "departed" {
			continue
		}
		if answer := y.Try("data/voyage/act", m{"name": "arrive", "id": v.id}); !answer.Result {
			y.Fatalf("voyage %d with %s cannot arrive: %s", v.id, v.states(), answer.Text)
		}
		v.sail("arrived", "arrived", "departed")
		for _, on := range v.panels {
			for _, p := range y.some(2, on.parcels) {
				y.all("lose", m{"reason": "fell off"}, []*parcel{p})
			}
		}
		y.declares(v)
	}
}

func (v *voyage) states() string {
	n := map[string]int{}
	for _, on := range v.panels {
		for _, p := range on.parcels {
			n[p.status]++
		}
	}
	return fmt.Sprint(n)
}

// declares makes customs bills of what arrived on a voyage.
func (y *yard) declares(v *voyage) {
	y.Helper()
	var arrived []*parcel
	for _, on := range v.panels {
		for _, p := range on.parcels {
			if p.status == "arrived" {
				arrived = append(arrived, p)
			}
		}
	}
	for some := range slices.Chunk(arrived, 50) {
		lines := make([]m, len(some))
		for i, p := range some {
			lines[i] = m{"waybill_id": p.id, "tax": money(y.random.Int64N(500))}
		}
		c := &customs{parcels: some, id: y.save("customs_bill", m{"voyage_id": v.id, "port_id": y.portIDs[v.port], "lines": lines})}
		y.book.customs = append(y.book.customs, c)
		y.Act("customs_bill", c.id, "check", nil)
		y.Act("customs_bill", c.id, "declare", nil)
		c.pass("declared", "declared", "arrived")
	}
}

// pass notes what customs said of the parcels of a bill that are in its hands.
func (c *customs) pass(status, parcels string, from ...string) {
	c.status = status
	for _, p := range c.parcels {
		if slices.Contains(from, p.status) {
			p.status = parcels
		}
	}
}

// clear has customs decide on the bills of the days before.
func (y *yard) clear() {
	y.Helper()
	for _, c := range y.book.customs {
		if c.status != "declared" {
			continue
		}
		y.all("lose", m{"reason": "gone at customs"}, y.some(2, c.parcels))
		y.Act("customs_bill", c.id, "accept", m{"customs_no": fmt.Sprint("C", c.id)})
		if y.chance(40) {
			y.Act("customs_bill", c.id, "inspect", nil)
			c.pass("inspecting", "inspecting", "declared")
		}
		action, params, status, parcels := "release", m(nil), "released", "released"
		if y.chance(15) {
			action, params, status, parcels = "reject", m{"reason": "papers"}, "rejected", "refused"
		}
		if answer := y.Try("data/customs_bill/act", m{"name": action, "id": c.id, "params": params}); !answer.Result {
			y.Fatalf("customs cannot %s a bill: %s", action, answer.Text)
		}
		c.pass(status, parcels, "declared", "inspecting")
		y.book.done["customs "+action]++
	}
	refused := y.book.in("refused")
	y.all("destroy", m{"reason": "by order"}, y.some(40, refused))
	y.all("give_back", m{"reason": "to sender"}, y.book.in("refused"))
}

// deliver takes parcels to the door: what the carrier carries by its own word, the rest by
// a person's; some come back, some are lost.
func (y *yard) deliver() {
	y.Helper()
	for range 4 {
		y.house.Carry()
	}
	y.Act("route_task", y.route, "run", nil)
	y.Work()
	for _, p := range y.book.in("last_mile") {
		if p.byHouse {
			p.status = "delivered"
			y.book.done["delivered by the carrier"]++
		}
	}
	under := y.book.in("last_mile")
	y.all("lose", m{"reason": "not found"}, y.some(3, under))
	y.all("give_back", m{"reason": "nobody there"}, y.some(5, under))
	y.all("deliver", nil, y.some(90, y.book.in("last_mile")))
	y.all("hand_over", nil, y.book.in("released"))
}

// prods tries steps on parcels of chance, most of which are refused.
func (y *yard) prods(n int) {
	y.Helper()
	steps := []struct {
		action string
		params m
	}{
		{"receive", nil},
		{"measure", m{"gross_weight": 1.5}},
		{"pay", nil},
		{"void_number", nil},
		{"print", nil},
		{"sort", nil},
		{"hand_over", nil},
		{"collect", nil},
		{"deliver", nil},
		{"give_back", m{"reason": "prod"}},
		{"destroy", m{"reason": "prod"}},
		{"lose", m{"reason": "prod"}},
		{"cancel", m{"reason": "prod"}},
		{"hold", m{"reason": "prod"}},
		{"unhold", nil},
		{"unhold", nil},
		{"unhold", nil},
		{"hold", m{"reason": "prod"}},
	}
	for range n {
		p, step := y.book.parcels[y.random.IntN(len(y.book.parcels))], steps[y.random.IntN(len(steps))]
		if p.box || p.express && step.action == "measure" {
			continue
		}
		for range y.bulk(step.action, step.params, []*parcel{p}) {
			if step.action == "measure" {
				y.weighs(p, 1500, [3]int64{})
				continue
			}
			y.did(step.action, p)
		}
	}
	y.Work()
	y.all("unhold", nil, y.some(60, y.book.among(func(p *parcel) bool { return p.held })))
}

// trouble opens cases that hold parcels until they are solved.
func (y *yard) trouble() {
	y.Helper()
	if y.holding == 0 {
		y.holding = y.save("abnormal_type", m{"code": "DMG", "name": "Damaged", "holds": true, "deadline_days": 2})
	}
	for _, id := range y.cases {
		y.Act("abnormal", id, "solve", m{"solution": "mended"})
	}
	for _, p := range y.held {
		p.held = false
	}
	y.cases, y.held = nil, nil
	for _, p := range y.some(2, y.book.in("received", "measured", "to_pay", "printed")) {
		if p.held {
			continue
		}
		id := y.save("abnormal", m{"waybill_id": p.id, "abnormal_type_id": y.holding, "note": "torn"})
		y.Act("abnormal", id, "assign", m{"handler_id": y.Find("user", "account", "admin")["id"]})
		p.held = true
		y.cases, y.held = append(y.cases, id), append(y.held, p)
		y.book.done["case"]++
	}
}
