package days

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// transcript is for comparing two builds: with the same seed, both must write the same.
var transcript = flag.String("transcript", "", "prefix of the files that the answers of wild scans are written to")

// TestWildScans has a person do anything at every station: what is asked, what is
// not, buttons of other steps, the same again, back and undo. Nothing of it may break
// the server or the ledger, and every refusal has words.
func TestWildScans(t *testing.T) {
	t.Parallel()
	start := *seed
	if start == 0 {
		start = uint64(time.Now().UnixNano())
	}
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		t.Logf("seed %d", start)
		w := &wild{floor: enter(t, dsn, rand.New(rand.NewPCG(start, 2))), seen: map[string]int{}}
		w.twins()
		for w.steps < *ops && !t.Failed() {
			if w.chance(25) {
				w.announce()
			}
			w.play()
			w.visit()
		}
		w.verify()
		for _, key := range slices.Sorted(maps.Keys(w.seen)) {
			t.Logf("%6d %s", w.seen[key], key)
		}
		w.write()
	})
}

// wild is a person who does anything.
type wild struct {
	*floor
	said strings.Builder
	seen map[string]int // inputs that were taken, by station and step
}

// unlike finds the instants and keys of files in what stations say, which two runs do
// not share.
var unlike = regexp.MustCompile(`\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d[.\d]*Z)?|[0-9a-f]{32}`)

func (w *wild) write() {
	if *transcript == "" {
		return
	}
	name := *transcript + strings.ReplaceAll(w.Name(), "/", "_")
	if err := os.WriteFile(name, []byte(unlike.ReplaceAllString(w.said.String(), "…")), 0o600); err != nil {
		w.Fatal(err)
	}
}

// twins gives two owners' goods one barcode, so that a code means several things.
func (w *wild) twins() {
	for _, sku := range []string{"AC-1001", "AC-1002", "GX-01"} {
		product := w.some("product", "sku", sku)[0]
		var whole struct {
			Version  any
			Barcodes []m
		}
		w.ask("data/product/get", m{"id": id(product)}, &whole)
		codes := []m{{"barcode": "TWIN", "pack_qty": 1}}
		for _, b := range whole.Barcodes {
			codes = append(codes, m{"id": b["id"]})
		}
		w.try("data/product/save", m{"id": id(product), "version": whole.Version, "barcodes": codes})
	}
}

// announce unloads goods of every kind under a number that others have too.
func (w *wild) announce() {
	lines := []m{}
	for _, sku := range []string{"AC-1001", "AC-1001", "AC-1002", "AC-2001", "AC-2002", "AC-3001"} {
		if w.chance(70) {
			lines = append(lines, m{"product_id": m{"sku": sku}, "qty": 1 + w.random.IntN(4)})
		}
	}
	if len(lines) == 0 {
		return
	}
	if w.chance(30) {
		lines[0]["quality"] = "CC"
	}
	number := fmt.Sprint("WILD-", w.steps)
	w.unload("ACME", number, lines)
	w.unload("GLOBEX", number, []m{{"product_id": m{"sku": "GX-01"}, "qty": 2}})
	w.sell("ACME", number, one(w.floor, []string{"AC-3001", "AC-1001", "AC-2001"}))
	w.sell("GLOBEX", number, "GX-01")
	w.wave()
	if orders := w.some("sale_order", "status", "picked", "picking", "waved"); len(orders) > 0 && w.chance(50) {
		w.act("sale_order", "cancel", id(one(w.floor, orders)), nil)
	}
}

