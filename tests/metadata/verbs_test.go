package metadata_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// TestEveryVerbHasWords: who grants roles reads what a button lets people do. To read
// and to look up are no buttons: they come with the screen.
func TestEveryVerbHasWords(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range append(meta.Verbs(), meta.PrintVerb, meta.Override) {
		_, worded := model.Term("rights.verb." + verb)
		if silent := slices.Contains([]string{meta.Read, meta.Lookup}, verb); worded == silent {
			t.Errorf("%s has words: %v", verb, worded)
		}
	}
}
