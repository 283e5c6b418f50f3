package chaos

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/command"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/product"
)

// numberEnv names the version of the product that a process under test is.
const numberEnv = "CHAOS_TEST_NUMBER"

// TestMain is the product, too: the processes under test are this very binary.
func TestMain(m *testing.M) {
	product.IfAsked(command.Binary{Number: os.Getenv(numberEnv)})
	os.Exit(m.Run())
}

const password = "chaos-Password-1"

// server is a server that is killed and started again on one address.
type server struct {
	*testing.T
	dsn, folder, address string
	process              *exec.Cmd
	log                  bytes.Buffer // what the processes said; complete when they have ended
}

// newServer is a server on an empty database.
func newServer(t *testing.T, dsn string) *server {
	t.Helper()
	s := &server{T: t, dsn: dsn, folder: t.TempDir(), address: freeAddress(t)}
	t.Cleanup(s.kill)
	return s
}

// demo is what a server leaves behind that began and was ended.
var demo enginetest.Beginning

// newDemo is a server on a database that holds the demo, for who does not ask how it
// came there. It starts in a tenth of the time.
func newDemo(t *testing.T, dsn string) *server {
	t.Helper()
	s := newServer(t, dsn)
	demo.Lay(t, dsn, s.folder, func(dsn, folder string) error {
		first := &server{T: t, dsn: dsn, folder: folder, address: s.address}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		defer first.kill()
		first.start()
		first.stop()
		return nil
	})
	return s
}

func (s *server) base() string { return "http://" + s.address }

// start starts the server and waits until it is ready.
func (s *server) start(options ...string) {
	s.Helper()
	s.process = s.command("serve", append([]string{"--demo", "--addr", s.address, "--files", s.folder + "/files"}, options...)...)
	s.process.Stderr = &s.log
	if err := s.process.Start(); err != nil {
		s.Fatal(err)
	}
	s.ready()
}

// ready waits until the server answers. The first start on an empty database has some 800
// statements and the demo before it, beside everything else that a busy machine runs.
func (s *server) ready() {
	s.Helper()
	for range 3600 {
		answer, err := http.Get(s.base() + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.Fatal("the server does not start")
}

func (s *server) command(name string, args ...string) *exec.Cmd {
	all := append([]string{name, "--dsn", s.dsn, "--key", s.folder + "/master.key"}, args...)
	process := exec.Command(os.Args[0], all...)
	process.Dir = s.folder
	process.Env = append(os.Environ(), "WARELOOM_DEMO_PASSWORD="+password)
	return process
}

// stop ends the server as an operator does.
func (s *server) stop() {
	s.Helper()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		s.Fatal(err)
	}
	if err := s.process.Wait(); err != nil {
		s.Fatalf("%v: %s", err, s.log.String())
	}
	s.process = nil
}

// logTells ends the server and wants words in its log, a few times and not for every
// call that was refused.
func (s *server) logTells(words string) {
	s.Helper()
	s.stop()
	if n := strings.Count(s.log.String(), words); n == 0 || n > 10 {
		s.Errorf("the log says %q %d times", words, n)
	}
}

// kill ends the server as a power cut would.
func (s *server) kill() {
	if s.process != nil {
		_ = s.process.Process.Signal(syscall.SIGKILL)
		_ = s.process.Wait()
		s.process = nil
	}
}

// verify wants every invariant to hold in a database.
func (s *server) verify(dsn string) {
	s.Helper()
	other := server{T: s.T, dsn: dsn, folder: s.folder}
	text, err := other.command("verify", "--json").Output()
	var proof struct {
		Invariants []struct {
			Key string
			OK  bool
		}
	}
	if jsonErr := json.Unmarshal(text, &proof); jsonErr != nil || len(proof.Invariants) == 0 {
		s.Fatalf("verify: %v: %.300s", err, text)
	}
	for _, one := range proof.Invariants {
		if !one.OK {
			s.Errorf("invariant %s is broken", one.Key)
		}
	}
}

// freeAddress is an address that no other server of this process was given.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		address := listener.Addr().String()
		if _, given := addresses.LoadOrStore(address, true); !given {
			return address
		}
	}
}

// addresses are those that were given out: a server takes its own seconds later, and until
// then the system may name it again.
var addresses sync.Map
