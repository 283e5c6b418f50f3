package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// placeName is what stands in backquotes and has a folder.
var placeName = regexp.MustCompile("`([^` ]+/[^` ]*)`")

// TestFeaturesAreWhereTheirListSays holds the table of CONTRIBUTING.md, by which people
// find features, to the files that there are.
func TestFeaturesAreWhereTheirListSays(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "## Where is it?")
	table, _, _ := strings.Cut(rest, "\n## ")
	places := placeName.FindAllStringSubmatch(table, -1)
	if !found || len(places) < 15 {
		t.Fatalf("the table names %d places", len(places))
	}
	for _, place := range places {
		if files, err := filepath.Glob(filepath.Join("../..", place[1])); err != nil || len(files) == 0 {
			t.Errorf("there is no %s", place[1])
		}
	}
}
