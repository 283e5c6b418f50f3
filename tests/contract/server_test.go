package contract

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/command"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/product"
)

// TestMain is the product, too: the processes under test are this very binary.
func TestMain(m *testing.M) {
	product.IfAsked(command.Binary{})
	os.Exit(m.Run())
}

// server is a running `wareloom serve`.
type server struct {
	base     string
	dsn      string
	folder   string
	greeting string             // what it said before it listened
	output   *bufio.Scanner     // what it says after
	devices  map[string]*device // signed in, by account
	stop     func()
}

var listening = regexp.MustCompile(`^Wareloom .* on (https?://\S+)$`)

// serve starts the command on a free port and waits until it says where it listens.
// What looks like a variable goes into the environment.
func serve(t *testing.T, dsn string, more ...string) *server {
	t.Helper()
	s := &server{dsn: dsn, folder: t.TempDir(), devices: map[string]*device{}}
	args := []string{"serve", "--addr", "127.0.0.1:0", "--key", s.keyFile(), "--files", s.folder + "/files"}
	if dsn != "" {
		args = append(args, "--dsn", dsn)
	}
	command := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], args...)
	command.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "WARELOOM_") })
	for _, word := range more {
		if strings.HasPrefix(word, "WARELOOM_") {
			command.Env = append(command.Env, word)
		} else {
			command.Args = append(command.Args, word)
		}
	}
	log := &strings.Builder{}
	command.Stderr = log
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s.stop = sync.OnceFunc(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		if err := command.Wait(); err != nil {
			t.Errorf("the server ended badly: %v", err)
		}
		if t.Failed() {
			t.Log(tail(log.String()))
		}
	})
	t.Cleanup(s.stop)
	s.output = bufio.NewScanner(output)
	for s.base == "" && s.output.Scan() {
		if found := listening.FindStringSubmatch(s.output.Text()); found != nil {
			s.base = found[1]
		}
		s.greeting += s.output.Text() + "\n"
	}
	if s.base == "" {
		t.Fatal("the server does not listen")
	}
	return s
}

// said reads what the server says until a text comes.
func (s *server) said(t *testing.T, text string) string {
	t.Helper()
	all := &strings.Builder{}
	for !strings.Contains(all.String(), text) {
		if !s.output.Scan() {
			t.Fatalf("the server does not say %q", text)
		}
		all.WriteString(s.output.Text() + "\n")
	}
	return all.String()
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

// TestContract checks every topic on both databases, each behind a process of its own.
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
