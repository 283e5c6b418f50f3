package station

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

func (o *oven) exec(text string, args ...any) {
	o.Helper()
	err := o.World.DB.Write(o.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		o.Fatal(err)
	}
}

func (o *oven) resumes(user, session int64) string {
	o.Helper()
	answer, err := o.Resume(o.Context(), o.person(user), session)
	if f, ok := fault.As(err); ok {
		return f.Key
	}
	if err != nil {
		o.Fatal(err)
	}
	return fmt.Sprintf("%d at %s after %d", len(answer.Results), answer.Screen.Step, answer.Seq)
}

// TestATaskIsResumed by its person, or taken over by who leads: its work is handed over.
func TestATaskIsResumed(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	state := func() string {
		return o.one("select user_id || ' ' || status || ' ' || updated_at from station_session")
	}
	before := state()
	o.now = o.now.Add(time.Hour)
	o.wants(o.resumes(ann, s), "0 at weight after 1")
	o.wants(state(), before) // looking changes nothing
	o.gives(ann, s, in(2, KindPark, ""))
	parkedAt := o.now.UnixMilli()
	o.wants(state(), fmt.Sprintf("1 parked %d", parkedAt))
	o.wants(o.resumes(bob, s), "station.session_unknown")
	o.now = o.now.Add(time.Hour)
	o.wants(o.resumes(ann, s), "0 at weight after 2")
	o.wants(state(), fmt.Sprintf("1 open %d", o.now.UnixMilli()))
	if len(o.handed) > 0 {
		t.Errorf("handed over is the work of %v", o.handed)
	}
	o.wants(o.resumes(lea, s), "0 at weight after 2")
	o.wants(state(), fmt.Sprintf("3 open %d", o.now.UnixMilli()))
	o.wants(fmt.Sprint(o.handed), "[1]")
	o.wants(o.gives(ann, s, in(3, KindKey, "1")), "fault: station.session_unknown")
	o.wants(o.gives(lea, s, in(3, KindKey, "1")), "1 of [3 true done baked] at done")
	o.wants(o.resumes(ann, s+1000), "station.session_unknown")
}

// listed are the tasks that a person sees, newest first.
func (o *oven) listed(user int64, station string) string {
	o.Helper()
	list, err := o.Sessions(o.Context(), o.person(user), station)
	if err != nil {
		o.Fatal(err)
	}
	return labels(list, func(l Listed) string {
		return fmt.Sprintf("%s of %s, mine %t, %s at %s, %s %s in %s, %d of %d, %s", l.Station, l.Name, l.Mine, l.Status, l.Step, l.Title, l.Task, l.Place, l.Done, l.Left, l.UpdatedAt)
	})
}

// TestOpenTasksAreListed newest first: one's own, and those of all for who leads; not those
// that stand at the first question or at the end, that are closed, or that have nothing left.
func TestOpenTasksAreListed(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	o.starts(ann, "")
	pie := o.starts(ann, "PIE").Session
	o.now = o.now.Add(time.Minute)
	cake := o.starts(bob, "CAKE").Session
	o.gives(bob, cake, in(2, KindPark, ""))
	o.now = o.now.Add(time.Minute)
	if _, err := o.Start(o.Context(), o.caller(ann), "stove", Opening{Input: "CAKE"}); err != nil {
		t.Fatal(err)
	}
	over := o.starts(ann, "PIE").Session
	o.gives(ann, over, in(2, KindKey, "1"))
	shut := o.starts(ann, "PIE").Session
	o.gives(ann, shut, in(2, KindClose, ""))
	const (
		annsPie  = "oven of Ann, mine true, open at Weight, oven PIE in A-1, 3 of 7, 2026-07-15T08:00:00Z"
		annsCake = "stove of Ann, mine true, open at Weight, stove CAKE in A-1, 4 of 7, 2026-07-15T08:02:00Z"
		bobsCake = "oven of Bob, mine false, parked at Weight, oven CAKE in A-1, 4 of 7, 2026-07-15T08:01:00Z"
	)
	o.wants(o.listed(ann, ""), annsCake+"; "+annsPie)
	o.wants(o.listed(ann, "oven"), annsPie)
	o.wants(o.listed(lea, "oven"), bobsCake+"; oven of Ann, mine false, open at Weight, oven PIE in A-1, 3 of 7, 2026-07-15T08:00:00Z")
	o.wants(o.listed(lea, ""), bobsCake+"; oven of Ann, mine false, open at Weight, oven PIE in A-1, 3 of 7, 2026-07-15T08:00:00Z") // Lea leads at the oven alone
	o.ended = []int64{o.pie}
	o.wants(o.listed(lea, "oven"), bobsCake)
	o.exec("update station_session set station = 'gone' where id = ?", pie)
	o.ended = nil
	o.wants(o.listed(ann, ""), annsCake)
}

