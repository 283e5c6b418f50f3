package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// languageTag is what the key of a language looks like.
var languageTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// renewTexts writes the language of a site's folder with an entry for each text of the
// product and each explanation of the designers: known words are kept, and what the
// product has no more is left out.
func renewTexts(c config, language string, out io.Writer) error {
	if c.Site == "" || !languageTag.MatchString(language) {
		return errors.New("say the tag of a language, as fr or pt-BR, and the folder of its file with --site")
	}
	p, err := c.product()
	if err != nil {
		return err
	}
	model, err := p.Load()
	if err != nil {
		return err
	}
	shapes, err := shape.Read(p.Schemas)
	if err != nil {
		return err
	}
	file, object, err := languageFile(c.Site, language, model.InLanguages().Required())
	if err != nil {
		return err
	}
	explained, err := meta.Explained(p.Schemas)
	if err != nil {
		return err
	}
	var known, helps meta.Pack
	if found := model.Languages[language]; found != nil {
		known, helps = found.Pack, found.Help
	}
	made := model.Renew(shapes, language, known)
	object.Set("texts", packTree(made.Pack))
	object.Set("help", packTree(helps.Only(explained)))
	shapes.Of(meta.LanguageKind).Arrange(object)
	if err := os.WriteFile(file, tree.Print(object), 0o640); err != nil {
		return fmt.Errorf("write language: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s: %d translated, %d missing, %d dropped\n", file, made.Translated, made.Missing, made.Dropped)
	return err
}

// languageFile finds a language in a folder, or begins it.
func languageFile(folder, language string, required meta.Languages) (file string, object *tree.Node, err error) {
	name := language + "." + meta.LanguageKind + ".json"
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == name {
			file = path
			return filepath.SkipAll
		}
		return err
	})
	if err != nil {
		return "", nil, fmt.Errorf("look for language: %w", err)
	}
	if file == "" {
		return filepath.Join(folder, name), begun(language, required), nil
	}
	text, err := os.ReadFile(file)
	if err == nil {
		object, err = tree.Parse(text)
	}
	if err != nil {
		return "", nil, fmt.Errorf("read %s: %w", file, err)
	}
	return file, object, nil
}

// begun is a language of which nothing is known but its tag.
func begun(language string, required meta.Languages) *tree.Node {
	object, title := &tree.Node{Kind: tree.Object}, &tree.Node{Kind: tree.Object}
	for _, one := range required {
		title.Set(one.Key, tree.Value(language))
	}
	object.Set("kind", tree.Value(meta.LanguageKind))
	object.Set("key", tree.Value(language))
	object.Set("title", title)
	object.Set("name", tree.Value(language))
	object.Set("locale", tree.Value(language))
	object.Set("order", tree.Value(10))
	object.Set("falls_back", tree.Value(meta.English))
	return object
}

func packTree(pack meta.Pack) *tree.Node {
	made := &tree.Node{Kind: tree.Object}
	for entry, words := range meta.Sorted(pack) {
		made.Set(entry, tree.Value(words))
	}
	return made
}
