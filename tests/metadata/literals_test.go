package metadata_test

import (
	"io/fs"
	"path"
	"regexp"
	"testing"
)

// inWords is a literal of metadata that is Chinese, or several words.
var inWords = regexp.MustCompile(`"is":\s*"[^"]*(\p{Han}|\p{L} \p{L})[^"]*"`)

// What an action writes is read in three languages: it is a key of a dropdown, and no words.
func TestNothingWritesWordsOfOneLanguage(t *testing.T) {
	t.Parallel()
	for _, source := range sources(t) {
		err := fs.WalkDir(source.FS, ".", func(name string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".json" {
				return err
			}
			text, err := fs.ReadFile(source.FS, name)
			for _, words := range inWords.FindAll(text, -1) {
				t.Errorf("%s/%s writes %s: name a key of a dropdown, whose items are translated", source.Name, name, words)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
