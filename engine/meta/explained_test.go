package meta_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// TestWhatIsExplainedIsWhatTheDesignersHaveWordsFor compares the explanations that a
// further language is asked for with those of a shipped one.
func TestWhatIsExplainedIsWhatTheDesignersHaveWordsFor(t *testing.T) {
	t.Parallel()
	explained, err := meta.Explained(os.DirFS("../../metadata/schema"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../designers/src/help/es.json")
	if err != nil {
		t.Fatal(err)
	}
	var words map[string]string
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatal(err)
	}
	slices.Sort(explained)
	if want := slices.Sorted(maps.Keys(words)); !slices.Equal(explained, want) {
		t.Errorf("%d are asked for, the designers have %d", len(explained), len(want))
	}
}
