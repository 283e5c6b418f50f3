package fault_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

func TestWhatIsKeptIsReadAgain(t *testing.T) {
	t.Parallel()

	text, err := fault.Keep(fault.Tell("a.line", "line", 2, "what", fault.Tell("a.missing", "qty", "1")), fault.Tell("a.more"))
	if want := `[{"key":"a.line","params":{"line":2,"what":{"key":"a.missing","params":{"qty":"1"}}}},{"key":"a.more"}]`; err != nil || text != want {
		t.Fatalf("kept %s (%v), want %s", text, err, want)
	}
	if told, ok := fault.Kept(text); !ok || len(told) != 2 || told[0].Key != "a.line" || told[1].Key != "a.more" {
		t.Errorf("read %v, %v", told, ok)
	}
	for _, words := range []string{"", "-1 held:1", "P2 × 1 (A-02)", `[{"key":`, `["a"]`} {
		if told, ok := fault.Kept(words); ok {
			t.Errorf("%q was taken for %v", words, told)
		}
	}
}
