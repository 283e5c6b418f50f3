package coverage

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// leaf is a row of the catalogue that a person can open.
type leaf struct {
	id, site, route, kind, zh, en, es string
}

// A portal's address begins with the marker of the catalogue's site.
const portal = "consignor"

// address is where the browser finds the leaf.
func (l leaf) address() string {
	if l.site == portal {
		return "/user" + l.route
	}
	return l.route
}

// leaves are the rows of the catalogue but for its groups, in its order.
func leaves(file string) ([]leaf, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []leaf
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cell := strings.Split(line, "\t")
		if len(cell) != 10 {
			return nil, fmt.Errorf("%s: a row of %d cells: %s", file, len(cell), line)
		}
		if cell[5] == "group" {
			continue
		}
		all = append(all, leaf{
			id: cell[0], site: cell[2], route: cell[3], kind: cell[5], zh: cell[6], en: cell[7], es: cell[8],
		})
	}
	return all, nil
}

var parameter = regexp.MustCompile(`\{(\w+)\}.*$`)

// told is the part of a route that a test names: before its first parameter.
func (l leaf) told() string {
	return strings.TrimSuffix(parameter.ReplaceAllString(l.address(), ""), "/")
}

// journeys are the files under the folder of browser journeys by the name of the journey
// that they belong to: a folder's files belong to the journey of its name.
func journeys(folder string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".mjs" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.ToSlash(inside), ".mjs"), "/")
		all[name] += string(text)
		return nil
	})
	return all, err
}

// names reports whether a text names the address as a whole.
func names(text, address string) bool {
	return regexp.MustCompile(regexp.QuoteMeta(address) + `(['"?/` + "`" + `]|$)`).MatchString(text)
}
