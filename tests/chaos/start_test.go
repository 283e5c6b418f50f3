package chaos

import (
	"crypto/sha256"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/client"
)

// says runs a command and gives what it said; it wants it to fail or not.
func (s *server) says(fails bool, name string, args ...string) string {
	s.Helper()
	text, err := s.command(name, args...).CombinedOutput()
	if (err != nil) != fails {
		s.Fatalf("%s %v: %v: %s", name, args, err, text)
	}
	return string(text)
}

func fileOf(dsn string) string { return strings.TrimPrefix(dsn, "sqlite:") }

func sumOf(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	return string(sum[:])
}

// TestACleanStopLeavesOneFile copies the one file after a stop and finds every order
// in it. A copy made while the server runs usually misses some.
func TestACleanStopLeavesOneFile(t *testing.T) {
	t.Parallel()
	s := newDemo(t, enginetest.SQLite(t))
	s.start()
	crowd := s.work(t.Context())
	time.Sleep(*between)
	crowd.rest()
	copied := func(name string) int {
		content, err := os.ReadFile(fileOf(s.dsn))
		if err != nil {
			t.Fatal(err)
		}
		alone := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(alone, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return (&clerk{server: &server{T: t, dsn: "sqlite:" + alone}}).orders(crowd.tag)
	}
	if running := copied("running.db"); running >= len(crowd.acknowledged) {
		t.Logf("a copy of the running file happens to hold all %d orders: the log was just written back", running)
	}
	s.stop()
	if log, err := os.Stat(fileOf(s.dsn) + "-wal"); err == nil && log.Size() > 0 {
		t.Errorf("the log holds %d bytes after a clean stop", log.Size())
	}
	if got := copied("stopped.db"); got < len(crowd.acknowledged) {
		t.Errorf("the one file holds fewer than the %d orders", len(crowd.acknowledged))
	}
}

// orders counts the orders of a crowd in a file, which may lack even the table.
func (w *clerk) orders(tag string) int {
	w.server.Helper()
	if w.number("select count(*) from sqlite_schema where name = 'sale_order'") == 0 {
		return 0
	}
	return w.number("select count(*) from sale_order where customer_code = ?", tag)
}

// TestToolsThatOnlyLookChangeNothing compares the file before and after, and wants
// an empty place to stay empty.
func TestToolsThatOnlyLookChangeNothing(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newServer(t, dsn)
		onSQLite := strings.HasPrefix(dsn, "sqlite:")
		if text := s.says(false, "migrate", "--plan"); !strings.Contains(text, "CREATE TABLE") {
			t.Errorf("the plan of an empty place: %.200s", text)
		}
		s.says(true, "verify")
		if there, err := store.IsThere(t.Context(), dsn); err != nil || there {
			t.Errorf("looking at an empty place made something: %v %v", there, err)
		}
		if _, err := os.Stat(s.folder + "/master.key"); err == nil {
			t.Error("looking made a master key")
		}
		s.must("migrate")
		before := ""
		if onSQLite {
			before = sumOf(t, fileOf(dsn))
		}
		s.verify(dsn)
		if text := s.says(false, "migrate", "--plan"); !strings.Contains(text, "nothing to do") {
			t.Errorf("the plan of a fresh database: %s", text)
		}
		s.must("backup", filepath.Join(s.folder, "backup"))
		if onSQLite && sumOf(t, fileOf(dsn)) != before {
			t.Error("a tool that only looks changed the file")
		}
	})
}

func TestAnOlderBinaryRefuses(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		run := func(args ...string) (string, error) {
			command := s.command("migrate", args...)
			command.Env = append(command.Env, numberEnv+"=0.1.0")
			text, err := command.CombinedOutput()
			return string(text), err
		}
		if text, err := run(); err == nil || !strings.Contains(text, "--downgrade") {
			t.Errorf("an older version: %v %s", err, text)
		}
		if text, err := run("--downgrade"); err != nil {
			t.Errorf("with consent: %v %s", err, text)
		}
		s.must("migrate") // the newer one goes on as before
	})
}

// TestALostKeyOrDatabaseIsTold: beginning anew would hide the loss.
func TestALostKeyOrDatabaseIsTold(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		key := s.folder + "/master.key"
		if err := os.Rename(key, key+".kept"); err != nil {
			t.Fatal(err)
		}
		if text := s.says(true, "migrate"); !strings.Contains(text, "no master key") || !strings.Contains(text, "--new") {
			t.Errorf("a lost key: %s", text)
		}
		if err := os.WriteFile(key, []byte(strings.Repeat("ab", 32)), 0o600); err != nil {
			t.Fatal(err)
		}
		if text := s.says(true, "migrate"); !strings.Contains(text, "not the one of the database") {
			t.Errorf("a wrong key: %s", text)
		}
		if err := os.Rename(key+".kept", key); err != nil {
			t.Fatal(err)
		}
		s.must("migrate")
		other := newServer(t, "sqlite:"+s.folder+"/gone.db")
		other.folder = s.folder
		if text := other.says(true, "migrate"); !strings.Contains(text, "no database") || !strings.Contains(text, "--new") {
			t.Errorf("a lost database: %s", text)
		}
		if there, err := store.IsThere(t.Context(), other.dsn); err != nil || there {
			t.Errorf("the refused start made something: %v %v", there, err)
		}
		other.must("migrate", "--new")
		second := newServer(t, emptyLike(t, dsn)) // does not lie beside the key
		second.folder = s.folder
		second.must("migrate")
		if err := os.Remove(key); err != nil {
			t.Fatal(err)
		}
		s.must("migrate", "--new") // the key is lost for good
		s.must("migrate")
	})
}

// TestANewKeyEndsEverySession: what was signed under the lost key opens nothing, and
// everybody signs in again with the password they have.
func TestANewKeyEndsEverySession(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		s.start()
		before := s.worker()
		s.stop()
		if err := os.Remove(s.folder + "/master.key"); err != nil {
			t.Fatal(err)
		}
		s.start("--new")
		var refusal *client.Refusal
		err := before.Call(t.Context(), "query", "data/product/query", m{"size": 1}, nil)
		if !errors.As(err, &refusal) || refusal.StatusCode != http.StatusUnauthorized {
			t.Errorf("a session of the lost key: %v", err)
		}
		after := s.worker()
		if err := after.Call(t.Context(), "query", "data/product/query", m{"size": 1}, nil); err != nil {
			t.Errorf("a session of the new key: %v", err)
		}
	})
}

// TestTwoFirstStarts has two servers begin at once on one empty PostgreSQL.
func TestTwoFirstStarts(t *testing.T) {
	t.Parallel()
	a := newServer(t, enginetest.Postgres(t))
	b := newServer(t, a.dsn)
	b.folder = a.folder
	for _, s := range []*server{a, b} {
		s.process = s.command("serve", "--demo", "--addr", s.address, "--files", s.folder+"/files")
		s.process.Stderr = os.Stderr
		if err := s.process.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []*server{a, b} {
		s.ready()
	}
	a.worker()
	b.worker()
	a.verify(a.dsn)
	if answer, err := http.Get(b.base() + "/readyz"); err != nil || answer.Body.Close() != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("the second server: %v", err)
	}
}
