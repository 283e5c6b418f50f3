package simulate

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/shopspring/decimal"
)

// Scale plays a scale that tells its weight by itself, in the form of A&D. What is put on
// it moves for a while.
type Scale struct {
	listener net.Listener
	settles  time.Duration

	mu   sync.Mutex
	load decimal.Decimal // kg
	at   time.Time       // when it was put on
	dead bool
}

// tells is how often the scale tells its weight.
const tells = 100 * time.Millisecond

// ListenScale makes a scale at an address, on which what is put on moves for so long.
func ListenScale(address string, settles time.Duration) (*Scale, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("simulate a scale: %w", err)
	}
	return &Scale{listener: listener, settles: settles}, nil
}

// Address is where the scale listens.
func (s *Scale) Address() string { return s.listener.Addr().String() }

// Put puts so many kg on it, in place of what lay there.
func (s *Scale) Put(kilos decimal.Decimal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load, s.at = kilos, time.Now()
}

// Die has it tell nothing from now on, or tell again.
func (s *Scale) Die(dead bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead = dead
}

// Run tells its weight to whoever connects, until the context ends.
func (s *Scale) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = s.listener.Close() })
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	for {
		c, err := s.listener.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("simulate a scale: %w", err)
		}
		all.Go(func() { s.tell(ctx, c) })
	}
}

func (s *Scale) tell(ctx context.Context, c net.Conn) {
	defer c.Close()
	for ctx.Err() == nil {
		if _, err := io.WriteString(c, s.line()); err != nil {
			return
		}
		select {
		case <-time.After(tells):
		case <-ctx.Done():
		}
	}
}

// line is what the scale says now; "" when it is dead.
func (s *Scale) line() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead {
		return ""
	}
	state, sign := "ST", "+"
	if time.Since(s.at) < s.settles {
		state = "US"
	}
	if s.load.IsNegative() {
		sign = "-"
	}
	return fmt.Sprintf("%s,%s%09s kg\r\n", state, sign, s.load.Abs().StringFixed(3))
}

// Obey puts on what is written, a weight in kg on each line; "off" is a scale that is dead.
func (s *Scale) Obey(in io.Reader) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if kilos, err := decimal.NewFromString(lines.Text()); err == nil {
			s.Die(false)
			s.Put(kilos)
		} else if lines.Text() == "off" {
			s.Die(true)
		}
	}
}
