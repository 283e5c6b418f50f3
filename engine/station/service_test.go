package station

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// TestATaskIsWorkedOn from its start to the first question of the next one, on both
// databases: each input is kept under its number, by whom and from where to where.
func TestATaskIsWorkedOn(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		o := newOven(t, db)
		begun := o.starts(ann, "")
		o.wants(spelled(begun), "0 of [] at item")
		o.wants(o.gives(ann, begun.Session, in(1, KindScan, "PIE"), in(2, KindKey, "1.25")), "2 of [1 true ok , 2 true done baked] at done")
		o.wants(o.remark(o.pie), "in the oven")
		o.wants(o.gives(ann, begun.Session, in(3, KindScan, "CAKE")), "1 of [3 true ok ] at weight")
		o.wants(o.one("select step || ' ' || status || ' ' || last_seq || ' ' || task from station_session"), "weight open 3 CAKE")
		for seq, want := range map[int]string{1: "item scan true 1", 2: "weight key true 1", 3: "done scan true 1"} {
			o.wants(o.one("select step || ' ' || kind || ' ' || (case when ok then 'true' else 'false' end) || ' ' || by_user from station_input where seq = ?", seq), want)
		}
		o.wants(o.one("select s.source from record_audit a join record_phrase s on s.id = a.phrase where a.record_id = ?", o.pie), "station oven")
	})
}

// TestAnInputThatIsRefusedChangesNothing but that it is kept: what the flow had written is
// rolled back, the next number counts on, and the refusal is shown beside the screen.
func TestAnInputThatIsRefusedChangesNothing(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "").Session
	o.wants(o.gives(ann, s, in(1, KindScan, "RAW-PIE"), in(2, KindScan, "CAKE")), "0 of [1 false error oven.raw] at item")
	o.wants(o.remark(o.pie), "")
	o.wants(o.gives(ann, s, in(2, KindScan, "STOP")), "0 of [2 false stop oven.stop] at item")
	o.wants(o.gives(ann, s, in(3, KindScan, "CAKE"), in(4, KindKey, "heavy"), in(5, KindKey, "2")), "1 of [3 true ok , 4 false error oven.bad_weight] at weight")
	o.wants(fmt.Sprint(o.refused), "[oven.raw oven.stop oven.bad_weight]")
	o.wants(o.gives(ann, s, Input{Seq: 5, Step: "item", Kind: KindScan, Value: json.RawMessage(`"PIE"`)}), "0 of [5 false error station.other_step] at weight")
	answer, err := o.Input(o.Context(), o.caller(ann), s, []Input{in(6, KindKey, "heavy")})
	if err != nil || answer.Seq != 6 || answer.Results[0].Message != "en oven.bad_weight map[value:heavy]" {
		t.Errorf("%+v (%v)", answer, err)
	}
}

// TestAnErrorIsNoRefusal: nothing is kept of it, so that the same number may come again.
func TestAnErrorIsNoRefusal(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "").Session
	o.wants(o.gives(ann, s, in(1, KindScan, "BREAK")), "error: the oven broke")
	o.wants(o.gives(ann, s), "fault: station.no_input")
	o.wants(o.gives(ann, s, in(1, KindScan, "PIE")), "1 of [1 true ok ] at weight")
}

// TestARepeatedInputIsAnsweredAlike: nothing is done twice, and a number stands for one
// input only.
func TestARepeatedInputIsAnsweredAlike(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "").Session
	o.gives(ann, s, in(1, KindScan, "NONE"))
	o.gives(ann, s, in(2, KindScan, "PIE"))
	later := in(2, KindScan, "PIE")
	later.At = o.now // the time does not make it another
	o.wants(o.gives(ann, s, later), "1 of [2 true ok ] at weight")
	o.wants(o.gives(ann, s, in(1, KindScan, "NONE")), "0 of [1 false error oven.unknown] at weight")
	for _, other := range []Input{in(2, KindScan, "CAKE"), in(2, KindKey, "PIE"), {Seq: 2, Step: "item", Kind: KindScan, Value: later.Value}, in(0, KindScan, "PIE"), in(-1, KindScan, "PIE")} {
		o.wants(o.gives(ann, s, other), "fault: station.seq_reused")
	}
	o.wants(o.gives(ann, s, in(4, KindKey, "1")), "fault: station.seq_gap")
	for _, old := range []string{hashOf(in(2, KindScan, "PIE")), hashOf(in(2, KindScan, "PIE")) + "6f2a"} { // as it was kept before
		o.exec("update station_input set hash = ? where seq = 2", old)
		o.wants(o.gives(ann, s, in(2, KindScan, "PIE")), "1 of [2 true ok ] at weight")
		o.wants(o.gives(ann, s, in(2, KindScan, "CAKE")), "fault: station.seq_reused")
	}
	late, named := in(3, KindKey, "1"), in(3, KindKey, "2")
	late.Step, named.Step = "item", "weight"
	o.wants(o.gives(ann, s, late), "0 of [3 false error station.other_step] at weight")
	o.wants(o.gives(ann, s, late), "0 of [3 false error station.other_step] at weight")
	o.wants(o.gives(ann, s, in(3, KindKey, "1")), "fault: station.seq_reused")
	o.wants(o.gives(ann, s, named), "fault: station.seq_reused")
	o.wants(o.one("select count(*) from record_audit where record_id = ?", o.pie), "1")
	weighed := in(4, KindKey, "heavy")
	weighed.Step = "weight"
	o.wants(o.gives(ann, s, weighed), "0 of [4 false error oven.bad_weight] at weight")
	o.wants(o.gives(ann, s, weighed), "0 of [4 false error oven.bad_weight] at weight")
	weighed.Step = ""
	o.wants(o.gives(ann, s, weighed), "fault: station.seq_reused")
}

