package httpapi_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestStrangersShareARoom sends many bodies without their last byte: past the room of
// one address the sender is asked to wait, and the room comes back when they go.
func TestStrangersShareARoom(t *testing.T) {
	t.Parallel()

	s := apptest.Start(t, enginetest.SQLite(t))
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	address := server.Listener.Addr().String()
	const length = 63 << 10
	head := fmt.Sprintf("POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", length)
	full := make(chan *http.Response, 80)
	held := make([]net.Conn, 80)
	for i := range held {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		held[i] = connection
		go func() {
			answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
			if err == nil {
				full <- answer
			}
		}()
		if _, err := io.WriteString(connection, head+strings.Repeat(" ", length-1)); err != nil {
			t.Fatal(err)
		}
	}
	answer := <-full
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("HTTP %d, Retry-After %q; want 503 and a time", answer.StatusCode, answer.Header.Get("Retry-After"))
	}
	for _, connection := range held {
		_ = connection.Close()
	}
	for {
		ask, err := http.Post(server.URL+"/api/auth/login", "application/json", strings.NewReader(strings.Repeat(" ", length)))
		if err != nil {
			t.Fatal(err)
		}
		_ = ask.Body.Close()
		if ask.StatusCode != http.StatusServiceUnavailable {
			break // the test's own deadline ends a room that does not come back
		}
	}
}
