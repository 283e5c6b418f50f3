package enginetest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestARunBuildsWhatIsNamedOnce has two beginnings of one name, as two test processes of a
// run have: what one could not build the other builds, and what is built is built once.
func TestARunBuildsWhatIsNamedOnce(t *testing.T) {
	t.Setenv(runCluster, t.TempDir())
	built := 0
	build := func(dsn, folder string) error {
		if built++; built == 1 {
			return errors.New("the first fails")
		}
		return errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "key"), []byte("k"), 0o600),
			os.WriteFile(strings.TrimPrefix(dsn, "sqlite:"), []byte("data"), 0o600))
	}
	if _, err := (&Beginning{Name: "house"}).keep(SQLite(t), build); err == nil {
		t.Error("a beginning that could not be built was kept")
	}
	for range 2 {
		dsn, folder := SQLite(t), t.TempDir()
		(&Beginning{Name: "house"}).Lay(t, dsn, folder, build)
		for _, path := range []string{strings.TrimPrefix(dsn, "sqlite:"), filepath.Join(folder, "key")} {
			if content, err := os.ReadFile(path); err != nil || len(content) == 0 {
				t.Errorf("%s: %q, %v", path, content, err)
			}
		}
	}
	if built != 2 {
		t.Errorf("built %d times, the first in vain; want 2", built)
	}
	(&Beginning{}).Lay(t, SQLite(t), t.TempDir(), build)
	if built != 3 {
		t.Error("a beginning without a name was taken from another")
	}
}
