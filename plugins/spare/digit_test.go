package spare

import (
	"slices"
	"testing"
)

func TestCheckDigits(t *testing.T) {
	for _, one := range []struct {
		rule, no string
		want     bool
	}{
		{luhn, "79927398713", true},
		{luhn, "79927398710", false},
		{mod7, "12345675", true},
		{mod7, "12345676", false},
		{s10, "RA473124829US", true},
		{s10, "RA473124828US", false},
		{noDigit, "ABC", true},
		{luhn, "ABC", false},
		{luhn, "7", false},
	} {
		if proven(one.rule, one.no) != one.want {
			t.Errorf("%s by %s is not %v", one.no, one.rule, one.want)
		}
	}
}

func TestRanges(t *testing.T) {
	got := between(s10, "RA473124829US", "RA473124846US", 10)
	if want := []string{"RA473124832US", "RA473124846US"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := between(noDigit, "SF0998", "SF1001", 10); !slices.Equal(got, []string{"SF0999", "SF1000", "SF1001"}) {
		t.Errorf("got %v", got)
	}
	for _, bad := range [][2]string{{"A1", "B2"}, {"A2", "A1"}, {"A1", "A1"}, {"A01", "A1"}, {"A", "B"}, {"A00", "A99"}} {
		if got := between(noDigit, bad[0], bad[1], 10); got != nil {
			t.Errorf("%v is %v", bad, got)
		}
	}
}
