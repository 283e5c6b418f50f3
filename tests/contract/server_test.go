package contract

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// binary is the command under test.
var binary string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	folder, err := os.MkdirTemp("", "wareloom-contract-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binary = filepath.Join(folder, "wareloom")
	build := exec.Command("go", "build", "-o", binary, "../../engine/cmd/wareloom")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		return 1
	}
	return m.Run()
}

// server is a running `wareloom serve`.
type server struct {
	base    string
	dsn     string
	folder  string
	devices map[string]*device // signed in, by account
}

var listening = regexp.MustCompile(`(https?://\S+)$`)

// serve starts the command and waits until it says where it listens.
func serve(t *testing.T, dsn string, more ...string) *server {
	t.Helper()
	s := &server{dsn: dsn, folder: t.TempDir(), devices: map[string]*device{}}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--dsn", dsn, "--key", s.keyFile(), "--files", s.folder + "/files"}, more...)
	command := exec.CommandContext(ctx, binary, args...)
	command.Env = append(os.Environ(), "WARELOOM_DEMO_PASSWORD=")
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 30 * time.Second
	log := &strings.Builder{}
	command.Stderr = log
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(output); s.base == "" && lines.Scan(); {
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			s.base = found[1]
		}
	}
	t.Cleanup(func() {
		cancel()
		_ = command.Wait()
		if t.Failed() {
			t.Log(tail(log.String()))
		}
	})
	if s.base == "" {
		cancel()
		_ = command.Wait()
		t.Fatalf("the server did not start: %s", log)
	}
	return s
}

func (s *server) keyFile() string { return filepath.Join(s.folder, "master.key") }

// tail is the end of a log.
func tail(log string) string { return log[max(0, len(log)-4000):] }

// demo starts the demo on one of the databases.
func demo(t *testing.T, database string) *server {
	t.Helper()
	if database == "postgres" {
		return serve(t, enginetest.Postgres(t), "--demo")
	}
	return serve(t, sqliteFile(t), "--demo")
}

func sqliteFile(t *testing.T) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), "wareloom.db")
}

// eachDatabase runs a topic on both databases, each in a process of its own.
func TestContract(t *testing.T) {
	t.Parallel()

	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()

			s := demo(t, database)
			for _, topic := range topics() {
				t.Run(topic.name, func(t *testing.T) { topic.check(t, s) })
			}
		})
	}
}

// topic is a part of the contract.
type topic struct {
	name  string
	check func(t *testing.T, s *server)
}
