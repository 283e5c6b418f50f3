package apptest

import (
	"encoding/json"
	"testing"
)

// Ask sends a call of a session that must succeed, and decodes its data; into nil
// leaves the data.
func (s *Server) Ask(t testing.TB, as *Session, path string, body, into any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	answer := s.Do(t, Call{Path: path, Body: string(text), As: as})
	if !answer.Result {
		t.Fatalf("%s %s: %s", path, text, answer.Text)
	}
	if into != nil {
		answer.Into(t, into)
	}
}

// Scanner is a person with a task at a station.
type Scanner struct {
	Screen  Screen // as the last answer drew it
	server  *Server
	as      *Session
	path    string
	session int64
	seq     int64
}

// Screen is what tests look at of a station's screen.
type Screen struct {
	Step   string
	Prompt string
	List   []map[string]any // of choices
	Target []map[string]any // facts
	Max    string           // the largest quantity
	Next   []map[string]any // ways on from an end
	Heard  string           // the button that was pressed elsewhere
	Prints []map[string]any // records that the person may print
}

// Given is what became of an input.
type Given struct {
	OK      bool
	Code    string // of the refusal
	Message string // as the person reads it
}

// Scanner begins a task at a station; params are the station's, nil for none.
func (s *Server) Scanner(t testing.TB, as *Session, station string, params map[string]any) *Scanner {
	t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	var begun struct {
		Session int64
		Screen  Screen
	}
	path := "/api/station/" + station
	s.Ask(t, as, path+"/start", map[string]any{"params": params}, &begun)
	return &Scanner{Screen: begun.Screen, server: s, as: as, path: path, session: begun.Session}
}

// Give gives the task an input: its kind, as scan, key, button, weight or undo, and the
// value.
func (s *Scanner) Give(t testing.TB, kind string, value any) Given {
	t.Helper()
	s.seq++
	input := map[string]any{"seq": s.seq, "kind": kind, "value": value}
	var answer struct {
		Results []Given
		Screen  Screen
	}
	s.server.Ask(t, s.as, s.path+"/input", map[string]any{"session": s.session, "inputs": []any{input}}, &answer)
	s.Screen = answer.Screen
	return answer.Results[0]
}

// Look asks what the station shows now, as a client does when it heard that something
// changed elsewhere.
func (s *Scanner) Look(t testing.TB) {
	t.Helper()
	var answer struct{ Screen Screen }
	s.server.Ask(t, s.as, s.path+"/resume", map[string]any{"session": s.session}, &answer)
	s.Screen = answer.Screen
}

// Want gives an input and wants the step that follows, and the code of the refusal that
// it meets; "" for none.
func (s *Scanner) Want(t testing.TB, kind string, value any, step, refusal string) {
	t.Helper()
	if given := s.Give(t, kind, value); given.Code != refusal || s.Screen.Step != step {
		t.Errorf("%s %v leads to %s with %q (%s), want %s with %q", kind, value, s.Screen.Step, given.Code, given.Message, step, refusal)
	}
}
