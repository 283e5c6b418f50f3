package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// TestDescribeTellsOfLookingUnderAChangeSet: the header stands with the calls that look
// under a set, for who may, with what it may bring.
func TestDescribeTellsOfLookingUnderAChangeSet(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		for _, tt := range []struct {
			as, path string
			told     bool
		}{
			{"admin", "/api/data/item/query", true},
			{"admin", "/api/meta/screen", true},
			{"admin", "/api/data/item/save", false},
			{"admin", "/api/release/list", false},
			{"reader", "/api/data/item/query", false},
		} {
			answer := p.Do(t, apptest.Call{Method: "GET", Path: "/api/openapi.json", As: p.sessions[tt.as]})
			var document struct {
				Paths map[string]map[string]struct {
					Parameters []struct{ Name, In, Description string }
				}
			}
			if err := json.Unmarshal([]byte(answer.Text), &document); err != nil {
				t.Fatal(err)
			}
			told := false
			for _, one := range document.Paths[tt.path]["post"].Parameters {
				told = told || one.Name == "change" && one.In == "header" && strings.Contains(one.Description, "with 409 where")
			}
			if told != tt.told {
				t.Errorf("%s: told %q of the header: %t, not %t", tt.path, tt.as, told, tt.told)
			}
		}
	})
}

// TestDescribe: the document shows each caller the calls and fields that are his.
func TestDescribe(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		for _, tt := range []struct {
			as         string
			with, lack []string
		}{
			{as: "admin", with: []string{"/api/data/item/save", "/api/data/order/act", "/api/files/{key}", "/api/auth/me", "/api/key/rotate", "/api/job/list", "/metrics"}, lack: []string{"/api/data/:table/save"}},
			{as: "reader", with: []string{"/api/data/item/query", "/api/auth/login"}, lack: []string{"/api/data/order/query", "/api/data/item/save", "/api/key/list"}},
			{as: "", with: []string{"/api/auth/login", "/healthz"}, lack: []string{"/api/auth/me", "/api/data/item/query"}},
		} {
			answer := p.Do(t, apptest.Call{Method: "GET", Path: "/api/openapi.json", As: p.sessions[tt.as]})
			var document struct {
				Paths map[string]json.RawMessage `json:"paths"`
			}
			if err := json.Unmarshal([]byte(answer.Text), &document); err != nil {
				t.Fatal(err)
			}
			for _, path := range tt.with {
				if document.Paths[path] == nil {
					t.Errorf("%q is not shown %s", tt.as, path)
				}
			}
			for _, path := range tt.lack {
				if document.Paths[path] != nil {
					t.Errorf("%q is shown %s", tt.as, path)
				}
			}
		}
	})
}
