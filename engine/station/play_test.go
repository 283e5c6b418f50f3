package station

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

var errEnough = errors.New("enough")

// plays plays a task as Ann, and takes it all back.
func (o *oven) plays(p Play, then func(answers []*Answer, source string)) error {
	o.Helper()
	rights := o.person(ann)
	err := o.World.DB.Write(o.Context(), func(ctx context.Context, tx *store.Tx) error {
		answers, err := o.Play(ctx, tx, rights, p)
		if err != nil {
			return err
		}
		source := "" // that the audit has
		if err := tx.Get(ctx, &source, "select coalesce(max(s.source), '') from record_audit a join record_phrase s on s.id = a.phrase"); err != nil {
			return err
		}
		then(answers, source)
		return errEnough
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// TestAPlayGoesOnAfterARefusal, as people do: what the refused input did is undone, its
// number is used, and nothing of the play stays when its transaction does not.
func TestAPlayGoesOnAfterARefusal(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	inputs := []Input{in(9, KindScan, "RAW-PIE"), in(9, KindScan, "CAKE"), {Kind: KindUndo}, in(9, KindScan, "CAKE"), in(9, KindWeight, "0"), in(9, KindKey, "2")}
	err := o.plays(Play{Station: "oven", Inputs: inputs}, func(answers []*Answer, source string) {
		o.wants(labels(answers, func(a *Answer) string {
			if len(a.Results) == 0 {
				return "at " + a.Screen.Step
			}
			return fmt.Sprint(a.Results[0].Seq, " ", a.Results[0].OK, " ", a.Results[0].Code, " at ", a.Screen.Step)
		}), "at item; 1 false oven.raw at item; 2 true  at weight; 3 true  at item; 4 true  at weight; 5 false oven.bad_weight at weight; 6 true baked at done")
		o.wants(answers[1].Results[0].Message, "en oven.raw map[]")
		o.wants(source, "station oven")
	})
	if err != nil {
		t.Fatal(err)
	}
	o.wants(fmt.Sprint(o.refused), "[oven.raw oven.bad_weight]")
	o.wants(o.remark(o.pie)+o.remark(o.cake)+o.one("select count(*) from station_session"), "0")
}

// TestWhatIsNotOfAStationsFlowIsNotPlayed, nor what breaks.
func TestWhatIsNotOfAStationsFlowIsNotPlayed(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	for _, tt := range []struct {
		play Play
		want string
	}{
		{Play{Station: "grill"}, "station.unknown"},
		{Play{Station: "oven", Params: map[string]any{"trays": "many"}}, "record.invalid"},
		{Play{Station: "oven", Inputs: []Input{{Kind: KindPark}}}, "request.wrong_value"},
		{Play{Station: "oven", Inputs: []Input{{Kind: KindClose}}}, "request.wrong_value"},
		{Play{Station: "oven", Inputs: []Input{override(1, "lea")}}, "request.wrong_value"},
		{Play{Station: "oven", Inputs: []Input{in(1, KindScan, "BREAK")}}, "the oven broke"},
		{Play{Station: "ruin"}, "station flow crumble is not registered"},
	} {
		err := o.plays(tt.play, func([]*Answer, string) { t.Errorf("%+v is played", tt.play) })
		if err == nil || !fault.IsKey(err, tt.want) && err.Error() != tt.want {
			t.Errorf("%+v: %v, want %s", tt.play, err, tt.want)
		}
	}
}

// TestAWeightComesFromTheScale at a step for weights: the flow is given what the scale has,
// and what says who weighs and why.
func TestAWeightComesFromTheScale(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	var asked []Weighing
	o.Weigh = func(_ context.Context, _ *store.Tx, w Weighing) (string, error) {
		asked = append(asked, w)
		if w.Weight == "9" {
			return "", fault.New(fault.Conflict, "oven.no_reason")
		}
		return "2.5", nil
	}
	s := o.starts(ann, "").Session
	o.gives(ann, s, in(1, KindScan, "PIE")) // a code is no weight
	o.wants(o.gives(ann, s, in(2, KindKey, "9")), "0 of [2 false error oven.no_reason] at weight")
	whole := Input{Seq: 3, Kind: KindWeight, Value: []byte(`{"weight": "1", "scale": true, "reason": "broken"}`)}
	answer, err := o.Input(o.Context(), o.caller(ann), s, []Input{whole})
	if err != nil || answer.Results[0].Message != "en oven.baked map[qty:2.5]" {
		t.Errorf("%+v (%v)", answer, err)
	}
	want := []Weighing{{User: ann, Station: "oven", Session: s, Weight: "9"}, {User: ann, Station: "oven", Session: s, Weight: "1", Scale: true, Reason: "broken"}}
	if fmt.Sprint(asked) != fmt.Sprint(want) {
		t.Errorf("asked is\n%+v, want\n%+v", asked, want)
	}
	o.wants(o.gives(ann, s, in(4, KindScan, "CAKE"), in(5, KindButton, "back")), "2 of [4 true ok , 5 true ok ] at item")
	if len(asked) != 2 {
		t.Errorf("a button is weighed: %+v", asked[2:])
	}
}
