package metadata_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	bold    = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	picture = regexp.MustCompile(`!\[[^\]]*\]\(([^)]+)\)`)
)

// TestGuideSpeaksTheProduct holds the guides to the screens: a bold word is one
// that the product shows in the guide's language, and every picture is there.
func TestGuideSpeaksTheProduct(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"zh", "en", "es"} {
		shown := map[string]bool{}
		for _, source := range sources(t) {
			collectTexts(t, source.FS, language, shown)
		}
		for _, reader := range []string{"operator", "owner", "implementer"} {
			holdGuide(t, "../../docs/guide/"+reader+"."+language+".md", shown)
		}
	}
}

// holdGuide refuses bold words that no screen shows, and pictures that are not there.
func holdGuide(t *testing.T, file string, shown map[string]bool) {
	t.Helper()
	guide, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	words := bold.FindAllStringSubmatch(string(guide), -1)
	if len(words) < 25 {
		t.Errorf("%s has %d words of the screen; is its form another now?", file, len(words))
	}
	for _, word := range words[1:] { // the first says what bold means
		if !shown[word[1]] {
			t.Errorf("%s says %q, which no screen shows", file, word[1])
		}
	}
	for _, found := range picture.FindAllStringSubmatch(string(guide), -1) {
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), found[1])); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// collectTexts notes every text of a language in the files of a source.
func collectTexts(t *testing.T, files fs.FS, language string, into map[string]bool) {
	t.Helper()
	err := fs.WalkDir(files, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".json") || strings.HasPrefix(path, "schema/") {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		var content any
		if err := json.Unmarshal(text, &content); err != nil {
			return err
		}
		collect(content, language, into)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// collect walks JSON for objects that hold a text per language.
func collect(value any, language string, into map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		if text, ok := value[language].(string); ok {
			into[text] = true
		}
		for _, member := range value {
			collect(member, language, into)
		}
	case []any:
		for _, member := range value {
			collect(member, language, into)
		}
	}
}

var (
	proof   = regexp.MustCompile(`\bTest[A-Z][A-Za-z0-9]+\b`)
	logLine = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")
	isTest  = regexp.MustCompile(`(?m)^func (Test[A-Z][A-Za-z0-9]+)\(`)
)

// TestGuideOfRunningNamesItsProofs holds the guide for who runs the server to the
// code: every test that it names is there, and every line of the log that it explains
// is one that the engine writes.
func TestGuideOfRunningNamesItsProofs(t *testing.T) {
	t.Parallel()
	tests, code := goSources(t)
	first := ""
	for _, language := range []string{"en", "zh", "es"} {
		file := "../../docs/guide/running." + language + ".md"
		guide, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		proofs := strings.Join(proof.FindAllString(string(guide), -1), " ")
		if first == "" {
			first = proofs
		}
		if proofs != first {
			t.Errorf("%s names other proofs than the first language", file)
		}
		for _, name := range strings.Fields(proofs) {
			if !tests[name] {
				t.Errorf("%s names %s, and there is no such test", file, name)
			}
		}
		lines := logLine.FindAllStringSubmatch(string(guide), -1)
		if len(lines) < 15 || len(strings.Fields(proofs)) < 25 {
			t.Errorf("%s explains %d lines of the log; is its form another now?", file, len(lines))
		}
		for _, line := range lines {
			if !strings.Contains(code, line[1]) {
				t.Errorf("%s explains %q, which nobody writes", file, line[1])
			}
		}
	}
}

// goSources gives the names of all tests, and the text of the engine.
func goSources(t *testing.T) (tests map[string]bool, engine string) {
	t.Helper()
	tests = map[string]bool{}
	var all strings.Builder
	for _, room := range []string{"engine", "plugins", "tests"} {
		err := filepath.WalkDir("../../"+room, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if !strings.HasSuffix(path, "_test.go") {
				all.Write(text)
				return nil
			}
			for _, found := range isTest.FindAllSubmatch(text, -1) {
				tests[string(found[1])] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return tests, all.String()
}
