package road

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// registers sends the form of the page for strangers.
func (f *floor) registers(address string, more map[string]string) *httptest.ResponseRecorder {
	f.Helper()
	said := url.Values{"_block": {"register"}, "company": {"Nova"}, "contact": {"Nadia"}, "email": {"nadia@nova.example"}, "terms": {"true"}}
	for key, value := range more {
		said.Set(key, value)
	}
	r := httptest.NewRequestWithContext(f.Context(), http.MethodPost, "/reg?lang=en", strings.NewReader(said.Encode()))
	r.RemoteAddr = address + ":1"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	f.Server.Handler().ServeHTTP(answer, r)
	return answer
}

// code is the word of chance that an answer tells.
var code = regexp.MustCompile(`[0-9a-f]{32}`)

// enters has the person of an account set his password by a code, and sign in.
func (f *floor) enters(account, token string) *floor {
	f.Helper()
	f.Ask("auth/resetPwd", m{"token": token, "password": apptest.Password})
	return f.owner(account)
}

// TestAStrangerBecomesAnOwner: who registers gets one answer, whether his address is known
// or not; an approval makes the owner and his first account, which sees nobody's rows.
func TestAStrangerBecomesAnOwner(t *testing.T) {
	each(t, func(f *floor) {
		fresh := f.registers("198.51.100.1", nil)
		known := f.registers("198.51.100.2", map[string]string{"email": "acme@known.example"})
		if fresh.Code != http.StatusSeeOther || known.Code != fresh.Code || known.Header().Get("Location") != fresh.Header().Get("Location") {
			t.Errorf("a stranger is answered %d %q, and %d %q", fresh.Code, fresh.Header(), known.Code, known.Header())
		}
		for field, bad := range map[string]string{"terms": "", "email": "nobody", "company": ""} {
			if got := f.registers("198.51.100.3", map[string]string{field: bad}); got.Code == http.StatusSeeOther {
				t.Errorf("a registration with %s %q is taken", field, bad)
			}
		}
		if got := f.registers("198.51.100.4", map[string]string{"status": "approved", "consignor_code": "ACME"}); got.Code != http.StatusSeeOther {
			t.Errorf("further words: %d", got.Code)
		}
		forged := f.Find("registration", "email", "nadia@nova.example")
		if forged["status"] != "new" || forged["consignor_code"] != nil {
			t.Errorf("a stranger decides himself: %v", forged)
		}
		for range 6 {
			fresh = f.registers("198.51.100.9", nil)
		}
		if fresh.Code != http.StatusTooManyRequests {
			t.Errorf("the seventh registration of one address: %d", fresh.Code)
		}
		for _, who := range []*floor{f.owner("acme"), f.as("picker")} {
			who.Wont("data/registration/query", m{}, "right")
			who.Wont("data/registration/act", m{"name": "approve", "id": id(forged), "params": m{"code": "X"}}, "right")
		}
		f.Wont("data/registration/act", m{"name": "approve", "ids": []int64{id(forged)}, "params": m{"code": "ACME"}}, "")
		f.State("registration", id(forged), "new")
		answer := f.Ask("data/registration/act", m{"name": "approve", "ids": []int64{id(forged)}, "params": m{"code": "NOVA"}})
		f.State("registration", id(forged), "approved")
		owner := f.enters("nadia@nova.example", code.FindString(answer.Text))
		for _, table := range []string{"sale_order", "product", "quant", "inbound_plan", "asn", "bill"} {
			var page struct{ Rows []m }
			owner.Ask("data/"+table+"/query", m{"size": 50}).Into(f, &page)
			if len(page.Rows) != 0 {
				t.Errorf("a new owner sees %d rows of %s", len(page.Rows), table)
			}
		}
		owner.Ask("home/get", m{})
		owner.Wont("data/sale_order/save", asks("THEFT", m{}), "")
	})
}

