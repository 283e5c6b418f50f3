package command

import (
	"bytes"
	"context"
	"database/sql"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// goWords are what only a developer reads.
var goWords = regexp.MustCompile(`(?i)\n|\(\d{2,5}\)|\b((stat|open|mkdir) |dial|pragma|EOF|CIDR|syscall|errno|goroutine|panic|SQLSTATE|no such file or directory|[a-z]+\.[a-z]+_[a-z]+ )`)

// TestRefusalsAreSentences walks the commands with what people get wrong: each refusal
// is one sentence with a remedy behind its colon, and the command fails.
func TestRefusalsAreSentences(t *testing.T) {
	t.Parallel()

	f := newMistakes(t)
	for _, tt := range f.list() {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			var out bytes.Buffer
			err := run(t.Context(), tt.args, &out, &out)
			if err == nil {
				t.Fatalf("is not refused: %.300s", out.String())
			}
			text := said(err)
			if !strings.Contains(text, tt.want) {
				t.Errorf("says %q, want %q", text, tt.want)
			}
			if found := goWords.FindString(text); found != "" {
				t.Errorf("says %q, which has %q", text, found)
			}
			if what, remedy, ok := strings.Cut(text, ": "); !ok || len(what) < 10 || len(remedy) < 10 {
				t.Errorf("says %q, without what to do", text)
			}
		})
	}
}

// mistake is a command line and a part of what it must be answered.
type mistake struct {
	args []string
	want string
}

// mistakes are the files and addresses that commands are given wrongly.
type mistakes struct {
	folder, absent, text, foreign, taken string
	postgres                             string // has tables of another program
}