func (w *wild) unload(owner, number string, lines []m) {
	notice := w.save("asn", m{"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "lines": lines})
	for _, action := range []string{"confirm", "arrive", "unload"} {
		w.act("asn", action, notice, nil)
	}
}

func (w *wild) sell(owner, number, sku string) {
	order := w.save("sale_order", m{
		"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "receiver": "Ada", "phone": "13900000000", "country": "CN",
		"province": "上海", "city": "上海", "detail": "1", "lines": []m{{"product_id": m{"sku": sku}, "qty": 1 + w.random.IntN(2)}},
	})
	if w.act("sale_order", "audit", order, nil) {
		w.act("sale_order", "allocate", order, nil)
	}
}

// verify holds every invariant.
func (w *wild) verify() {
	report, err := w.server.Verify(w.Context())
	if err != nil {
		w.Errorf("verify: %v", err)
	}
	for _, one := range report.Invariants {
		if !one.OK {
			w.Errorf("invariant %s is broken: %v", one.Key, one.Breaches)
		}
	}
}

// names are the values of a field of the newest records in one of some states; of all
// when no state is said.
func (w *wild) names(table, field string, states ...string) (names []any) {
	filter := m{"field": "id", "op": "gt", "value": 0}
	if len(states) > 0 {
		filter = m{"field": "status", "op": "in", "value": states}
	}
	var page struct{ Rows []m }
	w.ask("data/"+table+"/query", m{"filter": filter, "sort": []string{"-id"}, "size": 8}, &page)
	for _, row := range page.Rows {
		if text, ok := row[field].(string); ok && text != "" {
			names = append(names, text)
		}
	}
	return names
}

// firsts are codes to begin a task with at a station, most of them fit for it.
func (w *wild) firsts(station string) []any {
	switch station {
	case "receive_by_order":
		return slices.Concat(w.names("asn", "doc_no", "unloading"), w.names("asn", "ext_no"))
	case "shelve_no_order":
		return slices.Concat([]any{"R-01", "R-01", "R-01", "R-02", "TOTE-1"}, w.names("asn", "doc_no", "counted", "unloading"))
	case "pick":
		return slices.Concat(w.names("pick_bill", "doc_no", "ready"), w.names("wave", "doc_no"))
	case "put_back":
		return slices.Concat(w.names("sale_order", "doc_no", "cancelled"), w.names("sale_order", "ext_no", "cancelled"), []any{"TOTE-0", "TOTE-1", "TOTE-2"})
	case "verify_by_order":
		return slices.Concat(w.names("sale_order", "doc_no", "picked", "checked"), w.names("sale_order", "ext_no", "picked"), w.names("wave", "doc_no"), []any{"TOTE-0", "TOTE-1"})
	}
	return slices.Concat(w.names("package", "package_no", "packed"), w.names("package", "package_no"), w.names("sale_order", "doc_no", "weighed"))
}

// pools are codes by the steps that ask for them.
func (w *wild) pools(station string) map[string][]any {
	firsts := w.firsts(station)
	goods := []any{"AC-1001", "AC-1002", "AC-1003", "AC-2001", "AC-2002", "AC-3001", "GX-01", "GX-02", "GX-03", "TWIN", "6900000001001", "16900000001008", "6900000003001"}
	places := []any{"R-01", "A-01-01-1", "A-01-02-1", "A-02-01-1", "A-03-10-1", "B-01-01-1"}
	numbers := []any{}
	for n := range 12 {
		numbers = append(numbers, fmt.Sprintf("SN-%d", n))
	}
	return map[string][]any{
		"order": firsts, "source": firsts, "task": firsts, "package": firsts, "staging": {"R-01", "R-01", "R-02", "A-01-01-1"},
		"cart": {"TOTE-0", "TOTE-1", "A-01-01-1"}, "item": goods, "position": places, "serial": numbers, "lot": {"L1", "L2", ""},
		"expiry": {"2031-03-15", "2031-13-15"}, "box": {"BOX-1", "AC-1001"}, "weight": {"1.5", "0", "x"},
	}
}

var stations = []string{"receive_by_order", "shelve_no_order", "pick", "put_back", "verify_by_order", "send_check"}

// visit plays at one station for a while.
func (w *wild) visit() {
	s := &station{floor: w.floor, key: one(w.floor, stations)}
	pools := w.pools(s.key)
	begun := w.try("station/"+s.key+"/start", m{"params": m{}})
	var answer struct {
		Session int64
		Screen  m
	}
	begun.Into(w, &answer)
	s.session, s.screen = answer.Session, answer.Screen
	for range 10 + w.random.IntN(30) {
		kind, value := w.next(s, pools)
		w.put(s, kind, value)
	}
}

// put sends an input and keeps the answer.
func (w *wild) put(s *station, kind string, value any) {
	s.seq++
	w.steps++
	step := s.screen["step"]
	got := w.try("station/"+s.key+"/input", m{"session": s.session, "inputs": []m{{"seq": s.seq, "kind": kind, "value": value}}})
	fmt.Fprintf(&w.said, "%s %v %s %v\n\t%s\n", s.key, step, kind, value, got.Text)
	var answer struct {
		Results []struct {
			OK            bool
			Code, Message string
		}
		Screen m
	}
	got.Into(w, &answer)
	s.screen = answer.Screen
	one := answer.Results[0]
	if !one.OK && (one.Message == "" || one.Message == one.Code) {
		w.Errorf("%s refuses %s %v at %v without words: %+v", s.key, kind, value, step, one)
	}
	if one.OK {
		w.seen[fmt.Sprintf("%s %v %s", s.key, step, kind)]++
	}
}

// next is what the person does now: mostly what is asked.
func (w *wild) next(s *station, pools map[string][]any) (kind string, value any) {
	step := fmt.Sprint(s.screen["step"])
	switch n := w.random.IntN(100); {
	case step == "task" && n < 50:
		return "button", "next"
	case n < 4:
		return "button", one(w.floor, []string{"back", "finish", "quality", "qty", "reset", "skip", "short", "next", "no_cart", "enough", "other_lot", "other_position", "pause", "none"})
	case n < 16:
		if buttons, _ := s.screen["buttons"].([]any); len(buttons) > 0 {
			return "button", one(w.floor, buttons).(m)["code"]
		}
	case n < 22:
		return "undo", m{"seq": s.seq}
	case n < 28:
		return "form", w.form(s, pools)
	case n < 34:
		return one(w.floor, []string{"scan", "key", "photo", "weight"}), w.any(pools[one(w.floor, slices.Sorted(maps.Keys(pools)))])
	case n < 37:
		return one(w.floor, []string{"scan", "key"}), one(w.floor, []any{"", "1", "2.5", "0", "-1", "x", "1e999", 7, nil, m{"a": 1}})
	}
	return w.asked(s, step, pools)
}

// asked is what the step asks for, as far as a stranger can tell.
func (w *wild) asked(s *station, step string, pools map[string][]any) (kind string, value any) {
	list, _ := s.screen["list"].([]any)
	switch s.screen["kind"] {
	case "choice":
		if len(list) > 0 {
			return one(w.floor, []string{"key", "scan"}), one(w.floor, list).(m)["code"]
		}
	case "qty":
		return one(w.floor, []string{"key", "key", "scan"}), one(w.floor, []any{s.screen["max"], s.screen["default"], "1", 1})
	case "confirm":
		return "form", m{"confirmed": true}
	}
	if codes := w.right(s); len(codes) > 0 && w.chance(70) {
		return "scan", one(w.floor, codes)
	}
	if targets, _ := s.screen["target"].([]any); len(targets) > 0 && step != "serial" && w.chance(40) {
		text, _, _ := strings.Cut(fmt.Sprint(one(w.floor, targets).(m)["value"]), " ")
		return "scan", text
	}
	pool := pools[step]
	if len(pool) == 0 {
		pool = pools["order"]
	}
	return one(w.floor, []string{"scan", "scan", "key"}), w.any(pool)
}

// any is one of the codes, or one that nobody has.
func (w *wild) any(codes []any) any {
	if len(codes) == 0 {
		return "NONE"
	}
	return one(w.floor, codes)
}

// right are the codes that the screen itself calls right.
func (w *wild) right(s *station) []string {
	expect, _ := s.screen["expect"].(m)
	nodes, _ := expect["nodes"].(m)
	node, _ := nodes[fmt.Sprint(expect["at"])].(m)
	codes, _ := node["codes"].(m)
	return slices.Sorted(maps.Keys(codes))
}

// form is all about a step in one input, some of it wrong.
func (w *wild) form(s *station, pools map[string][]any) any {
	form := m{
		"item": one(w.floor, pools["item"]), "qty": one(w.floor, []any{1, 2, "1", "x"}), "position": one(w.floor, pools["position"]),
		"lot": one(w.floor, pools["lot"]), "expiry": "2031-03-15",
	}
	if list, _ := s.screen["list"].([]any); len(list) > 0 {
		form["item"] = one(w.floor, list).(m)["code"]
	}
	if w.chance(30) {
		form["serials"] = []any{one(w.floor, pools["serial"])}
	}
	for key := range form {
		if w.steps%7 == len(key)%7 {
			delete(form, key)
		}
	}
	return form
}
