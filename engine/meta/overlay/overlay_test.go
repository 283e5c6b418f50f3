package overlay_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

const (
	schema = `{"properties": {"key": {}, "title": {}, "fields": {"x-key": "key", "items": {"properties": {"key": {}, "title": {}, "values": {"items": {"type": "string"}}}}}}}`
	object = `{"key": "order", "fields": [{"key": "a"}, {"key": "b", "values": ["x"]}, {"key": "c/~d"}]}`
)

func TestOperations(t *testing.T) {
	tests := map[string]struct {
		op         overlay.Op
		want, lost string
	}{
		"a member is set":            {op: overlay.Op{Op: "set", At: "fields/b/title", Value: tree.Value("B")}, want: `"title":"B"`},
		"a key may have a slash":     {op: overlay.Op{Op: "set", At: "fields/c~1~0d/title", Value: tree.Value("C")}, want: `{"key":"c/~d","title":"C"}`},
		"a member is hidden":         {op: overlay.Op{Op: "hide", At: "fields/b/values"}, want: `{"key":"b"}`},
		"an item is hidden":          {op: overlay.Op{Op: "hide", At: "fields/a"}, want: `[{"key":"b"`},
		"an item comes last":         {op: overlay.Op{Op: "add", At: "fields", Value: item("x")}, want: `{"key":"x"}]`},
		"an item stands before":      {op: overlay.Op{Op: "add", At: "fields", Value: item("x"), Before: "a"}, want: `[{"key":"x"},{"key":"a"}`},
		"an item moves behind":       {op: overlay.Op{Op: "move", At: "fields/a", After: "b"}, want: `"values":["x"]},{"key":"a"}`},
		"an item stands behind":      {op: overlay.Op{Op: "add", At: "fields", Value: item("x"), After: "a"}, want: `[{"key":"a"},{"key":"x"},{"key":"b"`},
		"an item moves before":       {op: overlay.Op{Op: "move", At: "fields/b", Before: "a"}, want: `[{"key":"b","values":["x"]},{"key":"a"}`},
		"an item moves to the end":   {op: overlay.Op{Op: "move", At: "fields/a"}, want: `{"key":"c/~d"},{"key":"a"}]`},
		"an item is set whole":       {op: overlay.Op{Op: "set", At: "fields/b", Value: item("b")}, want: `[{"key":"a"},{"key":"b"},{"key":"c/~d"}]`},
		"a list without keys is set": {op: overlay.Op{Op: "set", At: "fields/b/values", Value: &tree.Node{Kind: tree.List, Items: []*tree.Node{tree.Value("y")}}}, want: `"values":["y"]`},
		"a member is added":          {op: overlay.Op{Op: "set", At: "title", Value: tree.Value("T")}, want: `{"key":"order","title":"T","fields"`},
		"an item beside itself":      {op: overlay.Op{Op: "move", At: "fields/a", Before: "a"}, lost: `"a" is not there`},
		"a lost item does not move":  {op: overlay.Op{Op: "move", At: "fields/z"}, lost: "is not there"},
		"a lost item is not hidden":  {op: overlay.Op{Op: "hide", At: "fields/z"}, lost: "is not there"},
		"nothing is added to a word": {op: overlay.Op{Op: "add", At: "key", Value: item("x")}, lost: "no list of items"},
		"nor to a list without keys": {op: overlay.Op{Op: "add", At: "fields/b/values", Value: item("x")}, lost: "no list of items"},
		"nor to a list that is gone": {op: overlay.Op{Op: "add", At: "fields/z/values", Value: item("x")}, lost: "no such list"},
		"a word has no parts":        {op: overlay.Op{Op: "set", At: "key/a/b", Value: tree.Value("T")}, lost: "part of is not there"},
		"a list without keys is one": {op: overlay.Op{Op: "set", At: "fields/b/values/0", Value: tree.Value("y")}, lost: "no parts"},
		"a lost item is told":        {op: overlay.Op{Op: "set", At: "fields/z/title", Value: tree.Value("Z")}, lost: "part of is not there"},
		"a lost neighbour is told":   {op: overlay.Op{Op: "add", At: "fields", Value: item("x"), After: "z"}, lost: `"z" is not there`},
		"one neighbour is enough":    {op: overlay.Op{Op: "add", At: "fields", Value: item("x"), Before: "a", After: "b"}, lost: "two neighbours"},
		"a key is there once":        {op: overlay.Op{Op: "add", At: "fields", Value: item("a")}, lost: "already"},
		"an item has a key":          {op: overlay.Op{Op: "add", At: "fields", Value: tree.Value(1)}, lost: "no key"},
		"an item keeps its key":      {op: overlay.Op{Op: "set", At: "fields/a", Value: item("x")}, lost: "keeps its key"},
		"what is gone is told":       {op: overlay.Op{Op: "hide", At: "title"}, lost: "is not there"},
		"members have no order":      {op: overlay.Op{Op: "move", At: "title"}, lost: "cannot be moved"},
		"the whole has no name":      {op: overlay.Op{Op: "hide"}, lost: "names nothing"},
	}
	for name, test := range tests {
		before, s := thing(t)
		made, lost := overlay.Apply(before, s, []overlay.Op{test.op})
		text := strings.NewReplacer("\n", "", " ", "").Replace(string(tree.Print(made)))
		switch {
		case test.lost == "" && (len(lost) > 0 || !strings.Contains(text, test.want)):
			t.Errorf("%s: %v %s", name, lost, text)
		case test.lost != "" && (len(lost) != 1 || !strings.Contains(lost[0].Error(), test.lost) || !tree.Equal(before, made)):
			t.Errorf("%s: %v %s", name, lost, text)
		}
	}
}

