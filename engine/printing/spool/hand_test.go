package spool

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/store"
)

func (b *bench) due(c Call) (found bool) {
	b.t.Helper()
	err := b.Spool.DB.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		found, err = b.Due(ctx, tx, robot, c)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return found
}

// TestLabelsAreHandedWhereTheyWait holds what is handed over to the printers of the agent,
// the room at each, and jobs that are open.
func TestLabelsAreHandedWhereTheyWait(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		other := call(1, 8)
		other.Printers[0].Address = "tcp://P2"
		if b.due(other) || !b.due(call(1, 1)) {
			t.Error("labels are due at a printer where none waits, or not where they do")
		}
		for _, off := range []string{"printer set enabled = ?", "print_job set status = case when ? then 'open' else 'stopped' end"} {
			b.exec("update "+off, false)
			if b.due(call(1, 1)) {
				t.Errorf("labels are due with %s", off)
			}
			b.exec("update "+off, true)
		}
		if got := b.hand(call(1, 0)); len(got) > 0 {
			t.Errorf("without room %v are handed over", got)
		}
		if got := b.hand(call(2, 2)); !slices.Equal(got, keys[:2]) {
			t.Errorf("handed are %v, want the first two", got)
		}
		if got := b.hand(call(3, 99, keys[:2]...)); !slices.Equal(got, keys[2:]) {
			t.Errorf("handed are %v, want the last one", got)
		}
		if b.due(call(4, 1)) {
			t.Error("more is due")
		}
	})
}

// TestRoomIsBounded holds a call to what fits into memory, whatever it asks for.
func TestRoomIsBounded(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.printer("P1", 0, 0)
		b.must(b.print(b.person(7, printsItems), Order{Template: "tag", IDs: b.items, Printer: "P1", Copies: 5}))
		if got := b.hand(call(1, 1000)); len(got) != mostRoom {
			t.Errorf("%d are handed over at once", len(got))
		}
	})
}

// TestALabelIsDrawnAsItIsByNow holds the content to the record at the time, in the
// printer's language, with its key in each label of ZPL.
func TestALabelIsDrawnAsItIsByNow(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		if err := b.begin(call(1, 1)); err != nil {
			t.Fatal(err)
		}
		handed, err := b.Hand(t.Context(), robot, call(1, 1))
		if err != nil || len(handed) != 1 {
			t.Fatalf("%v %v", handed, err)
		}
		h := handed[0]
		if h.Label != keys[0] || h.Printer != "tcp://P1" || h.Type != "application/zpl" || h.Pages != 1 || strings.Count(string(h.Content), "^XA^FX "+h.Label+"^FS") != 1 {
			t.Errorf("handed is %s for %s, %s of %d: %.60q", h.Label, h.Printer, h.Type, h.Pages, h.Content)
		}
		b.exec("update printer set language = 'tspl'")
		if err := b.begin(call(2, 1, h.Label)); err != nil {
			t.Fatal(err)
		}
		if handed, err = b.Hand(t.Context(), robot, call(2, 1)); err != nil || len(handed) != 1 || strings.Contains(string(handed[0].Content), "^XA") || !strings.Contains(string(handed[0].Content), "BITMAP") {
			t.Errorf("in TSPL it is %v (%v)", handed, err)
		}
	})
}

// TestWhatCannotBeDrawnFails takes a record away, and the right of who printed: the labels
// fail with the reason, and the others go on.
func TestWhatCannotBeDrawnFails(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.exec("delete from item where code = 'A'")
		if got := b.hand(call(1, 2)); !slices.Equal(got, keys[1:2]) {
			t.Errorf("handed are %v, want the second alone", got)
		}
		b.person(7, looks)
		if got := b.hand(call(2, 1, keys[1])); len(got) > 0 {
			t.Errorf("without the right %v are handed over", got)
		}
		if got := b.labels(); got != "A 1/1 failed ended, B 1/1 sent, C 1/1 failed ended" {
			t.Errorf("labels are %s", got)
		}
		if got := b.told("select why from print_label where status = 'failed' order by id"); !strings.Contains(got, "record.not_found") || !strings.Contains(got, "right.missing") {
			t.Errorf("they are told why: %s", got)
		}
	})
}

// TestWithoutAFontLabelsAreNotLost holds that what the server cannot draw now fails the
// call, and is handed over when it can.
func TestWithoutAFontLabelsAreNotLost(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.Family = func() (*font.Family, error) { return nil, errors.New("no such file") }
		if err := b.begin(call(1, 8)); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Hand(t.Context(), robot, call(1, 8)); fault.CodeOf(err) != fault.Unavailable && !fault.IsKey(err, "print.no_font") {
			t.Errorf("handed over: %v", err)
		}
		b.Family = latin
		if got := b.hand(call(2, 8)); !slices.Equal(got, keys) {
			t.Errorf("handed are %v, want all", got)
		}
	})
}

// TestWhatAnActionPrintsIsDrawnByTheSystem holds labels of rules to no right of who acted.
func TestWhatAnActionPrintsIsDrawnByTheSystem(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.person(7, looks)
		b.exec("update print_job set by_rule = ?", true)
		if got := b.hand(call(1, 8)); !slices.Equal(got, keys) {
			t.Errorf("handed are %v, want all", got)
		}
	})
}

// TestOnlyZPLBearsTheKey holds the comment to each label, and to ZPL of our own.
func TestOnlyZPLBearsTheKey(t *testing.T) {
	t.Parallel()
	two := []byte("^XAone^XZ^XAtwo^XZ")
	paper := &printing.Paper{Content: two}
	if got := string(named(due{ID: 7, Attempt: 1, Format: "zpl"}, paper)); got != "^XA^FX 7.1^FSone^XZ^XA^FX 7.1^FStwo^XZ" {
		t.Errorf("ZPL is %s", got)
	}
	if got := string(named(due{ID: 7, Attempt: 1, Format: "cpcl"}, paper)); got != string(two) {
		t.Errorf("CPCL is %s", got)
	}
	paper.AsItIs = true
	if got := string(named(due{ID: 7, Attempt: 1, Format: "zpl"}, paper)); got != string(two) {
		t.Errorf("ZPL of others is %s", got)
	}
}