func newMistakes(t *testing.T) mistakes {
	t.Helper()
	folder := t.TempDir()
	f := mistakes{folder: folder, absent: folder + "/absent/x.db", text: folder + "/text.db", foreign: folder + "/foreign.db"}
	if err := os.WriteFile(f.text, []byte(strings.Repeat("this is a letter to nobody\n", 200)), 0o600); err != nil {
		t.Fatal(err)
	}
	f.postgres = enginetest.Postgres(t)
	for driver, dsn := range map[string]string{"sqlite3": f.foreign, "pgx": f.postgres} {
		if driver == "sqlite3" {
			driver = "sqlite"
		}
		db, err := sql.Open(driver, dsn)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("create table songs (title text)"); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	f.taken = listener.Addr().String()
	return f
}

// opening are the commands that open a database.
func opening(file string) [][]string {
	return [][]string{
		{"serve", "--addr", "127.0.0.1:0"},
		{"verify"},
		{"backup", file + ".copy"},
		{"migrate", "--plan"},
		{"migrate"},
		{"import", "--mapping", "product_import", file},
		{"user", "passwd", "admin"},
		{"key", "list"},
	}
}

func (f mistakes) list() []mistake {
	var all []mistake
	for _, args := range opening(f.text) {
		for dsn, want := range map[string]string{
			"sqlite:" + f.text: "no database of Wareloom", "sqlite:" + f.foreign: "tables of another program", f.postgres: "tables of another program",
			"postgres://nobody@127.0.0.1:1/x": "does not answer at 127.0.0.1, port 1", "mysql://x": `must begin with "sqlite:"`,
			"sqlite:": "does not name a database file", "postgres://%zz": "cannot be read", "sqlite:" + f.text + "/x.db": "cannot be",
		} {
			key := filepath.Join(f.folder, args[0]+".key") // elsewhere, so that it may be made
			all = append(all, mistake{append(append([]string{}, args...), "--dsn", dsn, "--key", key, "--new"), want})
		}
	}
	for name, args := range map[string][]string{
		"is not there":    {"verify"},
		"is not there: ":  {"backup", f.absent + ".copy"},
		"is not there: l": {"restore", f.absent},
	} {
		all = append(all, mistake{append(args, "--dsn", "sqlite:"+f.absent), strings.TrimSuffix(name, " ")})
	}
	good := "sqlite:" + f.folder + "/good.db"
	return append(all, []mistake{
		{[]string{"serve", "--fly"}, "no flag --fly"},
		{[]string{"serve", "--addr"}, "--addr needs a value"},
		{[]string{"serve", "more"}, "more is too much"},
		{[]string{"serve", "--addr", "here"}, "no address"},
		{[]string{"serve", "--tls", "own"}, "only self is"},
		{[]string{"serve", "--tls-cert", "x"}, "belong together"},
		{[]string{"serve", "--calls", "0", "--dsn", good}, "--calls 0 is no bound"},
		{[]string{"serve", "--connections", "many", "--dsn", good}, "--connections many is no bound"},
		{[]string{"serve", "--unheld", "much", "--dsn", good}, "--unheld much is no bound"},
		{[]string{"serve", "--memory", "much"}, "a number of MB"},
		{[]string{"serve", "--demo", "--addr", "0.0.0.0:1"}, "this machine only"},
		{[]string{"serve", "--config", f.absent}, f.absent + " is not there"},
		{[]string{"serve", "--config", f.text}, "no YAML"},
		{[]string{"serve", "--proxies", "home", "--dsn", good}, "no network"},
		{[]string{"serve", "--dsn", good, "--addr", f.taken}, "in use"},
		{[]string{"serve", "--dsn", good, "--addr", "192.0.2.1:8080"}, "no address 192.0.2.1"},
		{[]string{"serve", "--dsn", good, "--addr", "127.0.0.1:0", "--tls-cert", f.text, "--tls-key", f.text}, "cannot be used"},
		{[]string{"serve", "--dsn", good, "--key", f.text}, "not 64 hex digits"},
		{[]string{"verify", "more"}, "more is too much"},
		{[]string{"backup"}, "a file is needed"},
		{[]string{"backup", f.text, "--dsn", good}, "never overwritten"},
		{[]string{"restore"}, "a file is needed"},
		{[]string{"restore", f.text, "--dsn", "sqlite:" + f.folder + "/restored.db"}, "no sound backup"},
		{[]string{"restore", f.text, "--dsn", good}, "never overwritten"},
		{[]string{"restore", f.text, "--dsn", f.postgres}, "never overwritten"},
		{[]string{"migrate", "more"}, "more is too much"},
		{[]string{"import", "--dsn", good}, "a file is needed"},
		{[]string{"import", "--dsn", good, "--param", "x"}, "name=value"},
		{[]string{"import", "--dsn", good, "--mapping", "product_import", f.absent}, f.absent + " is not there"},
		{[]string{"import", "--dsn", good, "--mapping", "none", f.text}, "none"},
		{[]string{"user"}, "add or passwd"},
		{[]string{"user", "add", "--dsn", good}, "an account is needed"},
		{[]string{"key"}, "add, list or revoke"},
		{[]string{"key", "fly", "--dsn", good}, "add, list or revoke"},
		{[]string{"key", "add", "nobody", "--dsn", good}, "no account nobody"},
		{[]string{"key", "add", "nobody", "--days", "x", "--dsn", good}, "is wrong"},
		{[]string{"key", "add", "nobody", "--addresses", "home", "--dsn", good}, "no network"},
		{[]string{"key", "revoke", "nothing", "--dsn", good}, "no key nothing"},
		{[]string{"key", "list", "more", "--dsn", good}, "more is too much"},
		{[]string{"meta"}, "say check"},
		{[]string{"meta", "export"}, "say check"},
		{[]string{"meta", "diff", f.absent}, f.absent + " is not there"},
		{[]string{"meta", "export", f.text + "/x"}, "cannot be"},
	}...)
}

// TestFilesThatMayNotBeUsed words what the system refuses; a test may run as somebody
// whom it refuses nothing.
func TestFilesThatMayNotBeUsed(t *testing.T) {
	t.Parallel()

	for errno, want := range map[error]string{
		syscall.EACCES: "let the user", syscall.EROFS: "let the user", syscall.ENOSPC: "make room", syscall.EISDIR: "name a file", syscall.EIO: "look at the file",
	} {
		if text := said(&fs.PathError{Op: "open", Path: "/a", Err: errno}); !strings.Contains(text, want) || goWords.MatchString(text) {
			t.Errorf("%v: %q, want %q", errno, text, want)
		}
	}
	if text := said(&net.OpError{Op: "listen", Addr: &net.TCPAddr{Port: 80}, Err: os.NewSyscallError("bind", syscall.EACCES)}); !strings.Contains(text, "may not listen") {
		t.Errorf("a port that is not granted: %q", text)
	}
}

// TestHelpIsNoFailure tells the flags of a command to who asks.
func TestHelpIsNoFailure(t *testing.T) {
	t.Parallel()

	for _, c := range commands() {
		var out bytes.Buffer
		if err := run(context.Background(), []string{c.name, "--help"}, &out, &out); c.name != "user" && c.name != "key" && err != nil {
			t.Errorf("%s --help: %v", c.name, err)
		}
	}
}
