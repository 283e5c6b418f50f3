package chaos

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/client"
)

// What strangers may make the server keep: they hold this many connections, and the
// process may grow by this much, in MB.
const (
	strangers  = 500
	mostGrowth = 150
)

// TestStrangersHoldNoMemory has strangers send most of what they announced, to calls
// that need a session and to calls that need none, and hold the line.
func TestStrangersHoldNoMemory(t *testing.T) {
	s := newDemo(t, enginetest.SQLite(t))
	s.start()
	idle := s.resident()
	most := idle
	for path, length := range map[string]int{
		"/api/files/upload":  32 << 20,
		"/api/import/x":      32 << 20,
		"/api/auth/login":    60 << 10,
		"/api/auth/resetPwd": 32 << 20,
	} {
		held := s.holdOn(path, length)
		for range 10 {
			most = max(most, s.resident())
			time.Sleep(100 * time.Millisecond)
		}
		for _, c := range held {
			_ = c.Close()
		}
	}
	t.Logf("resident: %d MB idle, %d MB with %d strangers", idle, most, strangers)
	if most-idle > mostGrowth {
		t.Errorf("the process grew by %d MB, want at most %d", most-idle, mostGrowth)
	}
}

// holdOn opens the strangers' connections and sends on each as much as is taken, up
// to all but one byte of what was announced and to 4 MB.
func (s *server) holdOn(path string, length int) []net.Conn {
	s.Helper()
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n"+
		"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n", path, s.address, length)
	content := strings.Repeat("x", min(length-500, 4<<20))
	held := make([]net.Conn, strangers)
	var all sync.WaitGroup
	for i := range held {
		connection, err := net.Dial("tcp", s.address)
		if err != nil {
			s.Fatal(err)
		}
		held[i] = connection
		all.Go(func() {
			_ = connection.SetWriteDeadline(time.Now().Add(2 * time.Second))
			_, _ = io.WriteString(connection, head+content) // a door that is shut takes less
		})
	}
	all.Wait()
	return held
}

// TestHeldConnectionsHarmNobody has strangers hold several times the connections that
// there may be, silent or in the middle of a header, while somebody works.
func TestHeldConnectionsHarmNobody(t *testing.T) {
	t.Parallel()
	s := newDemo(t, enginetest.SQLite(t))
	s.start("--connections", "64")
	worker := s.login("admin")
	for i := range strangers {
		connection, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		if i%2 == 0 {
			_, _ = io.WriteString(connection, "POST /api/auth/login HTTP/1.1\r\nHost: ")
		}
		if i%10 != 0 {
			continue
		}
		product := m{"consignor_id": m{"code": "ACME"}, "sku": fmt.Sprint("HELD-", i), "name": "Held", "base_unit": "pcs"}
		if err := insist(t.Context(), worker, fmt.Sprint("held ", i), "data/product/save", product); err != nil {
			t.Fatalf("with %d connections held: %v", i+1, err)
		}
	}
	s.says(true, "serve", "--connections", "0")
}

// TestFewOpenFilesHarmNobody has strangers hold more connections than the system lets
// the server open files, while somebody works.
func TestFewOpenFilesHarmNobody(t *testing.T) {
	t.Parallel()
	s := newDemo(t, enginetest.SQLite(t))
	s.fewFiles(128)
	worker := s.login("admin")
	for i := range strangers {
		connection, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		if i%50 != 0 {
			continue
		}
		product := m{"consignor_id": m{"code": "ACME"}, "sku": fmt.Sprint("FEW-", i), "name": "Few", "base_unit": "pcs"}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := insist(ctx, worker, fmt.Sprint("few ", i), "data/product/save", product); err != nil {
			t.Fatalf("with %d connections held: %v", i+1, err)
		}
		cancel()
	}
	s.stop()
	if said := s.log.String(); !strings.Contains(said, "fewer connections than there may be") || strings.Contains(said, "too many open files") {
		t.Errorf("the log says %s", said)
	}
}

// insist makes a call, and once more where its connection was cut in favour of others.
func insist(ctx context.Context, worker *client.Client, key, path string, body any) error {
	err := worker.Repeatable(ctx, key, path, body, nil)
	var refusal *client.Refusal
	if err == nil || errors.As(err, &refusal) {
		return err
	}
	return worker.Repeatable(ctx, key, path, body, nil)
}

// fewFiles starts the server where few files may be open.
func (s *server) fewFiles(most int) {
	s.Helper()
	command := s.command("serve", "--demo", "--addr", s.address, "--files", s.folder+"/files")
	command.Args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0" "$@"`, most), os.Args[0]}, command.Args[1:]...)
	command.Path = "/bin/sh"
	command.Stderr = &s.log
	s.process = command
	if err := command.Start(); err != nil {
		s.Fatal(err)
	}
	s.ready()
}

// resident is the memory of the process, in MB.
func (s *server) resident() int {
	s.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		s.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				s.Fatal(err)
			}
			return kilobytes >> 10
		}
	}
	s.Skip("this system does not tell the memory of a process")
	return 0
}
