package httpapi_test

import (
	"fmt"
	"testing"
)

// TestWhoLooksAsARoleDoesNothing and sees what the role shows, as one of an owner where its
// users belong to owners, until he looks as himself again.
func TestWhoLooksAsARoleDoesNothing(t *testing.T) {
	p := atHome(t)
	customers, readers := p.idOf(t, "role", "code", "customer"), p.idOf(t, "role", "code", "reader")
	acme := p.idOf(t, "customer", "code", "ACME")
	shut := p.save(t, "role", map[string]any{"code": "shut", "name": "Shut", "user_type": "user", "enabled": false})
	start := func(role, owner int64) string { return fmt.Sprintf(`{"role":%d,"owner":%d}`, role, owner) }
	const path = "/api/preview/start"
	runAll(t, p, []scenario{
		{name: "without the right", as: "reader", call: post(path, start(readers, 0)), wantHTTP: 200, wantStatus: 423},
		{name: "by a customer", as: "acme", call: post(path, start(customers, acme)), wantHTTP: 403},
		{name: "no role", as: "admin", call: post(path, start(4711, 0)), wantHTTP: 404},
		{name: "a role that is shut", as: "admin", call: post(path, start(shut, 0)), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"role"`}},
		{name: "a role of owned users, of nobody's", as: "admin", call: post(path, start(customers, 0)), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"owner"`}},
		{name: "of an owner that is not there", as: "admin", call: post(path, start(customers, 4711)), wantHTTP: 404},
		{name: "he looks as himself still", as: "admin", call: post("/api/data/item/query", `{}`), wantHTTP: 200, want: []string{`"G1"`}},
		{name: "which ends nothing", as: "admin", call: post("/api/preview/end", ``), wantHTTP: 200},

		{name: "as one of an owner", as: "admin", call: post(path, start(customers, acme)), wantHTTP: 200},
		{name: "sees what is the owner's", as: "admin", call: post("/api/data/item/query", `{}`), wantHTTP: 200, want: []string{`"A1"`}, wantNot: []string{`"G1"`}},
		{name: "and nothing else", as: "admin", call: post("/api/data/role/query", `{}`), wantHTTP: 403},
		{name: "and changes nothing", as: "admin", call: post("/api/data/item/save", `{"code":"X"}`), wantHTTP: 200, wantStatus: 423},
		{name: "nor looks on as another", as: "admin", call: post(path, start(readers, 0)), wantHTTP: 200, wantStatus: 423},
		{name: "is told so", as: "admin", call: post("/api/meta/app", ``), wantHTTP: 200, want: []string{`"name":"customer Customer"`, `"owner":"ACME Acme"`, fmt.Sprintf(`"role":%d`, customers), `"userType":"customer"`}},
		{name: "until he ends it", as: "admin", call: post("/api/preview/end", ``), wantHTTP: 200},
		{name: "and is himself", as: "admin", call: post("/api/data/item/query", `{}`), wantHTTP: 200, want: []string{`"G1"`}},
		{name: "and told so", as: "admin", call: post("/api/meta/app", ``), wantHTTP: 200, wantNot: []string{`"owner":"ACME Acme"`}},
		{name: "a role that no owner bounds needs none", as: "admin", call: post(path, start(readers, acme)), wantHTTP: 200},
		{name: "and shows all", as: "admin", call: post("/api/data/item/query", `{}`), wantHTTP: 200, want: []string{`"G1"`}},
		{name: "but no orders", as: "admin", call: post("/api/data/order/query", `{}`), wantHTTP: 200, wantStatus: 423},
		{name: "others look as themselves", as: "old", call: post("/api/data/order/query", `{}`), wantHTTP: 200},
		{name: "until it ends, too", as: "admin", call: post("/api/preview/end", ``), wantHTTP: 200},
		{name: "the role tells who looked", as: "admin", call: post("/api/data/role/history", fmt.Sprintf(`{"id":%d}`, customers)), wantHTTP: 200, want: []string{`"action":"preview"`, `"action":"preview_end"`}},
	})
}
