package store_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

func migrations(files map[string]string) store.Migrations {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return store.Migrations{Owner: "order", FS: fs}
}

func TestMigrationsApplyOnceAndTogether(t *testing.T) {
	t.Parallel()
	first := "create table line (id BIGINT PRIMARY KEY, no TEXT);\ninsert into line (id, no) values (1, 'x; y');\n"
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		steps := []struct {
			files    map[string]string
			wantFail string
			wantRows int64
		}{
			{files: map[string]string{"sql/001_line.sql": first}, wantRows: 1},
			{files: map[string]string{"sql/001_line.sql": first}, wantRows: 1},
			{files: map[string]string{"001_line.sql": first, "002_more.sql": "insert into line (id) values (2);\n\n-- no more;\ninsert into line (id) values (3)"}, wantRows: 3},
			{files: map[string]string{"001_line.sql": first, "002_more.sql": "", "003_bad.sql": "delete from line;\nnonsense;\n"}, wantFail: "003_bad.sql", wantRows: 3},
			{files: map[string]string{"001_line.sql": first, "003_gap.sql": ""}, wantFail: "expected number 2", wantRows: 3},
			{files: map[string]string{"line.sql": first}, wantFail: "must begin with a number", wantRows: 3},
		}
		for i, step := range steps {
			err := db.Migrate(t.Context(), migrations(step.files))
			if (err != nil) != (step.wantFail != "") || err != nil && !strings.Contains(err.Error(), step.wantFail) {
				t.Errorf("step %d: got %v, want %q", i, err, step.wantFail)
			}
			if got := number(t, db, "select count(*) from line"); got != step.wantRows {
				t.Errorf("step %d: %d rows, want %d", i, got, step.wantRows)
			}
		}
	})
}

func TestTextSortsByBytesOnBothDatabases(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), migrations(map[string]string{"001_word.sql": "create table word (w TEXT);\n"})); err != nil {
			t.Fatal(err)
		}
		if err := exec(t, db, "insert into word (w) values ('a'), ('B'), ('ä'), ('_')"); err != nil {
			t.Fatal(err)
		}
		if got := number(t, db, "select count(*) from word where w < 'a'"); got != 2 {
			t.Errorf("%d words before a, want B and _", got)
		}
	})
}
