package httpapi_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

func TestLive(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		server := httptest.NewServer(p.Handler())
		defer server.Close()
		listen := func(account string) *bufio.Scanner {
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
			if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
				t.Fatalf("content type %q", got)
			}
			lines := bufio.NewScanner(response.Body)
			expect(t, lines, "event: release")
			return lines
		}
		admin, reader := listen("admin"), listen("reader")
		runAll(t, p, []scenario{
			{name: "save what only one may see", as: "admin", call: post("/api/data/customer/save", `{"code":"L1","name":"L"}`), wantHTTP: 200},
			{name: "save what both may see", as: "admin", call: post("/api/data/item/save", `{"code":"L1","customer_id":{"code":"ACME"}}`), wantHTTP: 200},
		})
		expect(t, admin, `data: {"table":"customer"}`)
		expect(t, admin, `data: {"table":"item"}`)
		for reader.Scan() {
			if reader.Text() == `data: {"table":"customer"}` {
				t.Fatal("the reader was told of a table that he may not read")
			}
			if reader.Text() == `data: {"table":"item"}` {
				break
			}
		}
		p.Live.Close()
		for admin.Scan() { // until the server ends the stream
		}
	})
}

// expect reads lines until one is as wanted.
func expect(t *testing.T, lines *bufio.Scanner, want string) {
	t.Helper()
	for lines.Scan() {
		if lines.Text() == want {
			return
		}
	}
	t.Fatalf("the stream ended before %q", want)
}
