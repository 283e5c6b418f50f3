package httpapi_test

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// people are the sessions that scenarios call with.
type people struct {
	*apptest.Server
	sessions map[string]*apptest.Session
}

// each runs a test against the real handler on both databases.
func each(t *testing.T, run func(t *testing.T, p people)) {
	t.Helper()
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": enginetest.SQLite, "postgres": enginetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			p := people{apptest.Start(t, dsn(t)), map[string]*apptest.Session{}}
			for account, userType := range map[string]string{"admin": "user", "reader": "user", "acme": "customer"} {
				p.sessions[account] = p.Login(t, userType, account)
			}
			p.sessions["old"] = p.Login(t, "user", "admin") // for version 1, to which no session falls back
			run(t, p)
		})
	}
}

// scenario is a call and what it must answer.
type scenario struct {
	name       string
	as         string // account; "" is nobody
	call       apptest.Call
	wantHTTP   int
	wantStatus int      // of the envelope; 0 is the HTTP status
	want       []string // parts of the answer
	wantNot    []string
}

func (s scenario) run(t *testing.T, p people) apptest.Answer {
	t.Helper()
	s.call.As = p.sessions[s.as]
	got := p.Do(t, s.call)
	if s.wantStatus == 0 {
		s.wantStatus = s.wantHTTP
	}
	if got.Status != s.wantHTTP || got.StatusCode != s.wantStatus {
		t.Errorf("%s: HTTP %d, envelope %d, want %d and %d: %s", s.name, got.Status, got.StatusCode, s.wantHTTP, s.wantStatus, got.Text)
	}
	if refused := s.wantStatus != 200; refused == got.Result || refused != strings.Contains(got.Msg, `<font color="red">`) {
		t.Errorf("%s: result %v, msg %q of status %d", s.name, got.Result, got.Msg, s.wantStatus)
	}
	for _, part := range s.want {
		if !strings.Contains(got.Text, part) {
			t.Errorf("%s: %s lacks %s", s.name, got.Text, part)
		}
	}
	for _, part := range s.wantNot {
		if strings.Contains(got.Text, part) {
			t.Errorf("%s: %s has %s", s.name, got.Text, part)
		}
	}
	return got
}

func runAll(t *testing.T, p people, scenarios []scenario) {
	t.Helper()
	for _, s := range scenarios {
		s.run(t, p)
	}
}

// post is a call with a body.
func post(path, body string) apptest.Call { return apptest.Call{Path: path, Body: body} }
