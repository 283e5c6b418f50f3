package station

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

// given has a task take an input, and gives what was handed on or why not.
func given(t *testing.T, take func(into *string) Handle[*cake], kind string, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	c, got := &cake{}, "nothing"
	c.In = Input{Kind: kind, Value: text}
	if err := take(&got)(c, t.Context()); err != nil {
		f, _ := fault.As(err)
		return f.Key + fmt.Sprint(f.Params["value"])
	}
	return got
}

func into[V any](got *string) With[*cake, V] {
	return func(_ *cake, _ context.Context, v V) error { *got = fmt.Sprint(v); return nil }
}

// TestAStepTakesWhatItAsksFor holds each way to take an input to values that it hands on,
// and to the refusal of all others.
func TestAStepTakesWhatItAsksFor(t *testing.T) {
	t.Parallel()
	quantity := func(got *string) Handle[*cake] { return TakeQuantity(1, into[decimal.Decimal](got)) }
	weight := func(got *string) Handle[*cake] { return TakeWeight(2, "cake.weight", into[decimal.Decimal](got)) }
	date := func(got *string) Handle[*cake] { return TakeDate("cake.date", into[string](got)) }
	reason := func(got *string) Handle[*cake] {
		return TakeReason([]string{"burnt", "gone"}, "cake.reason", into[string](got))
	}
	photo := func(got *string) Handle[*cake] { return TakePhoto(into[string](got)) }
	text := func(got *string) Handle[*cake] { return TakeText(into[string](got)) }
	form := func(got *string) Handle[*cake] { return TakeForm("cake.form", into[struct{ Item string }](got)) }
	for _, tt := range []struct {
		name  string
		take  func(*string) Handle[*cake]
		kind  string
		value any
		want  string
	}{
		{"a text", text, KindScan, "苹果", "苹果"},
		{"a number as a text", text, KindKey, 12, "12"},
		{"nothing", text, KindScan, "", ""},
		{"a quantity", quantity, KindKey, "2.5", "2.5"},
		{"too exact a quantity", quantity, KindKey, "2.55", "station.bad_qty2.55"},
		{"no quantity", quantity, KindKey, "", "station.bad_qty"},
		{"a number", quantity, KindKey, 3, "3"},
		{"a weight", weight, KindWeight, "1.25", "1.25"},
		{"no weight", weight, KindWeight, "0", "cake.weight0"},
		{"less than nothing", weight, KindWeight, "-1", "cake.weight-1"},
		{"a date", date, KindKey, "2028-02-29", "2028-02-29"},
		{"a date in digits", date, KindKey, "20280229", "2028-02-29"},
		{"no date of the calendar", date, KindKey, "2027-02-29", "cake.date2027-02-29"},
		{"nor in digits", date, KindKey, "20270229", "cake.date20270229"},
		{"half a date", date, KindKey, "270301", "cake.date270301"},
		{"a date otherwise", date, KindKey, "29/02/2028", "cake.date29/02/2028"},
		{"a reason", reason, KindButton, "gone", "gone"},
		{"no reason", reason, KindButton, "eaten", "cake.reason<nil>"},
		{"no word", reason, KindButton, "", "cake.reason<nil>"},
		{"a photo", photo, KindPhoto, "file-1", "file-1"},
		{"a text as a photo", photo, KindScan, "file-1", "station.no_photo<nil>"},
		{"no photo", photo, KindPhoto, "", "station.no_photo<nil>"},
		{"a form", form, KindForm, map[string]any{"item": "A", "more": 1}, "{A}"},
		{"no form", form, KindForm, "A", "cake.form<nil>"},
		{"a form of other values", form, KindForm, map[string]any{"item": 1}, "cake.form<nil>"},
	} {
		if got := given(t, tt.take, tt.kind, tt.value); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestReasonsAreChoices holds the words of reasons to their prefix.
func TestReasonsAreChoices(t *testing.T) {
	t.Parallel()
	if got := fmt.Sprint(Reasons("cake.why.", []string{"burnt"})[0].Word, len(Reasons("x", nil))); got != "cake.why.burnt0" {
		t.Errorf("reasons are %s", got)
	}
}

// TestOneMeaningIsTakenAndManyAreAsked holds a code to the step at which a person chooses,
// and a choice to one of what was shown; afterwards all is forgotten.
func TestOneMeaningIsTakenAndManyAreAsked(t *testing.T) {
	t.Parallel()
	many := append(MeaningsOf([]Candidate{{ID: 7, Label: "seven"}, {ID: 8, Label: "eight"}}), Meaning{Key: "lot", Label: "a lot"})
	took := ""
	take := func(_ *cake, _ context.Context, m Meaning) error { took = m.Label; return nil }
	c := &cake{}
	c.Session = &Session{}
	if err := Choose(t.Context(), c, "X", many[:1], take); err != nil || took != "seven" || len(c.Choices) > 0 {
		t.Errorf("one meaning: took %q, asked %v (%v)", took, c.Choices, err)
	}
	took = ""
	if err := Choose(t.Context(), c, "X", many, take); err != nil || took != "" {
		t.Errorf("many meanings: took %q (%v)", took, err)
	}
	var shown []string
	for _, choice := range c.Shown() {
		shown = append(shown, choice.Code+"="+choice.Label)
	}
	if fmt.Sprint(shown) != "[7=seven 8=eight lot=a lot]" {
		t.Errorf("shown are %v", shown)
	}
	for _, code := range []string{"9", "seven", ""} {
		c.In.Value = json.RawMessage(`"` + code + `"`)
		err := Chosen(take)(c, t.Context())
		f, _ := fault.As(err)
		if !fault.IsKey(err, "station.choose") || f.Params["code"] != "X" || len(c.Choices) != 3 {
			t.Errorf("%q is chosen: %v, left %v", code, err, c.Choices)
		}
	}
	c.In.Value = json.RawMessage(`"lot"`)
	if err := Chosen(take)(c, t.Context()); err != nil || took != "a lot" || len(c.Choices) > 0 || c.Code != "" {
		t.Errorf("chosen: took %q, left %v (%v)", took, c.Choosing, err)
	}
}
