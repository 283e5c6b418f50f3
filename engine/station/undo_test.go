package station

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

// TestWhatWasDoneIsTakenBack step by step, newest first, and what the flow did with it.
func TestWhatWasDoneIsTakenBack(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	o.gives(ann, s, in(2, KindKey, "1.25"))
	o.wants(o.gives(ann, s, Input{Seq: 3, Kind: KindUndo}), "1 of [3 true ok ] at weight")
	o.wants(o.remark(o.pie), "in the oven") // the weight did nothing beyond the task
	o.wants(o.gives(ann, s, Input{Seq: 4, Kind: KindUndo}), "1 of [4 true ok ] at item")
	o.wants(o.remark(o.pie), "taken out")
	o.wants(o.gives(ann, s, Input{Seq: 5, Kind: KindUndo}), "0 of [5 false error station.nothing_to_undo] at item")
	o.wants(o.one("select group_concat(coalesce(undone_by, 0)) from (select undone_by from station_input order by seq)"), "4,3,0,0,0")
	o.wants(o.gives(ann, s, in(6, KindScan, "CAKE")), "1 of [6 true ok ] at weight")
}

// TestOlderInputsAreTakenBack: they have whole what was there before, packed or as text.
func TestOlderInputsAreTakenBack(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	o.gives(ann, s, in(2, KindKey, "1.25"))
	o.exec(`update station_input set shared_start = null, shared_end = null, before_step = 'item', before_packed = null, before_state = '{"qty":"0"}',
		result = '{"seq":1,"ok":true,"sound":"ok"}' where seq = 1`)
	o.exec(`update station_input set shared_start = null, shared_end = null, before_step = 'weight',
		before_packed = cast('{"item":' || ? || ',"code":"PIE","qty":"0"}' as blob) where seq = 2`, o.pie)
	o.wants(o.gives(ann, s, Input{Seq: 1, Step: "item", Kind: KindScan, Value: json.RawMessage(`"PIE"`)}), "1 of [1 true ok ] at done")
	o.wants(o.gives(ann, s, in(2, KindKey, "1.25")), "1 of [2 true done baked] at done")
	o.wants(o.gives(ann, s, Input{Seq: 3, Kind: KindUndo}), "1 of [3 true ok ] at weight")
	o.wants(o.gives(ann, s, Input{Seq: 4, Kind: KindUndo}), "1 of [4 true ok ] at item")
	o.wants(o.remark(o.pie), "taken out")
}

// TestWhatCameSinceIsPutBackFirst: between an input and its undo a release took the step away,
// and the task began anew.
func TestWhatCameSinceIsPutBackFirst(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	at := o.one("select state from station_session")
	o.gives(ann, s, in(2, KindKey, "1.25"))
	o.exec("update station_session set step = 'gone'")
	o.wants(o.gives(ann, s, in(3, KindKey, "1")), "0 of [3 false error station.step_gone] at item")
	o.wants(o.gives(ann, s, in(4, KindScan, "NONE")), "0 of [4 false error oven.unknown] at item")
	o.wants(o.gives(ann, s, Input{Seq: 5, Kind: KindUndo}), "1 of [5 true ok ] at weight")
	o.wants(o.one("select state from station_session"), at)
	o.wants(o.gives(ann, s, Input{Seq: 6, Kind: KindUndo}), "1 of [6 true ok ] at item")
	o.wants(o.remark(o.pie), "taken out")
}

// TestTheStateBeforeIsToldByTheStateAfter.
func TestTheStateBeforeIsToldByTheStateAfter(t *testing.T) {
	t.Parallel()
	states := []string{"", "{}", `{"a":1}`, `{"a":11}`, `{"a":111}`, `{"a":1,"b":1}`, `{"b":1,"a":1}`, "aa", "aaa"}
	for _, before := range states {
		for _, after := range states {
			start, end := shared(json.RawMessage(before), json.RawMessage(after))
			row := inputRow{BeforePacked: []byte(before[start : len(before)-end])}
			row.SharedStart.Int64, row.SharedStart.Valid, row.SharedEnd.Int64 = int64(start), true, int64(end)
			if told, err := row.before(json.RawMessage(after)); err != nil || string(told) != before {
				t.Errorf("%q before %q is told as %q (%v)", before, after, told, err)
			}
		}
	}
	row := inputRow{}
	row.SharedStart.Int64, row.SharedStart.Valid = 3, true
	if told, err := row.before(json.RawMessage("{}")); err == nil {
		t.Errorf("of a state that is too short %q is told", told)
	}
}

// TestOnlyTheNewestIsTakenBack: an undo may name what it means, or the refusal and the undo
// that came since, which are nothing to take back.
func TestOnlyTheNewestIsTakenBack(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	o.gives(ann, s, in(2, KindKey, "1.25"), in(3, KindScan, "NONE"))
	undo := func(seq, named int64) string {
		return o.gives(ann, s, Input{Seq: seq, Kind: KindUndo, Value: json.RawMessage(fmt.Sprintf(`{"seq": %d}`, named))})
	}
	o.wants(undo(4, 1), "0 of [4 false error station.not_newest] at done")
	o.wants(undo(5, 99), "0 of [5 false error station.not_newest] at done")
	o.wants(undo(6, 3), "1 of [6 true ok ] at weight")
	o.wants(undo(7, 2), "0 of [7 false error station.not_newest] at weight") // it was taken back
	o.wants(undo(8, 6), "1 of [8 true ok ] at item")
}

