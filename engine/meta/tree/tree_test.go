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
