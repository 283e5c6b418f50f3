package contract

import (
	"slices"
	"strings"
	"testing"
)

// station is a session of a person at a station.
type station struct {
	*device
	key     string
	session any
	seq     int
	last    answer
}

func (d *device) start(t *testing.T, key string) *station {
	t.Helper()
	a := d.post(t, "/api/station/"+key+"/start", map[string]any{"params": map[string]any{}}).ok()
	a.members("data", "session", "screen").members("data.screen", "step", "kind", "title", "prompt", "done", "left")
	return &station{device: d, key: key, session: a.at("data.session"), last: a}
}

func input(seq int, kind string, value any) map[string]any {
	return map[string]any{"seq": seq, "kind": kind, "value": value}
}

// send sends inputs as they are.
func (s *station) send(t *testing.T, inputs ...any) answer {
	t.Helper()
	return s.post(t, "/api/station/"+s.key+"/input", map[string]any{"session": s.session, "inputs": inputs})
}

// give sends the next input and wants it taken, and the step that follows.
func (s *station) give(t *testing.T, kind string, value any, step string) answer {
	t.Helper()
	s.seq++
	s.last = s.send(t, input(s.seq, kind, value)).ok()
	s.last.has(map[string]any{"data.applied": 1, "data.results.0.ok": true, "data.results.0.seq": s.seq, "data.screen.step": step})
	if t.Failed() {
		t.FailNow()
	}
	return s.last
}

// wrong sends the next input and wants it refused with a message.
func (s *station) wrong(t *testing.T, kind string, value any) answer {
	t.Helper()
	s.seq++
	a := s.send(t, input(s.seq, kind, value)).ok()
	a.has(map[string]any{"data.applied": 0, "data.results.0.ok": false, "data.results.0.seq": s.seq})
	a.str("data.results.0.message")
	a.str("data.results.0.code")
	a.str("data.results.0.sound")
	return a
}

// target gives a value that the screen shows.
func (s *station) target(field string) string {
	for _, one := range s.last.list("data.screen.target") {
		if at(one, "field") == field {
			value, _ := at(one, "value").(string)
			first, _, _ := strings.Cut(value, " ")
			return first
		}
	}
	return ""
}

func checkStation(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	number := "R" + hexID(6)
	notice := admin.post(t, "/api/data/asn/save", map[string]any{
		"consignor_id": map[string]any{"code": "ACME"}, "warehouse_id": map[string]any{"code": "SH1"}, "ext_no": number,
		"lines": []any{line("AC-1001", 20), line("AC-1002", 10)},
	}).ok().has(map[string]any{"data.status": "draft"}).num("data.id")
	for _, step := range [][2]string{{"confirm", "confirmed"}, {"arrive", "arrived"}, {"unload", "unloading"}} {
		admin.act(t, "asn", step[0], "id", notice).ok().has(map[string]any{"data.record.status": step[1]})
	}
	t.Run("doors", func(t *testing.T) {
		s.device().post(t, "/api/station/pick/start", nil).refused(401, 401)
		s.as(t, "finance").post(t, "/api/station/pick/start", nil).business(423)
		admin.post(t, "/api/station/pick/start", map[string]any{"params": map[string]any{"ghost": 1}}).business(422)
		admin.post(t, "/api/station/pick/input", map[string]any{"session": 999999999, "inputs": []any{input(1, "scan", "x")}}).refused(404, 404)
		admin.post(t, "/api/station/pick/resume", map[string]any{"session": 999999999}).refused(404, 404)
	})
	t.Run("who works there prints what it is about", func(t *testing.T) {
		for _, of := range [][2]string{{"picker", "pick_bill"}, {"packer", "package"}, {"picker", "shelve_order"}} {
			if a := s.as(t, of[0]).post(t, "/api/print/templates", map[string]any{"type": of[1]}).ok(); len(a.list("data")) == 0 {
				t.Errorf("%s prints no %s: %s", of[0], of[1], a.text)
			}
		}
	})
	t.Run("inputs", func(t *testing.T) { checkInputs(t, s, number) })
	t.Run("the road of goods", func(t *testing.T) { checkRoad(t, s, number) })
}

