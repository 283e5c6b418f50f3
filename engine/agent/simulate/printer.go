package simulate

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options are how a printer behaves.
type Options struct {
	Tray    string        // folder of the pictures; "" keeps none
	Paper   int           // labels that lie in it; 0: it never runs out
	Counts  bool          // it tells how many labels it printed
	Loses   float64       // share of the connections that end in their midst
	Takes   time.Duration // to print a label
	Printed func(name string)
}

// mostWaiting is how many labels its buffer holds.
const mostWaiting = 50

// Printer is a label printer that knows as much ZPL as an agent sends.
type Printer struct {
	options  Options
	listener net.Listener
	formats  chan []byte

	mu      sync.Mutex
	paper   int
	pending int // labels in the buffer
	partial bool
	names   []string // of what came out, in order
}

// Listen makes a printer at an address.
func Listen(address string, o Options) (*Printer, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("simulate a printer: %w", err)
	}
	if o.Tray != "" {
		if err := os.MkdirAll(o.Tray, 0o755); err != nil {
			return nil, fmt.Errorf("simulate a printer: %w", err)
		}
	}
	return &Printer{options: o, listener: listener, formats: make(chan []byte, mostWaiting), paper: o.Paper}, nil
}

// Address is where the printer listens.
func (p *Printer) Address() string { return p.listener.Addr().String() }

// Tray lists the labels that came out, by the names that their comments give them.
func (p *Printer) Tray() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.names)
}

// Load puts paper in.
func (p *Printer) Load(labels int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paper += labels
}

// Run prints until the context ends. Like most label printers it serves one connection
// after the other.
func (p *Printer) Run(ctx context.Context) error {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { p.print(ctx) })
	stop := context.AfterFunc(ctx, func() { _ = p.listener.Close() })
	defer stop()
	for {
		c, err := p.listener.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("simulate a printer: %w", err)
		}
		closed := context.AfterFunc(ctx, func() { _ = c.Close() })
		p.serve(ctx, c.(*net.TCPConn))
		closed()
	}
}

// serve takes what comes on a connection. What is no whole label when it ends is gone.
func (p *Printer) serve(ctx context.Context, c *net.TCPConn) {
	defer c.Close()
	var in io.Reader = c
	if rand.Float64() < p.options.Loses {
		_ = c.SetLinger(0)
		in = io.LimitReader(c, rand.Int64N(8<<10))
	}
	reader := bufio.NewReader(in)
	var text []byte
	for {
		b, err := reader.ReadByte()
		if err != nil {
			p.hold(false)
			return
		}
		text = append(text, b)
		if text, err = p.take(ctx, c, text); err != nil {
			p.hold(false)
			return
		}
	}
}

// Questions of an agent.
var (
	askStatus = []byte("~HS")
	askCount  = []byte("! U1 getvar \"odometer.total_label_count\"\r\n")
)

// take acts on what has come and gives what is still open.
func (p *Printer) take(ctx context.Context, c io.Writer, text []byte) ([]byte, error) {
	switch {
	case bytes.HasSuffix(text, askStatus):
		_, err := c.Write(p.status())
		return bytes.TrimSuffix(text, askStatus), err
	case bytes.HasSuffix(text, askCount):
		if !p.options.Counts {
			_, err := io.WriteString(c, `"?"`)
			return nil, err
		}
		_, err := fmt.Fprintf(c, `"%d"`, len(p.Tray()))
		return nil, err
	case bytes.HasSuffix(text, []byte("^XA")):
		p.hold(true)
		return []byte("^XA"), nil
	case bytes.HasSuffix(text, []byte("^XZ")):
		p.mu.Lock()
		p.partial = false
		p.pending++
		p.mu.Unlock()
		select {
		case p.formats <- bytes.Clone(text):
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return text, nil
}

func (p *Printer) hold(partial bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.partial = partial
}

// status answers ~HS.
func (p *Printer) status() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	flag := func(on bool) int {
		if on {
			return 1
		}
		return 0
	}
	return fmt.Appendf(nil, "\x02030,%d,0,1245,%03d,0,0,%d,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n",
		flag(p.isOut()), p.pending, flag(p.partial))
}

func (p *Printer) isOut() bool { return p.options.Paper > 0 && p.paper == 0 }

// print prints the labels of the buffer while there is paper.
func (p *Printer) print(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case format := <-p.formats:
			for !p.feed(ctx) {
			}
			if ctx.Err() == nil {
				p.comeOut(format)
			}
		}
	}
}

// feed takes a label's paper; false while there is none.
func (p *Printer) feed(ctx context.Context) bool {
	select {
	case <-time.After(max(p.options.Takes, time.Millisecond)):
	case <-ctx.Done():
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isOut() {
		return false
	}
	p.paper--
	return true
}

var comment = regexp.MustCompile(`\^FX ([^^]*)\^FS`)

// comeOut lays a label into the tray.
func (p *Printer) comeOut(format []byte) {
	name := ""
	if found := comment.FindSubmatch(format); found != nil {
		name = strings.TrimSpace(string(found[1]))
	}
	p.mu.Lock()
	p.names = append(p.names, name)
	p.pending--
	n := len(p.names)
	p.mu.Unlock()
	if p.options.Tray != "" {
		p.picture(filepath.Join(p.options.Tray, fmt.Sprintf("%05d-%s.png", n, name)), format)
	}
	if p.options.Printed != nil {
		p.options.Printed(name)
	}
}

// picture writes what a label looks like.
func (p *Printer) picture(path string, format []byte) {
	label, ok := draw(format)
	if !ok {
		return
	}
	var out bytes.Buffer
	if err := png.Encode(&out, label); err == nil {
		_ = os.WriteFile(path, out.Bytes(), 0o600) // a picture is a comfort, the tray counts without it
	}
}
