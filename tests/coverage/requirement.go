package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// requirement is a line of the specification's list, what it stands in, and the tests that
// show it.
type requirement struct {
	id, sentence, where string
	shown               []string
}

const (
	granting  = "go tests/matrix: TestEveryGrantOpensWhatItNamesAndNothingElse"
	catalogue = "go tests/coverage: TestMenusSayWhatTheCatalogueSays"
)

var leafID = regexp.MustCompile(`\b\d{4,6}\b`)

// requirements are the lines of the list in its order. Lines that name leaves of the
// catalogue are shown by what holds for every leaf; what shows the others is written down.
func requirements(list, shown string) ([]requirement, error) {
	lines, err := cells(list, 2)
	if err != nil {
		return nil, err
	}
	written, err := cells(shown, 3)
	if err != nil {
		return nil, err
	}
	byID := map[string][]string{}
	for _, row := range written {
		byID[row[0]] = row
	}
	var all []requirement
	for _, line := range lines {
		one := requirement{id: line[0], sentence: line[1]}
		if row, ok := byID[one.id]; ok {
			one.where = row[1]
			one.shown = references(row[2])
		} else if leafID.MatchString(one.sentence) {
			one.where = "metadata/menu"
			one.shown = []string{catalogue, granting, "e2e sweep"}
		}
		all = append(all, one)
	}
	return all, nil
}

// cells are the rows of a file of so many cells each, without its head.
func cells(file string, count int) ([][]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		row := strings.Split(line, "\t")
		if len(row) != count {
			return nil, fmt.Errorf("%s: a row of %d cells: %s", file, len(row), line)
		}
		all = append(all, row)
	}
	return all, nil
}

func references(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "; ")
}

// stands reports whether a reference leads to a test: `web NAME` to a file of unit tests,
// `e2e JOURNEY` or `e2e JOURNEY: ACT` to a walk in a browser, `go PLACE` or `go PLACE: WORDS`
// to a file or package of Go tests and the words in it.
func stands(root, reference string) bool {
	kind, rest, _ := strings.Cut(reference, " ")
	place, words, _ := strings.Cut(rest, ": ")
	switch kind {
	case "web":
		return anyHas(root, "", "runtime-ui/src", place+".test.ts") || anyHas(root, "", "designers/src", place+".test.ts")
	case "e2e":
		return has(filepath.Join(root, "tests/e2e", place+".mjs"), words)
	case "go":
		if strings.HasSuffix(place, "_test.go") {
			return has(filepath.Join(root, place), words)
		}
		return anyHas(root, words, place, "_test.go")
	}
	return false
}

func has(file, words string) bool {
	text, err := os.ReadFile(file)
	return err == nil && strings.Contains(string(text), words)
}

// anyHas looks for words in the files below a folder whose names hold a part.
func anyHas(root, words, folder, name string) bool {
	found := false
	_ = filepath.WalkDir(filepath.Join(root, folder), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		base := "/" + filepath.Base(path)
		if strings.Contains(base, name) && (name[0] == '_' || strings.HasPrefix(base, "/"+name)) && has(path, words) {
			found = true
			return filepath.SkipAll
		}
		return nil
	})
	return found
}
