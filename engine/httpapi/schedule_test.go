package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// TestSchedulesAreForWhoMayRunThem: they are seen with one right, changed with another,
// and by nobody whom an owner bounds.
func TestSchedulesAreForWhoMayRunThem(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		var id int64
		err := p.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &id, "select id from job where kind = 'record.seal'")
		})
		if err != nil {
			t.Fatal(err)
		}
		one := fmt.Sprintf(`{"id":%d}`, id)
		runAll(t, p, []scenario{
			{name: "what comes by itself", as: "admin", call: post("/api/schedule/list", `{}`), wantHTTP: 200, want: []string{`"title":"为修改历史加封"`, `"cron":"*/5 * * * *"`, `"manage":true`}},
			{name: "run now", as: "admin", call: post("/api/schedule/run", one), wantHTTP: 200},
			{name: "paused", as: "admin", call: post("/api/schedule/pause", one), wantHTTP: 200},
			{name: "seen as paused", as: "admin", call: post("/api/schedule/list", `{}`), wantHTTP: 200, want: []string{`"pausedBy":"`}},
			{name: "run while paused", as: "admin", call: post("/api/schedule/run", one), wantHTTP: 200, wantStatus: 409},
			{name: "resumed", as: "admin", call: post("/api/schedule/resume", one), wantHTTP: 200},
			{name: "no such job", as: "admin", call: post("/api/schedule/run", `{"id":404}`), wantHTTP: http.StatusNotFound},
			{name: "without the right", as: "reader", call: post("/api/schedule/list", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "changed without the right", as: "reader", call: post("/api/schedule/pause", one), wantHTTP: 200, wantStatus: 423},
			{name: "bounded by an owner", as: "acme", call: post("/api/schedule/list", `{}`), wantHTTP: http.StatusForbidden},
			{name: "nobody", call: post("/api/schedule/list", `{}`), wantHTTP: http.StatusUnauthorized},
		})
	})
}
