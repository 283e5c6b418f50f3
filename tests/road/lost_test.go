package road

import (
	"testing"
)

// TestATaskWhoseStepIsGoneBeginsAnew has another version of the product take a step
// away, or remember something else, while tasks stand there: each person is told once,
// at the next input, and goes on from the first question.
func TestATaskWhoseStepIsGoneBeginsAnew(t *testing.T) {
	each(t, func(f *floor) {
		f.Unload("ACME", "IN-A", line("AC-1001", 20))
		for _, change := range []string{`step = 'weighbridge'`, `state = '{"notice": "one"}'`} {
			s := f.DockAt("IN-A")
			s.Must("form", m{"item": "AC-1001", "qty": 1}, "item")
			f.kept(s, change)
			f.resume(s, "order")
			f.resume(s, "order")
			s.Refused("scan", "IN-A", "station.step_gone")
			if s.Screen["step"] != "order" {
				t.Errorf("the task stands at %v, want its first question", s.Screen["step"])
			}
			s.Must("scan", "IN-A", "staging")
			s.Must("undo", nil, "order")
			s.Must("scan", "IN-A", "staging")
			s.Must("scan", "R-01", "item")
		}
		s := f.DockAt("IN-A")
		f.kept(s, `step = 'weighbridge'`)
		if result := s.Input("close", nil); result["ok"] != true {
			t.Errorf("a lost task is closed: %v", result)
		}
	})
}

// TestNothingIsTakenBackToAStepThatIsGone.
func TestNothingIsTakenBackToAStepThatIsGone(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "IN-A", line("AC-1001", 20))
		s := f.DockAt("IN-A")
		s.Must("form", m{"item": "AC-1001", "qty": 1}, "item")
		f.Write(`UPDATE station_input SET before_step = 'weighbridge' WHERE session_id = ?`, s.Session)
		s.Refused("undo", nil, "station.step_gone")
		f.Lines("asn", notice, "received_qty", 1)
	})
}

// kept changes what is kept of a session, as another version would have written it.
func (f *floor) kept(s *station, change string) {
	f.Helper()
	f.Write(`UPDATE station_session SET `+change+` WHERE id = ?`, s.Session)
}

// resume shows a session again and wants it at a step.
func (f *floor) resume(s *station, step string) {
	f.Helper()
	var answer struct{ Screen m }
	f.Ask("station/"+s.Key+"/resume", m{"session": s.Session}).Into(f, &answer)
	if answer.Screen["step"] != step {
		f.Errorf("a session shown again stands at %v, want %s", answer.Screen["step"], step)
	}
}
