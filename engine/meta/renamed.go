package meta

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// renamedWord is the keyword of a schema that names members by what they were called
// in an older language: {"when": "must"}.
const renamedWord = "x-renamed"

// renamed refuses objects in an older form, and says what their members are called now.
type renamed struct {
	now      map[string]string
	known    map[string]any // the members that the schema names
	required []any
}

// Compile implements jsonschema.ExtCompiler.
func (renamed) Compile(_ jsonschema.CompilerContext, schema map[string]any) (jsonschema.ExtSchema, error) {
	names, given := schema[renamedWord].(map[string]any)
	if !given {
		return nil, nil // the library's way to say: not in this schema
	}
	r := renamed{now: map[string]string{}}
	r.known, _ = schema["properties"].(map[string]any)
	r.required, _ = schema["required"].([]any)
	for old, name := range names {
		r.now[old], _ = name.(string)
	}
	return r, nil
}

// Validate implements jsonschema.ExtSchema.
func (r renamed) Validate(ctx jsonschema.ValidationContext, value any) error {
	object, isObject := value.(map[string]any)
	if !isObject {
		return nil
	}
	var said []string
	isOld := false
	for _, old := range slices.Sorted(maps.Keys(r.now)) {
		if _, written := object[old]; written {
			said = append(said, old+"="+r.now[old])
			isOld = isOld || r.older(object, old)
		}
	}
	if !isOld {
		return nil
	}
	return ctx.Error(renamedWord, "%s", strings.Join(said, " "))
}

// older tells by a member that it has whether an object is in the older form. An old
// name may be that of another member now: then the new one is missing.
func (r renamed) older(object map[string]any, old string) bool {
	if _, known := r.known[old]; !known {
		return true
	}
	_, written := object[r.now[old]]
	return !written && slices.Contains(r.required, any(r.now[old]))
}

var renamings = regexp.MustCompile(`^\w+=\w+( \w+=\w+)*$`)

// renamingsOf reads back which members are meant, each as old=new; none for every other
// breach.
func renamingsOf(e *jsonschema.ValidationError) []string {
	if !renamings.MatchString(e.Message) {
		return nil
	}
	return strings.Fields(e.Message)
}
