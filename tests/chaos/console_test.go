package chaos

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestAConsoleImportGoesOnAfterAKill ends an import of the command line in the middle,
// as an operator does and as a power cut does: started again it goes on behind what is
// in, tells what became of the whole file, and each record was made once.
func TestAConsoleImportGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		run, tag := s.stoppedImport()
		done, said := run.end()
		if !strings.Contains(said, fmt.Sprintf("of %d records are in since an earlier start", imported)) {
			t.Errorf("an import that goes on says %q", said)
		}
		if done.Created != imported || done.Updated != 0 || done.OK != imported || done.Rows != imported {
			t.Errorf("the import tells %+v", done)
		}
		if n := (&clerk{server: s}).number("select count(*) from sale_order where remark = ?", tag); n != imported {
			t.Errorf("%d orders are there, want %d", n, imported)
		}
		if n := (&clerk{server: s}).number("select (select count(*) from app_import) + (select count(*) from app_import_part)"); n != 0 {
			t.Errorf("%d rows of an import that has ended are left", n)
		}
		s.verify(s.dsn)
		s.plantAForgottenStart(tag + "A")
	})
}

// stoppedImport ends an import twice in the middle and gives it with what its orders are
// marked by. A machine may be too busy to end one in time: then it takes another file.
func (s *server) stoppedImport() (consoleImport, string) {
	s.Helper()
	for range 3 {
		tag := fmt.Sprint("C", time.Now().UnixNano())
		run := s.consoleImport(tag)
		said, inTime := run.interrupt(syscall.SIGTERM)
		if inTime && !strings.Contains(said, "start the same import again") {
			s.Errorf("an import that was stopped says %q", said)
		}
		if inTime {
			_, inTime = run.interrupt(syscall.SIGKILL)
		}
		if inTime {
			return run, tag
		}
	}
	s.Fatal("three imports ended before they could be ended")
	return consoleImport{}, ""
}

// consoleImport writes a file of orders to be imported.
func (s *server) consoleImport(tag string) consoleImport {
	s.Helper()
	file := filepath.Join(s.folder, tag+".csv")
	if err := os.WriteFile(file, []byte(ordersOf(tag)), 0o600); err != nil {
		s.Fatal(err)
	}
	return consoleImport{server: s, file: file}
}

// plantAForgottenStart has an import forget what it saved: the harness must see that
// records are worked on twice.
func (s *server) plantAForgottenStart(tag string) {
	s.Helper()
	run := s.consoleImport(tag)
	run.interrupt(syscall.SIGKILL) // one that ended has forgotten as much
	if done, _ := run.end("--again"); done.Updated == 0 {
		s.Errorf("what was imported was forgotten, and the harness sees %+v", done)
	}
}

// consoleImport is an import that is started again and again.
type consoleImport struct {
	server *server
	file   string
	seen   int // records that were in when it was ended last
}

func (c *consoleImport) command(options ...string) *exec.Cmd {
	return c.server.command("import", append(options, "--mapping", "sale_order_import", "--files", c.server.folder+"/files", c.file)...)
}

// progress is how an import tells how far it is.
var progress = regexp.MustCompile(`(\d+) of \d+`)

// saved is how many records are in by what an import said. One that begins tries all of
// them before it saves any, and one that goes on does not.
func (c *consoleImport) saved(said []byte) (done int) {
	tries := c.seen == 0
	for _, found := range progress.FindAllSubmatch(said, -1) {
		done, _ = strconv.Atoi(string(found[1]))
		if tries {
			tries, done = done < imported, 0
		}
	}
	return done
}

// interrupt starts the import and ends it once it has come further; it gives what was
// said, and whether that was in time.
func (c *consoleImport) interrupt(by syscall.Signal) (told string, inTime bool) {
	c.server.Helper()
	command := c.command()
	errs, err := command.StderrPipe()
	if err != nil {
		c.server.Fatal(err)
	}
	if err := command.Start(); err != nil {
		c.server.Fatal(err)
	}
	var said []byte
	for sent, piece := false, make([]byte, 512); ; {
		n, err := errs.Read(piece)
		said = append(said, piece[:n]...)
		if done := c.saved(said); !sent && done > c.seen {
			c.seen, sent = done, true
			_ = command.Process.Signal(by)
		}
		if err == io.EOF {
			break
		}
	}
	return string(said), command.Wait() != nil
}

// imports are what an import tells.
type imports struct{ Rows, OK, Created, Updated int }

// end lets the import come to its end.
func (c *consoleImport) end(options ...string) (done imports, said string) {
	c.server.Helper()
	command := c.command(options...)
	var errs strings.Builder
	command.Stderr = &errs
	text, err := command.Output()
	if err == nil {
		err = json.Unmarshal(text, &done)
	}
	if err != nil {
		c.server.Fatalf("%v: %s%s", err, text, errs.String())
	}
	c.seen = 0
	return done, errs.String()
}
