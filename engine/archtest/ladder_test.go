package archtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ladder is the engine from the ground up. A package may import what stands
// before it, and nothing else of ours.
var ladder = []string{
	"fault", "hook", "store", "scan", "agent", "remote", "mail",
	"expression", "meta", "catalog",
	"job", "ddl", "auth", "setting", "view", "trail",
	"access",
	"query", "record", "files", "live", "notice", "mailing",
	"document", "report", "home", "exchange", "printing", "public",
	"station", "weighing", "release", "plugin", "cutover", "httpapi", "cmd",
}

// enginePackage gives "store" for "engine/store/migration".
func enginePackage(folder string) (string, bool) {
	rest, ok := strings.CutPrefix(folder, "engine/")
	name, _, _ := strings.Cut(rest, "/")
	return name, ok
}

// followsLadder holds the ladder, and that the engine knows nothing above it.
func followsLadder(files []source) (mistakes []string) {
	for _, file := range files {
		own, inEngine := enginePackage(file.path)
		if !file.isGo() || !inEngine || file.isTest() || own == "archtest" {
			continue
		}
		rung := slices.Index(ladder, own)
		if rung < 0 {
			mistakes = append(mistakes, fmt.Sprintf("%s: engine/%s has no place on the ladder", file.path, own))
			continue
		}
		for _, folder := range file.ours() {
			if own != "cmd" && !mayImport(own, rung, folder) {
				mistakes = append(mistakes, fmt.Sprintf("%s: engine/%s must not import %s", file.path, own, folder))
			}
		}
	}
	return mistakes
}

func mayImport(own string, rung int, folder string) bool {
	name, inEngine := enginePackage(folder)
	return inEngine && (name == own || slices.Contains(ladder[:rung], name))
}

// engineTestsKnowNoPlugin keeps the tests of the engine neutral.
func engineTestsKnowNoPlugin(files []source) (mistakes []string) {
	for _, file := range files {
		if !file.isGo() || !file.in("engine") || file.in("engine/cmd") {
			continue
		}
		for _, folder := range file.ours() {
			if strings.HasPrefix(folder, "plugins/") {
				mistakes = append(mistakes, fmt.Sprintf("%s: the engine must not import %s", file.path, folder))
			}
		}
	}
	return mistakes
}

// forPlugins are the engine's packages that a plugin may import.
var forPlugins = []string{"engine/plugin", "engine/fault"}

// pluginsKeepApart holds that a plugin sees of another one only contract/ and
// pure packages, of the engine only what is made for it, and that no two plugins
// need each other.
func pluginsKeepApart(files []source) (mistakes []string) {
	impure := impureFolders(files)
	needs := map[string]map[string]bool{}
	for _, file := range files {
		own, inPlugin := pluginOf(file.path)
		if !file.isGo() || !inPlugin || file.isTest() {
			continue
		}
		for _, folder := range file.ours() {
			other, isPlugin := pluginOf(folder + "/")
			switch {
			case isPlugin && other == own:
			case isPlugin && (strings.HasSuffix(folder, "/contract") || !impure[folder] && strings.Count(folder, "/") > 1):
				if needs[own] == nil {
					needs[own] = map[string]bool{}
				}
				needs[own][other] = true
			case !isPlugin && slices.Contains(forPlugins, folder):
			default:
				mistakes = append(mistakes, fmt.Sprintf("%s: plugin %s must not import %s", file.path, own, folder))
			}
		}
	}
	return append(mistakes, cycles(needs)...)
}

// pluginOf gives "picking" for "plugins/picking/routing/held.go".
func pluginOf(name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, "plugins/")
	own, _, inside := strings.Cut(rest, "/")
	return own, ok && inside
}

// impureFolders gives the plugin folders that import something of ours. What is
// left are algorithms, which anyone may use.
func impureFolders(files []source) map[string]bool {
	impure := map[string]bool{}
	for _, file := range files {
		if file.isGo() && !file.isTest() && len(file.ours()) > 0 {
			impure[file.path[:strings.LastIndex(file.path, "/")]] = true
		}
	}
	return impure
}

// cycles finds plugins that need each other, over any number of others.
func cycles(needs map[string]map[string]bool) (mistakes []string) {
	for start := range needs {
		seen := map[string]bool{}
		var reaches func(from string) bool
		reaches = func(from string) bool {
			for to := range needs[from] {
				if to == start {
					return true
				}
				if !seen[to] {
					seen[to] = true
					if reaches(to) {
						return true
					}
				}
			}
			return false
		}
		if reaches(start) {
			mistakes = append(mistakes, fmt.Sprintf("plugin %s needs a plugin that needs it", start))
		}
	}
	slices.Sort(mistakes)
	return mistakes
}

