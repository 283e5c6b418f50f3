package spare

import (
	"database/sql"
	"slices"
	"testing"
)

// TestASegmentCountsInAsManyDigitsAsItsLast, each number with the digit that proves it.
func TestASegmentCountsInAsManyDigitsAsItsLast(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		prefix   string
		from, to int64
		rule     string
		n        int64
		want     string
	}{
		{"SF", 1, 999, noDigit, 1, "SF001"},
		{"SF", 1, 999, noDigit, 999, "SF999"},
		{"", 10, 20, "", 10, "10"},
		{"RA", 47312480, 47312499, s10, 47312482, "RA473124829"},
		{"", 1, 99, mod7, 13, "136"},
		{"", 7992739871, 7992739879, luhn, 7992739871, "79927398713"},
	} {
		s := segment{Prefix: tt.prefix, From: tt.from, To: tt.to, Rule: sql.NullString{String: tt.rule, Valid: tt.rule != ""}}
		if got := s.number(tt.n); got != tt.want || !proven(tt.rule, got) {
			t.Errorf("the number %d up to %d is %s, proven %v; want %s", tt.n, tt.to, got, proven(tt.rule, got), tt.want)
		}
	}
}

// TestANumberFallsIntoItsParts: what stands before its last digits, those, and what is behind;
// letters of any alphabet may stand there.
func TestANumberFallsIntoItsParts(t *testing.T) {
	t.Parallel()
	for no, want := range map[string]parts{
		"RA473124829US": {"RA", "473124829", "US"}, "123": {"", "123", ""}, "SF-12-034": {"SF-12-", "034", ""}, "顺丰0998": {"顺丰", "0998", ""}, "1単": {"", "1", "単"},
	} {
		if got, ok := split(no); !ok || got != want {
			t.Errorf("%s falls into %+v, %v; want %+v", no, got, ok, want)
		}
	}
	for _, no := range []string{"", "ABC", "顺丰"} {
		if got, ok := split(no); ok {
			t.Errorf("%s falls into %+v", no, got)
		}
	}
}

// TestARangeIsFiledAsFarAsItIsAllowed: to the last number, and none where it is longer.
func TestARangeIsFiledAsFarAsItIsAllowed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rule, from, to string
		most                 int
		want                 []string
	}{
		{"as long as may be", noDigit, "A1", "A3", 2, []string{"A2", "A3"}},
		{"one too long", noDigit, "A1", "A4", 2, nil},
		{"over a power of ten in a longer number", noDigit, "A09", "A11", 9, []string{"A10", "A11"}},
		{"letters of another alphabet", noDigit, "顺丰0998", "顺丰1000", 9, []string{"顺丰0999", "顺丰1000"}},
		{"only the check digit is left", luhn, "0", "5", 9, nil},
		{"longer than can be counted", noDigit, "99999999999999999998", "99999999999999999999", 9, nil},
		{"with the digits that prove them", luhn, "79927398713", "79927398721", 9, []string{"79927398721"}},
	} {
		got := between(tt.rule, tt.from, tt.to, tt.most)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		for _, no := range got {
			if !proven(tt.rule, no) {
				t.Errorf("%s: %s is not proven", tt.name, no)
			}
		}
	}
}
