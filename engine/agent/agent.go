package agent

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/agent/journal"
	"github.com/wareloom/wareloom/engine/agent/printer"
	"github.com/wareloom/wareloom/engine/agent/scale"
	"github.com/wareloom/wareloom/engine/fault"
)

// How long calls may take, and how long the agent waits between tries.
const (
	takeTime = 40 * time.Second // the server holds the call for 20
	tellTime = 15 * time.Second
	retry    = 500 * time.Millisecond
	report   = 5 * time.Second // between two looks at the printers while there is no room
	mostHeld = 8               // labels of a printer on the agent's disk that have not ended
)

// Config is what an agent is made of.
type Config struct {
	Folder    string // of its journal and identity
	Authority string // file of a certificate that it trusts beside those of the system
	Printers  []printer.Line
	Scales    []scale.Line
	Log       *slog.Logger
}

// Agent prints what the server has for its printers.
type Agent struct {
	config   Config
	client   *client
	journal  *journal.Journal
	printers map[string]printer.Printer // by address
	scales   []*scale.Scale
	moved    chan struct{}            // a scale says something new
	wake     map[string]chan struct{} // of the worker of each
	ended    chan struct{}            // a label ended, for who tells
	freed    chan struct{}            // the same, for who takes
	lock     *os.File
}

// New opens the folder of an agent that was paired.
func New(c Config) (*Agent, error) {
	id, err := ReadIdentity(c.Folder)
	if err != nil {
		return nil, err
	}
	a := &Agent{config: c, printers: map[string]printer.Printer{}, wake: map[string]chan struct{}{}, ended: make(chan struct{}, 1), freed: make(chan struct{}, 1)}
	if a.client, err = newClient(*id, c.Authority); err != nil {
		return nil, err
	}
	for _, line := range c.Printers {
		if a.printers[line.Address], err = printer.New(line); err != nil {
			return nil, err
		}
		a.wake[line.Address] = make(chan struct{}, 1)
	}
	a.openScales(c.Scales)
	if a.lock, err = lock(c.Folder); err != nil {
		return nil, err
	}
	if a.journal, err = journal.Open(c.Folder); err != nil {
		return nil, err
	}
	return a, a.giveUp()
}

// giveUp ends the labels of printers that the agent was told to serve no more.
func (a *Agent) giveUp() error {
	for _, entry := range a.journal.Waiting() {
		if a.printers[entry.Printer] != nil {
			continue
		}
		state := printer.Failed
		if entry.Begun {
			state = printer.Unknown
		}
		if err := a.journal.End(entry.Label, state, fault.Tell("print.printer_gone", "printer", entry.Printer)); err != nil {
			return err
		}
	}
	return nil
}

// Run works until the context ends, or the server says that another agent took its place.
func (a *Agent) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	run := func(work func(ctx context.Context) error) {
		all.Go(func() {
			if err := work(ctx); err != nil {
				stop(err)
			}
		})
	}
	for address := range a.printers {
		run(func(ctx context.Context) error { return a.print(ctx, address) })
	}
	for _, s := range a.scales {
		all.Go(func() { s.Run(ctx) })
	}
	if len(a.scales) > 0 {
		run(a.weigh)
	}
	run(a.tell)
	run(a.take)
	all.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, a.journal.Close(), a.lock.Close())
}

// found is a printer as the server is told of it.
type found struct {
	Address   string `json:"address"`
	Name      string `json:"name"`
	Language  string `json:"language"`
	Condition string `json:"condition"`
	Room      int    `json:"room"` // for so many labels
}

// handed is a label as the server hands it over.
type handed struct {
	Label   string `json:"label"`
	Printer string `json:"printer"`
	Type    string `json:"type"`
	Content []byte `json:"content"`
	Pages   int    `json:"pages"`
}

// take asks for labels, and keeps them on the disk before anything else.
func (a *Agent) take(ctx context.Context) error {
	for ctx.Err() == nil {
		labels, full, err := a.ask(ctx)
		switch {
		case errors.Is(err, ErrStale):
			return err
		case err != nil:
			a.config.Log.Debug("the server was not reached", "why", err)
			pause(ctx, retry)
			continue
		}
		for _, l := range labels {
			entry := journal.Entry{Label: l.Label, Printer: l.Printer, Type: l.Type, Pages: l.Pages, Count: journal.Untold}
			if err := a.journal.Take(entry, l.Content); err != nil {
				return err
			}
			signal(a.wake[l.Printer])
		}
		if full {
			rest(ctx, a.freed, report)
		}
	}
	return nil
}

