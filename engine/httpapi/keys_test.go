package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// newKey asks for a key and gives its id and secret.
func (p people) newKey(t *testing.T, path, body string) (id, secret string) {
	t.Helper()
	answer := p.Do(t, apptest.Call{Path: path, Body: body, As: p.sessions["admin"]})
	var made struct{ ID, Secret string }
	if !answer.Result {
		t.Fatalf("%s: %s", path, answer.Text)
	}
	answer.Into(t, &made)
	if made.ID == "" || len(made.Secret) != 64 {
		t.Fatalf("%s answers %s", path, answer.Text)
	}
	return made.ID, made.Secret
}

func TestKeysAreManaged(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		reader, admin := p.idOf(t, "user", "account", "reader"), p.idOf(t, "user", "account", "admin")
		until := time.Now().AddDate(0, 1, 0).UTC().Format(time.RFC3339)
		ask := fmt.Sprintf(`{"user_id":%d,"name":"shop","addresses":["10.0.0.0/8"],"expires_at":%q}`, reader, until)
		id, secret := p.newKey(t, "/api/key/create", ask)
		second, _ := p.newKey(t, "/api/key/rotate", fmt.Sprintf(`{"id":%q,"expires_at":%q}`, id, until))
		runAll(t, p, []scenario{
			{name: "list", as: "admin", call: post("/api/key/list", `{}`), wantHTTP: 200, want: []string{id, second, `"account":"reader"`, "10.0.0.0/8"}, wantNot: []string{secret}},
			{name: "a third of the name", as: "admin", call: post("/api/key/rotate", fmt.Sprintf(`{"id":%q,"expires_at":%q}`, id, until)), wantHTTP: 200, wantStatus: 409},
			{name: "without the right", as: "reader", call: post("/api/key/list", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "bounded by an owner", as: "acme", call: post("/api/key/list", `{}`), wantHTTP: 403},
			{name: "nobody's", as: "admin", call: post("/api/key/create", fmt.Sprintf(`{"user_id":1,"name":"x","expires_at":%q}`, until)), wantHTTP: 404},
			{name: "past", as: "admin", call: post("/api/key/create", fmt.Sprintf(`{"user_id":%d,"name":"x","expires_at":"2020-01-01T00:00:00Z"}`, reader)), wantHTTP: 200, wantStatus: 422},
			{name: "no address", as: "admin", call: post("/api/key/create", fmt.Sprintf(`{"user_id":%d,"name":"x","expires_at":%q,"addresses":["here"]}`, reader, until)), wantHTTP: 200, wantStatus: 422, want: []string{"addresses[0]"}},
			{name: "revoke", as: "admin", call: post("/api/key/revoke", fmt.Sprintf(`{"id":%q}`, id)), wantHTTP: 200},
			{name: "revoke again", as: "admin", call: post("/api/key/revoke", fmt.Sprintf(`{"id":%q}`, id)), wantHTTP: 404},
		})
		p.clerk(t)
		runAll(t, p, []scenario{
			{name: "of a stronger one", as: "clerk", call: post("/api/key/create", fmt.Sprintf(`{"user_id":%d,"name":"x","expires_at":%q}`, admin, until)), wantHTTP: 200, wantStatus: 423},
		})
	})
}

// clerk makes an account that may manage keys and nothing else.
func (p people) clerk(t *testing.T) {
	t.Helper()
	role := p.save(t, "role", map[string]any{"code": "clerk", "name": "C", "user_type": "user", "menus": []any{map[string]any{"menu_id": 14}}})
	user := p.save(t, "user", map[string]any{"account": "clerk", "true_name": "C", "user_type": "user", "roles": []any{map[string]any{"role_id": role}}})
	p.mustDo(t, "/api/data/user/act", map[string]any{"name": "reset_password", "id": user, "params": map[string]any{"password": apptest.Password}})
	p.sessions["clerk"] = p.Login(t, "user", "clerk")
}

// TestASecretIsShownOnce: what is kept for a repeated call does not hold it.
func TestASecretIsShownOnce(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		until := time.Now().AddDate(0, 1, 0).UTC().Format(time.RFC3339)
		call := apptest.Call{
			Path: "/api/key/create", As: p.sessions["admin"], Key: "once",
			Body: fmt.Sprintf(`{"user_id":%d,"name":"shop","expires_at":%q}`, p.idOf(t, "user", "account", "reader"), until),
		}
		first, again := p.Do(t, call), p.Do(t, call)
		var a, b struct{ ID, Secret string }
		first.Into(t, &a)
		again.Into(t, &b)
		if a.ID != b.ID || a.Secret == "" || b.Secret != "" {
			t.Errorf("first %s, again %s", first.Text, again.Text)
		}
	})
}

