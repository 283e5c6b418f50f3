package httpapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

func TestStatuses(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		const query = "/api/data/item/query"
		with := func(c apptest.Call, change func(*apptest.Call)) apptest.Call {
			change(&c)
			return c
		}
		spanish := map[string]string{"Accept-Language": "es"}
		runAll(t, p, []scenario{
			{name: "read", as: "admin", call: post(query, `{}`), wantHTTP: 200, want: []string{`"rows":[`, `"statusCode":200}`}},
			{name: "read unsigned", as: "admin", call: with(post(query, `{}`), func(c *apptest.Call) { c.Sign = -1 }), wantHTTP: 200},
			{name: "read signed by version 1", as: "old", call: with(post(query, `{}`), func(c *apptest.Call) { c.Sign = 1 }), wantHTTP: 200},
			{name: "no session", call: post(query, `{}`), wantHTTP: 401, want: []string{"系统未登录"}},
			{name: "dead session", call: with(post(query, `{}`), func(c *apptest.Call) {
				c.Headers = map[string]string{"accessToken": "gone", "Accept-Language": "en"}
			}), wantHTTP: 401, want: []string{"System not logged in"}},
			{name: "another device", as: "admin", call: with(post(query, `{}`), func(c *apptest.Call) {
				c.Headers = map[string]string{"guid": "11111111-0000-4000-8000-000000000000"}
			}), wantHTTP: 401},
			{name: "wrong clock", as: "admin", call: with(post(query, `{}`), func(c *apptest.Call) { c.Skew = 10 * time.Minute }), wantHTTP: 406, want: []string{`"serverTime":`}},
			{name: "wrong signature", as: "admin", call: with(post(query, `{}`), func(c *apptest.Call) {
				c.Headers = map[string]string{"signature": "00"}
			}), wantHTTP: 406},
			{name: "unsigned write", as: "admin", call: with(post("/api/data/customer/save", `{"code":"X","name":"X"}`), func(c *apptest.Call) { c.Sign = -1 }), wantHTTP: 406},
			{name: "rights by version 1", as: "old", call: with(post("/api/data/role/save", `{"code":"X","name":"X"}`), func(c *apptest.Call) { c.Sign = 1 }), wantHTTP: 406},
			{name: "door", as: "acme", call: post("/api/settings/save", `{}`), wantHTTP: 403},
			{name: "door to rights", as: "acme", call: post("/api/data/role/query", `{}`), wantHTTP: 403},
			{name: "unknown table", as: "admin", call: post("/api/data/nothing/query", `{}`), wantHTTP: 404},
			{name: "unknown route", as: "admin", call: post("/api/nothing", `{}`), wantHTTP: 404},
			{name: "wrong method", as: "admin", call: apptest.Call{Method: "GET", Path: query}, wantHTTP: 404},
			{name: "unknown record", as: "admin", call: post("/api/data/item/get", `{"id":1}`), wantHTTP: 404},
			{name: "no right", as: "reader", call: post("/api/data/order/query", `{}`), wantHTTP: 200, wantStatus: 423, want: []string{`"reason":"right"`, `"name":"order.read"`, "permiso"}},
			{name: "no JSON", as: "admin", call: post(query, `{`), wantHTTP: 400},
			{name: "two values", as: "admin", call: post(query, `{} {}`), wantHTTP: 400},
			{name: "too deep", as: "admin", call: post(query, `{"filter":`+strings.Repeat("[", 40)+strings.Repeat("]", 40)+`}`), wantHTTP: 400},
			{name: "too large", as: "admin", call: post(query, `{"search":"`+strings.Repeat("x", 1<<20)+`"}`), wantHTTP: 413},
			{name: "too large, before the session", call: post(query, strings.Repeat("x", 1<<20+1)), wantHTTP: 413},
			{name: "too large without a session", call: post("/api/auth/login", strings.Repeat("x", 64<<10+1)), wantHTTP: 413},
			{name: "too large for the device without a right", as: "reader", call: post("/api/key/list", strings.Repeat("x", 1<<20+1)), wantHTTP: 413},
			{name: "no JSON by its type", as: "admin", call: with(post(query, `{}`), func(c *apptest.Call) {
				c.Headers = map[string]string{"Content-Type": "text/plain"}
			}), wantHTTP: 415},
			{name: "wrong type", as: "admin", call: post(query, `{"page":"one"}`), wantHTTP: 200, wantStatus: 422, want: []string{`"errors":[{"path":"page"`}},
			{name: "validation", as: "admin", call: with(post("/api/data/customer/save", `{"code":"NEW","colour":"red"}`), func(c *apptest.Call) { c.Headers = spanish }), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"name"`, `"path":"colour"`}},
		})
	})
}

func TestSessions(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		runAll(t, p, []scenario{
			{name: "getInfo", call: post("/api/sys/basicInfo/getInfo", ""), wantHTTP: 200, want: []string{`"sysName":"Wareloom"`, `"versionName":"test"`, `"languages":["zh","en","es"]`}},
			{name: "getToken", call: apptest.Call{Method: "GET", Path: "/api/auth/getToken?guid=" + apptest.Guid}, wantHTTP: 200, want: []string{`"signToken":"`, `"expireTime":"`}},
			{name: "getToken without a guid", call: apptest.Call{Method: "GET", Path: "/api/auth/getToken"}, wantHTTP: 400},
			{name: "wrong password", call: post("/api/auth/login", `{"account":"admin","password":"wrong"}`), wantHTTP: 200, wantStatus: 422, want: []string{"账号或密码不正确"}},
			{name: "an account of another type", call: post("/api/auth/login", `{"account":"acme","password":"correct horse"}`), wantHTTP: 200, wantStatus: 422},
			{name: "me", as: "acme", call: post("/api/auth/me", ""), wantHTTP: 200, want: []string{`"userType":"customer"`, `"ownerId":`, `"menuIds":[91,92]`}},
			{name: "forgotten, known", call: post("/api/auth/forgetPwd", `{"account":"admin"}`), wantHTTP: 200},
			{name: "forgotten, unknown", call: post("/api/auth/forgetPwd", `{"account":"nobody"}`), wantHTTP: 200},
			{name: "register", call: post("/api/auth/register", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "set up again", call: post("/api/auth/setup", `{"token":"x","account":"eve","trueName":"Eve","password":"long enough"}`), wantHTTP: 200, wantStatus: 422},
			{name: "modules", as: "admin", call: post("/api/auth/hasSaasAuth", `{"IDs":"base,absent"}`), wantHTTP: 200, want: []string{`"data":[{"moduleName":"base"}]`}},
			{name: "public dropdown", call: post("/api/common/loadDropDown", `{"where":"item_kind"}`), wantHTTP: 200, want: []string{`{"item_kind":[{"value":"plain","label":"普通"`}},
			{name: "dropdown of records", as: "acme", call: post("/api/common/loadDropDown", `{"where":"item_kind,customer"}`), wantHTTP: 200, want: []string{`"label":"ACME Acme"`}, wantNot: []string{"GLOBEX"}},
			{name: "other dropdown without a session", call: post("/api/common/loadDropDown", `{"where":"customer"}`), wantHTTP: 401},
			{name: "logout", as: "reader", call: post("/api/auth/logout", ""), wantHTTP: 200},
			{name: "after logout", as: "reader", call: post("/api/auth/me", ""), wantHTTP: 401},
		})
	})
}

func TestOnlyOnesOwnRows(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		runAll(t, p, []scenario{
			{name: "list", as: "acme", call: post("/api/data/item/query", `{"total":true}`), wantHTTP: 200, want: []string{`"code":"A1"`, `"total":1`}, wantNot: []string{"G1"}},
			{name: "everybody's", as: "admin", call: post("/api/data/item/query", `{"filter":{"field":"customer_id.code","op":"eq","value":"GLOBEX"}}`), wantHTTP: 200, want: []string{"G1"}, wantNot: []string{"A1"}},
			{name: "a table that is not his", as: "acme", call: post("/api/data/order/query", `{}`), wantHTTP: 200, wantStatus: 423},
		})
	})
}
