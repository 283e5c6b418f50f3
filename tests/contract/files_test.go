package contract

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// picture is a PNG of one pixel.
const picture = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"

func (d *device) upload(t *testing.T, name, content string) answer {
	t.Helper()
	body, kind := form(t, name, content)
	return d.do(t, call{path: "/api/files/upload", body: body, kind: kind})
}

func checkFiles(t *testing.T, s *server) {
	admin, acme, globex := s.as(t, "admin"), s.as(t, "acme"), s.as(t, "globex")
	key := admin.upload(t, "pixel.png", picture).ok().str("data.key")
	get := func(d *device, key string) answer {
		return d.do(t, call{method: http.MethodGet, path: "/api/files/" + key})
	}
	t.Run("before a record holds it, it is its bringer's", func(t *testing.T) {
		if a := get(admin, key); a.status != 200 || a.text != picture || a.header.Get("Content-Type") != "image/png" {
			t.Errorf("%d %s", a.status, a.header.Get("Content-Type"))
		}
		get(acme, key).refused(404, 404)
		get(s.device(), key).refused(401, 401)
	})
	t.Run("with a record, it has the record's rights", func(t *testing.T) {
		product := map[string]any{"consignor_id": map[string]any{"code": "ACME"}, "sku": "F" + hexID(5), "name": "n", "image": key}
		admin.post(t, "/api/data/product/save", product).ok().has(map[string]any{"data.image": key})
		if a := get(acme, key); a.status != 200 {
			t.Errorf("its owner gets %d", a.status)
		}
		get(globex, key).refused(404, 404)
	})
	t.Run("a link is good without headers", func(t *testing.T) {
		url := acme.post(t, "/api/files/"+key+"/link", nil).ok().str("data.url")
		if a := s.device().do(t, call{method: http.MethodGet, path: url}); a.status != 200 || a.text != picture {
			t.Errorf("%d %.100s", a.status, a.text)
		}
		s.device().do(t, call{method: http.MethodGet, path: strings.Replace(url, "seal=", "seal=0", 1)}).refused(401, 401)
		globex.post(t, "/api/files/"+key+"/link", nil).refused(404, 404)
	})
	t.Run("a file is an attachment that no browser runs", func(t *testing.T) {
		html := admin.upload(t, "page.html", "<script>alert(1)</script>")
		if html.at("result") == true {
			h := get(admin, html.str("data.key")).header
			if !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") || h.Get("X-Content-Type-Options") != "nosniff" ||
				!strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
				t.Errorf("headers = %v", h)
			}
		}
	})
	t.Run("nobody attaches what is not his", func(t *testing.T) {
		sku := "F" + hexID(5)
		id := admin.post(t, "/api/data/product/save", map[string]any{"consignor_id": map[string]any{"code": "ACME"}, "sku": sku, "name": "n"}).ok().num("data.id")
		secret := globex.upload(t, "secret.png", picture).ok().str("data.key")
		admin.post(t, "/api/data/product/save", map[string]any{"id": id, "image": secret}).invalid("image")
		row := map[string]any{"consignor_id": map[string]any{"code": "ACME"}, "sku": sku, "image": secret}
		admin.post(t, "/api/data/product/upsert", map[string]any{"key": []string{"consignor_id", "sku"}, "rows": []any{row}}).invalid("rows[0].image")
	})
	t.Run("wrong", func(t *testing.T) {
		admin.post(t, "/api/files/upload", map[string]any{}).refused(415, 415)
		body, kind := form(t, "a.txt", "x")
		admin.do(t, call{path: "/api/files/upload", body: strings.ReplaceAll(body, `name="file"`, `name="other"`), kind: kind}).refused(400, 400)
		s.device().do(t, call{path: "/api/files/upload", body: body, kind: kind}).refused(401, 401)
		product := map[string]any{"consignor_id": map[string]any{"code": "ACME"}, "sku": "F" + hexID(5), "name": "n", "image": "ghost"}
		admin.post(t, "/api/data/product/save", product).invalid("image")
	})
}

// event is one server-sent event.
type event struct{ name, data string }

// listen opens the stream of events of a device.
func (d *device) listen(t *testing.T) <-chan event {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.base+"/api/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	d.head(t, request, call{path: "/api/live"}, nil)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); response.StatusCode != 200 || !strings.HasPrefix(kind, "text/event-stream") {
		t.Fatalf("live: %d %s", response.StatusCode, kind)
	}
	events := make(chan event, 100)
	go func() {
		defer response.Body.Close()
		defer close(events)
		var one event
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			switch name, value, _ := strings.Cut(lines.Text(), ": "); {
			case name == "event":
				one.name = value
			case name == "data":
				one.data = value
			case lines.Text() == "" && one.name != "":
				events <- one
				one = event{}
			}
		}
	}()
	return events
}

