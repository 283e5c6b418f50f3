package meta

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Pack holds the words of a language by those of English, so that what is said in many
// places is translated once. Where one English text stands for different ones of the
// original, the key Entry(English, original) wins. No words: not translated yet.
type Pack map[string]string

// Entry is the key of a text that is told apart by its original.
func Entry(english, original string) string { return english + "|" + original }

// Only gives the words of some texts, none for those that have none.
func (p Pack) Only(english []string) Pack {
	made := Pack{}
	for _, text := range english {
		made[text] = p[text]
	}
	return made
}

// of finds the words of a text; "" when there are none.
func (p Pack) of(english, original string) string {
	if words := p[Entry(english, original)]; words != "" {
		return words
	}
	return p[english]
}

// speech is what texts are given by the languages of a product.
type speech struct {
	languages Languages
	sum       [sha256.Size]byte // of all that decides it
}

// spoken reads the languages that are not kept yet, with what was laid over them.
func (l *loader) spoken() speech {
	model, sum := NewModel(), sha256.New()
	for _, o := range l.files {
		if o.Kind != LanguageKind {
			continue
		}
		var one Language
		if json.Unmarshal(o.source, &one) == nil { // else told when the language itself is read
			model.Languages[one.Key] = &one
		}
	}
	languages := model.InLanguages()
	text, err := json.Marshal(languages)
	if err == nil {
		sum.Write(text)
	}
	return speech{languages, [sha256.Size]byte(sum.Sum(nil))}
}

// said is the text of an object with the words that its languages give. The problems
// are texts that lack a required language.
func (r *Reader) said(o *Object, in speech) ([]byte, Problems) {
	if len(in.languages) == 0 {
		return o.Whole(), nil
	}
	shapes, err := r.shapes()
	if err != nil {
		return nil, Problems{o.Problem("", "meta.bad_schema", "detail", err.Error())}
	}
	node, err := tree.Parse(o.Whole())
	if err != nil {
		return nil, Problems{o.Problem("", "meta.not_json", "detail", err.Error())}
	}
	var problems Problems
	added := in.list(o.Kind, node)
	shapes.Of(o.Kind).Texts(node, "", func(path string, text *tree.Node) {
		given, missing := in.fill(text)
		for _, language := range missing {
			problems = append(problems, o.Problem(path, "meta.language_missing", "language", language.Name, "key", language.Key))
		}
		added = added || given
	})
	if !added || len(problems) > 0 {
		return o.Whole(), problems
	}
	return tree.Print(node), nil
}

// fill gives a text the words of the languages that it does not speak. It tells whether
// there were such, and which the text has to speak itself.
func (s speech) fill(text *tree.Node) (given bool, missing Languages) {
	for _, language := range s.languages {
		switch {
		case text.Get(language.Key) != nil:
		case language.Required:
			missing = append(missing, language)
		default:
			text.Set(language.Key, tree.Value(language.words(func(key string) string { return text.Get(key).String() })))
			given = true
		}
	}
	return given, missing
}

// words are those of the pack for a text that does not speak the language, or of what
// stands in.
func (l *Language) words(says func(language string) string) string {
	return cmp.Or(l.Pack.of(says(English), says(Original)), says(l.FallsBack), says(English), says(Original))
}

// In gives a text that may be no part of a model in a language.
func (l Languages) In(language string, text Text) string {
	one := l.Find(language)
	if text[language] != "" || one == nil {
		return text.In(language)
	}
	return one.words(func(key string) string { return text[key] })
}

// Complete gives a text that is no part of a model its words in all languages.
func (l Languages) Complete(text Text) Text {
	for _, language := range l {
		text[language.Key] = l.In(language.Key, text)
	}
	return text
}

// list puts the languages into a dropdown of them; it tells whether it did.
func (s speech) list(kind string, object *tree.Node) bool {
	if kind != "dropdown" || object.Get("of").String() != LanguageKind {
		return false
	}
	items := &tree.Node{Kind: tree.List}
	for _, language := range s.languages {
		title := &tree.Node{Kind: tree.Object}
		for _, one := range s.languages {
			title.Set(one.Key, tree.Value(language.Name))
		}
		item := &tree.Node{Kind: tree.Object}
		item.Set("key", tree.Value(language.Key))
		item.Set("title", title)
		items.Items = append(items.Items, item)
	}
	object.Set("items", items)
	return true
}
