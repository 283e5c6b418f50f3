package chaos

import (
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestReplicasStandInForEachOther kills one of two servers after the other: calls
// whose answer was lost are sent again to the one that lives, and happen once.
func TestReplicasStandInForEachOther(t *testing.T) {
	t.Parallel()
	first := newDemo(t, enginetest.Postgres(t))
	first.start()
	second := first.replica()
	second.start()
	crowd := first.work(t.Context(), second)
	alone := 0 // documents while one of them was dead
	for kill := range *kills {
		victim := []*server{first, second}[kill%2]
		time.Sleep(*between)
		victim.kill()
		before := crowd.done()
		time.Sleep(*between)
		alone += crowd.done() - before
		victim.start()
	}
	crowd.rest()
	t.Logf("%d documents in spite of %d kills, %d of them while one server was dead, %d calls sent again", crowd.done(), *kills, alone, crowd.again)
	if alone == 0 {
		t.Error("nobody worked while one server was dead")
	}
	if lost, doubled := crowd.look(t); lost != 0 || doubled != 0 {
		t.Errorf("%d documents lost, %d doubled", lost, doubled)
	}
	first.verify(first.dsn)
}

// replica is another server on the same database, key and files.
func (s *server) replica() *server {
	s.Helper()
	other := *s
	other.process = nil
	other.address = freeAddress(s.T)
	s.Cleanup(other.kill)
	return &other
}
