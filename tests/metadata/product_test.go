// Package metadata_test holds the product's own metadata, and that of its
// plugins, to the rules of the engine.
package metadata_test

import (
	"encoding/json"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
)

// TestProductMetadata tells every mistake in the metadata of the product.
func TestProductMetadata(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatalf("files:\n%v", err)
	}
	if _, err := catalog.Compile(model, functions(t)); err != nil {
		t.Fatalf("model:\n%v", err)
	}
}

// TestCompilingLeavesMetadataAsItIs: objects are shared by the models that have them, so
// that a release must not write into its own.
func TestCompilingLeavesMetadataAsItIs(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	said := func() string {
		text, err := json.Marshal(model)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	before := said()
	if _, err := catalog.Compile(model, functions(t)); err != nil {
		t.Fatal(err)
	}
	if said() != before {
		t.Error("a compiled model says something else than before")
	}
}