// TestATaskIsNotLostAmongThoseThatRest: however many newer ones stand at their first question
// or are done, one that was put down is listed.
func TestATaskIsNotLostAmongThoseThatRest(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	status := func(id int64) string { return o.one("select status from station_session where id = ?", id) }
	put := o.starts(ann, "PIE").Session
	o.gives(ann, put, in(2, KindPark, ""))
	o.now = o.now.Add(time.Minute)
	asked, over := o.starts(ann, "").Session, o.starts(ann, "CAKE").Session
	o.wants(status(asked)+" "+status(over), "unused open")
	o.gives(ann, asked, in(1, KindScan, "no code of anything"))
	o.gives(ann, over, in(2, KindKey, "1"))
	o.wants(status(put)+" "+status(asked)+" "+status(over), "parked resting resting")
	o.exec(`insert into station_session (id, station, user_id, status, step, params, state, last_seq, created_at, updated_at, about, task, place, done, remaining)
		with recursive n (n) as (select 1 union all select n + 1 from n where n < 1001)
		select 1000000 + n, station, user_id, status, step, params, state, last_seq, created_at, updated_at, about, task, place, done, remaining from station_session, n where id = ?`, asked)
	o.wants(o.listed(ann, ""), "oven of Ann, mine true, parked at Weight, oven PIE in A-1, 3 of 7, 2026-07-15T08:00:00Z")
	o.gives(ann, over, Input{Seq: 3, Kind: KindUndo})
	o.wants(status(over), "open")
}

// TestAPictureIsShownToWhoseTaskShowsIt, as long as the task is open.
func TestAPictureIsShownToWhoseTaskShowsIt(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	shows := func(user int64, key string) (shows bool) {
		err := o.World.DB.Read(o.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			shows, err = o.Shows(ctx, tx, user, key)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return shows
	}
	if !shows(ann, "picture of PIE") || shows(bob, "picture of PIE") || shows(ann, "picture of CAKE") {
		t.Error("the picture is for Ann alone, and no other")
	}
	o.gives(ann, s, in(2, KindPark, ""))
	if shows(ann, "picture of PIE") {
		t.Error("a task that was put down shows nothing")
	}
}

// TestAStepThatIsGoneIsTold: nothing of the input is done, the task stands at its first
// question, and what it did before stays. It may be put down without a word.
func TestAStepThatIsGoneIsTold(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"the step":      "step = 'gone'",
		"what it knows": `state = '{"item": "other"}'`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := ovenOf(t)
			s, parked := o.starts(ann, "PIE").Session, o.starts(ann, "PIE").Session
			o.exec("update station_session set " + change)
			o.wants(o.resumes(ann, s), "0 at item after 1")
			o.wants(o.gives(ann, s, in(2, KindScan, "CAKE")), "0 of [2 false error station.step_gone] at item")
			o.wants(o.remark(o.cake), "")
			o.wants(o.gives(ann, s, in(3, KindScan, "CAKE")), "1 of [3 true ok ] at weight")
			o.wants(o.gives(ann, parked, in(2, KindPark, "")), "1 of [2 true ok ] at item")
			o.wants(o.gives(ann, parked, in(3, KindScan, "CAKE")), "0 of [3 false error station.step_gone] at item")
			o.wants(o.remark(o.pie), "in the oven")
		})
	}
}

// TestAStateThatIsNoneIsAnError, not a task that begins silently.
func TestAStateThatIsNoneIsAnError(t *testing.T) {
	t.Parallel()
	s := &Session{ID: 4, state: json.RawMessage(`{`)}
	if err := s.Load(&baking{}); err == nil {
		t.Error("half a state is read")
	}
	if err := s.Store(func() {}); err == nil || string(s.state) != "{" {
		t.Errorf("kept is %s (%v)", s.state, err)
	}
	s.state = nil
	kept := baking{Code: "PIE"}
	if err := s.Load(&kept); err != nil || kept.Code != "PIE" {
		t.Errorf("a session without a state changes it to %v (%v)", kept.Code, err)
	}
}

// TestATaskAtWorkIsOpen: neither put down nor ended.
func TestATaskAtWorkIsOpen(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	at := func() (working bool) {
		err := o.World.DB.Read(o.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			working, err = (&Session{tx: tx}).AtWork(ctx, s)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return working
	}
	if !at() {
		t.Error("an open task is not at work")
	}
	o.gives(ann, s, in(2, KindPark, ""))
	if at() {
		t.Error("a task that was put down is at work")
	}
}
