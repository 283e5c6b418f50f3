package road

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// TestATaskWhoseStepIsGoneBeginsAnew has another version of the product take a step
// away, or remember something else, while tasks stand there: each person is told once,
// at the next input, and goes on from the first question.
func TestATaskWhoseStepIsGoneBeginsAnew(t *testing.T) {
	inbound(t, func(f *floor) {
		f.unload("ACME", "IN-A", line("AC-1001", 20))
		for _, change := range []string{`step = 'weighbridge'`, `state = '{"notice": "one"}'`} {
			s := f.dockAt("IN-A")
			s.must("form", m{"item": "AC-1001", "qty": 1}, "item")
			f.kept(s, change)
			f.resume(s, "order")
			f.resume(s, "order")
			s.refused("scan", "IN-A", "station.step_gone")
			if s.screen["step"] != "order" {
				t.Errorf("the task stands at %v, want its first question", s.screen["step"])
			}
			s.must("scan", "IN-A", "staging")
			s.must("undo", nil, "order")
			s.must("scan", "IN-A", "staging")
			s.must("scan", "R-01", "item")
		}
		s := f.dockAt("IN-A")
		f.kept(s, `step = 'weighbridge'`)
		if result := s.input("close", nil); result["ok"] != true {
			t.Errorf("a lost task is closed: %v", result)
		}
	})
}

// TestNothingIsTakenBackToAStepThatIsGone.
func TestNothingIsTakenBackToAStepThatIsGone(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "IN-A", line("AC-1001", 20))
		s := f.dockAt("IN-A")
		s.must("form", m{"item": "AC-1001", "qty": 1}, "item")
		f.write(`UPDATE station_input SET before_step = 'weighbridge' WHERE session_id = ?`, s.session)
		s.refused("undo", nil, "station.step_gone")
		f.lines("asn", notice, "received_qty", 1)
	})
}

// kept changes what is kept of a session, as another version would have written it.
func (f *floor) kept(s *station, change string) {
	f.Helper()
	f.write(`UPDATE station_session SET `+change+` WHERE id = ?`, s.session)
}

func (f *floor) write(statement string, args ...any) {
	f.Helper()
	err := f.server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// resume shows a session again and wants it at a step.
func (f *floor) resume(s *station, step string) {
	f.Helper()
	var answer struct{ Screen m }
	f.ask("station/"+s.key+"/resume", m{"session": s.session}).Into(f, &answer)
	if answer.Screen["step"] != step {
		f.Errorf("a session shown again stands at %v, want %s", answer.Screen["step"], step)
	}
}
