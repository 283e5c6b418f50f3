package catalog

import (
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
)

// spelling finds the values of a dropdown by what people write for them.
type spelling struct {
	values map[string]string // by the folded value, title in any language, or alias
	loose  bool              // saves take them, too, not imports alone
}

// spelt makes the spellings of a dropdown. A value is found before a title or alias
// of another.
func (c *compiler) spelt(d *meta.Dropdown) *spelling {
	if d == nil {
		return nil
	}
	if known, ok := c.spellings[d]; ok {
		return known
	}
	s := &spelling{values: map[string]string{}}
	for _, item := range slices.Backward(d.Items) {
		for _, text := range item.Spellings() {
			s.values[Fold(text)] = item.Key
		}
		s.loose = s.loose || len(item.Aliases) > 0
	}
	for _, item := range slices.Backward(d.Items) {
		s.values[Fold(item.Key)] = item.Key
	}
	c.spellings[d] = s
	return s
}

// Named finds the value of a choice that a person means: by the value itself, its
// title in any language, or an alias. Capitals, accents and width do not matter.
func (f *Field) Named(text string) (value string, known bool) {
	if f.spelling == nil || slices.Contains(f.Values, text) {
		return text, f.spelling != nil
	}
	value, known = f.spelling.values[Fold(text)]
	return value, known
}
