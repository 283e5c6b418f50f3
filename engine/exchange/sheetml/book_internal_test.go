package sheetml

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestAPartThatLiesOfItsSizeIsCutOff: what it unpacks to counts, whatever it says.
func TestAPartThatLiesOfItsSizeIsCutOff(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int64]error{3: ErrTooLarge, 6: ErrTooLarge, 7: nil} {
		read, err := io.ReadAll(&part{io.NopCloser(strings.NewReader("abcdef")), limit})
		if !errors.Is(err, want) || int64(len(read)) > limit {
			t.Errorf("with %d bytes left read is %q, %v", limit, read, err)
		}
	}
}
