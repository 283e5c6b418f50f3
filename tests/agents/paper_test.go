package agents

import (
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/agent/simulate"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestPaperRunsOut has a printer run out of paper in the midst of its labels: the list of
// printers says so, nothing is lost, and the rest comes out once there is paper again.
func TestPaperRunsOut(t *testing.T) {
	t.Parallel()
	const paper = 15
	b := newBench(t, enginetest.SQLite(t), simulate.Options{Counts: true, Paper: paper, Takes: 20 * time.Millisecond})
	job := b.print(40)
	until(t, "the list of printers says that paper is out", func() bool { return b.findPrinter() && b.condition == "paper_out" })
	if out := len(b.printer.Tray()); out != paper {
		t.Errorf("%d labels came out on paper for %d", out, paper)
	}
	b.printer.Load(job.total)
	states := b.settled()
	lost, doubled := b.look(job)
	if states["printed"] != job.total || lost != 0 || doubled != 0 {
		t.Errorf("labels ended %v of %d, %d lost, %d doubled", states, job.total, lost, doubled)
	}
	until(t, "the printer is ready again", func() bool { return b.findPrinter() && b.condition == "ready" })
}