// TestAProductIsApprovedBeforeItIsOrdered: an owner's product waits for the house, who
// tells him; until then no order takes it, by whatever door.
func TestAProductIsApprovedBeforeItIsOrdered(t *testing.T) {
	portal(t, func(house, f *floor) {
		var made m
		fresh := m{"sku": "NEW-1", "name": "New one", "base_unit": "pcs"}
		forged := maps.Clone(fresh)
		forged["review"] = "approved"
		f.Wont("data/product/save", forged, "review")
		f.Ask("data/product/save", fresh)
		made = house.Find("product", "sku", "NEW-1")
		if made["review"] != "pending" {
			t.Fatalf("an owner approves his own product: %v", made["review"])
		}
		order := m{"lines": []m{{"product_id": id(made), "qty": 1}}}
		f.Wont("data/sale_order/save", asks("EARLY", order), "product_id")
		house.Wont("data/sale_order/save", asks("EARLY", m{"consignor_id": m{"code": "ACME"}, "lines": order["lines"]}), "product_id")
		for _, action := range []string{"approve", "reject", "stop"} {
			f.Wont("data/product/act", m{"name": action, "id": id(made), "params": m{"reason": "x"}}, "right")
		}
		house.Act("product", id(made), "reject", m{"reason": "no picture"})
		f.Wont("data/sale_order/save", asks("EARLY", order), "product_id")
		told := f.Ask("notice/list", m{}).Text
		if !strings.Contains(told, "NEW-1") || !strings.Contains(told, "no picture") {
			t.Errorf("the owner is told %s", told)
		}
		f.Act("product", id(made), "resubmit", nil)
		house.Act("product", id(made), "approve", nil)
		f.Ask("data/sale_order/save", asks("NOW", order))
		if own := house.Find("product", "sku", "AC-1001"); own["review"] != "approved" {
			t.Errorf("a product of the house is %v", own["review"])
		}
	})
}

// colleague is a person of an owner as the list of them shows him.
type colleague struct {
	ID      int64
	Account string
	Self    bool
	Beyond  bool
	May     map[string]string
}

func (f *floor) people() (all []colleague, entries []m) {
	f.Helper()
	var list struct {
		Rows    []colleague
		Entries []m
	}
	f.Ask("people/list", m{}).Into(f, &list)
	return list.Rows, list.Entries
}

// hires makes a person of an owner who may do some things.
func (f *floor) hires(name string, may m) *floor {
	f.Helper()
	var made struct{ Account, Code string }
	f.Ask("people/save", m{"name": name, "true_name": name, "may": may}).Into(f, &made)
	return f.enters(made.Account, made.Code)
}

// TestAnOwnersPeopleHaveNoMoreThanHe: an owner makes people of his own with a part of his
// rights; neither they nor he reach beyond, nor to the people of others.
func TestAnOwnersPeopleHaveNoMoreThanHe(t *testing.T) {
	portal(t, func(house, f *floor) {
		clerk := f.hires("clerk", m{"9122": "look", "9147": "all", "1101": "all", "110101": "all"})
		clerk.Ask("data/sale_order/query", m{})
		for _, path := range []string{"data/sale_order/save", "data/product/aggregate", "data/quant/query", "data/bill/query"} {
			clerk.Wont(path, asks("CLERK", nil), "right")
		}
		all, entries := clerk.people()
		if len(entries) >= 20 || !slices.ContainsFunc(all, func(c colleague) bool { return c.Account == "acme" && c.Beyond }) {
			t.Errorf("the clerk lets others use %d entries, and reaches %v", len(entries), all)
		}
		boss := id(house.Find("user", "account", "acme"))
		self := id(house.Find("user", "account", "clerk@acme"))
		other := id(house.Find("user", "account", "globex"))
		admin := id(house.Find("user", "account", "admin"))
		everything := m{}
		for _, entry := range slices.Concat(entries, []m{{"id": 902103.0}, {"id": 9148.0}, {"id": 1400.0}}) {
			everything[fmt.Sprint(int64(entry["id"].(float64)))] = "all"
		}
		for _, who := range []int64{boss, self, other, admin, 1 << 50} {
			body := m{"id": who, "true_name": "taken", "may": everything, "enabled": true}
			for _, person := range []*floor{clerk, f} {
				if person == f && who == self {
					continue // his own clerk
				}
				person.Wont("people/save", body, "")
				person.Wont("people/code", m{"id": who}, "")
			}
		}
		helper := clerk.hires("helper", everything)
		for _, path := range []string{"data/bill/query", "data/product/aggregate", "own_key/list", "data/sale_order/save"} {
			helper.Wont(path, m{}, "right")
		}
		forged := m{"user_type": "user", "consignor_id": m{"code": "GLOBEX"}, "roles": []m{{"role_id": m{"code": "admin"}}}, "account": "admin"}
		for field, value := range forged {
			body := m{"name": "forged" + field[:2], "true_name": "x", "may": m{}, field: value}
			f.Try("people/save", body)
			got := house.Try("data/user/query", m{"filter": m{"field": "account", "op": "eq", "value": "forged" + field[:2] + "@acme"}})
			if strings.Contains(got.Text, "GLOBEX") || strings.Contains(got.Text, `"user_type":"user"`) {
				t.Errorf("%s is taken: %s", field, got.Text)
			}
		}
		for _, who := range []*floor{house, house.as("picker")} {
			who.Wont("people/list", m{}, "right")
			who.Wont("people/save", m{"name": "x", "true_name": "x", "may": m{}}, "right")
		}
		f.Ask("people/save", m{"id": self, "true_name": "Clerk", "may": m{"901108": "all"}, "enabled": true})
		clerk.Wont("data/sale_order/query", m{}, "right")
		f.Ask("people/save", m{"id": self, "true_name": "Clerk", "may": m{"901108": "all"}, "enabled": false})
		if clerk.Try("data/quant/query", m{}).Result {
			t.Error("a disabled clerk goes on")
		}
	})
}

