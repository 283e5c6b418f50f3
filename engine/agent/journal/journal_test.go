package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

// open opens the journal of a folder for the time of the test, or until it dies.
func open(t *testing.T, folder string) *Journal {
	t.Helper()
	j, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() }) // one that died is closed already
	return j
}

// die ends the process of a journal, which writes nothing more, and opens it anew.
func die(t *testing.T, j *Journal) *Journal {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, j.folder)
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func label(key string) Entry {
	return Entry{Label: key, Printer: "tcp://bench", Type: "application/zpl", Pages: 1, Count: Untold}
}

func labels(entries []Entry) string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Label)
	}
	return strings.Join(names, " ")
}

// TestWhatIsWrittenOutlivesADeath takes labels through their life and kills the process
// after each step: nothing of it is lost, nor anything made up.
func TestWhatIsWrittenOutlivesADeath(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	why := fault.Tell("print.cut_off")
	for _, step := range []struct {
		name                    string
		do                      func() error
		waiting, ended, holding string
	}{
		{"one comes", func() error { return j.Take(label("1.1"), []byte("one")) }, "1.1", "", "1.1"},
		{"another one comes", func() error { return j.Take(label("2.1"), []byte("two")) }, "1.1 2.1", "", "1.1 2.1"},
		{"one is begun", func() error { return j.Begin("1.1", 7) }, "1.1 2.1", "", "1.1 2.1"},
		{"one ends", func() error { return j.End("1.1", "unknown", why) }, "2.1", "1.1", "1.1 2.1"},
		{"the server knows it", func() error { return j.Told([]string{"1.1"}) }, "2.1", "", "2.1"},
		{"the other one ends", func() error { return j.End("2.1", "printed", fault.Told{}) }, "", "2.1", "2.1"},
	} {
		must(t, step.do())
		j = die(t, j)
		if w, e, h := labels(j.Waiting()), labels(j.Ended()), strings.Join(j.Holding(), " "); w != step.waiting || e != step.ended || h != step.holding {
			t.Errorf("%s: waiting %q, ended %q, holding %q; want %q, %q, %q", step.name, w, e, h, step.waiting, step.ended, step.holding)
		}
	}
	if e := j.byLabel["1.1"]; !e.Begun || e.Count != 7 || e.State != "unknown" || e.Why.Key != why.Key || !e.Told {
		t.Errorf("the first one is %+v", e)
	}
}

// TestALineThatWasCutOffDidNotHappen has the process die within a line, at each of its
// bytes.
func TestALineThatWasCutOffDidNotHappen(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	j := open(t, folder)
	must(t, j.Take(label("1.1"), nil))
	before, err := os.ReadFile(j.path())
	must(t, err, j.Begin("1.1", 3), j.Close())
	whole, err := os.ReadFile(j.path())
	must(t, err)
	for cut := len(before); cut < len(whole); cut += 7 {
		must(t, os.WriteFile(j.path(), whole[:cut], 0o600))
		again := open(t, folder)
		if entries := again.Waiting(); len(entries) != 1 || entries[0].Begun {
			t.Errorf("cut at byte %d the labels are %+v", cut, entries)
		}
		must(t, again.Begin("1.1", 4))
		if again = die(t, again); again.byLabel["1.1"].Count != 4 {
			t.Errorf("what is written behind a cut at byte %d is lost", cut)
		}
		must(t, again.Close())
	}
}

func TestADamagedJournalIsToldWithItsRemedy(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "journal"), []byte("{\"seq\": 1}\nnonsense\n{\"seq\": 2}\n"), 0o600))
	if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), "delete the agent's folder and pair it anew") {
		t.Errorf("it is opened: %v", err)
	}
}

func TestAJournalKeepsItsName(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	name := j.ID()
	if name == "" || die(t, j).ID() != name {
		t.Errorf("the journal %q is another one after a death", name)
	}
	if other := open(t, t.TempDir()); other.ID() == name {
		t.Error("two journals have one name")
	}
}

// TestNoNumberIsGivenTwice has several calls ask at once, before and after a death.
func TestNoNumberIsGivenTwice(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	var mu sync.Mutex
	given := map[int64]bool{}
	for round := range 3 {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				n, err := j.Next()
				mu.Lock()
				defer mu.Unlock()
				if err != nil || given[n] {
					t.Errorf("the number %d is given twice (%v)", n, err)
				}
				given[n] = true
			})
		}
		all.Wait()
		must(t, j.Take(label(fmt.Sprint(round)), nil)) // the last line is not that of a number
		j = die(t, j)
	}
}

// TestOldLabelsAreForgotten holds that the oldest go whose end the server knows, and no
// other one.
func TestOldLabelsAreForgotten(t *testing.T) {
	t.Parallel()
	j := &Journal{byLabel: map[string]*Entry{}}
	for i := range mostKnown + 3 {
		e := label(fmt.Sprint(i))
		e.Told = i != 1
		j.apply(line{Entry: &e})
	}
	j.forget()
	var gone []string
	for i := range mostKnown + 3 {
		if j.byLabel[fmt.Sprint(i)] == nil {
			gone = append(gone, fmt.Sprint(i))
		}
	}
	if !slices.Equal(gone, []string{"0", "2"}) || len(j.entries) != mostKnown+1 {
		t.Errorf("%d labels are left; gone are %v, want 0 and 2", len(j.entries), gone)
	}
}

// TestALongFileIsWrittenAnew holds that the file does not grow without end, and that
// nothing is lost by that.
func TestALongFileIsWrittenAnew(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	must(t, j.Take(label("1.1"), []byte("one")), j.Begin("1.1", 1), j.Begin("1.1", 2))
	j.lines = mostLines
	must(t, j.Begin("1.1", 3))
	text, err := os.ReadFile(j.path())
	must(t, err)
	if n := strings.Count(string(text), "\n"); n != 2 || j.lines != 2 {
		t.Errorf("the file has %d lines (counted %d), want the journal and its label", n, j.lines)
	}
	must(t, j.Begin("1.1", 4))
	if j = die(t, j); j.byLabel["1.1"].Count != 4 {
		t.Errorf("the label is %+v", j.byLabel["1.1"])
	}
}
