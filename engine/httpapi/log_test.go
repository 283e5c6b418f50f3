package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// TestTheLogTells: whoever may read the log finds sign-ins, refusals and changes in words.
func TestTheLogTells(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		p.Do(t, apptest.Call{Path: "/api/auth/login", Body: `{"userType":"user","account":"Mallory","password":"guess"}`})
		p.Do(t, apptest.Call{Path: "/api/release/list", Body: `{}`, As: p.sessions["reader"]})
		customer := p.idOf(t, "customer", "code", "ACME")
		p.save(t, "customer", map[string]any{"id": customer, "version": 1, "name": "Acme renamed"})
		runAll(t, p, []scenario{
			{name: "who could not sign in", as: "admin", call: post("/api/log/list", `{"kind":"sign_in","failed":true}`), wantHTTP: 200, want: []string{`"account":"Mallory"`, `"ok":false`}, wantNot: []string{"guess", `"ok":true`}},
			{name: "who signed in", as: "admin", call: post("/api/log/list", `{"kind":"sign_in","search":"READER"}`), wantHTTP: 200, want: []string{`"account":"reader"`, `"ok":true`}},
			{name: "what was refused", as: "admin", call: post("/api/log/list", `{"kind":"refusal"}`), wantHTTP: 200, want: []string{"/api/release/list", `"kept_days":90`}, wantNot: []string{"{right}"}},
			{name: "what changed", as: "admin", call: post("/api/log/list", `{"kind":"change","search":"admin"}`), wantHTTP: 200, want: []string{`"after":"Acme renamed"`, fmt.Sprintf(`"record_id":%d`, customer)}},
			{name: "by nobody", as: "admin", call: post("/api/log/list", `{"kind":"change","search":"nobody at all"}`), wantHTTP: 200, want: []string{`"rows":[]`}},
			{name: "no such kind", as: "admin", call: post("/api/log/list", `{"kind":"gossip"}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"kind"`}},
			{name: "without the right", as: "reader", call: post("/api/log/list", `{"kind":"change"}`), wantHTTP: 200, wantStatus: 423},
			{name: "bounded by an owner", as: "acme", call: post("/api/log/list", `{"kind":"change"}`), wantHTTP: http.StatusForbidden},
			{name: "nobody", call: post("/api/log/list", `{"kind":"change"}`), wantHTTP: http.StatusUnauthorized},
		})
	})
}

// TestTheLogTellsOfJobsAndReleases: what was done for somebody, and what came into force.
func TestTheLogTellsOfJobsAndReleases(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var running sync.WaitGroup
		running.Go(func() { p.Run(ctx) })
		p.exported(t, "admin")
		stop()
		running.Wait() // the log hears of a job's end after its file is there
		runAll(t, p, []scenario{
			{name: "a job that ended", as: "admin", call: post("/api/log/list", `{"kind":"job"}`), wantHTTP: 200, want: []string{`"door":"exchange.export"`, `"ok":true`}},
			{name: "a release", as: "admin", call: post("/api/log/list", `{"kind":"release"}`), wantHTTP: 200, want: []string{`"door":"1"`, `"next":0`}},
			{name: "none of a search", as: "admin", call: post("/api/log/list", `{"kind":"release","search":"no such note"}`), wantHTTP: 200, want: []string{`"rows":[]`}},
			{name: "none before the first", as: "admin", call: post("/api/log/list", `{"kind":"release","before":1}`), wantHTTP: 200, want: []string{`"rows":[]`}},
			{name: "none of later days", as: "admin", call: post("/api/log/list", `{"kind":"release","from":"2999-01-01T00:00:00Z"}`), wantHTTP: 200, want: []string{`"rows":[]`}},
		})
	})
}
