package journal

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

// TestALabelThatComesAgainIsNotPrintedAgain has the server, put back to an earlier state,
// hand over what has ended here: it is told the end once more.
func TestALabelThatComesAgainIsNotPrintedAgain(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	must(t, j.Take(label("1.1"), []byte("one")), j.Begin("1.1", 7), j.End("1.1", "printed", fault.Told{}), j.Told([]string{"1.1"}))
	again := label("1.1")
	again.Printer = "tcp://other"
	must(t, j.Take(again, []byte("other")))
	j = die(t, j)
	ended := j.Ended()
	if len(j.Waiting()) != 0 || len(ended) != 1 || ended[0].State != "printed" || ended[0].Printer != "tcp://bench" || ended[0].Count != 7 {
		t.Errorf("waiting are %v, ended %+v", j.Waiting(), ended)
	}
}

// TestALabelThatComesTwiceStaysAsItIs has one come again while it waits.
func TestALabelThatComesTwiceStaysAsItIs(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	must(t, j.Take(label("1.1"), []byte("one")), j.Begin("1.1", 7), j.Take(label("1.1"), []byte("other")))
	content, err := j.Content("1.1")
	if entries := j.Waiting(); err != nil || string(content) != "one" || len(entries) != 1 || !entries[0].Begun {
		t.Errorf("the labels are %+v with %q (%v)", entries, content, err)
	}
}

// TestWhatIsToldNeedsNoRoom holds that the content of a label goes when the server knows
// its end, and that this may be told again.
func TestWhatIsToldNeedsNoRoom(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	must(t, j.Take(label("1.1"), []byte("one")), j.End("1.1", "printed", fault.Told{}))
	if content, err := j.Content("1.1"); err != nil || string(content) != "one" {
		t.Errorf("before it is told its content is %q (%v)", content, err)
	}
	must(t, j.Told([]string{"1.1"}), j.Told([]string{"1.1"}), j.Told(nil))
	if files, err := os.ReadDir(j.contents()); err != nil || len(files) > 0 {
		t.Errorf("left are %v (%v)", files, err)
	}
}

// TestWhatWasNotPrintedMayBeBegunAgain holds that a label which the printer proved unsent
// waits as before.
func TestWhatWasNotPrintedMayBeBegunAgain(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	must(t, j.Take(label("1.1"), nil), j.Begin("1.1", 7), j.Unsent("1.1"))
	if entries := die(t, j).Waiting(); len(entries) != 1 || entries[0].Begun {
		t.Errorf("the labels are %+v", entries)
	}
}

func TestAnUnknownLabelIsTold(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	for name, err := range map[string]error{
		"begun": j.Begin("9.9", 1), "unsent": j.Unsent("9.9"), "ended": j.End("9.9", "printed", fault.Told{}), "told": j.Told([]string{"9.9"}),
	} {
		if err == nil {
			t.Errorf("a label that there is not was %s", name)
		}
	}
	if _, err := j.Content("9.9"); err == nil {
		t.Error("it has a content")
	}
	if held := j.Holding(); held == nil || len(held) > 0 {
		t.Errorf("an empty journal holds %#v, want an empty list", held)
	}
}

// TestWhatIsListedIsACopy holds that who reads the list changes nothing in the journal.
func TestWhatIsListedIsACopy(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	must(t, j.Take(label("1.1"), nil))
	j.Waiting()[0].State = "printed"
	if len(j.Waiting()) != 1 {
		t.Error("the label has ended by being read")
	}
}

// TestPrintersWriteAtOnce has the workers of several printers write each their labels.
func TestPrintersWriteAtOnce(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	var all sync.WaitGroup
	for p := range 4 {
		all.Go(func() {
			for i := range 4 {
				key := fmt.Sprintf("%d.%d", p, i)
				if err := j.Take(label(key), []byte(key)); err != nil {
					t.Error(err)
				}
				if err := j.End(key, "printed", fault.Told{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	j = die(t, j)
	for _, e := range j.Ended() {
		if content, err := j.Content(e.Label); err != nil || string(content) != e.Label {
			t.Errorf("%s is %q (%v)", e.Label, content, err)
		}
	}
	if n := len(j.Ended()); n != 16 {
		t.Errorf("%d labels have ended, want 16", n)
	}
}