func TestTheBinAndTheJobsAreOnesOwn(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		item := p.save(t, "customer", map[string]any{"code": "GONE", "name": "Gone"})
		p.mustDo(t, "/api/data/customer/delete", map[string]any{"ids": []int64{item}})
		p.mustDo(t, "/api/data/customer/export", map[string]any{"format": "csv"})
		runAll(t, p, []scenario{
			{name: "bin", as: "admin", call: post("/api/bin/list", `{"table":"customer"}`), wantHTTP: 200, want: []string{fmt.Sprintf(`"id":%d`, item), "GONE", `"title"`}},
			{name: "bin of another", as: "reader", call: post("/api/bin/list", `{}`), wantHTTP: 200, wantNot: []string{"GONE"}},
			{name: "jobs", as: "admin", call: post("/api/job/list", `{}`), wantHTTP: 200, want: []string{"exchange.export", `"table":"customer"`}},
			{name: "jobs of another", as: "reader", call: post("/api/job/list", `{}`), wantHTTP: 200, wantNot: []string{"exchange.export"}},
		})
		answer := p.Do(t, apptest.Call{Path: "/api/data/customer/restore", Body: fmt.Sprintf(`{"ids":[%d]}`, item), As: p.sessions["admin"]})
		if !answer.Result || strings.Contains(p.Do(t, apptest.Call{Path: "/api/bin/list", Body: `{}`, As: p.sessions["admin"]}).Text, "GONE") {
			t.Errorf("restore: %s", answer.Text)
		}
	})
}

// TestKeysAreNamedAndBounded says what a key must be, of others and of one's own.
func TestKeysAreNamedAndBounded(t *testing.T) {
	p := atHome(t)
	reader := p.idOf(t, "user", "account", "reader")
	until := func(years int) string { return p.Clock.Now().AddDate(years, 0, 0).UTC().Format("2006-01-02T15:04:05Z") }
	create := func(name, addresses, expires string) apptest.Call {
		return post("/api/key/create", fmt.Sprintf(`{"user_id":%d,"name":%q,"addresses":%s,"expires_at":%q}`, reader, name, addresses, expires))
	}
	refused := func(name string, call apptest.Call, path, code string) scenario {
		return scenario{name: name, as: "admin", call: call, wantHTTP: 200, wantStatus: 422, want: []string{`{"path":"` + path, `"code":"` + code + `"`}}
	}
	runAll(t, p, []scenario{
		refused("without a name", create("", `[]`, until(1)), "name", "required"),
		refused("with too long a name", create(strings.Repeat("键", 101), `[]`, until(1)), "name", "value"),
		{name: "with a long name", as: "admin", call: create(strings.Repeat("键", 100), `["10.1.0.0/16","192.0.2.7"]`, until(1)), wantHTTP: 200},
		{name: "listed", as: "admin", call: post("/api/key/list", ``), wantHTTP: 200, want: []string{`"addresses":["10.1.0.0/16","192.0.2.7/32"]`, `"account":"reader"`, `"usedAt":null`, `"ownerId":null`, `"expired":false`}, wantNot: []string{"secret"}},
		{name: "one's own are none", as: "acme", call: post("/api/own_key/list", ``), wantHTTP: 200, want: []string{`"rows":[]`}},
		{name: "one's own", as: "acme", call: post("/api/own_key/create", fmt.Sprintf(`{"user_id":%d,"name":"shop","expires_at":%q}`, reader, until(1))), wantHTTP: 200},
		{name: "acts as oneself, whoever was said", as: "acme", call: post("/api/own_key/list", ``), wantHTTP: 200, want: []string{`"account":"acme"`}, wantNot: []string{"reader"}},
	})
	keys, err := p.Keys(t.Context())
	if err != nil || len(keys) != 2 {
		t.Fatalf("keys: %v (%v)", keys, err)
	}
	for _, k := range keys {
		others := scenario{name: "ended by its owner", as: "acme", call: post("/api/own_key/revoke", fmt.Sprintf(`{"id":%q}`, k.ID)), wantHTTP: 200}
		if k.UserID == reader {
			others.name, others.wantHTTP = "ended by another", http.StatusNotFound
		}
		others.run(t, p)
	}
}