// TestAnOwnersKeysActAsHe: a key that an owner makes sees his rows alone, makes no further
// keys, and those of others are no more there than those that are not.
func TestAnOwnersKeysActAsHe(t *testing.T) {
	portal(t, func(house, f *floor) {
		var made struct{ ID, Secret string }
		until := f.Server.Clock.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
		admin := id(house.Find("user", "account", "admin"))
		body := m{"name": "shop", "expires_at": until, "user_id": admin}
		f.Ask("own_key/create", body).Into(f, &made)
		var listed struct{ Rows []m }
		f.Ask("own_key/list", m{}).Into(f, &listed)
		if len(listed.Rows) != 1 || listed.Rows[0]["account"] != "acme" {
			t.Fatalf("the keys are %v", listed.Rows)
		}
		others := f.owner("globex")
		others.Ask("own_key/list", m{}).Into(f, &listed)
		if len(listed.Rows) != 0 {
			t.Errorf("another owner sees %v", listed.Rows)
		}
		absent, foreign := others.Try("own_key/revoke", m{"id": strings.Repeat("0", len(made.ID))}), others.Try("own_key/revoke", m{"id": made.ID})
		if foreign.Result || strings.ReplaceAll(foreign.Text, made.ID, "") != strings.ReplaceAll(absent.Text, strings.Repeat("0", len(made.ID)), "") {
			t.Errorf("a key of others answers %s, none %s", foreign.Text, absent.Text)
		}
		others.Wont("own_key/rotate", m{"id": made.ID, "expires_at": until}, "")
		keyed := func(path, body string) apptest.Answer {
			return f.Server.Do(f, apptest.Call{Path: "https://wms.example/api/" + path, Body: body, Headers: map[string]string{"apiKey": made.ID + "." + made.Secret}})
		}
		seen := keyed("data/sale_order/query", `{"size":50}`)
		if !seen.Result || !strings.Contains(seen.Text, "DEMO-SO-02") || strings.Contains(seen.Text, "DEMO-SO-01") {
			t.Errorf("the key sees %s", seen.Text)
		}
		for path, body := range map[string]string{"own_key/create": fmt.Sprintf(`{"name":"more","expires_at":%q}`, until), "people/save": `{"name":"k","true_name":"k","may":{}}`} {
			if got := keyed(path, body); got.Result {
				t.Errorf("a key is let do %s: %s", path, got.Text)
			}
		}
		f.Ask("own_key/revoke", m{"id": made.ID})
		for _, who := range []string{"key/list", "key/create", "key/revoke"} {
			f.Wont(who, maps.Clone(body), "")
		}
	})
}

// key is a key of another system.
type key struct{ ID, Secret string }

// makesAKey makes a key that acts as the caller.
func (f *floor) makesAKey() (made key) {
	f.Helper()
	until := f.Server.Clock.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
	f.Ask("own_key/create", m{"name": "shop", "expires_at": until}).Into(f, &made)
	return made
}

// opens reports whether the server still takes a key.
func (f *floor) opens(k key) bool {
	f.Helper()
	call := apptest.Call{Path: "https://wms.example/api/data/sale_order/query", Body: `{"size":1}`, Headers: map[string]string{"apiKey": k.ID + "." + k.Secret}}
	return f.Server.Do(f, call).Result
}

// TestADisabledOwnerIsOut: when an owner is disabled his people and their keys are out, and
// stay out when he is enabled again; who knows a password may sign in then.
func TestADisabledOwnerIsOut(t *testing.T) {
	portal(t, func(house, f *floor) {
		clerk := f.hires("clerk", m{"9122": "look"})
		mine := f.makesAKey()
		owner := id(house.Find("consignor", "code", "ACME"))
		house.Ask("data/consignor/save", m{"id": owner, "phone": "123"})
		if !f.opens(mine) {
			t.Fatal("a new key opens nothing")
		}
		login := m{"userType": "consignor", "account": "acme", "password": apptest.Password}
		for _, enabled := range []bool{false, true} {
			house.Ask("data/consignor/save", m{"id": owner, "enabled": enabled})
			if f.opens(mine) {
				t.Errorf("enabled %v: a key of his goes on", enabled)
			}
			for _, who := range []*floor{f, clerk} {
				if who.Try("data/sale_order/query", m{}).Result {
					t.Errorf("enabled %v: a person of his goes on", enabled)
				}
			}
			if got := house.Try("auth/login", login); got.Result != enabled {
				t.Errorf("enabled %v: a person of his signs in: %s", enabled, got.Text)
			}
		}
	})
}