// wait wants an event within ten seconds.
func wait(t *testing.T, events <-chan event, name, data string) {
	t.Helper()
	waitWithout(t, events, "", name, data)
}

// waitWithout waits for an event; none of the name never comes before it.
func waitWithout(t *testing.T, events <-chan event, never, name, data string) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for {
		select {
		case e := <-events:
			if e.name == never {
				t.Errorf("an event %s %s is heard", e.name, e.data)
			}
			if e.name == name && strings.Contains(e.data, data) {
				return
			}
		case <-limit:
			t.Fatalf("no event %s %s", name, data)
		}
	}
}

func checkLive(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	s.device().do(t, call{method: http.MethodGet, path: "/api/live"}).refused(401, 401)
	events := admin.listen(t)
	wait(t, events, "release", fmt.Sprint(admin.post(t, "/api/meta/app", nil).ok().num("data.release")))
	brand := admin.post(t, "/api/data/brand/save", aBrand()).ok().num("data.id")
	wait(t, events, "data", `"brand"`)
	admin.post(t, "/api/data/brand/delete", map[string]any{"ids": []int{brand}}).ok()
	wait(t, events, "data", `"brand"`)
	admin.act(t, "sale_order", "audit", "id", admin.order(t)).ok()
	wait(t, events, "data", `"sale_order"`)
}

func checkOperations(t *testing.T, s *server) {
	for path, want := range map[string]string{"/healthz": "ok", "/readyz": "ready", "/metrics": "wareloom_request_seconds"} {
		a := s.device().do(t, call{method: http.MethodGet, path: path})
		if a.status != 200 || !strings.Contains(a.text, want) || a.body != nil {
			t.Errorf("GET %s: %d %.100s", path, a.status, a.text)
		}
	}
}

func checkSettings(t *testing.T, s *server) {
	admin, old := s.as(t, "admin"), s.login(t, "admin") // old never signs with version 2
	values := admin.post(t, "/api/settings/get", nil).ok()
	values.members("data", "sign_legacy", "sign_required", "system_name")
	admin.post(t, "/api/settings/save", map[string]any{"key": "sign_required", "level": "system", "value": "all"}).ok()
	admin.do(t, call{path: "/api/data/brand/query", body: map[string]any{}, sign: unsigned}).refused(406, 406)
	admin.post(t, "/api/settings/save", map[string]any{"key": "sign_required", "level": "system", "value": "none"}).ok()
	admin.do(t, call{path: "/api/data/brand/save", body: aBrand(), sign: unsigned}).ok()
	admin.post(t, "/api/settings/save", map[string]any{"key": "sign_required", "level": "system", "value": "writes"}).ok()
	admin.post(t, "/api/settings/save", map[string]any{"key": "sign_legacy", "level": "system", "value": false}).ok()
	old.do(t, call{path: "/api/data/brand/save", body: aBrand(), sign: version1}).refused(406, 406)
	admin.post(t, "/api/settings/save", map[string]any{"key": "sign_legacy", "level": "system", "value": nil}).ok()
	old.do(t, call{path: "/api/data/brand/save", body: aBrand(), sign: version1}).ok()
	admin.post(t, "/api/settings/save", map[string]any{"key": "sign_required", "level": "system", "value": "perhaps"}).business(422)
	admin.post(t, "/api/settings/save", map[string]any{"key": "ghost", "level": "system", "value": 1}).refused(404, 404)
	checkDays(t, admin)
	s.as(t, "picker").post(t, "/api/settings/save", map[string]any{"key": "system_name", "level": "system", "value": "x"}).business(423)
}

// checkDays: a date against an instant means that day where the setting says.
func checkDays(t *testing.T, admin *device) {
	t.Helper()
	code := aBrand()["code"]
	admin.post(t, "/api/data/brand/save", map[string]any{"code": code, "name": "today"}).ok()
	found := func(day time.Time) int {
		return admin.count(t, "brand", and(is("code", code), is("created_at", day.Format(time.DateOnly))))
	}
	for name, hours := range map[string]int{"Pacific/Kiritimati": 14, "Pacific/Midway": -11} {
		admin.post(t, "/api/settings/save", map[string]any{"key": "time_zone", "level": "system", "value": name}).ok()
		here := time.Now().In(time.FixedZone(name, hours*3600))
		if found(here) != 1 || found(here.AddDate(0, 0, 1)) != 0 || found(here.AddDate(0, 0, -1)) != 0 {
			t.Errorf("what was made at %s is not found on that day in %s alone", here, name)
		}
	}
	admin.post(t, "/api/settings/save", map[string]any{"key": "time_zone", "level": "system", "value": "Nowhere/Else"}).business(422)
	admin.post(t, "/api/settings/save", map[string]any{"key": "time_zone", "level": "system", "value": nil}).ok()
}
