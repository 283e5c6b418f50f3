package httpapi_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/live"
)

// listen opens a stream on a server, which may be another one on the same database.
func (p people) listen(t *testing.T, server *httptest.Server, account string) *bufio.Scanner {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("accessToken", p.sessions[account].AccessToken)
	request.Header.Set("guid", apptest.Guid)
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	lines := bufio.NewScanner(response.Body)
	expect(t, lines, "event: release")
	return lines
}

func (p people) admin(t *testing.T, path, body string) apptest.Answer {
	t.Helper()
	a := p.Do(t, apptest.Call{Path: path, Body: body, As: p.sessions["admin"]})
	if !a.Result {
		t.Fatalf("%s %s: %s", path, body, a.Text)
	}
	return a
}

// TestDisabledStaysOut disables an account and enables it again: nothing that let it
// in before does.
func TestDisabledStaysOut(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		reader := p.idOf(t, "user", "account", "reader")
		key := p.keyOf(t, reader)
		me := apptest.Call{Path: "/api/auth/me", As: p.sessions["reader"]}
		p.wants(t, "session", me, 200)
		if _, err := p.Auth.KeySession(t.Context(), key, "192.0.2.1", true); err != nil {
			t.Errorf("key: %v", err)
		}
		for _, enabled := range []bool{false, true} {
			p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"enabled":%t}`, reader, enabled))
			p.wants(t, fmt.Sprintf("session, enabled %t", enabled), me, 401)
			if _, err := p.Auth.KeySession(t.Context(), key, "192.0.2.1", true); fault.CodeOf(err) != fault.Unauthenticated {
				t.Errorf("key, enabled %t: %v", enabled, err)
			}
		}
		p.wantsKeys(t, 0)
		p.Login(t, "user", "reader")
	})
}

// TestForceLogoutAsksAboutKeys ends sessions with the keys, which is what the dialog
// begins with, and without.
func TestForceLogoutAsksAboutKeys(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		reader := p.idOf(t, "user", "account", "reader")
		p.keyOf(t, reader)
		for _, tt := range []struct {
			params string
			left   int
		}{{`{"keys":false}`, 1}, {`{}`, 0}} {
			p.admin(t, "/api/data/user/act", fmt.Sprintf(`{"name":"force_logout","id":%d,"params":%s}`, reader, tt.params))
			p.wants(t, "session", apptest.Call{Path: "/api/auth/me", As: p.sessions["reader"]}, 401)
			p.wantsKeys(t, tt.left)
		}
	})
}

func (p people) wants(t *testing.T, what string, c apptest.Call, status int) {
	t.Helper()
	if a := p.Do(t, c); a.Status != status {
		t.Errorf("%s: HTTP %d, want %d: %s", what, a.Status, status, a.Text)
	}
}

func (p people) wantsKeys(t *testing.T, want int) {
	t.Helper()
	keys, err := p.Keys(t.Context())
	if err != nil || len(keys) != want {
		t.Errorf("%d keys, want %d (err: %v)", len(keys), want, err)
	}
}

// keyOf makes a key of a user and gives it as it is shown.
func (p people) keyOf(t *testing.T, user int64) string {
	t.Helper()
	until := time.Now().AddDate(0, 1, 0).UTC().Format(time.RFC3339)
	id, secret := p.newKey(t, "/api/key/create", fmt.Sprintf(`{"user_id":%d,"name":"shop","expires_at":%q}`, user, until))
	return id + "." + secret
}

// TestKeysAreNoPersons has a key try what only its person may change.
func TestKeysAreNoPersons(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		key := p.keyOf(t, p.idOf(t, "user", "account", "reader"))
		server := httptest.NewTLSServer(p.Handler())
		defer server.Close()
		ask := func(path, body string) int {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("apiKey", key)
			request.Header.Set("Content-Type", "application/json")
			response, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			return response.StatusCode
		}
		if got := ask("/api/data/item/query", `{}`); got != http.StatusOK {
			t.Errorf("the key reads: HTTP %d", got)
		}
		for path, body := range map[string]string{
			"/api/account/save": `{"mobile":"1"}`, "/api/account/end": `{"id":1}`, "/api/account/get": `{}`, "/api/auth/changePassword": `{}`,
			"/api/auth/place": `{}`, "/api/preview/end": `{}`, "/api/home/save": `{}`, "/api/data/user/save": `{"id":1,"enabled":false}`,
		} {
			if got := ask(path, body); got != http.StatusForbidden {
				t.Errorf("%s: HTTP %d, want 403", path, got)
			}
		}
		id, _, _ := strings.Cut(key, ".")
		runAll(t, p, []scenario{{
			name: "the log tells what it called", as: "admin", call: post("/api/log/list", `{"kind":"call","search":"/api/data/item"}`),
			wantHTTP: 200, want: []string{fmt.Sprintf(`"account":%q`, id), `"door":"/api/data/item/query"`, `"ok":true`},
		}})
	})
}

// TestStreamsFollow opens streams, on the server where things change and on another
// one, and takes away what they rest on: the stream ends, or is silent, from the very
// next event on.
func TestStreamsFollow(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go p.Run(ctx)
		here := httptest.NewServer(p.Handler())
		defer here.Close()
		defer p.Live.Close()
		p.streamsFollow(t, here)
	})
	t.Run("another server", func(t *testing.T) {
		dsn := enginetest.Postgres(t)
		p := people{apptest.Start(t, dsn), map[string]*apptest.Session{}}
		for account, userType := range map[string]string{"admin": "user", "reader": "user"} {
			p.sessions[account] = p.Login(t, userType, account)
		}
		second := apptest.StartProduct(t, dsn, apptest.Product(t))
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go p.Run(ctx)
		go second.Run(ctx)
		there := httptest.NewServer(second.Handler())
		defer there.Close()
		defer second.Live.Close()
		lines := p.listen(t, there, "admin")
		heard := make(chan struct{})
		go func() {
			expect(t, lines, `data: {"table":"customer"}`)
			close(heard)
		}()
		for i := 0; ; i++ { // until the servers hear each other
			p.admin(t, "/api/data/customer/save", fmt.Sprintf(`{"code":"H%d","name":"H"}`, i))
			select {
			case <-heard:
			default:
				continue
			}
			break
		}
		p.streamsFollow(t, there)
	})
}

func (p people) streamsFollow(t *testing.T, at *httptest.Server) {
	t.Helper()
	save := func(code string) {
		p.admin(t, "/api/data/item/save", fmt.Sprintf(`{"code":%q,"customer_id":{"code":"ACME"}}`, code))
	}
	admin, reader := p.listen(t, at, "admin"), p.listen(t, at, "reader")
	save("F1")
	expect(t, reader, `data: {"table":"item"}`)

	id := p.idOf(t, "user", "account", "reader")
	var user struct {
		Roles []struct {
			ID int64 `json:"id"`
		} `json:"roles"`
	}
	p.admin(t, "/api/data/user/get", fmt.Sprintf(`{"id":%d}`, id)).Into(t, &user)
	for _, role := range user.Roles {
		p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"roles":[{"id":%d,"_delete":true}]}`, id, role.ID))
	}
	save("F2")
	expect(t, admin, `data: {"table":"item"}`)
	p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"enabled":false}`, id))
	for reader.Scan() { // the stream ends, and was silent before
		if reader.Text() == `data: {"table":"item"}` {
			t.Error("told of a table that he may no longer read")
		}
	}
}

// TestResetTokensAreIssued has an administrator issue a token, which is shown once and
// stands in no row.
func TestResetTokensAreIssued(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		issue := apptest.Call{
			Path: "/api/data/user/act", As: p.sessions["admin"], Key: "issue",
			Body: fmt.Sprintf(`{"name":"issue_reset","ids":[%d]}`, p.idOf(t, "user", "account", "reader")),
		}
		p.wants(t, "who may not", apptest.Call{Path: issue.Path, Body: issue.Body, As: p.sessions["acme"]}, 200)
		var answer struct {
			Told []struct{ Text string } `json:"told"`
		}
		p.Do(t, issue).Into(t, &answer)
		if len(answer.Told) != 1 {
			t.Fatalf("told %v", answer.Told)
		}
		token := answer.Told[0].Text[strings.LastIndexAny(answer.Told[0].Text, " ：:")+1:]
		token = token[max(0, len(token)-32):]
		if again := p.Do(t, issue); again.StatusCode != 409 || strings.Contains(again.Text, token) {
			t.Errorf("asked again: %s", again.Text)
		}
		reset := apptest.Call{Path: "/api/auth/resetPwd", Body: fmt.Sprintf(`{"token":%q,"password":"a wholly new one"}`, token)}
		for _, want := range []int{200, 422} {
			if a := p.Do(t, reset); a.StatusCode != want {
				t.Errorf("reset: %s, want %d", a.Text, want)
			}
		}
		if a := p.Do(t, apptest.Call{Path: "/api/auth/login", Body: `{"account":"reader","password":"a wholly new one"}`}); !a.Result {
			t.Errorf("login: %s", a.Text)
		}
	})
}

// TestMetricsAskWhoAsks wants loopback or a key; a proxy on this machine, named or not,
// asks for somebody else, whoever that is said to be.
func TestMetricsAskWhoAsks(t *testing.T) {
	t.Parallel()

	p := people{apptest.Start(t, enginetest.SQLite(t)), nil}
	_, here, err := net.ParseCIDR("127.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	p.API.Proxies = []*net.IPNet{here}
	ask := func(from, header, value string) int {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
		request.RemoteAddr = from
		request.Header.Set(header, value)
		recorder := httptest.NewRecorder()
		p.Handler().ServeHTTP(recorder, request)
		if shown := strings.Contains(recorder.Body.String(), "go_goroutines"); shown != (recorder.Code == http.StatusOK) {
			t.Errorf("from %s, %s: %s: figures shown %t", from, header, value, shown)
		}
		return recorder.Code
	}
	for from, want := range map[string]int{"127.0.0.1:5": 200, "[::1]:5": 200, "192.0.2.1:5": 401} {
		if got := ask(from, "Accept", "text/plain"); got != want {
			t.Errorf("from %s: HTTP %d, want %d", from, got, want)
		}
		for _, header := range []string{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"} {
			for _, value := range []string{"127.0.0.1", "192.0.2.7", "for=127.0.0.1"} {
				if got := ask(from, header, value); got != 401 {
					t.Errorf("from %s, %s: %s: HTTP %d, want 401", from, header, value, got)
				}
			}
		}
	}
}

// followed is a person whose stream is told of items, by his role or by a grant of his
// own.
type followed struct {
	account         string
	user, role, own int64
}

func (p people) followed(t *testing.T, account, userType string, byRole bool) followed {
	t.Helper()
	f, menus := followed{account: account}, []any{}
	if byRole {
		menus = append(menus, map[string]any{"menu_id": map[string]int{"user": 22, "customer": 92}[userType]})
	}
	f.role = p.save(t, "role", map[string]any{"code": account, "name": account, "user_type": userType, "menus": menus})
	user := map[string]any{"account": account, "true_name": account, "user_type": userType, "roles": []any{map[string]any{"role_id": f.role}}}
	if userType == "customer" {
		user["customer_id"] = map[string]any{"code": "ACME"}
	}
	f.user = p.save(t, "user", user)
	if !byRole {
		f.own = p.save(t, "user_menu", map[string]any{"user_id": f.user, "menu_id": 22})
	}
	p.mustDo(t, "/api/data/user/act", map[string]any{"name": "reset_password", "id": f.user, "params": map[string]any{"password": apptest.Password}})
	p.sessions[account] = p.Login(t, userType, account)
	return f
}

// TestStreamsTellNoMoreThanTheirRights has persons' streams tell of items, takes away
// what that rests on, of each in another way, and wants the stream to be silent.
func TestStreamsTellNoMoreThanTheirRights(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		at := httptest.NewServer(p.Handler())
		defer at.Close()
		defer p.Live.Close()
		do := func(path, body string, args ...any) { p.admin(t, "/api/data/"+path, fmt.Sprintf(body, args...)) }
		codes := 0
		save := func() {
			codes++
			do("item/save", `{"code":"S%d","customer_id":{"code":"ACME"}}`, codes)
		}
		reader := p.idOf(t, "user", "account", "reader")
		for account, take := range map[string]func(f followed){
			"role_disabled": func(f followed) { do("role/save", `{"id":%d,"enabled":false}`, f.role) },
			"role_shrunk": func(f followed) {
				var role struct{ Menus []struct{ ID int64 } }
				p.admin(t, "/api/data/role/get", fmt.Sprintf(`{"id":%d}`, f.role)).Into(t, &role)
				do("role_menu/delete", `{"ids":[%d]}`, role.Menus[0].ID)
			},
			"rule_broken": func(f followed) {
				do("role_rule/save", `{"role_id":%d,"table_key":"item","rows":"row.code == 'S1'"}`, f.role)
				p.alter(t, `update role_rule set "rows" = 'row.gone == 1' where role_id = ?`, f.role)
				do("role/save", `{"id":%d,"name":"Renamed"}`, f.role)
			},
			"menu_withdrawn": func(f followed) { do("user_menu/save", `{"user_id":%d,"menu_id":22,"withdrawn":true}`, f.user) },
			"own_grant_gone": func(f followed) { do("user_menu/delete", `{"ids":[%d]}`, f.own) },
			"owner_gone": func(f followed) {
				p.alter(t, `update "user" set customer_id = null where id = ?`, f.user)
				do("user/save", `{"id":%d,"true_name":"Renamed"}`, reader) // any change has all look again
			},
		} {
			userType := "user"
			if account == "owner_gone" {
				userType = "customer"
			}
			f := p.followed(t, account, userType, account != "own_grant_gone")
			stream := p.listen(t, at, account)
			save()
			expect(t, stream, `data: {"table":"item"}`)
			take(f)
			save()
			p.Live.Publish(live.Event{Name: live.Notice, Key: "behind it", UserID: f.user, Data: "behind it"})
			for stream.Scan() && stream.Text() != `data: "behind it"` {
				if stream.Text() == `data: {"table":"item"}` {
					t.Errorf("%s: the stream tells of items", account)
				}
			}
			if err := stream.Err(); err != nil {
				t.Errorf("%s: %v", account, err)
			}
		}
	})
}

// TestStreamsFollowTheOwner moves a person to another owner: his stream stays, and what
// he reads on its next event is the new owner's alone.
func TestStreamsFollowTheOwner(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		at := httptest.NewServer(p.Handler())
		defer at.Close()
		defer p.Live.Close()
		stream := p.listen(t, at, "acme")
		reads := func(own, other string) {
			t.Helper()
			p.admin(t, "/api/data/item/save", fmt.Sprintf(`{"code":"T%s","customer_id":{"code":"GLOBEX"}}`, own))
			expect(t, stream, `data: {"table":"item"}`)
			page := p.items(t, "acme", "en")
			if !strings.Contains(page.Text, `"`+own+`"`) || strings.Contains(page.Text, `"`+other+`"`) {
				t.Errorf("he reads %s, want %s and not %s", page.Text, own, other)
			}
		}
		reads("A1", "G1")
		p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"customer_id":{"code":"GLOBEX"}}`, p.idOf(t, "user", "account", "acme")))
		reads("G1", "A1")
	})
}

