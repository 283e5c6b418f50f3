package starts

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestARebuildIsBackedUpFirst has a table carry a column that no release knows and
// that wants a value: SQLite can only take that back by copying all rows.
func TestARebuildIsBackedUpFirst(t *testing.T) {
	t.Parallel()
	dsn := enginetest.SQLite(t)
	backups := func() []string {
		found, err := filepath.Glob(strings.TrimPrefix(dsn, "sqlite:") + ".before-*.backup")
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	start(t, dsn)
	change(t, dsn, "drop index "+indexOf(t, dsn, "stock_move"))
	start(t, dsn)
	if found := backups(); len(found) != 0 {
		t.Errorf("a new index was backed up: %v", found)
	}
	change(t, dsn, "alter table brand add column ghost TEXT not null default 'x'")
	start(t, dsn)
	found := backups()
	if len(found) != 1 {
		t.Fatalf("backups %v, want one", found)
	}
	columns := func(dsn string) bool { return strings.Contains(schemaOf(t, dsn, "brand"), "'x'") }
	if !columns("sqlite:"+found[0]) || columns(dsn) {
		t.Error("the backup is not of the table before")
	}
}
