package station

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

var errShelf = errors.New("the shelf fell")

// kinds are three kinds of codes: of boxes, of jars, and one that always fails.
func kinds(t *testing.T) *Codes {
	t.Helper()
	codes := NewCodes()
	find := func(key string) func(context.Context, record.Data, Code, Scope) ([]Candidate, error) {
		return func(_ context.Context, _ record.Data, code Code, scope Scope) ([]Candidate, error) {
			if code.Text != "A" && code.Text != key || scope["shelf"] == "empty" {
				return nil, nil
			}
			return []Candidate{{ID: 1, Label: key + " 1"}, {ID: 2, Label: key + " 2"}}, nil
		}
	}
	list := func(_ context.Context, _ record.Data, ids []int64) (all []Known, err error) {
		for _, id := range ids {
			all = append(all, Known{Code: fmt.Sprint("box", id), ID: id, Pack: decimal.NewFromInt(1)})
		}
		return all, nil
	}
	fails := func(context.Context, record.Data, []int64) ([]Known, error) { return nil, errShelf }
	for _, kind := range []CodeKind{
		{Key: "box", Find: find("box"), List: list},
		{Key: "jar", Find: find("jar")},
		{Key: "shelf", List: fails, Find: func(context.Context, record.Data, Code, Scope) ([]Candidate, error) { return nil, errShelf }},
	} {
		if err := codes.Add(kind); err != nil {
			t.Fatal(err)
		}
	}
	return codes
}

// TestACodeMeansWhatItsKindsFind in their order, each found thing with its kind; kinds that
// there are not find nothing.
func TestACodeMeansWhatItsKindsFind(t *testing.T) {
	t.Parallel()
	codes := kinds(t)
	for _, tt := range []struct {
		name, text string
		scope      Scope
		kinds      []string
		want       string
	}{
		{"of two kinds", "A", nil, []string{"jar", "box"}, "jar jar 1, jar jar 2, box box 1, box box 2"},
		{"of one", "box", nil, []string{"jar", "box"}, "box box 1, box box 2"},
		{"of a kind that there is not", "A", nil, []string{"crate", "box"}, "box box 1, box box 2"},
		{"of none", "box", nil, []string{"jar"}, "station.code_unknown"},
		{"without a kind", "A", nil, nil, "station.code_unknown"},
		{"narrowed", "A", Scope{"shelf": "empty"}, []string{"box"}, "station.code_unknown"},
		{"empty", " ", nil, []string{"box"}, "station.code_empty"},
		{"of a kind that fails", "box", nil, []string{"box", "shelf"}, errShelf.Error()},
	} {
		found, err := codes.Resolve(t.Context(), nil, tt.text, tt.scope, tt.kinds...)
		got := ""
		for i, c := range found {
			if i > 0 {
				got += ", "
			}
			got += c.Kind + " " + c.Label
		}
		if f, ok := fault.As(err); ok {
			got = f.Key
		} else if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestAKindIsAddedOnce.
func TestAKindIsAddedOnce(t *testing.T) {
	t.Parallel()
	if err := kinds(t).Add(CodeKind{Key: "box"}); err == nil {
		t.Error("a kind is there twice")
	}
}

// TestTheCodesOfRecordsAreTold by the kinds that tell them.
func TestTheCodesOfRecordsAreTold(t *testing.T) {
	t.Parallel()
	codes := kinds(t)
	known, err := codes.Of(t.Context(), nil, []int64{7, 8}, "jar", "crate", "box")
	if err != nil || fmt.Sprint(known) != "[{box7 7 1} {box8 8 1}]" {
		t.Errorf("%v (%v)", known, err)
	}
	if known, err := codes.Of(t.Context(), nil, nil, "box", "shelf"); err != nil || known != nil {
		t.Errorf("of no records: %v (%v)", known, err)
	}
	if _, err := codes.Of(t.Context(), nil, []int64{7}, "box", "shelf"); !errors.Is(err, errShelf) {
		t.Errorf("of a kind that fails: %v", err)
	}
}

// TestACodeThatMeansSeveralThingsIsForTheServer: listed with the same move it stays.
func TestACodeThatMeansSeveralThingsIsForTheServer(t *testing.T) {
	t.Parallel()
	e := NewExpect("a")
	if done := e.Nodes[StepDone]; done == nil || !done.Open || done.Step != StepDone || e.At != "a" {
		t.Errorf("the end is %+v of %+v", done, e)
	}
	node := e.Node("a", "item")
	node.Add("X", ExpectMove{To: "b"})
	e.Node("a", "other").Add("X", ExpectMove{To: "b"})
	e.Node("a", "item").Add("Y", ExpectMove{To: "b"})
	e.Node("a", "item").Add("Y", ExpectMove{To: "c"})
	if node.Step != "item" || len(e.Nodes) != 2 || node.Codes["X"] != (ExpectMove{To: "b"}) || node.Codes["Y"] != (ExpectMove{}) {
		t.Errorf("expected is %+v", node)
	}
}

// TestTooManyCodesAskTheServer, counted over all steps of the task.
func TestTooManyCodesAskTheServer(t *testing.T) {
	t.Parallel()
	e := NewExpect("a")
	for i := range maxExpect {
		e.Node(fmt.Sprint("n", i%2), "item").Add(fmt.Sprint(i), ExpectMove{})
	}
	if got := limited(e); got != e {
		t.Errorf("of %d codes asked is %+v", maxExpect, got)
	}
	e.Node("n0", "item").Add("one more", ExpectMove{})
	if got := limited(e); !got.Online || len(got.Nodes) > 0 {
		t.Errorf("of more than %d codes the server is asked: %v, told %d", maxExpect, got.Online, len(got.Nodes))
	}
	if limited(nil) != nil {
		t.Error("nothing expected is something")
	}
}

// TestADeviceThatHasTheScreenIsToldTheRest, if the input left what may be expected.
func TestADeviceThatHasTheScreenIsToldTheRest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		knows, kept bool
		want        string
	}{{true, true, "&{false true b map[pool:3] map[]}"}, {true, false, "<nil>"}, {false, true, "<nil>"}} {
		s := &Session{knows: tt.knows}
		if tt.kept {
			s.Kept("pool", "3")
		}
		if got := s.Rest("b"); got == nil && tt.want != "<nil>" || got != nil && fmt.Sprint(got) != tt.want {
			t.Errorf("%+v is told %+v", tt, got)
		}
	}
	s := &Session{knows: true}
	s.Kept("", "3")
	if got := s.Rest("b"); got == nil || got.Left != nil {
		t.Errorf("of no pool told is %+v", got)
	}
}

