package meta

import (
	"maps"
	"regexp"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// renamedWord is the keyword of a schema that names members by what they were called
// in an older language: {"when": "must"}.
const renamedWord = "x-renamed"

// renamed refuses members under the names that they had, and says the new ones.
type renamed map[string]string

// Compile implements jsonschema.ExtCompiler.
func (renamed) Compile(_ jsonschema.CompilerContext, schema map[string]any) (jsonschema.ExtSchema, error) {
	names, given := schema[renamedWord].(map[string]any)
	if !given {
		return nil, nil // the library's way to say: not in this schema
	}
	r := renamed{}
	for old, name := range names {
		r[old], _ = name.(string)
	}
	return r, nil
}

// Validate implements jsonschema.ExtSchema.
func (r renamed) Validate(ctx jsonschema.ValidationContext, value any) error {
	object, isObject := value.(map[string]any)
	if !isObject {
		return nil
	}
	for _, old := range slices.Sorted(maps.Keys(r)) {
		if _, written := object[old]; written {
			return ctx.Error(renamedWord, "%s=%s", old, r[old])
		}
	}
	return nil
}

var renaming = regexp.MustCompile(`^(\w+)=(\w+)$`)

// renaming reads back which member is meant; false for every other breach.
func renamingOf(e *jsonschema.ValidationError) (old, name string, ok bool) {
	if found := renaming.FindStringSubmatch(e.Message); found != nil {
		return found[1], found[2], true
	}
	return "", "", false
}