// checkInputs proves the numbering of inputs, with the notice that is unloading.
func checkInputs(t *testing.T, s *server, number string) {
	admin := s.as(t, "admin")
	st := admin.start(t, "receive_by_order")
	st.last.has(map[string]any{"data.screen.step": "order", "data.screen.kind": "scan"})
	refused := st.wrong(t, "scan", "NO-SUCH-CODE")
	refused.has(map[string]any{"data.results.0.sound": "error", "data.screen.step": "order"})
	if admin.do(t, call{path: "/api/station/receive_by_order/resume", body: map[string]any{"session": st.session}, language: "zh"}).ok().str("data.screen.title") == "Notice" {
		t.Error("the screen is not in the caller's language")
	}

	// Several at once: the first refusal stops, the rest comes back unapplied.
	a := st.send(t, input(2, "scan", number), input(3, "scan", "A-01-01-1"), input(4, "scan", "R-01")).ok()
	a.has(map[string]any{"data.applied": 1, "data.results.0.ok": true, "data.results.1.ok": false, "data.results.1.seq": 3, "data.screen.step": "staging"})
	if len(a.list("data.results")) != 2 {
		t.Errorf("results after a refusal: %s", a.text)
	}
	// An input that is meant for another step is not applied.
	a = st.send(t, map[string]any{"seq": 4, "step": "item", "kind": "scan", "value": "R-01"}).ok()
	a.has(map[string]any{"data.applied": 0, "data.results.0.ok": false, "data.screen.step": "staging"})
	a = st.send(t, map[string]any{"seq": 5, "step": "staging", "kind": "scan", "value": "R-01", "at": "2026-11-20T08:00:00+08:00"}).ok()
	a.has(map[string]any{"data.applied": 1, "data.screen.step": "item"})
	st.seq = 5

	st.give(t, "scan", "6900000001001", "qty")
	qty := input(7, "key", "5")
	first := st.send(t, qty).ok().has(map[string]any{"data.applied": 1})
	again := st.send(t, qty).ok() // the same again gives the same, and receives once
	if show(first.at("data.results")) != show(again.at("data.results")) || first.at("data.screen.step") != "item" {
		t.Errorf("first %s, again %s", first.text, again.text)
	}
	st.send(t, input(7, "key", "6")).business(409)
	st.send(t, input(9, "scan", "AC-1001")).business(409) // 8 is missing
	st.send(t, input(0, "scan", "AC-1001")).invalid("inputs[0].seq")
	st.send(t, input(8, "ghost", "AC-1001")).invalid("inputs[0].kind")
	st.send(t).invalid("inputs")
	st.seq = 7
	received(t, admin, number, "5", "0")

	st.give(t, "undo", map[string]any{"seq": 7}, "qty")
	received(t, admin, number, "0", "0")
	for _, seq := range []int{99, 7, 5} { // never came, taken back, not the newest
		st.wrong(t, "undo", map[string]any{"seq": seq})
	}
	st.wrong(t, "scan", "AC-1002")
	st.give(t, "key", "20", "item")

	s.as(t, "picker").post(t, "/api/station/receive_by_order/resume", map[string]any{"session": st.session}).refused(404, 404)
	st.give(t, "park", nil, "item")
	st.post(t, "/api/station/receive_by_order/resume", map[string]any{"session": st.session}).ok().
		has(map[string]any{"data.session": st.session, "data.screen.step": "item"})
	st.give(t, "form", map[string]any{"item": "AC-1002", "qty": 10}, "item")
	st.give(t, "button", "finish", "done")
	received(t, admin, number, "20", "10")
	other := admin.start(t, "receive_by_order")
	other.seq++
	other.send(t, input(other.seq, "close", nil)).ok().has(map[string]any{"data.applied": 1})
	other.send(t, input(2, "scan", number)).business(409)
}

