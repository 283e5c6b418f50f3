package world

import (
	"maps"
	"strings"
)

// Task is a person's task at a scan station.
type Task struct {
	*Floor
	Key     string // of the station
	Session int64
	Seq     int64
	Screen  M // as the last answer drew it
}

// Start begins a task.
func (f *Floor) Start(key string) *Task {
	f.Helper()
	return f.StartIn(key, M{})
}

// StartIn begins a task with params.
func (f *Floor) StartIn(key string, params M) *Task {
	f.Helper()
	var answer struct {
		Session int64
		Screen  M
	}
	f.Ask("station/"+key+"/start", M{"params": params}).Into(f, &answer)
	return &Task{Floor: f, Key: key, Session: answer.Session, Screen: answer.Screen}
}

// Open begins a task with a code that was brought along.
func (f *Floor) Open(key, code string) (*Task, []M) {
	f.Helper()
	var answer struct {
		Session, Seq int64
		Results      []M
		Screen       M
	}
	f.Ask("station/"+key+"/start", M{"params": M{}, "input": code}).Into(f, &answer)
	return &Task{Floor: f, Key: key, Session: answer.Session, Seq: answer.Seq, Screen: answer.Screen}, answer.Results
}

// Input sends one input and gives its result.
func (s *Task) Input(kind string, value any) M {
	s.Helper()
	s.Seq++
	var answer struct {
		Results []M
		Screen  M
	}
	s.Ask("station/"+s.Key+"/input", M{"session": s.Session, "inputs": []M{{"seq": s.Seq, "kind": kind, "value": value}}, "knows": true}).Into(s, &answer)
	answer.Screen["expect"] = expectAfter(s.Screen["expect"], answer.Screen["expect"])
	s.Screen = answer.Screen
	return answer.Results[0]
}

// Must sends an input that is accepted and wants the step that follows.
func (s *Task) Must(kind string, value any, next string) {
	s.Helper()
	if result := s.Input(kind, value); result["ok"] != true {
		s.Fatalf("%s %s %v is refused: %v", s.Key, kind, value, result["message"])
	}
	if s.Screen["step"] != next {
		s.Fatalf("%s is at step %v after %v, want %s", s.Key, s.Screen["step"], value, next)
	}
}

// Refused sends an input that is refused for a reason.
func (s *Task) Refused(kind string, value any, code string) {
	s.Helper()
	result := s.Input(kind, value)
	if result["ok"] != false || result["code"] != code {
		s.Errorf("%s %v: %v, want refusal %s", s.Key, value, result, code)
	}
	if message, _ := result["message"].(string); strings.Contains(message, code) || message == "" {
		s.Errorf("refusal of %v says %q", value, message)
	}
}

// Choose takes the choice whose second line says something.
func (s *Task) Choose(detail string) string {
	s.Helper()
	list, _ := s.Screen["list"].([]any)
	for _, c := range list {
		if one := c.(M); one["detail"] == detail {
			return one["code"].(string)
		}
	}
	s.Fatalf("%s offers %v, want %q", s.Key, list, detail)
	return ""
}

// Offers wants a quantity to be proposed, and the most that is taken.
func (s *Task) Offers(value, most string) {
	s.Helper()
	if s.Screen["default"] != value || s.Screen["max"] != most {
		s.Errorf("%s offers %v of at most %v, want %s of %s", s.Key, s.Screen["default"], s.Screen["max"], value, most)
	}
}

// Fact is a fact that a station shows.
func (s *Task) Fact(field string) string {
	s.Helper()
	for _, target := range s.Screen["target"].([]any) {
		if fact := target.(M); fact["field"] == field {
			return fact["value"].(string)
		}
	}
	return ""
}

// Proposed is the bin that a shelving station proposes.
func (s *Task) Proposed() string {
	s.Helper()
	for _, target := range s.Screen["target"].([]any) {
		if fact := target.(M); fact["field"] == "position" {
			return fact["value"].(string)
		}
	}
	return ""
}

// Takes scans goods and wants a bin and a quantity to be proposed.
func (s *Task) Takes(sku, bin, qty string) {
	s.Helper()
	s.Must("scan", sku, "qty")
	if got := s.Proposed(); got != bin || s.Screen["default"] != qty {
		s.Errorf("%s is to go to %s, %v pieces; want %s, %s", sku, got, s.Screen["default"], bin, qty)
	}
}

// Stops sends an input that is answered by an order to stop.
func (s *Task) Stops(kind string, value any, code string) {
	s.Helper()
	result := s.Input(kind, value)
	if result["sound"] != "stop" || result["code"] != code {
		s.Errorf("%s %v: %v, want a stop for %s", s.Key, value, result, code)
	}
}

// expectAfter is what to expect where a screen may tell it as a difference to the one
// before.
func expectAfter(before, told any) any {
	now, _ := told.(M)
	if now["rest"] != true {
		return told
	}
	was, _ := before.(M)
	whole, left := M{}, M{}
	maps.Copy(whole, was)
	for _, told := range []any{was["left"], now["left"]} {
		some, _ := told.(M)
		maps.Copy(left, some)
	}
	whole["at"], whole["left"] = now["at"], left
	return whole
}