// TestATaskBelongsToAPerson and to the stations of its release; there is no other.
func TestATaskBelongsToAPerson(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "").Session
	o.wants(o.gives(bob, s, in(1, KindScan, "PIE")), "fault: station.session_unknown")
	o.wants(o.gives(lea, s, in(1, KindScan, "PIE")), "fault: station.session_unknown")
	o.wants(o.gives(ann, s+1000, in(1, KindScan, "PIE")), "fault: station.session_unknown")
	o.wants(o.gives(ann, s, in(1, KindClose, "")), "1 of [1 true ok ] at item")
	o.wants(o.gives(bob, s, in(2, KindScan, "PIE")), "fault: station.session_unknown")
}

// TestAClosedTaskTakesNothingMore, but what closed it may come again.
func TestAClosedTaskTakesNothingMore(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	o.wants(o.gives(ann, s, in(2, KindClose, "")), "1 of [2 true ok ] at weight")
	o.wants(o.gives(ann, s, in(2, KindClose, "")), "1 of [2 true ok ] at weight")
	o.wants(o.gives(ann, s, in(3, KindKey, "1")), "fault: station.session_closed")
	o.wants(o.gives(ann, s, in(2, KindKey, "1")), "fault: station.session_closed")
	if _, err := o.Resume(o.Context(), o.person(ann), s); !fault.IsKey(err, "station.session_closed") {
		t.Errorf("resumed: %v", err)
	}
}

// TestAStartIsRefusedForAReason: no station, no flow, and params that it does not take.
func TestAStartIsRefusedForAReason(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	for _, tt := range []struct {
		station string
		params  map[string]any
		want    string
	}{
		{"grill", nil, "station.unknown"},
		{"ruin", nil, "station flow crumble is not registered"},
		{"oven", map[string]any{"trays": "many"}, "record.invalid"},
	} {
		_, err := o.Start(o.Context(), o.caller(ann), tt.station, Opening{Params: tt.params})
		f, _ := fault.As(err)
		if err == nil || f == nil && err.Error() != tt.want || f != nil && f.Key != tt.want {
			t.Errorf("%s %v: %v, want %s", tt.station, tt.params, err, tt.want)
		}
	}
	o.wants(o.one("select count(*) from station_session"), "0")
}

// TestACodeThatIsBroughtAlongIsTheFirstInput; refused, the task stands at its first question.
func TestACodeThatIsBroughtAlongIsTheFirstInput(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	o.wants(spelled(o.starts(ann, "PIE")), "1 of [1 true ok ] at weight")
	o.wants(spelled(o.starts(ann, "NONE")), "0 of [1 false error oven.unknown] at item")
}

// TestARepeatedStartBeginsOneTask: the answer to the first call is given again.
func TestARepeatedStartBeginsOneTask(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	var sessions []int64
	for range 2 {
		ctx := auth.WithCall(o.Context(), auth.Call{UserID: ann, Key: "one", Digest: "d"})
		answer, err := o.Start(ctx, o.caller(ann), "oven", Opening{})
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, answer.Session)
	}
	if sessions[0] != sessions[1] || o.one("select count(*) from station_session") != "1" {
		t.Errorf("begun are %v", sessions)
	}
}

// TestParamsKeepTheirTypes from the start to every later input.
func TestParamsKeepTheirTypes(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	answer, err := o.Start(o.Context(), o.caller(ann), "oven", Opening{Params: map[string]any{"trays": json.Number("9007199254740991")}})
	if err != nil {
		t.Fatal(err)
	}
	err = o.World.DB.Read(o.Context(), func(ctx context.Context, tx *store.Tx) error {
		s, _, err := o.read(ctx, tx, o.person(ann), answer.Session)
		if err == nil && (len(s.Params) != 1 || s.Params["trays"] != int64(9007199254740991)) {
			t.Errorf("params are %v", s.Params)
		}
		if scope := s.Scope("trays", "customer_id"); fmt.Sprint(scope) != "map[trays:9007199254740991]" {
			t.Errorf("codes are narrowed to %v", scope)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhatWasOpenedAndLeftIsForgotten after half a day, at this station, of this person, and
// as long as nothing was done.
func TestWhatWasOpenedAndLeftIsForgotten(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	left, others, worked := o.starts(ann, "").Session, o.starts(bob, "").Session, o.starts(ann, "PIE").Session
	elsewhere, err := o.Start(o.Context(), o.caller(ann), "stove", Opening{})
	if err != nil {
		t.Fatal(err)
	}
	there := func() string {
		return o.one("select group_concat(id) from (select id from station_session order by id)")
	}
	o.now = o.now.Add(keepUnused)
	before := o.starts(ann, "").Session
	o.wants(there(), fmt.Sprintf("%d,%d,%d,%d,%d", left, others, worked, elsewhere.Session, before))
	o.now = o.now.Add(time.Millisecond)
	after := o.starts(ann, "").Session
	o.wants(there(), fmt.Sprintf("%d,%d,%d,%d,%d", others, worked, elsewhere.Session, before, after))
}
