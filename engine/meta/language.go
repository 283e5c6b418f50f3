package meta

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
)

// Text is what people read: words by the key of their language. What a loaded model
// says has words in each of its languages, see Languages.
type Text map[string]string

// Texts are written in these first: Original is what they mean, and English is that by
// which a pack knows them.
const (
	Original = "zh"
	English  = "en"
)

// In gives the text in a language, or as it was first written where it does not speak
// that one.
func (t Text) In(language string) string {
	if words, said := t[language]; said {
		return words
	}
	return cmp.Or(t[Original], t[English])
}

// Words are what the text says, each once: the original, English, then the others by the
// keys of their languages.
func (t Text) Words() []string {
	var words []string
	for _, language := range append([]string{Original, English}, slices.Sorted(maps.Keys(t))...) {
		if t[language] != "" && !slices.Contains(words, t[language]) {
			words = append(words, t[language])
		}
	}
	return words
}

// LanguageKind is the kind of languages.
const LanguageKind = "language"

// Language is one that people read the product in.
type Language struct {
	Object
	Name      string `json:"name"`                 // its own, as Français
	Locale    string `json:"locale"`               // by which numbers and dates are written
	Order     int    `json:"order,omitempty"`      // among languages; the first is the product's
	Required  bool   `json:"required,omitempty"`   // every text says it
	FallsBack string `json:"falls_back,omitempty"` // language whose words stand where this one has none

	Grammar
	Pack Pack `json:"texts,omitempty"`
	Help Pack `json:"help,omitempty"` // what designers explain, by its English words
}

// Grammar is how sentences are put together of parts.
type Grammar struct {
	ListSeparator string `json:"list_separator,omitempty"`
	Comma         string `json:"comma,omitempty"`
	Stop          string `json:"stop,omitempty"`
	Address       string `json:"address,omitempty"` // order of its parts
}

// Orders of an address.
const (
	AddressSmallFirst = "small_first"
	AddressLargeFirst = "large_first"
)

// completed is the grammar with what is meant where it says nothing.
func (g Grammar) completed() Grammar {
	return Grammar{
		cmp.Or(g.ListSeparator, ", "), cmp.Or(g.Comma, ", "), cmp.Or(g.Stop, ". "), cmp.Or(g.Address, AddressSmallFirst),
	}
}

// UnmarshalJSON reads the language, and completes its grammar.
func (l *Language) UnmarshalJSON(text []byte) error {
	type plain Language
	if err := json.Unmarshal(text, (*plain)(l)); err != nil {
		return err
	}
	l.Grammar = l.completed()
	return nil
}

// Languages are those of a product, the first of them the one for who chose none.
type Languages []*Language

// InLanguages lists the languages of the model in their order.
func (m *Model) InLanguages() Languages {
	return slices.SortedFunc(maps.Values(m.Languages), func(a, b *Language) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Key, b.Key))
	})
}

// Keys are the keys of the languages.
func (l Languages) Keys() []string {
	keys := make([]string, len(l))
	for i, one := range l {
		keys[i] = one.Key
	}
	return keys
}

// Required are the languages that every text says.
func (l Languages) Required() Languages {
	return slices.DeleteFunc(slices.Clone(l), func(one *Language) bool { return !one.Required })
}

// Find gives the language of a key; nil when there is none.
func (l Languages) Find(key string) *Language {
	if i := slices.IndexFunc(l, func(one *Language) bool { return one.Key == key }); i >= 0 {
		return l[i]
	}
	return nil
}

// Choose gives the first of the wishes that is a language of the product, else the
// product's own.
func (l Languages) Choose(wishes ...string) string {
	for _, wish := range wishes {
		if l.Find(wish) != nil {
			return wish
		}
	}
	if len(l) == 0 {
		return Original
	}
	return l[0].Key
}

// Grammar is that of a language, or of one that says nothing of it.
func (l Languages) Grammar(key string) Grammar {
	if one := l.Find(key); one != nil {
		return one.Grammar
	}
	return Grammar{}.completed()
}

// language checks whose words stand in for those of a language, and that its words take
// the arguments of the texts that they stand for.
func (c *checker) language(l *Language) {
	c.object = &l.Object
	if other := c.model.Languages[l.FallsBack]; l.FallsBack != "" && (other == nil || !other.Required) {
		c.wrong("falls_back", "meta.fallback", "name", l.FallsBack)
	}
	for english, words := range Sorted(l.Pack) {
		if words != "" && !slices.Equal(arguments(english), arguments(words)) {
			c.wrong(at("texts", english), "meta.arguments_differ", "name", english)
		}
	}
}
