package contract

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func checkEnvelope(t *testing.T, s *server) {
	admin, acme := s.as(t, "admin"), s.as(t, "acme")
	t.Run("statuses", func(t *testing.T) {
		for _, tt := range []struct {
			name         string
			by           *device
			call         call
			status, code int
		}{
			{"unknown route", admin, call{path: "/api/no/such"}, 404, 404},
			{"unknown route without a session", s.device(), call{path: "/api/no/such"}, 404, 404},
			{"wrong method", admin, call{method: http.MethodGet, path: "/api/data/brand/query"}, 404, 404},
			{"unknown table", admin, call{path: "/api/data/ghost/query", body: map[string]any{}}, 404, 404},
			{"unknown record", admin, call{path: "/api/data/brand/get", body: map[string]any{"id": 999999999}}, 404, 404},
			{"unknown record to change", admin, call{path: "/api/data/brand/save", body: map[string]any{"id": 999999999, "name": "x"}}, 404, 404},
			{"unknown station", admin, call{path: "/api/station/ghost/start", body: map[string]any{}}, 404, 404},
			{"unknown job", admin, call{path: "/api/job/999999999/get"}, 404, 404},
			{"unknown file", admin, call{method: http.MethodGet, path: "/api/files/ghost"}, 404, 404},
			{"unknown plugin call", admin, call{path: "/api/x/ghost/call", body: map[string]any{}}, 404, 404},
			{"unknown map", admin, call{path: "/api/import/ghost"}, 404, 404},
			{"broken JSON", admin, call{path: "/api/data/brand/query", body: `{"filter":`}, 400, 400},
			{"two bodies", admin, call{path: "/api/data/brand/query", body: `{}{}`}, 400, 400},
			{"deep JSON", admin, call{path: "/api/data/brand/query", body: strings.Repeat("[", 5000)}, 400, 400},
			{"no JSON", admin, call{path: "/api/data/brand/query", body: "a=1", kind: "application/x-www-form-urlencoded"}, 415, 415},
			{"too large", admin, call{path: "/api/data/brand/query", body: `"` + strings.Repeat("x", 2<<20) + `"`}, 413, 413},
			{"too large comes before 401", s.device(), call{path: "/api/data/brand/query", body: `"` + strings.Repeat("x", 2<<20) + `"`}, 413, 413},
			{"a body is read after 401", s.device(), call{path: "/api/data/brand/query", body: `"` + strings.Repeat("x", 100<<10) + `"`}, 401, 401},
			{"no session before unknown table", s.device(), call{path: "/api/data/ghost/query", body: map[string]any{}}, 401, 401},
			{"no right", s.as(t, "picker"), call{path: "/api/data/user/get", body: map[string]any{"id": 1}}, 200, 423},
			{"no right to write", s.as(t, "picker"), call{path: "/api/data/brand/save", body: aBrand()}, 200, 423},
			{"wrong door", acme, call{path: "/api/data/role/query", body: map[string]any{}}, 403, 403},
			{"wrong door of settings", acme, call{path: "/api/settings/save", body: map[string]any{}}, 403, 403},
		} {
			t.Run(tt.name, func(t *testing.T) {
				tt.by.do(t, call{method: tt.call.method, path: tt.call.path, body: tt.call.body, kind: tt.call.kind}).refused(tt.status, tt.code)
			})
		}
	})
	t.Run("a missing right is named", func(t *testing.T) {
		s.as(t, "picker").post(t, "/api/data/user/get", map[string]any{"id": 1}).business(423).has(map[string]any{
			"data.reason": "right", "data.name": "user.read",
		})
	})
	t.Run("the message is in the caller's language", func(t *testing.T) {
		for language, text := range map[string]string{"zh": "未登录", "en": "System not logged in", "es": "No ha iniciado sesión en el sistema", "fr": "未登录", "": "System"} {
			s.device().do(t, call{path: "/api/auth/me", language: language}).refused(401, 401).says(text)
		}
		for language, text := range map[string]string{
			"zh": "传入的数据不是有效的 JSON", "en": "data passed is not valid JSON", "es": "Los datos enviados no son JSON válido",
		} {
			admin.do(t, call{path: "/api/data/brand/query", body: "{", language: language}).refused(400, 400).says(text)
		}
	})
	t.Run("what people wrote is escaped in messages", func(t *testing.T) {
		a := admin.post(t, "/api/data/brand/query", map[string]any{"filter": is("<img src=x>", 1)}).business(422)
		if strings.Contains(a.at("msg").(string), "<img") {
			t.Errorf("msg = %s", a.at("msg"))
		}
	})
	t.Run("the release is told", func(t *testing.T) {
		a := admin.post(t, "/api/meta/app", nil).ok()
		if number, err := strconv.Atoi(a.header.Get("X-Release")); err != nil || number != a.num("data.release") {
			t.Errorf("X-Release = %q, release %d", a.header.Get("X-Release"), a.num("data.release"))
		}
	})
	t.Run("pages", func(t *testing.T) { checkPages(t, s) })
}

// checkPages: a person's GET that no route takes gets the app's page, also under
// /api/; a program's gets 404.
func checkPages(t *testing.T, s *server) {
	html := map[string]string{"Accept": "text/html,*/*"}
	for _, path := range []string{"/", "/login", "/user/login", "/user/inbound/way/quotation", "/api/carrier/list", "/no/such"} {
		a := s.device().do(t, call{method: http.MethodGet, path: path, headers: html})
		if a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
			t.Errorf("GET %s: %d %s", path, a.status, a.header.Get("Content-Type"))
		}
	}
	s.device().do(t, call{method: http.MethodGet, path: "/api/carrier/list", headers: map[string]string{"Accept": "application/json"}}).refused(404, 404)
	s.device().do(t, call{path: "/no/such", headers: html}).refused(404, 404)
	if a := s.device().do(t, call{method: http.MethodHead, path: "/login", headers: html}); a.status != 200 {
		t.Errorf("HEAD /login: %d", a.status)
	}
}