// owners are the only packages that may import a library.
var owners = map[string][]string{
	"github.com/Masterminds/squirrel":       {"engine/store", "engine/query", "engine/record"},
	"github.com/jmoiron/sqlx":               {"engine/store"},
	"github.com/jackc/pgx":                  {"engine/store"},
	"modernc.org/sqlite":                    {"engine/store"},
	"github.com/labstack/echo":              {"engine/httpapi"},
	"github.com/santhosh-tekuri/jsonschema": {"engine/meta"},
	"github.com/expr-lang/expr":             {"engine/expression"},
	"github.com/xuri/excelize":              {"engine/exchange"},
	"github.com/signintech/gopdf":           {"engine/printing/paint"},
	"github.com/wneessen/go-mail":           {"engine/mail"},
	"github.com/boombuler/barcode":          {"engine/printing/code", "engine/cmd"},
	"github.com/klippa-app/go-pdfium":       {"engine/printing/foreign"},
	"github.com/tetratelabs/wazero":         {"engine/printing/foreign"},
	"golang.org/x/image":                    {"engine/printing"},
	"github.com/knadh/koanf":                {"engine/cmd"},
	"github.com/prometheus/client_golang":   {"engine/httpapi", "engine/cmd"},
}

// librariesHaveOwners holds that each library is seen by its owner alone.
func librariesHaveOwners(files []source) (mistakes []string) {
	for _, file := range files {
		if !file.isGo() || file.isTest() {
			continue
		}
		for _, name := range file.imports() {
			for library, folders := range owners {
				if (name == library || strings.HasPrefix(name, library+"/")) && !file.in(folders...) {
					mistakes = append(mistakes, fmt.Sprintf("%s: %s belongs to %v", file.path, library, folders))
				}
			}
		}
	}
	return mistakes
}

func TestLadder(t *testing.T)                  { check(t, followsLadder) }
func TestEngineTestsKnowNoPlugin(t *testing.T) { check(t, engineTestsKnowNoPlugin) }
func TestPluginsKeepApart(t *testing.T)        { check(t, pluginsKeepApart) }
func TestLibrariesHaveOwners(t *testing.T)     { check(t, librariesHaveOwners) }

func TestLadderSeesMistakes(t *testing.T) {
	t.Parallel()
	checkSamples(t, followsLadder, []sample{
		{"down the ladder", "engine/query/a.go", importing("fmt", module+"engine/store", module+"engine/access"), ""},
		{"up the ladder", "engine/store/a.go", importing(module + "engine/meta"), "must not import engine/meta"},
		{"up within a group", "engine/query/a.go", importing(module + "engine/record"), "must not import engine/record"},
		{"own subpackage", "engine/expression/a.go", importing(module + "engine/expression/sub"), ""},
		{"a plugin", "engine/query/a.go", importing(module + "plugins/billing"), "must not import plugins/billing"},
		{"a plugin in cmd", "engine/cmd/wareloom/main.go", importing(module + "plugins/billing"), ""},
		{"metadata", "engine/catalog/a.go", importing(module + "metadata"), "must not import metadata"},
		{"enginetest outside tests", "engine/query/a.go", importing(module + "engine/enginetest"), "must not import engine/enginetest"},
		{"enginetest in a test", "engine/query/a_test.go", importing(module + "engine/enginetest"), ""},
		{"a package without a place", "engine/util/a.go", importing(), "no place on the ladder"},
	})
	checkSamples(t, engineTestsKnowNoPlugin, []sample{
		{"a plugin in a test", "engine/query/a_test.go", importing(module + "plugins/billing"), "must not import plugins/billing"},
	})
}

func TestPluginRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	checkSamples(t, pluginsKeepApart, []sample{
		{
			"itself, the door and a contract", "plugins/billing/a.go",
			importing(module+"engine/plugin", module+"plugins/billing/rates", module+"plugins/tariff/contract"), "",
		},
		{"a pure package", "plugins/billing/a.go", importing(module + "plugins/tariff/steps"), ""},
		{"another plugin", "plugins/billing/a.go", importing(module + "plugins/tariff"), "must not import plugins/tariff"},
		{"the engine's inside", "plugins/billing/a.go", importing(module + "engine/store"), "must not import engine/store"},
	})
	var files []source
	for name, text := range map[string]string{
		"plugins/a/a.go":        importing(module+"plugins/b/contract", module+"plugins/b/inside"),
		"plugins/b/b.go":        importing(module + "plugins/a/contract"),
		"plugins/b/inside/b.go": importing(module + "engine/plugin"),
	} {
		file, err := parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	got := strings.Join(pluginsKeepApart(files), "\n")
	for _, want := range []string{"plugin a must not import plugins/b/inside", "plugin a needs a plugin that needs it", "plugin b needs"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestOwnerRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	checkSamples(t, librariesHaveOwners, []sample{
		{"the owner", "engine/httpapi/a.go", importing("github.com/labstack/echo/v4"), ""},
		{"another", "engine/query/a.go", importing("github.com/labstack/echo/v4/middleware"), "belongs to [engine/httpapi]"},
		{"a plugin", "plugins/billing/a.go", importing("github.com/jmoiron/sqlx"), "belongs to [engine/store]"},
		{"a name that only begins alike", "engine/query/a.go", importing("github.com/jmoiron/sqlxtra"), ""},
	})
}
