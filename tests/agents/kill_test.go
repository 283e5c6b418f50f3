package agents

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/agent/simulate"
	"github.com/wareloom/wareloom/engine/enginetest"
)

var (
	labels = flag.Int("labels", 120, "labels that are printed on each database")
	kills  = flag.Int("kills", 2, "how often agent and server are killed, in turn")
)

// TestNoLabelIsLostOrDoubled prints labels through a network that loses a tenth, at a
// printer that loses connections, while agent and server are killed in turn. The printer
// counts, so that none is left unknown.
func TestNoLabelIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		b := newBench(t, dsn, simulate.Options{Counts: true, Loses: loses})
		job := b.print(*labels)
		b.trouble(job)
		states := b.settled()
		if len(states) != 1 || states["printed"] != job.total {
			t.Errorf("labels ended %v, want %d printed", states, job.total)
		}
		lost, doubled := b.look(job)
		t.Logf("%d labels, %d kills: %d lost, %d doubled", job.total, *kills, lost, doubled)
		if lost != 0 || doubled != 0 {
			t.Errorf("%d labels lost, %d doubled", lost, doubled)
		}
		b.frugal()
	})
}

// mostMemory is what a program may need for any number of labels, in kB: they are drawn by the
// handful, when they are handed over.
const mostMemory = 700_000

// frugal ends the programs and looks at how much memory they had.
func (b *bench) frugal() {
	b.Helper()
	b.server.kill()
	b.agent.kill()
	b.Logf("the server had %d MB at most, the agent %d MB", b.server.memory/1000, b.agent.memory/1000)
	if b.server.memory > mostMemory || b.agent.memory > mostMemory {
		b.Errorf("more than %d MB", mostMemory/1000)
	}
}

// TestWhatCannotBeKnownIsNotSentAgain does the same at a printer that does not count: a
// label that was cut off is left to a person, and no label comes out twice.
func TestWhatCannotBeKnownIsNotSentAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t, enginetest.SQLite(t), simulate.Options{Loses: loses})
	job := b.print(*labels)
	b.trouble(job)
	states := b.settled()
	lost, doubled := b.look(job)
	t.Logf("%d labels ended %v: %d lost, %d doubled", job.total, states, lost, doubled)
	if doubled != 0 || lost > states["unknown"] {
		t.Errorf("%d labels lost, %d doubled, %v", lost, doubled, states)
	}
}

// bench is a server, an agent and a printer.
type bench struct {
	person
	server, agent *process
	address       string
	printer       *simulate.Printer
	code          string // of the printer
	condition     string // of the printer, as the server was told
}

// job is what is printed, in one job or several.
type job struct{ total int }

func newBench(t *testing.T, dsn string, o simulate.Options) *bench {
	t.Helper()
	printer, err := simulate.Listen("127.0.0.1:0", o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	go func() { _ = printer.Run(ctx) }()
	server, address := newServer(t, dsn)
	b := &bench{server: server, address: address, person: signIn(t, address), printer: printer}
	arguments := []string{"agent", "--find=false", "--folder", "agent", "--printer", "sim=tcp://" + printer.Address()}
	b.agent = &process{T: t, folder: t.TempDir(), arguments: arguments}
	t.Cleanup(b.agent.kill)
	b.pairAgent()
	until(t, "the agent tells of its printer", func() bool { return b.findPrinter() })
	return b
}

// pairAgent pairs the agent, and puts the bad network between it and the server from then on.
func (b *bench) pairAgent() {
	b.Helper()
	b.agent.start("--server", "http://"+b.address, "--code", b.pair())
	path := filepath.Join(b.agent.folder, "agent", "agent.json")
	var identity []byte
	until(b.T, "the agent is paired", func() bool {
		var err error
		identity, err = os.ReadFile(path)
		return err == nil && bytes.HasSuffix(identity, []byte("}"))
	})
	b.agent.kill()
	far := bytes.ReplaceAll(identity, []byte(b.address), []byte(badNetwork(b.T, b.address)))
	if err := os.WriteFile(path, far, 0o600); err != nil {
		b.Fatal(err)
	}
	b.agent.start()
}

func (b *bench) findPrinter() bool {
	var page struct {
		Rows []struct{ Code, Condition string }
	}
	b.ask("", "data/printer/query", map[string]any{}, &page)
	if len(page.Rows) == 1 {
		b.code, b.condition = page.Rows[0].Code, page.Rows[0].Condition
	}
	return len(page.Rows) == 1
}

// print prints labels of products, several of each.
func (b *bench) print(n int) job {
	b.Helper()
	var page struct{ Rows []struct{ ID int } }
	b.ask("", "data/product/query", map[string]any{"size": 20}, &page)
	var ids []int
	for _, row := range page.Rows {
		ids = append(ids, row.ID)
	}
	all := job{}
	for all.total+len(ids) <= n { // a job has 99 copies of a record at most
		var made struct{ Job struct{ Total int } }
		copies := min((n-all.total)/len(ids), 99)
		b.ask(fmt.Sprint("print ", all.total), "print/jobs", map[string]any{"type": "product", "ids": ids, "printer": b.code, "copies": copies, "reason": "more"}, &made)
		all.total += made.Job.Total
	}
	return all
}

// trouble kills agent and server in turn, each after some more labels came out.
func (b *bench) trouble(j job) {
	b.Helper()
	for n := range *kills {
		out := j.total * (n + 1) / (*kills + 2)
		b.untilOut(fmt.Sprintf("%d labels are out", out), func() bool { return len(b.printer.Tray()) >= out })
		if n%2 == 0 {
			b.agent.kill()
			b.agent.start()
			continue
		}
		b.server.kill()
		b.server.start()
		ready(b.T, b.address)
	}
}

// untilOut waits as long as labels come out: many take longer than a server may be silent.
func (b *bench) untilOut(what string, holds func() bool) {
	b.Helper()
	for out := -1; !holds(); {
		if out == len(b.printer.Tray()) {
			until(b.T, what+", or one more is out", func() bool { return len(b.printer.Tray()) > out || holds() })
		}
		out = len(b.printer.Tray())
		time.Sleep(pollTime)
	}
}

// pollTime is between two looks at all labels.
const pollTime = 50 * time.Millisecond

// settled waits until no label is on its way, and counts the states.
func (b *bench) settled() map[string]int {
	b.Helper()
	states := map[string]int{}
	b.untilOut("every label has ended", func() bool {
		clear(states)
		for _, state := range b.states() {
			states[state]++
		}
		return states["waiting"] == 0 && states["on its way"] == 0
	})
	return states
}

func (b *bench) states() (all []string) {
	for cursor := ""; ; {
		var page struct {
			Rows []struct {
				Status  string
				EndedAt *time.Time `json:"ended_at"`
			}
			NextCursor string
		}
		b.ask("", "data/print_label/query", map[string]any{"fields": []string{"status", "ended_at"}, "size": 500, "cursor": cursor}, &page)
		for _, row := range page.Rows {
			if row.Status == "sent" && row.EndedAt == nil {
				row.Status = "on its way"
			}
			all = append(all, row.Status)
		}
		if cursor = page.NextCursor; cursor == "" {
			return all
		}
	}
}

// look counts by what lies in the tray.
func (b *bench) look(j job) (lost, doubled int) {
	out := map[string]int{}
	for _, name := range b.printer.Tray() {
		label, _, _ := strings.Cut(name, ".")
		out[label]++
	}
	for _, n := range out {
		doubled += n - 1
	}
	return j.total - len(out), doubled
}
