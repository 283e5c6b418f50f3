package outside

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta/shape"
)

// checkout makes the two files of a checkout by which it is known.
func checkout(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module " + productModule + "\n\ngo 1.26.0\n\nrequire (\n\ta.b/c v1.2.3\n\td.e/f v0.1.0 // indirect\n)\n\nreplace x => y\n\nrequire (\n\tg.h/i v2.0.0\n)\n", "go.sum": "sums",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// says wants an error with some words; none where there are none.
func says(t *testing.T, what string, err error, words string) {
	t.Helper()
	if words == "" && err != nil || words != "" && (err == nil || !strings.Contains(err.Error(), words)) {
		t.Errorf("%s: %v, want %q", what, err, words)
	}
}

// TestACheckoutIsKnownByItsModule, and its path is made absolute.
func TestACheckoutIsKnownByItsModule(t *testing.T) {
	t.Parallel()
	there, other := checkout(t), t.TempDir()
	put(t, other, "go.mod")
	got, err := Checkout(there)
	if err != nil || got != there {
		t.Errorf("%s is %s (%v)", there, got, err)
	}
	if got, err := Checkout(""); got != "" || err != nil {
		t.Errorf("none is %q (%v)", got, err)
	}
	if err := os.WriteFile(filepath.Join(other, "go.mod"), []byte("module "+productModule+"/tests\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Checkout(other)
	says(t, "another module", err, "--source "+other+" is no checkout")
	_, err = Checkout(filepath.Join(there, "none"))
	says(t, "no folder", err, "is no checkout")
}

// TestTheNeedsOfACheckoutAreThoseOfThePlugin, each of them indirect and nothing else of its
// go.mod; without a checkout there are none.
func TestTheNeedsOfACheckoutAreThoseOfThePlugin(t *testing.T) {
	t.Parallel()
	files, lines, err := Skeleton{Source: checkout(t)}.needs()
	if want := "\nrequire (\n\ta.b/c v1.2.3 // indirect\n\td.e/f v0.1.0 // indirect\n)\nrequire (\n\tg.h/i v2.0.0 // indirect\n)"; err != nil || lines != want || string(files["go.sum"]) != "sums" {
		t.Errorf("needs are %q with %q (%v)", lines, files, err)
	}
	files, lines, err = Skeleton{}.needs()
	if err != nil || lines != "" || len(files) > 0 {
		t.Errorf("without a checkout needs are %q with %q (%v)", lines, files, err)
	}
	if _, _, err := (Skeleton{Source: t.TempDir()}).needs(); err == nil {
		t.Error("a folder without go.sum gives needs")
	}
}

// TestANameThatCannotBeIsRefused with what to take instead.
func TestANameThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"hello": "", "h2": "", strings.Repeat("a", 24): "", strings.Repeat("a", 25): "cannot be the name", "h": "cannot be the name", "Hello": "cannot be the name", "2h": "cannot be the name",
		"hel-lo": "cannot be the name", "select": "cannot be the name", "plugin": "cannot be the name", "": "cannot be the name", "stock": "is taken",
	} {
		says(t, name, Skeleton{Name: name, Module: "example.com/x", Taken: []string{"stock"}}.check(), want)
	}
	for module, want := range map[string]string{
		"example.com/hello": "", "hello": "", "git.example.com:3000/a": "--module", "example.com/a b": "--module", "../hello": "--module", "example.com//hello": "--module", "example.com/": "--module", "-x": "--module", "a/.hidden": "--module",
	} {
		says(t, module, Skeleton{Name: "hello", Module: module}.check(), want)
	}
}

// TestAFolderWithFilesIsLeftAlone, and so is a place at which files of that name are.
func TestAFolderWithFilesIsLeftAlone(t *testing.T) {
	t.Parallel()
	shapes, err := shape.Read(os.DirFS("../../../../metadata/schema"))
	if err != nil {
		t.Fatal(err)
	}
	full := t.TempDir()
	put(t, full, "mine.txt")
	says(t, "a folder with files", Skeleton{Name: "hello", Shapes: shapes}.Write(full), "is not empty")
	if there, _ := os.ReadDir(full); len(there) != 1 {
		t.Errorf("written are %v", there)
	}
	says(t, "metadata that there is", Skeleton{Name: "hello", Shapes: shapes, Taken: []string{"hello.menu.json"}}.Write(filepath.Join(full, "new")), "has a hello.menu.json already")
	if _, err := os.Stat(filepath.Join(full, "new")); err == nil {
		t.Error("a refused plugin left a folder")
	}
}

// TestAPluginBearsItsName in its files, its imports and its menu, which lies beside others.
func TestAPluginBearsItsName(t *testing.T) {
	t.Parallel()
	for module, want := range map[string]string{"example.com/hello": `"example.com/hello"`, "example.com/go-hello": `hello "example.com/go-hello"`} {
		words := Skeleton{Name: "hello", Module: module, Version: "0.9.0"}.words("needs")
		if words["Import"] != want || words["Title"] != "Hello" || words["Version"] != "v0.9.0" || words["Needs"] != "needs" {
			t.Errorf("%s has %v", module, words)
		}
	}
	menus := map[uint32]string{}
	for _, name := range []string{"hello", "world2", "returns", "kitting", "labelling"} {
		menu := Skeleton{Name: name}.menu()
		if menu < 100_000 || menu > 999_999 || menus[menu] != "" || menu != (Skeleton{Name: name}).menu() {
			t.Errorf("the menu of %s begins with %d", name, menu)
		}
		menus[menu] = name
	}
}

// TestACheckoutInWhichAPluginLiesIsThatOfTheProduct.
func TestACheckoutInWhichAPluginLiesIsThatOfTheProduct(t *testing.T) {
	t.Parallel()
	inside, outside := found{Dir: "/p/plugins/x"}, found{Dir: "/o"}
	inside.Module.Path, inside.Module.Dir, outside.Module.Path, outside.Module.Dir = productModule, "/p", "example.com/o", "/o"
	for _, tt := range []struct{ source, want, refused string }{{"", "/p", ""}, {"/p", "/p", ""}, {"/q", "/q", "lies in the checkout /p and not in /q"}} {
		b := Build{Source: tt.source}
		says(t, tt.source, b.settle([]found{outside, inside}), tt.refused)
		if b.Source != tt.want {
			t.Errorf("from %q the product lies in %q, want %q", tt.source, b.Source, tt.want)
		}
	}
	b := Build{}
	if err := b.settle([]found{outside}); err != nil || b.Source != "" {
		t.Errorf("a plugin outside says the product lies in %q (%v)", b.Source, err)
	}
}

// TestAWorkspaceUsesEachModuleOnce: that of the program, the plugins' own and the checkout.
func TestAWorkspaceUsesEachModuleOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	plugins := make([]found, 3)
	for i, dir := range []string{"/a", "/a", "/p/plugins/x"} {
		plugins[i].Module.Dir, plugins[i].Module.Path = dir, "example.com/a"
	}
	plugins[2].Module.Path = productModule
	if err := (&Build{Source: "/p"}).workspace(folder, plugins); err != nil {
		t.Fatal(err)
	}
	work, err := os.ReadFile(filepath.Join(folder, "go.work"))
	if err != nil || strings.Count(string(work), "use ") != 3 || !strings.Contains(string(work), `use "/a"`) || !strings.Contains(string(work), `use "/p"`) || !strings.Contains(string(work), `use "`+folder+`"`) {
		t.Errorf("the workspace is %s (%v)", work, err)
	}
}

// TestTheProgramHasEveryPlugin under its own name, and the web app where it is bundled.
func TestTheProgramHasEveryPlugin(t *testing.T) {
	t.Parallel()
	for page, want := range map[bool]string{true: "//go:embed all:dist", false: ""} {
		folder := t.TempDir()
		if err := write(folder, []found{{ImportPath: "example.com/a"}, {ImportPath: "example.com/b"}}, page); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(folder, "main.go"))
		if err != nil || !strings.Contains(string(text), "p0 \"example.com/a\"\n\tp1 \"example.com/b\"") || !strings.Contains(string(text), "p0.Plugin{}, p1.Plugin{}, ") {
			t.Errorf("the program is\n%s (%v)", text, err)
		}
		if embeds := strings.Contains(string(text), "//go:embed"); embeds != page || !strings.Contains(string(text), want) {
			t.Errorf("bundled %t, the program is\n%s", page, text)
		}
	}
}

