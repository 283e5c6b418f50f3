package agents

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/command"
	"github.com/wareloom/wareloom/tests/client"
	"github.com/wareloom/wareloom/tests/product"
)

const password = "Agents-Password-1"

// fontsEnv names the folder of the packed fonts to the processes under test.
const fontsEnv = "AGENTS_TEST_FONTS"

// TestMain is the product, too: the processes under test are this very binary.
func TestMain(t *testing.M) {
	product.IfAsked(command.Binary{Page: os.DirFS(os.Getenv(fontsEnv))})
	os.Exit(packAndRun(t))
}

// packAndRun packs the fonts as the build of the web app does.
func packAndRun(t *testing.M) int {
	folder, err := os.MkdirTemp("", "wareloom-fonts-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	if err := os.Setenv(fontsEnv, folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for weight, file := range map[string]string{"regular": "400Regular/NotoSansSC_400Regular.ttf", "bold": "700Bold/NotoSansSC_700Bold.ttf"} {
		if err := pack(filepath.Join("../../node_modules/@expo-google-fonts/noto-sans-sc", file), filepath.Join(folder, "paper", weight+".ttf.gz")); err != nil {
			fmt.Fprintln(os.Stderr, "the fonts are not installed; npm ci installs them:", err)
			return 0
		}
	}
	return t.Run()
}

func pack(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if _, err := writer.Write(text); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return os.WriteFile(to, packed.Bytes(), 0o600)
}

// process is a program that is killed and started again.
type process struct {
	*testing.T
	arguments   []string
	environment []string // beside ours
	folder      string
	log         bytes.Buffer
	running     *exec.Cmd
	memory      int64 // the most that it had in one of its lives, in kB
}

func (p *process) start(more ...string) {
	p.Helper()
	self, err := os.Executable()
	if err != nil {
		p.Fatal(err)
	}
	p.running = exec.Command(self, append(p.arguments, more...)...)
	p.running.Dir = p.folder
	p.running.Env = append(append(os.Environ(), "WARELOOM_DEMO_PASSWORD="+password), p.environment...)
	p.running.Stdout, p.running.Stderr = &p.log, &p.log
	if err := p.running.Start(); err != nil {
		p.Fatal(err)
	}
}

// kill ends it as a power cut would.
func (p *process) kill() {
	if p.running != nil {
		_ = p.running.Process.Signal(syscall.SIGKILL)
		_ = p.running.Wait()
		if used, ok := p.running.ProcessState.SysUsage().(*syscall.Rusage); ok {
			p.memory = max(p.memory, used.Maxrss)
		}
		p.running = nil
	}
}

// newServer starts a server on a database.
func newServer(t *testing.T, dsn string) (*process, string) {
	t.Helper()
	address := freeAddress(t)
	folder := t.TempDir()
	s := &process{T: t, folder: folder, arguments: []string{"serve", "--demo", "--addr", address, "--dsn", dsn, "--key", filepath.Join(folder, "master.key"), "--files", filepath.Join(folder, "files")}}
	t.Cleanup(s.kill)
	s.start()
	ready(t, address)
	return s, address
}

// ready waits until a server answers.
func ready(t *testing.T, address string) {
	t.Helper()
	until(t, "the server answers", func() bool {
		answer, err := http.Get("http://" + address + "/readyz")
		if err != nil {
			return false
		}
		return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	})
}

// until waits for something to become true.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("it does not come to it that %s", what)
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// person is somebody who prints.
type person struct {
	*testing.T
	*client.Client
}

func signIn(t *testing.T, address string) person {
	t.Helper()
	device, err := client.Login(t.Context(), "http://"+address, "admin", password)
	if err != nil {
		t.Fatal(err)
	}
	return person{t, device}
}

// ask makes a call until it is answered; the server may be dead for a while.
func (p person) ask(key, path string, body, into any) {
	p.Helper()
	var err error
	for range 2400 {
		if err = p.Repeatable(context.WithoutCancel(p.Context()), key, path, body, into); err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Fatal(err)
}

// pair makes a one-time code for an agent.
func (p person) pair() string {
	p.Helper()
	var made struct{ Code string }
	p.ask("pair", "device/code", map[string]any{"name": "Bench 1"}, &made)
	return made.Code
}
