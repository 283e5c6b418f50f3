package simulator_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/plugins/carriers/house"
	"github.com/wareloom/wareloom/plugins/carriers/simulator"
)

// TestAHouseMisbehavesAsItIsTold: what was done although no answer came is found afterwards,
// and what was not done is not.
func TestAHouseMisbehavesAsItIsTold(t *testing.T) {
	eachFormat(t, func(c *caller) {
		for _, tt := range []struct {
			name  string
			f     simulator.Faults
			means string // "" where the line is dead
			done  bool
		}{
			{"ill", simulator.Faults{Error: 1}, house.Busy, false},
			{"too many calls", simulator.Faults{Limit: 1}, house.Busy, false},
			{"garbled", simulator.Faults{Garbled: 1}, house.Busy, true},
			{"lost", simulator.Faults{Lost: 1}, "", true},
		} {
			c.sim.Misbehave(tt.f)
			_, err := c.ask(house.Question{Ask: house.Take, Order: of(tt.name)})
			said := new(house.Said)
			if tt.means == "" && !errors.Is(err, errDead) || tt.means != "" && (!errors.As(err, &said) || said.Means != tt.means) {
				c.Errorf("%s: %v", tt.name, err)
			}
			if c.sim.Misbehave(simulator.Faults{}); (c.sim.Booked()[tt.name] != "") != tt.done {
				c.Errorf("%s: booked are %v", tt.name, c.sim.Booked())
			}
		}
	})
}

// TestAShareOfCallsGoesWrong: those whose throw is below it; none without a share.
func TestAShareOfCallsGoesWrong(t *testing.T) {
	eachFormat(t, func(c *caller) { // its dice always show one half
		for share, means := range map[float64]string{0: "", 0.5: "", 0.51: house.Busy} {
			c.sim.Misbehave(simulator.Faults{Error: share})
			c.number(house.Take, of("SO1"), means)
		}
	})
}

func TestAClosedHouseAnswersNobodyUntilItOpens(t *testing.T) {
	eachFormat(t, func(c *caller) {
		c.sim.Close(true)
		c.number(house.Take, of("SO1"), house.Busy)
		c.sim.Close(false)
		c.number(house.Take, of("SO1"), "")
	})
}

// TestWhoIsNotTheAccountIsLockedOut, and nothing is done for him.
func TestWhoIsNotTheAccountIsLockedOut(t *testing.T) {
	eachFormat(t, func(c *caller) {
		c.account.Secret = "guessed"
		c.number(house.Take, of("SO1"), house.Locked)
		if booked := c.sim.Booked(); len(booked) != 0 {
			c.Errorf("booked are %v", booked)
		}
	})
}

// TestAHouseCountsWhatItIsAsked, so that a test can tell how often.
func TestAHouseCountsWhatItIsAsked(t *testing.T) {
	eachFormat(t, func(c *caller) {
		c.number(house.Take, of("SO1"), "")
		c.number(house.Take, of("SO2"), "")
		c.number(house.Find, of("SO1"), "")
		takes, finds := c.sim.Asked("order")+c.sim.Asked("EXP_RECE_CREATE_ORDER"), c.sim.Asked("find")+c.sim.Asked("EXP_RECE_SEARCH_ORDER_RESP")
		if takes != 2 || finds != 1 || c.sim.Asked("cancel") != 0 {
			c.Errorf("asked %d times for a number and %d times where it is", takes, finds)
		}
	})
}

// TestEventsGoOnBehindACursor: each once; a cursor that is none begins anew.
func TestEventsGoOnBehindACursor(t *testing.T) {
	eachFormat(t, func(c *caller) {
		if _, err := c.Call(c.account, house.Question{Ask: house.Segment}); err != nil {
			c.Skip("this house has no cursors")
		}
		c.number(house.Take, of("SO1"), "")
		cursor, told := "", []int{}
		for range 3 {
			c.sim.Carry()
			answer, err := c.ask(house.Question{Ask: house.Track, Cursor: cursor})
			if err != nil {
				c.Fatal(err)
			}
			cursor, told = answer.Cursor, append(told, len(answer.Events))
		}
		if !slices.Equal(told, []int{1, 1, 1}) {
			c.Errorf("told are %v events", told)
		}
		for _, none := range []string{"", "-1", "99", "soon"} {
			if answer, err := c.ask(house.Question{Ask: house.Track, Cursor: none}); err != nil || len(answer.Events) != 3 {
				c.Errorf("behind %q are %d events, %v", none, len(answer.Events), err)
			}
		}
	})
}

// TestNumbersInAdvanceAreGivenOnce, at most five hundred at a time.
func TestNumbersInAdvanceAreGivenOnce(t *testing.T) {
	eachFormat(t, func(c *caller) {
		if _, err := c.Call(c.account, house.Question{Ask: house.Segment}); err != nil {
			c.Skip("this house gives no numbers in advance")
		}
		seen := map[string]bool{}
		for _, tt := range [][2]int{{3, 3}, {0, 0}, {-1, 0}, {501, 500}} {
			answer, err := c.ask(house.Question{Ask: house.Segment, Count: int64(tt[0])})
			if err != nil || len(answer.Numbers) != tt[1] {
				c.Errorf("asked for %d, given are %d, %v", tt[0], len(answer.Numbers), err)
			}
			for _, no := range answer.Numbers {
				if seen[no] {
					c.Errorf("%s is given twice", no)
				}
				seen[no] = true
			}
		}
	})
}