// TestABuildIsRefusedBeforeAnythingIsMade.
func TestABuildIsRefusedBeforeAnythingIsMade(t *testing.T) {
	t.Parallel()
	says(t, "no plugin", (&Build{}).Run(t.Context()), "--with FOLDER")
	says(t, "a folder as the file", (&Build{Plugins: []string{"."}, File: t.TempDir()}).Run(t.Context()), "is a folder")
	bare := t.TempDir()
	says(t, "a folder without Go", (&Build{Plugins: []string{bare}, File: filepath.Join(bare, "new")}).Run(t.Context()), "--with "+bare+" is no Go package in a module")
}

// TestABinaryWithoutAWebAppIsTold, with where to take one from.
func TestABinaryWithoutAWebAppIsTold(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	b := Build{Source: t.TempDir(), Out: &out}
	if made, err := b.web(t.Context(), t.TempDir(), []found{{Dir: t.TempDir(), Name: "plain"}}); made || err != nil || !strings.Contains(out.String(), "no web app") || strings.Contains(out.String(), "screens") {
		t.Errorf("made %t, %v: %s", made, err, &out)
	}
	out.Reset()
	put(t, b.Source, "runtime-ui/dist/index.html")
	if made, err := b.web(t.Context(), t.TempDir(), nil); made || err != nil || out.Len() > 0 {
		t.Errorf("made %t, %v: %s", made, err, &out)
	}
}
