package command

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/wareloom/wareloom/tests/client"
)

const checkout = "../../../.."

// TestAPluginFromOutside begins a plugin outside of the repository, runs its own test,
// builds a binary with it, starts that, and asks the plugin's endpoint.
func TestAPluginFromOutside(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "hello")
	file := filepath.Join(t.TempDir(), "binary")
	var out bytes.Buffer
	say := func(args ...string) {
		t.Helper()
		if err := run(t.Context(), args, &out, &out); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	say("new", "plugin", "hello", folder, "--module", "example.com/wareloom-hello", "--source", checkout)
	say("meta", "fmt", "--check", folder)
	runIn(t, folder, "GOWORK=off", "go", "list", "-deps", "-test", "./...")
	runIn(t, folder, "GOWORK="+besideTheProduct(t, folder), "go", "test", "-vet=off", "-ldflags=-s -w", "./...")
	say("build", "--with", folder, "-o", file)
	if !strings.Contains(out.String(), "sound") {
		t.Errorf("the build says %q, want that the metadata is sound", &out)
	}
	device, err := client.Login(t.Context(), startDemo(t, file), "admin", "wareloom")
	if err != nil {
		t.Fatal(err)
	}
	var waiting struct {
		Count *int
		Notes []string
	}
	if err := device.Call(t.Context(), "waiting", "x/hello/waiting", map[string]any{}, &waiting); err != nil || waiting.Count == nil {
		t.Errorf("the endpoint answers %+v, %v", waiting, err)
	}
}

// besideTheProduct is a workspace in which a plugin is tested with the product as this test has
// compiled it: as a module that is needed it would be compiled once more, since it is named otherwise.
func besideTheProduct(t *testing.T, folder string) string {
	t.Helper()
	product, err := filepath.Abs(checkout)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "go.work")
	text := fmt.Sprintf("go 1.26.0\nuse (\n%q\n%q\n)\n", product, folder)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func runIn(t *testing.T, folder, workspace, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir, command.Env = folder, append(os.Environ(), "WARELOOM_TEST_SKIP_POSTGRES=1", workspace)
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %v in the folder of the plugin: %v\n%s", name, args, err, text)
	}
}

// startDemo starts a binary with the demo for the time of the test, and gives its address.
func startDemo(t *testing.T, file string) string {
	t.Helper()
	server := exec.CommandContext(t.Context(), file, "serve", "--demo", "--addr", "127.0.0.1:0", "--dsn", "sqlite:"+filepath.Join(t.TempDir(), "hello.db"))
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGTERM)
		_ = server.Wait()
	})
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if found := regexp.MustCompile(` on (http://\S+)$`).FindStringSubmatch(lines.Text()); found != nil {
			return found[1]
		}
	}
	t.Fatal("the binary does not listen")
	return ""
}

func TestWhatIsWrongOutsideIsSaid(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	full := filepath.Join(t.TempDir(), "full")
	write := func(name, text string) {
		if err := os.MkdirAll(full, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(full, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/full\n\ngo 1.26.0\n")
	write("full.go", "package full\n")
	other := t.TempDir() // looks like another checkout
	if err := os.WriteFile(filepath.Join(other, "go.mod"), []byte("module github.com/wareloom/wareloom\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"new"}, "name the plugin"},
		{[]string{"new", "plugin", "Hello!"}, "cannot be the name"},
		{[]string{"new", "plugin", "func"}, "cannot be the name"},
		{[]string{"new", "plugin", "picking"}, "is taken"},
		{[]string{"new", "plugin", "master"}, "is taken"},
		{[]string{"new", "plugin", "station"}, "station.i18n.json already"},
		{[]string{"new", "plugin", "hello", "--module", "a b"}, "no path of a Go module"},
		{[]string{"new", "plugin", "hello", full}, "is not empty"},
		{[]string{"new", "plugin", "hello", "--source", empty}, "no checkout of Wareloom"},
		{[]string{"build"}, "--with FOLDER"},
		{[]string{"build", "--with", empty}, "is no Go package"},
		{[]string{"build", "--with", full, "-o", empty}, "is a folder"},
		{[]string{"build", "--with", full}, "name by --source"},
		{[]string{"build", "--with", "../../../../docs/examples/reweigh", "--source", other}, "and not in"},
		{[]string{"build", "--with", full, "--source", checkout, "-o", filepath.Join(empty, "b")}, "undefined: p0.Plugin"},
	} {
		var out bytes.Buffer
		if err := run(t.Context(), c.args, &out, &out); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.args, err, c.want)
		}
	}
	if there, err := os.ReadDir(empty); err != nil || len(there) > 0 {
		t.Errorf("a build that failed leaves %v behind, %v", there, err)
	}
}

func TestABuildNeedsGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := run(t.Context(), []string{"build", "--with", "."}, &bytes.Buffer{}, &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "install Go") {
		t.Errorf("without Go: %v", err)
	}
}
