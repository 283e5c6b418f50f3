package spool

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// after goes on after a label that somebody saw as the last one.
func (b *bench) after(label int64) error {
	return b.Spool.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		var job int64
		if err := tx.Get(ctx, &job, "select print_job_id from print_label where id = ?", label); err != nil {
			return err
		}
		return b.AfterEffect(ctx, &document.EffectEvent{Tx: tx, Heads: []record.Row{{"id": label, "print_job_id": job}}}, nil)
	})
}

// TestAJobGoesOnAfterTheLabelThatWasSeen has a roll end unseen: the printer took three labels
// and one lies there. What follows it is printed, in its order, and the agent may not come with
// the old attempts any more.
func TestAJobGoesOnAfterTheLabelThatWasSeen(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.hand(call(1, 8))
		if err := b.tell(End{Label: keys[0], State: stateSent}, End{Label: keys[1], State: stateSent}, End{Label: keys[2], State: stateUnknown}); err != nil {
			t.Fatal(err)
		}
		first, _, _ := readKey(keys[0])
		if err := b.after(first); err != nil {
			t.Fatal(err)
		}
		if got := b.labels(); got != "A 1/1 sent ended, B 1/1 waiting, C 1/1 waiting" {
			t.Errorf("labels are %s", got)
		}
		if err := b.tell(End{Label: keys[2], State: statePrinted}); err != nil {
			t.Fatal(err)
		}
		second, _, _ := readKey(keys[1])
		third, _, _ := readKey(keys[2])
		if got := b.hand(call(2, 8)); !slices.Equal(got, []string{key(second, 1), key(third, 1)}) {
			t.Errorf("handed are %v, want the second and the third anew", got)
		}
	})
}

// TestWhatIsOnItsWayIsWaitedFor refuses to print anew what an agent may print by itself, and
// changes nothing then; a job that was stopped is open again once it may.
func TestWhatIsOnItsWayIsWaitedFor(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		keys := b.three()
		b.hand(call(1, 2))
		b.exec("update print_job set status = 'stopped'")
		if err := b.tell(End{Label: keys[0], State: statePrinted}); err != nil {
			t.Fatal(err)
		}
		first, _, _ := readKey(keys[0])
		if err := b.after(first); !fault.IsKey(err, "print.on_their_way") {
			t.Errorf("with a label on its way: %v", err)
		}
		if got := b.labels(); got != "A 1/1 printed ended, B 1/1 sent, C 1/1 waiting" {
			t.Errorf("labels are %s", got)
		}
		if err := b.tell(End{Label: keys[1], State: statePrinted}); err != nil {
			t.Fatal(err)
		}
		if err := b.after(first); err != nil {
			t.Fatal(err)
		}
		if got := b.labels() + "; " + b.jobs(); got != "A 1/1 printed ended, B 1/1 waiting, C 1/1 waiting; open 3 x1 -" {
			t.Errorf("it is %s", got)
		}
	})
}
