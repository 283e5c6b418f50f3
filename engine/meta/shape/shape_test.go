package shape_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
	"github.com/wareloom/wareloom/metadata"
)

const schema = `{
  "properties": {
    "key": {},
    "fields": {"items": {"$ref": "common.schema.json#/$defs/field"}, "x-key": "key"},
    "edit": {"anyOf": [{"type": "boolean"}, {"type": "object", "properties": {"b": {}, "a": {}}}]},
    "texts": {"additionalProperties": {"properties": {"zh": {}, "en": {}}}}
  }
}`

const common = `{"$defs": {"key": {}, "field": {"properties": {"key": {"$ref": "#/$defs/key"}, "rules": {"items": {"properties": {"that": {}, "message": {}}}}}}}}`

func TestMembersAreArrangedAsTheSchemaSays(t *testing.T) {
	shapes, err := shape.Read(fstest.MapFS{"thing.schema.json": {Data: []byte(schema)}, "common.schema.json": {Data: []byte(common)}})
	if err != nil {
		t.Fatal(err)
	}
	node, err := tree.Parse([]byte(`{"z": 1, "y": 2, "texts": {"b": {"en": 1, "zh": 2}, "a": {}}, "edit": {"a": 1, "b": 2}, "fields": [{"rules": [{"message": 1, "that": 2}], "key": "k"}], "key": "x"}`))
	if err != nil {
		t.Fatal(err)
	}
	thing := shapes.Of("thing")
	thing.Arrange(node)
	const want = `{
  "key": "x",
  "fields": [{"key": "k", "rules": [{"that": 2, "message": 1}]}],
  "edit": {"b": 2, "a": 1},
  "texts": {"a": {}, "b": {"zh": 2, "en": 1}},
  "y": 2,
  "z": 1
}
`
	if got := string(tree.Print(node)); got != want {
		t.Errorf("arranged:\n%s", got)
	}
	if key := thing.Member("fields").Key(); key != "key" {
		t.Errorf("fields are known by %q", key)
	}
	if key := thing.Member("fields").Item().Member("rules").Key(); key != "" {
		t.Errorf("rules are known by %q", key)
	}
}

// whole are lists of objects that have no identity: their order is their meaning,
// and an overlay sets them as one.
var whole = []string{"parts", "needs", "do", "reject", "rules", "locks", "ops", "scans"}

// messages are schemas of what stations and server tell each other, not of metadata.
var messages = []string{"station-screen", "station-input", "common"}

// TestAListIsKnownByAMemberThatIsAlwaysThere holds for all kinds: an item can only
// be addressed by what it must have.
func TestAListIsKnownByAMemberThatIsAlwaysThere(t *testing.T) {
	files, err := metadata.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	shapes, err := shape.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range shapes.Kinds() {
		if !slices.Contains(messages, kind) {
			look(t, kind, shapes.Of(kind), 0)
		}
	}
}

func look(t *testing.T, at string, s shape.Shape, depth int) {
	t.Helper()
	item := s.Item()
	switch {
	case depth > 8: // fields of fields
		return
	case s.Key() != "" && s.Key() != "key":
		t.Errorf("%s: the items are known by %q; every list of the language knows its items by their key", at, s.Key())
	case s.Key() != "" && !item.Requires(s.Key()):
		t.Errorf("%s: the items need not have %q", at, s.Key())
	case s.Key() == "" && len(item.Members()) > 0 && item.Names() != "expression" && !slices.Contains(whole, at[strings.LastIndex(at, " ")+1:]):
		t.Errorf("%s: the schema does not say by which member its items are known (x-key)", at)
	}
	for _, name := range s.Members() {
		look(t, at+" "+name, s.Member(name), depth+1)
	}
	for _, name := range item.Members() {
		look(t, at+" "+name, item.Member(name), depth+1)
	}
}
