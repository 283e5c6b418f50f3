package month

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
)

// noon is when the month ends, in a zone with a day of its own.
var (
	shanghai = time.FixedZone("CST", 8*3600)
	noon     = time.Date(2026, 3, 9, 20, 0, 0, 0, time.UTC) // 04:00 on the 10th
)

// newPlayer is a player of whom nothing has been asked yet; the same every time.
func newPlayer() *player {
	return &player{clock: &app.Clock{}, zone: shanghai, now: noon, random: rand.New(rand.NewPCG(11, 30)), skus: map[int64]string{}}
}

// TestAMorningIsThatOfTheBuilding holds days to the clock of the building, also where it
// is another day already.
func TestAMorningIsThatOfTheBuilding(t *testing.T) {
	t.Parallel()
	p := newPlayer()
	for ago, want := range map[int]string{1: "2026-03-09T08:00:00+08:00", 29: "2026-02-09T08:00:00+08:00", 210: "2025-08-12T08:00:00+08:00"} {
		p.morning(ago)
		if got := p.at.Format(time.RFC3339); got != want || p.pace != 70*time.Second {
			t.Errorf("%d days ago it is %s, every %v", ago, got, p.pace)
		}
	}
	if p.morning(0); !p.at.Equal(noon.Add(-4*time.Hour)) || p.pace != 40*time.Second {
		t.Errorf("today begins at %v, every %v", p.at, p.pace)
	}
}

// TestTheClockGoesOnAndNeverPastTheEnd holds each act to a time of its own, and none to
// the future.
func TestTheClockGoesOnAndNeverPastTheEnd(t *testing.T) {
	t.Parallel()
	p := newPlayer()
	p.morning(0)
	first := p.at
	if p.tick(); !p.at.Equal(first.Add(40 * time.Second)) {
		t.Errorf("the first act is at %v", p.at)
	}
	if ahead := p.clock.Now().Sub(p.at); ahead < 0 || ahead > time.Minute {
		t.Errorf("the server's clock is %v ahead of the player's", ahead)
	}
	for range 1000 {
		p.tick()
	}
	if !p.at.Equal(noon) {
		t.Errorf("after a thousand acts it is %v", p.at)
	}
}

func TestADayIsADateOfTheBuilding(t *testing.T) {
	t.Parallel()
	p := newPlayer()
	for ahead, want := range map[int]string{0: "2026-03-10", 1: "2026-03-11", 365: "2027-03-10", -10: "2026-02-28"} {
		if got := p.day(ahead); got != want {
			t.Errorf("%d days ahead is %s, want %s", ahead, got, want)
		}
	}
}

// TestAChoiceLiesWithinItsBounds draws often, and finds both ends.
func TestAChoiceLiesWithinItsBounds(t *testing.T) {
	t.Parallel()
	p, drawn := newPlayer(), map[int]bool{}
	for range 1000 {
		drawn[p.between(3, 6)] = true
	}
	if len(drawn) != 4 || !drawn[3] || !drawn[6] {
		t.Errorf("drawn are %v", drawn)
	}
	if got := p.between(5, 5); got != 5 {
		t.Errorf("of one number %d is drawn", got)
	}
	if got := one(p, []string{"only"}); got != "only" {
		t.Errorf("of one element %q is drawn", got)
	}
}

// TestTheSameMonthIsPlayedEachTime holds that nothing but the player's own chance decides.
func TestTheSameMonthIsPlayedEachTime(t *testing.T) {
	t.Parallel()
	a, b := newPlayer(), newPlayer()
	for i := range 100 {
		if x, y := a.between(0, 1000), b.between(0, 1000); x != y {
			t.Fatalf("choice %d is %d here and %d there", i, x, y)
		}
	}
}
