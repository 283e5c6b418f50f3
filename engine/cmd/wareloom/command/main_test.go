package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

func TestRunTellsItsCommands(t *testing.T) {
	t.Parallel()

	for _, args := range [][]string{nil, {"fly"}} {
		err := run(t.Context(), args, &bytes.Buffer{}, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), "wareloom serve") {
			t.Errorf("run %v: %v, want the usage", args, err)
		}
	}
	var out bytes.Buffer
	semver := regexp.MustCompile(`^wareloom \d+\.\d+\.\d+(\+[0-9a-z.-]+)?\n$`)
	if err := run(t.Context(), []string{"version"}, &out, &out); err != nil || !semver.MatchString(out.String()) {
		t.Errorf("version: %q %v", out.String(), err)
	}
}

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	dsn, copied, file := "sqlite:"+filepath.Join(folder, "a.db"), "sqlite:"+filepath.Join(folder, "b.db"), filepath.Join(folder, "a.backup")
	write(t, dsn, "create table kept (id bigint)", "insert into kept values (7)")
	for _, args := range [][]string{{"backup", "--dsn", dsn, file}, {"restore", "--dsn", copied, file}} {
		var out bytes.Buffer
		if err := run(t.Context(), args, &out, &out); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	db, err := store.Open(t.Context(), copied, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var id int
	err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &id, "select id from kept") })
	if err != nil || id != 7 {
		t.Errorf("restored id %d, %v", id, err)
	}
	if err := run(t.Context(), []string{"backup", "--dsn", dsn}, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
		t.Error("a backup without a file")
	}
}

// TestMetadataIsGivenItsForm writes the metadata of this build, changes a file in form
// and in meaning, and has both told.
func TestMetadataIsGivenItsForm(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	say := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"meta"}, args...), &out, &out)
		return out.String(), err
	}
	if text, err := say("export", folder); err != nil {
		t.Fatal(err, text)
	}
	if text, err := say("fmt", "--check", folder); err != nil || text != "" {
		t.Errorf("what was exported has another form: %v %.300s", err, text)
	}
	file := filepath.Join(folder, "metadata", "dropdown", "abc.dropdown.json")
	if err := os.WriteFile(file, []byte(`{"key": "abc", "kind": "dropdown", "title": {"zh": "a", "en": "b", "es": "c"}, "items": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := say("fmt", "--check", folder); err == nil || !strings.Contains(text, file) {
		t.Errorf("another form is not told: %v %s", err, text)
	}
	if text, err := say("fmt", folder); err != nil || !strings.Contains(text, file) {
		t.Errorf("the form is not given: %v %s", err, text)
	}
	if text, err := say("fmt", "--check", folder); err != nil {
		t.Errorf("the form was not given: %v %s", err, text)
	}
	if text, err := say("diff", folder); err != nil || !strings.Contains(text, "set title/zh") || !strings.Contains(text, "add items {") {
		t.Errorf("the change is not told: %v %s", err, text)
	}
}

func write(t *testing.T, dsn string, statements ...string) {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
