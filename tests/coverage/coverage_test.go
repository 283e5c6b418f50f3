package coverage

import (
	"cmp"
	"encoding/json"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/metadata"
)

var write = flag.Bool("write", false, "write the page instead of comparing it")

const (
	list    = "catalogue.tsv"
	page    = "../../docs/coverage.md"
	browser = "../e2e"
	plugins = "../../plugins"
	router  = "../../runtime-ui/src/app/router.tsx"
)

// TestThePageOfCoverageIsAsTheProduct: whoever adds a screen, a right or a journey writes
// the page anew with `go test ./tests/coverage -write`.
func TestThePageOfCoverageIsAsTheProduct(t *testing.T) {
	made := written(t)
	if *write {
		if err := os.WriteFile(page, []byte(made), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != made {
		t.Errorf("%s is stale: go test ./tests/coverage -write", page)
	}
}

// TestMenusSayWhatTheCatalogueSays: number, address and words of an entry.
func TestMenusSayWhatTheCatalogueSays(t *testing.T) {
	entries := entriesOf(t)
	for _, l := range catalogued(t) {
		e, ok := entries[l.id]
		if !ok {
			continue
		}
		if e.Route != l.route {
			t.Errorf("%s leads to %s, the catalogue says %s", l.id, e.Route, l.route)
		}
		if e.Title != (words{l.zh, l.en, l.es}) {
			t.Errorf("%s is called %+v, the catalogue says %s, %s, %s", l.id, e.Title, l.zh, l.en, l.es)
		}
	}
}

type words struct {
	ZH string `json:"zh"`
	EN string `json:"en"`
	ES string `json:"es"`
}

// entry is what a menu says of a leaf.
type entry struct {
	Key    int      `json:"key"`
	Route  string   `json:"route"`
	Title  words    `json:"title"`
	Screen string   `json:"screen"`
	Rights []string `json:"rights"`
}

// entriesOf are the entries of all menus of the product by their number.
func entriesOf(t *testing.T) map[string]entry {
	t.Helper()
	all := map[string]entry{}
	for _, files := range []fs.FS{metadata.Files, os.DirFS(plugins)} {
		err := fs.WalkDir(files, ".", func(file string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".menu.json") {
				return err
			}
			text, err := fs.ReadFile(files, file)
			if err != nil {
				return err
			}
			var menu struct {
				Items []entry `json:"items"`
			}
			if err := json.Unmarshal(text, &menu); err != nil {
				return err
			}
			for _, e := range menu.Items {
				all[strconv.Itoa(e.Key)] = e
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func catalogued(t *testing.T) []leaf {
	t.Helper()
	all, err := leaves(list)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// written is the page as the product is.
func written(t *testing.T) string {
	t.Helper()
	walks, err := journeys(browser)
	if err != nil {
		t.Fatal(err)
	}
	routes, err := os.ReadFile(router)
	if err != nil {
		t.Fatal(err)
	}
	shown, rows := 0, strings.Builder{}
	entries, pages, all := entriesOf(t), pagesOf(t), catalogued(t)
	for _, l := range all {
		screen, rights := screenOf(l, entries[l.id], pages, string(routes))
		if screen != "" {
			shown++
		}
		cells := []string{
			l.id, "`" + l.address() + "`", l.en, l.kind, cmp.Or(screen, "**open**"), rights, walked(l, screen, walks),
		}
		rows.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	return head(shown, len(all)) + rows.String()
}

func head(shown, all int) string {
	return "# Coverage\n\nEach screen of the catalogue (`tests/coverage/catalogue.tsv`), what shows it, the rights that its menu entry carries beside those of its screen, and the journeys of `tests/e2e` that open it by its address. The gallery and the sweep open every entry of the menus. Written by `go test ./tests/coverage -write`. Do not edit.\n\n" +
		strconv.Itoa(shown) + " of " + strconv.Itoa(all) + " are there.\n\n" +
		"| id | address | name | kind | screen | rights beside its own | journeys |\n|---|---|---|---|---|---|---|\n"
}

// pagesOf are the keys of the product's pages for strangers by their addresses, with what
// a record is found by as the catalogue has it.
func pagesOf(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(metadata.Files, ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".page.json") {
			return err
		}
		text, err := fs.ReadFile(metadata.Files, file)
		if err != nil {
			return err
		}
		var page struct{ Key, Route string }
		if err := json.Unmarshal(text, &page); err != nil {
			return err
		}
		all[parameter.ReplaceAllString(page.Route, "{id}")] = page.Key
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// screenOf is what shows a leaf: the screen of its menu entry, a page for strangers, or the fixed
// page of the web app.
func screenOf(l leaf, e entry, pages map[string]string, routes string) (screen, rights string) {
	if e.Screen != "" {
		return "`" + e.Screen + "`", strings.Join(e.Rights, ", ")
	}
	if strings.HasSuffix(l.route, "/dashboard") {
		return "`home`", ""
	}
	if key := pages[l.route]; key != "" {
		return "`page:" + key + "`", ""
	}
	if l.id[0] == '-' && names(routes, "path: '"+fixed.Replace(l.route)) {
		return "web app", ""
	}
	return "", ""
}

// fixed says a route of the catalogue as the web app's router does.
var fixed = strings.NewReplacer("{menu_id}", "$menu", "{ids}", "$ids", "{type}", "$type", "{id}", "$id", "{path}", "$")

// walked names the journeys that open a leaf.
func walked(l leaf, screen string, walks map[string]string) string {
	if screen == "" {
		return ""
	}
	var by []string
	for _, name := range slices.Sorted(maps.Keys(walks)) {
		if names(walks[name], l.told()) || (l.site == portal && names(walks[name], "'"+strings.TrimPrefix(l.told(), "/user"))) {
			by = append(by, name)
		}
	}
	return strings.Join(by, ", ")
}

// TestAddressesAreNamedWhole: an address is not named by one that begins like it.
func TestAddressesAreNamedWhole(t *testing.T) {
	for text, want := range map[string]bool{
		"go('/storage/base/detail')":      true,
		"go('/storage/base/detail/4')":    true,
		"go('/storage/base/detail?a=b')":  true,
		"go('/storage/base/detail-more')": false,
	} {
		if got := names(text, "/storage/base/detail"); got != want {
			t.Errorf("%s: named %v", text, got)
		}
	}
}

// TestJourneysHaveTheirFolders: what lies in a folder belongs to the journey of its name.
func TestJourneysHaveTheirFolders(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, fstest.MapFS{
		"lists.mjs":      {Data: []byte("one")},
		"lists/grid.mjs": {Data: []byte("two")},
		"notes.txt":      {Data: []byte("three")},
	}); err != nil {
		t.Fatal(err)
	}
	all, err := journeys(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || len(all["lists"]) != len("onetwo") {
		t.Errorf("journeys in %s: %v", path.Base(folder), all)
	}
}
