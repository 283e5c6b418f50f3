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

// Texts words what the server says to people, in the texts of the release that is
// in force.
type Texts struct{ release func() *catalog.Release }

// NewTexts gives the texts of a catalog's current release.
func NewTexts(c *catalog.Catalog) *Texts { return &Texts{release: c.Current} }

// Under gives the texts of one release, for an answer that is of that one alone.
func (t *Texts) Under(release *catalog.Release) *Texts {
	return &Texts{release: func() *catalog.Release { return release }}
}

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

// Word gives the text of a key in a language with its arguments filled in. The
// arguments are escaped and only the small allow-list of HTML is left, so the
// result may be shown as HTML. An unknown key is shown as it is.
func (t *Texts) Word(language, key string, params fault.Params) string {
	text, known := t.release().Text(key)
	if !known {
		return html.EscapeString(key)
	}
	words := make(fault.Params, len(params))
	for name, value := range params {
		words[name] = t.argument(language, value)
	}
	return t.wordText(text, language, words)
}

// Told words what a field of the format told keeps; words stay as they are.
func (t *Texts) Told(language, text string) string {
	list, ok := fault.Kept(text)
	if !ok {
		return html.EscapeString(text)
	}
	words := make([]string, len(list))
	for i, one := range list {
		words[i] = t.Word(language, one.Key, one.Params)
	}
	return strings.Join(words, "; ")
}

// argument words an argument that has a key itself; others stay as they are.
func (t *Texts) argument(language string, value any) any {
	switch v := value.(type) {
	case string:
		if _, ok := fault.Kept(v); ok {
			return safe(t.Told(language, v))
		}
	case map[string]any: // of a told argument
		if key, ok := v["key"].(string); ok {
			params, _ := v["params"].(map[string]any)
			return safe(t.Word(language, key, params))
		}
	}
	return value
}

func (t *Texts) wordText(text meta.Text, language string, params fault.Params) string {
	return meta.Fill(allowedOnly(text.In(language)), func(name string) (string, bool) {
		value, given := params[name]
		if words, whole := value.(safe); whole {
			return string(words), given
		}
		return html.EscapeString(t.wordValue(value, language)), given
	})
}

// safe is an argument that was worded, and escaped, before.
type safe string

// wordValue words an argument; one that is a text of the metadata has languages.
func (t *Texts) wordValue(value any, language string) string {
	switch v := value.(type) {
	case meta.Text:
		return t.release().Languages.In(language, v)
	case *meta.Text:
		return t.release().Languages.In(language, *v)
	case map[string]any: // a text that was kept as JSON, maybe before the language came
		if text, ok := kept(v); ok {
			return t.release().Languages.In(language, text)
		}
	case []string:
		return strings.Join(v, ", ")
	case []meta.Text:
		return t.joined(v, language)
	}
	return fmt.Sprint(value)
}

// kept reads a text that was kept as JSON; ok is false for anything else.
func kept(value map[string]any) (text meta.Text, ok bool) {
	text = meta.Text{}
	for language, words := range value {
		if text[language], ok = words.(string); !ok {
			return nil, false
		}
	}
	return text, ok
}

// joined lists texts as people of a language do.
func (t *Texts) joined(texts []meta.Text, language string) string {
	words := make([]string, len(texts))
	for i, text := range texts {
		words[i] = t.release().Languages.In(language, text)
	}
	return strings.Join(words, t.release().Languages.Grammar(language).ListSeparator)
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

// Language chooses the language of an answer: what our client says, else the user's own,
// else the product's. The header's other forms are a browser's own wish, which is not
// asked.
func (t *Texts) Language(header, users string) string {
	return t.release().Languages.Choose(header, users)
}
