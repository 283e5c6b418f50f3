package contract

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// order is the body of a sale order of ACME.
func order(ext string, lines ...any) map[string]any {
	return map[string]any{
		"consignor_id": map[string]any{"code": "ACME"}, "warehouse_id": map[string]any{"code": "SH1"}, "ext_no": ext,
		"receiver": "Ann", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": lines,
	}
}

func line(sku string, qty any) map[string]any {
	return map[string]any{"product_id": map[string]any{"sku": sku}, "qty": qty}
}

// saved saves a sale order with a line.
func (d *device) order(t *testing.T) int {
	t.Helper()
	return d.post(t, "/api/data/sale_order/save", order("E"+hexID(6), line("AC-1001", 1))).ok().num("data.id")
}

func (d *device) act(t *testing.T, table, name string, more ...any) answer {
	t.Helper()
	body := map[string]any{"name": name}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return d.post(t, "/api/data/"+table+"/act", body)
}

func checkDocument(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	t.Run("lines are merged", func(t *testing.T) { checkLines(t, admin) })
	t.Run("a second set under its own key", func(t *testing.T) {
		product := map[string]any{
			"consignor_id": map[string]any{"code": "ACME"}, "sku": "S" + hexID(5), "name": "n",
			"barcodes": []any{map[string]any{"barcode": hexID(6), "unit": "pcs", "pack_qty": 1}},
			"units":    []any{map[string]any{"unit": "carton", "factor": 12}},
		}
		a := admin.post(t, "/api/data/product/save", product).ok().has(map[string]any{"data.units.0.factor": 12, "data.barcodes.0.pack_qty": 1})
		b := admin.post(t, "/api/data/product/save", map[string]any{"id": a.num("data.id"), "units": []any{map[string]any{"unit": "pallet", "factor": 6}}}).ok()
		if len(b.list("data.units")) != 2 || len(b.list("data.barcodes")) != 1 {
			t.Errorf("sets: %s", b.text)
		}
	})
	t.Run("an action on one record", func(t *testing.T) {
		id := admin.order(t)
		a := admin.act(t, "sale_order", "audit", "id", id).ok()
		a.has(map[string]any{"data.id": id, "data.result": true, "data.record.status": "audited", "data.record.id": id})
		admin.act(t, "sale_order", "audit", "id", id).business(409)
		admin.act(t, "sale_order", "unaudit", "id", id, "version", 1).business(409)
		admin.act(t, "sale_order", "unaudit", "id", id, "version", a.num("data.record.version")).ok().has(map[string]any{"data.record.status": "new"})
		admin.act(t, "sale_order", "ghost", "id", id).refused(404, 404)
		admin.act(t, "sale_order", "audit", "id", 999999999).refused(404, 404)
		admin.act(t, "sale_order", "audit").invalid("ids")
		admin.post(t, "/api/data/sale_order/act", map[string]any{"id": id}).invalid("name")
		s.as(t, "picker").act(t, "sale_order", "audit", "id", id).business(423).has(map[string]any{"data.reason": "right", "data.name": "sale_order.audit"})
		admin.act(t, "sale_order", "ship", "id", id).business(423) // the system's own
	})
	t.Run("guards say why, in three languages", func(t *testing.T) {
		id := admin.post(t, "/api/data/sale_order/save", order("G"+hexID(6))).ok().num("data.id")
		for language, reason := range map[string]string{"en": "The order has no lines", "zh": "订单须有明细", "es": "El pedido necesita líneas"} {
			body := map[string]any{"name": "audit", "id": id}
			admin.do(t, call{path: "/api/data/sale_order/act", body: body, language: language}).business(409).says(reason)
		}
	})
	t.Run("what one record was made into", func(t *testing.T) {
		plan := admin.post(t, "/api/data/inbound_plan/save", map[string]any{
			"consignor_id": map[string]any{"code": "ACME"}, "warehouse_id": map[string]any{"code": "SH1"}, "lines": []any{line("AC-1001", 3)},
		}).ok().num("data.id")
		admin.act(t, "inbound_plan", "submit", "id", plan).ok()
		admin.act(t, "inbound_plan", "approve", "id", plan).ok()
		a := admin.act(t, "inbound_plan", "notice", "id", plan).ok().has(map[string]any{"data.id": plan, "data.created.0.table": "asn"})
		notice := a.num("data.created.0.id")
		a.has(map[string]any{"data.created.0.route": fmt.Sprintf("/inbound/purchase/order/%d", notice)})
		admin.post(t, "/api/data/asn/get", map[string]any{"id": notice}).ok().has(map[string]any{"data.inbound_plan_id": plan, "data.doc_no": a.str("data.created.0.label")})
	})
	t.Run("parameters", func(t *testing.T) {
		id := admin.order(t)
		admin.act(t, "sale_order", "hold", "id", id).invalid("params.reason")
		admin.act(t, "sale_order", "hold", "id", id, "params", map[string]any{"reason": "check", "ghost": 1}).invalid("params.ghost")
		a := admin.act(t, "sale_order", "hold", "id", id, "params", map[string]any{"reason": "check"}).ok()
		a.has(map[string]any{"data.record.status": "new", "data.record.hold_reason": "check"})
		admin.act(t, "sale_order", "unhold", "id", id).ok().has(map[string]any{"data.record.held_at": nil})
	})
	t.Run("a state says what may be changed", func(t *testing.T) {
		id := admin.order(t)
		admin.act(t, "sale_order", "audit", "id", id).ok()
		admin.post(t, "/api/data/sale_order/save", map[string]any{"id": id, "remark": "allowed"}).ok()
		refused := admin.post(t, "/api/data/sale_order/save", map[string]any{"id": id, "receiver": "Other"})
		if code := refused.num("statusCode"); code != 409 && code != 422 {
			t.Errorf("receiver of an audited order: %s", refused.text)
		}
		refused.business(refused.num("statusCode"))
		admin.post(t, "/api/data/sale_order/save", map[string]any{"id": id, "status": "shipped"}).business(422)
		lines := []any{line("AC-1002", 1)}
		if admin.post(t, "/api/data/sale_order/save", map[string]any{"id": id, "lines": lines}).at("result") != false {
			t.Error("an audited order took a line")
		}
		admin.post(t, "/api/data/sale_order/delete", map[string]any{"ids": []int{id}}).business(409)
		can := admin.post(t, "/api/data/sale_order/get", map[string]any{"id": id}).ok().at("data._can")
		if names := show(can); !contains(can, "unaudit") || contains(can, "audit") {
			t.Errorf("_can of an audited order = %s", names)
		}
	})
	t.Run("on several, each for itself", func(t *testing.T) { checkEach(t, admin) })
	t.Run("over a set", func(t *testing.T) { checkSet(t, admin) })
	t.Run("more than 500 become a job", func(t *testing.T) { checkMany(t, s) })
}

