package spool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/store"
)

// robot is the agent of the bench, whose printers b.printer adds.
var robot = Agent{Guid: "bench", Name: "Robot"}

// call is a call of the robot's journal for a printer.
func call(seq int64, room int, holding ...string) Call {
	return Call{Journal: "j", Seq: seq, Holding: holding, Printers: []Found{{Address: "tcp://P1", Name: "left", Language: "zpl", Condition: "ready", Room: room}}}
}

func (b *bench) begin(c Call) error {
	return b.Spool.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) error { return b.Begin(ctx, tx, robot, c) })
}

// hand begins a call and gives the keys of what comes of it.
func (b *bench) hand(c Call) (keys []string) {
	b.t.Helper()
	if err := b.begin(c); err != nil {
		b.t.Fatal(err)
	}
	handed, err := b.Hand(b.t.Context(), robot, c)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, h := range handed {
		keys = append(keys, h.Label)
	}
	return keys
}

func (b *bench) tell(ends ...End) error {
	return b.Spool.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) error { return b.Tell(ctx, tx, robot, ends) })
}

// three has three labels wait at the robot's printer, and gives their keys.
func (b *bench) three() (keys []string) {
	b.t.Helper()
	b.printer("P1", 0, 0)
	job := b.must(b.print(b.person(7, printsItems), Order{Template: "tag", IDs: b.items, Printer: "P1"}))
	for _, label := range job.Labels {
		keys = append(keys, key(label.ID, 0))
	}
	return keys
}

// TestFontsAreReadOnceAnAgentCalls holds that the first label need not wait for them.
func TestFontsAreReadOnceAnAgentCalls(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		read := make(chan struct{}, 2)
		b.Family = func() (*font.Family, error) {
			read <- struct{}{}
			return latin()
		}
		for seq := range int64(2) {
			if err := b.begin(call(seq+1, 1)); err != nil {
				t.Fatal(err)
			}
		}
		<-read
		if len(read) > 0 {
			t.Error("read twice")
		}
	})
}

// TestAPrinterOfAnAgentBecomesKnown holds that what an agent reaches is a printer under a
// code of its own, once, and how it is by now.
func TestAPrinterOfAnAgentBecomesKnown(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for seq, condition := range []string{"ready", "paper_out"} {
			c := call(int64(seq+1), 1)
			c.Printers[0].Condition = condition
			if err := b.begin(c); err != nil {
				t.Fatal(err)
			}
		}
		got := b.told("select case when code = 'P' || id then 'P' else code end || ' ' || name || ' ' || language || ' ' || dpi || ' ' || condition || ' ' || agent || ' ' || address || case when enabled then '' else ' off' end from printer")
		if got != "P left zpl 203 paper_out Robot tcp://P1" {
			t.Errorf("printers are %s", got)
		}
	})
}

// TestALateCallIsRefused holds the calls of a journal to their order, and those of a
// folder that was copied to nothing.
func TestALateCallIsRefused(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for _, step := range []struct {
			journal string
			seq     int64
			stale   bool
		}{{"j", 5, false}, {"j", 5, true}, {"j", 4, true}, {"j", 6, false}, {"new", 1, false}, {"new", 1, true}, {"new", 2, false}} {
			err := b.begin(Call{Journal: step.journal, Seq: step.seq})
			if fault.IsKey(err, "print.agent_stale") != step.stale || err != nil && fault.CodeOf(err) != fault.Conflict {
				t.Errorf("call %d of %s: %v", step.seq, step.journal, err)
			}
		}
		if _, err := b.Hand(t.Context(), robot, Call{Journal: "new", Seq: 1}); !fault.IsKey(err, "print.agent_stale") {
			t.Errorf("labels for a call that another one overtook: %v", err)
		}
		if _, err := b.Hand(t.Context(), Agent{Guid: "stranger"}, Call{}); !fault.IsKey(err, "print.agent_stale") {
			t.Errorf("labels for an agent that never called: %v", err)
		}
	})
}

// TestWhatNeverCameToItsDiskIsHandedAgain has an answer get lost on its way: what the
// agent does not hold waits again.
func TestWhatNeverCameToItsDiskIsHandedAgain(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		if got := b.hand(call(1, 2)); !slices.Equal(got, keys[:2]) {
			t.Fatalf("handed are %v, want %v", got, keys[:2])
		}
		if got := b.hand(call(2, 2, keys[1])); !slices.Equal(got, []string{keys[0], keys[2]}) {
			t.Errorf("handed are %v, want the first again and the third", got)
		}
		if got := b.labels(); got != "A 1/1 sent, B 1/1 sent, C 1/1 sent" {
			t.Errorf("labels are %s", got)
		}
		if got := b.hand(call(3, 8, keys...)); len(got) > 0 {
			t.Errorf("handed twice are %v", got)
		}
	})
}

