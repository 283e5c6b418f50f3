package tree

import (
	"strings"
	"testing"
)

func TestTextComesBackAsItWas(t *testing.T) {
	long := strings.Repeat("x", width)
	for name, text := range map[string]string{
		"what fits stays on a line": `{
  "b": 1.50,
  "a": {"zh": "<中>", "on": [true, null, {}]}
}
`,
		"what does not fit is broken up": `{
  "list": [
    "` + long + `",
    {"key": "b"}
  ]
}
`,
		"an empty object": "{}\n",
	} {
		node, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := string(Print(node)); got != text {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

func TestALineIsAsWideAsItMayBe(t *testing.T) {
	for _, length := range []int{width - 1, width, width + 1} {
		value := strings.Repeat("中", length-len(`  "k": {"a": ""}`))
		made := string(Print(&Node{Kind: Object, Members: []Member{{"k", &Node{Kind: Object, Members: []Member{{"a", Value(value)}}}}}}))
		if broken := strings.Count(made, "\n") > 3; broken != (length >= width) {
			t.Errorf("a line of %d characters: broken %v", length, broken)
		}
	}
}

func TestTextThatIsNoObjectIsRefused(t *testing.T) {
	for _, text := range []string{`{"a": 1, "a": 2}`, `{"a": 1} {}`, `{"a": `, `[1,]`, ``} {
		if node, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s is taken as %s", text, Print(node))
		}
	}
}

func TestACloneIsAnother(t *testing.T) {
	node, err := Parse([]byte(`{"a": [{"b": 1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	other := node.Clone()
	other.Get("a").Items[0].Set("b", Value(2))
	if Equal(node, other) || node.Get("a").Items[0].Get("b").Text != "1" {
		t.Errorf("the first is %s", Print(node))
	}
}

func TestAMemberKeepsItsPlace(t *testing.T) {
	node, err := Parse([]byte(`{"a": 1, "b": {"c": [[]]}, "d": "x"}`))
	if err != nil {
		t.Fatal(err)
	}
	node.Set("b", Value("new"))
	node.Set("e", Value(true))
	if got := Line(node); got != `{"a": 1, "b": "new", "d": "x", "e": true}` {
		t.Errorf("it is %s", got)
	}
	if !node.Delete("a") || node.Delete("a") {
		t.Error("a member goes once")
	}
	if node.Get("a") != nil || node.Get("d").Get("x") != nil || (*Node)(nil).Get("x") != nil {
		t.Error("there is what is not there")
	}
}

func TestHowDeepAValueIs(t *testing.T) {
	for text, want := range map[string]int{`{}`: 1, `{"a": 1}`: 1, `{"a": [], "b": 1}`: 2, `{"a": [1, {"b": {}}], "c": {}}`: 4} {
		node, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := node.Depth(); got != want {
			t.Errorf("%s is %d deep, want %d", text, got, want)
		}
	}
}

func TestALiteralIsReadAsText(t *testing.T) {
	node, err := Parse([]byte(`{"plain": "x", "escaped": "a\"\\\u4e2d\n", "number": 1.50, "truth": true, "null": null, "empty": "", "list": [], "quote": "\""}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"plain": "x", "escaped": "a\"\\中\n", "number": "1.50", "truth": "true", "null": "", "empty": "", "list": "", "quote": `"`, "none": ""} {
		if got := node.Get(name).String(); got != want {
			t.Errorf("%s is read as %q, want %q", name, got, want)
		}
	}
}

func TestEqualMeansInTheSameOrder(t *testing.T) {
	parse := func(text string) *Node {
		node, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return node
	}
	one := parse(`{"a": [1, 2], "b": "x"}`)
	for text, want := range map[string]bool{
		`{"a": [1, 2], "b": "x"}`: true, `{"b": "x", "a": [1, 2]}`: false, `{"a": [2, 1], "b": "x"}`: false, `{"a": [1, 2], "b": "y"}`: false, `{"a": [1, 2], "c": "x"}`: false,
		`{"a": [1], "b": "x"}`: false, `{"a": [1, 2]}`: false, `{"a": {}, "b": "x"}`: false,
	} {
		if got := Equal(one, parse(text)); got != want {
			t.Errorf("%s is equal: %v", text, got)
		}
	}
	if !Equal(nil, nil) || Equal(one, nil) || Equal(nil, one) {
		t.Error("nothing is equal to something")
	}
}