// TestAPauseIsNothingToTakeBack: what is taken back is the input before it.
func TestAPauseIsNothingToTakeBack(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	o.wants(o.gives(ann, s, in(2, KindPark, "")), "1 of [2 true ok ] at weight")
	if _, err := o.Resume(o.Context(), o.person(ann), s); err != nil {
		t.Fatal(err)
	}
	o.wants(o.gives(ann, s, Input{Seq: 3, Kind: KindUndo}), "1 of [3 true ok ] at item")
	o.wants(o.one("select status from station_session"), "resting")
}

// TestAStationWithoutUndoTakesNothingBack.
func TestAStationWithoutUndoTakesNothingBack(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	answer, err := o.Start(o.Context(), o.caller(ann), "stove", Opening{Input: "PIE"})
	if err != nil {
		t.Fatal(err)
	}
	o.wants(o.gives(ann, answer.Session, Input{Seq: 2, Kind: KindUndo}), "0 of [2 false error station.no_undo] at weight")
	o.wants(o.remark(o.pie), "in the oven")
}

// TestWhatDoesNotFitAnyMoreIsNotTakenBack: a release took the step away, or the flow does not
// read what was there before.
func TestWhatDoesNotFitAnyMoreIsNotTakenBack(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "PIE").Session
	for seq, change := range []string{"before_step = 'gone'", "before_step = 'item', shared_start = null, before_packed = cast('{\"item\": \"other\"}' as blob)"} {
		o.exec("update station_input set " + change + " where seq = 1")
		o.wants(o.gives(ann, s, Input{Seq: int64(seq + 2), Kind: KindUndo}), fmt.Sprintf("0 of [%d false error station.step_gone] at weight", seq+2))
	}
	o.wants(o.remark(o.pie), "in the oven")
}

// override is an input by which a supervisor shows a badge.
func override(seq int64, badge string) Input {
	return Input{Seq: seq, Kind: KindOverride, Value: json.RawMessage(`{"badge": "` + badge + `"}`)}
}

// TestASupervisorLetsARefusalPass: the input that was refused is done, under both names, and
// what proved the supervisor is kept nowhere.
func TestASupervisorLetsARefusalPass(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "").Session
	answer, err := o.Input(o.Context(), o.caller(ann), s, []Input{in(1, KindScan, "HOT")})
	if err != nil || !answer.Results[0].Override || answer.Results[0].Code != "oven.hot" {
		t.Fatalf("refused: %+v (%v)", answer, err)
	}
	o.wants(o.gives(ann, s, override(2, "lea")), "1 of [2 true ok ] at weight")
	o.wants(o.remark(o.pie), "in the oven")
	o.wants(o.one("select kind || value || by_user || override_by from station_input where seq = 2"), "override13")
	o.wants(o.one("select user_id || ' ' || let_by from record_audit where record_id = ?", o.pie), "1 3")
	o.gives(ann, s, Input{Seq: 3, Kind: KindUndo})
	o.wants(o.remark(o.pie), "taken out")
	o.wants(o.gives(ann, s, in(4, KindScan, "HOT")), "0 of [4 false error oven.hot] at item") // the leave was for one input
}

// TestALeaveIsRefusedForAReason, and the refusal that it is about stays open to another.
func TestALeaveIsRefusedForAReason(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	s := o.starts(ann, "").Session
	o.wants(o.gives(ann, s, override(1, "lea")), "0 of [1 false error station.override_unknown] at item")
	o.gives(ann, s, in(2, KindScan, "NONE"))
	o.wants(o.gives(ann, s, override(3, "lea")), "0 of [3 false error station.override_unknown] at item") // nobody may let that pass
	o.gives(ann, s, in(4, KindScan, "HOT"))
	for i, tt := range []struct {
		in   Input
		want string
	}{
		{override(5, "bob"), "station.override_right"},
		{override(6, ""), "auth.bad_badge"},
		{in(7, KindOverride, "lea"), "station.override_proof"},
	} {
		answer, err := o.Input(o.Context(), o.caller(ann), s, []Input{tt.in})
		if err != nil || answer.Results[0].Code != tt.want || !answer.Results[0].Override {
			t.Errorf("leave %d: %+v (%v), want %s", i, answer, err, tt.want)
		}
	}
	o.wants(o.gives(ann, s, override(8, "lea")), "1 of [8 true ok ] at weight")
	o.wants(o.gives(ann, s, override(9, "lea")), "0 of [9 false error station.override_unknown] at weight") // it passed
}

// TestAllowsNothingWithoutALeave: no code is none.
func TestAllowsNothingWithoutALeave(t *testing.T) {
	t.Parallel()
	if s := new(Session); s.Allows("") || s.Allows("oven.hot") {
		t.Error("a session without a leave lets something pass")
	}
	if s := (&Session{leave: leave{code: "oven.hot"}}); !s.Allows("oven.hot") || s.Allows("oven.raw") || s.Allows("") {
		t.Error("a leave is for the refusal that it names")
	}
	if f := Stop(fault.New(fault.Conflict, "oven.stop")); f.Rule != SoundStop {
		t.Errorf("it sounds as %q", f.Rule)
	}
}
