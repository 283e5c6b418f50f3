package httpapi_test

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/store"
)

// guard is one that holds a breach off, and the same attempt where what it rests on is
// taken out: in the database, or by a bound that lets all pass.
type guard struct {
	name    string
	begin   func(t *testing.T, p people) (breached func() bool)
	takeOut func(t *testing.T, p people)
}

// TestEachGuardHoldsAndItsAbsenceIsSeen attempts each breach twice: with the guard it
// fails, and without it the same attempt succeeds, so that the test can fail.
func TestEachGuardHoldsAndItsAbsenceIsSeen(t *testing.T) {
	forget := func(t *testing.T, p people) { p.alter(t, "delete from auth_call") }
	guards := []guard{
		{"a refused call sent again", refusedAgain, forget},
		{"an anagram of a signature", anagram, forget},
		{"version 1 after version 2", fallBack, func(t *testing.T, p people) { p.alter(t, "update auth_session set signed2 = 0") }},
		{"a session after its account was disabled", revived, nil},
		{"files that nothing holds", fillDisk, func(_ *testing.T, p people) { p.API.Limits.Unheld = 1 << 30 }},
		{"a role with a rule that cannot be followed", brokenRule, nil},
		{"a long body of nobody", longBody, nil},
	}
	each(t, func(t *testing.T, p people) {
		for _, g := range guards {
			breached := g.begin(t, p)
			if breached() {
				t.Errorf("%s: the guard does not hold", g.name)
			}
			if g.takeOut == nil {
				continue // the attempt itself shows its control
			}
			g.takeOut(t, p)
			if !breached() {
				t.Errorf("%s: without the guard the breach is not seen", g.name)
			}
		}
	})
}

func refusedAgain(t *testing.T, p people) func() bool {
	call := post("/api/data/customer/save", `{"code":"AGAIN"}`) // lacks its name
	call.As, call.Nonce = p.sessions["admin"], auth.NewID()+auth.NewID()
	if first := p.Do(t, call); first.StatusCode != 422 {
		t.Errorf("first: %s", first.Text)
	}
	return func() bool { return p.Do(t, call).Status != 406 }
}

// anagram sends one call of version 1 twice, the second time with the characters of
// its nonce in another order, which leaves the signature as it is.
func anagram(t *testing.T, p people) func() bool {
	session, body := p.sessions["old"], `{"code":"ANA","name":"Ana"}`
	token, _, err := p.Auth.SignToken(apptest.Guid)
	if err != nil {
		t.Fatal(err)
	}
	nonce := auth.NewID() + auth.NewID()
	signed := auth.Signed{
		Method: "POST", Path: "/api/data/customer/save", Timestamp: strconv.FormatInt(time.Now().UnixMilli(), 10), Nonce: nonce,
		Guid: apptest.Guid, UserType: session.UserType, AccessToken: session.AccessToken, Body: []byte(body),
	}
	headers := map[string]string{"timestamp": signed.Timestamp, "nonce": nonce, "signature": signed.Sign1(token, auth.ByCodePoint, signed.Body)}
	send := func(nonce, body string) apptest.Answer {
		changed := maps.Clone(headers)
		changed["nonce"] = nonce
		return p.Do(t, apptest.Call{Path: signed.Path, Body: body, As: session, Sign: -1, Headers: changed})
	}
	if first := send(nonce, body); !first.Result {
		t.Errorf("first: %s", first.Text)
	}
	other := strings.Replace(body, "ANA", "NAA", 1) // another customer of the same characters
	return func() bool { return send(nonce[1:]+nonce[:1], other).Result }
}

func fallBack(t *testing.T, p people) func() bool {
	call := post("/api/data/item/query", `{}`)
	call.As = p.sessions["admin"]
	if first := p.Do(t, call); !first.Result {
		t.Errorf("version 2: %s", first.Text)
	}
	call.Sign = 1
	return func() bool { return p.Do(t, call).Result }
}

// revived disables an account and enables it again; as a control first past the guard,
// by plain SQL.
func revived(t *testing.T, p people) func() bool {
	me := apptest.Call{Path: "/api/auth/me", As: p.Login(t, "user", "reader")}
	for _, enabled := range []bool{false, true} {
		p.alter(t, `update "user" set enabled = ? where account = 'reader'`, enabled)
		p.counted(t)
	}
	if p.Do(t, me).Status != 200 {
		t.Error("a session is gone without the guard: the test proves nothing")
	}
	return func() bool {
		for _, enabled := range []bool{false, true} {
			p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"enabled":%t}`, p.idOf(t, "user", "account", "reader"), enabled))
		}
		return p.Do(t, me).Status != 401
	}
}

// counted tells that what decides about rights has changed.
func (p people) counted(t *testing.T) {
	t.Helper()
	if err := p.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error { return p.Access.Changed(ctx, tx) }); err != nil {
		t.Fatal(err)
	}
}

func fillDisk(t *testing.T, p people) func() bool {
	p.API.Limits.Unheld = 100 << 10
	return func() bool { return p.upload(t, "acme", 101, "en").Result }
}

// brokenRule keeps a rule that shuts a role out, past the guard by plain SQL, and then
// tries to by the door.
func brokenRule(t *testing.T, p people) func() bool {
	role := p.save(t, "role", map[string]any{
		"code": "RULED", "name": "Ruled", "user_type": "user", "menus": []any{map[string]any{"menu_id": 22}},
		"rules": []any{map[string]any{"table_key": "item", "rows": "row.code != ''"}},
	})
	p.save(t, "user", map[string]any{"account": "ruled", "true_name": "R", "user_type": "user", "roles": []any{map[string]any{"role_id": role}}})
	p.mustDo(t, "/api/data/user/act", map[string]any{"name": "reset_password", "id": p.idOf(t, "user", "account", "ruled"), "params": map[string]any{"password": apptest.Password}})
	ruled := apptest.Call{Path: "/api/data/item/query", Body: `{}`, As: p.Login(t, "user", "ruled")}
	shutOut := func() bool { return strings.Contains(p.Do(t, ruled).Text, `"rows":[]`) }
	p.alter(t, `update role_rule set "rows" = 'row.gone == 1' where role_id = ?`, role)
	if p.counted(t); !shutOut() {
		t.Error("a broken rule does no harm: the test proves nothing")
	}
	p.alter(t, `update role_rule set "rows" = 'row.code != ''''' where role_id = ?`, role)
	p.counted(t)
	return func() bool {
		p.Do(t, apptest.Call{
			Path: "/api/data/role_rule/save", As: p.sessions["admin"],
			Body: fmt.Sprintf(`{"id":%d,"rows":"row.gone == 1"}`, p.idOf(t, "role_rule", "rows", "row.code != ''")),
		})
		return shutOut()
	}
}

// longBody sends what only somebody who signed in may send: his own as the control.
func longBody(t *testing.T, p people) func() bool {
	call := post("/api/auth/login", `{"account":"`+strings.Repeat("x", 64<<10)+`"}`)
	call.As = p.sessions["admin"]
	if p.Do(t, call).Status == 413 {
		t.Error("the body is too long for everybody: the test proves nothing")
	}
	call.As = nil
	return func() bool { return p.Do(t, call).Status != 413 }
}
