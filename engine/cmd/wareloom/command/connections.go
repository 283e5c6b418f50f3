package command

import (
	"container/list"
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// How many connections there may be unless the configuration says another number, and
// the part of them that one address may have.
const (
	defaultConnections = 4096
	partOfAddress      = 4
)

// tellRefused is how often at most the log tells that connections are refused.
const tellRefused = time.Minute

// connections bounds what is open in all and from each address. Where there is no room
// for another, the one that has waited the longest without a call makes room; where all
// are at work, the new one is closed.
type connections struct {
	most, each int
	free       []*net.IPNet // whose addresses stand for many people, as proxies do
	log        *slog.Logger

	mu      sync.Mutex
	open    int
	waiting list.List // of *connection, the longest waiting first
	of      map[netip.Addr]*address
	told    time.Time
}

// address is where connections come from.
type address struct {
	at      netip.Addr
	free    bool // its connections are bounded with all others only
	open    int
	waiting list.List
}

// connection is one that is open.
type connection struct {
	*net.TCPConn
	all   *connections
	from  *address
	calls int              // that are being answered
	waits [2]*list.Element // among all, and among those of its address; nil while it has calls
	gone  bool
}

// doorKeeper is a listener whose connections are bounded.
type doorKeeper struct {
	*net.TCPListener
	all *connections
}

// Accept gives the next connection that there is room for.
func (k doorKeeper) Accept() (net.Conn, error) {
	for {
		c, err := k.AcceptTCP()
		if err != nil {
			return nil, err
		}
		if taken := k.all.take(c); taken != nil {
			return taken, nil
		}
		_ = c.Close() // who is refused needs no reason
	}
}

// take counts a connection in; nil when there is no room for it.
func (s *connections) take(raw *net.TCPConn) *connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := addressOf(raw)
	from := s.of[at]
	if from == nil {
		from = &address{at: at, free: s.isFree(at)}
	}
	if !from.free && from.open >= s.each && !dismiss(&from.waiting) || s.open >= s.most && !dismiss(&s.waiting) {
		s.tell(at)
		return nil
	}
	if s.of == nil {
		s.of = map[netip.Addr]*address{}
	}
	s.of[at] = from // which may have been forgotten with its last connection
	s.open++
	from.open++
	c := &connection{TCPConn: raw, all: s, from: from}
	c.wait()
	return c
}

// dismiss closes the connection that has waited the longest; false when none waits.
func dismiss(waiting *list.List) bool {
	longest := waiting.Front()
	if longest == nil {
		return false
	}
	c := longest.Value.(*connection)
	c.forget()
	_ = c.TCPConn.Close()
	return true
}

// tell has the log say, now and then, that somebody is refused.
func (s *connections) tell(at netip.Addr) {
	if time.Since(s.told) < tellRefused {
		return
	}
	s.told = time.Now()
	s.log.Warn("connections are refused", "address", at.String(), "open", s.open)
}

// isFree reports whether an address is this machine's, where a proxy may stand, or one
// of the proxies that were named.
func (s *connections) isFree(at netip.Addr) bool {
	return slices.ContainsFunc(s.free, func(n *net.IPNet) bool { return n.Contains(at.AsSlice()) })
}

// addressOf is what counts as one address: of IPv6 the network that one customer of a
// provider has.
func addressOf(c *net.TCPConn) netip.Addr {
	tcp, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	at := tcp.AddrPort().Addr().Unmap().WithZone("")
	if at.Is6() && !at.IsLoopback() {
		if network, err := at.Prefix(64); err == nil {
			return network.Addr()
		}
	}
	return at
}

// wait puts the connection behind those that wait.
func (c *connection) wait() {
	c.waits = [2]*list.Element{c.all.waiting.PushBack(c), c.from.waiting.PushBack(c)}
}

// work takes the connection out of those that wait.
func (c *connection) work() {
	if c.waits[0] != nil {
		c.all.waiting.Remove(c.waits[0])
		c.from.waiting.Remove(c.waits[1])
		c.waits = [2]*list.Element{}
	}
}

// forget counts the connection out.
func (c *connection) forget() {
	if c.gone {
		return
	}
	c.gone = true
	c.work()
	c.all.open--
	if c.from.open--; c.from.open == 0 {
		delete(c.all.of, c.from.at)
	}
}

// Close implements net.Conn.
func (c *connection) Close() error {
	c.all.mu.Lock()
	c.forget()
	c.all.mu.Unlock()
	return c.TCPConn.Close()
}

// begin and end frame a call.
func (c *connection) begin() {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	c.calls++
	c.work()
}

func (c *connection) end() {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	if c.calls--; c.calls == 0 && !c.gone {
		c.wait()
	}
}

// connectionKey finds the connection of a call in its context.
type connectionKey struct{}

// watch has a server tell which of its connections have calls.
func (s *connections) watch(server *http.Server) {
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if encrypted, ok := c.(*tls.Conn); ok {
			c = encrypted.NetConn()
		}
		return context.WithValue(ctx, connectionKey{}, c)
	}
	answer := server.Handler
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connectionKey{}).(*connection); ok {
			c.begin()
			defer c.end()
		}
		answer.ServeHTTP(w, r)
	})
}
