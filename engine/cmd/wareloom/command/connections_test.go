package command

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// front is a server whose connections are bounded. A call of /hold is answered once
// release is closed.
type front struct {
	*httptest.Server
	log     strings.Builder
	held    chan struct{} // receives for each call that is held
	release chan struct{}
}

func newFront(t *testing.T, most, each int, free string, encrypted bool) *front {
	t.Helper()
	f := &front{held: make(chan struct{}), release: make(chan struct{})}
	networks, err := proxies(free)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(&f.log, nil))
	f.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/hold" {
			f.held <- struct{}{}
			<-f.release
		}
	}))
	f.Config = newServer(f.Config.Handler, slog.New(slog.DiscardHandler))
	all := &connections{most: most, each: each, free: networks, log: log}
	all.watch(f.Config)
	f.Listener = doorKeeper{f.Listener.(*net.TCPListener), all}
	if encrypted {
		f.EnableHTTP2 = true
		f.StartTLS()
	} else {
		f.Start()
	}
	t.Cleanup(f.Close)
	return f
}

// dial opens a connection from an address of this machine.
func (f *front) dial(t *testing.T, from string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := dialer.Dial("tcp", f.Listener.Addr().String())
	if err != nil {
		t.Skipf("this machine has no address %s: %v", from, err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(time.Minute)) // a door that shuts nobody out ends the test
	return c
}

// get makes a call on a connection and gives its status; 0 when it was closed.
func get(t *testing.T, c net.Conn, path string) int {
	t.Helper()
	_, _ = io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
	return statusOf(c)
}

// statusOf is that of the next answer; 0 when there is none.
func statusOf(c net.Conn) int {
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// wantClosed waits until the server closes a connection.
func wantClosed(t *testing.T, what string, c net.Conn) {
	t.Helper()
	_, err := c.Read(make([]byte, 1))
	var wire net.Error
	if err == nil || errors.As(err, &wire) && wire.Timeout() {
		t.Errorf("%s is open (%v)", what, err)
	}
}

// TestHeldConnectionsMakeRoom holds all the connections that one address, or all
// together, may have, without a call: the next one is served, and the one that waited
// the longest is closed for it.
func TestHeldConnectionsMakeRoom(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		most, each int
		free       string
	}{
		"of one address":     {most: 100, each: 3},
		"in all":             {most: 3, each: 100},
		"in all, at a proxy": {most: 3, each: 1, free: "127.0.0.0/8"},
		"of both":            {most: 3, each: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFront(t, tt.most, tt.each, tt.free, false)
			used := f.dial(t, "127.0.0.1")
			if status := get(t, used, "/"); status != http.StatusOK { // so that the door has it, and it waits again
				t.Fatalf("the first connection: %d", status)
			}
			silent := f.dial(t, "127.0.0.1")
			slow := f.dial(t, "127.0.0.1")
			_, _ = io.WriteString(slow, "GET / HTTP/1.1\r\nHost")
			if status := get(t, f.dial(t, "127.0.0.1"), "/"); status != http.StatusOK {
				t.Errorf("one more: %d, want 200", status)
			}
			wantClosed(t, "what waited the longest", used)
			if status := get(t, f.dial(t, "127.0.0.1"), "/"); status != http.StatusOK {
				t.Errorf("two more: %d, want 200", status)
			}
			wantClosed(t, "a connection that never said anything", silent)
			_, _ = io.WriteString(slow, ": x\r\n\r\n")
			if status := statusOf(slow); status != http.StatusOK {
				t.Errorf("a younger one that ends its header now: %d, want 200", status)
			}
		})
	}
}

// TestConnectionsAtWorkAreKept has all the connections of an address answer calls: one
// more is closed, another address is served, and the calls are answered.
func TestConnectionsAtWorkAreKept(t *testing.T) {
	t.Parallel()
	f := newFront(t, 4, 2, "", false)
	answers := make(chan int)
	hold := func(c net.Conn) {
		go func() { answers <- get(t, c, "/hold") }()
		<-f.held
	}
	hold(f.dial(t, "127.0.0.1"))
	hold(f.dial(t, "127.0.0.1"))
	wantClosed(t, "one too many of an address", f.dial(t, "127.0.0.1"))
	other := f.dial(t, "127.0.0.2")
	if status := get(t, other, "/"); status != http.StatusOK {
		t.Errorf("another address: %d, want 200", status)
	}
	hold(other)
	hold(f.dial(t, "127.0.0.2"))
	wantClosed(t, "one too many in all", f.dial(t, "127.0.0.3"))
	close(f.release)
	for range 4 {
		if status := <-answers; status != http.StatusOK {
			t.Errorf("a call that was under way: %d, want 200", status)
		}
	}
	if status := get(t, f.dial(t, "127.0.0.3"), "/"); status != http.StatusOK {
		t.Errorf("with room again: %d, want 200", status)
	}
	f.Close() // the log is complete
	if told := strings.Count(f.log.String(), "connections are refused"); told != 1 {
		t.Errorf("the log tells %d times that connections are refused, want once a minute: %s", told, f.log.String())
	}
}

// TestEncryptedConnectionsAreBounded has one connection of HTTP/2 carry two calls, and
// silent ones beside it that never shake hands.
func TestEncryptedConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	f := newFront(t, 2, 2, "", true)
	answers := make(chan error, 2)
	for range 2 {
		go func() {
			answer, err := f.Client().Get(f.URL + "/hold")
			if err == nil {
				err = answer.Body.Close()
			}
			answers <- err
		}()
		<-f.held
	}
	silent := f.dial(t, "127.0.0.1")
	second := f.dial(t, "127.0.0.1")
	wantClosed(t, "a connection that never shook hands", silent)
	encrypted := tls.Client(second, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12})
	if status := get(t, encrypted, "/"); status != http.StatusOK {
		t.Errorf("one that shook hands: %d, want 200", status)
	}
	close(f.release)
	for range 2 {
		if err := <-answers; err != nil {
			t.Errorf("a call that was under way: %v", err)
		}
	}
}

// TestAHeaderThatDoesNotEndIsClosed waits for the server to lose patience.
func TestAHeaderThatDoesNotEndIsClosed(t *testing.T) {
	t.Parallel()
	f := newFront(t, 10, 10, "", false)
	silent, slow := f.dial(t, "127.0.0.1"), f.dial(t, "127.0.0.1")
	_, _ = io.WriteString(slow, "GET / HTTP/1.1\r\nHost: x\r\nCookie: ")
	wantClosed(t, "a silent connection", silent)
	wantClosed(t, "a slow header", slow)
}
