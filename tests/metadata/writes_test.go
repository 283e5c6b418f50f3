package metadata_test

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// byText are the tables that a plugin writes by statements of its own; ADR 48 says why. All
// other tables are written through plugin.Data, which keeps version, history and feed.
// The list gets no longer.
var byText = map[string][]string{
	"inventory": {"put_plan", "quant", "reservation", "serial", "stock_move"},
	"wave":      {"wave_order"},
}

var writes = regexp.MustCompile(`(?i)(?:^|[^a-z ]\s*|\(\s*)(?:update|insert\s+into|delete\s+from)\s+"?([a-z_?]+)`)

// TestPluginsWriteThroughTheDoor reads the Go of each plugin: a statement that writes a table
// which is not listed fails, and so does an entry of the list that no statement needs.
func TestPluginsWriteThroughTheDoor(t *testing.T) {
	t.Parallel()
	model := product(t)
	folders, err := filepath.Glob("../../plugins/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("found %d plugins, %v", len(folders), err)
	}
	for _, folder := range folders {
		name, written := filepath.Base(folder), map[string]bool{}
		for _, text := range readCode(t, folder, model).texts {
			for _, m := range writes.FindAllStringSubmatch(text, -1) {
				written[m[1]] = true
				if !slices.Contains(byText[name], m[1]) {
					t.Errorf("plugins/%s writes %s by text, not through plugin.Data: %.100s", name, m[1], text)
				}
			}
		}
		for _, table := range byText[name] {
			if !written[table] {
				t.Errorf("plugins/%s writes no %s by text any more: %v", name, table, slices.Sorted(maps.Keys(written)))
			}
		}
	}
}

func TestWritesAreFoundInStatements(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{`UPDATE wave SET a = 1`, "wave"},
		{"\n\t\tinsert into \"user\" (id) VALUES (1)", "user"},
		{`DELETE  FROM put_plan WHERE walk = ?`, "put_plan"},
		{`UPDATE  ?  SET line_count = 1`, "?"},
		{`WITH gone AS (DELETE FROM wave_order) SELECT 1`, "wave_order"},
		{`SELECT status FROM wave WHERE id = ? FOR NO KEY UPDATE SKIP LOCKED`, ""},
		{`SELECT a FROM wave FOR UPDATE OF wave`, ""},
	}
	for _, tt := range tests {
		got := ""
		if m := writes.FindStringSubmatch(tt.text); m != nil {
			got = m[1]
		}
		if got != tt.want {
			t.Errorf("%q writes %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Lines of which nobody may type a field are nobody's to add either: their table says that
// plugins write it, and so no screen offers an empty line.
func TestLinesWithoutAFieldToTypeAreThePlugins(t *testing.T) {
	t.Parallel()
	for _, table := range loaded(t).Tables {
		if table.Head == nil || table.Writes != "" {
			continue
		}
		typed := slices.ContainsFunc(table.Fields, func(f meta.Field) bool {
			return !f.Readonly && f.Key != table.Head.Field && f.Key != "line_no"
		})
		if !typed {
			t.Errorf("%s: every field is readonly; say \"writes\": \"plugin\"", table.Key)
		}
	}
}
