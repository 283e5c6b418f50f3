package printing

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// TestPagesAreChosenAsPeopleWriteThem, in their order, each once for a copy.
func TestPagesAreChosenAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	five := make([]page.Page, 5)
	for i := range five {
		five[i].Width = i + 1
	}
	const spaced = " 5 , 4 - 5 "
	for text, want := range map[string][]int{"2": {2}, "1-3,5": {1, 2, 3, 5}, spaced: {4, 5}, "4-99": {4, 5}} {
		for copies := range 3 {
			got, err := choose(five, text, copies)
			var chosen []int
			for _, p := range got {
				chosen = append(chosen, p.Width)
			}
			if all := slices.Repeat(want, max(copies, 1)); err != nil || !slices.Equal(chosen, all) {
				t.Errorf("%q, %d copies: %v, want %v (%v)", text, copies, chosen, all, err)
			}
		}
	}
	for _, text := range []string{"0", "3-2", "a", "-1", "1-", ",", "1,,2", "6-7", "1;2", "99999999999999999999", "1-3,5,1-3,5,1-3,5,1-3,5,1-3,5,1-3,5,1-3,5,1-3,5,1-3,5,1-3,5,1"} {
		if _, err := choose(five, text, 1); !fault.IsKey(err, "print.pages") {
			t.Errorf("%q chooses: %v", text, err)
		}
	}
}