// TestWhoMayHaveNoKeysHasNone: keys end with the right to have some, for neither he who
// lost it nor he who took it could see them.
func TestWhoMayHaveNoKeysHasNone(t *testing.T) {
	portal(t, func(house, f *floor) {
		clerk := f.hires("clerk", m{"9122": "look", "9148": "all"})
		his := clerk.makesAKey()
		self := id(house.Find("user", "account", "clerk@acme"))
		f.Ask("people/save", m{"id": self, "true_name": "Clerk", "may": m{"9122": "look", "9148": "all"}})
		if !f.opens(his) {
			t.Fatal("a key ends though its holder keeps the right to it")
		}
		f.Ask("people/save", m{"id": self, "true_name": "Clerk", "may": m{"9122": "look"}})
		if f.opens(his) {
			t.Error("a key outlives the right to have one")
		}
	})
}

// TestAnOwnerChoosesWhatHeHears: of what documents tell an owner about each of his persons
// chooses for himself; the house, which hears by roles, and strangers' topics are refused.
func TestAnOwnerChoosesWhatHeHears(t *testing.T) {
	portal(t, func(house, f *floor) {
		clerk := f.hires("clerk", m{"902105": "all"})
		var topics struct {
			Rows    []struct{ Topic, Title string }
			Letters bool
		}
		f.Ask("notice/topics", m{}).Into(f, &topics)
		if len(topics.Rows) < 5 || topics.Letters {
			t.Errorf("he may choose among %v", topics)
		}
		for _, row := range topics.Rows {
			if strings.HasPrefix(row.Title, "topic.") {
				t.Errorf("the topic %s has no title", row.Topic)
			}
		}
		f.Ask("notice/choose", m{"topic": "product", "bell": false, "mail": true})
		f.Wont("notice/choose", m{"topic": "everything", "bell": false, "mail": false}, "topic")
		house.Wont("notice/choose", m{"topic": "product", "bell": false, "mail": false}, "topic")
		f.Ask("data/product/save", m{"sku": "NEW-2", "name": "New two", "base_unit": "pcs"})
		house.Act("product", id(house.Find("product", "sku", "NEW-2")), "approve", nil)
		for who, hears := range map[*floor]bool{f: false, clerk: true, f.owner("globex"): false} {
			if told := who.Ask("notice/list", m{}).Text; strings.Contains(told, "NEW-2") != hears {
				t.Errorf("hears: %v, and is told %s", hears, told)
			}
		}
	})
}

// TestAnOwnerKeepsHisCompany: he sees his own company and changes how it is reached, not
// its name, nor anything of another.
func TestAnOwnerKeepsHisCompany(t *testing.T) {
	portal(t, func(house, f *floor) {
		own, other := house.Find("consignor", "code", "ACME"), house.Find("consignor", "code", "GLOBEX")
		var page struct{ Rows []m }
		f.Ask("data/consignor/query", m{}).Into(f, &page)
		if len(page.Rows) != 1 || page.Rows[0]["code"] != "ACME" || page.Rows[0]["client_id"] != nil {
			t.Errorf("he sees %v", page.Rows)
		}
		f.Ask("data/consignor/save", m{"id": id(own), "phone": "123", "contact": "Ana"})
		if now := house.Find("consignor", "code", "ACME"); now["phone"] != "123" || now["contact"] != "Ana" {
			t.Errorf("his company is %v", now)
		}
		for _, field := range []string{"name", "code", "enabled", "remark"} {
			f.Wont("data/consignor/save", m{"id": id(own), field: "x"}, "")
		}
		f.Wont("data/consignor/save", m{"id": id(other), "phone": "123"}, "")
		f.Wont("data/consignor/save", m{"code": "MORE", "name": "More"}, "right")
		f.Wont("data/consignor/delete", m{"ids": []int64{id(own)}}, "right")
		var screen struct{ Form struct{ Record int64 } }
		f.Ask("meta/screen", m{"key": "form:portal_company"}).Into(f, &screen)
		if screen.Form.Record != id(own) {
			t.Errorf("the form opens %d", screen.Form.Record)
		}
	})
}
