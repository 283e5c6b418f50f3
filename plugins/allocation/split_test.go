package allocation

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTheRestOfAnOrderIsNumberedWithinItsField cuts the order's own number, never the
// part that tells the rest apart.
func TestTheRestOfAnOrderIsNumberedWithinItsField(t *testing.T) {
	t.Parallel()
	long := "SO" + strings.Repeat("O", 32) + "251122000001"
	for _, tt := range []struct{ extNo, docNo, want string }{
		{"A-1", "SO1", "A-1/SO1"},
		{strings.Repeat("单", 64), "SO1", strings.Repeat("单", 60) + "/SO1"},
		{strings.Repeat("A", 64), long, strings.Repeat("A", 17) + "/" + long},
	} {
		if got := restOf(tt.extNo, tt.docNo); got != tt.want || utf8.RuneCountInString(got) > longestExtNo {
			t.Errorf("the rest of %s in %s is %s, want %s", tt.extNo, tt.docNo, got, tt.want)
		}
	}
}