// TestALostOperationStopsNoOther: an upgrade takes one target away; the rest of what
// the site laid over the object still holds.
func TestALostOperationStopsNoOther(t *testing.T) {
	before, s := thing(t)
	made, lost := overlay.Apply(before, s, []overlay.Op{
		{Op: "hide", At: "fields/gone"},
		{Op: "set", At: "title", Value: tree.Value("T")},
	})
	if len(lost) != 1 || made.Get("title").String() != "T" {
		t.Errorf("%v %s", lost, tree.Print(made))
	}
}

func thing(t *testing.T) (*tree.Node, shape.Shape) {
	t.Helper()
	shapes, err := shape.Read(fstest.MapFS{"thing.schema.json": {Data: []byte(schema)}})
	if err != nil {
		t.Fatal(err)
	}
	node, err := tree.Parse([]byte(object))
	if err != nil {
		t.Fatal(err)
	}
	return node, shapes.Of("thing")
}

func item(key string) *tree.Node {
	made := &tree.Node{Kind: tree.Object}
	made.Set("key", tree.Value(key))
	return made
}

func TestBreach(t *testing.T) {
	schemas := fstest.MapFS{"thing.schema.json": &fstest.MapFile{Data: []byte(`{"properties": {"key": {}, "title": {},
		"writes": {"x-fixed": true}, "fields": {"x-kept": true, "x-key": "key", "items": {"properties": {"key": {}, "title": {}, "type": {"x-fixed": true}}}},
		"columns": {"x-key": "key", "items": {"properties": {"key": {}}}}}}`)}}
	shapes, err := shape.Read(schemas)
	if err != nil {
		t.Fatal(err)
	}
	const before = `{"fields":[{"key":"a","type":"text"},{"key":"b","type":"date"}],"columns":[{"key":"a"},{"key":"b"}]}`
	tests := map[string]string{ // after: where it breaks
		before: "",
		`{"title":"T","fields":[{"key":"b","type":"date","title":"B"},{"key":"c","type":"date"},{"key":"a","type":"text"}],"columns":[]}`: "",
		`{"fields":[{"key":"a","type":"date"},{"key":"b","type":"date"}],"columns":[]}`:                                                   "fields/a/type",
		`{"fields":[{"key":"a"},{"key":"b","type":"date"}],"columns":[]}`:                                                                 "fields/a/type",
		`{"fields":[{"key":"b","type":"date"}],"columns":[]}`:                                                                             "fields/a",
		`{"columns":[]}`: "fields",
		strings.Replace(before, `{"fields"`, `{"writes":"all","fields"`, 1): "writes",
	}
	for after, want := range tests {
		at, found := overlay.Breach(parsed(t, before), parsed(t, after), shapes.Of("thing"))
		if at != want || found != (want != "") {
			t.Errorf("%s: %q %v, want %q", after, at, found, want)
		}
	}
}

func parsed(t *testing.T, text string) *tree.Node {
	t.Helper()
	n, err := tree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAPathComesApartAsItWasJoined holds keys with every sign that a path is written with.
func TestAPathComesApartAsItWasJoined(t *testing.T) {
	t.Parallel()
	for _, steps := range [][]string{{"a"}, {"a", "b"}, {"a/b", "c"}, {"~", "~0", "~1"}, {"/", "~/~"}, {"a~1b/c~0"}} {
		at := ""
		for _, step := range steps {
			at = overlay.Join(at, step)
		}
		if got := overlay.Split(at); !slices.Equal(got, steps) {
			t.Errorf("%q is joined to %s and comes apart as %q", steps, at, got)
		}
	}
	if got := overlay.Split(""); got != nil {
		t.Errorf("no path has the steps %q", got)
	}
}

// TestWhatStandsUnderAPathIsFound holds values and their shapes to what a path leads to.
func TestWhatStandsUnderAPathIsFound(t *testing.T) {
	t.Parallel()
	object, s := thing(t)
	for at, want := range map[string]string{
		"key": `"order"`, "fields/a": `{"key": "a"}`, "fields/b/values": `["x"]`, "fields/c~1~0d/key": `"c/~d"`, "fields/z": "", "fields/b/values/0": "", "key/x": "", "title": "", "title/en": "",
	} {
		got := ""
		if found := overlay.Find(object, s, at); found != nil {
			got = tree.Line(found)
		}
		if got != want {
			t.Errorf("under %s is %s, want %s", at, got, want)
		}
	}
	for _, tt := range []struct{ word, at, members string }{
		{overlay.Set, "", "key title fields"}, {overlay.Set, "fields/a", "key title values"}, {overlay.Add, "fields", "key title values"}, {overlay.Set, "fields", ""}, {overlay.Set, "fields/a/title", ""},
	} {
		if got := strings.Join(overlay.ShapeOf(s, tt.word, tt.at).Members(), " "); got != tt.members {
			t.Errorf("%s %s is of the shape %s, want %s", tt.word, tt.at, got, tt.members)
		}
	}
}

// TestAnOperationIsSaidInALine holds what people are told of one.
func TestAnOperationIsSaidInALine(t *testing.T) {
	t.Parallel()
	for want, op := range map[string]overlay.Op{
		`set title "T"`:                    {Op: "set", At: "title", Value: tree.Value("T")},
		`add fields {"key": "x"} before a`: {Op: "add", At: "fields", Value: item("x"), Before: "a"},
		`move fields/a after b`:            {Op: "move", At: "fields/a", After: "b"},
		`hide title`:                       {Op: "hide", At: "title"},
	} {
		if got := op.String(); got != want {
			t.Errorf("it is said %s, want %s", got, want)
		}
	}
}