// TestWhatWasCancelledMeanwhileDoesNotComeBack cancels a job whose label is on its way and
// never arrives.
func TestWhatWasCancelledMeanwhileDoesNotComeBack(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.three()
		b.hand(call(1, 1))
		b.exec("update print_job set status = 'cancelled'")
		if got := b.hand(call(2, 8)); len(got) > 0 {
			t.Errorf("handed are %v", got)
		}
		if got := b.labels(); !strings.HasPrefix(got, "A 1/1 cancelled") {
			t.Errorf("labels are %s", got)
		}
	})
}

// TestALostJournalLeavesItToPersons has an agent begin a new journal: what the lost one
// may have printed is unknown, and an end that is found later is believed.
func TestALostJournalLeavesItToPersons(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.hand(call(1, 2))
		if err := b.begin(Call{Journal: "new", Seq: 1}); err != nil {
			t.Fatal(err)
		}
		if got := b.labels(); got != "A 1/1 unknown ended, B 1/1 unknown ended, C 1/1 waiting" {
			t.Errorf("labels are %s", got)
		}
		if got := b.told("select why from print_label where status = 'unknown'"); strings.Count(got, "print.journal_lost") != 2 || !strings.Contains(got, "Robot") {
			t.Errorf("they are told why: %s", got)
		}
		if err := b.tell(End{Label: keys[0], State: statePrinted}); err != nil {
			t.Fatal(err)
		}
		if got := b.labels(); got != "A 1/1 printed ended, B 1/1 unknown ended, C 1/1 waiting" {
			t.Errorf("labels are %s", got)
		}
	})
}

// TestAnEndIsTakenInOnce tells ends in many ways: only that of the attempt which is on its
// way changes anything.
func TestAnEndIsTakenInOnce(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.hand(call(1, 1))
		label, _, _ := readKey(keys[0])
		for _, step := range []struct {
			name string
			end  End
			want string
		}{
			{"of one that waits", End{Label: keys[1], State: statePrinted}, "A 1/1 sent, B 1/1 waiting, C 1/1 waiting"},
			{"of another attempt", End{Label: key(label, 1), State: statePrinted}, "A 1/1 sent, B 1/1 waiting, C 1/1 waiting"},
			{"of one that there is not", End{Label: key(1, 0), State: statePrinted}, "A 1/1 sent, B 1/1 waiting, C 1/1 waiting"},
			{"its own", End{Label: keys[0], State: stateFailed, Why: fault.Tell("print.cups", "why", "torn")}, "A 1/1 failed ended, B 1/1 waiting, C 1/1 waiting"},
			{"its own again, otherwise", End{Label: keys[0], State: statePrinted}, "A 1/1 failed ended, B 1/1 waiting, C 1/1 waiting"},
		} {
			if err := b.tell(step.end); err != nil {
				t.Errorf("%s: %v", step.name, err)
			}
			if got := b.labels(); got != step.want {
				t.Errorf("%s: labels are %s, want %s", step.name, got, step.want)
			}
		}
		for _, end := range []End{{Label: "x", State: statePrinted}, {Label: keys[0], State: "eaten"}, {Label: keys[0], State: stateWaiting}, {}} {
			if err := b.tell(end); !fault.IsKey(err, "print.no_label") {
				t.Errorf("%+v: %v", end, err)
			}
		}
	})
}

// TestAJobIsDoneWithItsLastLabel follows a job to its end, and back when a label turns out
// to be unknown.
func TestAJobIsDoneWithItsLastLabel(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.hand(call(1, 8))
		for i, step := range []struct{ state, job string }{{statePrinted, "open"}, {stateUnknown, "open"}, {stateSent, "open"}} {
			if err := b.tell(End{Label: keys[i], State: step.state}); err != nil {
				t.Fatal(err)
			}
			if got := b.told("select status from print_job"); got != step.job {
				t.Errorf("with label %d %s the job is %s", i, step.state, got)
			}
		}
		if err := b.tell(End{Label: keys[1], State: statePrinted}); err != nil {
			t.Fatal(err)
		}
		if got := b.told("select status from print_job"); got != "done" {
			t.Errorf("with all ends known the job is %s", got)
		}
		b.exec("update print_label set status = 'waiting', ended_at = null where title = 'A'")
		b.write(func(ctx context.Context, tx *store.Tx) error {
			var job int64
			if err := tx.Get(ctx, &job, "select id from print_job"); err != nil {
				return err
			}
			return settle(ctx, tx, []int64{job, job})
		})
		if got := b.told("select status from print_job"); got != "open" {
			t.Errorf("with a label to print again the job is %s", got)
		}
	})
}

// TestACallIsOpenWhereThereIsRoom holds a call to the printers that take more.
func TestACallIsOpenWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	c := Call{Printers: []Found{{Address: "a", Room: 1}, {Address: "b"}, {Address: "c", Room: -1}, {Address: "d", Room: 9}}}
	if got := fmt.Sprint(c.Open()); got != "[a d]" {
		t.Errorf("open are %s", got)
	}
	if open := (Call{}).Open(); len(open) > 0 {
		t.Errorf("without printers open are %v", open)
	}
}
