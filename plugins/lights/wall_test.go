package lights_test

import (
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/tests/world"
)

type m = world.M

// press presses a button of the demo's wall, and gives what became of it.
func press(f *world.Floor, slot int, event string, lit any) string {
	f.Helper()
	var pressed struct{ Outcome string }
	f.Ask("x/lights/press", m{"wall": "LW1", "slot": slot, "event": event, "lit": lit}).Into(f, &pressed)
	return pressed.Outcome
}

func outcome(f *world.Floor, got, want string) {
	f.Helper()
	if got != want {
		f.Errorf("the press is %s, want %s", got, want)
	}
}

// lighting has a notice received at the wall until a slot is lit.
func lighting(f *world.Floor, number string) *world.Task {
	f.Helper()
	f.Unload("ACME", number, world.Line("AC-1001", 14))
	s := f.Start("receive_light")
	s.Must("scan", "LW1", "order")
	s.Must("scan", number, "staging")
	s.Must("scan", "R-01", "item")
	s.Must("scan", "AC-1001", "slot")
	return s
}

func TestAPressIsTakenOnce(t *testing.T) {
	world.EachFloor(t, func(t *testing.T, f *world.Floor) {
		outcome(f, press(f, 1, "early", 0), "stray")
		s := lighting(f, "LIGHT-1")
		lit := f.Find("light_slot", "code", "LW1-01")["lit_no"].(float64)
		outcome(f, press(f, 1, "before", lit+1), "late")
		outcome(f, press(f, 1, "a", lit), "taken")
		outcome(f, press(f, 1, "a", lit), "repeated")
		outcome(f, press(f, 1, "early", 0), "repeated") // what came of it before stays
		s.Must("button", "pressed", "item")
		var events struct{ Rows []m }
		f.Ask("data/light_event/query", m{"fields": []string{"event_no", "outcome"}, "sort": []string{"id"}}).Into(f, &events)
		var said []string
		for _, e := range events.Rows {
			said = append(said, e["event_no"].(string)+" "+e["outcome"].(string))
		}
		if !slices.Equal(said, []string{"early stray", "before late", "a taken"}) {
			t.Errorf("the presses are noted as %q", said)
		}
		f.MustNot("x/lights/press", m{"wall": "LW1", "slot": 1}, "event")
		f.MustNot("x/lights/press", m{"wall": "LW1", "slot": 99, "event": "b"}, "LW1")
		f.MustNot("x/lights/press", m{"wall": "LW9", "slot": 1, "event": "b"}, "LW9")
		f.MustNot("x/lights/alive", m{}, "wall")
	})
}

// TestAWallIsOnePersons: another is refused until it is put down, and takes it with its
// lamps off; who was away goes on by the screen.
func TestAWallIsOnePersons(t *testing.T) {
	world.EachFloor(t, func(t *testing.T, f *world.Floor) {
		first := lighting(f, "LIGHT-1")
		f.Unload("ACME", "LIGHT-2", world.Line("AC-1003", 2))
		other := f.As("user", "lead").Start("receive_light")
		other.Must("scan", "LW1", "order")
		other.Must("scan", "LIGHT-2", "staging")
		other.Refused("scan", "R-01", "lights.busy")
		first.Must("park", nil, "slot")
		other.Must("scan", "R-01", "item")
		if lit := f.Count(`SELECT COUNT(*) FROM light_slot WHERE state <> 'off'`); lit != 0 {
			t.Errorf("%d lamps of the one before are lit", lit)
		}
	})
}

// TestAWallTellsOfItsController: one that is silent for longer than the wall's patience
// is lost, and found when it says that it is there.
func TestAWallTellsOfItsController(t *testing.T) {
	world.EachFloor(t, func(t *testing.T, f *world.Floor) {
		f.Ask("x/lights/alive", m{"wall": "LW1"})
		s := lighting(f, "LIGHT-1")
		lost := func(want string) {
			t.Helper()
			f.Ask("station/"+s.Key+"/resume", m{"session": s.Session}).Into(f, &struct{ Screen *m }{&s.Screen})
			if got := s.Fact("lost"); got != want {
				t.Errorf("the lost wall is %q, want %q", got, want)
			}
		}
		lost("")
		f.Server.Clock.Put(time.Now().Add(10 * time.Minute))
		lost("LW1")
		f.Ask("x/lights/alive", m{"wall": "LW1"})
		lost("")
	})
}

// TestAWallHasItsSlots: as many as it counts, more when it grows; a lamp that is lit at a
// wall of nobody is found.
func TestAWallHasItsSlots(t *testing.T) {
	world.EachFloor(t, func(t *testing.T, f *world.Floor) {
		var made m
		wall := m{"warehouse_id": m{"code": "SH1"}, "code": "LW7", "name": "Seven", "slot_count": 2, "columns": 2, "timeout_s": 30}
		f.Ask("data/light_wall/save", wall).Into(f, &made)
		slots := func(want int64) {
			t.Helper()
			if n := f.Count(`SELECT COUNT(*) FROM light_slot WHERE light_wall_id = ? AND state = 'off'`, world.ID(made)); n != want {
				t.Errorf("the wall has %d slots, want %d", n, want)
			}
		}
		slots(2)
		f.Ask("data/light_wall/save", m{"id": made["id"], "slot_count": 3})
		slots(3)
		if f.Find("light_slot", "code", "LW7-03")["slot_no"] != 3.0 {
			t.Error("the new slot has another number")
		}
		if broken := f.Broken(`UPDATE light_slot SET state = 'lit' WHERE code = 'LW7-01'`); !slices.Contains(broken, "lights.off_without_a_person") {
			t.Errorf("a lamp that nobody minds is not found: %v", broken)
		}
	})
}
