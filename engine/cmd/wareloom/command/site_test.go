package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/release"
)

// example is the folder of docs/site.md.
const example = "../../../../docs/examples/dock-appointments"

// TestASiteIsPublishedFromTheConsole plans a folder, publishes it, writes it out, goes
// back and imports what was written.
func TestASiteIsPublishedFromTheConsole(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		first, second := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
		key := filepath.Join(t.TempDir(), "master.key")
		for _, step := range []struct{ args, says string }{
			{"plan --site " + example, "added    dock_appointment.table.json"},
			{"plan --site " + example, "dock_appointment"},
			{"test --site " + example, "ok    sale_order_audit"},
			{"publish --note doors --site " + example, "release 2 is in force"},
			{"plan --site " + example, "nothing to do"},
			{"plan --site " + t.TempDir(), "breaks  Table “Dock appointment” goes: 0 records"},
			{"export --site " + first, ""},
			{"rollback 1", "release 3 is in force"},
			{"import --site " + first, "release 4 is in force"},
			{"export --site " + second, ""},
			{"releases", "doors"},
		} {
			var out bytes.Buffer
			args := append([]string{"meta", "--dsn", dsn, "--key", key}, strings.Fields(step.args)...)
			if err := run(t.Context(), args, &out, &out); err != nil || !strings.Contains(out.String(), step.says) {
				t.Fatalf("%s: %v\n%s", step.args, err, out.String())
			}
		}
		a, b := packed(t, first), packed(t, second)
		if !bytes.Equal(a, b) || len(a) == 0 {
			t.Error("what was exported, imported and exported again is another folder")
		}
	})
}

// packed are the files of a folder in one piece.
func packed(t *testing.T, folder string) []byte {
	t.Helper()
	files, err := release.ReadFolder(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	text, err := files.Zip()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestAFolderIsNotLeft refuses files that would lie outside of the folder they are
// written into.
func TestAFolderIsNotLeft(t *testing.T) {
	t.Parallel()
	inside := filepath.Join(t.TempDir(), "site")
	for _, name := range []string{"../evil.list.json", "a/../../evil.list.json", "/evil.list.json"} {
		if err := writeFolder(inside, map[string][]byte{name: []byte("{}")}); err == nil {
			t.Errorf("%s is written", name)
		}
	}
}
