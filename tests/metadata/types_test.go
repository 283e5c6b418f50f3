package metadata_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/metadata"
)

// The types that metadata may name are those that there are, and every one has traits.
func TestTypesOfFieldsAreKnown(t *testing.T) {
	t.Parallel()
	text, err := metadata.Files.ReadFile("schema/common.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var common struct {
		Defs struct {
			Field struct {
				Properties struct {
					Type struct{ Enum []string }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &common); err != nil {
		t.Fatal(err)
	}
	said := slices.Sorted(slices.Values(common.Defs.Field.Properties.Type.Enum))
	if known := slices.Sorted(maps.Keys(catalog.FieldTypes())); !slices.Equal(said, known) {
		t.Errorf("the schema names %q, there are %q", said, known)
	}
}