// ask makes one call for labels; full tells that no printer has room for more.
func (a *Agent) ask(ctx context.Context) (labels []handed, full bool, err error) {
	seq, err := a.journal.Next()
	if err != nil {
		return nil, false, err
	}
	held := map[string]int{}
	for _, entry := range a.journal.Waiting() {
		held[entry.Printer]++
	}
	full = true
	var printers []found
	for _, line := range a.config.Printers {
		room := max(mostHeld-held[line.Address], 0)
		full = full && room == 0
		printers = append(printers, found{line.Address, line.Name, line.Language, a.printers[line.Address].Condition(), room})
	}
	body := map[string]any{"journal": a.journal.ID(), "seq": seq, "holding": a.journal.Holding(), "printers": printers}
	var answer struct{ Labels []handed }
	err = a.client.call(ctx, "/api/agent/take", takeTime, body, &answer)
	return answer.Labels, full, err
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // there is a signal already
	}
}

// rest waits for a signal, and no longer than a while.
func rest(ctx context.Context, c chan struct{}, d time.Duration) {
	select {
	case <-c:
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// print prints the labels of one printer, one after the other.
func (a *Agent) print(ctx context.Context, address string) error {
	for ctx.Err() == nil {
		entry, waits := a.next(address)
		if !waits {
			select {
			case <-a.wake[address]:
			case <-ctx.Done():
			}
			continue
		}
		if err := a.printOne(ctx, entry); err != nil {
			return err
		}
	}
	return nil
}

// next gives the oldest label of a printer that has not ended; those that were begun by
// a process that was killed come first by themselves.
func (a *Agent) next(address string) (journal.Entry, bool) {
	for _, entry := range a.journal.Waiting() {
		if entry.Printer == address {
			return entry, true
		}
	}
	return journal.Entry{}, false
}

// printOne prints a label, or finds out what became of one that was begun.
func (a *Agent) printOne(ctx context.Context, entry journal.Entry) error {
	content, err := a.journal.Content(entry.Label)
	if err != nil {
		return fmt.Errorf("read label %s: %w", entry.Label, err)
	}
	label := printer.Label{Key: entry.Label, Type: entry.Type, Content: content, Pages: entry.Pages}
	p, begun := a.printers[entry.Printer], entry.Begun
	var outcome printer.Outcome
	if begun {
		outcome = p.Prove(ctx, label, entry.Count)
	} else {
		outcome = p.Print(ctx, label, func(count int64) error {
			begun = true
			return a.journal.Begin(entry.Label, count)
		})
	}
	switch {
	case ctx.Err() != nil && outcome.State == printer.Unsent:
		return nil
	case outcome.State == printer.Unsent:
		pause(ctx, retry)
		if begun {
			return a.journal.Unsent(entry.Label)
		}
		return nil
	}
	if err := a.journal.End(entry.Label, outcome.State, outcome.Why); err != nil {
		return err
	}
	signal(a.ended)
	signal(a.freed)
	return nil
}

// tell tells the server of ends until it knows them.
func (a *Agent) tell(ctx context.Context) error {
	type end struct {
		Label string     `json:"label"`
		State string     `json:"state"`
		Why   fault.Told `json:"why"`
	}
	for ; ctx.Err() == nil; rest(ctx, a.ended, retry) {
		entries := a.journal.Ended()
		if len(entries) == 0 {
			continue
		}
		ends, labels := make([]end, len(entries)), make([]string, len(entries))
		for i, e := range entries {
			ends[i], labels[i] = end{e.Label, e.State, e.Why}, e.Label
		}
		if err := a.client.call(ctx, "/api/agent/tell", tellTime, map[string]any{"ends": ends}, nil); err != nil {
			a.config.Log.Debug("the server was not told", "why", err)
			continue
		}
		if err := a.journal.Told(labels); err != nil {
			return err
		}
	}
	return nil
}

func newGuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	text := hex.EncodeToString(b[:])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