// TestLinksEndWithTheirSession has a link to a file given away, and takes away what it
// rests on: the link opens nothing any more, though its minute is not over.
func TestLinksEndWithTheirSession(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		reader := p.idOf(t, "user", "account", "reader")
		body, contentType := form(t, "a.pdf", "%PDF-1.7 content")
		for name, end := range map[string]func(){
			"logout":   func() { p.mustDoAs(t, "reader", "/api/auth/logout", `{}`) },
			"forced":   func() { p.admin(t, "/api/data/user/act", fmt.Sprintf(`{"name":"force_logout","id":%d}`, reader)) },
			"disabled": func() { p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"enabled":false}`, reader)) },
		} {
			p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"enabled":true}`, reader))
			p.sessions["reader"] = p.Login(t, "user", "reader")
			var file struct{ Key string }
			p.Do(t, apptest.Call{Path: "/api/files/upload", Body: body, As: p.sessions["reader"], Headers: map[string]string{"Content-Type": contentType}}).Into(t, &file)
			var link struct{ URL string }
			p.mustDoAs(t, "reader", "/api/files/"+file.Key+"/link", `{}`).Into(t, &link)
			byLink := apptest.Call{Method: http.MethodGet, Path: link.URL}
			p.wants(t, name+", before", byLink, 200)
			end()
			p.wants(t, name+", by the link", byLink, 401)
		}
	})
}

// TestLinksOfKeysEndWithThem has a key ask for a link and revokes it.
func TestLinksOfKeysEndWithThem(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		key := p.keyOf(t, p.idOf(t, "user", "account", "reader"))
		id, _, _ := strings.Cut(key, ".")
		session, err := p.Auth.KeySession(t.Context(), key, "192.0.2.1", true)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := p.Auth.SessionNamed(t.Context(), session.Name(), "192.0.2.1"); err != nil || again.Actor.UserID != session.Actor.UserID {
			t.Errorf("while the key is good: %v", err)
		}
		p.admin(t, "/api/key/revoke", fmt.Sprintf(`{"id":%q}`, id))
		for _, name := range []string{session.Name(), "0", "", "key-", "x"} {
			if _, err := p.Auth.SessionNamed(t.Context(), name, "192.0.2.1"); fault.CodeOf(err) != fault.Unauthenticated {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}

func (p people) mustDoAs(t *testing.T, account, path, body string) apptest.Answer {
	t.Helper()
	a := p.Do(t, apptest.Call{Path: path, Body: body, As: p.sessions[account]})
	if !a.Result {
		t.Fatalf("%s %s as %s: %s", path, body, account, a.Text)
	}
	return a
}
