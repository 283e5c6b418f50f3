package spool

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// effect carries out the rule of an action for its records, as somebody who may do nothing
// but act.
func (b *bench) effect(user int64, batch []record.Row, heads ...int64) error {
	return b.Spool.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		rights := access.System(b.World.Release, "action")
		e := &document.EffectEvent{Tx: tx, Actor: b.people[user], Rights: rights, Action: "ship"}
		for _, id := range heads {
			e.Heads = append(e.Heads, record.Row{"id": id})
		}
		return b.PrintEffect(ctx, e, batch)
	})
}

// TestAnActionPrintsWhereItsPersonStands holds the rule to the workstation of who acts, to
// a printer that it names, and to nothing where there is none.
func TestAnActionPrintsWhereItsPersonStands(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.person(7)
		tag := func(more record.Row) []record.Row {
			row := record.Row{"template": "tag"}
			for name, v := range more {
				row[name] = v
			}
			return []record.Row{row}
		}
		if err := b.effect(7, tag(nil), b.items[0]); err != nil || b.labels() != "" {
			t.Errorf("in a house without workstations: %v, labels %s", err, b.labels())
		}
		p1, p2 := b.printer("P1", 60, 30), b.printer("P2", 0, 0)
		b.workstation("W1", p1)
		for name, want := range map[string]string{"may": "", "must": "print.nowhere"} {
			err := b.effect(7, tag(record.Row{"must": name == "must"}), b.items[0])
			if f, refused := fault.As(err); refused != (want != "") || refused && f.Key != want {
				t.Errorf("%s, by who stands nowhere: %v", name, err)
			}
		}
		if _, err := b.stand(b.people[7], "W1"); err != nil {
			t.Fatal(err)
		}
		if err := b.effect(7, tag(record.Row{"copies": int64(2)}), b.items[0]); err != nil {
			t.Fatal(err)
		}
		if err := b.effect(7, tag(record.Row{"printer": p2, "id": b.items[1], "reason": "again"}), b.items[0]); err != nil {
			t.Fatal(err)
		}
		if got := b.told("select l.title || ' ' || p.code from print_label l join printer p on p.id = l.printer_id order by l.id"); got != "A P1, A P1, B P2" {
			t.Errorf("labels lie at %s", got)
		}
		if err := b.effect(7, tag(nil), b.items[0]); err != nil {
			t.Fatal(err)
		}
		if got := b.jobs(); got != "open 2 x2 -, open 1 x1 -, open 1 x1 ship" {
			t.Errorf("jobs are %s: an action prints again for its own reason", got)
		}
		b.person(8)
		for _, user := range []int64{7, 99} { // 99 is gone
			if err := b.effect(8, tag(record.Row{"user": user, "reason": "for another"}), b.items[0]); err != nil {
				t.Fatal(err)
			}
			if got := b.told("select l.created_by || ' ' || p.code from print_label l join printer p on p.id = l.printer_id where l.created_by > 0"); got != "7 P1" {
				t.Errorf("printed for %d are %s, want one by 7 where he stands", user, got)
			}
		}
	})
}

// TestABenchWithoutThePaperGoesOn holds what a rule cannot print to refuse the action only
// where it must be printed.
func TestABenchWithoutThePaperGoesOn(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.person(7)
		off := b.printer("OFF", 0, 0)
		b.exec("update printer set enabled = ?", false)
		b.workstation("W1", b.printer("WIDE", 100, 150))
		if _, err := b.stand(b.people[7], "W1"); err != nil {
			t.Fatal(err)
		}
		for name, tt := range map[string]struct {
			row record.Row
			key string
		}{
			"no paper": {record.Row{"template": "tag"}, "print.no_paper"}, "a printer that is off": {record.Row{"template": "tag", "printer": off}, "print.printer_disabled"},
		} {
			if err := b.effect(7, []record.Row{tt.row}, b.items[0]); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			tt.row["must"] = true
			if err := b.effect(7, []record.Row{tt.row}, b.items[0]); !fault.IsKey(err, tt.key) {
				t.Errorf("%s, which must be: %v", name, err)
			}
		}
		if err := b.effect(7, []record.Row{{"template": "none"}}, b.items[0]); !fault.IsKey(err, "print.unknown") {
			t.Errorf("an unknown template: %v", err)
		}
		if got := b.labels(); got != "" {
			t.Errorf("labels are %s", got)
		}
	})
}

// TestEachElementPrintsItsRecord holds a batch over several documents to one print each.
func TestEachElementPrintsItsRecord(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.person(7)
		p := b.printer("P1", 0, 0)
		batch := []record.Row{{"template": "tag", "printer": p}, {"template": "tag", "printer": p}, {"template": "tag", "printer": p, "id": b.items[0]}}
		if err := b.effect(7, batch, b.items[1], b.items[2]); err != nil {
			t.Fatal(err)
		}
		if got := b.labels(); got != "B 1/1 waiting, C 1/1 waiting, A 1/1 waiting" {
			t.Errorf("labels are %s", got)
		}
	})
}

// TestCancelledIsWhatNoAgentHas holds the cancelling of jobs to labels that wait.
func TestCancelledIsWhatNoAgentHas(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.three()
		b.hand(call(1, 1))
		b.write(func(ctx context.Context, tx *store.Tx) error {
			var job int64
			if err := tx.Get(ctx, &job, "select id from print_job"); err != nil {
				return err
			}
			return b.CancelEffect(ctx, &document.EffectEvent{Tx: tx, Heads: []record.Row{{"id": job}}}, nil)
		})
		if got := b.labels(); got != "A 1/1 sent, B 1/1 cancelled ended, C 1/1 cancelled ended" {
			t.Errorf("labels are %s", got)
		}
	})
}

// TestAPersonsWordSettlesTheJob holds that a job sees the state that its label gets behind
// the effect, before the commit.
func TestAPersonsWordSettlesTheJob(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.three()
		b.exec("update print_label set status = 'printed', ended_at = 1 where title <> 'A'")
		b.write(func(ctx context.Context, tx *store.Tx) error {
			var job int64
			if err := tx.Get(ctx, &job, "select id from print_job"); err != nil {
				return err
			}
			if err := b.SettleEffect(ctx, &document.EffectEvent{Tx: tx, Heads: []record.Row{{"print_job_id": job}}}, nil); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "update print_label set status = 'printed', ended_at = 1 where title = 'A'")
			return err
		})
		if got := b.told("select status from print_job"); got != "done" {
			t.Errorf("the job is %s", got)
		}
	})
}
