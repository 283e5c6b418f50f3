package scale

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// Line says how a scale is reached.
type Line struct {
	Address string // tcp://host:port, serial:///dev/ttyUSB0, hid:///dev/hidraw0
	Name    string
	Driver  string
	Baud    string // of a serial line
}

// ReadLine reads a line as it is written: [name=]address?driver=toledo[&baud=9600].
func ReadLine(text string) (Line, error) {
	wrong := fmt.Errorf("scale %q: write it as [name=]tcp://host:port?driver=toledo, serial:///dev/ttyUSB0?driver=aandd&baud=9600 or hid:///dev/hidraw0; the drivers are %s", text, strings.Join(Drivers(), ", "))
	name, address, named := strings.Cut(text, "=")
	if !named || strings.Contains(name, ":") {
		name, address = "", text
	}
	where, err := url.Parse(address)
	if err != nil || openers[where.Scheme] == nil {
		return Line{}, wrong
	}
	line := Line{Name: name, Driver: where.Query().Get("driver"), Baud: where.Query().Get("baud")}
	if where.Scheme == "hid" {
		line.Driver = "hid"
	}
	if _, known := drivers[line.Driver]; !known {
		return Line{}, wrong
	}
	where.RawQuery = ""
	line.Address = where.String()
	if line.Name == "" {
		line.Name = strings.TrimPrefix(line.Address, where.Scheme+"://")
	}
	return line, nil
}

// How long a scale may be silent, how often it is asked, and how long the next try waits.
const (
	patience = 3 * time.Second
	askEvery = 250 * time.Millisecond
	retry    = time.Second
)

// port is what a scale speaks through.
type port interface {
	io.ReadWriteCloser
	SetReadDeadline(t time.Time) error
}

var openers = map[string]func(line Line, where *url.URL) (port, error){
	"tcp": func(_ Line, where *url.URL) (port, error) { return net.DialTimeout("tcp", where.Host, patience) },
	"hid": func(_ Line, where *url.URL) (port, error) { return os.OpenFile(where.Path, os.O_RDWR, 0) },
	"serial": func(line Line, where *url.URL) (port, error) {
		baud := line.Baud
		if baud == "" {
			baud = "9600"
		}
		// stty knows the terminals of every Unix; no package for them is needed.
		if out, err := exec.Command("stty", "-F", where.Path, baud, "raw", "-echo", "cs8", "-parenb", "-cstopb").CombinedOutput(); err != nil {
			return nil, fmt.Errorf("set up %s: %w: %.100s", where.Path, err, out)
		}
		return os.OpenFile(where.Path, os.O_RDWR, 0)
	},
}

// Scale is one that the agent reads.
type Scale struct {
	Line
	driver  driver
	changed func()

	mu   sync.Mutex
	last Reading
}

// New makes the scale of a line; changed is told of each reading that says something new.
func New(line Line, changed func()) *Scale {
	return &Scale{Line: line, driver: drivers[line.Driver], changed: changed, last: Reading{Condition: Silent, Unit: "kg"}}
}

// Last is what the scale said last.
func (s *Scale) Last() Reading {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Run reads until the context ends; a scale that is gone is looked for again.
func (s *Scale) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.listen(ctx); err != nil {
			s.take(Reading{Condition: Silent, Unit: "kg"})
		}
		select {
		case <-time.After(retry):
		case <-ctx.Done():
		}
	}
}

// listen reads from one opening of the port to its end.
func (s *Scale) listen(ctx context.Context) error {
	where, err := url.Parse(s.Address)
	if err != nil {
		return err
	}
	p, err := openers[where.Scheme](s.Line, where)
	if err != nil {
		return err
	}
	defer p.Close()
	stop := context.AfterFunc(ctx, func() { _ = p.Close() })
	defer stop()
	if s.driver.ask != "" {
		done := make(chan struct{})
		defer close(done)
		go s.ask(p, done)
	}
	return s.follow(p)
}

// follow hears what comes through an open port, to its end.
func (s *Scale) follow(p port) error {
	buffer, came := make([]byte, 512), []byte(nil)
	first := s.driver.end == 0 // the first report of a USB scale may be an old one
	for {
		// Not every port knows deadlines; a file that does not ends with its device.
		_ = p.SetReadDeadline(time.Now().Add(patience))
		n, err := p.Read(buffer)
		if err != nil {
			return err
		}
		if first {
			first = false
			continue
		}
		var frames [][]byte
		frames, came = s.driver.frames(append(came, buffer[:n]...))
		for _, frame := range frames {
			s.hear(frame)
		}
	}
}

// ask asks again and again.
func (s *Scale) ask(p io.Writer, done chan struct{}) {
	for {
		if _, err := io.WriteString(p, s.driver.ask); err != nil {
			return
		}
		select {
		case <-time.After(askEvery):
		case <-done:
			return
		}
	}
}

func (s *Scale) hear(frame []byte) {
	r, err := s.driver.read(frame)
	if err != nil {
		return // noise, or half a frame
	}
	r.Raw = strings.ToValidUTF8(strings.TrimSpace(string(frame)), "?")
	if s.driver.binary || slices.ContainsFunc(frame, func(b byte) bool { return b < ' ' || b > '~' }) {
		r.Raw = hex.EncodeToString(frame)
	}
	s.take(r)
}

func (s *Scale) take(r Reading) {
	s.mu.Lock()
	was := s.last
	s.last = r
	s.mu.Unlock()
	if was.Condition != r.Condition || was.Net != r.Net || was.Unit != r.Unit || !was.Weight.Equal(r.Weight) || !was.Tare.Equal(r.Tare) {
		s.changed()
	}
}
