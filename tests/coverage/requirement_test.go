package coverage

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"
)

const (
	root       = "../.."
	sentences  = "requirements.tsv"
	shownBy    = "shown.tsv"
	lineByLine = "../../docs/requirements.md"
	longest    = 110 // characters of a sentence on the page
)

// TestThePageOfRequirementsIsAsTheTests: whoever changes what shows a line writes the page
// anew with `go test ./tests/coverage -write`.
func TestThePageOfRequirementsIsAsTheTests(t *testing.T) {
	made := pageOf(required(t))
	if *write {
		if err := os.WriteFile(lineByLine, []byte(made), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(lineByLine)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != made {
		t.Errorf("%s is stale: go test ./tests/coverage -write", lineByLine)
	}
}

// TestWhatShowsALineIsThere: a test that was renamed or removed is found here.
func TestWhatShowsALineIsThere(t *testing.T) {
	known := map[string]bool{}
	for _, one := range required(t) {
		for _, reference := range one.shown {
			if _, asked := known[reference]; !asked {
				known[reference] = stands(root, reference)
			}
			if !known[reference] {
				t.Errorf("%s is shown by %q, which is not there", one.id, reference)
			}
		}
	}
}

// TestAReferenceLeadsToATest has references that do, and their neighbours that do not.
func TestAReferenceLeadsToATest(t *testing.T) {
	for reference, want := range map[string]bool{
		"web preferences":                       true,
		"web preference":                        false,
		"e2e shell/tabs":                        true,
		"e2e tabs":                              false,
		"e2e sweep: no act is called like this": false,
		"go tests/contract/session_test.go: getToken":       true,
		"go tests/contract/session_test.go: getNothing":     false,
		"go tests/coverage: TestWhatShowsALineIsThere":      true,
		"go tests/coverage/e2e: TestWhatShowsALineIsThere":  false,
		"somewhere tests/contract/session_test.go: getInfo": false,
	} {
		if got := stands(root, reference); got != want {
			t.Errorf("%s: %v", reference, got)
		}
	}
}

func required(t *testing.T) []requirement {
	t.Helper()
	all, err := requirements(sentences, shownBy)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func pageOf(all []requirement) string {
	open, rows := 0, strings.Builder{}
	for _, one := range all {
		if len(one.shown) == 0 {
			open++
		}
		fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", one.id, short(one.sentence), one.where, cmp.Or(strings.Join(one.shown, "; "), "**open**"))
	}
	return fmt.Sprintf("# Line by line\n\nEach line of the requirements (`tests/coverage/requirements.tsv`), where it is kept, and the tests that show it: `web` a file of unit tests, `e2e` a journey and its act, `go` a package or file and its words. %d of %d are shown. Paths without a room are below `runtime-ui/src`. Written of `tests/coverage/shown.tsv` by `go test ./tests/coverage -write`. Do not edit.\n\n| line | what | where | shown by |\n|---|---|---|---|\n", len(all)-open, len(all)) + rows.String()
}

// short is the beginning of a sentence, up to the end of a word.
func short(sentence string) string {
	sentence = strings.ReplaceAll(sentence, "|", "\\|")
	if letters := []rune(sentence); len(letters) > longest {
		sentence = string(letters[:longest])
		sentence = sentence[:strings.LastIndex(sentence, " ")] + " …"
	}
	return sentence
}