func contains(list any, value string) bool {
	all, _ := list.([]any)
	return slices.Contains(all, any(value))
}

func checkLines(t *testing.T, admin *device) {
	const save = "/api/data/sale_order/save"
	a := admin.post(t, save, order("L"+hexID(6), line("AC-1001", 1), line("AC-1002", 2), line("AC-1003", 3))).ok()
	a.has(map[string]any{"data.status": "new", "data.lines.0.line_no": 10, "data.lines.1.line_no": 20, "data.lines.2.line_no": 30})
	a.str("data.doc_no")
	id := a.num("data.id")
	b := admin.post(t, save, map[string]any{"id": id, "lines": []any{
		map[string]any{"id": a.num("data.lines.0.id"), "qty": 7}, map[string]any{"id": a.num("data.lines.1.id"), "_delete": true}, line("AC-2001", 4.5),
	}}).ok()
	if got := column(b.list("data.lines"), "qty"); !slices.Equal(got, []string{"7", "3", "4.5"}) {
		t.Errorf("quantities = %v", got)
	}
	b.has(map[string]any{"data.lines.0.id": a.at("data.lines.0.id"), "data.lines.1.id": a.at("data.lines.2.id"), "data.version": 2})
	admin.post(t, save, map[string]any{"id": id, "lines": []any{line("AC-1001", 1), map[string]any{"qty": -1}}}).invalid("lines[1].qty").invalid("lines[1].product_id")
	admin.post(t, save, map[string]any{"id": id, "lines": []any{map[string]any{"id": 999999999, "qty": 1}}}).refused(404, 404)
	admin.post(t, save, order("L"+hexID(6), line("GX-01", 1))).invalid("lines[0].product_id") // another owner's
	admin.post(t, save, order("L"+hexID(6), map[string]any{"product_id": map[string]any{"sku": "AC-1001"}, "qty": 1, "ghost": 2})).invalid("lines[0].ghost")
}

