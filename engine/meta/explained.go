package meta

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// unedited are the kinds that no designer edits: what their schemas explain is read in
// editors alone.
var unedited = []string{"i18n", "language", "mapping", "module", "overlay", "plugin", "station-input", "station-screen"}

// Explained are the English words by which the schemas explain what designers edit, in no
// order.
func Explained(schemas fs.FS) ([]string, error) {
	files, err := fs.Glob(schemas, "*.schema.json")
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, file := range files {
		if slices.Contains(unedited, strings.TrimSuffix(file, ".schema.json")) {
			continue
		}
		text, err := fs.ReadFile(schemas, file)
		if err != nil {
			return nil, err
		}
		var schema any
		if err := json.Unmarshal(text, &schema); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		explain(schema, found)
	}
	words := make([]string, 0, len(found))
	for text := range found {
		words = append(words, text)
	}
	return words, nil
}

// explain collects the descriptions of a schema and of all within it.
func explain(schema any, found map[string]bool) {
	switch part := schema.(type) {
	case []any:
		for _, one := range part {
			explain(one, found)
		}
	case map[string]any:
		for name, one := range part {
			if text, is := one.(string); is && name == "description" {
				found[text] = true
			} else {
				explain(one, found)
			}
		}
	}
}