// TestWhatADeviceKnowsHoldsForOneInput: of several, and of none that it says, all is told.
func TestWhatADeviceKnowsHoldsForOneInput(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	var rests []bool
	o.looks = func(b *baking, _ *View) { rests = append(rests, b.Rest("x") != nil) }
	s := o.starts(ann, "").Session
	for seq, knows := range []bool{true, false} {
		caller := o.caller(ann)
		caller.Knows = knows
		if _, err := o.Input(o.Context(), caller, s, []Input{in(int64(2*seq+1), KindScan, "NONE")}); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Input(o.Context(), caller, s, []Input{in(int64(2*seq+2), KindScan, "NONE"), in(int64(2*seq+3), KindScan, "NONE")}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(rests, []bool{false, true, false, false, false}) {
		t.Errorf("told is the rest only: %v", rests)
	}
}

// TestAnInputThatLeavesAllAsItWasIsToldAsARest, to a device that has the screen; the answer
// says the number of the input.
func TestAnInputThatLeavesAllAsItWasIsToldAsARest(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	o.looks = func(b *baking, view *View) { view.Expect = b.Rest("x") }
	s := o.starts(ann, "").Session
	for _, knows := range []bool{true, false} {
		caller := o.caller(ann)
		caller.Knows = knows
		answer, err := o.Input(o.Context(), caller, s, []Input{in(o.next(s), KindScan, "SAME")})
		if err != nil || (answer.Screen.Expect != nil) != knows || answer.Seq != o.next(s)-1 {
			t.Fatalf("known %t: %+v (%v)", knows, answer, err)
		}
		if knows && (answer.Screen.Expect.Left["pies"] != "1" || !answer.Screen.Expect.Rest) {
			t.Errorf("told is %+v", answer.Screen.Expect)
		}
	}
}

// next is the number of the next input of a task.
func (o *oven) next(session int64) (seq int64) {
	o.Helper()
	if _, err := fmt.Sscan(o.one("select last_seq + 1 from station_session where id = ?", session), &seq); err != nil {
		o.Fatal(err)
	}
	return seq
}
