package contract

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

// checkRepeats: whatever writes does so once under its key, also when many send it
// at the same moment.
func checkRepeats(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	id := admin.order(t)
	brand := admin.post(t, "/api/data/brand/save", aBrand()).ok().num("data.id")
	body, kind := form(t, "note.txt", "hello")
	for _, c := range []call{
		{path: "/api/data/brand/save", body: aBrand()},
		{path: "/api/data/brand/upsert", body: map[string]any{"key": []string{"code"}, "rows": []any{aBrand()}}},
		{path: "/api/data/brand/delete", body: map[string]any{"ids": []int{brand}}},
		{path: "/api/data/brand/restore", body: map[string]any{"ids": []int{brand}}},
		{path: "/api/data/sale_order/act", body: map[string]any{"name": "audit", "id": id}},
		{path: "/api/data/sale_order/act", body: map[string]any{"name": "wave", "ids": []int{id}}},
		{path: "/api/data/sale_order/act", body: map[string]any{"name": "unaudit", "ids": []int{id}}},
		{path: "/api/station/pick/start", body: map[string]any{}},
		{path: "/api/files/upload", body: body, kind: kind},
		{path: "/api/settings/save", body: map[string]any{"key": "system_name", "level": "system", "value": "Wareloom"}},
	} {
		c.key = hexID(16)
		first, again := admin.do(t, c).ok(), admin.do(t, c).ok()
		if first.text != again.text {
			t.Errorf("%s: first %s, again %s", c.path, first.text, again.text)
		}
	}
	t.Run("at the same moment", func(t *testing.T) {
		mark := "P" + hexID(5)
		same := call{path: "/api/data/brand/save", body: map[string]any{"code": mark, "name": mark}, key: hexID(16)}
		answers := together(10, func(int) answer { return admin.do(t, same) })
		for _, a := range answers {
			if a.ok().text != answers[0].text {
				t.Errorf("%s and %s", a.text, answers[0].text)
			}
		}
		id := answers[0].num("data.id")
		taken := 0
		for _, a := range together(10, func(int) answer {
			return admin.post(t, "/api/data/brand/save", map[string]any{"id": id, "version": 1, "name": "other"})
		}) {
			if a.at("result") == true {
				taken++
			} else {
				a.business(409)
			}
		}
		if taken != 1 {
			t.Errorf("%d saves of one version", taken)
		}
	})
}

// together does something n times at once.
func together(n int, do func(i int) answer) []answer {
	answers := make([]answer, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { answers[i] = do(i) })
	}
	all.Wait()
	return answers
}

// shares is into how many parts the nonsense is dealt: calls of the same kind on
// different tables get different parts.
const shares = 12

// checkSturdy sends nonsense to every call and wants it refused in the envelope,
// never as a failure of the server.
func checkSturdy(t *testing.T, s *server) {
	for _, account := range []string{"admin", "acme"} {
		s.login(t, account).provoke(t)
	}
}

// provoke sends a share of the nonsense to every call that the account may make.
func (d *device) provoke(t *testing.T) {
	t.Helper()
	document := d.do(t, call{method: "GET", path: "/api/openapi.json"}).body
	nonsense := []string{
		`null`, `[]`, `"x"`, `5`, `true`, `{"id":"x"}`, `{"id":-1}`, `{"id":1.5}`, `{"id":1e400}`, `{"id":99999999999999999999}`, `{"ids":[null]}`,
		`{"ids":["1",{}]}`, `{"ids":5,"filter":5}`, `{"filter":{"field":5},"expect":-1}`, `{"filter":{"and":[null]},"expect":1}`,
		`{"filter":{"field":"id","op":"in","value":[null,{}]},"expect":0}`, `{"key":["id"],"rows":[null]}`, `{"key":[null],"rows":[{}]}`,
		`{"name":"audit","id":5,"params":[]}`, `{"name":"audit","id":5,"params":{"":null}}`, `{"lines":5}`, `{"lines":[null]}`, `{"lines":[[]]}`,
		`{"version":"x","id":1}`, `{"code":{"a":1},"name":[]}`, `{"code":"\u0000","name":"\ud800"}`, `{"sort":[""],"fields":["."]}`,
		`{"sort":["-"],"size":0,"page":1e9}`, `{"search":"%_\\\u0000"}`, `{"session":"x","inputs":[{}]}`, `{"session":1,"inputs":[null]}`,
		`{"where":",,,","search":{}}`, `{"menuId":-5}`, `{"measures":[null]}`, `{"measures":[{"fn":"count"}],"group":[null]}`,
	}
	skip := []string{"/api/auth/logout", "/api/auth/login", "/api/auth/forgetPwd", "/api/home/paper"} // the last asks nothing and answers a file
	paths := document["paths"].(map[string]any)
	for i, path := range slices.Sorted(maps.Keys(paths)) {
		if at(paths[path], "post") == nil || slices.Contains(skip, path) {
			continue
		}
		path = strings.NewReplacer("{id}", "x", "{key}", "x").Replace(path)
		for j, body := range nonsense {
			if (i+j)%shares != 0 {
				continue
			}
			a := d.do(t, call{path: path, body: body})
			if a.status >= 500 || a.body == nil || a.at("result") == nil {
				t.Errorf("%s %s: HTTP %d %.200s", path, body, a.status, a.text)
			}
		}
	}
}
