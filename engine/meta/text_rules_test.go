package meta_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

func TestTextsAreJudgedByTheirRules(t *testing.T) {
	t.Parallel()
	title := meta.Text{"en": "Short name"}
	for _, c := range []struct {
		rules   meta.TextRules
		text    string
		longest int
		breach  string
	}{
		{meta.TextRules{}, "äöüß", 4, ""},
		{meta.TextRules{}, "äöüß", 3, "field.too_long"},
		{meta.TextRules{MaxLength: 3}, "äöü", 255, ""},
		{meta.TextRules{MaxLength: 3}, "äöüß", 255, "field.too_long"},
		{meta.TextRules{MaxLength: 3, LengthIn: meta.LengthInBytes}, "abcdef", 2, ""},
		{meta.TextRules{MaxLength: 3, LengthIn: meta.LengthInBytes}, "中文ab", 2, ""},
		{meta.TextRules{MaxLength: 3, LengthIn: meta.LengthInBytes}, "中文abc", 2, "field.too_wide"},
	} {
		got := ""
		if bad := c.rules.Breach(title, c.text, c.longest); bad != nil {
			got = bad.Key
		}
		if got != c.breach {
			t.Errorf("%+v says %q of %q, want %q", c.rules, got, c.text, c.breach)
		}
	}
}

func TestEveryTextRuleHasItsName(t *testing.T) {
	t.Parallel()
	if names := meta.TextMembers(); slices.Contains(names, "") || !slices.Contains(names, "max_length_in") {
		t.Errorf("the rules are %q", names)
	}
	schema := map[string]any{}
	if (meta.TextRules{}).Schema(schema); len(schema) != 0 {
		t.Errorf("no rule is written as %v", schema)
	}
	if (meta.TextRules{MaxLength: 3, LengthIn: meta.LengthInBytes}).Schema(schema); schema["maxLength"] != 6 {
		t.Errorf("three bytes are written as %v", schema)
	}
}
