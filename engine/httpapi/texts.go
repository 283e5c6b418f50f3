package httpapi

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Languages are what people may read the product in; the first is the default.
var Languages = []string{"zh", "en", "es"}

// Texts words what the server says to people, in the texts of the release that is
// in force.
type Texts struct{ release func() *catalog.Release }

// NewTexts gives the texts of a catalog's current release.
func NewTexts(c *catalog.Catalog) *Texts { return &Texts{release: c.Current} }

// Bundle gives all texts of a language as a JSON object, for the browser.
func (t *Texts) Bundle(language string) ([]byte, error) {
	plain := map[string]string{}
	for _, texts := range t.release().Model.Texts {
		for key, text := range texts.Terms {
			plain[key] = text.In(language)
		}
	}
	return json.Marshal(plain)
}

// placeholder is an argument in a text, as {count}.
var placeholder = regexp.MustCompile(`\{([a-z_][A-Za-z0-9_]*)\}`)

// Word gives the text of a key in a language with its arguments filled in. The
// arguments are escaped and only the small allow-list of HTML is left, so the
// result may be shown as HTML. An unknown key is shown as it is.
func (t *Texts) Word(language, key string, params fault.Params) string {
	text, known := t.release().Text(key)
	if !known {
		return html.EscapeString(key)
	}
	return wordText(text, language, params)
}

func wordText(text meta.Text, language string, params fault.Params) string {
	template := allowedOnly(text.In(language))
	return placeholder.ReplaceAllStringFunc(template, func(found string) string {
		value, given := params[found[1:len(found)-1]]
		if !given {
			return found
		}
		return html.EscapeString(wordValue(value, language))
	})
}

// wordValue words an argument; one that is a text of the metadata has languages.
func wordValue(value any, language string) string {
	switch v := value.(type) {
	case meta.Text:
		return v.In(language)
	case *meta.Text:
		return v.In(language)
	case map[string]any: // a text that was kept as JSON
		if text, ok := v[language].(string); ok {
			return text
		}
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(value)
}

// tag is anything that a browser could take for markup; allowedTag is what may be.
var (
	tag        = regexp.MustCompile(`<[^>]*>?`)
	allowedTag = regexp.MustCompile(`^</?(b|br|span|font)( color="[a-z]+")?\s*/?>$`)
)

// allowedOnly escapes every tag of a template that is not on the allow-list.
func allowedOnly(template string) string {
	if !strings.Contains(template, "<") {
		return template
	}
	return tag.ReplaceAllStringFunc(template, func(found string) string {
		if allowedTag.MatchString(found) {
			return found
		}
		return html.EscapeString(found)
	})
}

// languageOf chooses the language of an answer: what our client says, else the
// user's own, else Chinese. The header's other forms are a browser's own wish,
// which is not asked.
func languageOf(header, users string) string {
	for _, wish := range []string{header, users} {
		for _, language := range Languages {
			if wish == language {
				return language
			}
		}
	}
	return Languages[0]
}
