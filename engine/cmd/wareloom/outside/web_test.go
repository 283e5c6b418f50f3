package outside

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put writes files of a folder, by path.
func put(t *testing.T, folder string, files ...string) {
	t.Helper()
	for _, name := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestScreensStandWhereTheAppLooks lays out a checkout with the screens of a plugin.
func TestScreensStandWhereTheAppLooks(t *testing.T) {
	t.Parallel()
	b, room, drawn := Build{Source: t.TempDir()}, filepath.Join(t.TempDir(), "web"), t.TempDir()
	put(t, b.Source, "runtime-ui/src/main.tsx", "designers/src/index.ts", "metadata/schema/a.schema.json", "plugins/inbound/ui/index.ts",
		"plugins/wave/plugin.go", "package.json", "tsconfig.json", "vite.config.ts", "node_modules/vite/index.js")
	put(t, drawn, "ui/index.ts", "ui/deep/Screen.tsx", "plugin.go")
	if err := b.layOut(room, []found{{Dir: drawn, Name: "hello"}}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"runtime-ui/src/main.tsx": true, "designers/src/index.ts": true, "metadata/schema/a.schema.json": true, "vite.config.ts": true,
		"node_modules/vite/index.js": true, "plugins/inbound/ui/index.ts": true, "plugins/hello/ui/index.ts": true,
		"plugins/hello/ui/deep/Screen.tsx": true, "plugins/hello/plugin.go": false, "plugins/wave": false,
	} {
		if _, err := os.Stat(filepath.Join(room, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", name, err, want)
		}
	}
}

// TestScreensThatAreLeftOutAreSaid builds with a checkout in which nothing can be bundled.
func TestScreensThatAreLeftOutAreSaid(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	b, drawn := Build{Source: t.TempDir(), Out: &out}, t.TempDir()
	put(t, drawn, "ui/index.ts")
	made, err := b.web(t.Context(), t.TempDir(), []found{{Dir: drawn, Name: "hello"}})
	if err != nil || made || !strings.Contains(out.String(), "the screens of hello are not in the binary: ") || !strings.Contains(out.String(), "no web app") {
		t.Errorf("bundled %v, %v, and says %q", made, err, &out)
	}
}

func TestWhatAProgramSaysHasNoColours(t *testing.T) {
	t.Parallel()
	_, err := run(t.Context(), t.TempDir(), nil, "sh", "-c", `printf '\033[31mred\033[0m word' >&2; exit 1`)
	if err == nil || err.Error() != "red word" {
		t.Errorf("the program says %v, want red word", err)
	}
}
