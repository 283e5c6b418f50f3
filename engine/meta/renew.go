package meta

import (
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Renewed is a pack of the texts that a product has.
type Renewed struct {
	Pack       Pack // untranslated texts have no words
	Translated int  // texts
	Missing    int  // texts
	Dropped    int  // entries of texts that the product has no more
}

// Renew makes the pack of a language for the texts of the model that do not speak it: it
// keeps the words of another. A text in English that stands for several originals has an
// entry for each of them, which may stay empty where the entry of the English alone fits.
func (m *Model) Renew(shapes *shape.Shapes, language string, known Pack) Renewed {
	made := Renewed{Pack: Pack{}}
	for english, originals := range m.written(shapes, language) {
		made.Pack[english] = known[english]
		if len(originals) > 1 {
			for original := range originals {
				made.Pack[Entry(english, original)] = known[Entry(english, original)]
			}
		}
		for original := range originals {
			if known.of(english, original) == "" {
				made.Missing++
			} else {
				made.Translated++
			}
		}
	}
	for entry := range known {
		if _, used := made.Pack[entry]; !used {
			made.Dropped++
		}
	}
	return made
}

// written are the texts that do not speak a language: the English ones, and what each
// stands for.
func (m *Model) written(shapes *shape.Shapes, language string) map[string]map[string]bool {
	found := map[string]map[string]bool{}
	for _, kind := range slices.Sorted(maps.Keys(m.objects)) {
		for key, object := range m.objects[kind] {
			node, err := tree.Parse(object.Whole())
			if err != nil || kind == LanguageKind && key == language {
				continue // a model has no objects that cannot be read
			}
			shapes.Of(kind).Texts(node, "", func(_ string, text *tree.Node) {
				english := text.Get(English).String()
				if text.Get(language) != nil || english == "" {
					return
				}
				if found[english] == nil {
					found[english] = map[string]bool{}
				}
				found[english][text.Get(Original).String()] = true
			})
		}
	}
	return found
}
