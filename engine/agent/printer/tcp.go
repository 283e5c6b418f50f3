package printer

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// How long a printer may take, and how often it is asked.
const (
	dialTime  = 3 * time.Second
	writeTime = 30 * time.Second
	askTime   = 1500 * time.Millisecond
	askFirst  = 5 * time.Millisecond // after a label was sent; then twice as long each time
	askEvery  = 100 * time.Millisecond
	calm      = 400 * time.Millisecond // between two looks that must agree
	patience  = 2 * time.Minute        // with a printer that does not answer
)

// tcp is a printer on the network, at its raw port.
type tcp struct {
	address   string
	talks     bool // ZPL has questions
	answered  atomic.Bool
	condition atomic.Value // string
	busy      sync.Mutex   // a label is on its way
}

func newTCP(address, language string) *tcp {
	t := &tcp{address: address, talks: language == "zpl"}
	t.condition.Store(Silent)
	return t
}

// Condition implements Printer: it looks, unless a label is on its way, which tells.
func (t *tcp) Condition() string {
	if t.busy.TryLock() {
		if c, err := t.dial(context.Background()); err == nil {
			t.look(c)
			_ = c.Close()
		}
		t.busy.Unlock()
	}
	told, _ := t.condition.Load().(string)
	return told
}

// Print implements Printer.
func (t *tcp) Print(ctx context.Context, label Label, begin func(count int64) error) Outcome {
	t.busy.Lock()
	defer t.busy.Unlock()
	c, err := t.dial(ctx)
	if err != nil {
		return Outcome{State: Unsent}
	}
	defer c.Close()
	before, ready := t.look(c)
	if !ready {
		return Outcome{State: Unsent}
	}
	if err := begin(before); err != nil {
		return Outcome{State: Unsent}
	}
	prove := func() Outcome {
		_ = c.Close() // most printers serve one connection after the other
		return t.prove(ctx, label, before)
	}
	if err := errors.Join(c.SetWriteDeadline(time.Now().Add(writeTime)), send(c, label.Content)); err != nil {
		return prove()
	}
	if before == NoCount {
		return t.handOver(c)
	}
	for wait := askFirst; ctx.Err() == nil; wait = min(2*wait, askEvery) {
		pause(ctx, wait)
		told, err := t.ask(c)
		if err != nil {
			return prove()
		}
		if told.count == before+int64(label.Pages) {
			return Outcome{State: Printed}
		}
		if told.idle() && told.count != before { // somebody else prints there, too
			return prove()
		}
	}
	return Outcome{State: Unsent} // the agent ends; the journal knows that it was begun
}

func send(c net.Conn, content []byte) error {
	_, err := c.Write(content)
	return err
}

// look asks how the printer is before a print; it is ready, too, when it never tells.
func (t *tcp) look(c *conn) (count int64, ready bool) {
	if !t.talks {
		t.condition.Store(Untold)
		return NoCount, true
	}
	told, err := t.ask(c)
	switch {
	case err != nil && !errors.Is(err, os.ErrDeadlineExceeded):
		t.condition.Store(Silent)
		return NoCount, false
	case err != nil && t.answered.Load(): // it fell silent: no paper, or its head is open
		t.condition.Store(Silent)
		return NoCount, false
	case err != nil:
		t.condition.Store(Untold)
		return NoCount, true
	}
	return told.count, told.condition() == Ready
}

// handOver ends a print at a printer that does not count: it is known that it took all.
func (t *tcp) handOver(c *conn) Outcome {
	if err := c.CloseWrite(); err != nil {
		return unknown("print.cut_off")
	}
	_ = c.SetReadDeadline(time.Now().Add(askTime))
	if _, err := io.Copy(io.Discard, c); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return unknown("print.cut_off")
	}
	return Outcome{State: Sent}
}

// Prove implements Printer.
func (t *tcp) Prove(ctx context.Context, label Label, before int64) Outcome {
	t.busy.Lock()
	defer t.busy.Unlock()
	return t.prove(ctx, label, before)
}

// prove asks until the printer has shown what became of a label: one that shows twice that
// it has nothing to do and has counted nothing has printed nothing.
func (t *tcp) prove(ctx context.Context, label Label, before int64) Outcome {
	if before == NoCount {
		return unknown("print.cut_off")
	}
	var last *status
	for until := time.Now().Add(patience); time.Now().Before(until) && ctx.Err() == nil; pause(ctx, calm) {
		told := t.askAnew(ctx)
		switch {
		case told == nil:
			last = nil
			continue
		case told.condition() != Ready: // it waits for a person, and may print on then
			last, until = nil, time.Now().Add(patience)
			continue
		case told.count == before+int64(label.Pages):
			return Outcome{State: Printed}
		case last == nil || !told.idle() || told.count != last.count:
			last = told
			continue
		case told.count == before:
			return Outcome{State: Unsent}
		}
		return unknown("print.miscounted", "n", told.count-before, "pages", label.Pages)
	}
	if ctx.Err() != nil {
		return Outcome{State: Unsent} // the agent ends; the journal knows that it was begun
	}
	return unknown("print.silent")
}

// askAnew asks on a connection of its own; nil is no answer.
func (t *tcp) askAnew(ctx context.Context) *status {
	c, err := t.dial(ctx)
	if err != nil {
		return nil
	}
	defer c.Close()
	told, err := t.ask(c)
	if err != nil || told.count == NoCount {
		return nil
	}
	return told
}

func (t *tcp) dial(ctx context.Context) (*conn, error) {
	dialer := net.Dialer{Timeout: dialTime}
	c, err := dialer.DialContext(ctx, "tcp", t.address)
	if err != nil {
		t.condition.Store(Silent)
		return nil, err
	}
	return newConn(c.(*net.TCPConn)), nil
}

// ask asks for state and count, and keeps the condition.
func (t *tcp) ask(c *conn) (*status, error) {
	told, err := c.status()
	if err != nil {
		return nil, err
	}
	t.answered.Store(true)
	t.condition.Store(told.condition())
	told.count, err = c.count()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		told.count, err = NoCount, nil
	}
	return told, err
}

// pause waits, or until the agent ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