// received wants the quantities received of a notice's lines.
func received(t *testing.T, admin *device, number string, want ...string) {
	t.Helper()
	id := admin.post(t, "/api/data/asn/query", map[string]any{"filter": is("ext_no", number)}).ok().num("data.rows.0.id")
	a := admin.post(t, "/api/data/asn/get", map[string]any{"id": id}).ok()
	if got := column(a.list("data.lines"), "received_qty"); !slices.Equal(got, want) {
		t.Errorf("received %v, want %v", got, want)
	}
}

// checkRoad takes what was received to a shelf, and from there to a customer.
func checkRoad(t *testing.T, s *server, number string) {
	admin := s.as(t, "admin")
	put := admin.start(t, "shelve_no_order")
	put.give(t, "scan", "R-01", "item")
	put.give(t, "form", map[string]any{"item": "AC-1001", "qty": 20, "position": "A-01-01-1"}, "item")
	put.give(t, "form", map[string]any{"item": "AC-1002", "qty": 10, "position": "A-02-01-1"}, "done")
	admin.post(t, "/api/data/asn/query", map[string]any{"filter": is("ext_no", number)}).ok().has(map[string]any{"data.rows.0.status": "done"})

	ext := "W" + hexID(6)
	id := admin.post(t, "/api/data/sale_order/save", order(ext, line("AC-1001", 2))).ok().num("data.id")
	steps := func(want string) {
		t.Helper()
		admin.post(t, "/api/data/sale_order/get", map[string]any{"id": id}).ok().has(map[string]any{"data.status": want})
	}
	admin.act(t, "sale_order", "audit", "id", id).ok()
	admin.act(t, "sale_order", "allocate", "id", id).ok().has(map[string]any{"data.record.status": "allocated"})
	admin.act(t, "sale_order", "unallocate", "id", id).ok().has(map[string]any{"data.record.status": "audited"})
	admin.act(t, "sale_order", "allocate", "id", id).ok()
	preview := admin.act(t, "sale_order", "wave", "ids", []int{id}, "preview", true).ok()
	if len(preview.list("data.created")) == 0 || len(preview.list("data.left")) != 0 {
		t.Errorf("preview: %s", preview.text)
	}
	steps("allocated")
	made := admin.act(t, "sale_order", "wave", "ids", []int{id}, "params", map[string]any{"release": false}).ok()
	wave := made.list("data.created")[slices.Index(column(made.list("data.created"), "table"), "wave")]
	steps("waved")
	admin.act(t, "wave", "release", "id", at(wave, "id")).ok().has(map[string]any{"data.record.status": "released"})

	pick := admin.start(t, "pick")
	pick.give(t, "button", "next", "cart")
	bill := admin.post(t, "/api/data/pick_bill/query", map[string]any{"filter": is("wave_id", at(wave, "id")), "fields": []string{"id"}}).ok().num("data.rows.0.id")
	s.as(t, "picker").post(t, "/api/print/jobs", map[string]any{"template": "pick_list", "ids": []int{bill}}).ok()
	pick.give(t, "scan", "TOTE-"+hexID(2), "position")
	nodes, _ := pick.last.at("data.screen.expect.nodes").(map[string]any)
	next, _ := at(nodes[pick.last.str("data.screen.expect.at")], "codes").(map[string]any)
	if next[pick.target("position")] == nil {
		t.Errorf("expect names no next scan: %s", pick.last.text)
	}
	pick.wrong(t, "scan", "A-10-20-3")
	pick.give(t, "form", map[string]any{"position": pick.target("position"), "item": pick.target("item"), "qty": 2}, "done")
	steps("picked")
	verify := admin.start(t, "verify_by_order")
	verify.give(t, "scan", ext, "item")
	verify.give(t, "form", map[string]any{"item": "AC-1001", "qty": 2}, "box")
	verify.give(t, "button", "skip", "weight")
	verify.give(t, "weight", "1.25", "order")
	steps("weighed")
	sent := admin.start(t, "send_check")
	sent.give(t, "scan", verify.last.str("data.results.0.code"), "package")
	sent.wrong(t, "scan", verify.last.str("data.results.0.code"))
	steps("shipped")
}