func checkEach(t *testing.T, admin *device) {
	ids := []int{admin.order(t), admin.order(t), admin.order(t)}
	admin.act(t, "sale_order", "audit", "ids", ids[:1]).ok().has(map[string]any{"data.0.id": ids[0], "data.0.result": true, "data.0.record.status": "audited"})
	mixed := admin.act(t, "sale_order", "audit", "ids", ids)
	mixed.wantEnvelope(200, 409)
	mixed.has(map[string]any{"result": false, "data.0.result": false, "data.1.result": true, "data.2.result": true, "data.1.record.status": "audited"})
	if mixed.str("data.0.msg") != mixed.str("msg") {
		t.Errorf("messages: %s", mixed.text)
	}
	filter := map[string]any{"field": "id", "op": "in", "value": ids}
	admin.act(t, "sale_order", "unaudit", "filter", filter, "expect", 2).business(409).has(map[string]any{"data.count": 3, "data.expect": 2})
	admin.act(t, "sale_order", "unaudit", "filter", filter).invalid("expect")
	admin.act(t, "sale_order", "unaudit", "filter", filter, "expect", 3).ok().has(map[string]any{"data.2.record.status": "new"})

	key := hexID(16)
	body := map[string]any{"name": "audit", "filter": filter, "expect": 3}
	first := admin.do(t, call{path: "/api/data/sale_order/act", body: body, key: key}).ok()
	again := admin.do(t, call{path: "/api/data/sale_order/act", body: body, key: key}).ok()
	if first.text != again.text {
		t.Errorf("first %s, again %s", first.text, again.text)
	}
}

// checkSet proves what an action over a set leaves; checkRoad what one makes.
func checkSet(t *testing.T, admin *device) {
	id := admin.order(t)
	left := admin.act(t, "sale_order", "wave", "ids", []int{id}, "preview", true).ok() // not allocated
	left.has(map[string]any{"data.left.0.id": id, "data.created": []any{}})
	left.str("data.left.0.msg")
	admin.act(t, "sale_order", "audit", "id", id).ok()
	short := admin.act(t, "sale_order", "allocate", "id", id).ok()
	short.has(map[string]any{"data.record.status": "short"})
	short.str("data.record.short_reason")
}

func checkMany(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	mark := "J" + hexID(4)
	for part := range 2 {
		rows := make([]any, 300)
		for i := range rows {
			rows[i] = map[string]any{"consignor_id": map[string]any{"code": "ACME"}, "sku": fmt.Sprint(mark, part, "-", i), "name": mark}
		}
		admin.post(t, "/api/data/product/upsert", map[string]any{"key": []string{"consignor_id", "sku"}, "rows": rows, "mode": "all"}).ok()
	}
	before := admin.post(t, "/api/data/product/query", map[string]any{"filter": is("name", mark), "size": 1}).ok().str("data.rows.0.status")
	name := map[string]string{"active": "stop", "stopped": "activate"}[before]
	events, others := admin.listen(t), s.as(t, "lead").listen(t)
	a := admin.act(t, "product", name, "filter", is("name", mark), "expect", 600).ok()
	wait(t, events, "job", fmt.Sprint(a.num("data.job")))
	job := admin.finished(t, a.num("data.job"))
	admin.post(t, "/api/data/brand/save", aBrand()).ok()
	waitWithout(t, others, "job", "data", `"brand"`) // a job is told to who asked for it
	job.has(map[string]any{"data.state": "done", "data.done": 600, "data.total": 600, "data.data.599.result": true})
	file := admin.do(t, call{method: "GET", path: "/api/files/" + job.str("data.file")})
	if rows := strings.Split(strings.TrimSpace(file.text), "\n"); len(rows) != 601 || !strings.HasSuffix(rows[1], ",true,") {
		t.Errorf("%d rows of results: %.200s", len(rows), file.text)
	}
	again := admin.finished(t, admin.act(t, "product", name, "filter", is("name", mark), "expect", 600).ok().num("data.job"))
	again.has(map[string]any{"data.data.0.result": false})
	again.str("data.data.0.msg")
	admin.post(t, fmt.Sprintf("/api/job/%d/cancel", job.num("data.id")), nil).ok() // it ended and stays as it is
	admin.finished(t, job.num("data.id")).has(map[string]any{"data.state": "done"})
	s.as(t, "lead").post(t, fmt.Sprintf("/api/job/%d/get", job.num("data.id")), nil).refused(404, 404)
	if n := admin.count(t, "product", and(is("name", mark), is("status", before))); n != 0 {
		t.Errorf("%d products are still %s", n, before)
	}
}

// finished waits for a job to end.
func (d *device) finished(t *testing.T, job int) answer {
	t.Helper()
	for range 2400 {
		a := d.post(t, fmt.Sprintf("/api/job/%d/get", job), nil).ok().members("data", "state", "done", "total", "message", "file")
		switch a.str("data.state") {
		case "queued", "running":
			time.Sleep(50 * time.Millisecond)
			continue
		}
		return a
	}
	t.Fatalf("job %d does not end", job)
	return answer{}
}
